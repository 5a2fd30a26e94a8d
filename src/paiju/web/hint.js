/**
 * The hint: what each discard leaves and risks, the best first and why, bigger wins in reach, and what a claim or a kong would change. All of it is the server's word.
 *
 * @import { Game } from "./game.js"
 * @import { Advice, Advised } from "./protocol.js"
 */

import { html, useEffect, useSignal } from "./html.js";
import { Tile } from "./tiles.js";
import "./words-later.js";
import { said, t } from "./words.js";

/** @typedef {import("./panels.js").Show} Show */

/** @param {{ game: Game, show: Show }} props */
export function Hint({ game, show }) {
  const told = useSignal(/** @type {Advised | null} */ (null));
  const { view, question } = game.known.value;
  useEffect(() => {
    game.do({ do: "hint" }).then((reply) => reply?.type === "advised" && (told.value = reply));
  }, [view, question?.id]);
  if (!told.value) return html`<p class="dim" role="status">…</p>`;
  const { advice, routes, note } = told.value;
  const discards = advice.filter(({ verb }) => verb === "discard");
  const near = discards.filter(({ distance }) => distance === discards[0].distance);
  const far = discards.slice(near.length);
  return html`<p class="best" role="status">${said(told.value.said)}</p>
    ${routes.map((route) => html`<p class="dim" key=${route.en}>${said(route)}</p>`)}
    ${advice.filter(({ verb }) => !verb).map((one) => html`<${Helps} advice=${one} />`)}
    <ol class="advice">${near.map((one) => html`<${Discard} key=${one.tiles[0]} advice=${one} />`)}</ol>
    ${far.length > 0 && html`<details><summary>${t("hint_far", far.length)}</summary><ol class="advice">${far.map((one) => html`<${Discard} key=${one.tiles[0]} advice=${one} />`)}</ol></details>`}
    ${advice
      .filter(({ verb }) => verb && verb !== "discard")
      .map((one) => html`<section class="lead" key=${one.verb + one.tiles}><h3>${said(one.said)}</h3><${Helps} advice=${one} /></section>`)}
    ${note && html`<p class="dim">${said(note)}</p>`}
    <p class="dim">${t("hint_counts")}</p>
    <p class="bar"><button onClick=${() => show("waits")}>${t("waits")}</button><button onClick=${() => show("why")}>${t("why")}</button></p>`;
}

/** @param {{ advice: Advice }} props */
const Discard = ({ advice }) => html`<li><${Tile} kind=${advice.tiles[0]} /><div><b>${said(advice.said)}</b><${Helps} advice=${advice} /></div></li>`;

/** The tiles that help with how many of each may still come; those that win with what they bring. @param {{ advice: Advice }} props */
const Helps = ({ advice: { helps, brings } }) => html`${helps.length > 0 &&
html`<ul class="helps">
  ${helps.map(([kind, left], n) => html`<li key=${kind}><${Tile} kind=${kind} /><span>×${left}</span>${brings[n] && html`<small>${t("brings", ...brings[n])}</small>`}</li>`)}
</ul>`}`;
