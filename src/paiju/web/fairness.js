/** What is done so that nobody chooses the wall, and the check of a record, step by step, in this very browser. */

import { Failure, gameName, loadGames } from "./api.js";
import { checksOf, lineIn, recordIn } from "./checking.js";
import { css, html, useEffect, useMemo, useRef, useSignal } from "./html.js";
import { Screen } from "./screen.js";
import { allHeard, heard } from "./told.js";
import { lang, said, t } from "./words.js";

/**
 * @typedef {import("./checking.js").Check} Check
 * @typedef {{ checks: Check[], id: string, here: boolean }} Found - here: this browser was there
 */

export default function Fairness() {
  const asked = useMemo(() => new URLSearchParams(location.search).get("record") ?? "", []); // of a hand, which comes first then
  const text = useSignal(asked);
  const found = useSignal(/** @type {Found | null} */ (null));
  const wrong = useSignal("");
  const busy = useSignal(false);
  const result = useRef(/** @type {HTMLElement | null} */ (null));
  const check = async () => {
    busy.value = true;
    wrong.value = "";
    found.value = null;
    try {
      found.value = await checked(text.value);
    } catch (error) {
      wrong.value = /** @type {Error} */ (error).message;
    }
    busy.value = false;
    result.current?.scrollIntoView({ block: "nearest" });
  };
  useEffect(() => {
    loadGames().catch(() => {});
    if (text.value) check();
  }, []);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    check();
  };
  const pick = (/** @type {string} */ id) => {
    text.value = id;
    check();
  };
  const steps = html`<section aria-labelledby="steps"><h2 id="steps">${t("fair_steps")}</h2>
      <ol class="timeline">${STEPS.map((step) => html`<li key=${step}><b>${t(`fair_${step}`)}</b><span>${t(`fair_${step}_about`)}</span></li>`)}</ol>
    </section>`;
  return html`<${Screen} title=${t("fair")} here="/fair" about=${t("fair_about")}>
    ${!asked && steps}
    <section class="card" aria-labelledby="checking"><h2 id="checking">${t("fair_check")}</h2>
      <form class="checkform" onSubmit=${submit}>
        <label><span class="dim">${t("fair_what")}</span>
          <textarea rows="3" spellcheck="false" required value=${text.value} onInput=${(/** @type {any} */ event) => (text.value = event.target.value)}></textarea></label>
        <div class="bar"><button class="go big" disabled=${busy.value}>${t(busy.value ? "fair_checking" : "fair_do")}</button></div>
      </form>
      <div ref=${result} aria-live="polite">
        ${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}
        ${found.value && html`<${Verdict} found=${found.value} />`}
      </div>
      <${Mine} pick=${pick} />
    </section>
    ${asked && steps}
    <section class="pair">
      <div><h2>${t("fair_proves")}</h2><ul class="points">${[1, 2, 3].map((n) => html`<li key=${n}>${t(`fair_proves_${n}`)}</li>`)}</ul></div>
      <div><h2>${t("fair_not")}</h2><ul class="points">${[1, 2, 3, 4].map((n) => html`<li key=${n}>${t(`fair_not_${n}`)}</li>`)}</ul></div>
    </section>
    <p class="dim">${t("fair_more")}</p>
  </${Screen}>`;
}

const STEPS = ["commit", "promise", "nonce", "deal", "play", "open"];

/**
 * Gets the record, and checks it.
 * @param {string} text - a link, an id, or the record itself
 * @returns {Promise<Found>}
 */
async function checked(text) {
  const line = lineIn(text) ?? (await lineOf(text));
  const record = parsed(line);
  const id = String(record.fair?.id ?? "").replace("/", "-");
  const own = heard(id, record.fair?.commitment);
  return { checks: checksOf(line, own), id, here: Boolean(own) };
}

/** The record's line as the server keeps it: its text, as seeds are longer than the numbers of JSON. @param {string} text */
async function lineOf(text) {
  const id = recordIn(text);
  if (!id) throw new Error(t("fair_no_record"));
  const answer = await fetch(`/api/records/${id}`).catch(() => {
    throw new Failure(0, t("offline"));
  });
  if (answer.ok) return answer.text();
  const failure = await answer.json().catch(() => null);
  throw new Error(answer.status === 404 ? t("no_record") : failure?.error ? said(failure.error) : t("failed", answer.status));
}

/** @param {string} line */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(t("fair_broken"));
  }
}

/** @param {{ found: Found }} props */
function Verdict({ found: { checks, id, here } }) {
  const failed = checks.filter((check) => check.ok === false).length;
  return html`<div class=${css("verdict", failed ? "no" : "yes")}><b>${t(failed ? "fair_wrong" : here ? "fair_right" : "fair_right_now")}</b>
      <p>${t(failed ? "fair_wrong_about" : here ? "fair_right_about" : "fair_right_now_about")}</p></div>
    <ol class="checks">${checks.map((check, n) => html`<${Step} key=${n} check=${check} />`)}</ol>
    ${id && html`<div class="bar"><a class="button" href=${`/replay/${id}`}>${t("replay")}</a></div>`}`;
}

/** @param {{ check: Check }} props */
function Step({ check: { name, ok, due, found, shown } }) {
  const sign = ok === null ? "–" : ok ? "✓" : "✗";
  return html`<li class=${css("check", ok === null ? "open" : ok ? "right" : "off")}>
    <span class="sign" role="img" aria-label=${t(ok === null ? "check_open" : ok ? "check_right" : "check_off")}>${sign}</span>
    <div><b>${t(name)}</b> <span class="dim">${t(`${name}_about`)}</span>
      ${ok === false && due !== undefined && html`<p class="values"><span>${t("check_due")}</span> <code>${due || t("none")}</code></p>`}
      ${ok === false && found !== undefined && html`<p class="values"><span>${t("check_found")}</span> <code>${found || t("none")}</code></p>`}
      ${ok !== false && shown && html`<details><summary>${t("check_value")}</summary><code>${shown}</code></details>`}
    </div></li>`;
}

/** The hands this browser has been told of, the latest first. @param {{ pick: (id: string) => void }} props */
function Mine({ pick }) {
  const all = allHeard().filter((one) => one.id && one.root).reverse().slice(0, 12);
  if (!all.length) return html`<p class="dim">${t("fair_none_heard")}</p>`;
  const when = (/** @type {number} */ at) => new Date(at).toLocaleString(lang() === "zh" ? "zh-CN" : "en", { dateStyle: "short", timeStyle: "short" });
  return html`<h3>${t("fair_heard")}</h3>
    <ul class="hands">${all.map((one) => html`<li key=${one.id}><button type="button" onClick=${() => pick(one.id.replace("/", "-"))}>${one.variant && gameName(one.variant)} ${t("hand_no", one.hand + 1)} <small class="dim">${when(one.at)}</small></button></li>`)}</ul>`;
}
