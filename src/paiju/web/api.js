/**
 * What the page asks the server over HTTP. A failure throws an Error whose message is a sentence in the page's language.
 *
 * @import { BotInfo, GameInfo } from "./shapes.js"
 */

import { signal } from "./html.js";
import { me } from "./state.js";
import { rounds, said, t } from "./words.js";

export class Failure extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {{ method?: string, body?: unknown }} [what]
 * @returns {Promise<any>}
 */
export async function ask(path, { method = "GET", body } = {}) {
  let answer;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Failure(0, t("offline"));
  }
  if (answer.status === 204) return null;
  const found = await answer.json().catch(() => null);
  if (answer.ok) return found;
  throw new Failure(answer.status, found?.error ? said(found.error) : t("failed", answer.status));
}

/** @type {Promise<void> | null} */
let asking = null;

/** Who we are; one guest is made where we are nobody yet, however many ask. */
export const beSomebody = () =>
  (asking ??= ask("session", { method: "POST", body: { name: t("guest", 100 + Math.floor(Math.random() * 900)) } })
    .then((found) => void (me.value = found))
    .finally(() => (asking = null)));

/** What only somebody may ask. @type {typeof ask} */
export async function askAsSomebody(path, what) {
  if (!me.value) await beSomebody();
  return ask(path, what);
}

/** The games with their options and fans; empty until they are there. */
export const games = signal(/** @type {GameInfo[]} */ ([]));
export const bots = signal(/** @type {BotInfo[]} */ ([]));

/** Asks for the declarations, once. */
export async function loadGames() {
  if (!games.value.length) [games.value, bots.value] = await Promise.all([ask("games"), ask("bots")]);
}

/** @param {string} key */
export const gameOf = (key) => games.value.find((game) => game.key === key);

/** How a round is called; empty in a game whose deal does not go round (G-10). @param {string | undefined} key @param {number} round */
export const roundOf = (key, round) => (gameOf(key ?? "")?.options.properties.match_length.enum?.some(isNaN) ? rounds()[round % 4] : "");

/** A game's name; its key where the declarations are not there. @param {string} key */
export const gameName = (key) => said(gameOf(key) ?? { zh: key, en: key });

/** The same where there is little room. @param {string} key */
export const titleOf = (key) => gameName(key).replace(" mahjong", "");
