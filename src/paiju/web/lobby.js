/**
 * The first page: play at once, join a room, open one, see who is waiting.
 *
 * @import { RoomState } from "./protocol.js"
 */

import { ask, askAsSomebody, bots, gameName, games, loadGames } from "./api.js";
import { html, useEffect, useSignal } from "./html.js";
import { go } from "./route.js";
import { like, likes, me } from "./state.js";
import { Tiles } from "./tiles.js";
import { lang, pick, said, t } from "./words.js";

const REFRESH = 5000;
const QUICK = 8; // hands of a game against bots

/** What stands on each game's button: tiles that are special in it. */
export const SHOWN = /** @type {Record<string, number[]>} */ ({ changchun: [27, 28, 29, 30], baicheng: [31, 32, 33], changsha: [1, 13, 25] });
const NAMES = /** @type {Record<string, [string, string, string, string]>} */ ({
  changchun: ["长春", "Changchun", "报听、看宝、喜杠", "declare, look at the treasure, special kongs"],
  baicheng: ["白城", "Baicheng", "藏宝、攒杠、分张", "a hidden treasure, dragon sets, the last four"],
  changsha: ["长沙", "Changsha", "二五八将，扎鸟", "pairs of 2, 5, 8, opening wins, birds"],
});

export function Lobby() {
  const busy = useSignal("");
  const wrong = useSignal("");
  useEffect(() => {
    document.title = `${t("title")} · ${t("tagline")}`;
    loadGames().catch(() => {});
  }, [lang()]);
  const enter = async (/** @type {string} */ variant) => {
    if (busy.value) return;
    busy.value = variant;
    wrong.value = "";
    try {
      await loadGames();
      const body = { variant, options: { match_length: QUICK }, bots: bots.value[0] && Array(3).fill(usual()) };
      go(`/room/${(await askAsSomebody("quick", { method: "POST", body })).number}`);
    } catch (error) {
      wrong.value = /** @type {Error} */ (error).message;
    }
    busy.value = "";
  };
  const keys = games.value.length ? games.value.map((game) => game.key) : Object.keys(NAMES);
  return html`<main class="page lobby" id="main">
    <header>
      <h1>${t("title")} <small lang=${pick("en", "zh-CN")}>${pick("Paiju", "牌局")}</small></h1>
      <p class="dim">${t("tagline")}</p>
    </header>
    <section aria-labelledby="now">
      <h2 id="now" class="eyebrow">${t("play_now")}</h2>
      <div class="games">
        ${keys.map((key) => {
          const [zh, en, aboutZh, aboutEn] = NAMES[key] ?? [gameName(key), gameName(key), "", ""];
          return html`<button class="game" key=${key} data-game=${key} aria-busy=${busy.value === key} onClick=${() => enter(key)}>
            <${Tiles} kinds=${SHOWN[key] ?? []} label="" /><b>${pick(zh, en)}</b><small>${pick(`${QUICK} 盘 · ${aboutZh}`, `${QUICK} hands: ${aboutEn}`)}</small>
          </button>`;
        })}
      </div>
      ${bots.value.map((one) => one.name === usual() && html`<${Level} /> <small class="dim">${pick(one.about_zh, one.about_en)}</small>`)}
      ${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}
    </section>
    <section class="ways">
      <${Join} />
      <a class="button big" href="/create">${t("create")}</a>
    </section>
    <${Rooms} />
    <${Name} />
    ${me.value?.login === "" && html`<p class="dim">${t("guest_keeps")} <a href="/account">${t("account")}</a></p>`}
    <${Links} />
  </main>`;
}

/** The bot chosen last, or else the default. */
export const usual = () => (bots.value.find(({ name }) => name === likes.value.bot) ?? bots.value.find((one) => one.default))?.name ?? "";

/** The choice of a bot. @param {any} props */
export const Level = ({ label = t("bot"), value = usual(), set = (/** @type {string} */ bot) => like("bot", bot) }) => html`<label class="level">${label}
  <select onChange=${(/** @type {any} */ event) => set(event.target.value)}>
    ${bots.value.map((one) => html`<option value=${one.name} selected=${one.name === value}>${said(one)}</option>`)}
  </select></label>`;

const LINKS = ["games", "me", "leaders", "calculator", "rules", "fair", "account", "settings"];

/** The way to all other screens. @param {{ here?: string }} props */
export const Links = ({ here }) => html`<nav class="links" aria-label=${t("more")}>
  ${LINKS.map((one) => html`<a key=${one} href=${`/${one}`} aria-current=${here === `/${one}` ? "page" : undefined}>${t(one)}</a>`)}
  <button class="link" lang=${pick("en", "zh-CN")} onClick=${() => like("lang", pick("en", "zh"))}>${t("other_lang")}</button>
</nav>`;

function Join() {
  const wrong = useSignal("");
  /** @param {any} event */
  const submit = async (event) => {
    event.preventDefault();
    const number = new FormData(event.currentTarget).get("number");
    try {
      await ask(`rooms/${number}`);
      go(`/room/${number}`);
    } catch (error) {
      wrong.value = /** @type {Error} */ (error).message;
    }
  };
  return html`<form class="join" onSubmit=${submit}>
    <label>${t("room_number")}<input name="number" inputmode="numeric" pattern="[0-9]{6}" maxlength="6" required autocomplete="off" placeholder="000000" /></label>
    <button class="big">${t("join")}</button>
    ${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}
  </form>`;
}

/** My rooms first, then those that are open to all. */
function Rooms() {
  const open = useSignal(/** @type {RoomState[]} */ ([]));
  const mine = useSignal(/** @type {RoomState[]} */ ([]));
  useEffect(() => {
    let on = true;
    const look = async () => {
      if (document.visibilityState === "hidden" || !me.value) return;
      const [own, all] = await Promise.all([ask("me/rooms"), ask("rooms")]).catch(() => [[], []]);
      if (on) [mine.value, open.value] = [own, all];
    };
    look();
    const ticks = setInterval(look, REFRESH);
    return () => {
      on = false;
      clearInterval(ticks);
    };
  }, [me.value?.id]);
  const others = open.value.filter((room) => !mine.value.some((own) => own.number === room.number));
  return html`${mine.value.length > 0 && html`<section><h2 class="eyebrow">${t("go_on")}</h2><${RoomList} rooms=${mine.value} own=${true} /></section>`}
    <section><h2 class="eyebrow">${t("rooms")}</h2>
      ${others.length ? html`<${RoomList} rooms=${others} own=${false} />` : html`<p class="dim">${t("no_rooms")}</p>`}</section>`;
}

/** @param {{ rooms: RoomState[], own: boolean }} props */
function RoomList({ rooms, own }) {
  return html`<ul class="rooms">
    ${rooms.map((room) => {
      const taken = room.chairs.filter((chair) => chair.name || chair.bot);
      return html`<li key=${room.number}>
        <a href=${`/room/${room.number}`}>
          <b>${gameName(room.rules.variant)}</b> <span class="number">${room.number}</span>
          <span class="dim">${taken.map((chair) => chair.name || t("bot")).join(t("comma"))}</span>
          <span class="state">${own ? t("go_on") : room.state === "waiting" && taken.length < 4 ? t("of_four", taken.length) : t("watch")}</span>
        </a>
      </li>`;
    })}
  </ul>`;
}

/** What others see one as. */
export function Name() {
  const wrong = useSignal("");
  const saving = useSignal(false);
  /** @param {any} event */
  const save = async (event) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    saving.value = true;
    try {
      me.value = await askAsSomebody("me", { method: "PATCH", body: { name } });
      wrong.value = "";
    } catch (error) {
      wrong.value = /** @type {Error} */ (error).message;
    }
    saving.value = false;
  };
  return html`<form class="name" onSubmit=${save}>
    <label>${t("name")}<input name="name" value=${me.value?.name ?? ""} maxlength="16" required readonly=${saving.value} autocomplete="nickname" /></label>
    <button disabled=${saving.value}>${t("save")}</button>
    ${wrong.value && html`<p class="wrong" role="alert">${wrong.value}</p>`}
  </form>`;
}
