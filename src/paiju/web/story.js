/**
 * A finished hand as a story to step through: where one may stop, what an audience sees there, who decided what. Pure; views come from the
 * reducer that play uses.
 *
 * @import { Event, Result, Said, View } from "./protocol.js"
 */

import { EVERYTHING, newView, seeAll } from "./reducer.js";
import { discarded } from "./room.js";

/**
 * @typedef {{ seat: number, at: number, verb: string, said: Said, of: number, others: Said[] }} Answer
 * @typedef {object} More - what the server adds to a record (server/replaying.py)
 * @property {Said[]} names - by chair
 * @property {number} base_points
 * @property {boolean} hidden_kongs
 * @property {Answer[]} answers
 * @property {Result} result
 *
 * @typedef {object} Stop
 * @property {number} count - how many events have happened
 * @property {readonly Event[]} events - what has happened since the stop before
 * @property {boolean} turn - somebody's turn begins here
 * @property {number | null} last - the seat whose newest discard nobody has taken
 */

/** What comes before anything is decided, shown at once. */
const BEFORE = new Set(["open", "deal", "placed", "treasureset"]);

/**
 * The events as an audience is told them: paiju/game/telling.py decides it, this is the same for those that a record holds.
 * @param {readonly Event[]} events - all of them, nothing hidden
 * @param {number} audience
 * @param {boolean} hiddenKongs
 * @returns {Event[]}
 */
export const asTold = (events, audience, hiddenKongs) => events.map((event) => told(event, audience, hiddenKongs));

/** @param {Event} event @param {number} audience @param {boolean} hiddenKongs @returns {Event} */
function told(event, audience, hiddenKongs) {
  if (!("seat" in event) || audience === EVERYTHING || event.seat === audience) return event;
  switch (event.event) {
    case "deal": {
      const { tiles: _, ...rest } = event;
      return rest;
    }
    case "draw":
    case "look": {
      const { tile: _, ...rest } = event;
      return rest;
    }
    case "kong": {
      if (!hiddenKongs || event.kind !== "concealed_kong") return event;
      const { tile: _, ...rest } = event;
      return rest;
    }
    default:
      return event;
  }
}

/**
 * Where one may stop: before the first answer, and after each event; payments belong to what they are for.
 * @param {readonly Event[]} events
 * @returns {Stop[]}
 */
export function stopsOf(events) {
  /** @type {Stop[]} */
  const stops = [];
  let begin = events.findIndex((event) => !BEFORE.has(event.event));
  if (begin < 0) begin = events.length;
  let last = /** @type {number | null} */ (null);
  const stop = (/** @type {number} */ from, /** @type {number} */ to, turn = false) => {
    last = events.slice(from, to).reduce(discarded, last);
    stops.push({ count: to, events: events.slice(from, to), turn, last });
  };
  stop(0, begin, true);
  for (let at = begin; at < events.length; ) {
    const { event } = events[at];
    let to = at + 1;
    while (to < events.length && events[to].event === "pay") to += 1;
    stop(at, to, event === "draw" || event === "chow" || event === "pung" || event === "end");
    at = to;
  }
  return stops;
}

/**
 * The stop at which so many events have happened, or the last one before.
 * @param {readonly Stop[]} stops
 * @param {number} count
 */
export const stopAt = (stops, count) => Math.max(0, stops.findLastIndex((stop) => stop.count <= count));

/**
 * The stop where the turn before or after begins.
 * @param {readonly Stop[]} stops
 * @param {number} at
 * @param {1 | -1} way
 */
export function turnFrom(stops, at, way) {
  for (let n = at + way; n > 0 && n < stops.length; n += way) if (stops[n].turn) return n;
  return way > 0 ? stops.length - 1 : 0;
}

/**
 * The decisions of a seat: answers for which there was a choice.
 * @param {readonly Answer[]} answers
 * @param {number} seat
 */
export const decisionsOf = (answers, seat) => answers.filter((answer) => answer.seat === seat && answer.of > 1);

/**
 * What audiences see at each stop, worked out when it is first looked at.
 * @param {readonly Event[]} events
 * @param {readonly Stop[]} stops
 * @param {number} wallSize
 * @param {boolean} hiddenKongs
 * @returns {(audience: number, at: number) => View}
 */
export function viewsOf(events, stops, wallSize, hiddenKongs) {
  /** @type {Map<number, { told: Event[], views: View[] }>} */
  const known = new Map();
  return (audience, at) => {
    const seen = known.get(audience) ?? { told: asTold(events, audience, hiddenKongs), views: [] };
    known.set(audience, seen);
    const { views } = seen;
    for (let n = views.length; n <= at; n++) {
      views.push(seeAll(views[n - 1] ?? newView(audience, wallSize), seen.told.slice(stops[n - 1]?.count ?? 0, stops[n].count)));
    }
    return views[at];
  };
}
