/** A player's figures, game by game: one's own, or those of somebody on the leader board. */

import { ask, beSomebody, gameOf, games } from "./api.js";
import { decimal, percent, ratesOf } from "./figures.js";
import { css, html, useEffect, useSignal } from "./html.js";
import { Bars, Line, sums } from "./plot.js";
import { Empty, GameChips, Screen, Waiting, shortName, useAnswer } from "./screen.js";
import { me } from "./state.js";
import { lang, said, signed, t } from "./words.js";

/** @typedef {import("./figures.js").Figures} Figures */

/** @param {{ id?: string }} props */
export default function Me({ id }) {
  const chosen = useSignal("");
  const { found, wrong, again } = useAnswer(() => everything(id), [id]);
  useEffect(() => {
    if (!found) return;
    const asked = new URLSearchParams(location.search).get("game");
    const most = [...found.figures].sort((a, b) => b.hands - a.hands)[0];
    chosen.value = found.figures.find((one) => one.variant === asked)?.variant ?? most?.variant ?? "";
  }, [found]);
  const pick = (/** @type {string} */ key) => {
    chosen.value = key;
    history.replaceState(history.state, "", `?game=${key}`);
  };
  const figures = found?.figures.find((one) => one.variant === chosen.value);
  const own = !id || id === me.value?.id;
  return html`<${Screen} title=${own ? t("me") : t("figures_of", found?.name ?? "…")} here=${own ? "/me" : ""} about=${own && found ? t("figures_about", found.name) : undefined}>
    ${!found && html`<${Waiting} wrong=${wrong} again=${again} />`}
    ${found && html`<${GameChips} value=${chosen.value} pick=${pick} />`}
    ${figures && (figures.hands ? html`<${Shown} key=${figures.variant} figures=${figures} />` : html`<${Empty} words=${t("no_figures", shortName(figures.variant))}>${own && html`<a class="button go" href="/">${t("play_one")}</a>`}</${Empty}>`)}
  </${Screen}>`;
}

/**
 * The figures of all games.
 * @param {string | undefined} id
 * @returns {Promise<{ name: string, figures: Figures[] }>}
 */
async function everything(id) {
  if (!me.value) await beSomebody();
  const player = id ?? me.value?.id;
  if (!games.value.length) games.value = await ask("games");
  const found = await Promise.all(games.value.map(({ key }) => ask(`statistics/${player}?variant=${key}`)));
  return { name: found[0]?.name ?? "", figures: found.map((one) => one.figures) };
}

/** @param {{ figures: Figures }} props */
function Shown({ figures }) {
  const rates = ratesOf(figures);
  const game = gameOf(figures.variant);
  const when = (/** @type {number} */ time) => new Date(1000 * time).toLocaleString(lang() === "zh" ? "zh-CN" : "en", { dateStyle: "medium", timeStyle: "short" });
  const of = (/** @type {[number, number][]} */ pairs) => (/** @type {number} */ n) => (pairs[n] ? when(pairs[n][0]) : "");
  const cells = [
    [t("hands"), figures.hands, t("matches_played", figures.matches)],
    [t("win_rate"), percent(rates.win), t("hands_won", rates.won)],
    [t("self_draw_rate"), percent(rates.selfDraw), t("of_the_wins")],
    [t("deal_in_rate"), percent(rates.dealIn), t("of_the_hands")],
    [t("average_points"), decimal(rates.average, true), t("a_hand")],
    [t("total_points"), signed(figures.points), t("best_hand", signed(figures.best))],
    [t("win_worth"), decimal(rates.worth, true), t("turns_to_win", decimal(rates.turns))],
    [t("average_place"), decimal(rates.place), t("of_the_matches")],
  ];
  if (figures.ready) cells.push([t("ready_rate"), percent(rates.ready), t("of_the_hands")]);
  if (figures.rating) cells.push([t("rating"), decimal(figures.rating.shown), t("rated_matches", figures.rating.matches)]);
  const points = figures.hand_points;
  const hows = Object.entries(figures.wins).sort((a, b) => b[1] - a[1]);
  return html`<dl class="figures">${cells.map(([name, value, note]) => html`<div key=${name} class=${css("figure", String(value).startsWith("−") && "low")}><dt>${name}</dt><dd><b>${value}</b> <small class="dim">${note}</small></dd></div>`)}</dl>
    <section class="plots" aria-label=${t("plots")}>
      ${points.length > 1 && html`<${Line} values=${sums(points.map(([, value]) => value))} label=${t("points_over_time", points.length)} at=${of(points)} />`}
      ${figures.ratings.length > 1 && html`<${Line} values=${figures.ratings.map(([, value]) => value)} label=${t("rating_over_time")} at=${of(figures.ratings)} digits=${1} />`}
      <${Bars} label=${t("places")} bars=${figures.places.map((count, n) => ({ name: t("place_no", n + 1), count, note: percent(figures.matches ? count / figures.matches : null) }))} />
      ${hows.length > 0 && html`<${Bars} label=${t("wins_by")} bars=${hows.map(([how, count]) => ({ name: t(`won_${how}`), count, note: percent(count / rates.won) }))} />`}
      ${Object.keys(figures.fans).length > 0 && html`<${Bars} label=${t("fans_won")} bars=${Object.entries(figures.fans).map(([fan, count]) => ({ name: html`<a href=${`/rules/${figures.variant}#fan-${fan}`}>${said(game?.fans.find((one) => one.id === fan) ?? { zh: fan, en: fan })}</a>`, count }))} />`}
    </section>`;
}
