/**
 * The table seen from above: four racks, four rivers, and what lies in the middle. Draws a view and nothing else, for play, watching and replay.
 *
 * @import { SeatView, View } from "./protocol.js"
 * @import { BoardProps, Sitting } from "./shapes.js"
 */

import { css, html } from "./html.js";
import { Meld, Tile, Tiles, laidOut } from "./tiles.js";
import { t, winds } from "./words.js";

/** Where a seat lies, seen from the one who looks: below, right (next to play), above, left. */
export const PLACES = /** @type {const} */ (["me", "right", "top", "left"]);

/** @param {BoardProps} props */
export function Board({ view, me, sitting, last = null, turn = view.turn, middle, reserve = 0, ownHand = false }) {
  return html`<div class="board" tabindex="0" role="region" aria-label=${t("table")}>
    ${PLACES.map((place, n) => {
      const seat = (me + n) % 4;
      const seen = view.seats[seat];
      const on = (turn === seat || sitting[seat].clock) && !view.over;
      return html`<section class=${css("seat", on && "on")} data-place=${place} key=${place} aria-label=${sitting[seat].name}>
        <${Rack} view=${view} seat=${seat} sitting=${sitting[seat]} on=${on} bare=${ownHand && n === 0} />
        <${River} seen=${seen} newest=${last === seat} label=${`${sitting[seat].name} ${t("river")}`} />
      </section>`;
    })}
    <${Middle} view=${view} me=${me} turn=${turn} last=${last} reserve=${reserve} middle=${middle} />
  </div>`;
}

/** @param {{ view: View, seat: number, sitting: Sitting, on: boolean, bare: boolean }} props */
function Rack({ view, seat, sitting, on, bare }) {
  const seen = view.seats[seat];
  const wind = winds()[(seat - view.dealer + 4) % 4];
  return html`<div class="rack">
    <div class="plate">
      <span class=${css("wind", seat === view.dealer && "dealer")} aria-label=${seat === view.dealer ? t("dealer") : wind}>${wind}</span>
      <span class="who"><b>${sitting.name}</b><span class="score">${String(sitting.score).replace("-", "−")}</span></span>
      ${seen.ready && html`<span class="mark hot">${t("ready")}</span>`} ${seen.locked && html`<span class="mark hot">${t("locked")}</span>`}
      ${(sitting.marks ?? []).map((mark) => html`<span class="mark" key=${mark}>${mark}</span>`)} ${sitting.clock}
      ${on && html`<span class="unseen">${t("to_move")}</span>`}
    </div>
    ${!bare && html`<${Hand} seen=${seen} drawn=${view.turn === seat ? view.drawn : null} />`}
    ${seen.melds.length > 0 && html`<div class="melds">${seen.melds.map((meld, n) => html`<${Meld} key=${n} meld=${meld} seat=${seat} />`)}</div>`}
    ${sitting.call && html`<span class="call" key=${sitting.callAt} aria-hidden="true">${sitting.call}</span>`}
  </div>`;
}

/** A hand that is not for playing: backs, or open tiles. @param {{ seen: SeatView, drawn: number | null }} props */
function Hand({ seen, drawn }) {
  if (!seen.hand) return html`<${Tiles} class="backs" kinds=${Array(seen.count).fill(null)} label=${t("hand")} />`;
  const { kinds, apart } = laidOut(seen.hand, drawn);
  return html`<${Tiles} class="open" kinds=${kinds} label=${t("hand")} mark=${(/** @type {number} */ n) => apart && n === kinds.length - 1 && "apart"} />`;
}

/** @param {{ seen: SeatView, newest: boolean, label: string }} props */
function River({ seen, newest, label }) {
  const { river } = seen;
  return html`<${Tiles}
    class=${css("river", river.length > 24 && "long")}
    kinds=${river}
    label=${label}
    mark=${(/** @type {number} */ n) => newest && n === river.length - 1 && "newest"}
  />`;
}

/**
 * @param {{ view: View, me: number, turn: number | null, last: number | null, reserve: number, middle: any }} props
 */
function Middle({ view, me, turn, last, reserve, middle }) {
  const open = last === null && !view.over ? view.window : [];
  return html`<div class="middle">
    <div class="compass" aria-hidden="true" data-turn=${turn === null || view.over ? "" : PLACES[(turn - me + 4) % 4]}><i /><i /><i /><i /></div>
    <div class="wall"><b>${view.wall_left}</b> <span>${t("wall_left")}</span>${reserve > 0 && html`<small>${t("reserve", reserve)}</small>`}</div>
    ${(view.treasure !== null || view.treasure_aside) &&
    html`<div class="treasure"><small>${t("treasure")}</small><${Tile} kind=${view.treasure} />${view.treasure_stack && html`<small>${t("treasure_at", view.treasure_stack)}</small>`}</div>`}
    ${open.length > 0 && html`<div class="lying"><${Tiles} kinds=${open} label=${t("turned_up")} class="big" /></div>`}
    ${view.shown.length > 0 && html`<div class="lying"><small>${t("shown")}</small><${Tiles} kinds=${view.shown} label=${t("shown")} /></div>`} ${middle}
  </div>`;
}
