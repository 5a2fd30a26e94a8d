// The steps of a check: all hold for honest records; each lie shows at its step. What this browser was told counts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { checksOf, lineIn, recordIn } from "../../src/paiju/web/checking.js";
import { checkRecord } from "../../src/paiju/web/fair.js";
import { textOf } from "../../src/paiju/web/notation.js";
import { listen } from "../../src/paiju/web/told.js";

const lines = readFileSync(new URL("../vectors/fair-match.jsonl", import.meta.url), "utf8").trim().split("\n");
const vectors = JSON.parse(readFileSync(new URL("../vectors/fair.json", import.meta.url), "utf8"));
const first = JSON.parse(lines[0]);

/** What a page on chair 0 was told of a record's hand. */
function witness(record, change = {}) {
  const { id, commitment, root, nonces } = record.fair;
  return { id, hand: record.match.number, commitment, root, chair: 0, nonce: nonces[0], bots: [0, 1, 2, 3].filter((chair) => !nonces[chair]), proofs: [], variant: record.variant, at: 0, ...change };
}
const failed = async (line, heard) => (await checksOf(line, heard)).filter((check) => check.ok === false).map((check) => check.name);

test("honest records hold at every step, with and without a witness", async () => {
  for (const line of lines) {
    assert.deepEqual(await failed(line), []);
    const checks = await checksOf(line, witness(JSON.parse(line)));
    assert.deepEqual(checks.filter((check) => !check.ok), []);
    assert.equal(await checkRecord(line), "");
  }
  const names = (await checksOf(lines[0])).map((check) => check.name);
  assert.ok(names.includes("check_seed"), "the first hand of a match tells where its seed comes from");
  assert.ok(!(await checksOf(lines[1])).some((check) => check.name === "check_seed"));
});

test("what nobody here was told is left open, not held to be right", async () => {
  const open = (await checksOf(lines[0])).filter((check) => check.ok === null).map((check) => check.name);
  assert.deepEqual(open, ["check_told_id", "check_told_commitment", "check_own_nonce", "check_told_root"]);
});

test("each lie shows at its step", async () => {
  const other = "ab".repeat(32);
  const change = (edit) => {
    const record = structuredClone(first);
    edit(record);
    return JSON.stringify(record).replace(/"seed":1328210515494645[0-9]{3}/, '"seed":1328210515494645227');
  };
  assert.deepEqual(await failed(change((record) => delete record.fair)), ["check_part"]);
  assert.deepEqual(await failed(change((record) => (record.fair.commitment = other))), ["check_commitment"]);
  assert.ok((await failed(change((record) => (record.fair.secret = other)))).includes("check_root"));
  assert.deepEqual(await failed(change((record) => (record.fair.root = other))), ["check_root"]);
  assert.deepEqual(await failed(change((record) => (record.wall = record.wall.replace(/^4s7p/, "7p4s")))), ["check_wall"]);
  assert.deepEqual(await failed(change((record) => (record.dice[0] = 1))), ["check_dice"]);
  assert.deepEqual(await failed(lines[0].replace('"seed":1328210515494645227', '"seed":1328210515494645228')), ["check_seed"]);
  assert.deepEqual(await failed(change((record) => (record.fair.nonces[0] = "junk"))), ["check_root"]);
});

test("a record that is not what the page was told then is found out", async () => {
  const other = "ab".repeat(32);
  assert.deepEqual(await failed(lines[0], witness(first, { id: "another-room/0" })), ["check_told_id"]);
  assert.deepEqual(await failed(lines[0], witness(first, { commitment: other })), ["check_told_commitment"]);
  assert.deepEqual(await failed(lines[0], witness(first, { root: other })), ["check_told_root"]);
  assert.deepEqual(await failed(lines[0], witness(first, { nonce: "00".repeat(16) })), ["check_own_nonce"]);
  assert.deepEqual(await failed(lines[0], witness(first, { bots: [1] })), ["check_bots"]);
});

test("what was proven during the hand is held against root and record", async () => {
  const vector = vectors.deals.find((deal) => deal.proofs.length);
  const { id, secret, nonces, commitment, root } = vector;
  const wall = typeof vector.wall === "string" ? vector.wall : textOf(vector.wall);
  const record = { fair: { id, secret, nonces, commitment, root }, wall, dice: vector.dice, match: null, seed: null };
  const proofs = async (of) => (await checksOf(JSON.stringify(record), { ...witness(first), ...record.fair, chair: null, nonce: null, bots: [], proofs: of })).filter((check) => check.name === "check_proof").map((check) => check.ok);
  assert.deepEqual(await proofs(vector.proofs), vector.proofs.map(() => true));
  const [proof] = vector.proofs;
  assert.deepEqual(await proofs([{ ...proof, value: (proof.value + 1) % 34 }]), [false]);
  const [step] = (await checksOf(lines[0], witness(first, { proofs: [proof] }))).filter((check) => check.name === "check_proof");
  assert.equal(step.ok, false, "a proof under another root");
});

test("records are found in links and pasted text", () => {
  assert.equal(recordIn("https://here.example/replay/Xw3_kq-81ZbA-12?seat=1&at=3"), "Xw3_kq-81ZbA-12");
  assert.equal(recordIn(" Xw3_kq-81ZbA-0 "), "Xw3_kq-81ZbA-0");
  assert.equal(recordIn("/fair?record=-_abcdefgh-3"), "-_abcdefgh-3");
  for (const text of ["", "nonsense", "https://here.example/room/123456"]) assert.equal(recordIn(text), null, text);
  assert.equal(lineIn(`a file:\n${lines[0]}\n`), lines[0]);
  assert.equal(lineIn("{}"), null);
});

test("a page keeps what it is told, in the order it comes", () => {
  const chairs = [{ player: "a", bot: "" }, { player: "", bot: "quick" }, { player: "b", bot: "" }, { player: "", bot: "quick" }];
  const known = { room: { chairs, rules: { variant: "changsha" } }, you: { chair: 2 }, hand: null };
  let all = listen([], { type: "commit", n: 1, hand: 0, id: "room/0", commitment: "c" }, known, { 0: "nonce" }, 5);
  assert.deepEqual(all, [{ id: "room/0", hand: 0, commitment: "c", root: "", chair: 2, nonce: "nonce", bots: [1, 3], proofs: [], variant: "changsha", at: 5 }]);
  const playing = { ...known, hand: { number: 0, commitment: "c", root: "r" } };
  all = listen(all, { type: "begin" }, playing, {}, 6);
  all = listen(all, { type: "proof", n: 9, index: 3, value: 4, salt: "s", path: [] }, playing, {}, 7);
  all = listen(all, { type: "proof", n: 10, index: 3, value: 4, salt: "s", path: [] }, playing, {}, 8);
  assert.equal(all.length, 1);
  assert.deepEqual([all[0].root, all[0].nonce, all[0].at, all[0].proofs], ["r", "nonce", 5, [{ index: 3, value: 4, salt: "s", path: [] }]]);
  const late = listen([], { type: "snapshot" }, playing, {}, 9);
  assert.deepEqual([late[0].id, late[0].commitment, late[0].root, late[0].nonce], ["", "c", "r", null], "after a reload what the page is told then");
  assert.equal(listen(late, { type: "snapshot" }, known, {}).length, 1);
});
