/**
 * The rules of a game: its fans with example hands, its house rules, and the settled text, from the declarations and the rules pages.
 *
 * @import { FanInfo, GameInfo, OptionSchema } from "./shapes.js"
 * @import { Example } from "./examples.js"
 * @import { Block, Span } from "./markdown.js"
 */

import { ask, gameName, gameOf, games } from "./api.js";
import { claimOf, linkOf } from "./claim.js";
import { EXAMPLES } from "./examples.js";
import { css, html, useEffect, useLayoutEffect } from "./html.js";
import { SHOWN } from "./lobby.js";
import { blocksOf } from "./markdown.js";
import { kindsOf } from "./notation.js";
import { Screen, Waiting, shortName, useAnswer } from "./screen.js";
import { like } from "./state.js";
import { Meld, Tiles } from "./tiles.js";
import { lang, pick, said, t } from "./words.js";

/** @param {{ game?: string }} props */
export default function Rules({ game }) {
  return game ? html`<${Page} key=${game} variant=${game} />` : html`<${Index} />`;
}

/** All games, to choose from. */
function Index() {
  const { found, wrong, again } = useAnswer(async () => true, []);
  return html`<${Screen} title=${t("rules")} here="/rules" about=${t("rules_about")}>
    ${!found && html`<${Waiting} wrong=${wrong} again=${again} />`}
    <ul class="games">${games.value.map((game) => html`<li key=${game.key}><a class="button game" href=${`/rules/${game.key}`}>
      <${Tiles} kinds=${SHOWN[game.key] ?? []} label="" /><b>${shortName(game.key)}</b><small>${pick(game.about_zh, game.about_en)}</small></a></li>`)}</ul>
  </${Screen}>`;
}

/**
 * @typedef {{ page: string, common: string }} Pages
 * @param {{ variant: string }} props
 */
function Page({ variant }) {
  const { found, wrong, again } = useAnswer(() => /** @type {Promise<Pages>} */ (ask(`rules/${encodeURIComponent(variant)}?lang=${lang()}`)), [variant, lang()]);
  const game = gameOf(variant);
  useLayoutEffect(() => {
    if (found && location.hash) location.replace(location.hash); // the place is there now
  }, [found]);
  useEffect(() => {
    const go = () => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.focus({ preventScroll: true });
    addEventListener("hashchange", go);
    return () => removeEventListener("hashchange", go);
  }, []);
  const title = game ? said(game) : t("rules");
  return html`<${Screen} title=${title} here="/rules" about=${game && pick(game.about_zh, game.about_en)} class="wide">
    <nav class="chips" aria-label=${t("game")}>
      ${games.value.map(({ key }) => html`<a key=${key} class="chip" href=${`/rules/${key}`} aria-current=${key === variant ? "page" : undefined}><span>${shortName(key)}</span></a>`)}
      <button class="link" lang=${pick("en", "zh-CN")} onClick=${() => like("lang", pick("en", "zh"))}>${t("other_lang")}</button>
    </nav>
    ${found && game ? html`<${Text} game=${game} pages=${found} />` : html`<${Waiting} wrong=${wrong} again=${again} />`}
  </${Screen}>`;
}

/** @param {{ game: GameInfo, pages: Pages }} props */
function Text({ game, pages }) {
  const [first, own] = chaptersOf(blocksOf(pages.page));
  const common = chaptersOf(blocksOf(pages.common)).flat().map((block) => (block.is === "heading" ? { ...block, id: `common-${block.id}` } : block));
  const chapters = (/** @type {Block[]} */ blocks) => blocks.map((block) => block.is === "heading" && block.level === 2 && html`<li key=${block.id}><a href=${`#${block.id}`}>${block.text}</a></li>`);
  const known = new Set(Object.keys(game.options.properties));
  return html`<div class="rulebook">
    <nav class="contents" aria-label=${t("contents")}>
      <details open=${matchMedia("(min-width: 900px)").matches}><summary>${t("contents")}</summary>
        <ol>
          ${chapters(first)}
          <li><a href="#fans">${t("fans")}</a></li>
          <li><a href="#house-rules">${t("house_rules")}</a></li>
          ${chapters(own)}
          <li><span class="dim">${t("of_all_games")}</span><ol>${chapters(common)}</ol></li>
        </ol>
      </details>
    </nav>
    <div class="prose">
      ${first.map((block, n) => html`<${Part} key=${`f${n}`} block=${block} known=${known} />`)}
      <section aria-labelledby="fans"><h2 id="fans" tabindex="-1">${t("fans")}</h2>
        <${Fans} game=${game} />
      </section>
      <section aria-labelledby="house-rules"><h2 id="house-rules" tabindex="-1">${t("house_rules")}</h2>
        <p class="dim">${t("house_rules_about")}</p>
        <${Options} game=${game} />
      </section>
      ${own.map((block, n) => html`<${Part} key=${n} block=${block} known=${known} />`)}
      ${common.map((block, n) => html`<${Part} key=${`c${n}`} block=${block} known=${known} />`)}
    </div>
  </div>`;
}

/** The first chapter of a page, which says it briefly, and the others: what stands before is about the documents. @param {Block[]} blocks */
function chaptersOf(blocks) {
  const heads = blocks.flatMap((block, n) => (block.is === "heading" && block.level === 2 ? [n] : []));
  const [begin, next] = [heads[0] ?? 0, heads[1] ?? blocks.length];
  return [blocks.slice(begin, next), blocks.slice(next)];
}

// -- fans --------------------------------------------------------------------------------------------------------

/** @param {{ game: GameInfo }} props */
function Fans({ game }) {
  const examples = EXAMPLES.filter((example) => example.request.variant === game.key);
  return html`<ul class="fanlist">${game.fans.map((fan) => html`<${Fan} key=${fan.id} fan=${fan} game=${game} example=${exampleOf(examples, fan.id)} />`)}</ul>
    <h3>${t("no_wins")}</h3>
    <ul class="fanlist">${examples.filter((example) => example.reason).map((example) => html`<li class="card fan" key=${example.en}><b>${said(example)}</b><${Hand} example=${example} /></li>`)}</ul>`;
}

/** The example that shows a fan best: the one with the fewest others. @param {Example[]} examples @param {string} fan */
function exampleOf(examples, fan) {
  const count = (/** @type {Example} */ example) => Object.keys(example.fans ?? {}).length;
  return examples.filter((example) => example.fans && fan in example.fans).sort((a, b) => count(a) - count(b))[0];
}

/** @param {{ fan: FanInfo, game: GameInfo, example: Example | undefined }} props */
function Fan({ fan, game, example }) {
  const names = fan.excludes.map((id) => game.fans.find((one) => one.id === id)).filter((one) => one !== undefined);
  return html`<li class="card fan" id=${`fan-${fan.id}`}>
    <p><b>${said(fan)}</b> <span class="worth" aria-label=${t("worth", fan.value)}>${fan.value}</span> <${Clause} id=${fan.clause} /></p>
    <p>${pick(fan.about_zh, fan.about_en)} ${names.length > 0 && html`<small class="dim">${t("excludes", names.map(said).join(t("comma")))}</small>`}</p>
    ${example && html`<${Hand} example=${example} />`}
  </li>`;
}

/** An example hand, and the way to reckon with it. @param {{ example: Example }} props */
function Hand({ example }) {
  const claim = claimOf(example.request);
  return html`<a class="examplehand" href=${`/calculator?${linkOf(claim)}`} aria-label=${t("reckon", said(example))}>
    <span class="laid"><${Tiles} kinds=${claim.hand} />
      ${claim.tile !== null && html`<${Tiles} kinds=${[claim.tile]} mark=${() => "newest"} />`}
      ${claim.melds.map((meld, n) => html`<${Meld} key=${n} meld=${{ ...meld, source: null }} seat=${0} />`)}</span>
    <small class="dim">${said(example)}</small>
  </a>`;
}

// -- house rules -------------------------------------------------------------------------------------------------

/** @param {{ game: GameInfo }} props */
function Options({ game }) {
  const presets = game.presets.filter((preset) => Object.keys(preset.values).length);
  return html`<div class="scroll" data-scroll tabindex="0" role="region" aria-label=${`${t("house_rules")} · ${t("choices")}`}><table class="optiontable">
    <thead><tr><th scope="col">${t("rule")}</th><th scope="col">${t("as_written")}</th>${presets.map((preset) => html`<th scope="col" key=${preset.name}>${said(preset)}</th>`)}<th scope="col" class="broad">${t("choices")}</th></tr></thead>
    <tbody>${Object.entries(game.options.properties).map(([name, schema]) => html`<tr key=${name} id=${`option-${name}`}>
      <th scope="row">${pick(schema["x-title-zh"], schema.title)}<small class="dim">${pick(schema["x-description-zh"], schema.description)} <${Clause} id=${schema["x-clause"] ?? ""} /> <span class="slim">${t("choices")}${t("colon")}${choicesOf(schema)}</span></small></th>
      <td>${valueOf(schema, schema.default)}</td>
      ${presets.map((preset) => html`<td key=${preset.name} class=${css(!(name in preset.values) && "dim")}>${name in preset.values ? valueOf(schema, preset.values[name]) : "·"}</td>`)}
      <td class="dim broad">${choicesOf(schema)}</td>
    </tr>`)}</tbody>
  </table></div>`;
}

/** A value of a house rule in words. @param {OptionSchema} schema @param {any} value @returns {string} */
function valueOf(schema, value) {
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map((one) => valueOf(schema, one)).join(t("comma")) || t("none");
  const label = schema["x-labels"]?.find((one) => one.value === value);
  return label ? said(label) : String(value);
}

/** @param {OptionSchema} schema */
function choicesOf(schema) {
  if (schema.type === "boolean") return `${t("yes")}${t("comma")}${t("no")}`;
  if (schema["x-labels"]?.length) return schema["x-labels"].map(said).join(t("comma"));
  if (schema.enum) return schema.enum.map((value) => valueOf(schema, value)).join(t("comma"));
  const { minimum, maximum } = schema.items ?? schema;
  return minimum === undefined ? "" : `${minimum}–${maximum}`;
}

// -- the text ----------------------------------------------------------------------------------------------------

/** @param {{ block: Block, known: Set<string> }} props */
function Part({ block, known }) {
  const spans = (/** @type {Span[]} */ of) => of.map((span, n) => html`<${Piece} key=${n} span=${span} known=${known} />`);
  switch (block.is) {
    case "heading":
      return block.level === 2 ? html`<h2 id=${block.id} tabindex="-1">${block.text}</h2>` : html`<h3 id=${block.id}>${block.text}</h3>`;
    case "paragraph":
      return html`<p>${spans(block.spans)}</p>`;
    case "list":
      return html`<ul class="clauses">${block.items.map((item, n) => html`<li key=${n} class=${css(item.number !== null && "numbered")} data-number=${item.number ?? undefined}>${item.number !== null && html`<span class="dim">${item.number}. </span>`}${spans(item.spans)}</li>`)}</ul>`;
    case "table":
      return html`<div class="scroll" data-scroll tabindex="0" role="region" aria-label=${t("table")}><table class="optiontable">
        <thead><tr>${block.head.map((cell, n) => html`<th scope="col" key=${n}>${spans(cell)}</th>`)}</tr></thead>
        <tbody>${block.rows.map((row, n) => html`<tr key=${n}>${row.map((cell, m) => html`<td key=${m}>${spans(cell)}</td>`)}</tr>`)}</tbody></table></div>`;
  }
}

/** @param {{ span: Span, known: Set<string> }} props */
function Piece({ span, known }) {
  switch (span.is) {
    case "bold":
      return html`<b>${span.text}</b>`;
    case "italic":
      return html`<i>${span.text}</i>`;
    case "code":
      return known.has(span.text) ? html`<a class="option" href=${`#option-${span.text}`}><code>${span.text}</code></a>` : html`<code>${span.text}</code>`;
    case "clause":
      return span.begins ? html`<b class="clause" id=${span.id} tabindex="-1">${span.id}</b>` : html`<${Clause} id=${span.id} />`;
    case "tiles":
      return html`<${Tiles} class="inline" kinds=${kindsOf(span.text) ?? []} />`;
    case "link": {
      if (span.to.startsWith("#")) return html`<a class="option" href=${span.to}>${span.text}</a>`;
      const to = /([a-z]+)\.md$/.exec(span.to)?.[1];
      return to && gameOf(to) ? html`<a href=${`/rules/${to}`}>${gameName(to)}</a>` : span.text;
    }
    case "text":
      return span.text;
  }
}

/** A clause, to go to. @param {{ id: string }} props */
const Clause = ({ id }) => (id ? html`<a class="clause" href=${`#${id}`}>${id}</a>` : null);
