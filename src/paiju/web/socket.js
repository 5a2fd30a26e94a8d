/**
 * The connection of a page with its table (docs/protocol.md). Knows nothing of what messages mean.
 *
 * @import { Ack, Advised, FromServer, Refused, Told } from "./protocol.js"
 */

export const VERSION = 1;
const TICK = 1000;
const PING = 4000; // between pings
const DEAD = 10_000; // without a word
const PROBE = 2500; // for an answer after the page woke up
const AGAIN = 5000; // until a command without an answer is sent again
const FIRST = 300; // before the first try again; twice as long each time
const LONGEST = 8000;

/** Codes after which a connection is not tried again. */
const ENDS = /** @type {Record<number, Status>} */ ({
  4001: "elsewhere",
  4003: "banned",
  4004: "nowhere",
  4005: "closed",
  4006: "unwatched",
  4007: "left",
  4010: "stranger",
  4011: "old",
});
const STOPPED = 1012;

/**
 * @typedef {"connecting" | "open" | "lost" | "stopping"} Trying
 * @typedef {Trying | "elsewhere" | "banned" | "nowhere" | "closed" | "unwatched" | "left" | "stranger" | "old"} Status
 * @typedef {Ack | Refused | Told | Advised} Reply
 * @typedef {{ command: { id: string }, resolve: (reply: Reply | null) => void, sent: number }} Waiting
 */

/**
 * That many random bytes, written as hexadecimal digits.
 * @param {number} bytes
 */
export const randomHex = (bytes) => Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (n) => n.toString(16).padStart(2, "0")).join("");

export class Link {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Waiting>} commands without an answer, in order */
  #waiting = new Map();
  #name = randomHex(4);
  #count = 0;
  /** @type {number | null} the number of the last message, if none was missed since the snapshot */
  #n = null;
  #heard = 0;
  #pinged = 0;
  #asked = 0; // for a snapshot
  #tries = 0;
  #stopping = false;
  #on = false; // neither closed nor ended
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #probe;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticks;

  /**
   * @param {string} url
   * @param {(message: FromServer) => void} hear - gets each message in order; one that it cannot take leads to a new snapshot
   * @param {(status: Status) => void} told - how the connection stands
   * @param {(url: string) => WebSocket} [make]
   */
  constructor(url, hear, told, make = (at) => new WebSocket(at)) {
    this.url = url;
    this.hear = hear;
    this.told = told;
    this.make = make;
  }

  /** Connects, and stays connected until `close` or until the server says that there is no use. */
  open() {
    this.close();
    this.#on = true;
    this.#ticks = setInterval(() => this.#tick(), TICK);
    for (const [target, name] of wakers()) target.addEventListener(name, this.#wake);
    this.#connect();
  }

  /** Makes a new connection of one that is open; what has no answer is sent again. */
  again() {
    if (this.#on) this.#connect();
  }

  close() {
    this.#on = false;
    clearInterval(this.#ticks);
    clearTimeout(this.#retry);
    clearTimeout(this.#probe);
    for (const [target, name] of wakers()) target.removeEventListener(name, this.#wake);
    this.#leave();
    for (const { resolve } of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }

  /**
   * Sends a command, again and again until it is answered. Gives the answer; null when the connection was given up.
   * @param {{ do: string, [field: string]: unknown }} fields
   * @returns {Promise<Reply | null>}
   */
  send(fields) {
    const id = `${this.#name}-${++this.#count}`;
    return new Promise((resolve) => {
      const waiting = { command: { ...fields, id }, resolve, sent: 0 };
      this.#waiting.set(id, waiting);
      if (this.#n !== null) this.#push(waiting);
    });
  }

  /** Throws the state away and asks for a new one. */
  sync() {
    this.#n = null;
    this.#asked = Date.now();
    this.#say({ do: "sync", id: `${this.#name}-${++this.#count}` });
  }

  // -- one connection -------------------------------------------------------------------------------------------

  #connect() {
    this.#leave();
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.told(this.#stopping ? "stopping" : this.#tries ? "lost" : "connecting");
    this.#heard = this.#pinged = this.#asked = Date.now();
    const socket = (this.#socket = this.make(this.url));
    socket.onmessage = (event) => this.#take(JSON.parse(event.data));
    socket.onclose = (event) => this.#lost(event.code);
  }

  /** Turns its back on a socket, whatever comes of it. */
  #leave() {
    if (this.#socket) {
      this.#socket.onmessage = this.#socket.onclose = null;
      this.#socket.close();
    }
    this.#socket = null;
    this.#n = null;
  }

  /** @param {number} code */
  #lost(code) {
    this.#leave();
    if (ENDS[code]) {
      this.#on = false;
      clearInterval(this.#ticks);
      this.told(ENDS[code]);
      return;
    }
    this.#stopping ||= code === STOPPED;
    const wait = Math.min(FIRST * 2 ** this.#tries++, LONGEST);
    this.#retry = setTimeout(() => this.#connect(), wait * (0.7 + 0.6 * Math.random()));
    this.told(this.#stopping ? "stopping" : "lost");
  }

  /** @param {object} command */
  #say(command) {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(command));
  }

  /** @param {Waiting} waiting */
  #push(waiting) {
    waiting.sent = Date.now();
    this.#say(waiting.command);
  }

  #ping() {
    this.#pinged = Date.now();
    this.#say({ do: "ping", id: `${this.#name}-${++this.#count}` });
  }

  /** @param {FromServer} message */
  #take(message) {
    this.#heard = Date.now();
    clearTimeout(this.#probe);
    const follows = message.type === "snapshot" || (this.#n !== null && message.n === this.#n + 1);
    const known = this.#n !== null;
    this.#n = follows ? message.n : null;
    if (known && !follows) this.sync();
    switch (message.type) {
      case "ack":
      case "refused":
      case "told":
      case "advised":
        this.#waiting.get(message.id)?.resolve(message);
        this.#waiting.delete(message.id);
        return;
      case "pong":
        return;
      case "stopping":
        this.#stopping = true;
        this.told("stopping");
        return;
      case "elsewhere":
        this.#lost(4001);
        return;
      case "reload":
        this.hear(message);
        return;
    }
    if (!follows) return;
    try {
      this.hear(message);
    } catch (error) {
      console.error(error);
      this.sync();
      return;
    }
    if (message.type === "snapshot" && !known) {
      this.#tries = 0;
      this.#stopping = false;
      this.told("open");
      for (const waiting of this.#waiting.values()) this.#push(waiting);
    }
  }

  // -- time -----------------------------------------------------------------------------------------------------

  #tick() {
    if (!this.#socket) return;
    const now = Date.now();
    if (now - this.#heard > DEAD || (this.#n === null && now - this.#asked > DEAD)) this.#lost(0);
    else if (now - this.#pinged >= PING) this.#ping();
    if (this.#n === null) return;
    for (const waiting of this.#waiting.values()) if (now - waiting.sent >= AGAIN) this.#push(waiting);
  }

  /** The page was asleep or the network away: is anybody there? */
  #wake = () => {
    if (globalThis.document?.visibilityState === "hidden") return;
    if (this.#retry !== undefined) {
      this.#tries = 0;
      this.#connect();
    } else if (this.#socket) {
      this.#ping();
      clearTimeout(this.#probe);
      this.#probe = setTimeout(() => this.#lost(0), PROBE);
    }
  };
}

/** @returns {[EventTarget, string][]} */
const wakers = () => [[document, "visibilitychange"], [window, "online"], [window, "pageshow"], [window, "focus"]]; // prettier-ignore
