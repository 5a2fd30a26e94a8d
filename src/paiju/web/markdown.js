/**
 * The rules pages as blocks and spans: as much of Markdown as they use, and what is special to them: clauses by their id, tiles in notation. Pure.
 *
 * @typedef {{ is: "text" | "bold" | "italic" | "code", text: string }
 *   | { is: "link", text: string, to: string }
 *   | { is: "clause", id: string, begins: boolean }
 *   | { is: "tiles", text: string }} Span
 * @typedef {{ is: "heading", level: number, text: string, id: string }
 *   | { is: "paragraph", spans: Span[] }
 *   | { is: "list", items: { number: number | null, spans: Span[] }[] }
 *   | { is: "table", head: Span[][], rows: Span[][][] }} Block
 */

const CLAUSE = "(?:CC|BC|CS|G)-[0-9]+[a-z]?";
const TILES = "(?<![A-Za-z0-9–-])(?:[1-9]{3} )*(?:[1-9]{1,14}[mpsz])+(?![A-Za-z0-9–-])";
const SPAN = new RegExp(`\\*\\*(${CLAUSE})\\*\\*|\\*\\*([^*]+)\\*\\*|\`([^\`]+)\`|\\[([^\\]]+)\\]\\(([^)]+)\\)|\\*([^*\\s][^*]*)\\*|(?<![A-Za-z])(${CLAUSE})(?![0-9a-z])|(${TILES})`, "g");
const WIDE = /[\u2e80-\u9fff\uff00-\uffef]$/;

/**
 * A page as blocks.
 * @param {string} text
 * @returns {Block[]}
 */
export function blocksOf(text) {
  /** @type {Block[]} */
  const blocks = [];
  /** Clauses that have begun: only the first time is one to go to. @type {Set<string>} */
  const begun = new Set();
  const spans = (/** @type {string} */ line) => spansOf(line, begun);
  for (const part of text.split(/\n(?:[ \t]*\n)+/)) {
    let lines = part.split("\n").filter((line) => line.trim());
    while (lines[0]?.startsWith("#")) {
      const [, marks, title] = /** @type {RegExpExecArray} */ (/^(#+)\s*(.*)$/.exec(lines[0]));
      blocks.push({ is: "heading", level: marks.length, text: title.replace(/[*`]/g, ""), id: idOf(title) });
      lines = lines.slice(1);
    }
    if (!lines.length) continue;
    if (lines[0].startsWith("|")) blocks.push(tableOf(lines, spans));
    else blocks.push(...proseOf(lines, spans));
  }
  return blocks;
}

/** What a heading is called in a link. @param {string} title */
export const idOf = (title) => title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").toLowerCase();

/** @param {string[]} lines @param {(line: string) => Span[]} spans @returns {Block} */
function tableOf(lines, spans) {
  const rows = lines.filter((line) => !/^[|\s:-]+$/.test(line)).map((line) => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => spans(cell.trim())));
  return { is: "table", head: rows[0], rows: rows.slice(1) };
}

/** Paragraphs and lists, which may follow one another without an empty line. @param {string[]} lines @param {(line: string) => Span[]} spans @returns {Block[]} */
function proseOf(lines, spans) {
  /** @type {{ number: number | null, item: boolean, text: string }[]} */
  const parts = [];
  for (const line of lines) {
    const found = /^(?:([0-9]+)\.|-)\s+(.*)$/.exec(line);
    if (found) parts.push({ number: found[1] ? Number(found[1]) : null, item: true, text: found[2] });
    else if (parts.length && (line.startsWith(" ") || !parts[parts.length - 1].item)) {
      const last = parts[parts.length - 1];
      last.text += (WIDE.test(last.text) ? "" : " ") + line.trim();
    } else parts.push({ number: null, item: false, text: line.trim() });
  }
  /** @type {Block[]} */
  const blocks = [];
  for (const { number, item, text } of parts) {
    const last = blocks[blocks.length - 1];
    if (!item) blocks.push({ is: "paragraph", spans: spans(text) });
    else if (last?.is === "list") last.items.push({ number, spans: spans(text) });
    else blocks.push({ is: "list", items: [{ number, spans: spans(text) }] });
  }
  return blocks;
}

/** @param {string} line @param {Set<string>} begun @returns {Span[]} */
function spansOf(line, begun) {
  /** @type {Span[]} */
  const spans = [];
  let at = 0;
  for (const found of line.matchAll(SPAN)) {
    if (found.index > at) spans.push({ is: "text", text: line.slice(at, found.index) });
    at = found.index + found[0].length;
    const [, begin, bold, code, word, to, italic, mention, tiles] = found;
    if (begin) {
      spans.push({ is: "clause", id: begin, begins: !begun.has(begin) });
      begun.add(begin);
    } else if (bold) spans.push({ is: "bold", text: bold });
    else if (code) spans.push({ is: "code", text: code });
    else if (word) spans.push({ is: "link", text: word, to });
    else if (italic) spans.push({ is: "italic", text: italic });
    else if (mention) spans.push({ is: "clause", id: mention, begins: false });
    else spans.push({ is: "tiles", text: tiles.replaceAll(" ", "") });
  }
  if (at < line.length) spans.push({ is: "text", text: line.slice(at) });
  return spans;
}
