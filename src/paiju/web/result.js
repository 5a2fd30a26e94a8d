/**
 * The end of a hand: the winners' hands laid out, what was paid and why, and how the match stands.
 *
 * @import { Game } from "./game.js"
 * @import { Result, View, Winner } from "./protocol.js"
 * @import { Known } from "./shapes.js"
 */

import { ask, bots, gameOf } from "./api.js";
import { Scores } from "./panels.js";
import { css, html, useEffect, useRef, useSignal } from "./html.js";
import { Later } from "./later.js";
import { chairName } from "./people.js";
import { chairOf } from "./room.js";
import { go } from "./route.js";
import { Meld, Tile, Tiles } from "./tiles.js";
import "./words-later.js";
import { said, signed, t } from "./words.js";

/** @param {{ game: Game, hide: () => void }} props */
export function Outcome({ game, hide }) {
  const known = game.known.value;
  const { result, view, room, you } = known;
  const went = useSignal(false);
  const reviewing = useSignal(false);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => box.current?.focus(), []);
  if (!result || !view || !room) return null;
  const name = (/** @type {number} */ seat) => chairName(room, chairOf(known, seat));
  const alone = room.chairs.every((chair, n) => n === you?.chair || chair.bot);
  const again = async () => {
    const { variant, preset, options } = room.rules;
    const bots = room.chairs.map((chair) => chair.bot).filter(Boolean);
    const opening = alone ? ask("quick", { method: "POST", body: { variant, preset, options, bots } }) : ask(`rooms/${room.number}/again`, { method: "POST" });
    const opened = await opening.catch((error) => game.say({ zh: error.message, en: error.message }));
    if (opened) go(`/room/${opened.number}?sit`);
  };
  const next = () => {
    went.value = true;
    game.do({ do: "next" });
  };
  return html`<section class=${css("outcome", result.winners.length > 0 && "won")} role="dialog" aria-labelledby="outcome" tabindex="-1" ref=${box}>
    <header>
      <h2 id="outcome">${result.match_over ? t("match_over") : headline(result, name)}</h2>
      <button class="icon" aria-label=${t("see_table")} onClick=${hide}>✕</button>
    </header>
    <div class="scroll">${reviewing.value && html`<h3>${t("review")}</h3><${Later} part="review" name="Review" record=${result.record} seat=${you?.seat} />`}
      <${Settled} game=${game} name=${name} own=${you?.seat ?? null} />
      <p><a href=${`/fair?record=${result.record}`} target="_blank">${t("fair_link")}</a></p></div>
    <footer class="bar">
      <a class="button" href=${`/replay/${result.record}`} target="_blank">${t("replay")}</a>
      ${you?.seat != null && bots.value.some(({ judges }) => judges) && html`<button aria-expanded=${reviewing.value} onClick=${() => (reviewing.value = !reviewing.value)}>${t("review")}</button>`}
      ${result.match_over
        ? html`<a class="button" href="/">${t("lobby")}</a>
            ${you?.chair != null && html`<button class="go big" onClick=${again}>${t(room.again ? "join_again" : "once_more")}</button>`}`
        : you?.chair != null && html`<button class="go big" disabled=${went.value} onClick=${next} data-next data-key="Enter">${t(went.value ? "next_waiting" : "next_hand")}</button>`}
    </footer>
  </section>`;
}

/**
 * What a finished hand has brought, here and where it is looked at again. `own`: the seat to mark.
 * @param {{ game: Pick<Game, "known">, name: (seat: number) => string, own: number | null }} props
 */
export function Settled({ game, name, own }) {
  const known = game.known.value;
  const { result, view, room } = known;
  if (!result || !view || !room) return null;
  return html`
    ${result.match_over && html`<${Final} known=${known} result=${result} own=${own} /><h3>${t("last_hand")}${t("colon")}${headline(result, name)}</h3>`}
    ${result.winners.map((winner, n) => html`<${Won} key=${n} winner=${winner} view=${view} variant=${room.rules.variant} name=${name} />`)}
    <div class="rows">${result.birds.length > 0 && !result.winners.some((winner) => winner.birds?.length) && html`<div class="row"><b>${t("birds")}</b><${Tiles} kinds=${result.birds} /></div>`}
    ${view.treasure !== null && html`<div class="row"><b>${t("treasure")}</b><${Tile} kind=${view.treasure} /></div>`}</div>
    <${Sums} known=${known} result=${result} name=${name} own=${own} />
    ${!result.match_over && html`<p class="dim">${t("next_dealer", name(result.next_dealer))}</p>`}
    <details open=${result.lines.length > 0}><summary>${t("payments")}</summary>
      ${result.lines.length === 0 && html`<p class="dim">${t("no_payments")}</p>`}
      <ul class="lines">${result.lines.map((line, n) => html`<li key=${n}><span class="amount">${line.amount}</span> ${said(line.text)}</li>`)}</ul>
    </details>
    <details open><summary>${t("all_hands")}</summary>
      ${[0, 1, 2, 3].map((seat) => html`<div class="row" key=${seat}><b>${name(seat)}</b><${Laid} view=${view} seat=${seat} /></div>`)}
    </details>
    <details open=${result.match_over}><summary>${t("scores")}</summary><${Scores} game=${game} /></details>`;
}

/** How a hand ended, in a few words. @param {Result} result @param {(seat: number) => string} name */
function headline({ winners }, name) {
  const names = [...new Set(winners.map((winner) => winner.seat))].map(name);
  return names.length ? t(names.length > 1 ? "win_all" : "wins", names.join(t("comma"))) : t("exhausted");
}

/** One win. @param {{ winner: Winner, view: View, variant: string, name: (seat: number) => string }} props */
function Won({ winner, view, variant, name }) {
  const { seat, how, source, fans, reading, birds = [] } = winner;
  const infos = gameOf(variant)?.fans ?? [];
  return html`<article class="winner">
    <p><b>${t("won_how", name(seat), t(`how_${how}`, source === null ? "" : name(source)))}</b></p>
    <div class="laid">
      ${groups(winner).map((group, n) => html`<${Tiles} key=${n} kinds=${group.kinds} mark=${(/** @type {number} */ at) => at === group.won && "newest"} />`)}
      ${view.seats[seat].melds.map((meld, n) => html`<${Meld} key=${n} meld=${meld} seat=${seat} />`)}
    </div>
    <ul class="fans">
      ${fans.map(([id, value]) => {
        const info = infos.find((one) => one.id === id);
        return html`<li key=${id}>${info ? said(info) : id} <b>${value}</b></li>`;
      })}
    </ul>
    ${birds.map(([kind, at], n) => html`<p key=${n}>${t("bird")} <${Tile} kind=${kind} /> ${t(at === seat || source === null || at === source ? "bird_hit" : "bird_miss", name(at))}</p>`)}
    <p class="unseen">${said(reading)}</p>
  </article>`;
}

/**
 * The concealed part of a winning hand, set by set as it was read, the tile won on marked.
 * @param {Winner} winner
 * @returns {{ kinds: number[], won: number }[]}
 */
export function groups({ hand, tile, reading }) {
  const [sets] = reading.en.split(/ ?[[,]/);
  const found = sets.split(" ").map((set) => ({ kinds: kindsOf(set), won: -1 }));
  const all = tile === null ? hand : [...hand, tile];
  const read = found.flatMap(({ kinds }) => kinds);
  // with a treasure as another tile the reading names what it stands for: then the hand is shown as it is
  const same = [...read].sort().join() === [...all].sort().join();
  const shown = same ? found : [{ kinds: [...hand], won: -1 }, ...(tile === null ? [] : [{ kinds: [tile], won: 0 }])];
  if (same && tile !== null) {
    const last = shown.findLast(({ kinds }) => kinds.includes(tile));
    if (last) last.won = last.kinds.lastIndexOf(tile);
  }
  return shown;
}

/** Tiles in notation as numbers: 345m11p. @param {string} text @returns {number[]} */
function kindsOf(text) {
  return [...text.matchAll(/([1-9]+)([mpsz])/g)].flatMap(([, digits, suit]) => [...digits].map((digit) => "mpsz".indexOf(suit) * 9 + Number(digit) - 1));
}

/** @param {{ view: View, seat: number }} props */
function Laid({ view, seat }) {
  const { hand, melds } = view.seats[seat];
  return html`<div class="laid"><${Tiles} kinds=${hand ?? []} />${melds.map((meld, n) => html`<${Meld} key=${n} meld=${meld} seat=${seat} />`)}</div>`;
}

const You = () => html`<small class="mark">${t("you")}</small>`;

/** What each seat gains, and has. @param {{ known: Known, result: Result, name: (seat: number) => string, own: number | null }} props */
function Sums({ known, result, name, own }) {
  return html`<ul class="sums">
    ${[0, 1, 2, 3].map((seat) => {
      const delta = result.deltas[seat];
      return html`<li key=${seat} class=${css(delta > 0 && "plus", delta < 0 && "minus", seat === own && "own")}>
        <span>${name(seat)}${seat === own && html` <${You} />`}</span><b>${signed(delta)}</b><small>${t("total")} ${signed(result.totals[chairOf(known, seat)])}</small>
      </li>`;
    })}
  </ul>`;
}

/** The match is over: in which order. @param {{ known: Known, result: Result, own: number | null }} props */
function Final({ known, result, own }) {
  const { room } = known;
  if (!room) return null;
  const order = [0, 1, 2, 3].sort((a, b) => result.totals[b] - result.totals[a]);
  const mine = own === null ? null : chairOf(known, own);
  return html`<ol class="final">
      ${order.map((chair) => html`<li key=${chair} class=${chair === mine ? "own" : ""}><span>${t("place_no", 1 + order.filter((other) => result.totals[other] > result.totals[chair]).length)}</span><b>${chairName(room, chair)}${chair === mine && html` <${You} />`}</b><span>${signed(result.totals[chair])}</span></li>`)}
    </ol>`;
}
