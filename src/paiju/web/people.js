/**
 * How the people of a room are called, and the bots there may be.
 *
 * @import { RoomState } from "./protocol.js"
 */

import { bots } from "./api.js";
import { html } from "./html.js";
import { likes } from "./state.js";
import { pick, said, t } from "./words.js";

/** @param {string} name */
const botOf = (name) => bots.value.find((one) => one.name === name);

/** A bot by its level. @param {string} name */
export const botName = (name) => said(botOf(name) ?? { zh: name, en: name });

/** The bot that was chosen last in this browser, or else the one that plays where nobody chooses. */
export const usual = () => (botOf(likes.value.bot) ?? bots.value.find((one) => one.default))?.name ?? "";

/** The choice of a bot, the weakest first. @param {{ label: any, value: string, set: (name: string) => void, about?: boolean }} props */
export const Level = ({ label, value, set, about }) => html`<label class="level">${label}
  <select onChange=${(/** @type {any} */ event) => set(event.target.value)}>
    ${bots.value.map((one) => html`<option key=${one.name} value=${one.name} selected=${one.name === value}>${said(one)}</option>`)}
  </select></label>
  ${about && html`<small class="dim">${pick(botOf(value)?.about_zh, botOf(value)?.about_en)}</small>`}`;

/** @param {RoomState} room @param {number} chair */
export function chairName(room, chair) {
  const { name, bot } = room.chairs[chair];
  return name || (bot ? t("bot_no", "甲乙丙丁"[chair], "ABCD"[chair]) : t("chair_empty"));
}
