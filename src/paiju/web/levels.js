/** What bots are called and do, as they say themselves. */

import { bots } from "./api.js";
import { pick, said } from "./words.js";

/** @param {string} name */
const botOf = (name) => bots.value.find((one) => one.name === name);

/** @param {string} name */
export const botName = (name) => said(botOf(name) ?? { zh: name, en: name });

/** @param {string} name */
export const botAbout = (name) => pick(botOf(name)?.about_zh, botOf(name)?.about_en);
