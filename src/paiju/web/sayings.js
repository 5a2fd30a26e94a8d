/**
 * Events as short sentences, for those who listen, and for a list of what happened. Says only what an event holds.
 *
 * @import { Event } from "./protocol.js"
 */

import "./words-later.js";
import { both, pick, places, t, tileName, tileNames } from "./words.js";

/** The four seats as one of them calls them. @param {number} me @returns {string[]} by seat */
export const seatNames = (me) => [0, 1, 2, 3].map((seat) => places()[(seat - me + 4) % 4]);

/**
 * One event as a sentence without a stop; empty where there is nothing to say.
 * @param {Event} event
 * @param {readonly string[]} names - by seat
 * @returns {string}
 */
export function say(event, names) {
  const who = "seat" in event ? names[event.seat] : "";
  switch (event.event) {
    case "open":
      return pick(`${names[event.dealer]}坐庄${event.dice?.length ? `，掷骰${event.dice.join("、")}` : ""}`, `${names[event.dealer]} dealt${event.dice?.length ? `, rolling ${event.dice.join(", ")}` : ""}`);
    case "deal":
      return event.tiles ? pick(`起牌：${tileNames(event.tiles)}`, `Dealt: ${tileNames(event.tiles)}`) : "";
    case "draw":
      return event.tile == null ? "" : pick(`${who}摸${tileName(event.tile)}`, `${who} drew ${tileName(event.tile)}`);
    case "discard":
      if (event.ready) return pick(`${who}报听，打${tileName(event.tile)}`, `${who} declared ready, discarding ${tileName(event.tile)}`);
      return pick(`${who}打${tileName(event.tile)}`, `${who} discarded ${tileName(event.tile)}`);
    case "chow":
      return pick(`${who}吃${tileNames(event.tiles)}`, `${who} chowed ${tileNames(event.tiles)}`);
    case "pung":
      return pick(`${who}碰${tileName(event.tile)}`, `${who} punged ${tileName(event.tile)}`);
    case "kong":
    case "special": {
      const meld = t(`meld_${event.kind}`);
      const what = event.event === "special" ? tileNames(event.tiles) : event.tile == null ? "" : tileName(event.tile);
      return pick(`${who}${meld}${what}`, `${who}: ${meld} ${what}`);
    }
    case "propose":
      return pick(`${who}要加杠${tileName(event.tile)}`, `${who} showed ${tileName(event.tile)} for a kong`);
    case "robbed":
      return pick(`${who}的${tileName(event.tile)}被抢`, `${tileName(event.tile)} of ${who} was robbed`);
    case "addition":
      return pick(`${who}补杠${tileName(event.tile)}`, `${who} added ${tileName(event.tile)}`);
    case "roll":
      return pick(`${who}掷骰定宝：${event.die}`, `${who} rolled ${event.die} for the treasure`);
    case "look":
      return event.tile == null ? pick(`${who}看宝`, `${who} looked at the treasure`) : pick(`宝牌是${tileName(event.tile)}`, `The treasure is ${tileName(event.tile)}`);
    case "treasureback":
      return pick("换宝", "The treasure goes back");
    case "treasureout":
      return pick(`换宝，${tileName(event.tile)}翻开`, `The treasure changes: ${tileName(event.tile)} is out`);
    case "dice":
      return pick(`${who}掷骰：${event.dice.join("、")}`, `${who} rolled ${event.dice.join(", ")}`);
    case "turnup":
      return pick(`${who}翻开${tileNames(event.tiles)}`, `${who} turned up ${tileNames(event.tiles)}`);
    case "seaoffer":
      return event.taken ? pick(`${who}要海底`, `${who} took the sea bottom`) : pick(`${who}不要海底`, `${who} declined the sea bottom`);
    case "seaturned":
      return pick(`海底牌是${tileName(event.tile)}`, `The sea bottom is ${tileName(event.tile)}`);
    case "openingwin":
      return pick(`${who}起手胡`, `${who} won with the dealt hand`);
    case "win": {
      const how = t(`how_${event.how}`, event.source == null ? "" : names[event.source]);
      return t("won_how", who, how);
    }
    case "bird":
      return pick(`鸟：${tileName(event.tile)}`, `Bird: ${tileName(event.tile)}`);
    case "exhausted":
      return pick("荒庄", "The wall ended without a win");
    case "end":
      return pick("这一盘结束", "The hand is over");
    default:
      return "";
  }
}

/**
 * What is called aloud with an event, in Chinese: the word of a claim, or the tile of a discard.
 * @param {Event} event
 * @returns {{ seat: number, word: string, key: string } | null} `key`: of the phrase to show beside the seat
 */
export function callOf(event) {
  switch (event.event) {
    case "chow":
      return { seat: event.seat, word: "吃", key: "do_chow" };
    case "pung":
      return { seat: event.seat, word: "碰", key: "do_pung" };
    case "kong":
      return event.kind === "concealed_kong" ? { seat: event.seat, word: "暗杠", key: "do_ckong" } : { seat: event.seat, word: "杠", key: "do_kong" };
    case "special":
      return { seat: event.seat, word: both(`meld_${event.kind}`).zh, key: `meld_${event.kind}` };
    case "addition":
      return { seat: event.seat, word: "补杠", key: "do_add" };
    case "win":
      return { seat: event.seat, word: event.source == null ? "自摸" : "胡", key: event.source == null ? "how_self_draw" : "do_win" };
    case "openingwin":
      return { seat: event.seat, word: "起手胡", key: "how_opening" };
    case "discard":
      return event.ready ? { seat: event.seat, word: "报听", key: "do_ready" } : null;
    default:
      return null;
  }
}
