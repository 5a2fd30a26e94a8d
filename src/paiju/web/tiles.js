/**
 * Tiles, hands and melds as they are shown everywhere. A tile is a number: 0-26 the suits m p s, 27-33 east to red.
 *
 * @import { MeldView } from "./protocol.js"
 */

import { css, html } from "./html.js";
import { insist } from "./later.js";
import { t, tileName, tileNames } from "./words.js";

/** The name of a kind in the sprite and in notation turned round: `m5`, `z1`. @param {number} kind */
export const symbol = (kind) => "mpsz"[Math.floor(kind / 9)] + ((kind % 9) + 1);

/** Puts the sprite into the document, so that every face is there at once and none flickers. */
export async function loadSprite() {
  const text = await insist(async (signal) => (await fetch(new URL("./tiles.svg", import.meta.url), { signal })).text()).there;
  const sprite = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.prepend(sprite);
}

/** @param {number | null} kind */
const face = (kind) => html`<svg viewBox="0 0 300 400" aria-hidden="true"><use href=${`#${kind === null ? "back" : symbol(kind)}`} /></svg>`;

/**
 * One tile; its back where the kind is null. `class` adds to how it looks; without `name` it is not read out, where a list around it is.
 * @param {{ kind: number | null, class?: string, name?: boolean }} props
 */
export function Tile({ kind, class: more, name = true }) {
  const read = name ? { role: "img", "aria-label": kind === null ? t("hidden_tile") : tileName(kind) } : { "aria-hidden": "true" };
  return html`<span class=${css("tile", kind === null && "back", more)} ...${read}>${face(kind)}</span>`;
}

/**
 * Tiles in a row, read out as one list. `from`: an arrow shows the side they were taken from.
 * @param {{ kinds: readonly (number | null)[], label?: string, class?: string, from?: string, mark?: (n: number) => string | false }} props
 */
export function Tiles({ kinds, label = "", class: more, from, mark }) {
  const read = kinds.every((kind) => kind === null) ? t("hidden_tiles", kinds.length) : tileNames(kinds.map((kind) => kind ?? -1));
  return html`<span class=${css("tiles", more)} data-from=${from} role="img" aria-label=${label ? `${label}${t("colon")}${read || t("none")}` : read}>
    ${kinds.map((kind, n) => html`<${Tile} key=${n} kind=${kind} class=${mark?.(n) || ""} name=${false} />`)}
  </span>`;
}

const SIDES = ["", "right", "top", "left"];

/**
 * A meld of one seat; an arrow shows whose the claimed tile was, a hidden kong lies face down.
 * @param {{ meld: MeldView, seat: number }} props
 */
export function Meld({ meld, seat }) {
  const { kind, tiles, source } = meld;
  const word = t(`meld_${kind}`);
  if (!tiles.length) return html`<${Tiles} kinds=${[null, null, null, null]} label=${word} class="meld" />`;
  if (kind === "concealed_kong") return html`<${Tiles} kinds=${[null, tiles[0], tiles[0], null]} label=${`${word} ${tileName(tiles[0])}`} class="meld" />`;
  return html`<${Tiles} kinds=${tiles} label=${word} class="meld" from=${source === null ? undefined : SIDES[(source - seat + 4) % 4]} />`;
}

/**
 * The own tiles as they are shown: in order, the one just drawn last and apart.
 * @param {readonly number[]} hand
 * @param {number | null} drawn
 */
export function laidOut(hand, drawn) {
  const kinds = [...hand].sort((a, b) => a - b);
  const at = drawn !== null && kinds.length % 3 === 2 ? kinds.lastIndexOf(drawn) : -1;
  if (at >= 0) kinds.push(...kinds.splice(at, 1));
  return { kinds, apart: at >= 0 };
}
