/** The page: who is here, which screen is shown. The lobby and the table come with it, every other screen when it is asked for. */

import { beSomebody } from "./api.js";
import { html, render, useEffect, useSignal } from "./html.js";
import { Later } from "./later.js";
import { Lobby } from "./lobby.js";
import { find, followLinks, path } from "./route.js";
import { dress } from "./state.js";
import { Table } from "./table.js";
import { loadSprite } from "./tiles.js";
import { t } from "./words.js";

/** A screen by its module, whose default export gets what stands in the path. @param {string} name */
const later = (name) => (/** @type {Record<string, string>} */ given) =>
  html`<${Later} key=${name} part=${name} wait=${html`<main class="page center" id="main"><p role="status">${t("loading")}</p></main>`} ...${given} />`;

/** @type {Record<string, (given: Record<string, string>) => any>} */
const ROUTES = {
  "/": () => html`<${Lobby} />`,
  "/room/:number": ({ number }) => html`<${Table} number=${number} key=${number} />`,
  "/create": later("create"),
  "/settings": later("settings"),
  "/account": later("account"),
  "/replay/:id": later("replay"),
  "/calculator": later("calculator"),
  "/rules": later("rules"),
  "/rules/:game": later("rules"),
  "/games": later("games"),
  "/me": later("me"),
  "/player/:id": later("me"),
  "/leaders": later("leaders"),
  "/fair": later("fairness"),
};

function App() {
  const wrong = useSignal("");
  const enter = () => {
    wrong.value = "";
    beSomebody().catch((error) => (wrong.value = error.message));
  };
  useEffect(enter, []);
  const found = find(ROUTES, path.value);
  return html`<a class="skip" href="#main">${t("skip")}</a>
    ${wrong.value && html`<p class="banner" role="alert">${wrong.value} <button onClick=${enter}>${t("again")}</button></p>`}
    ${found ? found.page(found.given) : html`<main class="page center" id="main"><h1>${t("missing")}</h1><a class="button" href="/">${t("lobby")}</a></main>`}`;
}

dress();
followLinks();
loadSprite();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
