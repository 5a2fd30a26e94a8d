/**
 * Checking a record step by step: each thing that must hold for the wall to be fair, and whether it does. The arithmetic is that of fair.js.
 *
 * @import { Heard } from "./told.js"
 */

import { checkRecord, commitment, deal, matchSeed, promise, proven } from "./fair.js";
import { kindsOf, sorted, textOf } from "./notation.js";

/**
 * @typedef {object} Check
 * @property {string} name - of the phrase that says what is checked
 * @property {boolean | null} ok - null: it cannot be checked here
 * @property {string} [due] - what it should be, where it is something else
 * @property {string} [found]
 * @property {string} [shown] - what was found, to be looked at
 */

/**
 * The line of a record out of pasted text: the line itself, or a link to one gives null.
 * @param {string} text
 */
export function lineIn(text) {
  return text.split("\n").map((line) => line.trim()).find((line) => line.startsWith("{") && line.includes('"paiju-record/')) ?? null;
}

/**
 * The id of a record in a link or as it is; null where there is none.
 * @param {string} text
 */
export function recordIn(text) {
  const found = /(?:replay|records)\/([A-Za-z0-9_-]+-[0-9]+)/.exec(text) ?? /[?&]record=([A-Za-z0-9_-]+-[0-9]+)/.exec(text) ?? /^\s*([A-Za-z0-9_-]{6,}-[0-9]+)\s*$/.exec(text);
  return found?.[1] ?? null;
}

/**
 * Everything that is checked of a record, in order. `heard`: what this browser was told when it was played.
 * @param {string} line
 * @param {Heard} [heard]
 * @returns {Check[]}
 */
export function checksOf(line, heard) {
  /** @type {Check[]} */
  const checks = [];
  const record = JSON.parse(line);
  const part = record.fair;
  const put = (/** @type {string} */ name, /** @type {boolean | null} */ ok, /** @type {Partial<Check>} */ more = {}) => checks.push({ name, ok, ...more });
  const same = (/** @type {string} */ name, /** @type {string} */ found, /** @type {string} */ due) => put(name, found === due, found === due ? { shown: found } : { found, due });
  if (!part) return [{ name: "check_part", ok: false }];
  put("check_part", true, { shown: part.id });

  if (heard?.id) same("check_told_id", part.id, heard.id);
  else put("check_told_id", null);
  if (heard) same("check_told_commitment", part.commitment, heard.commitment);
  else put("check_told_commitment", null);
  same("check_commitment", tried(() => commitment(part.secret)), part.commitment);
  if (heard?.promises) same("check_told_promises", part.promises.join(" "), heard.promises.join(" "));
  else put("check_told_promises", null);
  const due = part.nonces.map((/** @type {string} */ given, /** @type {number} */ chair) => (given ? tried(() => promise(given, part.id, chair)) : part.promises[chair]));
  same("check_promises", part.promises.join(" "), due.join(" "));
  const withheld = [1, 2, 3, 4].filter((_, chair) => part.promises[chair] && !part.nonces[chair]);
  if (withheld.length) put("check_withheld", null, { shown: withheld.join(" ") });
  if (!heard?.promises || !heard.nonce || heard.chair === null) put("check_own_nonce", null);
  else if (!heard.promises[heard.chair]) put("check_own_late", null);
  else same("check_own_nonce", part.nonces[heard.chair], heard.nonce);
  if (heard?.bots.length) {
    const given = heard.bots.map((chair) => part.nonces[chair] || part.promises[chair]).filter(Boolean);
    put("check_bots", !given.length, given.length ? { found: given.join(" ") } : {});
  }

  const wall = kindsOf(record.wall) ?? [];
  const found = tried(() => deal(part.secret, part.id, part.nonces, sorted(wall)));
  if (typeof found === "string") {
    put("check_root", false, { found });
    return checks;
  }
  same("check_root", found.root(), part.root);
  if (heard?.root) same("check_told_root", part.root, heard.root);
  else put("check_told_root", null);
  same("check_wall", textOf(wall), textOf(found.wall));
  const dice = record.dice.join(" ");
  same("check_dice", dice, found.dice.slice(0, record.dice.length).join(" "));
  if (record.match?.number === 0) {
    const seed = /"match":\{"seed":([0-9]+)[,}]/.exec(line)?.[1] ?? "";
    same("check_seed", seed, String(matchSeed(part.secret, part.nonces)));
  }
  for (const proof of heard?.proofs ?? []) {
    const known = proof.index < wall.length ? wall[proof.index] : record.dice[proof.index - wall.length];
    put("check_proof", proven(part.root, proof) && proof.value === known, { shown: proof.index < wall.length ? textOf([proof.value]) : String(proof.value) });
  }
  // The one verdict that is held against Python's: whatever these steps have overlooked shows here.
  const wrong = tried(() => checkRecord(line, toldOf(part, heard)));
  if (wrong && checks.every((check) => check.ok !== false)) put("check_rest", false, { found: wrong });
  return checks;
}

/** @param {any} part @param {Heard | undefined} heard @returns {import("./fair.js").Told} */
function toldOf(part, heard) {
  if (!heard) return {};
  const nonces = [0, 1, 2, 3].map((chair) => (chair === heard.chair && heard.promises?.[chair] ? heard.nonce : heard.bots.includes(chair) ? "" : null));
  return { id: heard.id || part.id, commitment: heard.commitment, root: heard.root || part.root, promises: heard.promises ?? part.promises, nonces };
}

/** What comes of it; the words of the error, where one does. @template T @param {() => T} what @returns {T | string} */
function tried(what) {
  try {
    return what();
  } catch (error) {
    return String(/** @type {Error} */ (error).message);
  }
}
