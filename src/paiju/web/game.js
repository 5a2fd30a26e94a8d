/**
 * One table in this page: its connection, what is known of it, and what was answered.
 *
 * @import { Event, FromServer, Question, Said } from "./protocol.js"
 * @import { Known } from "./shapes.js"
 * @import { Reply, Status } from "./socket.js"
 */

import { signal } from "./html.js";
import { hurry, part } from "./later.js";
import { NOTHING, take } from "./room.js";
import { Link, VERSION } from "./socket.js";

const DOUBLE = 350; // milliseconds in which a second tap is the same tap
const FAIR = new Set(["snapshot", "commit", "begin", "proof"]); // what tells something that a record is held against later
const SUDDEN = 150; // milliseconds in which a question that has just come up is not answered: the tap was meant for something else

/** @typedef {(events: readonly Event[], before: Known, after: Known) => void} Listener */

export class Game {
  known = signal(NOTHING);
  status = signal(/** @type {Status} */ ("connecting"));
  /** The question that was answered from here and is not closed yet. */
  answered = signal("");
  /** Something to say in passing. */
  notice = signal(/** @type {Said | null} */ (null));
  /** @type {Listener} what happened, after the page knows it */
  onNews = () => {};
  /** @type {(question: Question) => void} */
  onAsked = () => {};
  /** @type {(key: string) => boolean} what a key does for the own hand; false where it does nothing */
  keys = () => false;
  #acted = 0;
  #met = false; // whether there has been a connection
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #noticed;

  /** @param {string} number */
  constructor(number) {
    this.number = number;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const hear = (/** @type {FromServer} */ message) => this.#hear(message);
    this.link = new Link(`${scheme}://${location.host}/ws/${encodeURIComponent(number)}?v=${VERSION}`, hear, (status) => {
      if (status === "open" && this.#met) hurry();
      this.#met ||= status === "open";
      this.status.value = status;
    });
  }

  /** @param {FromServer} message */
  #hear(message) {
    const before = this.known.value;
    const after = take(before, message, performance.now());
    this.known.value = after;
    if (FAIR.has(message.type)) {
      part("told").there.then((told) => {
        const given = told.hear(message, after, this.number); // for the wall
        if (given) this.link.send(given);
      });
    }
    if (after.question?.id !== before.question?.id) {
      if (this.answered.value !== after.question?.id) this.answered.value = "";
      if (after.question) this.onAsked(after.question);
    }
    if (message.type === "happened" || message.type === "changed") this.onNews(message.type === "happened" ? message.events : [], before, after);
  }

  /** The question that waits for an answer from here. */
  get open() {
    const { question } = this.known.value;
    return question && question.id !== this.answered.value && this.status.value === "open" ? question : null;
  }

  /** Whether a tap or key counts now: not the second of a double tap, and not one meant for what stood here a moment ago. */
  mayAct() {
    const now = performance.now();
    return now - this.#acted > DOUBLE && now - this.known.value.askedAt > SUDDEN;
  }

  /**
   * Answers a question, once.
   * @param {Question} question
   * @param {string} action
   */
  answer(question, action) {
    if (this.open?.id !== question.id || !this.mayAct()) return;
    this.#acted = performance.now();
    this.answered.value = question.id;
    this.do({ do: "answer", question: question.id, action }).then((reply) => {
      if (reply?.type === "refused" && this.answered.value === question.id) this.answered.value = "";
    });
  }

  /**
   * Carries out a command; a refusal is shown.
   * @param {{ do: string, [field: string]: unknown }} command
   * @returns {Promise<Reply | null>}
   */
  async do(command) {
    const reply = await this.link.send(command);
    if (reply?.type === "refused" && reply.code !== "closed") this.say(reply.why);
    return reply;
  }

  /** @param {Said} words */
  say(words) {
    clearTimeout(this.#noticed);
    this.notice.value = words;
    this.#noticed = setTimeout(() => (this.notice.value = null), 4000);
  }

  start = () => {
    part("told");
    this.link.open();
  };
  again = () => this.link.again();
  close = () => this.link.close();
}
