// Fair walls in the browser's language: the published vectors, and that any change is found and named.
import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { below, checkRecord, commitment, deal, matchSeed, nonce, promise, proven } from "../../src/paiju/web/fair.js";
import { hmac, sha256 } from "../../src/paiju/web/sha256.js";

const VECTORS = JSON.parse(readFileSync(new URL("../vectors/fair.json", import.meta.url), "utf8"));
const KINDS = { changchun: 34, baicheng: 27, changsha: 27 };

function tilesOf(game) {
  const kinds = [...Array(KINDS[game]).keys(), ...(game === "baicheng" ? [31, 32, 33] : [])];
  return kinds.flatMap((kind) => [kind, kind, kind, kind]);
}

const otherByte = (text, at) => text.slice(0, at) + (text[at] === "0" ? "1" : "0") + text.slice(at + 1);

for (const [n, vector] of VECTORS.deals.entries()) {
  test(`deal ${n} is that of the published vectors`, () => {
    const found = deal(vector.secret, vector.id, vector.nonces, tilesOf(vector.game));
    assert.deepEqual(found.wall, vector.wall);
    assert.deepEqual(found.dice, vector.dice);
    assert.equal(String(found.seed), vector.seed);
    assert.equal(found.root(), vector.root);
    assert.equal(commitment(vector.secret), vector.commitment);
    assert.deepEqual(vector.nonces.map((given, chair) => given && promise(given, vector.id, chair)), vector.promises);
    assert.equal(String(matchSeed(vector.secret, vector.nonces)), vector.match_seed);
    for (const proof of vector.proofs) assert.equal(proven(vector.root, proof), true);
  });
}

test("SHA-256 and HMAC are those of everybody, whatever the length", () => {
  const hex = (data) => Buffer.from(data).toString("hex");
  for (let size = 0; size < 200; size++) {
    const [data, key] = [size, size % 65].map((n) => new Uint8Array(randomBytes(n)));
    assert.equal(hex(sha256(data)), createHash("sha256").update(data).digest("hex"));
    assert.equal(hex(sha256(data.subarray(0, 7), data.subarray(7))), hex(sha256(data)));
    assert.equal(hex(hmac(key)(data)), createHmac("sha256", key).update(data).digest("hex"));
  }
});

test("words of the uneven rest are passed over", () => {
  for (const { n, words, gives, takes } of VECTORS.below) {
    const left = [...words];
    assert.equal(below(() => left.shift(), n), gives);
    assert.equal(words.length - left.length, takes);
  }
});

test("any change of a proof is found", () => {
  const { root, proofs } = VECTORS.deals[0];
  const good = proofs[2];
  for (const index of [-1, 0, good.index - 1, good.index + 1, good.index + 512, 1.5, "77", NaN]) assert.equal(proven(root, { ...good, index }), false);
  for (let value = -1; value < 300; value++) assert.equal(proven(root, { ...good, value }), value === good.value);
  for (let at = 0; at < 64; at++) {
    assert.equal(proven(otherByte(root, at), good), false);
    assert.equal(proven(root, { ...good, salt: otherByte(good.salt, at) }), false);
    for (const step of good.path.keys()) {
      const path = good.path.with ? good.path.with(step, otherByte(good.path[step], at)) : [];
      assert.equal(proven(root, { ...good, path }), false);
    }
  }
  for (const path of [[], good.path.slice(1), [...good.path, good.path[0]], [...good.path].reverse(), [good.path[0].toUpperCase(), ...good.path.slice(1)]]) {
    assert.equal(proven(root, { ...good, path }), false);
  }
  for (const salt of ["", good.salt.slice(2), `${good.salt}00`, good.salt.toUpperCase(), `${good.salt}\n`]) assert.equal(proven(root, { ...good, salt }), false);
});

test("any change of secret, nonce or id makes another deal", () => {
  const { secret, id, nonces, wall } = VECTORS.deals[0];
  const tiles = tilesOf("changchun");
  const others = [];
  for (let at = 0; at < 64; at++) others.push([otherByte(secret, at), id, nonces]);
  for (let seat = 0; seat < 4; seat++) {
    for (let at = 0; at < 32; at++) others.push([secret, id, nonces.map((text, n) => (n === seat ? otherByte(text, at) : text))]);
    others.push([secret, id, nonces.map((text, n) => (n === seat ? "" : text))]);
  }
  others.push([secret, id.replace("/0", "/1"), nonces], [secret, id.replace("X", "x"), nonces], [secret, id, [...nonces].reverse()]);
  const walls = others.map((other) => String(deal(...other, tiles).wall));
  assert.equal(new Set([...walls, String(wall)]).size, others.length + 1);
});

test("what is no secret, nonce or id is refused", () => {
  const { secret, id, nonces } = VECTORS.deals[0];
  const tiles = tilesOf("changchun");
  for (const other of ["", secret.slice(2), `${secret}00`, secret.toUpperCase(), ` ${secret.slice(1)}`]) {
    assert.throws(() => deal(other, id, nonces, tiles), RangeError);
    assert.throws(() => commitment(other), RangeError);
    assert.throws(() => matchSeed(other, nonces), RangeError);
  }
  for (const other of ["", secret, nonces[0].slice(2)]) assert.throws(() => promise(other, id, 0), RangeError);
  for (const other of ["", "room", "/3", "room/03", "room/3\n", "房/3", "room/3/4"]) assert.throws(() => deal(secret, other, nonces, tiles), RangeError);
  for (const other of [[], nonces.slice(1), [...nonces, ""], [nonces[0].slice(2), "", "", ""]]) assert.throws(() => deal(secret, id, other, tiles), RangeError);
  assert.throws(() => deal(secret, id, nonces, Array(257).fill(0)), RangeError);
});

test("a nonce is 16 fresh bytes", () => {
  const some = new Set(Array.from({ length: 50 }, nonce));
  assert.equal(some.size, 50);
  for (const one of some) assert.match(one, /^[0-9a-f]{32}$/);
});

// -- records: written by the engine, see tests/test_fair_records.py

const RECORDS = readFileSync(new URL("../vectors/fair-match.jsonl", import.meta.url), "utf8").trimEnd().split("\n");

/** The line with one value of its JSON changed as text, so that long numbers stay as they are. */
function changed(line, from, to) {
  assert.ok(line.includes(from), from);
  return line.replace(from, to);
}

test("a match's records hold", () => {
  for (const line of RECORDS) {
    const { fair } = JSON.parse(line);
    assert.equal(checkRecord(line), "");
    assert.equal(checkRecord(line, { id: fair.id, commitment: fair.commitment, root: fair.root, nonces: [fair.nonces[0], null, fair.nonces[2], ""] }), "");
  }
});

test("the first thing that differs is named", () => {
  for (const line of RECORDS) {
    const { fair, wall, dice, match } = JSON.parse(line);
    assert.ok(dice.length > 0);
    const cases = [
      ["fair.commitment", changed(line, fair.secret, otherByte(fair.secret, 9))],
      ["fair.commitment", changed(line, fair.commitment, otherByte(fair.commitment, 63))],
      ["fair.root", changed(line, fair.root, otherByte(fair.root, 0))],
      ["fair.promises[0]", changed(line, fair.nonces[0], otherByte(fair.nonces[0], 31))],
      ["fair.promises[2]", changed(line, fair.promises[2], otherByte(fair.promises[2], 0))],
      ["fair.promises[1]", changed(line, `"${fair.promises[1]}"`, '""')],
      ["fair.root", changed(line, `"${fair.nonces[0]}"`, '""')],
      ["fair.promises[0]", changed(line, `"id":"${fair.id}"`, `"id":"x${fair.id}"`)],
      ["fair.id", changed(line, `"id":"${fair.id}"`, '"id":"room/99"')],
      ["seed", changed(line, '"seed":null', '"seed":1')],
      ["wall", changed(line, wall, wall.replace(/^[0-9]/, (digit) => String((Number(digit) % 9) + 1)))],
      ["wall", changed(line, wall, "")],
      [`dice[${dice.length - 1}]`, changed(line, `"dice":[${dice}]`, `"dice":[${[...dice.slice(0, -1), (dice.at(-1) % 6) + 1]}]`)],
      ["dice[0]", changed(line, `"dice":[${dice}]`, `"dice":[${[(dice[0] % 6) + 1, ...dice.slice(1)]}]`)],
    ];
    const swapped = wall.match(/([1-9])([1-9])/g).find((two) => two[0] !== two[1]);
    const exchanged = checkRecord(changed(line, wall, wall.replace(swapped, swapped[1] + swapped[0])));
    assert.match(exchanged, /^wall\[\d+\]$/);
    if (match.number === 0) {
      const seed = /"match":\{"seed":([0-9]+)/.exec(line)[1];
      cases.push(["match.seed", changed(line, `"seed":${seed}`, `"seed":${BigInt(seed) + 1n}`)]);
    }
    for (const [name, other] of cases) assert.equal(checkRecord(other), name);
  }
});

test("what the page was told and gave counts", () => {
  const [line] = RECORDS;
  const { fair } = JSON.parse(line);
  assert.equal(checkRecord(line, { id: "room/1" }), "fair.id");
  assert.equal(checkRecord(line, { commitment: otherByte(fair.commitment, 5) }), "fair.commitment");
  assert.equal(checkRecord(line, { root: otherByte(fair.root, 5) }), "fair.root");
  assert.equal(checkRecord(line, { promises: fair.promises }), "");
  assert.equal(checkRecord(line, { promises: ["", ...fair.promises.slice(1)] }), "fair.promises");
  assert.equal(checkRecord(line, { nonces: [otherByte(fair.nonces[0], 5), null, null, null] }), "fair.nonces[0]");
  assert.equal(checkRecord(line, { nonces: [null, "", null, null] }), fair.nonces[1] === "" ? "" : "fair.nonces[1]");
  assert.equal(checkRecord(JSON.stringify({ ...JSON.parse(line), fair: undefined })), "fair");
});
