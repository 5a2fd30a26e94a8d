/** How this browser likes the page. */

import { html, useEffect } from "./html.js";
import { Links } from "./lobby.js";
import { like, likes } from "./state.js";
import { Tiles } from "./tiles.js";
import "./words-later.js";
import { t } from "./words.js";

/** @type {[import("./state.js").Likes extends infer L ? keyof L : never, string[]][]} */
const CHOICES = [
  ["lang", ["zh", "en"]],
  ["theme", ["auto", "light", "dark"]],
  ["tiles", ["regular", "black"]],
  ["discard", ["auto", "one", "two", "drag"]],
  ["speech", ["off", "calls", "all"]],
  ["motion", ["auto", "off"]],
];

export default function Settings() {
  useEffect(() => {
    document.title = `${t("settings")} · ${t("title")}`;
  });
  return html`<main class="page" id="main">
    <h1>${t("settings")}</h1>
    <form class="create">
      ${CHOICES.map(([name, values]) => html`<fieldset class="chips" key=${name}><legend>${t(`set_${name}`)}</legend>
        ${values.map((value) => html`<label class="chip" key=${value}><input type="radio" name=${name} checked=${likes.value[name] === value} onChange=${() => like(name, /** @type {any} */ (value))} /><span>${t(`${name}_${value}`)}</span></label>`)}
      </fieldset>`)}
      <label class="field check"><input type="checkbox" checked=${likes.value.sound} onChange=${(/** @type {any} */ event) => like("sound", event.target.checked)} /><span>${t("set_sound")}</span></label>
      <p><${Tiles} kinds=${[0, 4, 9, 13, 18, 22, 27, 31, 33]} /></p>
    </form>
    <a href="/">${t("lobby")}</a>
    <${Links} here="/settings" />
  </main>`;
}
