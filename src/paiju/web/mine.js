/**
 * The own side of the table: the hand to discard from, the buttons of the open question, and what a discard would wait for.
 *
 * @import { Choice } from "./protocol.js"
 * @import { Button } from "./choices.js"
 * @import { Game } from "./game.js"
 */

import { notation, shown, unseen } from "./choices.js";
import { css, html, useEffect, useRef, useSignal } from "./html.js";
import { like, likes } from "./state.js";
import { Tile, Tiles, laidOut } from "./tiles.js";
import { both, t, tileName, tileNames } from "./words.js";

const LEARNED = 3; // discards after which nobody need be told how to

/** @param {{ game: Game, seat: number }} props */
export function Mine({ game, seat }) {
  const { view } = game.known.value;
  const question = game.open;
  const picked = useSignal(-1); // place of the tile that is raised
  const declaring = useSignal(false); // choosing the tile to declare ready with
  const sure = useSignal(false); // a win was passed once: the next time counts
  const focus = useSignal(-1);
  const tiles = useRef(/** @type {HTMLElement | null} */ (null));
  const hand = view?.seats[seat].hand ?? [];
  const drawn = view?.turn === seat ? view.drawn : null;
  const { kinds, apart } = laidOut(hand, drawn ?? null);
  const choices = shown(question, kinds.length);
  const id = question?.id;

  useEffect(() => {
    picked.value = -1;
    declaring.value = sure.value = false;
  }, [id]);
  useEffect(() => {
    if (picked.value >= kinds.length) picked.value = -1;
  }, [kinds.length]);

  const goes = declaring.value ? choices.readies : choices.discards;

  /** Discards that tile, or asks the server why it may not go. @param {number} kind */
  const discard = (kind) => {
    if (!question || !choices.tileKeys.length) return;
    const choice = goes.get(kind);
    if (choice) {
      if (likes.value.discarded < LEARNED) like("discarded", likes.value.discarded + 1);
      game.answer(question, choice.action);
    } else if (declaring.value) game.say(both("pick_ready"));
    else if (game.open?.id === question.id) game.do({ do: "answer", question: question.id, action: `discard ${notation(kind)}` });
  };
  /** @param {number} kind @param {number} n - its place, to raise it @param {string} pointer */
  const tap = (kind, n, pointer) => {
    if (!question || !choices.tileKeys.length || !game.mayAct()) {
      picked.value = picked.value === n ? -1 : n;
      return;
    }
    const { discard: how } = likes.value;
    const twice = how === "two" || how === "drag" || (how === "auto" && pointer === "touch") || choices.canWin;
    if (twice && picked.value !== n) picked.value = n;
    else if (how === "drag" && pointer !== "key") picked.value = -1;
    else discard(kind);
  };
  /** @param {Button} button */
  const press = (button) => {
    if (!question) return;
    if (!button.choice) {
      declaring.value = !declaring.value;
      picked.value = -1;
    } else if (button.verb === "pass" && choices.canWin && !sure.value) sure.value = true;
    else game.answer(question, button.choice.action);
  };
  const step = (/** @type {number} */ by) => {
    const at = focus.value < 0 ? (by > 0 ? -1 : kinds.length) : focus.value;
    focus.value = Math.min(kinds.length - 1, Math.max(0, at + by));
    /** @type {HTMLElement | undefined} */ (tiles.current?.querySelectorAll("button")[focus.value])?.focus();
  };

  useEffect(() => {
    game.keys = (key) => {
      if (key === "ArrowRight" || key === "ArrowLeft") step(key === "ArrowRight" ? 1 : -1);
      else if (key === "Escape" && (declaring.value || picked.value >= 0 || sure.value)) {
        declaring.value = sure.value = false;
        picked.value = -1;
      } else if (choices.tileKeys.includes(key)) {
        const n = choices.tileKeys.indexOf(key);
        if (choices.canWin && picked.value !== n) picked.value = n;
        else discard(kinds[n]);
      } else {
        const button = choices.buttons.find((one) => one.key === key);
        if (!button) return false;
        press(button);
      }
      return true;
    };
  });

  const hint = picked.value >= 0 ? goes.get(kinds[picked.value]) : undefined;
  const turn = question?.kind === "turn" && choices.tileKeys.length > 0 && !declaring.value && !hint?.waits.length;
  const how = likes.value.discarded >= LEARNED ? "your_turn" : likes.value.discard === "drag" ? "drag_up" : picked.value < 0 ? "tap_one" : "tap_again";
  return html`<div class=${css("mine", declaring.value && "declaring")}>
    <div class="asking" aria-label=${t(question?.kind === "turn" ? "your_turn" : "your_claim")} role="group">
      ${hint && hint.waits.length > 0 && html`<${WaitsHint} game=${game} choice=${hint} />`}
      ${declaring.value && html`<span class="hint">${t("pick_ready")}</span>`}
      ${turn && html`<span class="hint">${t(how)}</span>`}
      <div class="buttons">
        ${question && !choices.tileKeys.length && html`<span class="hint">${t("your_claim")}</span>`}
        ${choices.buttons.map((button) => html`<${Answer} key=${button.choice?.action ?? button.verb} button=${button} sure=${sure.value} on=${declaring.value && !button.choice} press=${press} />`)}
      </div>
    </div>
    <div class="hand" role="group" aria-label=${t("own_hand")} ref=${tiles} data-count=${kinds.length}>
      ${kinds.map((kind, n) => {
        const choice = goes.get(kind);
        return html`<${HandTile}
          key=${n}
          kind=${kind}
          n=${n}
          hotkey=${choices.tileKeys[n] ?? ""}
          apart=${apart && n === kinds.length - 1}
          raised=${picked.value === n}
          dim=${choices.tileKeys.length > 0 && !choice}
          waits=${choice?.waits ?? []}
          reached=${focus.value === n || (focus.value < 0 && n === 0)}
          tap=${tap}
          drop=${discard}
          focus=${(/** @type {number} */ at) => (focus.value = at)}
        />`;
      })}
    </div>
  </div>`;
}

/** @param {{ button: Button, sure: boolean, on: boolean, press: (button: Button) => void }} props */
function Answer({ button, sure, on, press }) {
  const { choice, verb, which, tiles, key } = button;
  const word = t(`do_${verb.startsWith("add ") ? "add" : verb.replace(" ", "_")}`);
  const label = verb === "pass" && sure ? t("really_pass") : which ? `${word} ${t(`which_${which}`)}` : word;
  return html`<button
    class=${css("answer", verb === "win" && "win", verb === "pass" && "pass", on && "on")}
    aria-pressed=${choice ? undefined : on}
    aria-keyshortcuts=${key}
    data-key=${key}
    onClick=${() => press(button)}
  >
    ${label} ${tiles.length > 0 && html`<${Tiles} kinds=${tiles} />`}
  </button>`;
}

/**
 * @param {{
 *   kind: number, n: number, hotkey: string, apart: boolean, raised: boolean, dim: boolean, waits: readonly number[], reached: boolean,
 *   tap: (kind: number, n: number, pointer: string) => void, drop: (kind: number) => void, focus: (n: number) => void,
 * }} props
 */
function HandTile({ kind, n, hotkey, apart, raised, dim, waits, reached, tap, drop, focus }) {
  const drag = useRef({ pointer: "", y: 0, x: 0, moved: false });
  /** @param {PointerEvent & { currentTarget: HTMLElement }} event */
  const down = (event) => {
    drag.current = { pointer: event.pointerType, y: event.clientY, x: event.clientX, moved: false };
  };
  /** @param {PointerEvent & { currentTarget: HTMLElement }} event */
  const move = (event) => {
    const { y, x } = drag.current;
    if (!event.buttons || !y) return;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (!drag.current.moved && Math.hypot(dx, dy) < 8) return;
    drag.current.moved = true;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.style.transform = `translate(${dx}px, ${dy}px)`;
  };
  /** @param {PointerEvent & { currentTarget: HTMLElement }} event */
  const up = (event) => {
    const far = drag.current.y - event.clientY > event.currentTarget.offsetHeight * 0.6;
    event.currentTarget.style.transform = "";
    if (drag.current.moved && far && event.type === "pointerup") drop(kind);
    drag.current.y = 0;
  };
  /** @param {MouseEvent} event */
  const click = (event) => {
    if (!drag.current.moved) tap(kind, n, event.detail ? drag.current.pointer : "key");
    drag.current.moved = false;
  };
  const label = tileName(kind) + (waits.length ? ` ${t("waits_for")} ${tileNames(waits)}` : "");
  return html`<button
    class=${css("mytile", apart && "apart", raised && "raised", dim && "dim", waits.length > 0 && "leads")}
    aria-label=${label}
    aria-keyshortcuts=${hotkey || undefined}
    data-key=${hotkey || undefined}
    aria-disabled=${dim || undefined}
    tabindex=${reached ? 0 : -1}
    data-kind=${kind}
    onPointerDown=${down}
    onPointerMove=${move}
    onPointerUp=${up}
    onPointerCancel=${up}
    onClick=${click}
    onFocus=${() => focus(n)}
  >
    <${Tile} kind=${kind} name=${false} />
  </button>`;
}

/** What the raised tile's discard would wait for. @param {{ game: Game, choice: Choice }} props */
function WaitsHint({ game, choice }) {
  const { view } = game.known.value;
  return html`<span class="hint waits">
    ${t("waits_for")}
    ${choice.waits.map((kind) => html`<span class="wait" key=${kind}><${Tile} kind=${kind} />${view && html`<small>×${unseen(view, kind)}</small>`}</span>`)}
  </span>`;
}
