/** The markup of the page's modules: htm bound to Preact, and what of the libraries they use. */

import htm from "./vendor/htm.js";
import { h } from "./vendor/preact.js";

export { render } from "./vendor/preact.js";
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.js";
export { computed, effect, signal, useSignal } from "./vendor/signals.js";

/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = htm.bind(h);

/**
 * Class names, without those that are not true.
 * @param {...(string | false | null | undefined)} names
 */
export const css = (...names) => names.filter(Boolean).join(" ");
