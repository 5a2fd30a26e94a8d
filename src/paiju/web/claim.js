/**
 * A win as the calculator holds it, as a request of the score contract (docs/scoring.md), and as what stands in a link. Pure; decides nothing about
 * what is legal, but leaves out of a request what cannot be said beside the rest.
 *
 * @import { GameInfo } from "./shapes.js"
 */

import { kindsOf, sorted, textOf } from "./notation.js";

/**
 * @typedef {"self_draw" | "discard" | "robbed_kong" | "opening"} By
 * @typedef {{ kind: string, tiles: number[] }} LaidMeld
 * @typedef {Record<string, any>} Options
 * @typedef {object} Claim
 * @property {string} variant
 * @property {string} preset - empty: the rules as written
 * @property {Options} options - those that differ from the preset
 * @property {number[]} hand - concealed, in order, without the winning tile
 * @property {LaidMeld[]} melds
 * @property {number | null} tile
 * @property {By} by
 * @property {number} dealer
 * @property {number} winner
 * @property {number} from - the seat that pays for a discard or a robbed kong
 * @property {"" | "drawn" | "matched"} treasure - the winning tile is the treasure
 * @property {"" | "kong" | "dice_kong"} after
 * @property {"" | "first_deal" | "first_discard" | "sea_bottom"} moment
 * @property {number[]} closed - seats of the losers whose hands are closed
 * @property {number[]} birds
 * @property {boolean} payerReady
 * @property {boolean} withDice - the robbed kong was one with dice
 */

export const MOST_MELDS = 4;

/** @type {Claim} */
const FRESH = {
  variant: "changchun",
  preset: "",
  options: {},
  hand: [],
  melds: [],
  tile: null,
  by: "self_draw",
  dealer: 0,
  winner: 1,
  from: 2,
  treasure: "",
  after: "",
  moment: "",
  closed: [],
  birds: [],
  payerReady: false,
  withDice: false,
};

/** An empty hand in a game. @param {string} variant @returns {Claim} */
export const fresh = (variant) => ({ ...FRESH, variant, options: {}, hand: [], melds: [], closed: [], birds: [] });

/** How many concealed tiles there must be beside the winning one. @param {Claim} claim */
export const due = ({ by, melds, dealer, winner }) => (by === "opening" ? 13 + Number(dealer === winner) : 13 - 3 * melds.length);

/** How many tiles are still missing before the hand can be scored; an opening win has no winning tile. @param {Claim} claim */
export const missing = (claim) => due(claim) + Number(claim.by !== "opening") - claim.hand.length - Number(claim.tile !== null && claim.by !== "opening");

/** How many of a kind lie anywhere in it. @param {Claim} claim @param {number} kind */
export function used({ hand, melds, tile }, kind) {
  const count = (/** @type {readonly number[]} */ tiles) => tiles.filter((one) => one === kind).length;
  return count(hand) + Number(tile === kind) + melds.reduce((sum, meld) => sum + count(meld.tiles), 0);
}

/**
 * With one more tile: concealed as long as there is room, then the winning one. A tile too many changes nothing.
 * @param {Claim} claim
 * @param {number} kind
 * @returns {Claim}
 */
export function withTile(claim, kind) {
  if (used(claim, kind) >= 4) return claim;
  if (claim.hand.length < due(claim)) return { ...claim, hand: sorted([...claim.hand, kind]) };
  return claim.tile === null && claim.by !== "opening" ? { ...claim, tile: kind } : claim;
}

/**
 * Without a concealed tile.
 * @param {Claim} claim
 * @param {number} n - its place
 * @returns {Claim}
 */
export const withoutTile = (claim, n) => ({ ...claim, hand: claim.hand.filter((_, place) => place !== n) });

/**
 * With the concealed tile at that place as the winning one, which goes into the hand for it.
 * @param {Claim} claim
 * @param {number} n
 * @returns {Claim}
 */
export function wonOn(claim, n) {
  const rest = claim.hand.filter((_, place) => place !== n);
  return { ...claim, hand: claim.tile === null ? rest : sorted([...rest, claim.tile]), tile: claim.hand[n] };
}

/**
 * With these tiles, the last one won on where there is one too many to be held, and these melds.
 * @param {Claim} claim
 * @param {{ tiles: number[], melds: LaidMeld[] }} typed
 * @returns {Claim}
 */
export function withHand(claim, { tiles, melds }) {
  const next = { ...claim, melds };
  const won = claim.by !== "opening" && tiles.length > due(next);
  return { ...next, hand: sorted(won ? tiles.slice(0, -1) : tiles), tile: won ? tiles[tiles.length - 1] : null };
}

const EQUAL = /** @type {Record<string, number>} */ ({ pung: 3, melded_kong: 4, added_kong: 4, concealed_kong: 4 });
const SETS = /** @type {Record<string, number[]>} */ ({ winds_kong: [27, 28, 29, 30], dragons_kong: [31, 32, 33], ones_kong: [0, 9, 18], nines_kong: [8, 17, 26] });

/** The tiles a special kong is made of. @param {string} kind */
export const groupOf = (kind) => SETS[kind] ?? [];

/**
 * The meld of that kind that a tapped tile stands for; null where there is none. A special kong has its own tiles; of three winds it is the tapped
 * one and the two after it.
 * @param {string} kind
 * @param {number} tile
 * @param {number} [winds] - how many a kong of winds begins with
 * @returns {LaidMeld | null}
 */
export function meldOf(kind, tile, winds = 4) {
  if (kind === "winds_kong" && winds === 3 && SETS[kind].includes(tile)) return { kind, tiles: sorted([0, 1, 2].map((n) => 27 + ((tile - 27 + n) % 4))) };
  if (SETS[kind]) return SETS[kind].includes(tile) ? { kind, tiles: [...SETS[kind]] } : null;
  if (EQUAL[kind]) return { kind, tiles: Array(EQUAL[kind]).fill(tile) };
  if (tile === 31) return { kind, tiles: [31, 32, 33] }; // white, green, red, where the rules let them be chowed
  return tile < 27 && tile % 9 < 7 ? { kind, tiles: [tile, tile + 1, tile + 2] } : null;
}

/**
 * Whether there is room and there are tiles left for a meld.
 * @param {Claim} claim
 * @param {LaidMeld | null} meld
 * @returns {meld is LaidMeld}
 */
export function fits(claim, meld) {
  if (!meld || claim.by === "opening" || claim.melds.length >= MOST_MELDS) return false;
  if (SETS[meld.kind] && claim.melds.some((other) => other.kind === meld.kind)) return false;
  const after = { ...claim, melds: [...claim.melds, meld] };
  return meld.tiles.every((kind) => used(after, kind) <= 4) && claim.hand.length <= due(after);
}

/** @param {Claim} claim @param {LaidMeld} meld @returns {Claim} */
export const withMeld = (claim, meld) => ({ ...claim, melds: [...claim.melds, meld] });

/** @param {Claim} claim @param {number} n @returns {Claim} */
export const withoutMeld = (claim, n) => ({ ...claim, melds: claim.melds.filter((_, place) => place !== n) });

/**
 * With one more tile in a special kong.
 * @param {Claim} claim
 * @param {number} n - its place among the melds
 * @param {number} kind
 * @returns {Claim}
 */
export const withAddition = (claim, n, kind) => ({
  ...claim,
  melds: claim.melds.map((meld, place) => (place === n ? { ...meld, tiles: sorted([...meld.tiles, kind]) } : meld)),
});

/**
 * The value a house rule has.
 * @param {Claim} claim
 * @param {GameInfo | undefined} game
 * @param {string} name
 */
export const ruled = (claim, game, name) =>
  claim.options[name] ?? game?.presets.find((preset) => preset.name === claim.preset)?.values[name] ?? game?.options.properties[name]?.default;

/**
 * What may be said of this win in this game, beside the tiles: paths of the form that are shown.
 * @param {Claim} claim
 * @param {GameInfo | undefined} game
 */
export function offered(claim, game) {
  const can = (/** @type {string} */ word) => game?.claims.includes(word) ?? false;
  const { by, dealer, winner, from } = claim;
  const payer = by === "discard" || by === "robbed_kong";
  const birds = by === "opening" && ruled(claim, game, "opening") === "continues" ? Math.min(1, ruled(claim, game, "birds") ?? 0) : (ruled(claim, game, "birds") ?? 0);
  /** @type {Claim["moment"][]} */
  const moments = [];
  if (can("moment") && by === "self_draw") moments.push(...(dealer === winner ? /** @type {const} */ (["first_deal"]) : []), "sea_bottom");
  if (can("moment") && by === "discard") moments.push(...(from === dealer ? /** @type {const} */ (["first_discard"]) : []), "sea_bottom");
  /** @type {Claim["after"][]} */
  const after = [];
  if (can("kong") && by === "self_draw") after.push("kong");
  if (can("dice_kong") && (by === "self_draw" || by === "discard")) after.push("dice_kong");
  return {
    by: /** @type {By[]} */ (["self_draw", "discard", "robbed_kong", ...(can("opening") && ruled(claim, game, "opening") !== "off" ? ["opening"] : [])]),
    payer,
    treasure: by === "self_draw" && can("treasure") ? /** @type {Claim["treasure"][]} */ (["drawn", ...(can("matched") ? ["matched"] : [])]) : [],
    after,
    moments,
    closed: can("closed"),
    birds: can("bird") ? Number(birds) : 0,
    payerReady: payer && can("payer_ready") && ruled(claim, game, "discard_pays") === "discarder_all_if_not_ready",
    withDice: by === "robbed_kong" && can("dice_kong"),
  };
}

/**
 * The request of the score contract.
 * @param {Claim} claim
 * @param {GameInfo | undefined} game
 */
export function requestOf(claim, game) {
  const may = offered(claim, game);
  const { variant, preset, options, dealer, winner, by, from, tile, treasure, after, moment } = claim;
  /** @type {Record<string, any>} */
  const request = { variant };
  if (preset) request.preset = preset;
  if (Object.keys(options).length) request.options = options;
  Object.assign(request, { dealer, winner, hand: textOf(claim.hand), melds: claim.melds.map((meld) => ({ kind: meld.kind, tiles: textOf(meld.tiles) })) });
  if (tile !== null && by !== "opening") request.tile = textOf([tile]);
  request.by = by;
  if (may.payer) request.from = from;
  if (may.treasure.includes(treasure) && tile !== null) request.treasure = { tile: textOf([tile]), how: treasure };
  if (may.after.includes(after)) request.after = after;
  if (may.moments.includes(moment)) request.moment = moment;
  const closed = claim.closed.filter((seat) => seat !== winner);
  if (may.closed && closed.length) request.closed = closed;
  const birds = moment === "sea_bottom" && may.moments.includes(moment) && tile !== null ? claim.birds.map(() => tile) : claim.birds;
  if (may.birds && birds.length) request.bird = birds.slice(0, may.birds).map((kind) => textOf([kind]));
  if (may.payerReady && claim.payerReady) request.payer_ready = true;
  if (may.withDice && claim.withDice) request.with_dice = true;
  return request;
}

/**
 * The calculator's state for a request, such as an example.
 * @param {Record<string, any>} request
 * @returns {Claim}
 */
export function claimOf(request) {
  const tiles = (/** @type {any} */ text) => kindsOf(String(text ?? "")) ?? [];
  const bird = request.bird === undefined ? [] : [request.bird].flat();
  return {
    ...fresh(request.variant),
    preset: request.preset ?? "",
    options: { ...request.options },
    hand: sorted(tiles(request.hand)),
    melds: (request.melds ?? []).map((/** @type {any} */ meld) => ({ kind: meld.kind, tiles: tiles(meld.tiles) })),
    tile: tiles(request.tile)[0] ?? null,
    by: request.by,
    dealer: request.dealer,
    winner: request.winner,
    from: request.from ?? [2, 3, 0, 1].find((seat) => seat !== request.winner),
    treasure: request.treasure?.how ?? "",
    after: request.after ?? "",
    moment: request.moment ?? "",
    closed: request.closed ?? [],
    birds: bird.flatMap(tiles),
    payerReady: request.payer_ready ?? false,
    withDice: request.with_dice ?? false,
  };
}

const BY = ["self_draw", "discard", "robbed_kong", "opening"];

/**
 * The state as the query of a link: readable, and short where it is as usual.
 * @param {Claim} claim
 */
export function linkOf(claim) {
  const plain = fresh(claim.variant);
  const query = new URLSearchParams({ game: claim.variant });
  const put = (/** @type {string} */ name, /** @type {string | number} */ value, /** @type {string | number} */ usual = "") => value !== usual && query.set(name, String(value));
  put("rules", claim.preset);
  for (const [name, value] of Object.entries(claim.options)) put(`o.${name}`, JSON.stringify(value));
  put("hand", textOf(claim.hand));
  put("melds", claim.melds.map((meld) => `${meld.kind}-${textOf(meld.tiles)}`).join("."));
  put("tile", claim.tile === null ? "" : textOf([claim.tile]));
  put("by", claim.by, plain.by);
  put("dealer", claim.dealer, plain.dealer);
  put("winner", claim.winner, plain.winner);
  put("from", claim.from, plain.from);
  put("treasure", claim.treasure);
  put("after", claim.after);
  put("moment", claim.moment);
  put("closed", claim.closed.join(""));
  put("birds", textOf(claim.birds));
  put("ready", Number(claim.payerReady), 0);
  put("dice", Number(claim.withDice), 0);
  return query.toString();
}

/**
 * The state of a link. What it does not say, or says wrongly, is as usual.
 * @param {string} search
 * @returns {Claim}
 */
export function claimFrom(search) {
  const query = new URLSearchParams(search);
  const claim = fresh(query.get("game") || FRESH.variant);
  const text = (/** @type {string} */ name) => query.get(name) ?? "";
  const tiles = (/** @type {string} */ name) => kindsOf(text(name)) ?? [];
  const seat = (/** @type {string} */ name, /** @type {number} */ usual) => (/^[0-3]$/.test(text(name)) ? Number(text(name)) : usual);
  const word = (/** @type {string} */ name, /** @type {string[]} */ words, usual = "") => /** @type {any} */ (words.includes(text(name)) ? text(name) : usual);
  for (const [name, value] of query) {
    if (!name.startsWith("o.")) continue;
    try {
      claim.options[name.slice(2)] = JSON.parse(value);
    } catch {
      // not a value that a link of ours holds
    }
  }
  const melds = text("melds").split(".").map((one) => one.split("-"));
  return {
    ...claim,
    preset: text("rules"),
    hand: sorted(tiles("hand")).slice(0, 14),
    melds: melds.map(([kind, of]) => ({ kind, tiles: kindsOf(of ?? "") ?? [] })).filter(({ kind, tiles: of }) => (kind === "chow" || EQUAL[kind] || SETS[kind]) && of.length > 2).slice(0, MOST_MELDS),
    tile: tiles("tile")[0] ?? null,
    by: word("by", BY, FRESH.by),
    dealer: seat("dealer", FRESH.dealer),
    winner: seat("winner", FRESH.winner),
    from: seat("from", FRESH.from),
    treasure: word("treasure", ["drawn", "matched"]),
    after: word("after", ["kong", "dice_kong"]),
    moment: word("moment", ["first_deal", "first_discard", "sea_bottom"]),
    closed: [...new Set(text("closed").replace(/[^0-3]/g, ""))].map(Number),
    birds: tiles("birds").slice(0, 6),
    payerReady: text("ready") === "1",
    withDice: text("dice") === "1",
  };
}
