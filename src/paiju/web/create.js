/**
 * Opening a room: the form of a game's house rules, drawn from its declarations, and what the table itself goes by.
 *
 * @import { OptionSchema } from "./shapes.js"
 * @import { RoomRules } from "./protocol.js"
 */

import { askAsSomebody, gameOf, games, loadGames } from "./api.js";
import { html, useEffect, useSignal } from "./html.js";
import { Links } from "./lobby.js";
import { go } from "./route.js";
import "./words-later.js";
import { pick, said, t } from "./words.js";

/** @type {RoomRules} */
const FRESH = {
  variant: "changchun",
  preset: null,
  options: {},
  base_points: 1,
  coins: false,
  clock: { base: 15, bank: 20 },
  absent: "safe",
  claim_wait: true,
  watch: true,
  watch_delay: 60,
  hints: true,
  open: false,
};

const CLOCKS = [[0, 0], [60, 0], [30, 30], [15, 20], [8, 15]]; // prettier-ignore

/** The page. */
export default function Create() {
  const wrong = useSignal("");
  useEffect(() => {
    document.title = `${t("create")} · ${t("title")}`;
    loadGames().catch((error) => (wrong.value = error.message));
  }, []);
  const done = async (/** @type {RoomRules} */ rules) => {
    try {
      go(`/room/${(await askAsSomebody("rooms", { method: "POST", body: { rules } })).number}`, { replace: true });
    } catch (error) {
      wrong.value = /** @type {Error} */ (error).message;
    }
  };
  return html`<main class="page" id="main">
    <h1>${t("create")}</h1>
    ${games.value.length > 0 && html`<${RulesForm} rules=${FRESH} word=${t("create")} done=${done} cancel=${() => go("/")} />`}
    ${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}
    <${Links} />
  </main>`;
}

/** @param {{ rules: RoomRules, word: string, done: (rules: RoomRules) => void, cancel: () => void }} props */
export function RulesForm({ rules: first, word, done, cancel }) {
  const rules = useSignal(first);
  const set = (/** @type {Partial<RoomRules>} */ change) => (rules.value = { ...rules.value, ...change });
  const { variant, preset, options, clock } = rules.value;
  const game = gameOf(variant);
  if (!game) return null;
  const given = { ...game.presets.find((one) => one.name === preset)?.values, ...options };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    done(rules.value);
  };
  return html`<form class="create" onSubmit=${submit}>
    <fieldset class="chips"><legend>${t("game")}</legend>
      ${games.value.map((one) => html`<${Chip} key=${one.key} name="variant" label=${said(one)} on=${variant === one.key} pick=${() => set({ variant: one.key, preset: null, options: {} })} />`)}
    </fieldset>
    <p class="dim">${pick(game.about_zh, game.about_en)}</p>
    <fieldset class="chips"><legend>${t("preset")}</legend>
      ${game.presets.map((one) => html`<${Chip} key=${one.name} name="preset" label=${said(one)} on=${(preset ?? "text") === one.name} pick=${() => set({ preset: one.name === "text" ? null : one.name, options: {} })} />`)}
    </fieldset>
    <${Field} name="match_length" schema=${game.options.properties.match_length} value=${given.match_length} set=${(/** @type {any} */ value) => set({ options: { ...options, match_length: value } })} />
    <details>
      <summary>${t("house_rules")} <small class="dim">${t("changed", Object.keys(given).length)}</small></summary>
      <div class="options">
        ${Object.entries(game.options.properties).map(([name, schema]) => name !== "match_length" && html`<${Field} key=${variant + name} name=${name} schema=${schema} value=${given[name]} set=${(/** @type {any} */ value) => set({ options: { ...options, [name]: value } })} />`)}
      </div>
    </details>
    <details>
      <summary>${t("table_rules")}</summary>
      <div class="options">
        <${Count} label=${t("base_points")} note=${about(game.options.properties.base ? "base_points_also" : "base_points_about")} value=${rules.value.base_points} low=${1} high=${1000} set=${(/** @type {number} */ base_points) => set({ base_points })} />
        <${Pick} label=${t("clock")} note=${about("clock_about")} value=${`${clock.base},${clock.bank}`} choices=${CLOCKS.map(([base, bank]) => [`${base},${bank}`, clockWords(base, bank, "clock_pick")])} set=${(/** @type {string} */ one) => set({ clock: { base: Number(one.split(",")[0]), bank: Number(one.split(",")[1]) } })} />
        <${Pick} label=${t("absent")} note=${about(game.options.properties.escape_grace_seconds ? "absent_dear" : "absent_about")} value=${rules.value.absent} choices=${[["safe", t("absent_safe")], ["bot", t("absent_bot")]]} set=${(/** @type {"safe" | "bot"} */ absent) => set({ absent })} />
        ${game.options.properties.escape_grace_seconds && html`<${Check} label=${t("coins")} note=${about("coins_about")} value=${rules.value.coins} set=${(/** @type {boolean} */ coins) => set({ coins })} />`}
        <${Check} label=${t("hints")} note=${about("hints_about")} value=${rules.value.hints} set=${(/** @type {boolean} */ hints) => set({ hints })} />
        <${Check} label=${t("claim_wait")} note=${about("claim_wait_about")} value=${rules.value.claim_wait} set=${(/** @type {boolean} */ claim_wait) => set({ claim_wait })} />
        <${Check} label=${t("may_watch")} note=${about("may_watch_about")} value=${rules.value.watch} set=${(/** @type {boolean} */ watch) => set({ watch })} />
        ${rules.value.watch && html`<${Count} label=${t("watch_delay")} note=${about("watch_delay_about")} value=${rules.value.watch_delay} low=${0} high=${600} set=${(/** @type {number} */ watch_delay) => set({ watch_delay })} />`}
      </div>
    </details>
    <${Check} label=${t("listed")} note=${about("listed_about")} value=${rules.value.open} set=${(/** @type {boolean} */ open) => set({ open })} />
    <div class="bar"><button class="go big">${word}</button><button type="button" onClick=${cancel}>${t("cancel")}</button></div>
  </form>`;
}

/** One sentence that explains a setting. @param {string} key */
const about = (key) => html`<small class="dim">${t(key)}</small>`;

/** How long one may think. @param {number} base @param {number} bank @param {string} phrase - where there are both */
export const clockWords = (base, bank, phrase = "clock_is") => t(!base ? "clock_off" : bank ? phrase : "clock_only", base, bank);

/** One house rule. @param {{ name: string, schema: OptionSchema, value: any, set: (value: any) => void }} props */
export function Field({ name, schema, value = schema.default, set }) {
  const label = pick(schema["x-title-zh"], schema.title) ?? name;
  const about = pick(schema["x-description-zh"], schema.description);
  const labels = schema["x-labels"] ?? [];
  const note = html`<small class="dim">${about} <span class="clause">${schema["x-clause"]}</span></small>`;
  if (schema.type === "boolean") return html`<${Check} label=${label} note=${note} value=${value} set=${set} />`;
  if (schema.type === "integer") return html`<${Count} label=${label} note=${note} value=${value} low=${schema.minimum} high=${schema.maximum} set=${set} />`;
  if (schema.enum) {
    const choices = labels.map((one) => [JSON.stringify(one.value), said(one)]);
    return html`<${Pick} label=${label} note=${note} value=${JSON.stringify(value)} choices=${choices} set=${(/** @type {string} */ one) => set(JSON.parse(one))} />`;
  }
  const list = /** @type {any[]} */ (value ?? []);
  return html`<fieldset class="field"><legend>${label} ${note}</legend>
    ${labels.length
      ? labels.map((one) => html`<${Check} key=${one.value} label=${said(one)} value=${list.includes(one.value)} set=${(/** @type {boolean} */ on) => set(labels.map((two) => two.value).filter((two) => (two === one.value ? on : list.includes(two))))} />`)
      : list.map((one, n) => html`<${Count} key=${n} label=${String(n + 1)} value=${one} low=${schema.items?.minimum} high=${schema.items?.maximum} set=${(/** @type {number} */ to) => set(list.map((two, m) => (m === n ? to : two)))} />`)}
  </fieldset>`;
}

/** @param {{ name: string, label: string, on: boolean, pick: () => void }} props */
export const Chip = ({ name, label, on, pick: choose }) => html`<label class="chip"><input type="radio" name=${name} checked=${on} onChange=${choose} /><span>${label}</span></label>`;

/** @param {{ label: string, note?: any, value: boolean, set: (value: boolean) => void }} props */
const Check = ({ label, note, value, set }) => html`<label class="field check"><input type="checkbox" checked=${value} onChange=${(/** @type {any} */ event) => set(event.target.checked)} /><span>${label} ${note}</span></label>`;

/** @param {{ label: string, note?: any, value: number, low?: number, high?: number, set: (value: number) => void }} props */
const Count = ({ label, note, value, low, high, set }) => html`<label class="field"><span>${label} ${note}</span><input type="number" value=${value} min=${low} max=${high} required onChange=${(/** @type {any} */ event) => event.target.validity.valid && set(Number(event.target.value))} /></label>`;

/** @param {{ label: string, note?: any, value: string, choices: string[][], set: (value: string) => void }} props */
const Pick = ({ label, note, value, choices, set }) => html`<label class="field"><span>${label} ${note}</span><select onChange=${(/** @type {any} */ event) => set(event.target.value)}>
  ${choices.map(([one, word]) => html`<option key=${one} value=${one} selected=${one === value}>${word}</option>`)}</select></label>`;
