/**
 * What is heard, called out and announced when something happens at the table, and the screen kept from going dark. Never holds anything up.
 *
 * @import { Event } from "./protocol.js"
 * @import { Known } from "./shapes.js"
 * @import { Game } from "./game.js"
 */

import { html, signal } from "./html.js";
import { chairName } from "./people.js";
import { callOf, say, seatNames } from "./sayings.js";
import { clack, lay, slide, speak, tick, turn, unlock, win } from "./sound.js";
import { likes } from "./state.js";
import { said, t, tileName } from "./words.js";

const CALL = 1400; // milliseconds a call stands beside its seat
const DICE = 4000; // milliseconds dice lie on the table

/** The screen does not go dark during a match, where the browser lets us ask. */
function stayAwake() {
  /** @type {WakeLockSentinel | undefined} */
  let lock;
  const take = () => {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").then((found) => (lock = found), () => {});
  };
  take();
  document.addEventListener("visibilitychange", take);
  return () => {
    document.removeEventListener("visibilitychange", take);
    lock?.release();
  };
}

export class Effects {
  /** The words beside the seats. */
  calls = signal(/** @type {Record<number, { key: string, at: number }>} */ ({}));
  /** The dice that lie on the table for a while: what is drawn there. */
  dice = signal(/** @type {any} */ (null));
  /** What a screen reader is given. */
  spoken = signal(/** @type {{ id: number, words: string }[]} */ ([]));
  #count = 0;
  tick = tick;
  stayAwake = stayAwake;

  /** @param {Game} game */
  constructor(game) {
    unlock();
    game.onNews = (events, before, after) => {
      this.#news(events, after);
      if (after.room?.dissolve && !before.room?.dissolve) this.#vote(after);
    };
    game.onAsked = (question) => {
      const own = question.kind === "turn";
      if (own) turn();
      const words = question.choices.filter((choice) => choice.verb !== "discard" && choice.verb !== "ready").map(said);
      const offered = words.join(t("comma"));
      this.#announce(own ? t("your_turn") + (offered && t("colon") + offered) : `${t("your_claim")} ${offered}`);
    };
  }

  /** Somebody proposes to end the match: silence is consent, so it must be heard. @param {Known} after */
  #vote({ room, you }) {
    if (!room?.dissolve || you?.chair == null || room.dissolve.includes(you.chair)) return;
    turn();
    this.#announce(t("vote", chairName(room, room.dissolve[0])));
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
      if (event.event === "open" && event.dice) {
        const [a, b, ...second] = event.dice;
        this.#roll([[names[event.dealer], [a, b]], .../** @type {[string, number[]][]} */ (event.breaker == null ? [] : [[names[event.breaker], second]])]);
      } else if (event.event === "dice") this.#roll([[names[event.seat], event.dice]]);
      else if (event.event === "roll" && !event.refused) this.#roll([[names[event.seat], [event.die]]]);
      if (call) this.#call(call);
      if (event.event === "discard") {
        clack();
        if (!call && likes.value.speech === "all") speak(tileName(event.tile, "zh"));
      } else if (event.event === "draw" && event.seat === me) slide();
      else if (event.event === "win") win(event.seat === me);
      else if (call) lay();
    }
  }

  /** Dice that fall, for a while. @param {[string, readonly number[]][]} thrown - by whom, and how */
  #roll(thrown) {
    const dice = html`<div class="dice" aria-hidden="true">
      ${thrown.map(([who, pips]) => html`<p><small>${t("rolled_by", who)}</small> ${pips.map((pip) => html`<b>${"⚀⚁⚂⚃⚄⚅"[pip - 1]}</b>`)}</p>`)}
    </div>`;
    this.dice.value = dice;
    setTimeout(() => this.dice.value === dice && (this.dice.value = null), DICE);
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
