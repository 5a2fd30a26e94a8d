// Stepping through a record: where one may stop, what each audience sees there, who decided what. PAIJU_TELLINGS names the file
// tests/test_screens.py has written: hands as everybody and each audience is told them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { EVERYTHING, newView, seeAll } from "../../src/paiju/web/reducer.js";
import { asTold, decisionsOf, stopAt, stopsOf, turnFrom, viewsOf } from "../../src/paiju/web/story.js";

const records = readFileSync(new URL("../vectors/fair-match.jsonl", import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line));
const tellings = process.env.PAIJU_TELLINGS;

test("stops cover every event once, in order, and payments belong to what they are for", () => {
  for (const { events } of records) {
    const stops = stopsOf(events);
    assert.deepEqual(stops.flatMap((stop) => stop.events), events);
    stops.reduce((count, stop) => {
      assert.equal(stop.count, count + stop.events.length);
      return stop.count;
    }, 0);
    assert.ok(stops.slice(1).every((stop) => stop.events[0].event !== "pay"));
    assert.equal(stops[0].events.filter((event) => event.event === "deal").length, 4);
    assert.equal(stops.at(-1).events[0].event, "end");
  }
});

test("the view at each stop is the fold of all events so far, whatever is looked at first", () => {
  for (const { events, wall } of records.slice(0, 2)) {
    const stops = stopsOf(events);
    const size = wall.replace(/[mpsz]/g, "").length;
    const views = viewsOf(events, stops, size, true);
    for (const audience of [0, 2, EVERYTHING]) {
      for (const at of [stops.length - 1, 0, 7]) {
        const told = asTold(events.slice(0, stops[at].count), audience, true);
        assert.deepEqual(views(audience, at), seeAll(newView(audience, size), told));
      }
    }
    assert.equal(views(0, 3).seats[1].hand, null);
    assert.equal(views(EVERYTHING, 3).seats[1].hand.length, views(0, 3).seats[1].count);
    assert.ok(views(0, stops.length - 1).seats.every((seat) => seat.hand), "in the end all hands are open");
  }
});

test("the newest discard is marked until somebody takes it", () => {
  const stops = stopsOf(records[0].events);
  for (const stop of stops) {
    const [first] = stop.events;
    if (first.event === "discard") assert.equal(stop.last, first.seat);
    if (first.event === "chow" || first.event === "pung") assert.equal(stop.last, null);
  }
});

test("turns begin where somebody draws or claims", () => {
  const stops = stopsOf(records[0].events);
  assert.equal(turnFrom(stops, 0, -1), 0);
  assert.equal(turnFrom(stops, stops.length - 1, 1), stops.length - 1);
  const seen = [];
  for (let at = 0; at < stops.length - 1; seen.push(at)) at = turnFrom(stops, at, 1);
  assert.ok(seen.length > 10 && seen.length < stops.length);
  assert.ok(seen.every((at) => ["draw", "chow", "pung", "end"].includes(stops[at].events[0].event)));
  for (const at of seen.slice(1)) assert.equal(turnFrom(stops, turnFrom(stops, at, -1), 1), at);
});

test("a decision stands at the stop where it was asked for", () => {
  const { events } = records[0];
  const stops = stopsOf(events);
  const answers = [
    { seat: 1, at: 5, verb: "discard", said: {}, of: 13, others: [] },
    { seat: 2, at: 6, verb: "pass", said: {}, of: 2, others: [] },
    { seat: 1, at: 20, verb: "discard", said: {}, of: 1, others: [] },
  ];
  assert.deepEqual(decisionsOf(answers, 1).map((answer) => answer.at), [5]);
  for (const { at } of answers) {
    const stop = stopAt(stops, at);
    assert.ok(stops[stop].count <= at && (stops[stop + 1]?.count ?? Infinity) > at);
  }
  assert.equal(stopAt(stops, 0), 0);
});

test("what audiences are told is what Python tells them", { skip: !tellings && "no PAIJU_TELLINGS" }, () => {
  let count = 0;
  for (const line of readFileSync(tellings, "utf8").trim().split("\n")) {
    const { name, hidden_kongs, all, told } = JSON.parse(line);
    told.forEach((events, audience) => {
      assert.deepEqual(asTold(all, audience, hidden_kongs), events, `${name}, audience ${audience}`);
      count += 1;
    });
  }
  console.log(`${count} tellings`);
  assert.ok(count > 0);
});
