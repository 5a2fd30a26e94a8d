/**
 * Parts of the page that come when they are first needed. What is asked for over the network is asked for again until it is there: after a pause, and
 * at once when the network is back. All files of a module are fetched before it is run, as a browser may hold on to an import that failed or hangs.
 *
 * @import { Signal } from "./vendor/signals.js"
 */

import { html, signal, useEffect } from "./html.js";
import { t } from "./words.js";

const FIRST = 500; // milliseconds before the second try; twice as long each time
const LONGEST = 8000;
const PATIENCE = 10_000; // with a try that hangs; longer each time
const IMPORTS = /^(?:import|export|\})[^"\n]*"(\.[^"\n]+\.js)"/gm;
const RENEWED = "paiju-renewed";

/** @typedef {{ trouble: Signal<string>, again: () => void }} Tries - trouble: why it is not there yet, "gone" if it never will be */
/** @typedef {Tries & { module: Signal<any>, there: Promise<any> }} Part */

/** What is still being tried. @type {Set<Tries>} */
const tried = new Set();

/**
 * Does something over the network until it succeeds.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} what
 * @returns {Tries & { there: Promise<T> }} `there` never fails
 */
export function insist(what) {
  let attempt = new AbortController();
  const tries = { trouble: signal(""), again: () => attempt.abort() };
  const until = async () => {
    tried.add(tries);
    for (let pause = FIRST, patience = PATIENCE; ; pause = Math.min(2 * pause, LONGEST), patience += PATIENCE) {
      const { signal } = (attempt = new AbortController());
      const hangs = setTimeout(tries.again, patience);
      try {
        const found = await what(signal);
        tried.delete(tries);
        return found;
      } catch (error) {
        tries.trouble.value = /** @type {any} */ (error).status === 404 ? "gone" : "lost";
      } finally {
        clearTimeout(hangs);
      }
      await new Promise((done) => {
        if (signal.aborted) return done(null);
        signal.onabort = done;
        setTimeout(done, pause);
      });
    }
  };
  return { ...tries, there: until() };
}

/** The network is back: what hangs or pauses is tried at once. */
export const hurry = () => tried.forEach(({ again }) => again());
globalThis.addEventListener?.("online", hurry);

/** Where the files are that need no fetching any more. @type {Set<string>} */
let here = new Set([...(globalThis.document?.querySelectorAll("link[rel=modulepreload]") ?? [])].map((link) => /** @type {HTMLLinkElement} */ (link).href));

/** @param {string} url @param {AbortSignal} signal @param {Set<string>} seen */
async function gather(url, signal, seen) {
  if (seen.has(url)) return;
  seen.add(url);
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw answer;
  const text = await answer.text();
  if (url.endsWith(".js")) await Promise.all([...text.matchAll(IMPORTS)].map(([, path]) => gather(new URL(path, url).href, signal, seen)));
}

/** A file beside this one, and all it imports. @param {string} name @param {AbortSignal} signal */
async function fetched(name, signal) {
  const url = new URL(name, import.meta.url).href;
  const seen = new Set(here);
  await gather(url, signal, seen);
  here = new Set([...here, ...seen]);
  return url;
}

/** @type {Map<string, Signal<boolean>>} */
const sheets = new Map();

/** Whether a style sheet is in the page; it comes when that is asked. @param {string} name */
export function dressed(name) {
  const found = sheets.get(name);
  if (found) return found.value;
  const sheet = signal(false);
  sheets.set(name, sheet);
  insist((signal) => fetched(name, signal)).there.then((href) => {
    const done = () => {
      sheet.value = true;
    };
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: done }));
  });
  return sheet.value;
}

/** Runs a module that has come: what goes wrong now is its own fault. @param {string} url */
const run = (url) =>
  import(url).catch((error) => {
    console.error(error);
    throw error;
  });

/** @type {Map<string, Part>} */
const parts = new Map();

/** A module of the page, by name. @param {string} name @returns {Part} */
export function part(name) {
  const found = parts.get(name);
  if (found) return found;
  const module = signal(/** @type {any} */ (null));
  const made = { module, ...insist(async (signal) => (module.value = await run(await fetched(`./${name}.js`, signal)))) };
  parts.set(name, made);
  return made;
}

/** Loads the page anew, once from each page to another. @param {string} to */
export function renew(to) {
  const mark = `${import.meta.url} ${to}`;
  if (sessionStorage.getItem(RENEWED) === mark) return;
  sessionStorage.setItem(RENEWED, mark);
  location.reload();
}

/**
 * Shows a component of a module once it is there; meanwhile `wait`, and what is the matter.
 * @param {{ part: string, name?: string, wait?: any, [prop: string]: any }} props
 */
export function Later({ part: from, name = "default", wait = null, ...props }) {
  const { module, trouble, again } = part(from);
  const there = dressed("later.css") && module.value;
  const gone = !there && trouble.value === "gone";
  useEffect(() => {
    if (gone) renew("");
  }, [gone]);
  if (there) return html`<${there[name]} ...${props} />`;
  return html`<i class="coming" hidden /> ${wait} ${trouble.value && html`<p class="banner" role="alert">${t("unloaded")} <button onClick=${gone ? () => location.reload() : again}>${t("again")}</button></p>`}`;
}
