/** What the page says, in Chinese and English. What comes from the server brings its own words; screens that come later bring theirs by `learn`. */

import { likes } from "./state.js";

/** @typedef {Record<string, [zh: string, en: string]>} Words */

/** @type {Words} */
const WORDS = {
  title: ["牌局", "Paiju"],
  colon: ["：", ": "],
  comma: ["、", ", "],
  none: ["无", "none"],
  lobby: ["大厅", "Lobby"],
  loading: ["正在打开…", "Opening…"],
  failed: ["打不开：{0}", "This cannot be opened: {0}"],
  unloaded: ["这部分还没取到，正在再试", "This part has not arrived yet; still trying"],
  missing: ["没有这一页。", "There is no such page."],
  again: ["再试一次", "Try again"],
  skip: ["跳到正文", "Skip to the content"],
  // tiles and table
  hidden_tile: ["背", "face down"],
  hidden_tiles: ["{0} 张", "{0} tiles"],
  hand: ["手牌", "hand"],
  table: ["牌桌", "Table"],
  own_hand: ["你的手牌", "Your hand"],
  river: ["打出的牌", "discards"],
  dealer: ["庄", "dealer"],
  ready: ["听", "READY"],
  locked: ["锁", "LOCKED"],
  away: ["离线", "away"],
  auto: ["托管", "auto"],
  gone: ["已离开", "left"],
  bot: ["电脑", "Bot"],
  to_move: ["轮到", "to move"],
  wall_left: ["张", "left"],
  reserve: ["留 {0}", "{0} kept"],
  treasure: ["宝", "Treasure"],
  treasure_at: ["倒数第 {0} 墩", "stack {0} from end"],
  turned_up: ["翻开", "turned up"],
  shown: ["翻出", "Out of play"],
  hand_of: ["第 {0}/{1} 盘", "Hand {0}/{1}"],
  hand_no: ["第 {0} 盘", "Hand {0}"],
  meld_chow: ["吃", "chow"],
  meld_pung: ["碰", "pung"],
  meld_melded_kong: ["明杠", "melded kong"],
  meld_added_kong: ["加杠", "added kong"],
  meld_concealed_kong: ["暗杠", "concealed kong"],
  meld_winds_kong: ["旋风杠", "winds kong"],
  meld_dragons_kong: ["喜杠", "dragons kong"],
  meld_ones_kong: ["幺杠", "ones kong"],
  meld_nines_kong: ["九杠", "nines kong"],
  // answers
  do_pass: ["过", "Pass"],
  do_win: ["胡", "Win"],
  do_take: ["要海底", "Take"],
  do_chow: ["吃", "Chow"],
  do_pung: ["碰", "Pung"],
  do_kong: ["杠", "Kong"],
  do_dicekong: ["开杠", "Dice kong"],
  do_ckong: ["暗杠", "Kong"],
  do_akong: ["加杠", "Add"],
  do_cdice: ["开暗杠", "Dice kong"],
  do_adice: ["开加杠", "Dice add"],
  do_ready: ["报听", "Ready"],
  do_set_winds: ["旋风杠", "Winds"],
  do_set_dragons: ["喜杠", "Dragons"],
  do_set_ones: ["幺杠", "Ones"],
  do_set_nines: ["九杠", "Nines"],
  do_add: ["补杠", "Add"],
  which_1: ["第一张", "1st"],
  which_2: ["第二张", "2nd"],
  which_12: ["两张", "both"],
  really_pass: ["真的不胡？", "Pass the win?"],
  your_turn: ["轮到你", "Your turn"],
  your_claim: ["要不要？", "Your answer?"],
  tap_one: ["该你打牌，点一张", "Your turn: tap a tile"],
  tap_again: ["再点一次打出", "Tap again to discard"],
  drag_up: ["该你打牌，往上拖", "Your turn: drag a tile up"],
  pick_ready: ["选一张打出，报听", "Choose the tile to declare with"],
  waits_for: ["听", "waits for"],
  seconds: ["{0} 秒", "{0} s"],
  bank: ["另有 {0} 秒", "+{0} s"],
  // panels
  hint: ["提示", "Hint"],
  waits: ["听牌", "Waits"],
  unseen: ["还有 {0} 张", "{0} unseen"],
  why: ["为什么不能胡", "Why no win"],
  scores: ["战绩", "Scores"],
  menu: ["菜单", "Menu"],
  help: ["按键", "Keys"],
  rules: ["规则", "Rules"],
  settings: ["设置", "Settings"],
  watching: ["旁观中", "Watching"],
  delayed: ["晚 {0} 秒", "{0} s behind"],
  dealing: ["正在发牌…", "Dealing…"],
  bot_no: ["电脑{0}", "Bot {1}"],
  // connection
  connecting: ["正在连接…", "Connecting…"],
  lost: ["连接断了，正在重连…", "Connection lost, trying again…"],
  stopping: ["服务器重启中，牌局会接着打", "The server restarts; the match will go on"],
  old: ["有新版本，正在换上…", "A newer page is there; loading it…"],
  see_result: ["看结算", "See the result"],
  chair_empty: ["空位", "Empty"],
  // lobby
  tagline: ["长春、白城、长沙，三地麻将", "Mahjong of Changchun, Baicheng and Changsha"],
  play_now: ["马上开打，对手是电脑", "Play at once against bots"],
  join: ["加入房间", "Join a room"],
  room_number: ["房间号", "Room number"],
  create: ["开房间", "Create a room"],
  rooms: ["公开的房间", "Open rooms"],
  no_rooms: ["现在没有公开的房间。", "No open rooms now."],
  name: ["昵称", "Name"],
  save: ["保存", "Save"],
  of_four: ["{0}/4 人", "{0} of 4"],
  watch: ["旁观", "Watch"],
  games: ["我的牌局", "My games"],
  me: ["统计", "Statistics"],
  account: ["账号", "Account"],
  guest_keeps: ["游客清了浏览器，打过的就找不回来；注册了就一直在。", "A guest's history goes with the browser's data; an account keeps it."],
  leaders: ["排行", "Leaders"],
  calculator: ["算分", "Calculator"],
  fair: ["公平", "Fairness"],
  guest: ["牌友{0}", "Guest {0}"],
  offline: ["连不上服务器", "The server cannot be reached"],
  other_lang: ["English", "中文"],
  go_on: ["接着打", "Go on"],
  more: ["更多", "More"],
};

export const lang = () => likes.value.lang;

/** One of two values by the language. @template T @param {T} zh @param {T} en @returns {T} */
export const pick = (zh, en) => (lang() === "zh" ? zh : en);

/** Something that brings both languages. @param {{ zh: string, en: string }} both */
export const said = (both) => both[lang()];

/**
 * One phrase with its values.
 * @param {string} key
 * @param {...(string | number)} values
 * @returns {string}
 */
export function t(key, ...values) {
  const phrase = WORDS[key];
  if (!phrase) return key;
  return pick(...phrase).replace(/\{(\d)\}/g, (_, n) => String(values[Number(n)]));
}

/** A phrase in both languages, as what the server says. @param {string} key */
export const both = (key) => ({ zh: WORDS[key][0], en: WORDS[key][1] });

export const winds = () => pick(["东", "南", "西", "北"], ["E", "S", "W", "N"]);
export const rounds = () => pick(["东风圈", "南风圈", "西风圈", "北风圈"], ["East round", "South round", "West round", "North round"]);

/** How the four places are called by the one who looks, himself first. */
export const places = () => pick(["你", "下家", "对家", "上家"], ["You", "Right", "Opposite", "Left"]);

const HONOURS = /** @type {const} */ ([
  ["东", "east"],
  ["南", "south"],
  ["西", "west"],
  ["北", "north"],
  ["白板", "white"],
  ["发财", "green"],
  ["红中", "red"],
]);
const SUITS = /** @type {const} */ ([
  ["万", "characters"],
  ["饼", "dots"],
  ["条", "bamboo"],
]);

/** A kind as it is called; -1 a hidden tile. @param {number} kind @param {"zh" | "en"} [language] */
export function tileName(kind, language = lang()) {
  const n = language === "zh" ? 0 : 1;
  if (kind < 0) return t("hidden_tile");
  if (kind > 26) return HONOURS[kind - 27][n];
  const suit = SUITS[Math.floor(kind / 9)][n];
  return n ? `${(kind % 9) + 1} of ${suit}` : kind === 18 ? "幺鸡" : "一二三四五六七八九"[kind % 9] + suit;
}

/** Several of them. @param {readonly number[]} kinds */
export const tileNames = (kinds) => kinds.map((kind) => tileName(kind)).join(pick(" ", ", "));

/** A signed number, with a real minus. @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** Adds phrases. @param {Words} more */
export const learn = (more) => Object.assign(WORDS, more);
