/**
 * How the people of a room are called.
 *
 * @import { RoomState } from "./protocol.js"
 */

import { t } from "./words.js";

/** @param {RoomState} room @param {number} chair */
export function chairName(room, chair) {
  const { name, bot } = room.chairs[chair];
  return name || (bot ? t("bot_no", "甲乙丙丁"[chair], "ABCD"[chair]) : t("chair_empty"));
}
