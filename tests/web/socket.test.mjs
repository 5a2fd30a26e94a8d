// The page's connection against a WebSocket that does what it is told.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

globalThis.window = new EventTarget();
globalThis.document = Object.assign(new EventTarget(), { visibilityState: "visible" });
const { Link } = await import("../../src/paiju/web/socket.js");

class FakeSocket {
  static made = [];
  readyState = 0;
  sent = [];
  onmessage = null;
  onclose = null;

  constructor(url) {
    this.url = url;
    FakeSocket.made.push(this);
  }

  accept() {
    this.readyState = 1;
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  say(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drop(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  /** What was sent, without pings. */
  get commands() {
    return this.sent.filter((command) => command.do !== "ping");
  }
}

/** Time goes by in small steps, so that what happens meanwhile sees the time it happens at. */
const pass = (ms) => {
  for (let gone = 0; gone < ms; gone += 100) mock.timers.tick(100);
};
const last = () => FakeSocket.made.at(-1);
const snapshot = (n = 1) => ({ type: "snapshot", n });

function linked() {
  const heard = [];
  const told = [];
  const link = new Link("ws://table", (message) => heard.push(message), (status) => told.push(status), (url) => new FakeSocket(url));
  link.open();
  last().accept();
  return { link, heard, told, statuses: () => [...new Set(told)] };
}

beforeEach(() => {
  FakeSocket.made.length = 0;
  document.visibilityState = "visible";
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
});

test("messages are handed on in order from the snapshot on", () => {
  const { heard, told, link } = linked();
  last().say({ type: "changed", n: 7 });
  last().say(snapshot(8));
  last().say({ type: "begin", n: 9 });
  last().say({ type: "happened", n: 10 });
  assert.deepEqual(heard.map((message) => message.type), ["snapshot", "begin", "happened"]);
  assert.deepEqual(told, ["connecting", "open"]);
  link.close();
});

test("a gap in the numbers leads to one sync; nothing is taken until its snapshot", () => {
  const { heard, link } = linked();
  last().say(snapshot(1));
  last().say({ type: "happened", n: 3 });
  last().say({ type: "happened", n: 4 });
  assert.deepEqual(last().commands.map((command) => command.do), ["sync"]);
  assert.equal(heard.length, 1);
  last().say(snapshot(5));
  last().say({ type: "happened", n: 6 });
  assert.deepEqual(heard.map((message) => message.n), [1, 5, 6]);
  link.close();
});

test("a repeated or reordered message is a gap too", () => {
  const { heard, link } = linked();
  last().say(snapshot(1));
  last().say({ type: "happened", n: 2 });
  last().say({ type: "happened", n: 2 });
  assert.deepEqual(last().commands.map((command) => command.do), ["sync"]);
  assert.equal(heard.length, 2);
  link.close();
});

test("a message the page cannot take leads to a sync", () => {
  const quiet = mock.method(console, "error", () => {});
  const { link } = linked();
  link.hear = (message) => {
    if (message.type === "happened") throw new Error("out of step");
  };
  last().say(snapshot(1));
  last().say({ type: "happened", n: 2 });
  assert.deepEqual(last().commands.map((command) => command.do), ["sync"]);
  quiet.mock.restore();
  link.close();
});

test("a command is answered by its id", async () => {
  const { link } = linked();
  last().say(snapshot(1));
  const answer = link.send({ do: "waits" });
  const [{ id }] = last().commands;
  last().say({ type: "told", n: 2, id: "another", said: [], waits: [] });
  last().say({ type: "told", n: 3, id, said: [], waits: [[3, 2]] });
  assert.deepEqual((await answer).waits, [[3, 2]]);
  link.close();
});

test("commands wait for the snapshot, and are sent again with the same id after a reconnect until they are answered", async () => {
  const { link } = linked();
  const first = link.send({ do: "answer", question: "0.1.2", action: "pass" });
  assert.deepEqual(last().commands, []);
  last().say(snapshot(1));
  const second = link.send({ do: "next" });
  const before = last().commands;
  assert.deepEqual(before.map((command) => command.do), ["answer", "next"]);
  last().say({ type: "ack", n: 2, id: before[0].id });
  assert.equal((await first).type, "ack");
  last().drop();
  pass(1000);
  assert.equal(FakeSocket.made.length, 2);
  last().accept();
  last().say(snapshot(1));
  assert.deepEqual(last().commands, [before[1]]);
  last().say({ type: "refused", n: 2, id: before[1].id, code: "closed", why: {} });
  assert.equal((await second).code, "closed");
  link.close();
});

test("coming again, under a new name say, is a new connection that keeps what has no answer", async () => {
  const { link } = linked();
  last().say(snapshot(1));
  const answer = link.send({ do: "sit", chair: 1 });
  const [sit] = last().commands;
  link.again();
  assert.equal(FakeSocket.made.length, 2);
  last().accept();
  last().say(snapshot(1));
  assert.deepEqual(last().commands, [sit]);
  last().say({ type: "ack", n: 2, id: sit.id });
  assert.equal((await answer).type, "ack");
  link.close();
});

test("a link that was closed or has ended does not come again", () => {
  const { link, told } = linked();
  last().say(snapshot(1));
  last().drop(4001);
  link.again();
  assert.equal(FakeSocket.made.length, 1);
  assert.equal(told.at(-1), "elsewhere");
  link.open();
  link.again();
  assert.equal(FakeSocket.made.length, 3);
  link.close();
  link.again();
  assert.equal(FakeSocket.made.length, 3);
});

test("a command that stays without an answer is sent again on the same connection", () => {
  const { link } = linked();
  last().say(snapshot(1));
  link.send({ do: "next" });
  for (let n = 2; n < 9; n++) {
    pass(1000);
    last().say({ type: "pong", n, id: "" });
  }
  const ids = last().commands.map((command) => command.id);
  assert.equal(ids.length, 2);
  assert.equal(new Set(ids).size, 1);
  link.close();
});

test("it tries again for ever, ever more slowly up to a limit, and at once after a success", () => {
  const { link, statuses } = linked();
  const gaps = [];
  for (let tries = 0; tries < 12; tries++) {
    const from = Date.now();
    const made = FakeSocket.made.length;
    last().drop();
    while (FakeSocket.made.length === made) mock.timers.tick(50);
    gaps.push(Date.now() - from);
  }
  assert.ok(gaps[0] < 500, `${gaps}`);
  assert.ok(gaps.every((gap) => gap <= 8000 * 1.3 + 50), `${gaps}`);
  assert.ok(gaps.at(-1) > 5000, `${gaps}`);
  assert.deepEqual(statuses(), ["connecting", "lost"]);
  last().accept();
  last().say(snapshot(1));
  const made = FakeSocket.made.length;
  last().drop();
  pass(500);
  assert.equal(FakeSocket.made.length, made + 1);
  link.close();
});

test("it pings every few seconds, and leaves a connection that says nothing", () => {
  const { link, told } = linked();
  const first = last();
  first.say(snapshot(1));
  pass(9000);
  assert.equal(first.sent.filter((command) => command.do === "ping").length, 2);
  pass(3000);
  assert.equal(told.at(-1), "lost");
  pass(1000);
  assert.equal(FakeSocket.made.length, 2);
  first.say({ type: "happened", n: 2 });
  first.drop(4001);
  assert.equal(told.at(-1), "lost");
  link.close();
});

test("a connection that pongs but never gives a snapshot is left too", () => {
  const { link } = linked();
  for (let n = 0; n < 12; n++) {
    pass(1000);
    FakeSocket.made[0].say({ type: "pong", n: 5, id: "" });
  }
  assert.ok(FakeSocket.made.length >= 2);
  link.close();
});

test("a page that wakes up probes, and makes a new connection when there is no answer", () => {
  const { link } = linked();
  last().say(snapshot(1));
  window.dispatchEvent(new Event("focus"));
  assert.equal(last().sent.at(-1).do, "ping");
  last().say({ type: "pong", n: 2, id: "" });
  pass(2900);
  assert.equal(FakeSocket.made.length, 1);
  document.dispatchEvent(new Event("visibilitychange"));
  pass(3500);
  assert.equal(FakeSocket.made.length, 2);
  link.close();
});

test("a page that wakes up between two tries connects at once", () => {
  const { link } = linked();
  for (let tries = 0; tries < 8; tries++) {
    last().drop();
    pass(11_000);
  }
  last().drop();
  const made = FakeSocket.made.length;
  document.visibilityState = "hidden";
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(FakeSocket.made.length, made);
  document.visibilityState = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(FakeSocket.made.length, made + 1);
  link.close();
});

test("'elsewhere', a closed room and their kin are said and not tried again", () => {
  for (const [code, status] of [[4001, "elsewhere"], [4004, "nowhere"], [4005, "closed"], [4010, "stranger"], [4011, "old"]]) {
    const { link, told } = linked();
    const made = FakeSocket.made.length;
    last().drop(code);
    pass(60_000);
    window.dispatchEvent(new Event("online"));
    assert.equal(told.at(-1), status);
    assert.equal(FakeSocket.made.length, made);
    link.close();
  }
  const { link, told } = linked();
  last().say(snapshot(1));
  last().say({ type: "elsewhere", n: 2 });
  assert.equal(told.at(-1), "elsewhere");
  link.open();
  assert.equal(told.at(-1), "connecting");
  link.close();
});

test("a stopping server is said, and waited for", () => {
  const { link, told } = linked();
  last().say(snapshot(1));
  last().say({ type: "stopping", n: 2 });
  assert.equal(told.at(-1), "stopping");
  last().drop(1012);
  pass(20_000);
  assert.equal(told.at(-1), "stopping");
  last().accept();
  last().say(snapshot(1));
  assert.equal(told.at(-1), "open");
  link.close();
});

test("closing answers what waits with null and leaves no timer", async () => {
  const { link } = linked();
  last().say(snapshot(1));
  const answer = link.send({ do: "next" });
  link.close();
  assert.equal(await answer, null);
  const made = FakeSocket.made.length;
  pass(60_000);
  window.dispatchEvent(new Event("focus"));
  assert.equal(FakeSocket.made.length, made);
});
