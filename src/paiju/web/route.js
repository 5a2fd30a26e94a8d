/** Which page is shown: plain paths, moved between without loading anew. */

import { signal } from "./html.js";

export const path = signal(globalThis.location?.pathname ?? "/");

/** @param {string} to @param {{ replace?: boolean }} [how] */
export function go(to, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  path.value = location.pathname;
  scrollTo(0, 0);
}

/** Follows links within the page and the browser's buttons. */
export function followLinks() {
  addEventListener("popstate", () => (path.value = location.pathname));
  addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link || link.target || link.origin !== location.origin || event.defaultPrevented) return;
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.hash && link.pathname === location.pathname) return; // to a place on this page
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

/**
 * The first route whose pattern fits, with what stands at its `:name`s.
 * @template T
 * @param {Record<string, T>} routes
 * @param {string} at
 * @returns {{ page: T, given: Record<string, string> } | null}
 */
export function find(routes, at) {
  const parts = at.replace(/\/+$/, "").split("/");
  for (const [pattern, page] of Object.entries(routes)) {
    const wanted = pattern.replace(/\/+$/, "").split("/");
    /** @type {Record<string, string>} */
    const given = {};
    const fits = wanted.every((part, n) => {
      if (!part.startsWith(":")) return part === parts[n];
      given[part.slice(1)] = decodeURIComponent(parts[n] ?? "");
      return Boolean(parts[n]);
    });
    if (fits && wanted.length === parts.length) return { page, given };
  }
  return null;
}
