/**
 * SHA-256 and HMAC in plain JavaScript: over http, as in a home network, a browser has no WebCrypto, and its player is to have a say in the wall too.
 *
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 */

// The first bits of the fractions of the square roots of the first 8 primes, and of the cube roots of the first 64.
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const K = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/** @param {Bytes[]} parts @returns {Bytes} */
export function sha256(...parts) {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const data = new Uint8Array(((size + 72) >> 6) << 6); // room for the mark and the length in bits
  join(data, parts)[size] = 0x80;
  const view = new DataView(data.buffer);
  view.setUint32(data.length - 4, 8 * size);
  const state = Int32Array.from(START);
  for (let at = 0; at < data.length; at += 64) block(state, view, at);
  const digest = new Uint8Array(32);
  for (const [n, word] of state.entries()) new DataView(digest.buffer).setInt32(4 * n, word);
  return digest;
}

/** HMAC-SHA256 under a key of at most 64 bytes, as a function of its text. @param {Bytes} key */
export function hmac(key) {
  const [inner, outer] = [0x36, 0x5c].map((pad) => Uint8Array.from({ length: 64 }, (_, n) => pad ^ (key[n] ?? 0)));
  return (/** @type {Bytes[]} */ ...parts) => sha256(outer, sha256(inner, ...parts));
}

/** @param {readonly Bytes[]} parts @returns {Bytes} */
export const concat = (parts) => join(new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0)), parts);

/** @param {Bytes} all @param {readonly Bytes[]} parts */
function join(all, parts) {
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const W = new Int32Array(64);
const turn = (/** @type {number} */ word, /** @type {number} */ by) => (word >>> by) | (word << (32 - by));

/** @param {Int32Array} state @param {DataView} view @param {number} at */
function block(state, view, at) {
  for (let n = 0; n < 16; n++) W[n] = view.getInt32(at + 4 * n);
  for (let n = 16; n < 64; n++) {
    const [early, late] = [W[n - 15], W[n - 2]];
    W[n] = W[n - 16] + W[n - 7] + (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < 64; n++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[n] + W[n]) | 0;
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [n, word] of [a, b, c, d, e, f, g, h].entries()) state[n] += word;
}
