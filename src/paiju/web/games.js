/**
 * My games: the matches one has played, the latest first, each with its hands to look at again.
 */

import { ask, askAsSomebody, gameName } from "./api.js";
import { css, html, useSignal } from "./html.js";
import { Empty, Screen, Waiting, useAnswer } from "./screen.js";
import { lang, signed, t } from "./words.js";

/**
 * @typedef {{ player: string, bot: string, name: string, place: number, points: number, gone: boolean }} Place
 * @typedef {{ room: string, variant: string, rules: { base_points: number }, hands: number, whole: boolean, finished: number, chair: number, places: Place[] }} PlayedMatch
 * @typedef {{ id: string, number: number, finished: number, points: number[] }} PlayedHand
 */

export default function Games() {
  const { found, wrong, again } = useAnswer(history, []);
  const more = useSignal(/** @type {PlayedMatch[]} */ ([]));
  const before = useSignal(/** @type {string | null | undefined} */ (undefined));
  const failed = useSignal("");
  const matches = [...(found?.matches ?? []), ...more.value];
  const next = before.value === undefined ? found?.before : before.value;
  const further = async () => {
    failed.value = "";
    try {
      const answer = await ask(`history?before=${next}`);
      more.value = [...more.value, ...answer.matches];
      before.value = answer.before;
    } catch (error) {
      failed.value = /** @type {Error} */ (error).message;
    }
  };
  const days = grouped(matches);
  return html`<${Screen} title=${t("games")} here="/games" about=${t("games_about")}>
    ${!found && html`<${Waiting} wrong=${wrong} again=${again} />`}
    ${found && !matches.length && html`<${Empty} words=${t("no_games")}><a class="button go" href="/">${t("play_one")}</a></${Empty}>`}
    ${[...days].map(([name, of]) => html`<section key=${name} aria-label=${name}>
      <h2 class="eyebrow">${name}</h2>
      <ul class="matches">${of.map((match) => html`<${Match} key=${match.room} match=${match} />`)}</ul>
    </section>`)}
    ${failed.value && html`<p class="wrong" role="alert">${failed.value}</p>`}
    ${next != null && html`<div class="bar"><button onClick=${further}>${t("further_back")}</button></div>`}
  </${Screen}>`;
}

/** @returns {Promise<{ matches: PlayedMatch[], before: string | null }>} */
const history = () => askAsSomebody("history");

const language = () => (lang() === "zh" ? "zh-CN" : "en");

/** @param {PlayedMatch} match */
const day = (match) => new Date(1000 * match.finished).toLocaleDateString(language(), { dateStyle: "long" });

/** @param {PlayedMatch[]} matches */
function grouped(matches) {
  /** @type {Map<string, PlayedMatch[]>} */
  const days = new Map();
  for (const match of matches) days.set(day(match), [...(days.get(day(match)) ?? []), match]);
  return days;
}

/** @param {{ match: PlayedMatch }} props */
function Match({ match }) {
  const { room, variant, chair, places, finished } = match;
  const base = match.rules.base_points;
  const own = places[chair];
  const hands = useSignal(/** @type {PlayedHand[] | null} */ (null));
  const wrong = useSignal("");
  const fetch = async () => {
    wrong.value = "";
    try {
      hands.value ??= (await ask(`matches/${room}`)).hands;
    } catch (error) {
      wrong.value = /** @type {Error} */ (error).message;
    }
  };
  const others = places.map((place, n) => ({ ...place, called: called(place, n), n })).filter(({ n }) => n !== chair);
  return html`<li class="card match">
    <details onToggle=${(/** @type {any} */ event) => event.currentTarget.open && fetch()}>
      <summary>
        <span class=${css("place", own?.place === 1 && "best")}>${t("place_no", own?.place ?? "?")}</span>
        <span class="what"><b>${gameName(variant)}</b> <span class="dim">${t("hands_played", match.hands)}${!match.whole && ` · ${t("broken_off")}`}</span>
          <small class="dim">${others.map((one) => one.called).join(t("comma"))}</small></span>
        <span class="when dim">${new Date(1000 * finished).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" })}</span>
        <b class=${css("sum", (own?.points ?? 0) > 0 && "plus", (own?.points ?? 0) < 0 && "minus")}>${signed(base * (own?.points ?? 0))}</b>
      </summary>
      <ol class="final small">
        ${[...places.keys()].sort((a, b) => places[a].place - places[b].place).map((n) => html`<li key=${n}><span>${t("place_no", places[n].place)}</span><b>${called(places[n], n)}${places[n].gone && html` <small class="mark">${t("gone")}</small>`}</b><span>${signed(base * places[n].points)}</span></li>`)}
      </ol>
      ${wrong.value ? html`<${Waiting} wrong=${wrong.value} again=${fetch} />` : !hands.value ? html`<p class="dim" role="status">${t("loading")}</p>` : html`<h3>${t("hands_again")}</h3>
      <ul class="hands">${hands.value.map((hand) => html`<li key=${hand.id}><a class="button" href=${`/replay/${hand.id}`}>
          ${t("hand_no", hand.number + 1)} <b class=${css(hand.points[chair] > 0 && "plus", hand.points[chair] < 0 && "minus")}>${signed(base * hand.points[chair])}</b></a></li>`)}</ul>`}
    </details>
  </li>`;
}

/** @param {Place} place @param {number} chair */
const called = (place, chair) => place.name || t("bot_no", "甲乙丙丁"[chair], "ABCD"[chair]);
