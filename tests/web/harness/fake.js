// A server that only plays tapes: ?scene=NAME shows one, ?page=PATH a page without a table. ?pace=MS between the messages of a longer tape.
const query = new URLSearchParams(location.search);
const tape = await (await fetch("/tests/web/harness/tape.json")).json();
const real = window.fetch;
const json = (found, status = 200) => new Response(JSON.stringify(found), { status, headers: { "content-type": "application/json" } });

window.fetch = async (what, how) => {
  const path = new URL(what.url ?? what, location.href).pathname;
  if (!path.startsWith("/api/")) return real(what, how);
  const name = path.slice(5);
  const found = { games: tape.games, bots: tape.bots, me: tape.me, session: tape.me, rooms: tape.rooms, "me/rooms": [] }[name];
  return found === undefined ? json({ error: { code: "not_found", zh: "没有这个", en: "there is no such thing" } }, 404) : json(found);
};

const worth = [{ zh: "点炮 +4：站立", en: "from a discard +4: standing" }, { zh: "自摸 +12：自摸", en: "by self-draw +12: self-draw" }];
const WAITS = [[4, 2], [13, 3], [31, 1]].map(([kind, unseen]) => ({ kind, unseen, worth }));
window.sent = []; // what the page has said, for tests
window.WebSocket = class {
  readyState = 0;
  #n = 0;

  constructor() {
    setTimeout(() => this.#play(tape.scenes[query.get("scene")]), 30);
  }

  async #play(messages) {
    this.readyState = 1;
    for (const message of messages) {
      this.#say(message);
      if (messages.length > 1) await new Promise((done) => setTimeout(done, Number(query.get("pace") ?? 400)));
    }
  }

  #say(message) {
    this.onmessage?.({ data: JSON.stringify({ ...message, n: ++this.#n }) });
  }

  send(text) {
    const command = JSON.parse(text);
    if (command.do === "ping") return this.#say({ type: "pong", id: command.id });
    window.sent.push(command);
    if (command.do === "waits") return this.#say({ type: "told", id: command.id, said: [], waits: WAITS });
    const why = { zh: "将不是二、五、八", en: "the pair is not of 2, 5 or 8" };
    if (command.do === "why") return this.#say({ type: "told", id: command.id, said: [why], waits: [] });
    if (command.do === "answer" && !query.has("refuse")) return this.#say({ type: "ack", id: command.id });
    if (command.do === "answer") return this.#say({ type: "refused", id: command.id, code: "illegal", why });
    this.#say({ type: "ack", id: command.id });
  }

  close() {}
};

history.replaceState(null, "", query.get("page") ?? "/room/208315");
await import("/src/paiju/web/app.js");
