/** What the screens beside lobby and table have in common: the frame, the choice of a game, links to copy, what is shown while and when not. */

import { games, loadGames, titleOf } from "./api.js";
import { css, html, useEffect, useRef, useSignal } from "./html.js";
import { dressed } from "./later.js";
import { Links, SHOWN } from "./lobby.js";
import { Tiles } from "./tiles.js";
import "./words-later.js";
import "./words-screens.js";
import { t } from "./words.js";

/** Where the page was opened: there the reader begins at the top by himself, elsewhere at the heading. */
let opened = performance.getEntriesByType("navigation")[0]?.name ?? "";

/** Whether the style of these screens is there. */
export const useDress = () => dressed("screens.css");

/**
 * A page with its heading, and the way to the others.
 * @param {{ title: string, here?: string, about?: any, class?: string, children?: any }} props
 */
export function Screen({ title, here, about, class: more, children }) {
  const ready = useDress();
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    document.title = `${title} · ${t("title")}`;
  }, [title]);
  useEffect(() => {
    if (!ready) return;
    if (opened.split(/[?#]/)[0] !== location.origin + location.pathname) heading.current?.focus({ preventScroll: true });
    opened = "";
  }, [ready]);
  if (!ready) return html`<main class="page center" id="main"><p role="status">${t("loading")}</p></main>`;
  return html`<main class=${css("page", "screen", more)} id="main">
    <header class="head">
      <a class="backlink" href="/"><span aria-hidden="true">‹</span> ${t("lobby")}</a>
      <h1 tabindex="-1" ref=${heading}>${title}</h1>
      ${about && html`<p class="dim">${about}</p>`}
    </header>
    ${children}
    <${Links} here=${here} />
  </main>`;
}

/** The choice of a game. @param {{ value: string, pick: (key: string) => void }} props */
export const GameChips = ({ value, pick }) => html`<fieldset class="chips"><legend class="unseen">${t("game")}</legend>
  ${games.value.map(({ key }) => html`<label class="chip" key=${key}><input type="radio" name="game" checked=${key === value} onChange=${() => pick(key)} /><span>${shortName(key)}</span></label>`)}
</fieldset>`;

/** A game's city. @param {string} key */
export const shortName = (key) => titleOf(key).replace(/麻将$/, "");

/**
 * Asks for something, and again on demand; shows its failure. `wanted` names it: another one is asked for anew.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {any[]} wanted
 */
export function useAnswer(ask, wanted) {
  const found = useSignal(/** @type {T | null} */ (null));
  const wrong = useSignal("");
  const count = useSignal(0);
  useEffect(() => {
    let on = true;
    found.value = null;
    wrong.value = "";
    Promise.all([ask(), loadGames()]).then(
      ([answer]) => on && (found.value = answer),
      (error) => on && (wrong.value = error.message),
    );
    return () => {
      on = false;
    };
  }, [...wanted, count.value]);
  return { found: found.value, wrong: wrong.value, again: () => (count.value += 1) };
}

/** What stands where something is asked for, or did not come. @param {{ wrong: string, again: () => void }} props */
export function Waiting({ wrong, again }) {
  if (!wrong) return html`<p class="dim" role="status">${t("loading")}</p>`;
  return html`<div class="card wronged" role="alert"><p>${wrong}</p><div class="bar"><button onClick=${again}>${t("again")}</button></div></div>`;
}

/** What stands where there is nothing yet: why, and what would change that. @param {{ words: string, children?: any }} props */
export const Empty = ({ words, children }) => html`<div class="card empty">
  <${Tiles} class="ghosts" kinds=${[null, null, null]} label="" />
  <p>${words}</p>
  ${children && html`<div class="bar">${children}</div>`}
</div>`;

/** A button that puts a link into the clipboard. @param {{ link: () => string, word?: string }} props */
export function CopyLink({ link, word = t("copy_link") }) {
  const done = useSignal("");
  useEffect(() => {
    if (!done.value) return;
    const off = setTimeout(() => (done.value = ""), 4000);
    return () => clearTimeout(off);
  }, [done.value]);
  const copy = async () => {
    const text = new URL(link(), location.href).href;
    try {
      await navigator.clipboard.writeText(text);
      done.value = "copied";
    } catch {
      done.value = copied(text) ? "copied" : "copy_failed"; // a page without https has no clipboard of the new kind
    }
  };
  return html`<button type="button" onClick=${copy}>${word}</button><span class="dim" role="status">${done.value && t(done.value)}</span>`;
}

/** @param {string} text */
function copied(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/** The tiles that stand for a game. @param {string} key */
export const tilesOf = (key) => SHOWN[key] ?? [];
