/**
 * What this browser was told of its hands before and while they were played, and what it gave: kept, so that a record can be held against it later.
 *
 * @import { FromServer, Proof } from "./protocol.js"
 * @import { Known } from "./room.js"
 */

const KEY = "paiju-told";
const MOST = 100; // hands

/**
 * @typedef {object} Heard
 * @property {string} id - of the hand, room/number; empty where the page came too late to be told
 * @property {number} hand
 * @property {string} commitment
 * @property {string} root - empty before the deal
 * @property {number | null} chair - the own one
 * @property {string | null} nonce - what this page gave; null: nothing that is known
 * @property {number[]} bots - their chairs, whose nonces are empty
 * @property {Proof[]} proofs
 * @property {string} variant
 * @property {number} at - milliseconds since 1970, when it began
 */

/** @returns {Heard[]} the latest last */
export function allHeard() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return []; // nothing may be kept here, or somebody else wrote there
  }
}

/**
 * What was heard of the hand of a record. By its id, or else by the commitment.
 * @param {string} record
 * @param {string} [commitment]
 */
export function heard(record, commitment = "") {
  const all = allHeard();
  return all.findLast((one) => one.id.replace("/", "-") === record) ?? all.findLast((one) => one.commitment === commitment);
}

/**
 * With what a message tells; the same list where it tells nothing.
 * @param {Heard[]} all
 * @param {FromServer} message
 * @param {Known} known - after the message
 * @param {Record<number, string>} nonces - what the page gave for each hand
 * @param {number} [now]
 * @returns {Heard[]}
 */
export function listen(all, message, known, nonces, now = Date.now()) {
  const { room, you, hand } = known;
  const chair = you?.chair ?? null;
  const bots = room ? [0, 1, 2, 3].filter((n) => room.chairs[n].bot && !room.chairs[n].player) : [];
  const told = (/** @type {string} */ commitment, /** @type {Partial<Heard> & { hand: number }} */ news) => {
    const before = all.find((one) => one.commitment === commitment);
    const after = { id: "", commitment, root: "", chair, nonce: null, bots, proofs: [], variant: room?.rules.variant ?? "", at: now, ...before, ...news };
    return [...all.filter((one) => one !== before), after].slice(-MOST);
  };
  switch (message.type) {
    case "commit":
      return told(message.commitment, { id: message.id, hand: message.hand, chair, bots, nonce: nonces[message.hand] ?? null });
    case "begin":
    case "snapshot":
      return hand ? told(hand.commitment, { hand: hand.number, root: hand.root }) : all;
    case "proof": {
      const { n: _n, type: _type, ...proof } = message;
      const before = hand && all.find((one) => one.commitment === hand.commitment);
      return hand ? told(hand.commitment, { hand: hand.number, proofs: [...(before?.proofs ?? []).filter((one) => one.index !== proof.index), /** @type {Proof} */ (proof)] }) : all;
    }
    default:
      return all;
  }
}

/** Keeps what a message tells. @param {FromServer} message @param {Known} known @param {Record<number, string>} nonces */
export function keep(message, known, nonces) {
  try {
    localStorage.setItem(KEY, JSON.stringify(listen(allHeard(), message, known, nonces)));
  } catch {
    // nothing may be kept here
  }
}
