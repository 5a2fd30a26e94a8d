/**
 * What one seat or watcher knows: the fold of the events it was told, the counterpart of paiju/game/views.py.
 * Pure: a view is never changed. Play, watching and replay share it.
 *
 * @import { Event, MeldView, View } from "./protocol.js"
 */

export const WATCHER = 4;
export const EVERYTHING = 5;

/**
 * The knowledge of an audience (a seat 0-3, WATCHER, EVERYTHING) before a hand begins.
 * @param {number} audience
 * @param {number} wallSize
 * @returns {View}
 */
export function newView(audience, wallSize) {
  return {
    audience,
    wall_left: wallSize,
    seats: [0, 1, 2, 3].map(() => ({ hand: null, count: 0, melds: [], river: [], ready: false, locked: false, points: 0 })),
    dealer: 0,
    turn: 0,
    drawn: null,
    window: [],
    treasure: null,
    treasure_aside: false,
    treasure_stack: null,
    shown: [],
    over: false,
    exhausted: false,
    winners: [],
    next_dealer: null,
  };
}

/**
 * The view after one more event. Throws where the event cannot follow: then the view is out of step.
 * @param {View} view
 * @param {Event} event
 */
export const see = (view, event) => seeAll(view, [event]);

/**
 * The view after some more events.
 * @param {View} view
 * @param {readonly Event[]} events
 */
export function seeAll(view, events) {
  const draft = copy(view);
  for (const event of events) apply(draft, event);
  return draft;
}

/** @param {View} view @returns {View} */
function copy(view) {
  return {
    ...view,
    window: [...view.window],
    shown: [...view.shown],
    winners: [...view.winners],
    seats: view.seats.map((seat) => ({
      ...seat,
      hand: seat.hand && [...seat.hand],
      river: [...seat.river],
      melds: seat.melds.map((meld) => ({ ...meld })),
    })),
  };
}

/** @param {number} a @param {number} b */
const ascending = (a, b) => a - b;

/** @param {View} view @param {Event} event */
function apply(view, event) {
  switch (event.event) {
    case "open":
      view.dealer = event.dealer;
      break;
    case "deal": {
      const seat = view.seats[event.seat];
      seat.count = event.count;
      seat.hand = event.tiles ? [...event.tiles].sort(ascending) : null;
      view.wall_left -= event.count;
      if (event.count === 14) {
        view.dealer = view.turn = event.seat;
        view.drawn = event.tiles ? event.tiles[13] : null; // the last tile dealt counts as drawn (G-13)
      }
      break;
    }
    case "placed":
      place(view, event);
      break;
    case "draw":
      draw(view, event);
      break;
    case "discard":
      discard(view, event);
      break;
    case "chow":
      claim(view, event.seat, event.source, event.tile, { kind: "chow", tiles: event.tiles, source: event.source });
      break;
    case "pung":
      if (event.robbed) {
        lose(view, event.source, event.tile);
        view.seats[event.source].river.push(event.tile);
      }
      claim(view, event.seat, event.source, event.tile, { kind: "pung", tiles: times(event.tile, 3), source: event.source });
      break;
    case "kong":
      kong(view, event);
      break;
    case "propose":
      view.window = [event.tile];
      break;
    case "robbed":
      view.window = [];
      view.drawn = null;
      break;
    case "special": {
      for (const tile of event.tiles) lose(view, event.seat, tile);
      const seat = view.seats[event.seat];
      seat.melds.push({ kind: event.kind, tiles: event.tiles, source: null });
      if (view.drawn !== null && !seat.hand?.includes(view.drawn)) view.drawn = null; // it lies in the set (G-13)
      break;
    }
    case "addition":
      lose(view, event.seat, event.tile);
      for (const meld of view.seats[event.seat].melds) {
        if (meld.kind === event.kind) meld.tiles = [...meld.tiles, event.tile].sort(ascending);
      }
      view.window = [];
      break;
    case "roll":
      if (!event.refused) {
        view.treasure_aside = true;
        view.treasure = null;
        view.treasure_stack = event.stack ?? null;
      }
      break;
    case "look":
      view.treasure = event.tile ?? view.treasure;
      break;
    case "treasureback":
      view.treasure_aside = false;
      view.treasure = view.treasure_stack = null;
      break;
    case "treasureset":
      view.treasure_aside = true;
      break;
    case "treasureout":
      view.shown.push(event.tile);
      view.treasure_aside = false;
      view.wall_left -= 1;
      break;
    case "turnup":
      view.wall_left -= event.tiles.length;
      view.window = [...event.tiles];
      break;
    case "seaturned":
      view.drawn = null;
      view.window = [event.tile];
      break;
    case "win":
      view.winners.push(event.seat);
      break;
    case "bird":
      view.shown.push(event.tile);
      break;
    case "exhausted":
      view.exhausted = true;
      view.window = [];
      break;
    case "pay":
      view.seats[event.giver].points -= event.amount;
      if (event.to !== null) view.seats[event.to].points += event.amount;
      break;
    case "end":
      end(view, event);
      break;
    case "dice":
    case "seaoffer":
    case "openingwin":
      break;
    default: {
      /** @type {never} */
      const unknown = event;
      throw new Error(`unknown event ${JSON.stringify(unknown)}`);
    }
  }
}

/** @param {number} tile @param {number} count @returns {number[]} */
const times = (tile, count) => Array(count).fill(tile);

/** @param {View} view @param {import("./protocol.js").Placed} event */
function place(view, event) {
  view.dealer = event.dealer;
  view.turn = event.turn;
  view.wall_left = event.wall_left;
  view.drawn = event.drawn ?? null;
  view.treasure = event.treasure ?? null;
  view.treasure_aside = event.treasure_aside ?? false;
  view.seats.forEach((seat, n) => {
    const hand = event.hands[n];
    seat.hand = hand && [...hand];
    seat.count = event.counts[n];
    seat.melds = event.melds[n].map(([kind, tiles]) => ({ kind, tiles, source: null }));
    seat.river = [...event.rivers[n]];
    seat.points = event.points?.[n] ?? 0;
    seat.ready = event.ready?.includes(n) ?? false;
    seat.locked = event.locked?.includes(n) ?? false;
  });
}

/** @param {number[]} tiles @param {number} tile */
function remove(tiles, tile, at = tiles.indexOf(tile)) {
  if (at < 0) throw new Error(`tile ${tile} is not where the event takes it from`);
  tiles.splice(at, 1);
}

/** @param {View} view @param {number} seat @param {number} tile */
function lose(view, seat, tile) {
  view.seats[seat].count -= 1;
  const { hand } = view.seats[seat];
  if (hand) remove(hand, tile);
}

/** @param {View} view @param {import("./protocol.js").Draw} event */
function draw(view, event) {
  view.turn = event.seat;
  view.wall_left -= 1;
  view.window = [];
  view.drawn = event.tile ?? null;
  if (event.source === "sea") return;
  const seat = view.seats[event.seat];
  seat.count += 1;
  if (seat.hand && view.drawn !== null) {
    seat.hand.push(view.drawn);
    seat.hand.sort(ascending);
  }
}

/** @param {View} view @param {import("./protocol.js").Discard} event */
function discard(view, event) {
  const seat = view.seats[event.seat];
  view.drawn = null;
  if (view.window.length) {
    seat.river.push(...view.window); // the two tiles of a dice kong never were in hand
    return;
  }
  lose(view, event.seat, event.tile);
  seat.river.push(event.tile);
  seat.ready ||= event.ready ?? false;
  view.window = [event.tile];
}

/** @param {View} view @param {number} seat @param {number} source @param {number} tile @param {MeldView} meld */
function claim(view, seat, source, tile, meld) {
  const { river } = view.seats[source];
  remove(river, tile, river.lastIndexOf(tile));
  for (const n of meld.tiles) if (n !== tile) lose(view, seat, n);
  if (meld.kind !== "chow") for (let n = 1; n < meld.tiles.length; n++) lose(view, seat, tile);
  view.seats[seat].melds.push(meld);
  view.turn = seat;
  view.window = [];
}

/** @param {View} view @param {import("./protocol.js").Kong} event */
function kong(view, event) {
  const seat = view.seats[event.seat];
  const tile = event.tile ?? null;
  const tiles = tile === null ? [] : times(tile, 4);
  seat.locked ||= event.dice ?? false;
  if (event.kind === "melded_kong" && event.source != null && tile !== null) {
    claim(view, event.seat, event.source, tile, { kind: event.kind, tiles, source: event.source });
  } else if (event.kind === "added_kong" && tile !== null) {
    lose(view, event.seat, tile);
    for (const meld of seat.melds) {
      if (meld.kind === "pung" && meld.tiles[0] === tile) {
        meld.kind = event.kind;
        meld.tiles = tiles;
      }
    }
  } else {
    for (let n = 0; n < 4; n++) lose(view, event.seat, tile ?? -1);
    seat.melds.push({ kind: event.kind, tiles, source: null });
  }
  view.window = [];
  view.drawn = null;
}

/** @param {View} view @param {import("./protocol.js").End} event */
function end(view, event) {
  view.over = true;
  view.window = [];
  view.drawn = null;
  view.next_dealer = event.next_dealer;
  view.treasure = event.treasure ?? null;
  view.seats.forEach((seat, n) => {
    seat.hand = [...event.hands[n]];
    seat.count = seat.hand.length;
    const hidden = [...event.kongs[n]];
    for (const meld of seat.melds) {
      if (meld.kind === "concealed_kong") meld.tiles = times(/** @type {number} */ (hidden.shift()), 4);
    }
  });
}
