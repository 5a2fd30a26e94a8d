// The page's views against those of Python, event by event. PAIJU_VECTORS names the file tests/web_vectors.py has written.
import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { test } from "node:test";

import { newView, see, seeAll } from "../../src/paiju/web/reducer.js";

const file = process.env.PAIJU_VECTORS;

/** An object none of whose parts may be changed. */
function frozen(value) {
  if (value && typeof value === "object" && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

test("the reducer gives the view of Python after each event, and changes none", { skip: !file && "no PAIJU_VECTORS" }, async () => {
  const kinds = new Set();
  let stories = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { name, audience, wall_size, events, views } = JSON.parse(line);
    const begin = frozen(newView(audience, wall_size));
    let view = begin;
    frozen(events).forEach((event, n) => {
      kinds.add(event.event);
      view = frozen(see(view, event));
      assert.deepEqual(view, views[n], `${name}, audience ${audience}, after event ${n}: ${JSON.stringify(event)}`);
    });
    assert.deepEqual(seeAll(begin, events), view, `${name}, audience ${audience}: all events at once`);
    stories += 1;
  }
  console.log(`${stories} stories; kinds of events: ${[...kinds].sort().join(" ")}`);
  assert.ok(stories > 0);
});

test("an event that cannot follow is an error, not a wrong view", () => {
  const view = see(newView(0, 136), { event: "deal", seat: 0, count: 13, tiles: [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6] });
  assert.throws(() => see(view, { event: "discard", seat: 0, tile: 33 }));
  assert.throws(() => see(view, { event: "pung", seat: 0, tile: 0, source: 1 }));
  assert.throws(() => see(view, { event: "nothing known" }));
});

test("a claim takes the discard just made out of the river, not the same tile discarded earlier", () => {
  const deal = (seat) => ({ event: "deal", seat, count: 13 });
  const discard = (seat, tile) => ({ event: "discard", seat, tile });
  const draw = (seat) => ({ event: "draw", seat, source: "front", place: 0 });
  const before = [0, 1, 2, 3].map(deal).concat(discard(0, 5), draw(0), discard(0, 9), draw(0), discard(0, 5));
  const view = seeAll(newView(4, 136), [...before, { event: "pung", seat: 2, tile: 5, source: 0 }]);
  assert.deepEqual(view.seats[0].river, [5, 9]);
});
