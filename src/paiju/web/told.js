/**
 * What this browser was told of its hands before and while they were played, and what it gave: kept, so that a record can be held against it later,
 * and so that a page loaded anew, or another of the same browser, gives what was promised.
 *
 * @import { Commit, FromServer, Proof } from "./protocol.js"
 * @import { Known } from "./shapes.js"
 */

import { nonce, promise } from "./fair.js";

const KEY = "paiju-told";
const MOST = 100; // hands

/**
 * @typedef {object} Heard
 * @property {string} table - the number in its address
 * @property {string} id - of the hand, room/number; empty where the page came too late to be told
 * @property {number} hand
 * @property {string} commitment
 * @property {string} root - empty before the deal
 * @property {number | null} chair - the own one
 * @property {string | null} nonce - what this browser drew for it; null: nothing
 * @property {readonly string[] | null} promises - everybody's, told before any nonce was given; null before that, or where the page came too late
 * @property {number[]} bots - their chairs, whose nonces are empty
 * @property {Proof[]} proofs
 * @property {string} variant
 * @property {number} at - milliseconds since 1970, when it began
 */

/** The same in this page, where a browser keeps nothing. @type {Heard[]} */
let kept = [];

/** @returns {Heard[]} the latest last */
export function allHeard() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? kept;
  } catch {
    return kept; // nothing may be kept here, or somebody else wrote there
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
 * With what a message tells; the same list where it tells nothing. What is told of a hand before it is dealt stands as it was told first: another id,
 * commitment or other promises for the same hand at the same table are not taken in, or a server could deal until it likes the wall.
 * @param {Heard[]} all
 * @param {FromServer} message
 * @param {Known} known - after the message
 * @param {string} table
 * @param {number} [now]
 * @returns {Heard[]}
 */
export function listen(all, message, known, table, now = Date.now()) {
  const { room, you, hand } = known;
  const chair = you?.chair ?? null;
  const bots = room ? [0, 1, 2, 3].filter((n) => room.chairs[n].bot && !room.chairs[n].player) : [];
  const told = (/** @type {Heard | undefined} */ before, /** @type {Partial<Heard> & { hand: number, commitment: string }} */ news) => {
    const rest = all.filter((one, n) => one !== before && (one.table === table || n > all.length - MOST));
    const after = { table, id: "", root: "", chair, nonce: null, promises: null, bots, proofs: [], variant: room?.rules.variant ?? "", at: now, ...before, ...news };
    return [...rest, after];
  };
  const dealt = hand ? all.find((one) => one.commitment === hand.commitment) : undefined;
  switch (message.type) {
    case "commit": {
      const { id, hand, commitment, promises } = message;
      const before = all.find((one) => one.table === table && one.hand === hand);
      if (!before) return told(before, { id, hand, commitment, promises, nonce: promises || chair === null ? null : nonce() });
      return before.promises || before.id !== id || before.commitment !== commitment ? all : told(before, { hand, commitment, promises, chair, bots });
    }
    case "begin":
    case "snapshot":
      return hand ? told(dealt, { hand: hand.number, commitment: hand.commitment, root: hand.root }) : all;
    case "proof": {
      const { n: _n, type: _type, ...proof } = message;
      const proofs = [...(dealt?.proofs ?? []).filter((one) => one.index !== proof.index), /** @type {Proof} */ (proof)];
      return hand ? told(dealt, { hand: hand.number, commitment: hand.commitment, proofs }) : all;
    }
    default:
      return all;
  }
}

/**
 * What a page answers to a commitment: its promise; its nonce when everybody's promises are told, if its own is among them and all is as it was
 * told first. So it gives its nonce for one wall only.
 * @param {Heard[]} all - with the commitment
 * @param {Commit} message
 */
export function answer(all, { id, hand, commitment, promises }) {
  const own = all.find((one) => one.id === id);
  if (!own?.nonce || own.chair === null || own.commitment !== commitment) return null;
  const due = promise(own.nonce, id, own.chair);
  if (!promises) return { do: "promise", hand, promise: due };
  return String(promises) === String(own.promises) && promises[own.chair] === due ? { do: "nonce", hand, nonce: own.nonce } : null;
}

/** Keeps what a message tells; gives what is answered to it. @param {FromServer} message @param {Known} known @param {string} table */
export function hear(message, known, table) {
  kept = listen(allHeard(), message, known, table);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // nothing may be kept here
  }
  return message.type === "commit" ? answer(kept, message) : null;
}
