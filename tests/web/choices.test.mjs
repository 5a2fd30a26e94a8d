// Which keys and buttons a question has.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.localStorage = { getItem: () => null, setItem: () => {} };
const { notation, shown, unseen } = await import("../../src/paiju/web/choices.js");
const { newView } = await import("../../src/paiju/web/reducer.js");

const choice = (action, tiles = [], waits = []) => ({ action, verb: action.split("@")[0].replace(/ ?\d.*$/, ""), tiles, zh: action, en: action, waits });
const question = (kind, ...choices) => ({ id: "0.0.1", kind, choices, left: null, bank: 0 });

test("on an own turn tiles have the keys of the digits, buttons letters of their own", () => {
  const asked = question("turn", choice("discard 1m", [0]), choice("discard 2m", [1]), choice("win"), choice("ckong 5m", [4]), choice("ckong 6m", [5]), choice("ready 1m", [0], [3]));
  const { discards, readies, buttons, tileKeys, canWin } = shown(asked, 14);
  assert.equal(tileKeys.join(""), "1234567890qwer");
  assert.deepEqual([...discards.keys()], [0, 1]);
  assert.deepEqual([...readies.keys()], [0]);
  assert.deepEqual(buttons.map((button) => [button.verb, button.key]), [["win", "h"], ["ckong", "g"], ["ckong", "f"], ["ready", "b"]]);
  assert.equal(canWin, true);
});

test("no two keys are alike, and none is a key of the table, however many sets may be declared", () => {
  const sets = Array.from({ length: 12 }, (_, n) => choice(`set winds ${n + 1}z`, [27]));
  const asked = question("turn", choice("discard 1m", [0]), choice("win"), choice("adice 1m", [0]), choice("cdice 2m", [1]), choice("add ones 1p", [9]), ...sets);
  const { buttons, tileKeys } = shown(asked, 14);
  const keys = [...tileKeys, ...buttons.map((button) => button.key).filter(Boolean)];
  assert.equal(new Set(keys).size, keys.length);
  for (const key of ["l", "y", "s", "m", "t", "?"]) assert.ok(!keys.includes(key), key);
});

test("a claim is answered by numbers, in the order of their worth; nought passes", () => {
  const asked = question("claim", choice("pass"), choice("chow 123m", [0, 1, 2]), choice("pung 2m", [1]), choice("win"));
  const { buttons, tileKeys } = shown(asked, 13);
  assert.deepEqual(buttons.map((button) => [button.verb, button.key]), [["win", "1"], ["pung", "2"], ["chow", "3"], ["pass", "0"]]);
  assert.deepEqual(tileKeys, []);
  assert.deepEqual(buttons[2].tiles, [0, 1, 2]);
  assert.deepEqual(buttons[1].tiles, [1]);
});

test("of two tiles turned up at once a button says which", () => {
  const { buttons } = shown(question("claim", choice("pung 2m@2", [1]), choice("win@12"), choice("pass")), 13);
  assert.deepEqual(buttons.map((button) => button.which), ["12", "2", ""]);
  assert.deepEqual(buttons[1].tiles, [1]);
});

test("without a question there is nothing to press", () => {
  assert.deepEqual(shown(null, 13), { discards: new Map(), readies: new Map(), buttons: [], tileKeys: [], canWin: false });
});

test("unseen tiles are four without those that lie anywhere", () => {
  const view = newView(0, 136);
  view.seats[0].hand = [5, 5, 7];
  view.seats[1].river = [5];
  view.seats[2].melds = [{ kind: "chow", tiles: [5, 6, 7], source: 1 }];
  view.shown = [9];
  view.treasure = 9;
  assert.equal(unseen(view, 5), 0);
  assert.equal(unseen(view, 7), 2);
  assert.equal(unseen(view, 9), 2);
  assert.equal(unseen(view, 33), 4);
});

test("kinds are written as Paiju does", () => {
  assert.deepEqual([0, 8, 9, 26, 27, 31, 33].map(notation), ["1m", "9m", "1p", "9s", "1z", "5z", "7z"]);
});
