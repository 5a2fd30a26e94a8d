/**
 * A room before the match: who sits where, who is ready, what is played, how others come in.
 *
 * @import { Game } from "./game.js"
 * @import { RoomState } from "./protocol.js"
 */

import { ask, gameName, gameOf } from "./api.js";
import { clockWords } from "./create.js";
import { css, html, useEffect, useSignal } from "./html.js";
import { Later } from "./later.js";
import { botAbout, botName } from "./levels.js";
import { Level, Name, usual } from "./lobby.js";
import { chairName } from "./people.js";
import { me } from "./state.js";
import "./words-later.js";
import { lang, pick, said, t, winds } from "./words.js";

/** @param {{ game: Game }} props */
export function Waiting({ game }) {
  const { room, you } = game.known.value;
  const changing = useSignal(false);
  const level = usual();
  const chosen = useSignal(/** @type {Record<number, string>} */ ({})); // the level of an empty chair that was set there
  useEffect(() => {
    if (location.search !== "?sit") return; // from a match that is over
    history.replaceState(history.state, "", location.pathname);
    if (you?.chair === null) game.do({ do: "sit" });
  }, []);
  useEffect(() => {
    if (you && me.value && me.value.name !== you.name) game.again(); // a new name comes with a new connection
  }, [me.value?.name]);
  if (!room || !you) return null;
  const hosting = you.chair === room.host && you.chair !== null;
  const mine = you.chair === null ? null : room.chairs[you.chair];
  const full = room.chairs.every((chair, n) => chair.bot || (chair.name && (chair.ready || n === room.host)));
  const empty = [0, 1, 2, 3].filter((n) => !room.chairs[n].name && !room.chairs[n].bot);
  const fill = () => empty.forEach((chair) => game.do({ do: "fill", chair, bot: chosen.value[chair] || level }));
  if (changing.value) {
    const done = async (/** @type {any} */ rules) => {
      const reply = await game.do({ do: "change", rules });
      if (reply?.type === "ack") changing.value = false;
    };
    return html`<main class="page" id="main"><h1>${t("change_rules")}</h1>
      <${Later} part="create" name="RulesForm" wait=${html`<p class="dim">${t("loading")}</p>`} rules=${room.rules} word=${t("save")} done=${done} cancel=${() => (changing.value = false)} /></main>`;
  }
  return html`<main class="page waiting" id="main">
    <header>
      <p class="eyebrow">${t("room")}</p>
      <h1 class="number">${room.number}</h1>
      <p class="dim">${t("invite")}</p>
      <${Copy} number=${room.number} />
    </header>
    <ol class="chairs">
      ${room.chairs.map((_, chair) => html`<${ChairCard} key=${chair} game=${game} room=${room} chair=${chair} own=${you.chair} hosting=${hosting} chosen=${chosen} />`)}
    </ol>
    <${Name} />
    <div class="bar go">
      ${mine && html`${hosting
        ? html`<button class=${css("big", full && "go")} disabled=${!full} onClick=${() => game.do({ do: "start" })}>${t("start")}</button>
            ${empty.length > 0 && level && html`<button onClick=${fill}>${t("fill_bots")}</button><${Level} /><small class="dim">${botAbout(level)}</small>`}`
        : html`<button class=${css("big", !mine.ready && "go")} aria-pressed=${mine.ready} onClick=${() => game.do({ do: "ready", on: !mine.ready })}>${t(mine.ready ? "not_ready" : "be_ready")}</button>`}
      <button onClick=${() => game.do({ do: "stand" })}>${t("stand")}</button>`}
    </div>
    <p class="dim" role="status">${!full ? t("start_waits") : hosting ? "" : t("host_starts")} ${room.watchers > 0 && t("watchers", room.watchers)}</p>
    <section class="card"><h2>${gameName(room.rules.variant)}</h2><${Rules} room=${room} />
      ${hosting && html`<button onClick=${() => (changing.value = true)}>${t("change_rules")}</button>`}</section>
    <nav class="links">${mine && html`<button class="link danger" onClick=${() => game.do({ do: "leave" })}>${t("leave")}</button>`} <a href="/">${t("lobby")}</a> <a href=${`/rules/${room.rules.variant}`} target="_blank">${t("rules")}</a></nav>
  </main>`;
}

/** @param {{ game: Game, room: RoomState, chair: number, own: number | null, hosting: boolean, chosen: { value: Record<number, string> } }} props */
function ChairCard({ game, room, chair, own, hosting, chosen }) {
  const { name, player, bot, ready, here } = room.chairs[chair];
  const taken = Boolean(name || bot);
  const level = bot || chosen.value[chair] || usual();
  const fill = (/** @type {string} */ bot) => game.do({ do: "fill", chair, bot });
  return html`<li class=${css("chair", taken && "taken", chair === own && "own", (ready || bot) && "set")}>
    <b><span class="wind" aria-hidden="true">${winds()[chair]}</span> ${taken ? chairName(room, chair) : t("chair_empty")}</b>
    <span class="dim">
      ${[bot && !hosting && botName(bot), chair === room.host && name && t("host"), chair === own && t("you"), name && !here && t("away"), ready && name && t("is_ready")].filter(Boolean).join(" · ")}
    </span>
    <span class="acts">
      ${!taken && own === null && html`<button class="go" onClick=${() => game.do({ do: "sit", chair })}>${t("sit")}</button>`}
      ${hosting && level && !name && html`<${Level} label=${html`<span class="unseen">${t("level_of", winds()[chair])}</span>`} value=${level} set=${(/** @type {string} */ one) => (bot ? fill(one) : (chosen.value = { ...chosen.value, [chair]: one }))} />`}
      ${!taken && hosting && level && html`<button onClick=${() => fill(level)}>${t("add_bot")}</button>`}
      ${taken && hosting && chair !== own && html`<button onClick=${() => (bot ? fill("") : game.do({ do: "kick", chair, player }))}>${t("take_off")}</button>`}
    </span>
  </li>`;
}

/** The link to this room, to copy: one that others can open, where this page's own address is that of this machine only. @param {{ number: string }} props */
function Copy({ number }) {
  const done = useSignal(false);
  const places = useSignal(/** @type {string[]} */ ([]));
  const local = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  useEffect(() => {
    if (local) ask("places").then((found) => (places.value = found), () => {});
  }, []);
  const link = places.value.length ? `${places.value[0]}room/${number}` : location.href;
  const copy = async (/** @type {any} */ event) => {
    const field = event.currentTarget.previousElementSibling;
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      done.value = true;
    } catch {
      done.value = document.execCommand("copy"); // a page without https has no clipboard of the new kind
    }
  };
  return html`<div class="copy"><input readonly value=${link} aria-label=${t("copy_link")} onFocus=${(/** @type {any} */ event) => event.target.select()} /><button onClick=${copy}>${t(done.value ? "copied" : "copy_link")}</button></div>
    ${local && html`<p class="dim">${t(places.value.length ? "link_near" : "link_local")}</p>`}`;
}

/** What is played, as far as it is not as written. @param {{ room: RoomState }} props */
export function Rules({ room }) {
  const { rules } = room;
  const info = gameOf(rules.variant);
  const schemas = info?.options.properties ?? {};
  const preset = info?.presets.find((one) => one.name === rules.preset);
  const given = { ...preset?.values, ...rules.options };
  const value = (/** @type {string} */ name, /** @type {any} */ one) => {
    const label = schemas[name]?.["x-labels"]?.find((found) => found.value === one);
    return label ? said(label) : typeof one === "boolean" ? t(one ? "yes" : "no") : Array.isArray(one) ? one.join(t("comma")) : String(one);
  };
  const changed = Object.entries(given).filter(([name, one]) => schemas[name] && JSON.stringify(one) !== JSON.stringify(schemas[name].default));
  const length = "match_length" in given ? [] : schemas.match_length ? [["match_length", schemas.match_length.default]] : [];
  return html`<dl class="rules" lang=${lang() === "zh" ? "zh-CN" : "en"}>
    ${[...length, ...changed].map(([name, one]) => html`<div key=${name}><dt>${pick(schemas[name]["x-title-zh"], schemas[name].title)}</dt><dd>${Array.isArray(one) ? one.map((part) => value(name, part)).join(t("comma")) : value(name, one)}</dd></div>`)}
    ${rules.base_points !== 1 && html`<div><dt>${t("base_points")}</dt><dd>${rules.base_points}</dd></div>`}
    <div><dt>${t("clock")}</dt><dd>${clockWords(rules.clock.base, rules.clock.bank)}</dd></div>
  </dl>`;
}
