/**
 * A finished hand looked through: each decision of a seat, with what it held, beside the best one, the dearest first. The server has a bot weigh them, which
 * takes a while.
 *
 * @import { MeldView, Said } from "./protocol.js"
 */

import { ask } from "./api.js";
import { css, html, useEffect, useSignal } from "./html.js";
import { decimal } from "./figures.js";
import { botName } from "./levels.js";
import { Meld, Tiles, laidOut } from "./tiles.js";
import "./words-later.js";
import { said, t } from "./words.js";

/**
 * @typedef {{ verb: string, tiles: number[], said: Said, worth: number }} Worth
 * @typedef {{ number: number, at: number, asked: string, tile: number | null, hand: number[], drawn: number | null, melds: MeldView[], of: number, own: Worth, best: Worth, lost: number, why: Said }} Decision
 * @typedef {{ seat: number, bot: string, lost: number, agreed: number, decisions: Decision[] }} Reviewed - as server/api/replays.py has it
 */

/**
 * `go`: where the replay is at hand, it goes to where so many events have happened; else each decision is a link there. `here`: where it is.
 * @param {{ record: string, seat: number, go?: (at: number) => void, here?: (at: number) => boolean }} props
 */
export function Review({ record, seat, go, here }) {
  const found = useSignal(/** @type {Reviewed | null} */ (null));
  const wrong = useSignal("");
  const tries = useSignal(0);
  useEffect(() => {
    let on = true;
    found.value = null;
    wrong.value = "";
    ask(`records/${record}/review?seat=${seat}`).then(
      (answer) => on && (found.value = answer),
      (error) => on && (wrong.value = error.message),
    );
    return () => {
      on = false;
    };
  }, [record, seat, tries.value]);
  if (wrong.value) return html`<p class="wrong" role="alert">${wrong.value} <button onClick=${() => (tries.value += 1)}>${t("again")}</button></p>`;
  if (!found.value) return html`<p class="dim" role="status">${t("reviewing")}</p>`;
  const { decisions, agreed, lost, bot } = found.value;
  if (!decisions.length) return html`<p class="dim" role="status">${t("review_none")}</p>`;
  const worse = decisions.slice(0, decisions.length - agreed); // the largest difference comes first
  return html`<p role="status">${t("review_sum", agreed, decisions.length, Math.round((100 * agreed) / decisions.length), decimal(lost))}</p>
    <p class="dim">${t("review_by", botName(bot))}</p>
    <ol class="review">${worse.map((one) => html`<li key=${one.number}><${Entry} one=${one} seat=${seat} link=${`/replay/${record}?seat=${seat}&event=${one.at}&tab=review`} go=${go} here=${here} /></li>`)}</ol>`;
}

/** @param {{ one: Decision, seat: number, link: string, go?: (at: number) => void, here?: (at: number) => boolean }} props */
function Entry({ one, seat, link, go, here }) {
  const inside = html`<span class="lost">−${decimal(one.lost)}</span>
    <span><${Move} answer=${one.own} /> <span aria-hidden="true">→</span><span class="unseen">${t("better")}</span> <${Move} answer=${one.best} /></span>
    <${Held} one=${one} seat=${seat} />
    <small class="dim">${said(one.why)}</small>`;
  const current = here?.(one.at);
  if (go) return html`<button class=${css("judged", current && "current")} aria-current=${current ? "step" : undefined} onClick=${() => go(one.at)}>${inside}</button>`;
  return html`<a class="judged" href=${link} target="_blank">${inside}</a>`;
}

/** An answer, in words and in the tiles it is about. @param {{ answer: Worth }} props */
const Move = ({ answer: { tiles, said: words } }) => html`<b>${said(words)}</b>${tiles.length > 0 && html` <span aria-hidden="true"><${Tiles} kinds=${tiles} /></span>`}`;

/** What the seat held: its tiles, the one just drawn apart, its melds, and what it was offered. @param {{ one: Decision, seat: number }} props */
function Held({ one: { hand, drawn, melds, tile }, seat }) {
  const { kinds, apart } = laidOut(hand, drawn);
  return html`<span class="laid">
    <${Tiles} kinds=${apart ? kinds.slice(0, -1) : kinds} label=${t("hand")} />
    ${apart && html`<${Tiles} kinds=${kinds.slice(-1)} label=${t("just_drawn")} />`}
    ${melds.map((meld, n) => html`<${Meld} key=${n} meld=${meld} seat=${seat} />`)}
    ${tile !== null && html`<${Tiles} kinds=${[tile]} label=${t("offered")} class="offered" mark=${() => "newest"} />`}
  </span>`;
}
