/** Tiles as text, `123m55z`, and as numbers 0-33. */

const SUITS = "mpsz";

/**
 * The tiles of a text in their order; null where it is none.
 * @param {string} text
 * @returns {number[] | null}
 */
export function kindsOf(text) {
  if (!/^(?:[1-9]+[mpsz])*$/.test(text) || /[89][1-9]*z/.test(text)) return null;
  return [...text.matchAll(/([1-9]+)([mpsz])/g)].flatMap(([, digits, suit]) => [...digits].map((digit) => SUITS.indexOf(suit) * 9 + Number(digit) - 1));
}

/**
 * Tiles as text, those of one suit that stand together written together.
 * @param {readonly number[]} kinds
 */
export function textOf(kinds) {
  const suit = (/** @type {number} */ kind) => SUITS[Math.floor(kind / 9)];
  return kinds.map((kind, n) => `${(kind % 9) + 1}${n + 1 < kinds.length && suit(kinds[n + 1]) === suit(kind) ? "" : suit(kind)}`).join("");
}

/** In the order of hands. @param {readonly number[]} kinds */
export const sorted = (kinds) => [...kinds].sort((a, b) => a - b);
