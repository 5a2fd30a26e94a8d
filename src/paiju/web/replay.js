/**
 * A finished hand, stepped through: the table's board on the views of its record, anybody's eyes, the decisions, the settlement at the end.
 *
 * @import { Event } from "./protocol.js"
 * @import { Played } from "./retold.js"
 * @import { Stop } from "./story.js"
 */

import { Failure, ask, beSomebody, bots, gameName, roundOf, titleOf } from "./api.js";
import { Board } from "./board.js";
import { css, html, useEffect, useMemo, useRef, useSignal } from "./html.js";
import { Later } from "./later.js";
import { kindsOf } from "./notation.js";
import { EVERYTHING } from "./reducer.js";
import { Settled } from "./result.js";
import { Decisions, Log, Neighbours, Whose, happening, settledOf } from "./retold.js";
import { callOf } from "./sayings.js";
import { CopyLink, Screen, Waiting, useAnswer, useDress } from "./screen.js";
import { clack, lay, slide, unlock, win } from "./sound.js";
import { like, likes, me } from "./state.js";
import { asTold, decisionsOf, stopAt, stopsOf, turnFrom, viewsOf } from "./story.js";
import { heard } from "./told.js";
import { lang, said, t } from "./words.js";

const SPEEDS = [0.5, 1, 2, 4];
const STEP = 900; // milliseconds, at speed 1
const OPEN = "open";
/** @typedef {"log" | "decisions" | "review" | "result"} Tab */
/** @type {Tab[]} */
const TABS = ["log", "decisions", "review", "result"];

/** @param {{ id: string }} props */
export default function Replay({ id }) {
  const ready = useDress();
  const { found, wrong, again } = useAnswer(() => fetched(id), [id]);
  if (found && ready) return html`<${Player} key=${id} played=${found} />`;
  return html`<${Screen} title=${t("replay_title")}><${Waiting} wrong=${wrong} again=${again} /></${Screen}>`;
}

/** @param {string} id @returns {Promise<Played>} */
async function fetched(id) {
  if (!me.value) await beSomebody().catch(() => {}); // whoever looks on need not be known
  const [record, more, match] = await Promise.all([ask(`records/${id}`), ask(`records/${id}/replay`), ask(`matches/${id.slice(0, id.lastIndexOf("-"))}`)]).catch((error) => {
    throw error instanceof Failure && error.status === 404 ? new Error(t("no_record")) : error;
  });
  return { id, record, more, match };
}

/** Whose chair the person here has had; null for none. @param {Played} played */
function ownChair({ id, match }) {
  const place = match.match?.places.findIndex((/** @type {any} */ one) => one.player && one.player === me.value?.id) ?? -1;
  return place >= 0 ? place : (heard(id)?.chair ?? null);
}

/** @param {{ played: Played }} props */
function Player({ played }) {
  const { id, record, more } = played;
  const { seats, totals, number, round } = record.match;
  const stops = useMemo(() => stopsOf(record.events), [record]);
  const views = useMemo(() => viewsOf(record.events, stops, kindsOf(record.wall)?.length ?? 0, more.hidden_kongs), [record]);
  const own = useMemo(() => {
    const chair = ownChair(played);
    return chair === null ? null : seats.indexOf(chair);
  }, [played]);
  useEffect(() => {
    document.title = `${t("replay_title")} · ${gameName(record.variant)} ${t("hand_no", number + 1)} · ${t("title")}`;
  }, [lang()]);
  const end = stops.length - 1;
  const begin = useMemo(() => linked(stops, own), []);
  const at = useSignal(begin.at);
  const eyes = useSignal(/** @type {number | null} */ (begin.eyes)); // null: all hands are open
  const below = useSignal(begin.eyes ?? own ?? 0);
  const playing = useSignal(false);
  const speed = useSignal(1);
  const tab = useSignal(/** @type {Tab} */ (begin.tab));
  const open = useSignal(begin.tab !== "log");
  const tabs = TABS.filter((name) => name !== "review" || bots.value.some(({ judges }) => judges));
  const help = useSignal(false);
  const closer = useRef(/** @type {HTMLElement | null} */ (null)); // shown where the panel lies over the table

  const names = seats.map((/** @type {number} */ chair) => said(more.names[chair]));
  const audience = eyes.value ?? EVERYTHING;
  const seen = useMemo(() => stops.map((stop) => asTold(stop.events, audience, more.hidden_kongs)), [stops, audience]);
  const events = seen[at.value];
  const view = views(audience, at.value);
  const marks = useMemo(() => decisionsOf(more.answers, below.value).map((answer) => stopAt(stops, answer.at)), [stops, below.value]);

  const go = (/** @type {number} */ to) => {
    const on = to === at.value + 1;
    at.value = Math.min(end, Math.max(0, to));
    if (on && to <= end) sound(stops[to].events, below.value);
    if (at.value === end) playing.value = false;
  };
  const jump = (/** @type {number} */ to) => {
    go(to);
    if (closer.current?.offsetParent) open.value = false; // the panel lies over the table, where one now wants to look
  };
  const see = (/** @type {number | null} */ seat) => {
    eyes.value = seat;
    if (seat !== null) below.value = seat;
  };
  const sit = (/** @type {number} */ seat) => {
    below.value = seat;
    if (eyes.value !== null) eyes.value = seat;
  };
  const show = (/** @type {Tab} */ name) => {
    open.value = !(open.value && tab.value === name);
    tab.value = name;
  };
  const play = () => {
    if (!playing.value && at.value === end) at.value = 0;
    playing.value = !playing.value;
  };
  const faster = (/** @type {1 | -1} */ way) => (speed.value = SPEEDS[SPEEDS.indexOf(speed.value) + way] ?? speed.value);
  const decide = (/** @type {1 | -1} */ way) => go((way > 0 ? marks.find((mark) => mark > at.value) : marks.findLast((mark) => mark < at.value)) ?? at.value);
  const address = () => `/replay/${id}?seat=${eyes.value ?? OPEN}&at=${at.value}`;

  useEffect(unlock, []);
  useEffect(() => {
    if (!playing.value) return;
    const next = setTimeout(() => go(at.value + 1), STEP / speed.value);
    return () => clearTimeout(next);
  }, [playing.value, at.value, speed.value]);
  useEffect(() => {
    const later = setTimeout(() => history.replaceState(history.state, "", address()), 400); // browsers take few of them a second
    return () => clearTimeout(later);
  }, [at.value, eyes.value]);
  useEffect(() => {
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => go(at.value + 1),
      ArrowLeft: () => go(at.value - 1),
      ArrowDown: () => go(turnFrom(stops, at.value, 1)),
      ArrowUp: () => go(turnFrom(stops, at.value, -1)),
      Home: () => go(0),
      End: () => go(end),
      " ": play,
      "+": () => faster(1),
      "=": () => faster(1),
      "-": () => faster(-1),
      d: () => decide(1),
      D: () => decide(-1),
      0: () => see(null),
      1: () => see(0),
      2: () => see(1),
      3: () => see(2),
      4: () => see(3),
      l: () => show("log"),
      c: () => show("decisions"),
      r: () => tabs.includes("review") && show("review"),
      s: () => show("result"),
      m: () => like("sound", !likes.value.sound),
      "?": () => (help.value = !help.value),
      Escape: () => (open.value = help.value = false),
    };
    /** @param {KeyboardEvent} event */
    const down = (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
      if (target.closest?.("input, textarea, select") || (event.key === " " && target.closest?.("button, a, summary"))) return;
      keys[event.key]();
      event.preventDefault();
    };
    addEventListener("keydown", down);
    return () => removeEventListener("keydown", down);
  });

  const sitting = names.map((/** @type {string} */ name, /** @type {number} */ seat) => {
    const call = events.map(callOf).find((one) => one?.seat === seat);
    return { name, score: more.base_points * (totals[seats[seat]] + view.seats[seat].points), call: call && t(call.key), callAt: at.value };
  });
  const words = at.value ? happening(events, names) : t("dealt_out");
  const jumps = { start: 0, turn_back: turnFrom(stops, at.value, -1), back: at.value - 1, on: at.value + 1, turn_on: turnFrom(stops, at.value, 1), end };
  const step = (/** @type {keyof typeof jumps} */ name) => {
    const [key, icon] = STEPS[name];
    const to = jumps[name];
    return html`<button class="icon" aria-label=${t(`step_${name}`)} aria-keyshortcuts=${key} disabled=${to < 0 || to > end || to === at.value} onClick=${() => go(to)}><${Icon} d=${icon} /></button>`;
  };
  return html`<main class=${css("table", "replay", open.value && "opened")} id="main">
    <header class="top">
      <a class="backlink" href="/games" aria-label=${t("games")}>‹</a>
      <h1><span>${titleOf(record.variant)}</span> <small>${[t("hand_no", number + 1), roundOf(record.variant, round)].filter(Boolean).join(" · ")}</small></h1>
      <nav aria-label=${t("replay_title")}>
        ${tabs.map((name) => html`<button key=${name} class="opener" onClick=${() => show(name)} aria-expanded=${open.value && tab.value === name}>${t(`replay_${name}`)}</button>`)}
        <button class="icon wide" onClick=${() => (help.value = !help.value)} aria-expanded=${help.value} aria-label=${t("help")}>?</button>
      </nav>
    </header>
    <${Board} view=${view} me=${below.value} sitting=${sitting} last=${stops[at.value].last} turn=${view.over ? null : view.turn} />
    <section class="controls" aria-label=${t("controls")}>
      <p class="now"><span role="status">${words}</span> <small aria-hidden="true">${at.value} / ${end}</small></p>
      <div class="scrub">
        <svg viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">${marks.map((mark) => html`<rect key=${mark} x=${(1000 * mark) / Math.max(1, end) - 1.5} width="3" height="6" />`)}</svg>
        <input type="range" style=${{ "--done": `${(100 * at.value) / Math.max(1, end)}%` }} min="0" max=${end} value=${at.value} aria-label=${t("place_in_hand")} aria-valuetext=${words} onInput=${(/** @type {any} */ event) => go(Number(event.target.value))} />
      </div>
      <div class="buttons">
        ${step("start")} ${step("turn_back")} ${step("back")}
        <button class="icon go" aria-label=${t(playing.value ? "pause" : "play")} aria-keyshortcuts="Space" onClick=${play}><${Icon} d=${playing.value ? PAUSE : PLAY} /></button>
        ${step("on")} ${step("turn_on")} ${step("end")}
      </div>
      <div class="picks">
        <label>${t("eyes")} <select onChange=${(/** @type {any} */ event) => see(event.target.value === OPEN ? null : Number(event.target.value))}>
          <option value=${OPEN} selected=${eyes.value === null}>${t("eyes_open")}</option>
          ${names.map((/** @type {string} */ name, /** @type {number} */ seat) => html`<option key=${seat} value=${seat} selected=${eyes.value === seat}>${name}</option>`)}
        </select></label>
        <label>${t("speed")} <select onChange=${(/** @type {any} */ event) => (speed.value = Number(event.target.value))}>
          ${SPEEDS.map((one) => html`<option key=${one} value=${one} selected=${one === speed.value}>${one}×</option>`)}
        </select></label>
      </div>
    </section>
    <aside class=${css("panel", "side", open.value && "on")} aria-label=${t(`replay_${tab.value}`)}>
      <header>
        <div class="tabs">${tabs.map((name) => html`<button key=${name} aria-pressed=${tab.value === name} onClick=${() => (tab.value = name)}>${t(`replay_${name}`)}</button>`)}</div>
        <button class="icon closer" ref=${closer} aria-label=${t("close")} onClick=${() => (open.value = false)}>✕</button>
      </header>
      <div class="inside" key=${tab.value} tabindex="0" role="region" aria-label=${t(`replay_${tab.value}`)}>
        <h2 class="unseen">${t(`replay_${tab.value}`)}</h2>
        ${tab.value === "log" && html`<${Log} seen=${seen} at=${at.value} names=${names} go=${jump} />`}
        ${tab.value === "decisions" && html`<${Decisions} answers=${more.answers} stops=${stops} at=${at.value} seat=${below.value} names=${names} go=${jump} sit=${sit} />`}
        ${tab.value === "review" && html`<${Whose} names=${names} seat=${below.value} sit=${sit} /><${Later} part="review" name="Review" record=${id} seat=${below.value} go=${(/** @type {number} */ count) => jump(stopAt(stops, count))} here=${(/** @type {number} */ count) => stopAt(stops, count) === at.value} />`}
        ${tab.value === "result" && html`<${Settled} game=${{ known: { value: settledOf(played, views(EVERYTHING, end)) } }} name=${(/** @type {number} */ seat) => names[seat]} own=${own} />`}
      </div>
      <footer class="bar">
        <${Neighbours} played=${played} />
        <a class="button" href=${`/fair?record=${id}`}>${t("check_fair")}</a>
        <${CopyLink} link=${address} />
      </footer>
    </aside>
    ${at.value === end && !(open.value && tab.value === "result") && html`<button class=${css("go", "big", "showresult", tab.value === "result" && "shown")} onClick=${() => show("result")}>${t("see_result")}</button>`}
    ${help.value &&
    html`<aside class="panel help" role="dialog" aria-label=${t("help")}>
      <header><h2>${t("help")}</h2><button class="icon" aria-label=${t("close")} onClick=${() => (help.value = false)}>✕</button></header>
      <dl class="keys">${KEYS.map(([key, word]) => html`<div key=${word}><dt><kbd>${key}</kbd></dt><dd>${t(word)}</dd></div>`)}</dl>
    </aside>`}
  </main>`;
}

/** What the link says of where to begin, with whose eyes, and what stands beside. @param {Stop[]} stops @param {number | null} own */
function linked(stops, own) {
  const query = new URLSearchParams(location.search);
  const seat = query.get("seat") ?? "";
  const event = query.get("event");
  const at = event === null ? Number(query.get("at")) : stopAt(stops, Number(event));
  const tab = TABS.find((name) => name === query.get("tab")) ?? "log";
  return { at: Math.min(stops.length - 1, Math.max(0, Math.floor(at || 0))), tab, eyes: /^[0-3]$/.test(seat) ? Number(seat) : seat === OPEN ? null : own };
}

/** What is heard of a step. @param {readonly Event[]} events @param {number} below */
function sound(events, below) {
  for (const event of events) {
    if (event.event === "discard") clack();
    else if (event.event === "draw" && event.seat === below) slide();
    else if (event.event === "win") win(event.seat === below);
    else if (callOf(event)) lay();
  }
}

const STEPS = /** @type {const} */ ({
  start: ["Home", "M6 5h2.5v14H6zM20 5v14l-10-7z"],
  turn_back: ["ArrowUp", "M12.5 5v14L3 12zM21.5 5v14L12 12z"],
  back: ["ArrowLeft", "M16 5v14L6.5 12z"],
  on: ["ArrowRight", "M8 5v14l9.5-7z"],
  turn_on: ["ArrowDown", "M2.5 5v14L12 12zM11.5 5v14L21 12z"],
  end: ["End", "M15.5 5H18v14h-2.5zM4 5v14l10-7z"],
});
const PLAY = "M7 4v16l13-8z";
const PAUSE = "M6 4h4v16H6zM14 4h4v16h-4z";

/** @param {{ d: string }} props */
const Icon = ({ d }) => html`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d=${d} /></svg>`;

const KEYS = /** @type {const} */ ([
  ["← →", "key_step"],
  ["↑ ↓", "key_turn"],
  ["Home End", "key_ends"],
  ["Space", "key_play"],
  ["+ −", "speed"],
  ["1 2 3 4 0", "key_eyes"],
  ["d D", "key_decisions"],
  ["l c r s", "key_tabs"],
  ["m", "mute"],
  ["Esc", "close"],
]);
