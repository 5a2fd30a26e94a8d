/**
 * What opens beside the table without stopping it: hint, waits, why not, the match so far, the menu, the keys, a vote;
 * and what is shown where the connection has ended.
 *
 * @import { Game } from "./game.js"
 * @import { Told } from "./protocol.js"
 */

import { gameOf } from "./api.js";
import { unseen } from "./choices.js";
import { useNow } from "./clock.js";
import { chairName } from "./people.js";
import { Hint } from "./hint.js";
import { html, useEffect, useRef, useSignal } from "./html.js";
import { botName } from "./levels.js";
import { score, table } from "./room.js";
import { like, likes } from "./state.js";
import { Tile } from "./tiles.js";
import "./words-later.js";
import { said, signed, t, tileName } from "./words.js";

/** @typedef {"hint" | "waits" | "why" | "scores" | "menu" | "help"} PanelName */

/** @typedef {(name: PanelName | null) => void} Show */

/** @param {{ game: Game, panel: PanelName, show: Show }} props */
export function Panel({ game, panel: name, show }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => box.current?.focus(), [name]);
  const Inside = { hint: Hint, waits: Waits, why: Why, scores: Scores, menu: Menu, help: Help }[name];
  return html`<div class="panel" role="dialog" aria-label=${t(name)} tabindex="-1" ref=${box}>
    <header><h2>${t(name)}</h2><button class="icon" aria-label=${t("close")} onClick=${() => show(null)}>✕</button></header>
    <${Inside} game=${game} show=${show} />
  </div>`;
}

/** What one waits for, and the way to what is in the way of a win. @param {{ game: Game, show: Show }} props */
function Waits({ game, show }) {
  return html`<${Leads} game=${game} /><p><button onClick=${() => show("why")}>${t("why")}</button></p>`;
}

/** What one waits for; with a tile too many, what each discard that leaves the hand ready would wait for. @param {{ game: Game }} props */
function Leads({ game }) {
  const { view, question } = game.known.value;
  const leads = new Map((question?.choices ?? []).filter(({ waits }) => waits.length).map(({ tiles, waits }) => [tiles[0], waits]));
  if (!leads.size || !view) return html`<${WaitList} game=${game} />`;
  const count = (/** @type {readonly number[]} */ waits) => waits.reduce((sum, kind) => sum + unseen(view, kind), 0);
  return [...leads]
    .sort(([, a], [, b]) => count(b) - count(a))
    .map(([kind, waits]) => html`<section class="lead" key=${kind}><h3>${t("after_discard")} <${Tile} kind=${kind} /> <small>${t("wait_count", waits.length, count(waits))}</small></h3>
      <${WaitList} game=${game} discard=${kind} /></section>`);
}

/** @param {{ game: Game, discard?: number }} props */
function WaitList({ game, discard }) {
  const told = useSignal(/** @type {Told | null} */ (null));
  const { view, question } = game.known.value;
  useEffect(() => {
    game.do({ do: "waits", discard }).then((reply) => reply?.type === "told" && (told.value = reply));
  }, [view?.wall_left, question?.id]);
  if (!told.value) return html`<p class="dim">…</p>`;
  const { waits, said: sentences } = told.value;
  return html`${waits.length > 0 &&
    html`<ul class="waitlist">
      ${waits.map(
        ({ kind, unseen: left, worth }) =>
          html`<li key=${kind}>
            <${Tile} kind=${kind} /> <span>${t("unseen", left)}</span>
            ${worth.map((sentence) => html`<small>${said(sentence)}</small>`)}
          </li>`,
      )}
    </ul>`}
    ${sentences.map((sentence) => html`<p>${said(sentence)}</p>`)} ${!waits.length && !sentences.length && html`<p>${t("waits_none")}</p>`}`;
}

/** @param {{ game: Game }} props */
function Why({ game }) {
  const told = useSignal(/** @type {Told | null} */ (null));
  const tile = useSignal(/** @type {number | null} */ (null));
  const { view, question, room } = game.known.value;
  const kinds = gameOf(room?.rules.variant ?? "")?.kinds ?? [];
  useEffect(() => {
    game.do({ do: "why", tile: tile.value }).then((reply) => reply?.type === "told" && (told.value = reply));
  }, [tile.value, view?.wall_left, question?.id]);
  return html`${tile.value !== null && html`<p><${Tile} kind=${tile.value} /></p>`}
    ${told.value?.said.map((sentence) => html`<p role="status">${said(sentence)}</p>`)}
    <h3>${t("why_other")}</h3>
    <div class="kinds">
      ${kinds.map((kind) => html`<button key=${kind} aria-label=${tileName(kind)} aria-pressed=${tile.value === kind} onClick=${() => (tile.value = kind)}><${Tile} kind=${kind} name=${false} /></button>`)}
    </div>`;
}

/** @param {{ game: Pick<Game, "known"> }} props */
export function Scores({ game }) {
  const { room, hand, result } = game.known.value;
  if (!room || !hand) return null;
  const rows = table(game.known.value);
  const chairs = [0, 1, 2, 3];
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("scores")}><table class="scores">
    <thead><tr><th scope="col">${t("hand_column")}</th>${chairs.map((chair) => html`<th scope="col" key=${chair}>${chairName(room, chair)}${room.chairs[chair].bot && html`<small>${botName(room.chairs[chair].bot)}</small>`}</th>`)}</tr></thead>
    <tbody>${rows.map((row, n) => html`<tr key=${n}><th scope="row">${n + 1}${!result && n === hand.points.length && "…"}</th>${chairs.map((chair) => html`<td key=${chair} class=${row[chair] < 0 ? "minus" : row[chair] > 0 ? "plus" : ""}>${signed(row[chair])}</td>`)}</tr>`)}</tbody>
    <tfoot><tr><th scope="row">${t("total")}</th>${chairs.map((chair) => html`<td key=${chair}>${signed(score(game.known.value, hand.seats.indexOf(chair)))}</td>`)}</tr></tfoot>
  </table></div>`;
}

/** @param {{ game: Game, show: Show }} props */
function Menu({ game, show }) {
  const sure = useSignal(false);
  const { room, you } = game.known.value;
  const seated = you?.chair != null;
  const dear = "escape_grace_seconds" in (gameOf(room?.rules.variant ?? "")?.options.properties ?? {});
  const { sound, speech } = likes.value;
  const act = (/** @type {{ do: string, [field: string]: unknown }} */ command) => () => {
    game.do(command);
    show(null);
  };
  if (sure.value)
    return html`<p>${dear ? t("leave_costs") : t("leave_means", t(room?.rules.absent === "bot" ? "absent_bot" : "absent_safe"))}</p>
      <p class="bar"><button class="danger" onClick=${act({ do: "leave" })}>${t("leave_now")}</button><button onClick=${() => (sure.value = false)}>${t("cancel")}</button></p>`;
  return html`<menu>
    ${you?.seat != null && room?.rules.hints && html`<li><button onClick=${() => show("why")}>${t("why")}</button></li>`}
    <li><button onClick=${() => like("sound", !sound)} data-key="m">${t(sound ? "mute" : "unmute")}</button></li>
    <li>
      <label>${t("speech")}
        <select value=${speech} onChange=${(/** @type {any} */ event) => like("speech", event.target.value)}>
          ${["off", "calls", "all"].map((one) => html`<option key=${one} value=${one} selected=${speech === one}>${t(`speech_${one}`)}</option>`)}
        </select>
      </label>
    </li>
    ${seated && room?.state === "playing" && html`<li><button onClick=${act({ do: "auto", on: !room.chairs[you.chair ?? 0].auto })} data-key="t">${t(room.chairs[you.chair ?? 0].auto ? "auto_off" : "auto_go")}</button></li>
    <li><button onClick=${act({ do: "dissolve", agree: true })}>${t("dissolve")}</button></li>`}
    <li><a href=${`/rules/${room?.rules.variant ?? ""}`} target="_blank">${t("rules")}</a></li>
    <li><a href="/settings" target="_blank">${t("settings")}</a></li>
    <li><a href="/">${t(seated ? "lobby_for_now" : "lobby")}</a></li>
    ${seated && html`<li><button class="danger" onClick=${() => (sure.value = true)}>${t("leave_match")}</button></li>`}
  </menu>`;
}

/** One is played for: what is done in one's place, and the way back. @param {{ game: Game }} props */
export const PlayedFor = ({ game }) => html`<div class="autobar"><span role="status">${t("auto_on")}</span><button class="go" onClick=${() => game.do({ do: "auto", on: false })} data-key="t">${t("auto_off")}</button></div>`;

/** A vote on ending the match. @param {{ game: Game }} props */
export function Vote({ game }) {
  const { room, roomAt, you } = game.known.value;
  const now = useNow(true, 1000);
  if (!room?.dissolve) return null;
  const left = room.dissolve_left === null ? null : Math.max(0, Math.ceil((room.dissolve_left - (now - roomAt)) / 1000));
  const answered = you?.chair == null || room.dissolve.includes(you.chair);
  return html`<div class="vote" role="alertdialog" aria-label=${t("dissolve")}>
    <p>${t("vote", chairName(room, room.dissolve[0]))} ${left !== null && html`<small class="dim">${t("vote_left", left)}</small>`}</p>
    ${answered ? html`<span class="dim">${you?.chair != null && t("agreed")}</span>` : html`<span class="bar"><button onClick=${() => game.do({ do: "dissolve", agree: true })}>${t("agree")}</button><button onClick=${() => game.do({ do: "dissolve", agree: false })}>${t("refuse")}</button></span>`}
  </div>`;
}

/** The connection is at its end: why, and where to go from there. @param {{ game: Game, status: string }} props */
export function Ended({ game, status }) {
  return html`<main class="page center" id="main">
    <h1>${t("room_number")} ${game.number}</h1>
    <p role="status">${t(status)}</p>
    ${status === "closed" && game.known.value.hand && html`<${Scores} game=${game} />`}
    ${status === "elsewhere" && html`<button class="go big" onClick=${game.start}>${t("here")}</button>`}
    <a class="button" href="/">${t("lobby")}</a>
  </main>`;
}

const KEYS = /** @type {const} */ ([
  ["1 … 0 q w e r", "key_tiles"],
  ["← → Enter", "key_move"],
  ["0 … 9", "key_claim"],
  ["h g b …", "key_letters"],
  ["i", "hint"],
  ["l", "waits"],
  ["y", "why"],
  ["s", "scores"],
  ["t", "key_auto"],
  ["m", "mute"],
  ["Enter", "next_hand"],
  ["?", "help"],
  ["Esc", "close"],
]);

function Help() {
  return html`<dl class="keys">${KEYS.map(([key, word]) => html`<div key=${key + word}><dt><kbd>${key}</kbd></dt><dd>${t(word)}</dd></div>`)}</dl>`;
}
