// Fair walls in the browser's language: the published vectors, and that any change is found and named.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { available, below, checkRecord, commitment, deal, matchSeed, nonce, proven } from "../../src/paiju/web/fair.js";

const VECTORS = JSON.parse(readFileSync(new URL("../vectors/fair.json", import.meta.url), "utf8"));
const KINDS = { changchun: 34, baicheng: 27, changsha: 27 };

function tilesOf(game) {
  const kinds = [...Array(KINDS[game]).keys(), ...(game === "baicheng" ? [31, 32, 33] : [])];
  return kinds.flatMap((kind) => [kind, kind, kind, kind]);
}

const otherByte = (text, at) => text.slice(0, at) + (text[at] === "0" ? "1" : "0") + text.slice(at + 1);

for (const [n, vector] of VECTORS.deals.entries()) {
  test(`deal ${n} is that of the published vectors`, async () => {
    const found = await deal(vector.secret, vector.id, vector.nonces, tilesOf(vector.game));
    assert.deepEqual(found.wall, vector.wall);
    assert.deepEqual(found.dice, vector.dice);
    assert.equal(String(found.seed), vector.seed);
    assert.equal(await found.root(), vector.root);
    assert.equal(await commitment(vector.secret), vector.commitment);
    assert.equal(String(await matchSeed(vector.secret, vector.nonces)), vector.match_seed);
    for (const proof of vector.proofs) assert.equal(await proven(vector.root, proof), true);
  });
}

test("words of the uneven rest are passed over", async () => {
  for (const { n, words, gives, takes } of VECTORS.below) {
    const left = [...words];
    assert.equal(await below(() => left.shift(), n), gives);
    assert.equal(words.length - left.length, takes);
  }
});

test("any change of a proof is found", async () => {
  const { root, proofs } = VECTORS.deals[0];
  const good = proofs[2];
  for (const index of [-1, 0, good.index - 1, good.index + 1, good.index + 512, 1.5, "77", NaN]) assert.equal(await proven(root, { ...good, index }), false);
  for (let value = -1; value < 300; value++) assert.equal(await proven(root, { ...good, value }), value === good.value);
  for (let at = 0; at < 64; at++) {
    assert.equal(await proven(otherByte(root, at), good), false);
    assert.equal(await proven(root, { ...good, salt: otherByte(good.salt, at) }), false);
    for (const step of good.path.keys()) {
      const path = good.path.with ? good.path.with(step, otherByte(good.path[step], at)) : [];
      assert.equal(await proven(root, { ...good, path }), false);
    }
  }
  for (const path of [[], good.path.slice(1), [...good.path, good.path[0]], [...good.path].reverse(), [good.path[0].toUpperCase(), ...good.path.slice(1)]]) {
    assert.equal(await proven(root, { ...good, path }), false);
  }
  for (const salt of ["", good.salt.slice(2), `${good.salt}00`, good.salt.toUpperCase(), `${good.salt}\n`]) assert.equal(await proven(root, { ...good, salt }), false);
});

test("any change of secret, nonce or id makes another deal", async () => {
  const { secret, id, nonces, wall } = VECTORS.deals[0];
  const tiles = tilesOf("changchun");
  const others = [];
  for (let at = 0; at < 64; at++) others.push([otherByte(secret, at), id, nonces]);
  for (let seat = 0; seat < 4; seat++) {
    for (let at = 0; at < 32; at++) others.push([secret, id, nonces.map((text, n) => (n === seat ? otherByte(text, at) : text))]);
    others.push([secret, id, nonces.map((text, n) => (n === seat ? "" : text))]);
  }
  others.push([secret, id.replace("/0", "/1"), nonces], [secret, id.replace("X", "x"), nonces], [secret, id, [...nonces].reverse()]);
  const walls = await Promise.all(others.map(async (other) => String((await deal(...other, tiles)).wall)));
  assert.equal(new Set([...walls, String(wall)]).size, others.length + 1);
});

test("what is no secret, nonce or id is refused", async () => {
  const { secret, id, nonces } = VECTORS.deals[0];
  const tiles = tilesOf("changchun");
  for (const other of ["", secret.slice(2), `${secret}00`, secret.toUpperCase(), ` ${secret.slice(1)}`]) {
    await assert.rejects(deal(other, id, nonces, tiles), RangeError);
    await assert.rejects(commitment(other), RangeError);
    await assert.rejects(matchSeed(other, nonces), RangeError);
  }
  for (const other of ["", "room", "/3", "room/03", "room/3\n", "房/3", "room/3/4"]) await assert.rejects(deal(secret, other, nonces, tiles), RangeError);
  for (const other of [[], nonces.slice(1), [...nonces, ""], [nonces[0].slice(2), "", "", ""]]) await assert.rejects(deal(secret, id, other, tiles), RangeError);
  await assert.rejects(deal(secret, id, nonces, Array(257).fill(0)), RangeError);
});

test("a nonce is 16 fresh bytes", () => {
  const some = new Set(Array.from({ length: 50 }, nonce));
  assert.equal(some.size, 50);
  for (const one of some) assert.match(one, /^[0-9a-f]{32}$/);
  assert.equal(available(), true);
});

// -- records: written by the engine, see tests/test_fair_records.py

const RECORDS = readFileSync(new URL("../vectors/fair-match.jsonl", import.meta.url), "utf8").trimEnd().split("\n");

/** The line with one value of its JSON changed as text, so that long numbers stay as they are. */
function changed(line, from, to) {
  assert.ok(line.includes(from), from);
  return line.replace(from, to);
}

test("a match's records hold", async () => {
  for (const line of RECORDS) {
    const { fair } = JSON.parse(line);
    assert.equal(await checkRecord(line), "");
    assert.equal(await checkRecord(line, { id: fair.id, commitment: fair.commitment, root: fair.root, nonces: [fair.nonces[0], null, fair.nonces[2], ""] }), "");
  }
});

test("the first thing that differs is named", async () => {
  for (const line of RECORDS) {
    const { fair, wall, dice, match } = JSON.parse(line);
    assert.ok(dice.length > 0);
    const cases = [
      ["fair.commitment", changed(line, fair.secret, otherByte(fair.secret, 9))],
      ["fair.commitment", changed(line, fair.commitment, otherByte(fair.commitment, 63))],
      ["fair.root", changed(line, fair.root, otherByte(fair.root, 0))],
      ["fair.root", changed(line, fair.nonces[0], otherByte(fair.nonces[0], 31))],
      ["fair.root", changed(line, `"${fair.nonces[0]}"`, '""')],
      ["fair.root", changed(line, `"id":"${fair.id}"`, `"id":"x${fair.id}"`)],
      ["fair.id", changed(line, `"id":"${fair.id}"`, '"id":"room/99"')],
      ["seed", changed(line, '"seed":null', '"seed":1')],
      ["wall", changed(line, wall, wall.replace(/^[0-9]/, (digit) => String((Number(digit) % 9) + 1)))],
      ["wall", changed(line, wall, "")],
      [`dice[${dice.length - 1}]`, changed(line, `"dice":[${dice}]`, `"dice":[${[...dice.slice(0, -1), (dice.at(-1) % 6) + 1]}]`)],
      ["dice[0]", changed(line, `"dice":[${dice}]`, `"dice":[${[(dice[0] % 6) + 1, ...dice.slice(1)]}]`)],
    ];
    const swapped = wall.match(/([1-9])([1-9])/g).find((two) => two[0] !== two[1]);
    const exchanged = await checkRecord(changed(line, wall, wall.replace(swapped, swapped[1] + swapped[0])));
    assert.match(exchanged, /^wall\[\d+\]$/);
    if (match.number === 0) {
      const seed = /"match":\{"seed":([0-9]+)/.exec(line)[1];
      cases.push(["match.seed", changed(line, `"seed":${seed}`, `"seed":${BigInt(seed) + 1n}`)]);
    }
    for (const [name, other] of cases) assert.equal(await checkRecord(other), name);
  }
});

test("what the page was told and gave counts", async () => {
  const [line] = RECORDS;
  const { fair } = JSON.parse(line);
  assert.equal(await checkRecord(line, { id: "room/1" }), "fair.id");
  assert.equal(await checkRecord(line, { commitment: otherByte(fair.commitment, 5) }), "fair.commitment");
  assert.equal(await checkRecord(line, { root: otherByte(fair.root, 5) }), "fair.root");
  assert.equal(await checkRecord(line, { nonces: [otherByte(fair.nonces[0], 5), null, null, null] }), "fair.nonces[0]");
  assert.equal(await checkRecord(line, { nonces: [null, "", null, null] }), fair.nonces[1] === "" ? "" : "fair.nonces[1]");
  assert.equal(await checkRecord(JSON.stringify({ ...JSON.parse(line), fair: undefined })), "fair");
});
