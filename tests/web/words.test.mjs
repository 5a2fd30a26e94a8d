// Both languages say everything, and the page asks for no phrase that is not there.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const likes = { lang: "zh" };
globalThis.localStorage = { getItem: () => JSON.stringify(likes), setItem: () => {} };
const { like } = await import("../../src/paiju/web/state.js");
const { both, t, tileName } = await import("../../src/paiju/web/words.js");
const { say, callOf, seatNames } = await import("../../src/paiju/web/sayings.js");

const folder = new URL("../../src/paiju/web/", import.meta.url);
const sources = readdirSync(folder).filter((name) => name.endsWith(".js"));
const text = (name) => readFileSync(new URL(name, folder), "utf8");
const wordy = sources.filter((name) => name.startsWith("words"));
for (const name of wordy) await import(new URL(name, folder));
const keys = wordy.flatMap((name) => [...text(name).matchAll(/^ {2}(\w+): \[/gm)].map((found) => found[1]));

test("every phrase is there once, in both languages, with the same places for values", () => {
  assert.ok(keys.length > 150);
  assert.equal(new Set(keys).size, keys.length);
  for (const key of keys) {
    const { zh, en } = both(key);
    assert.ok(zh && en, key);
    const places = (phrase) => [...phrase.matchAll(/\{\d\}/g)].map(String).sort().join();
    if (key !== "bot_no") assert.equal(places(zh), places(en), key);
  }
});

test("the page asks for no phrase that is not there", () => {
  for (const name of sources) {
    for (const [, key] of text(name).matchAll(/\b(?:t|both)\("(\w+)"/g)) assert.ok(keys.includes(key), `${key} in ${name}`);
  }
});

test("tiles have names", () => {
  like("lang", "zh");
  assert.deepEqual([0, 9, 18, 26, 27, 31, 32, 33, -1].map((kind) => tileName(kind)), ["一万", "一饼", "幺鸡", "九条", "东", "白板", "发财", "红中", "背"]);
  like("lang", "en");
  assert.deepEqual([4, 9, 22, 30, 31].map((kind) => tileName(kind)), ["5 of characters", "1 of dots", "5 of bamboo", "north", "white"]);
});

test("events are said in both languages, calls always in Chinese", () => {
  const event = { event: "pung", seat: 1, tile: 4, source: 0 };
  like("lang", "zh");
  assert.equal(say(event, seatNames(0)), "下家碰五万");
  assert.equal(say({ event: "win", seat: 2, how: "discard", source: 1 }, seatNames(0)), "对家胡，下家点炮");
  like("lang", "en");
  assert.equal(say(event, seatNames(0)), "Right punged 5 of characters");
  assert.equal(say({ event: "deal", tiles: [1, 0] }, seatNames(0)), "Dealt: 2 of characters, 1 of characters");
  assert.equal(say({ event: "win", seat: 0, how: "discard", source: 1 }, seatNames(0)), "You won: a discard of Right");
  assert.equal(t("rolled_by", "You"), "You rolled");
  assert.equal(callOf(event).word, "碰");
  assert.equal(callOf({ event: "special", seat: 0, kind: "winds_kong", tiles: [] }).word, "旋风杠");
  assert.equal(say({ event: "draw", seat: 2, source: "front", place: 1 }, seatNames(0)), "");
  assert.equal(t("hand_of", 1, 8), "Hand 1/8");
});
