/** The leader boards: the best rated players of each game. */

import { ask, games, loadGames } from "./api.js";
import { decimal } from "./figures.js";
import { css, html, useSignal } from "./html.js";
import { Empty, GameChips, Screen, Waiting, shortName, useAnswer } from "./screen.js";
import { me } from "./state.js";
import { t } from "./words.js";

const LEAST = [1, 5, 10, 20]; // rated matches

/**
 * @param {{ value: string }} game - the first one, where none is chosen
 * @param {number} least
 * @returns {Promise<Leader[]>}
 */
async function board(game, least) {
  await loadGames();
  game.value ||= games.value[0]?.key ?? "";
  return ask(`leaders/${game.value}?matches=${least}`);
}

/** @typedef {{ player: string, name: string, rating: { mu: number, sigma: number, matches: number, shown: number } }} Leader */

export default function Leaders() {
  const game = useSignal(new URLSearchParams(location.search).get("game") ?? "");
  const least = useSignal(1);
  const { found, wrong, again } = useAnswer(() => board(game, least.value), [game.value, least.value]);
  const pick = (/** @type {string} */ key) => {
    game.value = key;
    history.replaceState(history.state, "", `?game=${key}`);
  };
  return html`<${Screen} title=${t("leaders")} here="/leaders" about=${t("leaders_about")}>
    <${GameChips} value=${game.value} pick=${pick} />
    <label class="whose">${t("at_least")} <select onChange=${(/** @type {any} */ event) => (least.value = Number(event.target.value))}>
      ${LEAST.map((one) => html`<option key=${one} value=${one} selected=${one === least.value}>${t("rated_matches", one)}</option>`)}</select></label>
    ${!found && html`<${Waiting} wrong=${wrong} again=${again} />`}
    ${found && !found.length && html`<${Empty} words=${t("no_leaders", shortName(game.value))}><a class="button go" href="/create">${t("create")}</a></${Empty}>`}
    ${found &&
    found.length > 0 &&
    html`<table class="leadertable">
      <caption class="unseen">${`${t("leaders")} ${shortName(game.value)}`}</caption>
      <thead><tr><th scope="col">${t("rank")}</th><th scope="col">${t("name")}</th><th scope="col">${t("rating")}</th><th scope="col">${t("matches")}</th></tr></thead>
      <tbody>${found.map((leader, n) => {
        const rank = 1 + found.findIndex((other) => other.rating.shown === leader.rating.shown);
        return html`<tr key=${leader.player} class=${css(leader.player === me.value?.id && "own", rank === 1 && "best")}>
          <td><span class="rank">${rank}</span></td>
          <th scope="row"><a href=${`/player/${leader.player}?game=${game.value}`}>${leader.name}</a>${leader.player === me.value?.id && html` <small class="mark">${t("you")}</small>`}</th>
          <td><b>${decimal(leader.rating.shown)}</b></td><td>${leader.rating.matches}</td></tr>`;
      })}</tbody></table>`}
    <p class="dim">${t("rating_about")}</p>
  </${Screen}>`;
}
