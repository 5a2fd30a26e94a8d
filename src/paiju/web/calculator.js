/**
 * The calculator: a hand built by tapping, the circumstances of the win, and at once whether it wins, for what and who pays. The server answers;
 * nothing is worked out here.
 *
 * @import { GameInfo } from "./shapes.js"
 * @import { Claim } from "./claim.js"
 */

import { ask, gameOf, games, loadGames } from "./api.js";
import { Build } from "./building.js";
import { claimFrom, claimOf, fresh, linkOf, missing, offered, requestOf, ruled } from "./claim.js";
import { Chip, Field } from "./create.js";
import { EXAMPLES } from "./examples.js";
import { css, html, useEffect, useMemo, useSignal } from "./html.js";
import { groups } from "./result.js";
import { CopyLink, GameChips, Screen, Waiting } from "./screen.js";
import { Meld, Tiles } from "./tiles.js";
import { lang, pick, said, signed, t, winds } from "./words.js";

const PAUSE = 180; // milliseconds without a change before the server is asked

/**
 * @typedef {object} Scored - an answer of the score contract, explained
 * @property {boolean} legal
 * @property {string} [reason]
 * @property {{ zh: string, en: string }} [reason_text]
 * @property {Record<string, number>} [fans]
 * @property {Record<string, { zh: string, en: string, clause: string }>} [names]
 * @property {{ zh: string, en: string }} [reading]
 * @property {number[]} [deltas]
 * @property {{ from: number, to: number, amount: number, clause: string, zh: string, en: string }[]} [payments]
 *
 * @typedef {{ wait: true } | { wrong: string } | { claim: Claim, answer: Scored } | null} Outcome - null: too few tiles
 */

export default function Calculator() {
  const claim = useSignal(useMemo(() => claimFrom(location.search), []));
  const wrong = useSignal("");
  const load = () => loadGames().catch((error) => (wrong.value = error.message));
  useEffect(() => {
    load();
  }, []);
  const refused = useSignal(""); // why what was typed is no hand
  const set = (/** @type {Claim} */ next) => {
    refused.value = "";
    claim.value = next;
  };
  const game = gameOf(claim.value.variant) ?? games.value[0];
  useEffect(() => {
    if (game && game.key !== claim.value.variant) set(fresh(game.key)); // a link to a game that is not there
  }, [game]);
  useEffect(() => {
    const later = setTimeout(() => history.replaceState(history.state, "", `?${linkOf(claim.value)}`), 400); // browsers take few of them a second
    return () => clearTimeout(later);
  }, [claim.value]);
  const reckoned = useOutcome(claim.value, game);
  const outcome = refused.value ? { wrong: refused.value } : reckoned;
  const empty = !claim.value.hand.length && !claim.value.melds.length;
  return html`<${Screen} title=${t("calculator")} here="/calculator" about=${t("calculator_about")} class="wide">
    ${!game && html`<${Waiting} wrong=${wrong.value} again=${load} />`}
    ${game && html`<div class="calculator">
      <div class="column">
        <${GameChips} value=${game.key} pick=${(/** @type {string} */ key) => set(fresh(key))} />
        <${Build} claim=${claim.value} game=${game} set=${set} refuse=${(/** @type {string} */ why) => (refused.value = why)} />
        <${Circumstances} claim=${claim.value} game=${game} set=${set} />
        <${House} claim=${claim.value} game=${game} set=${set} />
      </div>
      <div class="column answer-column">
        <section class="card" aria-labelledby="answer" id="answered"><h2 id="answer">${t("answer")}</h2>
          <${Answer} outcome=${outcome} claim=${claim.value} game=${game} />
          ${!empty && html`<div class="bar"><${CopyLink} link=${() => `/calculator?${linkOf(claim.value)}`} /></div>`}
          <details open=${empty}><summary>${t("start_from")}</summary>
            <ul class="starts">${EXAMPLES.filter((example) => example.request.variant === game.key).map((example) => html`<li key=${example.en}><button onClick=${() => set(claimOf(example.request))}>${said(example)}</button></li>`)}</ul>
          </details>
        </section>
      </div>
      <${Summary} outcome=${outcome} claim=${claim.value} />
    </div>`}
  </${Screen}>`;
}

/**
 * What the server says of the win, asked a moment after the last change.
 * @param {Claim} claim
 * @param {GameInfo | undefined} game
 * @returns {Outcome}
 */
function useOutcome(claim, game) {
  const outcome = useSignal(/** @type {Outcome} */ (null));
  const request = game && missing(claim) === 0 ? JSON.stringify(requestOf(claim, game)) : "";
  useEffect(() => {
    let on = true;
    if (!request) {
      outcome.value = null;
      return;
    }
    const later = setTimeout(async () => {
      if (!outcome.value) outcome.value = { wait: true };
      const found = await ask("score", { method: "POST", body: JSON.parse(request) }).then((answer) => ({ claim, answer }), (error) => ({ wrong: error.message }));
      if (on) outcome.value = found;
    }, PAUSE);
    return () => {
      on = false;
      clearTimeout(later);
    };
  }, [request, lang()]);
  return request ? outcome.value : null;
}

// -- the circumstances -------------------------------------------------------------------------------------------

/** @param {{ claim: Claim, game: GameInfo, set: (claim: Claim) => void }} props */
function Circumstances({ claim, game, set }) {
  const may = offered(claim, game);
  const put = (/** @type {Partial<Claim>} */ change) => set({ ...claim, ...change });
  const win = (/** @type {number} */ winner) => put({ winner, from: claim.from === winner ? claim.winner : claim.from, closed: claim.closed.filter((seat) => seat !== winner) });
  const names = seatNames(claim);
  const order = [0, 1, 2, 3].map((n) => (claim.dealer + n) % 4);
  const radio = (/** @type {"winner" | "from"} */ name, /** @type {number} */ seat, /** @type {() => void} */ choose) =>
    html`<input type="radio" name=${name} aria-label=${`${names[seat]} ${t(name === "winner" ? "wins_seat" : "pays_seat")}`} checked=${claim[name] === seat} disabled=${name === "from" && seat === claim.winner} onChange=${choose} />`;
  const flags = [
    { name: "treasure", values: may.treasure, words: (/** @type {string} */ value) => t(`treasure_${value || "no"}`) },
    { name: "after", values: may.after, words: (/** @type {string} */ value) => t(value ? `after_${value}_${claim.by}` : "after_no") },
    { name: "moment", values: may.moments, words: (/** @type {string} */ value) => t(value ? `moment_${value}` : "moment_no") },
  ];
  return html`<section class="card" aria-labelledby="how"><h2 id="how">${t("circumstances")}</h2>
    <fieldset class="chips"><legend>${t("won_by")}</legend>
      ${may.by.map((by) => html`<${Chip} key=${by} name="by" label=${t(`by_${by}`)} on=${claim.by === by} pick=${() => put({ by, tile: by === "opening" ? null : claim.tile, melds: by === "opening" ? [] : claim.melds })} />`)}
    </fieldset>
    <table class="seats">
      <thead><tr><th scope="col">${t("seat")}</th><th scope="col">${t("wins_seat")}</th>${may.payer && html`<th scope="col">${t(claim.by === "discard" ? "pays_discard" : "pays_kong")}</th>`}${may.closed && html`<th scope="col">${t("closed_hand")}</th>`}</tr></thead>
      <tbody>${order.map((seat) => html`<tr key=${seat}>
        <th scope="row"><span class=${css("wind", seat === claim.dealer && "dealer")} aria-hidden="true">${winds()[(seat - claim.dealer + 4) % 4]}</span> ${names[seat]}${seat === claim.dealer && html` <small class="dim">${t("dealer")}</small>`}</th>
        <td>${radio("winner", seat, () => win(seat))}</td>
        ${may.payer && html`<td>${radio("from", seat, () => put({ from: seat }))}</td>`}
        ${may.closed && html`<td><input type="checkbox" aria-label=${`${names[seat]} ${t("closed_hand")}`} checked=${claim.closed.includes(seat)} disabled=${seat === claim.winner} onChange=${(/** @type {any} */ event) => put({ closed: order.filter((one) => (one === seat ? event.target.checked : claim.closed.includes(one))) })} /></td>`}
      </tr>`)}</tbody>
    </table>
    ${flags.map(({ name, values, words }) => values.length > 0 && html`<fieldset class="chips" key=${name}><legend>${t(`flag_${name}`)}</legend>
      ${["", ...values].map((value) => html`<${Chip} key=${value} name=${name} label=${words(value)} on=${(values.includes(/** @type {never} */ (claim[/** @type {"after"} */ (name)])) ? claim[/** @type {"after"} */ (name)] : "") === value} pick=${() => put({ [name]: value })} />`)}
    </fieldset>`)}
    ${may.payerReady && html`<label class="field check"><input type="checkbox" checked=${claim.payerReady} onChange=${(/** @type {any} */ event) => put({ payerReady: event.target.checked })} /><span>${t("payer_ready")}</span></label>`}
    ${may.withDice && html`<label class="field check"><input type="checkbox" checked=${claim.withDice} onChange=${(/** @type {any} */ event) => put({ withDice: event.target.checked })} /><span>${t("with_dice")}</span></label>`}
  </section>`;
}

/** How the seats are called: by their winds, the dealer east. @param {Claim} claim */
const seatNames = ({ dealer }) => [0, 1, 2, 3].map((seat) => pick(["东家", "南家", "西家", "北家"], ["East", "South", "West", "North"])[(seat - dealer + 4) % 4]);

/** @param {{ claim: Claim, game: GameInfo, set: (claim: Claim) => void }} props */
function House({ claim, game, set }) {
  const change = (/** @type {string} */ name, /** @type {any} */ value) => {
    const { [name]: _, ...rest } = claim.options;
    const usual = ruled({ ...claim, options: rest }, game, name);
    set({ ...claim, options: JSON.stringify(usual) === JSON.stringify(value) ? rest : { ...rest, [name]: value } });
  };
  const changed = Object.keys(claim.options).length;
  return html`<section class="card" aria-labelledby="house"><h2 id="house">${t("house_rules")}</h2>
    <fieldset class="chips"><legend>${t("preset")}</legend>
      ${game.presets.map((preset) => html`<${Chip} key=${preset.name} name="preset" label=${said(preset)} on=${(claim.preset || "text") === preset.name} pick=${() => set({ ...claim, preset: preset.name === "text" ? "" : preset.name, options: {} })} />`)}
    </fieldset>
    <details><summary>${t("all_rules")} ${changed > 0 && html`<small class="dim">${t("changed", changed)}</small>`}</summary>
      <div class="options">${Object.entries(game.options.properties).map(([name, schema]) => !UNSCORED.has(name) && html`<${Field} key=${game.key + name} name=${name} schema=${schema} value=${ruled(claim, game, name)} set=${(/** @type {any} */ value) => change(name, value)} />`)}</div>
    </details>
  </section>`;
}

/** Rules that no win is scored by. */
const UNSCORED = new Set(["match_length", "reseat_each_round", "kong_after_claim", "dealer_on_draw", "escape_grace_seconds", "final_four", "reserve", "reserve_counts_special_kongs"]);

// -- the answer --------------------------------------------------------------------------------------------------

/** @param {{ outcome: Outcome, claim: Claim, game: GameInfo }} props */
function Answer({ outcome, claim, game }) {
  const left = missing(claim);
  if (!outcome) return html`<p class="dim">${left > 0 ? t("tiles_missing", left) : left < 0 ? t("tiles_too_many", -left) : t("reckoning")}</p>`;
  if ("wait" in outcome) return html`<p class="dim">${t("reckoning")}</p>`;
  if ("wrong" in outcome) return html`<div class="verdict no" role="alert"><b>${t("cannot_be")}</b><p>${outcome.wrong}</p></div>`;
  const { answer, claim: asked } = outcome;
  const clause = (/** @type {string} */ id) => html`<a class="clause" href=${`/rules/${game.key}#${id}`}>${id}</a>`;
  if (!answer.legal || !answer.deltas || !answer.names) return html`<div class="verdict no"><b>${t("no_win")}</b><p>${answer.reason_text && said(answer.reason_text)}</p></div>`;
  const names = seatNames(asked);
  const { deltas, fans = {}, names: words, reading, payments = [] } = answer;
  const laid = reading && groups({ hand: asked.hand, tile: asked.tile, reading, seat: 0, how: "", source: null, fans: [], birds: [] });
  return html`<div class="verdict yes"><b>${t("is_win")}</b> <span class="total plus">${signed(deltas[asked.winner])}</span></div>
    <div class="laid">
      ${laid?.map((group, n) => html`<${Tiles} key=${n} kinds=${group.kinds} mark=${(/** @type {number} */ at) => at === group.won && "newest"} />`)}
      ${asked.melds.map((meld, n) => html`<${Meld} key=${n} meld=${{ ...meld, source: null }} seat=${0} />`)}
    </div>
    <ul class="fans">${Object.entries(fans).map(([id, value]) => html`<li key=${id}>${said(words[id])} <b>${value}</b> ${clause(words[id].clause)}</li>`)}${!Object.keys(fans).length && html`<li class="dim">${t("no_fans")}</li>`}</ul>
    <ul class="sums">${[0, 1, 2, 3].map((n) => (asked.dealer + n) % 4).map((seat) => html`<li key=${seat} class=${css(deltas[seat] > 0 && "plus", deltas[seat] < 0 && "minus", seat === asked.winner && "own")}><span>${names[seat]}</span><b>${signed(deltas[seat])}</b></li>`)}</ul>
    ${ruled(asked, game, "kong_points") !== 0 && asked.melds.some((meld) => meld.kind.endsWith("_kong")) && html`<p class="dim">${t("without_kongs")}</p>`}
    <h3>${t("payments")}</h3>
    <ul class="lines">${payments.map((line, n) => html`<li key=${n}><span class="amount">${line.amount}</span> <span>${named(said(line), names)}</span></li>`)}</ul>`;
}

/** A sentence with the seats as they are called here. @param {string} text @param {string[]} names */
const named = (text, names) => text.replace(/座位([0-3])|seat ([0-3])/g, (_, zh, en) => names[Number(zh ?? en)]).replace("：（", "（");

/**
 * The answer in one line, always in sight on a small screen; whoever listens hears it when it comes.
 * @param {{ outcome: Outcome, claim: Claim }} props
 */
function Summary({ outcome, claim }) {
  const left = missing(claim);
  let words = "";
  let sum = "";
  if (outcome && "wrong" in outcome) words = outcome.wrong;
  else if (outcome && "answer" in outcome) {
    const { answer } = outcome;
    words = answer.legal ? Object.values(answer.names ?? {}).map(said).join(t("comma")) || t("no_fans") : `${t("no_win")}${t("colon")}${answer.reason_text ? said(answer.reason_text) : ""}`;
    if (answer.deltas) sum = signed(answer.deltas[outcome.claim.winner]);
  }
  return html`<p class="unseen" role="status">${words} ${sum}</p>
    <a class=${css("summary", sum && "yes")} href="#answered"><span>${words || (left > 0 ? t("tiles_missing", left) : left < 0 ? t("tiles_too_many", -left) : t("reckoning"))}</span> <b>${sum}</b></a>`;
}
