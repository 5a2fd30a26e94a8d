// What a page knows of its room after the server's messages.
import assert from "node:assert/strict";
import { test } from "node:test";

const { NOTHING, score, table, take } = await import("../../src/paiju/web/room.js");
const { newView } = await import("../../src/paiju/web/reducer.js");

const room = { number: "123456", state: "playing", rules: { base_points: 1 }, chairs: [{}, {}, {}, {}], host: 0, watchers: 0, dissolve: null, dissolve_left: null };
const you = { player: "p", name: "A", chair: 2, seat: 1 };
const hand = { number: 1, round: 0, hands: 8, rounds: 0, dealer: 0, seats: [3, 2, 1, 0], totals: [5, -5, 0, 0], wall_size: 136, reserve: 14, commitment: "", root: "", points: [[5, -5, 0, 0]] };
const question = { id: "1.1.1", kind: "turn", choices: [], left: 5000, bank: 0 };
const result = { winners: [], lines: [], deltas: [1, 2, 3, -6], totals: [0, 0, 0, 0], birds: [], match_over: false };
const deal = (seat) => ({ event: "deal", seat, count: 13 });
const at = (state, ...messages) => messages.reduce((known, message) => take(known, message, 7), state);
const snapshot = (more = {}) => ({ type: "snapshot", version: 1, page: "a", room, you, table: null, question: null, n: 1, ...more });
const begun = at(NOTHING, snapshot(), { type: "begin", hand, seat: 1 }, { type: "happened", events: [0, 1, 2, 3].map(deal), turn: null, reserve: 14 });

test("a snapshot takes the place of everything", () => {
  const view = newView(1, 136);
  view.window = [4];
  view.turn = 3;
  const known = at(begun, { type: "ask", question }, snapshot({ table: { hand, view, turn: null, result: null }, question: null }));
  assert.equal(known.question, null);
  assert.equal(known.view, view);
  assert.equal(known.last, 3);
  assert.equal(at(known, snapshot()).view, null);
});

test("a question stays until it is closed, and no other one's end closes it", () => {
  const asked = at(begun, { type: "ask", question });
  assert.equal(asked.question.id, "1.1.1");
  assert.equal(asked.askedAt, 7);
  assert.equal(at(asked, { type: "closed", question: "1.1.0" }).question.id, "1.1.1");
  assert.equal(at(asked, { type: "closed", question: "1.1.1" }).question, null);
  assert.equal(at(asked, { type: "over", result }).question, null);
});

test("a new hand forgets the old one", () => {
  const over = at(begun, { type: "proof", index: 1 }, { type: "over", result });
  const next = at(over, { type: "begin", hand: { ...hand, number: 2 }, seat: 3 });
  assert.equal(next.result, null);
  assert.deepEqual(next.proofs, []);
  assert.equal(next.you.seat, 3);
  assert.equal(next.view.audience, 3);
  assert.equal(at(over, { type: "begin", hand, seat: null }).view.audience, 4);
});

test("the newest discard is marked until somebody takes it", () => {
  const lies = at(begun, { type: "happened", events: [{ event: "draw", seat: 0, source: "front", place: 53 }, { event: "discard", seat: 0, tile: 4 }], turn: null, reserve: 14 });
  assert.equal(lies.last, 0);
  const drawn = at(lies, { type: "happened", events: [{ event: "draw", seat: 1, source: "front", place: 54, tile: 8 }], turn: { seat: 1, left: null, bank: 0 }, reserve: 13 });
  assert.equal(drawn.last, 0);
  assert.equal(drawn.hand.reserve, 13);
  assert.equal(at(lies, { type: "happened", events: [{ event: "pung", seat: 2, tile: 4, source: 0 }], turn: null, reserve: 14 }).last, null);
});

test("the match table counts by chair, the finished hand too", () => {
  assert.deepEqual(table(begun), [[5, -5, 0, 0]]);
  assert.deepEqual(table(at(begun, { type: "over", result })), [[5, -5, 0, 0], [-6, 3, 2, 1]]);
  assert.deepEqual(table(NOTHING), []);
});

test("a score holds what the hand has brought so far", () => {
  const paid = at(begun, { type: "happened", events: [{ event: "pay", giver: 0, to: 3, amount: 2, why: "kong", clause: "" }], turn: null, reserve: 14 });
  assert.deepEqual([0, 1, 2, 3].map((seat) => score(paid, seat)), [-2, 0, -5, 7]);
  assert.deepEqual(table(paid), [[5, -5, 0, 0], [2, 0, 0, -2]], "the match table counts it too");
});

test("another page of the server is noticed", () => {
  assert.equal(at(begun, snapshot()).old, false);
  assert.equal(at(begun, snapshot({ page: "b" })).old, true);
  assert.equal(at(begun, { type: "reload" }).old, true);
});

test("events without a hand, or that cannot follow, are an error", () => {
  assert.throws(() => at(NOTHING, { type: "happened", events: [], turn: null, reserve: 0 }));
  assert.throws(() => at(begun, { type: "happened", events: [{ event: "pung", seat: 2, tile: 4, source: 0 }], turn: null, reserve: 0 }));
});
