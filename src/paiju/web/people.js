/**
 * How the people of a room are called.
 *
 * @import { RoomState } from "./protocol.js"
 */

import { bots } from "./api.js";
import { said, t } from "./words.js";

/** A bot by its level, in words where the server has some. @param {string} name */
export function botName(name) {
  const bot = bots.value.find((one) => one.name === name);
  return bot?.zh && bot.en ? said({ zh: bot.zh, en: bot.en }) : t(`bot_${name}`) === `bot_${name}` ? name : t(`bot_${name}`);
}

/** @param {RoomState} room @param {number} chair */
export function chairName(room, chair) {
  const { name, bot } = room.chairs[chair];
  return name || (bot ? t("bot_no", "甲乙丙丁"[chair], "ABCD"[chair]) : t("chair_empty"));
}
