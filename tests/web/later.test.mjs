// What comes later: asked for until it is there, all of it before any of it is run.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mock, test } from "node:test";

const globe = new EventTarget();
globalThis.addEventListener = globe.addEventListener.bind(globe);
globalThis.localStorage = { getItem: () => null, setItem: () => {} };
let asked = [];
let network = "up";
globalThis.fetch = (url, { signal }) => {
  const name = url.slice(url.indexOf("/web/") + 5);
  asked.push(name);
  if (network === "up") return Promise.resolve(new Response(readFileSync(new URL(url))));
  if (network === "old") return Promise.resolve(new Response("", { status: 404 }));
  if (network === "down") return Promise.reject(new TypeError("Failed to fetch"));
  return new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
};
const { hurry, insist, part } = await import("../../src/paiju/web/later.js");
const web = new URL("../../src/paiju/web/", import.meta.url);
mock.timers.enable({ apis: ["setTimeout"] });

/** Everything that can happen without time going by. */
const settle = () => new Promise((done) => setImmediate(done));
const pass = async (ms) => {
  mock.timers.tick(ms);
  await settle();
};

/** What a module imports, and so on, comments left out. The libraries come with the page. */
function closure(name, found) {
  if (found.has(name)) return;
  found.add(name);
  if (name.startsWith("vendor/")) return;
  const code = readFileSync(new URL(name, web), "utf8").replace(/\/\*.*?\*\//gs, "");
  for (const [, path] of code.matchAll(/\b(?:from|import)\s*"(\.[^"]+)"/g)) closure(path.slice(2), found);
  return found;
}

test("a module is fetched with all it imports, and no file twice", async () => {
  const due = new Set();
  for (const name of ["effects", "result", "told", "create"]) {
    await part(name).there;
    closure(`${name}.js`, due);
    assert.deepEqual(asked.toSorted(), [...due].toSorted());
  }
  assert.equal(part("effects").module.value.Effects.name, "Effects");
});

test("what does not come is asked for again, each time a little later, and never fails", async () => {
  let tries = 0;
  const { there, trouble } = insist(async () => {
    if (++tries < 4) throw new TypeError("Failed to fetch");
    return "here";
  });
  await settle();
  assert.deepEqual([tries, trouble.value], [1, "lost"]);
  await pass(499);
  assert.equal(tries, 1);
  for (const [wait, due] of [[1, 2], [999, 2], [1, 3], [2000, 4]]) { // prettier-ignore
    await pass(wait);
    assert.equal(tries, due);
  }
  assert.equal(await there, "here");
});

test("when the network is back it is asked for at once", async () => {
  network = "down";
  const figures = part("figures");
  await settle();
  assert.equal(figures.trouble.value, "lost");
  network = "up";
  globe.dispatchEvent(new Event("online"));
  assert.ok((await figures.there).ratesOf);
});

test("a try that hangs is given up", async () => {
  network = "silent";
  const { there, module } = part("plot");
  asked = [];
  await pass(9999);
  assert.deepEqual(asked, []);
  await pass(1);
  assert.deepEqual(asked, ["plot.js"]);
  network = "up";
  hurry();
  await there;
  assert.ok(module.value.ticksOf);
});

test("a page that is too old is told from a network that is away", async () => {
  network = "old";
  const { trouble, again, there } = part("markdown");
  await settle();
  assert.equal(trouble.value, "gone");
  network = "up";
  again();
  await there;
});
