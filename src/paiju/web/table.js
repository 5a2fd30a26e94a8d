/**
 * The screen of a room: waiting, playing, watching, the end. Everything it shows follows from what the server has said.
 *
 * @import { Effects } from "./effects.js"
 * @import { PanelName } from "./panels.js"
 * @import { Known } from "./shapes.js"
 */

import { beSomebody, loadGames, roundOf, titleOf } from "./api.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { Game } from "./game.js";
import { css, html, useEffect, useMemo, useSignal } from "./html.js";
import { Later, dressed, insist, part, renew } from "./later.js";
import { Mine } from "./mine.js";
import { chairName } from "./people.js";
import { score } from "./room.js";
import { like, likes } from "./state.js";
import { places, said, t } from "./words.js";

const AHEAD = ["waiting", "panels", "result", "create"]; // what a table may need: it is there before the network goes
const GOING = ["connecting", "open", "lost", "stopping", "stranger", "old"];
const PANELS = /** @type {Record<string, PanelName>} */ ({ i: "hint", l: "waits", y: "why", s: "scores", "?": "help" });

/** @param {{ number: string }} props */
export function Table({ number }) {
  const game = useMemo(() => new Game(number), [number]);
  const effects = useSignal(/** @type {Effects | null} */ (null));
  useEffect(() => {
    insist(loadGames);
    dressed("later.css");
    game.start();
    part("effects").there.then((module) => (effects.value = new module.Effects(game)));
    setTimeout(() => AHEAD.forEach(part), 1000);
    return game.close;
  }, [game]);
  const status = game.status.value;
  const known = game.known.value;
  useEffect(() => {
    if (status === "stranger") beSomebody().then(game.start, (error) => game.say({ zh: error.message, en: error.message }));
    if (status === "old" || (known.old && !known.question && (known.result || known.room?.state !== "playing"))) renew(known.page);
  }, [status, known.old, known.question, known.result]);
  useEffect(() => {
    document.title = `${known.question ? `● ${t("your_turn")} · ` : ""}${t("title")} ${number}`;
  }, [Boolean(known.question), number]);
  const state = known.room?.state;
  const over = known.result?.match_over; // the room is closed behind it, but the result stays
  if (!GOING.includes(status) && !(status === "closed" && over)) return html`<${Later} part="panels" name="Ended" game=${game} status=${status} />`;
  return html`
    ${!known.room ? html`<main class="page center" id="main"><p role="status">${t(status === "old" ? "old" : "connecting")}</p></main>` : state === "waiting" ? html`<${Later} part="waiting" name="Waiting" game=${game} />` : state === "closed" && !over ? html`<${Later} part="panels" name="Ended" game=${game} status="closed" />` : html`<${Playing} game=${game} effects=${effects.value} />`}
    ${known.room && (status === "lost" || status === "stopping") && html`<p class="banner" role="alert">${t(status)}</p>`}
    ${game.notice.value && html`<p class="notice" role="alert">${said(game.notice.value)}</p>`}
    <div class="unseen" aria-live="polite" aria-relevant="additions">${effects.value?.spoken.value.map(({ id, words }) => html`<p key=${id}>${words}</p>`)}</div>
  `;
}

/** @param {{ game: Game, effects: Effects | null }} props */
function Playing({ game, effects }) {
  const known = game.known.value;
  const { room, you, hand, view, turn, turnAt, question, askedAt, last, result } = known;
  const panel = useSignal(/** @type {PanelName | null} */ (null));
  const hidden = useSignal(false);
  const own = you?.seat ?? null;
  const seat = own ?? 0;
  const seated = own !== null && view?.audience === own;
  useEffect(() => {
    hidden.value = false;
  }, [result]);
  useEffect(() => listen(game, panel), [game]);
  useEffect(() => effects?.stayAwake(), [effects]);
  if (!room || !view || !hand) return html`<main class="page center" id="main"><p role="status">${t("dealing")}</p></main>`;

  const sitting = [0, 1, 2, 3].map((n) => {
    const chair = room.chairs[hand.seats[n]];
    const call = effects?.calls.value[n];
    const marks = [seated && n === own && places()[0], chair.left ? t("gone") : chair.name && !chair.here && t("away"), chair.auto && t("auto")];
    return {
      name: chairName(room, hand.seats[n]),
      score: score(known, n),
      marks: /** @type {string[]} */ (marks.filter(Boolean)),
      clock:
        seated && n === own
          ? question && html`<${Clock} left=${question.left} bank=${question.bank} at=${askedAt} onLow=${effects?.tick} />`
          : turn?.seat === n && html`<${Clock} left=${turn.left} bank=${turn.bank} at=${turnAt} />`,
      call: call && t(call.key),
      callAt: call?.at,
    };
  });
  const auto = seated && you?.chair != null && room.chairs[you.chair].auto;
  const toggle = (/** @type {any} */ name) => () => (panel.value = panel.value === name ? null : name);
  return html`<main class=${css("table", !seated && "watch")} id="main">
    <header class="top">
      <h1><span>${titleOf(room.rules.variant)}</span> <small>${progress(known)}</small></h1>
      <nav>
        ${(seated && room.rules.hints ? ["hint", "waits", "why", "scores"] : ["scores"]).map((name) => html`<button key=${name} class=${name === "why" && "wide"} onClick=${toggle(name)} aria-expanded=${panel.value === name}>${t(name)}</button>`)}
        <button class="icon wide" onClick=${toggle("help")} aria-expanded=${panel.value === "help"} aria-label=${t("help")}>?</button>
        <button class="icon" onClick=${toggle("menu")} aria-expanded=${panel.value === "menu"} aria-label=${t("menu")}>☰</button>
      </nav>
    </header>
    <${Board} view=${view} me=${seat} sitting=${sitting} last=${last} turn=${turn?.seat ?? null} reserve=${hand.reserve} ownHand=${seated} middle=${effects?.dice.value} />
    ${seated ? html`<${Mine} game=${game} seat=${seat} />` : html`<p class="watchbar">${t("watching")}${room.rules.watch_delay > 0 && ` · ${t("delayed", room.rules.watch_delay)}`}</p>`}
    ${auto && html`<${Later} part="panels" name="PlayedFor" game=${game} />`}
    ${panel.value && html`<${Later} part="panels" name="Panel" game=${game} panel=${panel.value} show=${(/** @type {PanelName | null} */ name) => (panel.value = name)} />`}
    ${result && (hidden.value ? html`<button class="go big showresult" onClick=${() => (hidden.value = false)}>${t("see_result")}</button>` : html`<${Later} part="result" name="Outcome" key=${hand.number} game=${game} hide=${() => (hidden.value = true)} />`)}
    ${room.dissolve && html`<${Later} part="panels" name="Vote" game=${game} />`}
  </main>`;
}

/** Where the match stands. @param {Known} known */
function progress({ hand, room }) {
  if (!hand) return "";
  const round = roundOf(room?.rules.variant, hand.round);
  if (hand.hands) return t("hand_of", hand.number + 1, hand.hands) + (round && ` · ${round}`);
  return `${round} (${hand.round + 1}/${hand.rounds}) · ${t("hand_no", hand.number + 1)}`;
}

/**
 * The keyboard of the table. Keys typed into a field are the field's.
 * @param {Game} game
 * @param {{ value: PanelName | null }} panel
 */
function listen(game, panel) {
  /** @param {KeyboardEvent} event */
  const down = (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
    if (target.closest?.("input, textarea, select, [contenteditable]")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (act(key, Boolean(target.closest?.("button, a, summary")))) event.preventDefault();
  };
  /** @param {string} key @param {boolean} onButton */
  const act = (key, onButton) => {
    const { room, you, result } = game.known.value;
    if (key === "Escape" && panel.value) panel.value = null;
    else if (key === "Enter" && result && !onButton) /** @type {HTMLElement | null} */ (document.querySelector("[data-next]"))?.click();
    else if (PANELS[key]) panel.value = panel.value === PANELS[key] ? null : PANELS[key];
    else if (key === "m") like("sound", !likes.value.sound);
    else if (key === "t" && you?.chair != null && room?.state === "playing") game.do({ do: "auto", on: !room.chairs[you.chair].auto });
    else return game.keys(key);
    return true;
  };
  addEventListener("keydown", down);
  return () => removeEventListener("keydown", down);
}
