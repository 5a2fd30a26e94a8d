/**
 * A finished hand looked through: each decision of a seat beside the best one, the dearest first. The server has a bot weigh them, which takes a while.
 *
 * @import { Said } from "./protocol.js"
 */

import { ask } from "./api.js";
import { css, html, useEffect, useSignal } from "./html.js";
import { decimal } from "./figures.js";
import { botName } from "./levels.js";
import { Tile } from "./tiles.js";
import "./words-later.js";
import { said, t } from "./words.js";

/**
 * @typedef {{ verb: string, tiles: number[], said: Said, worth: number }} Worth
 * @typedef {{ number: number, at: number, asked: string, tile: number | null, of: number, own: Worth, best: Worth, lost: number, why: Said }} Decision
 * @typedef {{ seat: number, bot: string, lost: number, agreed: number, decisions: Decision[] }} Reviewed - as server/api/replays.py has it
 */

const LEAST = 0.05; // what is shown as a difference

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
  const worse = decisions.filter((one) => one.lost >= LEAST);
  return html`<p role="status">${t("review_sum", agreed, decisions.length, Math.round((100 * agreed) / decisions.length), decimal(lost))}</p>
    <p class="dim">${t("review_by", botName(bot))}</p>
    <ol class="review">${worse.map((one) => html`<li key=${one.number}><${Entry} one=${one} link=${`/replay/${record}?seat=${seat}&event=${one.at}&tab=review`} go=${go} here=${here} /></li>`)}</ol>`;
}

/** @param {{ one: Decision, link: string, go?: (at: number) => void, here?: (at: number) => boolean }} props */
function Entry({ one, link, go, here }) {
  const inside = html`<span class="lost">−${decimal(one.lost)}</span>
    <span><${Move} answer=${one.own} /> <span aria-hidden="true">→</span><span class="unseen">${t("better")}</span> <${Move} answer=${one.best} /></span>
    <small class="dim">${said(one.why)}</small>`;
  const current = here?.(one.at);
  if (go) return html`<button class=${css("judged", current && "current")} aria-current=${current ? "step" : undefined} onClick=${() => go(one.at)}>${inside}</button>`;
  return html`<a class="judged" href=${link} target="_blank">${inside}</a>`;
}

/** @param {{ answer: Worth }} props */
const Move = ({ answer: { verb, tiles, said: words } }) => html`<b>${said(words)}</b>${verb === "discard" && html` <${Tile} kind=${tiles[0]} name=${false} />`}`;
