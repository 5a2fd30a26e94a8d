// The steps of a check: all hold for honest records; each lie shows at its step. What this browser was told counts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { checksOf, lineIn, recordIn } from "../../src/paiju/web/checking.js";
import { checkRecord, promise } from "../../src/paiju/web/fair.js";
import { textOf } from "../../src/paiju/web/notation.js";
import { answer, listen } from "../../src/paiju/web/told.js";

const lines = readFileSync(new URL("../vectors/fair-match.jsonl", import.meta.url), "utf8").trim().split("\n");
const vectors = JSON.parse(readFileSync(new URL("../vectors/fair.json", import.meta.url), "utf8"));
const first = JSON.parse(lines[0]);

/** What a page on chair 0 was told of a record's hand. */
function witness(record, change = {}) {
  const { id, commitment, root, nonces, promises } = record.fair;
  return { id, hand: record.match.number, commitment, root, chair: 0, nonce: nonces[0], promises, bots: [0, 1, 2, 3].filter((chair) => !nonces[chair]), proofs: [], variant: record.variant, at: 0, ...change };
}
const failed = (line, heard) => checksOf(line, heard).filter((check) => check.ok === false).map((check) => check.name);

test("honest records hold at every step, with and without a witness", () => {
  for (const line of lines) {
    assert.deepEqual(failed(line), []);
    const checks = checksOf(line, witness(JSON.parse(line)));
    assert.deepEqual(checks.filter((check) => !check.ok), []);
    assert.equal(checkRecord(line), "");
  }
  const names = checksOf(lines[0]).map((check) => check.name);
  assert.ok(names.includes("check_seed"), "the first hand of a match tells where its seed comes from");
  assert.ok(!checksOf(lines[1]).some((check) => check.name === "check_seed"));
});

test("what nobody here was told is left open, not held to be right", () => {
  const open = checksOf(lines[0]).filter((check) => check.ok === null).map((check) => check.name);
  assert.deepEqual(open, ["check_told_id", "check_told_commitment", "check_told_promises", "check_own_nonce", "check_told_root"]);
});

test("each lie shows at its step", () => {
  const other = "ab".repeat(32);
  const change = (edit) => {
    const record = structuredClone(first);
    edit(record);
    return JSON.stringify(record).replace(/"seed":1328210515494645[0-9]{3}/, '"seed":1328210515494645227');
  };
  assert.deepEqual(failed(change((record) => delete record.fair)), ["check_part"]);
  assert.deepEqual(failed(change((record) => (record.fair.commitment = other))), ["check_commitment"]);
  assert.ok((failed(change((record) => (record.fair.secret = other)))).includes("check_root"));
  assert.deepEqual(failed(change((record) => (record.fair.root = other))), ["check_root"]);
  assert.deepEqual(failed(change((record) => (record.wall = record.wall.replace(/^4s7p/, "7p4s")))), ["check_wall"]);
  assert.deepEqual(failed(change((record) => (record.dice[0] = 1))), ["check_dice"]);
  assert.deepEqual(failed(lines[0].replace('"seed":1328210515494645227', '"seed":1328210515494645228')), ["check_seed"]);
  assert.deepEqual(failed(change((record) => (record.fair.nonces[0] = "junk"))), ["check_promises", "check_root"]);
  assert.deepEqual(failed(change((record) => (record.fair.nonces[1] = "00".repeat(16)))).slice(0, 2), ["check_promises", "check_root"]);
  assert.deepEqual(failed(change((record) => (record.fair.promises[1] = other))), ["check_promises"]);
  assert.deepEqual(failed(change((record) => (record.fair.promises[1] = ""))), ["check_promises"]);
});

test("a record that is not what the page was told then is found out", () => {
  const other = "ab".repeat(32);
  assert.deepEqual(failed(lines[0], witness(first, { id: "another-room/0" })), ["check_told_id"]);
  assert.deepEqual(failed(lines[0], witness(first, { commitment: other })), ["check_told_commitment"]);
  assert.deepEqual(failed(lines[0], witness(first, { root: other })), ["check_told_root"]);
  assert.deepEqual(failed(lines[0], witness(first, { nonce: "00".repeat(16) })), ["check_own_nonce"]);
  assert.deepEqual(failed(lines[0], witness(first, { bots: [1] })), ["check_bots"]);
  const told = [first.fair.promises[0], other, ...first.fair.promises.slice(2)];
  assert.deepEqual(failed(lines[0], witness(first, { promises: told })), ["check_told_promises"], "the server told others something else");
});

test("a nonce held back, and one that had no part, are pointed out", () => {
  const record = structuredClone(first);
  record.fair.promises[3] = "ab".repeat(32);
  const line = JSON.stringify(record).replace(/"seed":1328210515494645[0-9]{3}/, '"seed":1328210515494645227');
  const open = (heard) => checksOf(line, heard).filter((check) => check.ok !== true).map(({ name, ok, shown }) => [name, ok, shown]);
  assert.deepEqual(open(witness(record, { bots: [] })), [["check_withheld", null, "4"]]);
  assert.deepEqual(open(witness(record)), [["check_withheld", null, "4"], ["check_bots", false, undefined]]);
  const late = witness(record, { chair: 3, nonce: "00".repeat(16), bots: [], promises: [...record.fair.promises.slice(0, 3), ""] });
  assert.ok(open(late).some(([name, ok]) => name === "check_told_promises" && ok === false));
  assert.ok(open(late).some(([name, ok]) => name === "check_own_late" && ok === null));
  const robbed = witness(record, { chair: 3, nonce: "00".repeat(16), bots: [] });
  assert.ok(open(robbed).some(([name, ok]) => name === "check_own_nonce" && ok === false), "given, and not in the record");
});

test("what was proven during the hand is held against root and record", () => {
  const vector = vectors.deals.find((deal) => deal.proofs.length);
  const { id, secret, nonces, promises, commitment, root } = vector;
  const wall = typeof vector.wall === "string" ? vector.wall : textOf(vector.wall);
  const record = { fair: { id, secret, nonces, promises, commitment, root }, wall, dice: vector.dice, match: null, seed: null };
  const proofs = (of) => checksOf(JSON.stringify(record), { ...witness(first), ...record.fair, chair: null, nonce: null, bots: [], proofs: of }).filter((check) => check.name === "check_proof").map((check) => check.ok);
  assert.deepEqual(proofs(vector.proofs), vector.proofs.map(() => true));
  const [proof] = vector.proofs;
  assert.deepEqual(proofs([{ ...proof, value: (proof.value + 1) % 34 }]), [false]);
  const [step] = checksOf(lines[0], witness(first, { proofs: [proof] })).filter((check) => check.name === "check_proof");
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
  let all = listen([], { type: "commit", n: 1, hand: 0, id: "room/0", commitment: "c", promises: null }, known, "7", 5);
  const [{ nonce }] = all;
  assert.match(nonce, /^[0-9a-f]{32}$/);
  assert.deepEqual(all, [{ table: "7", id: "room/0", hand: 0, commitment: "c", root: "", chair: 2, nonce, promises: null, bots: [1, 3], proofs: [], variant: "changsha", at: 5 }]);
  const playing = { ...known, hand: { number: 0, commitment: "c", root: "r" } };
  all = listen(all, { type: "begin" }, playing, "7", 6);
  all = listen(all, { type: "proof", n: 9, index: 3, value: 4, salt: "s", path: [] }, playing, "7", 7);
  all = listen(all, { type: "proof", n: 10, index: 3, value: 4, salt: "s", path: [] }, playing, "7", 8);
  assert.equal(all.length, 1);
  assert.deepEqual([all[0].root, all[0].nonce, all[0].at, all[0].proofs], ["r", nonce, 5, [{ index: 3, value: 4, salt: "s", path: [] }]]);
  const late = listen([], { type: "snapshot" }, playing, "7", 9);
  assert.deepEqual([late[0].id, late[0].commitment, late[0].root, late[0].nonce], ["", "c", "r", null], "after a reload what the page is told then");
  assert.equal(listen(late, { type: "snapshot" }, known, "7").length, 1);
});

// -- what a page gives for the wall

const chairs = [{ player: "a", bot: "" }, { player: "b", bot: "" }, { player: "c", bot: "" }, { player: "", bot: "quick" }];
const seated = { room: { chairs, rules: { variant: "changsha" } }, you: { chair: 1 }, hand: null };
const commit = (promises = null, change = {}) => ({ type: "commit", n: 1, hand: 4, id: "room/4", commitment: "c", promises, ...change });

/** What a page answers to commitments one after another, each with the promises made of its own. */
function answers(...messages) {
  let all = [];
  return messages.map((message) => {
    const own = all[0]?.nonce && promise(all[0].nonce, "room/4", 1);
    const next = typeof message === "function" ? message(own) : message;
    all = listen(all, next, seated, "7");
    return answer(all, next);
  });
}

test("a page promises, and gives what it promised when all promises are told", () => {
  const all = (own) => commit(["p", own, "q", ""]);
  const [promised, given, again] = answers(commit(), all, all);
  assert.deepEqual(given, again, "after a reload the same");
  assert.equal(given.do, "nonce");
  assert.deepEqual(promised, { do: "promise", hand: 4, promise: promise(given.nonce, "room/4", 1) });
  const twice = answers(commit(), commit());
  assert.deepEqual(twice[0], twice[1]);
});

test("a page gives its nonce for one wall only, and only where its own promise is among those told", () => {
  const others = ["00".repeat(32), "11".repeat(32)];
  for (const [why, ...messages] of [
    ["its promise is not there", commit(), commit(["p", "", "q", ""])],
    ["another stands in its place", commit(), commit(["p", others[0], "q", ""])],
    ["it stands in another's place", commit(), (own) => commit([own, "", "q", ""])],
    ["another commitment than first", commit(), (own) => commit(["p", own, "q", ""], { commitment: "d" })],
    ["it never promised", commit(["p", others[0], "q", ""])],
  ]) {
    assert.equal(answers(...messages).at(-1), null, why);
  }
  const good = (own) => commit(["p", own, "q", ""]);
  for (const [why, change] of [
    ["other promises later", (own) => commit(["x", own, "q", ""])],
    ["another commitment later", (own) => commit(["p", own, "q", ""], { commitment: "d" })],
    ["another id later", () => commit(null, { id: "moor/4" })],
  ]) {
    const [, given, none] = answers(commit(), good, change);
    assert.ok(given.nonce && none === null, why);
  }
  assert.equal(answers(commit(), commit(null, { commitment: "d" })).at(-1), null);
});

test("what was told first is what a record is held against", () => {
  let all = listen([], commit(), seated, "7");
  const own = promise(all[0].nonce, "room/4", 1);
  all = listen(all, commit(["p", own, "q", ""]), seated, "7");
  assert.equal(listen(all, commit(["x", own, "q", ""]), seated, "7"), all);
  assert.equal(listen(all, commit(["p", own, "q", ""], { commitment: "d" }), seated, "7"), all);
  assert.equal(listen(all, commit(null, { commitment: "d" }), seated, "7"), all);
  assert.equal(listen(all, commit(null, { id: "moor/4" }), seated, "7"), all);
  assert.equal(listen(all, commit(null, { id: "moor/4" }), seated, "8").length, 2, "another table");
  let many = all;
  for (let hand = 5; hand < 300; hand++) many = listen(many, commit(null, { hand, id: `room/${hand}`, commitment: `c${hand}` }), seated, "7");
  assert.equal(many[0], all[0], "nothing of this table is pushed out");
  assert.equal(listen(many, commit(null, { id: "moor/4" }), seated, "8").length, 100);
  for (let hand = 0; hand < 200; hand++) many = listen(many, commit(null, { hand, id: `moor/${hand}`, commitment: `d${hand}` }), seated, "8");
  assert.equal(many.length, 200);
});

test("a page loaded anew gives what the one before promised, and a browser that keeps nothing what the page itself did", async () => {
  const read = { getItem: (key) => shelf.get(key) ?? null, setItem: (key, value) => shelf.set(key, value) };
  const refuse = () => {
    throw new Error("nothing may be kept");
  };
  const shelf = new Map();
  for (const [storage, later] of [[read, "?later"], [{ getItem: refuse, setItem: refuse }, "?closed"]]) {
    globalThis.localStorage = storage;
    const before = await import(`../../src/paiju/web/told.js?before${later}`);
    const after = await import(`../../src/paiju/web/told.js${later}`);
    const given = before.hear(commit(), seated, "7");
    const all = commit(["p", given.promise, "q", ""]);
    const { nonce } = (storage === read ? after : before).hear(all, seated, "7");
    assert.equal(promise(nonce, "room/4", 1), given.promise);
    if (storage !== read) assert.equal(after.hear(all, seated, "7"), null, "another page knows nothing of it");
  }
  delete globalThis.localStorage;
});
