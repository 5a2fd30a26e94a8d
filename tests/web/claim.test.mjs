// The calculator's state: built by taps, as a request, as a link and back.
import assert from "node:assert/strict";
import { test } from "node:test";

import { claimFrom, claimOf, due, fits, fresh, linkOf, meldOf, missing, offered, requestOf, used, withAddition, withHand, withMeld, withTile, withoutMeld, withoutTile, wonOn } from "../../src/paiju/web/claim.js";
import { EXAMPLES } from "../../src/paiju/web/examples.js";
import { kindsOf, textOf } from "../../src/paiju/web/notation.js";

const game = (key, claims, properties = {}) => ({ key, claims, presets: [{ name: "text", values: {} }, { name: "classic", values: { birds: 2, opening: "continues" } }], options: { properties } });
const GAMES = {
  changchun: game("changchun", ["treasure", "matched", "payer_ready"], { discard_pays: { default: "three" } }),
  baicheng: game("baicheng", ["treasure", "kong", "closed"]),
  changsha: game("changsha", ["dice_kong", "moment", "opening", "bird"], { birds: { default: 1 }, opening: { default: "ends_hand" } }),
};
const tapped = (claim, text) => kindsOf(text).reduce(withTile, claim);

test("tiles as text and back", () => {
  for (const text of ["", "1m", "123m99p", "19m19p19s1234567z", "5m5p5m"]) assert.equal(textOf(kindsOf(text)), text);
  for (const text of ["m", "12", "8z", "0m", "1m2", "1x", "一万"]) assert.equal(kindsOf(text), null, text);
});

test("taps fill the hand, then the winning tile, and no more", () => {
  let claim = tapped(fresh("changchun"), "9m123m111p456p789s");
  assert.equal(textOf(claim.hand), "1239m111456p789s");
  assert.equal(missing(claim), 1);
  claim = withTile(claim, 8);
  assert.equal(claim.tile, 8);
  assert.equal(missing(claim), 0);
  assert.equal(withTile(claim, 0), claim);
  assert.equal(used(claim, 8), 2);
  claim = wonOn(claim, 3);
  assert.equal(claim.tile, 8);
  claim = wonOn(claim, 0);
  assert.equal(textOf([claim.tile]), "1m");
  assert.equal(textOf(claim.hand), "2399m111456p789s");
  assert.equal(missing(withoutTile(claim, 0)), 1);
});

test("a hand that was typed: its last tile is won on where there is one more than is held", () => {
  const pung = { kind: "pung", tiles: [27, 27, 27] };
  const typed = (text, melds = []) => withHand(fresh("changchun"), { tiles: kindsOf(text), melds });
  assert.equal(typed("5p123m").tile, null);
  assert.equal(textOf(typed("5p123m").hand), "123m5p");
  const whole = typed("123m456p78s55s9s", [pung]);
  assert.deepEqual([textOf(whole.hand), whole.tile, missing(whole)], ["123m456p5578s", 26, 0]);
  assert.equal(missing(typed("123m456p78s55s99s", [pung])), -1);
});

test("there are four of a kind, in hand, melds and as the winning tile together", () => {
  const four = tapped(fresh("changsha"), "1111m");
  assert.equal(withTile(four, 0), four);
  assert.ok(!fits(four, meldOf("chow", 0)));
  assert.ok(fits(four, meldOf("chow", 1)));
  assert.ok(!fits(four, meldOf("pung", 0)));
});

test("melds take the room of three tiles", () => {
  let claim = withMeld(fresh("changchun"), meldOf("concealed_kong", 4));
  assert.equal(due(claim), 10);
  claim = withMeld(claim, meldOf("winds_kong", 27));
  assert.equal(due(claim), 7);
  assert.ok(!fits(claim, meldOf("winds_kong", 27)), "one of each special kong");
  claim = withAddition(claim, 1, 27);
  assert.equal(textOf(claim.melds[1].tiles), "11234z");
  assert.equal(due(withoutMeld(claim, 0)), 10);
  const full = tapped(fresh("changchun"), "123456789m1234p");
  assert.ok(!fits(full, meldOf("pung", 18)), "thirteen concealed tiles leave no room");
  assert.equal(meldOf("chow", 7), null);
  assert.equal(meldOf("chow", 27), null);
  assert.equal(meldOf("dragons_kong", 27), null);
  assert.deepEqual([27, 28, 29, 30].map((tile) => textOf(meldOf("winds_kong", tile, 3).tiles)), ["123z", "234z", "134z", "124z"]);
});

test("an opening win has all its tiles in hand, and no melds", () => {
  const claim = { ...fresh("changsha"), by: "opening", dealer: 0, winner: 0 };
  assert.equal(due(claim), 14);
  assert.equal(due({ ...claim, winner: 1 }), 13);
  assert.equal(missing(tapped(claim, "1111222233334p4p")), 0);
  assert.ok(!fits(claim, meldOf("pung", 4)));
});

test("only what may be said in the game is asked for", () => {
  const all = { ...fresh("changchun"), tile: 4, treasure: "matched", after: "kong", moment: "sea_bottom", closed: [0, 2], birds: [3], payerReady: true, withDice: true, from: 2 };
  const request = (claim) => requestOf(claim, GAMES[claim.variant]);
  assert.deepEqual(request(all).treasure, { tile: "5m", how: "matched" });
  for (const field of ["from", "after", "moment", "closed", "bird", "payer_ready", "with_dice"]) assert.ok(!(field in request(all)), field);
  assert.ok(!("treasure" in request({ ...all, by: "discard" })));
  assert.equal(request({ ...all, by: "discard" }).from, 2);
  assert.equal(request({ ...all, by: "discard", options: { discard_pays: "discarder_all_if_not_ready" } }).payer_ready, true);
  const north = { ...all, variant: "baicheng" };
  assert.ok(!("treasure" in request(north)), "nothing is matched in Baicheng");
  assert.deepEqual(request({ ...north, treasure: "drawn" }).treasure, { tile: "5m", how: "drawn" });
  assert.deepEqual([request(north).after, request(north).closed], ["kong", [0, 2]]);
  const south = { ...all, variant: "changsha", after: "dice_kong", moment: "" };
  assert.deepEqual([request(south).after, request(south).bird], ["dice_kong", ["4m"]]);
  assert.deepEqual(request({ ...south, moment: "sea_bottom" }).bird, ["5m"], "won on the sea bottom, that tile is the bird");
  assert.equal(request({ ...south, by: "robbed_kong" }).with_dice, true);
  assert.ok(!("bird" in request({ ...south, options: { birds: 0 } })));
  assert.ok(!("tile" in request({ ...south, by: "opening" })));
});

test("what is offered follows from game, rules and circumstances", () => {
  const of = (change) => {
    const claim = { ...fresh("changsha"), ...change };
    return offered(claim, GAMES.changsha);
  };
  assert.deepEqual(of({ dealer: 1, winner: 1 }).moments, ["first_deal", "sea_bottom"]);
  assert.deepEqual(of({ by: "discard", from: 0 }).moments, ["first_discard", "sea_bottom"]);
  assert.deepEqual(of({ by: "discard", from: 3 }).moments, ["sea_bottom"]);
  assert.ok(of({}).by.includes("opening") && !of({ options: { opening: "off" } }).by.includes("opening"));
  assert.equal(of({ preset: "classic" }).birds, 2);
  assert.equal(of({ preset: "classic", by: "opening" }).birds, 1, "one die for each winner");
  assert.deepEqual(offered(fresh("changchun"), undefined).treasure, [], "before the declarations are there");
});

test("every example goes through the state unchanged", () => {
  for (const { request, en } of EXAMPLES) {
    const plain = (found) => ({ ...found, closed: undefined, ...(found.closed?.length ? { closed: found.closed } : {}) });
    const found = requestOf(claimOf(request), GAMES[request.variant]);
    assert.deepEqual(plain(found), plain({ ...request, hand: textOf([...kindsOf(request.hand)].sort((a, b) => a - b)) }), en);
  }
});

test("a link brings the state back", () => {
  const states = [
    fresh("changchun"),
    ...EXAMPLES.map((example) => claimOf(example.request)),
    { ...fresh("changsha"), preset: "classic", options: { base: 5, luxury_weights: [2, 4, 8], opening_no_258: false, passed_win_lock: "none" }, birds: [3, 3], withDice: true, by: "robbed_kong" },
    { ...fresh("changchun"), dealer: 3, winner: 0, from: 1, by: "discard", payerReady: true, options: { closed_wait_includes: ["middle", "edge"] } },
  ];
  for (const claim of states) assert.deepEqual(claimFrom(`?${linkOf(claim)}`), claim);
  assert.equal(linkOf(fresh("changchun")), "game=changchun");
});

test("a broken link gives what can be made of it", () => {
  const claim = claimFrom("?game=baicheng&hand=12x&melds=pung-111s.rubbish.chow&tile=zz&by=magic&dealer=7&winner=x&o.base={&birds=9z&closed=0099x3");
  assert.deepEqual(claim, { ...fresh("baicheng"), melds: [{ kind: "pung", tiles: [18, 18, 18] }], closed: [0, 3] });
  assert.equal(claimFrom("").variant, "changchun");
});
