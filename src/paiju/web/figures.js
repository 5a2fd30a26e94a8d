/**
 * What a player's figures come to: rates and averages. Pure.
 *
 * @typedef {object} Figures - as server/store/queries.py gives them
 * @property {string} variant
 * @property {number} hands
 * @property {number} points
 * @property {number} best
 * @property {Record<string, number>} wins - by how
 * @property {number} won_turns
 * @property {number} won_points
 * @property {number} gave
 * @property {number} ready
 * @property {number} dealt
 * @property {Record<string, number>} fans
 * @property {number} matches
 * @property {number[]} places
 * @property {{ mu: number, sigma: number, matches: number, shown: number } | null} rating
 * @property {[number, number][]} hand_points - time, points
 * @property {[number, number][]} ratings - time, as shown
 */

/** A part of a whole; null where there is no whole. @param {number} part @param {number} whole */
const part = (part, whole) => (whole ? part / whole : null);

/** @param {Figures} figures */
export function ratesOf({ hands, points, wins, won_turns, won_points, gave, ready, matches, places }) {
  const won = Object.values(wins).reduce((sum, count) => sum + count, 0);
  const drawn = (wins.self_draw ?? 0) + (wins.matched_treasure ?? 0);
  return {
    won,
    win: part(won, hands),
    selfDraw: part(drawn, won),
    dealIn: part(gave, hands),
    ready: part(ready, hands),
    average: part(points, hands),
    worth: part(won_points, won),
    turns: part(won_turns, won),
    place: part(places.reduce((sum, count, n) => sum + count * (n + 1), 0), matches),
  };
}

/** As per cent, one digit where it is small. @param {number | null} rate */
export const percent = (rate) => (rate === null ? "–" : `${(100 * rate).toFixed(rate && rate < 0.1 ? 1 : 0)}%`);

/** With one digit behind the point and a sign. @param {number | null} value @param {boolean} [plus] */
export function decimal(value, plus = false) {
  if (value === null) return "–";
  const text = Math.abs(value).toFixed(1);
  if (value < 0 && Number(text) !== 0) return `−${text}`;
  return plus && Number(text) !== 0 ? `+${text}` : text;
}
