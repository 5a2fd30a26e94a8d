/**
 * Fair walls: what a page gives for its own, and checks in the browser that a hand was dealt as docs/fairness.md says.
 *
 * Bytes go in and out as lower-case hexadecimal, as messages and records hold them; seeds, of 62 bits, as BigInt.
 *
 * @import { Bytes } from "./sha256.js"
 * @typedef {{wall: number[], dice: number[], seed: bigint, root: () => string}} Deal
 * @typedef {{index: number, value: number, salt: string, path: readonly string[]}} Proof
 * @typedef {{id: string, secret: string, nonces: string[], promises: string[], commitment: string, root: string}} FairPart
 * @typedef {{id?: string, commitment?: string, root?: string, nonces?: (string | null)[], promises?: readonly string[]}} Told
 */

import { concat, hmac, sha256 } from "./sha256.js";

export const DICE = 256;
export const LEAVES = 512;
const WORDS = 2 ** 32;
const LABEL = "paiju-deal/1\0";
const MATCH_LABEL = "paiju-match/1\0";
const PROMISE_LABEL = "paiju-promise/1\0";
const HAND_ID = /^[0-9A-Za-z_-]{1,64}\/(?:0|[1-9][0-9]{0,9})$/;
const SUITS = "mpsz";

/** A fresh nonce of 16 bytes. */
export const nonce = () => toHex(crypto.getRandomValues(new Uint8Array(16)));

/** What the server published of its secret before any nonce. @param {string} secret */
export const commitment = (secret) => toHex(sha256(ofSize(secret, 32)));

/**
 * What is told of a nonce before any is given: it binds that chair (0-3) in that hand.
 *
 * @param {string} given
 * @param {string} handId
 * @param {number} chair
 */
export const promise = (given, handId, chair) => toHex(sha256(bytes(`${PROMISE_LABEL}${checkId(handId)}\0`), Uint8Array.of(chair), ofSize(given, 16)));

/**
 * The deal that follows from the secret, the id of the hand, the four nonces (empty where a player gave none) and the game's tiles in order.
 *
 * @param {string} secret
 * @param {string} handId
 * @param {readonly string[]} nonces
 * @param {readonly number[]} tiles
 * @returns {Deal}
 */
export function deal(secret, handId, nonces, tiles) {
  if (tiles.length > LEAVES - DICE) throw new RangeError(`a wall holds at most ${LEAVES - DICE} tiles; got ${tiles.length}`);
  const key = hmac(ofSize(secret, 32))(bytes(`${LABEL}${checkId(handId)}\0`), joined(nonces));
  const word = wordsOf(key);
  const wall = [...tiles];
  for (let i = wall.length - 1; i > 0; i--) {
    const j = below(word, i + 1);
    [wall[i], wall[j]] = [wall[j], wall[i]];
  }
  /** @type {number[]} */
  const dice = [];
  while (dice.length < DICE) dice.push(below(word, 6) + 1);
  const seed = ((BigInt(word()) << 32n) | BigInt(word())) & ((1n << 62n) - 1n);
  return { wall, dice, seed, root: () => rootOf(key, [...wall, ...dice]) };
}

/**
 * The seed of a match, from the secret and the nonces of its hand 0.
 *
 * @param {string} secret
 * @param {readonly string[]} nonces
 */
export function matchSeed(secret, nonces) {
  const digest = hmac(ofSize(secret, 32))(bytes(MATCH_LABEL), joined(nonces));
  return BigInt(`0x${toHex(digest.subarray(0, 8))}`) & ((1n << 62n) - 1n);
}

/**
 * Whether a tile or die that came open stands under the root told before the hand.
 *
 * @param {string} root
 * @param {Proof} proof
 */
export function proven(root, proof) {
  const { index, value, salt, path } = proof;
  if (!isWithin(index, LEAVES) || !isWithin(value, 256) || 2 ** path.length !== LEAVES) return false;
  if (![salt, ...path].every((text) => /^[0-9a-f]{64}$/.test(text) && text.length === 64)) return false;
  let node = leaf(ofSize(salt, 32), index, value);
  for (const [height, text] of path.entries()) {
    const other = ofSize(text, 32);
    node = (index >> height) & 1 ? sha256(other, node) : sha256(node, other);
  }
  return toHex(node) === root;
}

/**
 * Checks a record against its fair part, and that against what this page was told and gave before: the name of the first thing that differs, or
 * nothing. `told.nonces`: what each chair's nonce must be, as far as known (null: not known; empty for a bot's). The record comes as its line of
 * text, since a match's seed is longer than the numbers of JSON.parse.
 *
 * @param {string} line
 * @param {Told} [told]
 * @returns {string}
 */
export function checkRecord(line, told = {}) {
  const record = JSON.parse(line);
  /** @type {FairPart | undefined} */
  const part = record.fair;
  if (!part) return "fair";
  if (told.id !== undefined && told.id !== part.id) return "fair.id";
  if (record.match && part.id.split("/")[1] !== String(record.match.number)) return "fair.id";
  for (const [chair, given] of (told.nonces ?? []).entries()) {
    if (given !== null && given !== part.nonces[chair]) return `fair.nonces[${chair}]`;
  }
  if ((told.promises ?? part.promises).join() !== part.promises.join()) return "fair.promises";
  for (const [chair, given] of part.nonces.entries()) {
    if (given && promise(given, part.id, chair) !== part.promises[chair]) return `fair.promises[${chair}]`;
  }
  if (commitment(part.secret) !== part.commitment || (told.commitment ?? part.commitment) !== part.commitment) return "fair.commitment";
  const wall = parseWall(record.wall);
  const tiles = [...wall].sort((a, b) => a - b);
  if (!tiles.length || !tiles.every((tile, n) => tile === tiles[n - (n % 4)] && (n % 4 > 0 || tile !== tiles[n - 1]))) return "wall";
  const found = deal(part.secret, part.id, part.nonces, tiles);
  if (found.root() !== part.root || (told.root ?? part.root) !== part.root) return "fair.root";
  if (record.seed !== null) return "seed";
  if (record.match?.number === 0) {
    const seed = /"match":\{"seed":([0-9]+)[,}]/.exec(line)?.[1];
    if (seed !== String(matchSeed(part.secret, part.nonces))) return "match.seed";
  }
  const tile = wall.findIndex((kind, n) => kind !== found.wall[n]);
  if (tile >= 0) return `wall[${tile}]`;
  const die = record.dice.findIndex((/** @type {number} */ face, /** @type {number} */ n) => face !== found.dice[n]);
  return die >= 0 ? `dice[${die}]` : "";
}

/**
 * An even choice from 0 .. n-1 by 32-bit words; those of the uneven rest are passed over.
 *
 * @param {() => number} word gives the next word
 * @param {number} n
 */
export function below(word, n) {
  const even = WORDS - (WORDS % n);
  for (;;) {
    const found = word();
    if (found < even) return found % n;
  }
}

/** SHA-256 in counter mode, as 32-bit words. @param {Bytes} key */
function wordsOf(key) {
  let block = 0;
  let at = 32;
  /** @type {Bytes} */
  let digest;
  return () => {
    if (at === 32) {
      digest = sha256(key, number32(block++));
      at = 0;
    }
    at += 4;
    return new DataView(digest.buffer).getUint32(at - 4);
  };
}

/**
 * The root of the hash tree over the wall and the dice behind it.
 *
 * @param {Bytes} key
 * @param {readonly number[]} values
 */
function rootOf(key, values) {
  const salt = hmac(key);
  let level = values.map((value, n) => leaf(salt(bytes("salt"), number32(n)), n, value));
  while (level.length < LEAVES) level.push(new Uint8Array(32));
  while (level.length > 1) {
    const below = level;
    level = Array.from({ length: below.length / 2 }, (_, n) => sha256(below[2 * n], below[2 * n + 1]));
  }
  return toHex(level[0]);
}

/** @param {Bytes} salt @param {number} index @param {number} value */
const leaf = (salt, index, value) => sha256(salt, number32(index), Uint8Array.of(value));

/** Tiles in their order as records write them, "51m7z3m", as kinds 0-33. @param {string} text */
function parseWall(text) {
  /** @type {number[]} */
  const kinds = [];
  for (const [, digits, suit] of text.matchAll(/([1-9]+)([mpsz])/g)) {
    for (const digit of digits) kinds.push(SUITS.indexOf(suit) * 9 + Number(digit) - 1);
  }
  return kinds;
}

/** @param {unknown} value @param {number} end */
const isWithin = (value, end) => Number.isInteger(value) && /** @type {number} */ (value) >= 0 && /** @type {number} */ (value) < end;

/** @param {string} handId */
function checkId(handId) {
  if (!HAND_ID.test(handId)) throw new RangeError(`the id of a hand is a room and a number, like room/0; got ${handId}`);
  return handId;
}

/** Each nonce behind its length. @param {readonly string[]} nonces */
function joined(nonces) {
  if (nonces.length !== 4) throw new RangeError(`a deal takes four nonces; got ${nonces.length}`);
  return concat(nonces.flatMap((text) => (text === "" ? [Uint8Array.of(0)] : [Uint8Array.of(16), ofSize(text, 16)])));
}

/** The bytes of hexadecimal text of a known length. @param {string} text @param {number} size */
function ofSize(text, size) {
  if (text.length !== 2 * size || !/^[0-9a-f]+$/.test(text)) throw new RangeError(`expected ${size} bytes in hexadecimal; got ${text.length} characters`);
  return Uint8Array.from({ length: size }, (_, n) => parseInt(text.slice(2 * n, 2 * n + 2), 16));
}

/** @param {Bytes} data */
const toHex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);

/** Four bytes, the highest first. @param {number} value */
const number32 = (value) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
