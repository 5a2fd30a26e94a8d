import assert from "node:assert/strict";
import { test } from "node:test";

const { find } = await import("../../src/paiju/web/route.js");

test("paths lead to their pages", () => {
  const routes = { "/": "lobby", "/room/:number": "room", "/rules": "rules", "/rules/:game": "rules" };
  assert.deepEqual(find(routes, "/"), { page: "lobby", given: {} });
  assert.deepEqual(find(routes, "/room/123456"), { page: "room", given: { number: "123456" } });
  assert.deepEqual(find(routes, "/room/123456/"), { page: "room", given: { number: "123456" } });
  assert.deepEqual(find(routes, "/rules/changsha").given, { game: "changsha" });
  assert.equal(find(routes, "/room"), null);
  assert.equal(find(routes, "/room/1/2"), null);
});
