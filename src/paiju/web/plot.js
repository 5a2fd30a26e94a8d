/** Plots: a line over time, bars. Drawn as SVG for the eye; whoever listens gets a sentence, and all numbers as a table. */

import { html } from "./html.js";
import { signed, t } from "./words.js";

/**
 * Round numbers for an axis from low to high.
 * @param {number} low
 * @param {number} high
 * @param {number} [most] - at most so many steps
 */
export function ticksOf(low, high, most = 5) {
  if (high <= low) return [low];
  const rough = (high - low) / most;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * size).find((one) => one >= rough) ?? 10 * size;
  const ticks = [];
  for (let at = Math.ceil(low / step); at * step <= high + step / 1e6; at++) ticks.push(Number((at * step).toPrecision(12)));
  return ticks;
}

/**
 * The sum after each value.
 * @param {readonly number[]} values
 */
export function sums(values) {
  let sum = 0;
  return values.map((value) => (sum += value));
}

const [WIDE, HIGH, LEFT, TOP, BOTTOM] = [640, 250, 62, 14, 34];

/**
 * A line, its zero marked. `values` from left to right; `label` names them; `at` says where a value stands.
 * @param {{ values: number[], label: string, at: (n: number) => string, digits?: number }} props
 */
export function Line({ values, label, at, digits = 0 }) {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const ticks = ticksOf(low, high);
  const span = high - low || 1;
  const x = (/** @type {number} */ n) => LEFT + ((WIDE - LEFT - 8) * n) / Math.max(1, values.length - 1);
  const y = (/** @type {number} */ value) => TOP + ((HIGH - BOTTOM - TOP) * (high - value)) / span;
  const line = values.map((value, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const shown = (/** @type {number} */ value) => signed(Number(value.toFixed(digits)));
  const last = values[values.length - 1] ?? 0;
  return html`<figure class="plot">
    <figcaption>${label}</figcaption>
    <svg viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${t("line_says", label, shown(values[0] ?? 0), shown(last), shown(Math.min(...values)), shown(Math.max(...values)))}>
      ${ticks.map((tick) => html`<g key=${tick} class=${tick === 0 ? "zero" : "tick"}><path d=${`M${LEFT} ${y(tick)}H${WIDE - 8}`} /><text x=${LEFT - 8} y=${y(tick)} text-anchor="end" dominant-baseline="middle">${shown(tick)}</text></g>`)}
      <path class="area" d=${`${line}L${x(values.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`} />
      <path class="line" d=${line} />
      <circle class="end" cx=${x(values.length - 1)} cy=${y(last)} r="4.5" />
      <text class="from" x=${LEFT} y=${HIGH - 4}>${at(0)}</text><text class="from" x=${WIDE - 8} y=${HIGH - 4} text-anchor="end">${at(values.length - 1)}</text>
    </svg>
    <details><summary>${t("as_table")}</summary>
      <div class="scroll" data-scroll tabindex="0" role="region" aria-label=${label}><table class="numbers"><thead><tr><th scope="col">${t("when")}</th><th scope="col">${label}</th></tr></thead>
        <tbody>${values.map((value, n) => html`<tr key=${n}><th scope="row">${at(n)}</th><td>${shown(value)}</td></tr>`)}</tbody></table></div>
    </details>
  </figure>`;
}

/**
 * Bars with their names and numbers, a list.
 * @param {{ bars: { name: any, count: number, note?: string }[], label: string }} props
 */
export function Bars({ bars, label }) {
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  return html`<figure class="plot"><figcaption>${label}</figcaption>
    <ul class="bars">${bars.map((bar, n) => html`<li key=${n}><span class="name">${bar.name}</span><span class="barline" aria-hidden="true">${bar.count > 0 && html`<i style=${{ width: `${(100 * bar.count) / most}%` }} />`}</span><span class="count">${bar.count}${bar.note && html` <small class="dim">${bar.note}</small>`}</span></li>`)}</ul>
  </figure>`;
}
