/** Parts of the page that are fetched when they are first shown. */

import { html, useEffect, useSignal } from "./html.js";
import { t } from "./words.js";

/** @type {Promise<unknown> | undefined} */
let styled;

/** The style of what is fetched later, once. */
const style = () =>
  (styled ??= new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL("./later.css", import.meta.url).href;
    link.onload = link.onerror = done;
    document.head.append(link);
  }));

/** Fetches something before it is shown. @param {(() => Promise<any>)[]} loads */
export const ahead = (loads) => Promise.all([style(), ...loads.map((load) => load())]).catch(() => {});

/**
 * Shows a component of a module once it is there. `load` imports the module, `name` is the component's.
 * @param {{ load: () => Promise<any>, name?: string, wait?: any, [prop: string]: any }} props
 */
export function Later({ load, name = "default", wait = null, ...props }) {
  const module = useSignal(/** @type {any} */ (null));
  const wrong = useSignal("");
  const fetch = () => {
    wrong.value = "";
    Promise.all([load(), style()]).then(([found]) => (module.value = found), (error) => (wrong.value = error.message));
  };
  useEffect(fetch, [load]);
  if (module.value) return html`<${module.value[name]} ...${props} />`;
  if (!wrong.value) return wait;
  return html`<div class="page center"><p role="alert">${t("failed", wrong.value)}</p><button onClick=${fetch}>${t("again")}</button></div>`;
}
