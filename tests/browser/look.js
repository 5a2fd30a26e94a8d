// What stands on the table's screen, once one of the tests holds or the time is up.
async ([tests, patience]) => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const state = {
    tiles: () => all(".mine .mytile"),
    buttons: () => all(".mine .answer"),
    next: () => all("[data-next]:not(:disabled)"),
    turn: () => all(".mine .mytile[aria-keyshortcuts]").length > 0,
    asked: () => all(".mine .answer, .mine .mytile[aria-keyshortcuts]").length > 0,
    result: () => all(".outcome").length > 0,
    over: () => all(".outcome .final").length > 0,
  };
  const holds = () => tests.split(" ").some((name) => {
    const found = state[name.replace("!", "")]();
    return (Array.isArray(found) ? found.length > 0 : found) !== name.startsWith("!");
  });
  const end = Date.now() + patience;
  while (!holds() && Date.now() < end) await new Promise((done) => setTimeout(done, 10));
  const spot = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  return {
    holds: holds(), turn: state.turn(), asked: state.asked(), result: state.result(), over: state.over(), next: state.next().map(spot),
    tiles: state.tiles().map((tile) => ({
      kind: Number(tile.dataset.kind), key: tile.getAttribute("aria-keyshortcuts"), may: !tile.hasAttribute("aria-disabled"),
      raised: tile.classList.contains("raised"), at: spot(tile),
    })),
    buttons: state.buttons().map((button) => ({
      word: button.firstChild.textContent.trim(), key: button.getAttribute("aria-keyshortcuts"), on: button.classList.contains("on"), at: spot(button),
    })),
    rivers: Object.fromEntries(all(".board [data-place]").map((seat) => [seat.dataset.place, seat.querySelectorAll(".river .tile").length])),
    hand: all(".top small")[0]?.innerText ?? "", left: Number(all(".wall b")[0]?.textContent),
  };
}
