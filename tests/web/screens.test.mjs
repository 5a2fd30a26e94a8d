// Pages of rules as blocks, numbers of the statistics, marks of the plots.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

globalThis.localStorage = { getItem: () => null, setItem: () => {} };
const { decimal, percent, ratesOf } = await import("../../src/paiju/web/figures.js");
const { blocksOf } = await import("../../src/paiju/web/markdown.js");
const { kindsOf } = await import("../../src/paiju/web/notation.js");
const { sums, ticksOf } = await import("../../src/paiju/web/plot.js");

const folder = new URL("../../docs/rules/", import.meta.url);
const pages = ["", "zh/"].flatMap((lang) => readdirSync(new URL(lang || ".", folder)).filter((name) => name.endsWith(".md")).map((name) => lang + name));
const spans = (block) => (block.is === "paragraph" ? block.spans : block.is === "list" ? block.items.flatMap((item) => item.spans) : block.is === "table" ? [...block.head, ...block.rows.flat()].flat() : []);

test("every rules page is read to its last word", () => {
  assert.equal(pages.length, 8);
  for (const name of pages) {
    const text = readFileSync(new URL(name, folder), "utf8");
    const blocks = blocksOf(text);
    const letters = (words) => words.replace(/[^\p{L}\p{N}]/gu, "");
    const read = blocks.map((block) => (block.is === "heading" ? block.text : block.is === "list" ? block.items.map((item) => (item.number ?? "") + item.spans.map((span) => span.text ?? span.id).join("")).join("") : spans(block).map((span) => span.text ?? span.id).join(""))).join("");
    assert.equal(letters(read), letters(text.replace(/\]\([^)]*\)/g, "]")), name);
    assert.ok(!/\*\*|`|\]\(/.test(read), `${name}: marks are left`);
    const ids = blocks.flatMap(spans).filter((span) => span.is === "clause" && span.begins).map((span) => span.id);
    assert.equal(new Set(ids).size, ids.length, `${name}: a clause begins once`);
    for (const span of blocks.flatMap(spans)) if (span.is === "tiles") assert.ok(kindsOf(span.text)?.length, span.text);
  }
});

test("clauses, tiles, options and links in a line", () => {
  const [block] = blocksOf("- **CC-11** so 123m 222 555 888m and `ladder` = 1; see CC-7, **[here](changsha.md)** and *so*. CC-70b 1z–4z X5mY");
  assert.deepEqual(block.items[0].spans.map((span) => [span.is, span.text ?? span.id]).filter(([is]) => is !== "text"), [
    ["clause", "CC-11"],
    ["tiles", "123m"],
    ["tiles", "222555888m"],
    ["code", "ladder"],
    ["clause", "CC-7"],
    ["bold", "[here](changsha.md)"],
    ["italic", "so"],
    ["clause", "CC-70b"],
  ]);
});

test("tables, numbered points, lines that go on", () => {
  assert.deepEqual(blocksOf("| a | b |\n|---|---|\n| 1 | 2 |").map((block) => [block.is, block.rows.length]), [["table", 1]]);
  const [list, after] = blocksOf("3. 三\n   接着\n5. five\n   goes on\n\nplain\nprose");
  assert.deepEqual(list.items.map((item) => [item.number, item.spans[0].text]), [[3, "三接着"], [5, "five goes on"]]);
  assert.equal(after.spans[0].text, "plain prose");
});

test("rates of nothing are no numbers, others are parts", () => {
  const none = { variant: "changsha", hands: 0, points: 0, best: 0, wins: {}, won_turns: 0, won_points: 0, gave: 0, ready: 0, dealt: 0, fans: {}, matches: 0, places: [0, 0, 0, 0], rating: null, hand_points: [], ratings: [] };
  assert.deepEqual(Object.values(ratesOf(none)).filter((rate) => rate !== null), [0]);
  const rates = ratesOf({ ...none, hands: 20, points: -30, wins: { self_draw: 1, matched_treasure: 1, discard: 2 }, won_turns: 40, won_points: 50, gave: 5, ready: 1, matches: 4, places: [1, 0, 2, 1] });
  assert.deepEqual(rates, { won: 4, win: 0.2, selfDraw: 0.5, dealIn: 0.25, ready: 0.05, average: -1.5, worth: 12.5, turns: 10, place: 2.75 });
  assert.deepEqual([percent(null), percent(0), percent(0.05), percent(0.256)], ["–", "0%", "5.0%", "26%"]);
  assert.deepEqual([decimal(null), decimal(-1.5), decimal(1.25, true), decimal(-0.01, true), decimal(0)], ["–", "−1.5", "+1.3", "0.0", "0.0"]);
});

test("marks of an axis are round and lie within", () => {
  assert.deepEqual(ticksOf(0, 100), [0, 20, 40, 60, 80, 100]);
  assert.deepEqual(ticksOf(-134, 0), [-100, -50, 0]);
  assert.deepEqual(ticksOf(-3.4, 2.2).map((tick) => tick % 2 === 0), [true, true, true]);
  assert.deepEqual(ticksOf(0, 0), [0]);
  for (const [low, high] of [[-7, 3], [0, 1], [-1000, 12345], [0, 0.3]]) {
    const ticks = ticksOf(low, high);
    assert.ok(ticks.length > 1 && ticks.length < 8 && ticks[0] >= low && ticks.at(-1) <= high, `${low} ${high}: ${ticks}`);
  }
  assert.deepEqual(sums([1, -3, 2]), [1, -2, 0]);
});
