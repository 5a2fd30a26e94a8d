/**
 * A question as it is shown: which tiles may go, which buttons there are, and the key of each. Decides nothing about what is legal.
 *
 * @import { Choice, Question, View } from "./protocol.js"
 */

/**
 * @typedef {object} Button
 * @property {string} key - what is pressed for it
 * @property {Choice | null} choice - null: the button that shows which tiles one may declare ready with
 * @property {string} verb
 * @property {string} which - of two tiles turned up at once: 1, 2, 12
 * @property {readonly number[]} tiles - shown on it
 *
 * @typedef {object} Shown
 * @property {Map<number, Choice>} discards - by kind
 * @property {Map<number, Choice>} readies
 * @property {Button[]} buttons
 * @property {string[]} tileKeys - by place in the hand
 * @property {boolean} canWin
 */

const TILE_KEYS = "1234567890qwer";
/** What a button of the own turn is called by, if that is free. */
const LETTERS = /** @type {Record<string, string>} */ ({ win: "h", ready: "b", ckong: "g", akong: "g", cdice: "k", adice: "k", set: "x", add: "z", take: "a", pass: "p" });
const FREE = "gfdkjnuovc";
const ORDER = ["win", "take", "kong", "dicekong", "ckong", "akong", "cdice", "adice", "set", "add", "ready", "pung", "chow", "pass"];

/** @param {string} verb */
const rank = (verb) => ORDER.indexOf(verb.split(" ")[0]);

/**
 * @param {Question | null} question
 * @param {number} size - tiles in the own hand
 * @returns {Shown}
 */
export function shown(question, size) {
  const choices = question?.choices ?? [];
  const of = (/** @type {string} */ verb) => new Map(choices.filter((c) => c.verb === verb).map((c) => [c.tiles[0], c]));
  const discards = of("discard");
  const readies = of("ready");
  /** @type {Button[]} */
  const buttons = choices
    .filter((c) => c.verb !== "discard" && c.verb !== "ready")
    .map((choice) => {
      const which = choice.action.split("@")[1] ?? "";
      const tiles = choice.verb === "win" ? [] : choice.tiles;
      return { key: "", choice, verb: choice.verb, which, tiles };
    });
  if (readies.size) buttons.push({ key: "", choice: null, verb: "ready", which: "", tiles: [] });
  buttons.sort((a, b) => rank(a.verb) - rank(b.verb));
  const turn = discards.size > 0 || readies.size > 0;
  const used = new Set();
  let number = 1;
  for (const button of buttons) {
    if (turn) button.key = [LETTERS[button.verb.split(" ")[0]], ...FREE].find((key) => key && !used.has(key)) ?? "";
    else button.key = button.verb === "pass" ? "0" : String(number++);
    used.add(button.key);
  }
  return { discards, readies, buttons, tileKeys: turn ? [...TILE_KEYS].slice(0, size) : [], canWin: choices.some((c) => c.verb === "win") };
}

/**
 * How many tiles of a kind the audience of a view has not seen anywhere.
 * @param {View} view
 * @param {number} kind
 */
export function unseen(view, kind) {
  const count = (/** @type {readonly number[]} */ tiles) => tiles.filter((tile) => tile === kind).length;
  let known = count(view.shown) + (view.treasure === kind && !view.over ? 1 : 0);
  for (const seat of view.seats) known += count(seat.hand ?? []) + count(seat.river) + seat.melds.reduce((sum, meld) => sum + count(meld.tiles), 0);
  return 4 - known;
}

/** A kind in notation: 5m. @param {number} kind */
export const notation = (kind) => `${(kind % 9) + 1}${"mpsz"[Math.floor(kind / 9)]}`;
