/** What this browser remembers of how its person likes the page, and who that person is here. */

import { effect, signal } from "./html.js";

/**
 * @typedef {object} Likes
 * @property {"zh" | "en"} lang
 * @property {"auto" | "light" | "dark"} theme
 * @property {"regular" | "black"} tiles
 * @property {boolean} sound
 * @property {"off" | "calls" | "all"} speech
 * @property {"auto" | "one" | "two" | "drag"} discard - how a tile is discarded: by touch two taps and by mouse one (auto), one tap, two, only by dragging
 * @property {"auto" | "off"} motion
 * @property {string} bot - the one chosen last to play against
 * @property {number} discarded - how often, as far as that tells whether to say how
 */

const KEY = "paiju";

/** @returns {Likes} */
function remembered() {
  /** @type {Likes} */
  const likes = { lang: "zh", theme: "auto", tiles: "regular", sound: true, speech: "calls", discard: "auto", motion: "auto", bot: "", discarded: 0 };
  try {
    return { ...likes, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return likes; // nothing may be kept here
  }
}

export const likes = signal(remembered());

/**
 * @template {keyof Likes} K
 * @param {K} name
 * @param {Likes[K]} value
 */
export function like(name, value) {
  likes.value = { ...likes.value, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(likes.value));
  } catch {
    // it holds until the page is closed
  }
}

/** Puts what CSS goes by onto the document, and keeps it there. */
export function dress() {
  const night = matchMedia("(prefers-color-scheme: dark)");
  const dark = signal(night.matches);
  night.addEventListener("change", () => (dark.value = night.matches));
  addEventListener("storage", () => (likes.value = remembered())); // changed in another tab
  effect(() => {
    const { lang, theme, tiles, motion } = likes.value;
    const root = document.documentElement;
    root.lang = lang === "zh" ? "zh-CN" : "en";
    root.dataset.theme = theme === "auto" ? (dark.value ? "dark" : "light") : theme;
    root.dataset.tiles = tiles;
    root.dataset.motion = motion;
  });
}

/**
 * Who the person is; null until the server has said.
 * @type {import("./vendor/signals.js").Signal<{ id: string, name: string, login: string } | null>}
 */
export const me = signal(null);
