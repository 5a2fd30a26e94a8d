/** Time that runs down, as the server gave it. */

import { css, html, useEffect, useState } from "./html.js";
import { t } from "./words.js";

/** The time now, anew every so often while something needs it. @param {boolean} on @param {number} [every] */
export function useNow(on, every = 250) {
  const [now, set] = useState(performance.now());
  useEffect(() => {
    if (!on) return undefined;
    set(performance.now());
    const ticks = setInterval(() => set(performance.now()), every);
    return () => clearInterval(ticks);
  }, [on, every]);
  return now;
}

/**
 * Seconds left, and those of the bank apart while they are not being used.
 * @param {{ left: number | null, bank: number, at: number, onLow?: (second: number) => void }} props
 */
export function Clock({ left, bank, at, onLow }) {
  const now = useNow(left !== null);
  const rest = left === null ? 0 : Math.max(0, left - Math.max(0, now - at));
  const second = Math.ceil(rest / 1000);
  useEffect(() => {
    if (left !== null && second > 0 && second <= 5) onLow?.(second);
  }, [second]);
  if (left === null) return null;
  const own = Math.ceil(Math.max(0, rest - bank) / 1000);
  const label = own ? t("seconds", own) + (bank ? ` ${t("bank", Math.ceil(bank / 1000))}` : "") : t("seconds", second);
  return html`<span class=${css("clock", second <= 5 && "low", !own && "banking")} role="timer" aria-live="off" aria-label=${label}>
    ${own || second}${own > 0 && bank > 0 && html`<small>+${Math.ceil(bank / 1000)}</small>`}
  </span>`;
}
