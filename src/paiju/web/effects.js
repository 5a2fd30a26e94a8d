/**
 * What is heard, called out and announced when something happens at the table. Never holds anything up.
 *
 * @import { Event } from "./protocol.js"
 * @import { Known } from "./room.js"
 * @import { Game } from "./game.js"
 */

import { signal } from "./html.js";
import { callOf, say, seatNames } from "./sayings.js";
import { clack, lay, slide, speak, tick, turn, unlock, win } from "./sound.js";
import { likes } from "./state.js";
import { said, t, tileName } from "./words.js";

const CALL = 1400; // milliseconds a call stands beside its seat

export class Effects {
  /** The words beside the seats. */
  calls = signal(/** @type {Record<number, { key: string, at: number }>} */ ({}));
  /** What a screen reader is given. */
  spoken = signal(/** @type {{ id: number, words: string }[]} */ ([]));
  #count = 0;
  tick = tick;

  /** @param {Game} game */
  constructor(game) {
    unlock();
    game.onNews = (events, _, after) => this.#news(events, after);
    game.onAsked = (question) => {
      const own = question.kind === "turn";
      if (own) turn();
      const words = question.choices.filter((choice) => choice.verb !== "discard" && choice.verb !== "ready").map(said);
      const offered = words.join(t("comma"));
      this.#announce(own ? t("your_turn") + (offered && t("colon") + offered) : `${t("your_claim")} ${offered}`);
    };
  }

  /** @param {string} words */
  #announce(words) {
    if (words) this.spoken.value = [...this.spoken.value.slice(-3), { id: ++this.#count, words }];
  }

  /** @param {readonly Event[]} events @param {Known} after */
  #news(events, after) {
    const me = after.you?.seat ?? 0;
    const names = seatNames(me);
    this.#announce(events.map((event) => say(event, names)).filter(Boolean).join(t("colon") === "：" ? "，" : ". "));
    for (const event of events) {
      const call = callOf(event);
      if (call) this.#call(call);
      if (event.event === "discard") {
        clack();
        if (!call && likes.value.speech === "all") speak(tileName(event.tile, "zh"));
      } else if (event.event === "draw" && event.seat === me) slide();
      else if (event.event === "win") win(event.seat === me);
      else if (call) lay();
    }
  }

  /** @param {{ seat: number, word: string, key: string }} call */
  #call({ seat, word, key }) {
    const at = performance.now();
    speak(word);
    this.calls.value = { ...this.calls.value, [seat]: { key, at } };
    setTimeout(() => {
      if (this.calls.value[seat]?.at !== at) return;
      const { [seat]: _, ...left } = this.calls.value;
      this.calls.value = left;
    }, CALL);
  }
}
