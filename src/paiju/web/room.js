/**
 * What a page knows of the room it is in: the fold of the server's messages. Pure; times are those of the page when the message came.
 *
 * @import { Event, FromServer } from "./protocol.js"
 * @import { Known } from "./shapes.js"
 */

import { WATCHER, newView, seeAll } from "./reducer.js";

/** @type {Known} */
export const NOTHING = {
  room: null,
  roomAt: 0,
  you: null,
  hand: null,
  view: null,
  turn: null,
  turnAt: 0,
  question: null,
  askedAt: 0,
  result: null,
  last: null,
  page: "",
  old: false,
  commit: null,
  proofs: [],
};

/**
 * @param {Known} known
 * @param {FromServer} message
 * @param {number} now
 * @returns {Known}
 */
export function take(known, message, now) {
  switch (message.type) {
    case "snapshot": {
      const { room, you, table, question, page } = message;
      return {
        ...NOTHING,
        room,
        roomAt: now,
        you,
        question,
        askedAt: now,
        page,
        old: known.old || (known.page !== "" && known.page !== page),
        ...(table && { ...table, turnAt: now, last: table.view.window.length ? table.view.turn : null }),
      };
    }
    case "changed":
      return { ...known, room: message.room, roomAt: now, you: message.you };
    case "commit":
      return { ...known, commit: message };
    case "begin": {
      const { hand, seat } = message;
      const view = newView(seat ?? WATCHER, hand.wall_size);
      const you = known.you && { ...known.you, seat };
      return { ...known, hand, view, you, turn: null, question: null, result: null, last: null, proofs: [], commit: null };
    }
    case "happened": {
      if (!known.view || !known.hand) throw new Error("events without a hand");
      return {
        ...known,
        view: seeAll(known.view, message.events),
        hand: { ...known.hand, reserve: message.reserve },
        turn: message.turn,
        turnAt: now,
        last: message.events.reduce(discarded, known.last),
      };
    }
    case "ask":
      return { ...known, question: message.question, askedAt: now };
    case "closed":
      return known.question?.id === message.question ? { ...known, question: null } : known;
    case "over":
      return { ...known, result: message.result, question: null, turn: null };
    case "proof":
      return { ...known, proofs: [...known.proofs, message] };
    case "reload":
      return { ...known, old: true };
    default:
      return known;
  }
}

/** The seat whose newest discard nobody has taken, after one more event. @param {number | null} last @param {Event} event */
export function discarded(last, event) {
  if (event.event === "discard") return event.seat;
  const taken = event.event === "chow" || event.event === "pung" || (event.event === "kong" && event.source != null) || event.event === "win";
  return taken ? null : last;
}

/** @param {Known} known @param {number} seat */
export const chairOf = (known, seat) => known.hand?.seats[seat] ?? seat;

/**
 * What each hand of the match has brought, by chair; the last one too, and what was paid so far in one that goes on.
 * @param {Known} known
 * @returns {number[][]}
 */
export function table({ hand, view, result }) {
  const now = result?.deltas ?? view?.seats.map((seat) => seat.points) ?? [];
  if (!hand) return [];
  return result || now.some(Boolean) ? [...hand.points, [0, 1, 2, 3].map((chair) => now[hand.seats.indexOf(chair)])] : hand.points;
}

/**
 * What a player has now, this hand's payments so far included.
 * @param {Known} known
 * @param {number} seat
 */
export function score({ hand, view, result }, seat) {
  if (!hand || !view) return 0;
  const chair = hand.seats[seat];
  return result ? result.totals[chair] : hand.totals[chair] + view.seats[seat].points;
}
