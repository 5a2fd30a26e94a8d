/**
 * What stands beside a replay: the story as a list, the decisions, the settlement as the table would know it.
 *
 * @import { Event, RoomState, View } from "./protocol.js"
 * @import { Known } from "./shapes.js"
 * @import { Answer, More, Stop } from "./story.js"
 */

import { css, html, useEffect, useMemo, useRef } from "./html.js";
import { NOTHING } from "./room.js";
import { say } from "./sayings.js";
import { decisionsOf, stopAt } from "./story.js";
import { pick, said, t } from "./words.js";

const BOT = /^bot (.*)/; // how records call one, with its level

/**
 * @typedef {object} Played - all there is to show
 * @property {string} id
 * @property {any} record
 * @property {More} more
 * @property {{ match: any, hands: { id: string, number: number, points: number[] }[] }} match
 */

/** @param {readonly Event[]} events @param {readonly string[]} names */
const sentence = (events, names) => events.map((event) => say(event, names)).filter(Boolean).join(pick("，", ", "));

/** What happens at a stop, something always. @param {readonly Event[]} events @param {readonly string[]} names */
export function happening(events, names) {
  const [first] = events;
  return sentence(events, names) || ("seat" in first ? t(first.event === "draw" ? "draws" : "acts", names[first.seat]) : "");
}

/** All that happened, to go to; what says nothing is left out. @param {{ seen: Event[][], at: number, names: string[], go: (to: number) => void }} props */
export function Log({ seen, at, names, go }) {
  const here = useRef(/** @type {HTMLElement | null} */ (null));
  const entries = useMemo(() => seen.map((events, to) => ({ to, words: to ? sentence(events, names) : t("dealt_out") })).filter(({ words }) => words), [seen, names.join()]);
  const current = entries.findLast(({ to }) => to <= at)?.to;
  useEffect(() => here.current?.scrollIntoView({ block: "nearest" }), [current]);
  return html`<ol class="log">
    ${entries.map(({ to, words }) => html`<li key=${to} ref=${to === current ? here : undefined}><button class="entry" aria-current=${to === current ? "step" : undefined} onClick=${() => go(to)}>${words}</button></li>`)}
  </ol>`;
}

/** The choice of a seat. @param {{ names: readonly string[], seat: number, sit: (seat: number) => void }} props */
export const Whose = ({ names, seat, sit }) => html`<label class="whose">${t("decisions_of")} <select onChange=${(/** @type {any} */ event) => sit(Number(event.target.value))}>
    ${names.map((name, n) => html`<option key=${n} value=${n} selected=${n === seat}>${name}</option>`)}
  </select></label>`;

/** @param {{ answers: Answer[], stops: Stop[], at: number, seat: number, names: string[], go: (to: number) => void, sit: (seat: number) => void }} props */
export function Decisions({ answers, stops, at, seat, names, go, sit }) {
  const own = decisionsOf(answers, seat);
  return html`<${Whose} names=${names} seat=${seat} sit=${sit} />
    ${!own.length && html`<p class="dim">${t("no_decisions")}</p>`}
    <ol class="log">
      ${own.map((answer, n) => {
        const to = stopAt(stops, answer.at);
        const others = answer.others.map(said).join(t("comma"));
        return html`<li key=${n}><button class=${css("entry", answer.verb !== "discard" && "weighty")} aria-current=${to === at ? "step" : undefined} onClick=${() => go(to)}>
          <b>${said(answer.said)}</b>
          ${others && html`<small class="dim">${t("could_be", others)}</small>`}
        </button></li>`;
      })}
    </ol>`;
}

/** The hands before and after in the match. @param {{ played: Played }} props */
export function Neighbours({ played: { record, match } }) {
  const of = (/** @type {number} */ number) => match.hands.find((hand) => hand.number === number);
  return [[of(record.match.number - 1), "hand_before"], [of(record.match.number + 1), "hand_after"]].map(
    ([hand, word]) => hand && html`<a class="button" href=${`/replay/${/** @type {any} */ (hand).id}`}>${t(/** @type {string} */ (word))}</a>`,
  );
}

/**
 * The end of the hand as the table would know it.
 * @param {Played} played
 * @param {View} view
 * @returns {Known}
 */
export function settledOf({ record, more, match }, view) {
  const { seats, totals, number } = record.match;
  const times = (/** @type {readonly number[]} */ points) => points.map((one) => one * more.base_points);
  const before = match.hands.filter((hand) => hand.number < number).map((hand) => times(hand.points));
  const chairs = more.names.map((name, n) => ({ name: said(name), player: "", bot: BOT.exec(record.match.players[n])?.[1] ?? "", ready: true, here: true, auto: false, left: false }));
  return {
    ...NOTHING,
    room: /** @type {RoomState} */ ({ rules: { variant: record.variant }, chairs }),
    hand: /** @type {any} */ ({ number, seats, totals: times(totals), points: before }),
    view,
    result: more.result,
  };
}
