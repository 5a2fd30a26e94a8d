/**
 * Building a hand by tapping: the tray it lies in, what a tap adds to, the tiles of the game.
 *
 * @import { GameInfo } from "./shapes.js"
 * @import { Claim, LaidMeld } from "./claim.js"
 */

import { ask } from "./api.js";
import { MOST_MELDS, due, fits, groupOf, meldOf, missing, offered, ruled, used, withAddition, withHand, withMeld, withTile, withoutMeld, withoutTile, wonOn } from "./claim.js";
import { Chip } from "./create.js";
import { css, html, useEffect, useRef, useSignal } from "./html.js";
import { textOf } from "./notation.js";
import { Meld, Tile } from "./tiles.js";
import { pick, t, tileName } from "./words.js";

const PAUSE = 300; // milliseconds without another letter before what is typed is read

/** What a tap on a tile is for. @typedef {string} Mode - "tile", "bird", or the kind of a meld */

/** @param {{ claim: Claim, game: GameInfo, set: (claim: Claim) => void, refuse: (why: string) => void }} props */
export function Build({ claim, game, set, refuse }) {
  const mode = useSignal(/** @type {Mode} */ ("tile"));
  const choosing = useSignal(false); // the next concealed tile that is tapped becomes the winning one
  const may = offered(claim, game);
  const birds = may.birds > 0 ? ["bird"] : [];
  const kinds = claim.by === "opening" ? [] : game.melds;
  const now = mode.value === "tile" || kinds.includes(mode.value) || birds.includes(mode.value) ? mode.value : "tile";
  const left = missing(claim);
  const dragons = Boolean(ruled(claim, game, "dragon_chow"));

  /** What a tap on that tile would make; null: nothing. @param {number} kind @returns {Claim | null} */
  const after = (kind) => {
    if (now === "bird") return claim.birds.length < may.birds ? { ...claim, birds: [...claim.birds, kind] } : null;
    if (now !== "tile") {
      const meld = now === "chow" && kind === 31 && !dragons ? null : meldOf(now, kind, Number(ruled(claim, game, "winds_kong_size") ?? 4));
      return fits(claim, meld) ? withMeld(claim, meld) : null;
    }
    const next = withTile(claim, kind);
    return next === claim ? null : next;
  };
  const tap = (/** @type {number} */ kind) => {
    const next = after(kind);
    if (!next) return;
    set(next);
    if (now !== "bird" || next.birds.length >= may.birds) mode.value = "tile";
  };
  const touch = (/** @type {number} */ n) => {
    set(choosing.value ? wonOn(claim, n) : withoutTile(claim, n));
    choosing.value = false;
  };
  const words = { tile: t("to_hand"), bird: t("birds") };
  return html`<section class="card build" aria-labelledby="hand"><h2 id="hand">${t("the_hand")}</h2>
    <div class="tray">
      <div class="row" role="group" aria-label=${t("concealed")}>
        ${claim.hand.map((kind, n) => html`<button key=${n} class=${css("pick", choosing.value && "choosing")} aria-label=${t(choosing.value ? "win_on" : "remove", tileName(kind))} onClick=${() => touch(n)}><${Tile} kind=${kind} name=${false} /></button>`)}
        ${Array.from({ length: Math.max(0, due(claim) - claim.hand.length) }, (_, n) => html`<span key=${`gap${n}`} class="gap" />`)}
        ${claim.by !== "opening" &&
        html`<span class="winning"><small>${t("winning_tile")}</small>${claim.tile === null ? html`<span class="gap" />` : html`<button class="pick" aria-label=${`${t("winning_tile")}${t("colon")}${t("remove", tileName(claim.tile))}`} onClick=${() => set({ ...claim, tile: null })}><${Tile} kind=${claim.tile} name=${false} class="newest" /></button>`}</span>`}
      </div>
      ${claim.melds.length > 0 &&
      html`<div class="laid" role="group" aria-label=${t("melds")}>
        ${claim.melds.map((meld, n) => html`<span class="built" key=${n}>
          <button class="pick" aria-label=${t("remove", `${t(`meld_${meld.kind}`)} ${tileName(meld.tiles[0])}`)} onClick=${() => set(withoutMeld(claim, n))}><${Meld} meld=${{ ...meld, source: null }} seat=${0} /></button>
          <${Additions} claim=${claim} meld=${meld} n=${n} wild=${Boolean(ruled(claim, game, "bamboo_one_is_wild"))} set=${set} />
        </span>`)}
      </div>`}
      ${may.birds > 0 &&
      claim.birds.length > 0 &&
      html`<div class="row" role="group" aria-label=${t("birds")}><b>${t("birds")}</b>
        ${claim.birds.slice(0, may.birds).map((kind, n) => html`<button key=${n} class="pick" aria-label=${t("remove", tileName(kind))} onClick=${() => set({ ...claim, birds: claim.birds.filter((_, place) => place !== n) })}><${Tile} kind=${kind} name=${false} /></button>`)}
      </div>`}
      <div class="bar">
        <span class="dim" role="status">${left > 0 ? t("tiles_missing", left) : left < 0 ? t("tiles_too_many", -left) : t("tiles_enough")}</span>
        ${claim.tile !== null && claim.hand.length > 0 && html`<button type="button" aria-pressed=${choosing.value} onClick=${() => (choosing.value = !choosing.value)}>${t(choosing.value ? "choose_winning" : "change_winning")}</button>`}
        ${(claim.hand.length > 0 || claim.melds.length > 0) && html`<button type="button" onClick=${() => set({ ...claim, hand: [], melds: [], tile: null, birds: [] })}>${t("clear")}</button>`}
      </div>
    </div>
    <fieldset class="chips modes"><legend>${t("tap_for")}</legend>
      ${["tile", ...(claim.melds.length < MOST_MELDS ? kinds : []), ...birds].map((name) => html`<${Chip} key=${name} name="mode" label=${words[/** @type {"tile"} */ (name)] ?? t(`meld_${name}`)} on=${now === name} pick=${() => (mode.value = name)} />`)}
    </fieldset>
    <${Palette} kinds=${game.kinds} left=${(/** @type {number} */ kind) => 4 - used(claim, kind)} may=${(/** @type {number} */ kind) => after(kind) !== null} tap=${tap} />
    <${Typed} claim=${claim} set=${set} refuse=${refuse} />
  </section>`;
}

/**
 * The hand as text, in either notation, melds in brackets. The server reads it, so it knows what docs/notation.md says.
 * @param {{ claim: Claim, set: (claim: Claim) => void, refuse: (why: string) => void }} props
 */
function Typed({ claim, set, refuse }) {
  const draft = useSignal(/** @type {string | null} */ (null)); // while it is being typed, and as long as it is no hand
  const latest = useRef(claim);
  const own = useRef(/** @type {Claim | null} */ (null)); // what was made of it
  latest.current = claim;
  const read = async () => {
    const text = draft.value;
    if (text === null) return false;
    const found = await ask("hand", { method: "POST", body: { text } }).catch((error) => ({ wrong: error.message }));
    if (draft.value !== text) return false; // it goes on, or tiles were tapped meanwhile
    if ("wrong" in found) refuse(found.wrong);
    else set((own.current = withHand(latest.current, found)));
    return !("wrong" in found);
  };
  useEffect(() => {
    const later = setTimeout(read, PAUSE);
    return () => clearTimeout(later);
  }, [draft.value]);
  useEffect(() => {
    if (claim !== own.current) draft.value = null;
  }, [claim]);
  const leave = async () => {
    if (await read()) draft.value = null;
  };
  const melds = claim.melds.map(({ kind, tiles }) => ` [${pick(t(`meld_${kind}`), kind)} ${textOf(tiles)}]`).join("");
  const text = textOf(claim.hand) + (claim.tile === null ? "" : textOf([claim.tile])) + melds;
  return html`<label class="typed"><span class="dim">${t("as_text")}</span> <input value=${draft.value ?? text} spellcheck="false" autocapitalize="off" autocomplete="off" maxlength="400" placeholder=${t("as_text_example")} onInput=${(/** @type {any} */ event) => (draft.value = event.target.value)} onBlur=${leave} /></label>`;
}

/** What may be added to a special kong. @param {{ claim: Claim, meld: LaidMeld, n: number, wild: boolean, set: (claim: Claim) => void }} props */
function Additions({ claim, meld, n, wild, set }) {
  const group = groupOf(meld.kind);
  if (!group.length) return null;
  const more = [...new Set([...group, ...(wild ? [18] : [])])].filter((kind) => used(claim, kind) < 4);
  return html`<label class="adding"><span class="unseen">${t("add_to", t(`meld_${meld.kind}`))}</span>
    <select value="" onChange=${(/** @type {any} */ event) => event.target.value && set(withAddition(claim, n, Number(event.target.value)))}>
      <option value="" selected>＋</option>
      ${more.map((kind) => html`<option key=${kind} value=${kind}>${tileName(kind)}</option>`)}
    </select></label>`;
}

/**
 * All tiles of the game, to tap; by keyboard one stop, then arrows.
 * @param {{ kinds: number[], left: (kind: number) => number, may: (kind: number) => boolean, tap: (kind: number) => void }} props
 */
function Palette({ kinds, left, may, tap }) {
  const focus = useSignal(kinds[0]);
  const rows = [0, 9, 18, 27].map((from) => kinds.filter((kind) => kind >= from && kind < from + 9)).filter((row) => row.length);
  const move = (/** @type {KeyboardEvent} */ event) => {
    const by = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9 })[event.key];
    if (!by) return;
    const to = [by, by - Math.sign(by), by - 2 * Math.sign(by)].map((step) => focus.value + step).find((kind) => kinds.includes(kind) && kind !== focus.value);
    event.preventDefault();
    if (to === undefined) return;
    focus.value = to;
    /** @type {HTMLElement | null} */ (document.querySelector(`.palette [data-kind="${to}"]`))?.focus();
  };
  return html`<div class="palette" role="group" aria-label=${t("all_tiles")} onKeyDown=${move}>
    ${rows.map((row, n) => html`<div key=${n}>${row.map((kind) => {
      const some = left(kind);
      return html`<button key=${kind} type="button" class="pick" data-kind=${kind} tabindex=${kind === focus.value ? 0 : -1} aria-disabled=${!may(kind)} aria-label=${`${tileName(kind)}${t("comma")}${t("unseen", some)}`} onFocus=${() => (focus.value = kind)} onClick=${() => tap(kind)}>
        <${Tile} kind=${kind} name=${false} />${some < 4 && html`<small aria-hidden="true">${some}</small>`}</button>`;
    })}</div>`)}
  </div>`;
}
