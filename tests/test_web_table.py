"""The table in a real browser, fed with scenes of real hands (tests/web/harness): taps, drags, keys, sizes. No server is needed."""

import functools
import http.server
import importlib.util
import re
import shutil
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
pytest.importorskip("litestar", reason="needs the server's packages")

ROOT = Path(__file__).resolve().parent.parent
HARNESS = ROOT / "tests" / "web" / "harness"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
SIZES = {"phone": (360, 740), "side": (740, 360), "desk": (1280, 800)}
SCENES = ("late", "set", "claim", "claimwin", "selfwin", "several", "waiting")


@pytest.fixture(scope="module")
def tape(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scenes, recorded now."""
    spec = importlib.util.spec_from_file_location("paiju_tape", HARNESS / "tape.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    path = tmp_path_factory.mktemp("tape") / "tape.json"
    module.TAPE = path
    module.main()
    return path


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=ROOT))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/tests/web/harness/index.html"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


class Look:
    """Opens scenes; what the page complains of is a failure at the end."""

    def __init__(self, browser: Any, address: str, tape: Path) -> None:
        self.browser, self.address, self.tape = browser, address, tape
        self.complaints: list[str] = []
        self.contexts: list[Any] = []

    def at(self, scene: str, size: str = "desk", *, touch: bool = False, likes: str = "{}", query: str = "") -> Any:
        width, height = SIZES[size]
        context = self.browser.new_context(viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch, reduced_motion="reduce")
        self.contexts.append(context)
        context.add_init_script(f"localStorage.getItem('paiju') ?? localStorage.setItem('paiju', '{likes}')")
        context.route("**/harness/tape.json", lambda route: route.fulfill(path=self.tape, content_type="application/json"))
        page = context.new_page()
        page.on("console", lambda message: message.type == "error" and "favicon" not in message.text and self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.show(page, scene, query)
        return page

    def show(self, page: Any, scene: str, query: str = "") -> None:
        page.goto(f"{self.address}?scene={scene}{query}")
        page.wait_for_selector("#main h1, #main .seat")
        page.locator(".coming").first.wait_for(state="detached")  # all its parts are there
        page.wait_for_timeout(250)  # a question that has just come up is not answered yet


@pytest.fixture
def look(browser: Any, address: str, tape: Path) -> Iterator[Look]:
    found = Look(browser, address, tape)
    yield found
    for context in found.contexts:
        context.close()
    complaints = [text for text in found.complaints if "404" not in text]  # the harness has no icon
    assert not complaints


def answers(page: Any) -> list[str]:
    return [command["action"] for command in page.evaluate("window.sent") if command["do"] == "answer"]


def free_tiles(page: Any) -> Any:
    return page.locator(".mytile:not(.dim)")


def action_of(tile: Any) -> str:
    kind = int(tile.get_attribute("data-kind"))
    return f"discard {kind % 9 + 1}{'mpsz'[kind // 9]}"


# -- one tap, two taps, a drag -----------------------------------------------------------------------------------


def test_a_double_click_discards_one_tile_and_it_is_the_one_under_the_pointer(look: Look) -> None:
    page = look.at("vote")
    tile = free_tiles(page).nth(4)
    wanted = action_of(tile)
    tile.dblclick()
    page.wait_for_timeout(500)
    assert answers(page) == [wanted]


def test_by_touch_the_first_tap_raises_the_second_discards(look: Look) -> None:
    page = look.at("vote", "phone", touch=True)
    tile = free_tiles(page).nth(2)
    wanted = action_of(tile)
    tile.tap()
    assert "raised" in tile.get_attribute("class")
    assert answers(page) == []
    tile.tap()
    assert answers(page) == [wanted]


def test_with_one_tap_set_touch_discards_at_once(look: Look) -> None:
    page = look.at("vote", "phone", touch=True, likes='{"discard":"one"}')
    tile = free_tiles(page).nth(2)
    wanted = action_of(tile)
    tile.tap()
    assert answers(page) == [wanted]


def drag(page: Any, tile: Any, up: float) -> None:
    box = tile.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - up / 2, steps=3)
    page.mouse.move(x, y - up, steps=3)
    page.mouse.up()


def test_a_drag_upwards_discards_a_small_one_does_not(look: Look) -> None:
    page = look.at("vote", likes='{"discard":"drag"}')
    tile = free_tiles(page).nth(3)
    wanted = action_of(tile)
    drag(page, tile, 20)
    assert answers(page) == []
    drag(page, tile, 140)
    assert answers(page) == [wanted]


def test_a_refused_answer_says_why_and_may_be_given_again(look: Look) -> None:
    page = look.at("vote", query="&refuse=1")
    free_tiles(page).nth(1).click()
    assert page.locator(".notice").inner_text()
    page.wait_for_timeout(500)
    free_tiles(page).nth(1).click()
    assert len(answers(page)) == 2


# -- buttons -----------------------------------------------------------------------------------------------------


def test_buttons_go_with_the_answer(look: Look) -> None:
    page = look.at("claim")
    assert page.locator(".answer").count() >= 4
    page.locator(".answer.pass").click()
    assert answers(page) == ["pass"]
    assert page.locator(".answer").count() == 0


def test_a_win_is_not_passed_by_one_press(look: Look) -> None:
    page = look.at("claimwin")
    page.locator(".answer.pass").click()
    assert answers(page) == []
    page.wait_for_timeout(400)
    page.locator(".answer.pass").click()
    assert answers(page) == ["pass"]


def test_on_an_own_turn_with_a_win_a_discard_needs_two_clicks(look: Look) -> None:
    page = look.at("selfwin")
    tile = free_tiles(page).nth(0)
    wanted = action_of(tile)
    tile.click()
    assert answers(page) == []
    page.wait_for_timeout(400)
    tile.click()
    assert answers(page) == [wanted]


def test_declaring_ready_offers_only_the_tiles_that_leave_it_and_says_what_for(look: Look) -> None:
    page = look.at("ready")
    before = free_tiles(page).count()
    page.get_by_role("button", name="报听").click()
    assert 0 < free_tiles(page).count() < before
    tile = page.locator(".mytile.leads").first
    wanted = action_of(tile).replace("discard", "ready")
    assert "听" in tile.get_attribute("aria-label")
    tile.click()
    assert answers(page) == [wanted]


def test_a_watcher_has_no_buttons_and_no_hand(look: Look) -> None:
    page = look.at("watch")
    assert page.locator(".answer, .mytile").count() == 0


# -- keys --------------------------------------------------------------------------------------------------------


def test_keys_discard_claim_and_open_panels(look: Look) -> None:
    page = look.at("vote")
    wanted = action_of(page.locator(".mytile").nth(1))
    page.keyboard.press("2")
    assert answers(page) == [wanted]
    page = look.at("claim")
    page.keyboard.press("l")
    page.wait_for_selector(".panel")
    page.keyboard.press("Escape")
    assert page.locator(".panel").count() == 0
    page.keyboard.press("0")
    assert answers(page) == ["pass"]


def test_arrows_and_enter_discard_too(look: Look) -> None:
    page = look.at("vote")
    wanted = action_of(page.locator(".mytile").nth(2))
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert answers(page) == [wanted]


def test_keys_typed_into_a_field_are_the_fields(look: Look) -> None:
    page = look.at("vote")
    page.evaluate("document.querySelector('#main').append(document.createElement('input'))")
    page.locator("#main > input").focus()
    page.keyboard.type("2h0lym")
    page.wait_for_timeout(300)
    assert answers(page) == []
    assert page.locator(".panel").count() == 0


def test_a_key_held_down_discards_one_tile(look: Look) -> None:
    page = look.at("vote")
    for _ in range(4):
        page.keyboard.down("3")
    page.keyboard.up("3")
    assert len(answers(page)) == 1


# -- sizes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_everything_fits_and_the_own_tiles_are_for_fingers(look: Look, size: str, lang: str) -> None:
    width, height = SIZES[size]
    page = look.at(SCENES[0], size, touch=size != "desk", likes=f'{{"lang":"{lang}"}}')
    for scene in SCENES:
        look.show(page, scene)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, scene
        boxes = [tile.bounding_box() for tile in page.locator(".mytile").all()]
        for box in boxes:
            assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height, (scene, box)
        starts = sorted({(round(box["y"]), box["x"]) for box in boxes})
        pitches = [b[1] - a[1] for a, b in pairwise(starts) if a[0] == b[0]]
        assert all(pitch >= 43.9 for pitch in pitches), (scene, min(pitches))
        for button in page.locator(".answer").all():
            box = button.bounding_box()
            assert box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= width, (scene, box)


# -- what a newcomer must find -----------------------------------------------------------------------------------

OVER = "(one) => { const r = one.getBoundingClientRect(); return one.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)); }"


@pytest.mark.parametrize("opened", ["听牌", "菜单"])
def test_a_vote_lies_over_any_panel(look: Look, opened: str) -> None:
    page = look.at("vote", "phone", touch=True)
    page.get_by_role("button", name=opened).tap()
    page.wait_for_selector(".panel")
    assert page.locator(".vote button").first.evaluate(OVER)
    page.get_by_role("button", name="不同意").tap()
    assert page.evaluate("window.sent.at(-1)")["agree"] is False


@pytest.mark.parametrize("key", "lys")
def test_on_a_desk_a_panel_lies_beside_the_table(look: Look, key: str) -> None:
    page = look.at("late")
    page.keyboard.press(key)
    page.locator(".panel p, .panel li, .panel td").first.wait_for()
    shown = page.locator(".board .plate, .board .river > *, .board .backs .tile, .board .meld .tile").all()
    assert len(shown) > 80 and all(one.evaluate(OVER) for one in shown)


@pytest.mark.parametrize("size", SIZES)
def test_no_panel_covers_the_answers_to_a_question(look: Look, size: str) -> None:
    for scene in ("claim", "dice", "set"):
        page = look.at(scene, size)
        for key in ("l", "y", "s"):
            page.keyboard.press(key)
            page.locator(".panel p, .panel li, .panel td").first.wait_for()
            assert all(button.evaluate(OVER) for button in page.locator(".answer, .mytile").all()), (scene, key)


def test_who_may_claim_is_asked_in_words_and_on_his_plate_and_each_button_shows_its_tiles(look: Look) -> None:
    for size in SIZES:
        page = look.at("claim", size, touch=size != "desk")
        hint = page.locator(".buttons .hint")
        assert hint.inner_text() == "要不要？" and hint.evaluate(OVER)
        assert page.locator(".seat.on").get_attribute("data-place") == "me" and page.locator("[data-place=me] .plate").evaluate(OVER)
        assert [len(button.locator(".tile").all()) for button in page.locator(".answer").all()] == [1, 1, 3, 0]


@pytest.mark.parametrize("size", SIZES)
def test_answers_in_several_rows_are_read_as_any_text(look: Look, size: str) -> None:
    page = look.at("dice", size, likes='{"lang":"en"}')
    boxes = [button.bounding_box() for button in page.locator(".answer").all()]
    places = [(round(box["y"]), box["x"]) for box in boxes]
    assert places == sorted(places) and len(places) > 3


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_on_a_phone_the_title_ends_before_the_buttons_begin(look: Look, lang: str) -> None:
    for scene in ("turn", "vote", "sea"):
        page = look.at(scene, "phone", likes=f'{{"lang":"{lang}"}}')
        page.wait_for_function("getComputedStyle(document.querySelector('.top button')).fontSize === '14px'")
        ends = [one.bounding_box() for one in page.locator(".top h1 > *").all()]
        assert max(box["x"] + box["width"] for box in ends) <= page.locator(".top nav").bounding_box()["x"], scene


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_scores_fit_a_phone_and_agree_with_the_plates(look: Look, lang: str) -> None:
    page = look.at("turn", "phone", likes=f'{{"lang":"{lang}"}}')
    plates = [page.locator(f"[data-place={place}] .score").inner_text() for place in ("me", "right", "top", "left")]
    page.keyboard.press("s")
    page.locator(".panel td").first.wait_for()
    assert page.locator(".panel .scroll").evaluate("(one) => one.scrollWidth <= one.clientWidth")
    assert sorted(plates) == ["2", "2", "−2", "−2"]
    for row in (".panel tbody tr", ".panel tfoot tr"):
        cells = [cell.inner_text().replace("+", "") for cell in page.locator(row).locator("td").all()]
        assert sorted(cells) == sorted(plates)
    assert page.locator(".panel tbody th").inner_text() == "1…"


def test_on_a_phone_no_panel_reaches_under_what_is_said_of_the_turn(look: Look) -> None:
    page = look.at("turn", "phone")
    page.keyboard.press("?")
    page.locator(".panel dl").evaluate("(keys) => keys.append(...[...keys.children].map((one) => one.cloneNode(true)))")
    box = page.locator(".panel").bounding_box()
    assert box["y"] + box["height"] <= page.locator(".asking").bounding_box()["y"]


def test_a_raised_tile_lies_under_no_button_and_one_that_may_not_go_stays_down(look: Look) -> None:
    page = look.at("selfwin")
    page.locator(".mytile").last.click()
    button = page.locator(".answer").bounding_box()
    assert button["y"] + button["height"] <= page.locator(".mytile.raised").bounding_box()["y"]
    page = look.at("claim")
    tile = page.locator(".mytile").first
    before = tile.bounding_box()
    tile.hover()
    assert tile.bounding_box() == before


def test_the_dice_of_the_deal_lie_in_the_box_in_the_middle(look: Look) -> None:
    page = look.at("live-changchun", query="&pace=300")
    page.set_viewport_size({"width": 1280, "height": 640})
    page.locator(".dice b").last.wait_for()
    room = "(one) => one.getBoundingClientRect().bottom - parseFloat(getComputedStyle(one, '::before').bottom)"
    box = page.locator(".dice").bounding_box()
    assert box["y"] + box["height"] <= page.locator(".middle").evaluate(room)


def test_who_won_and_who_discarded_are_told_apart(look: Look) -> None:
    assert look.at("won").locator(".winner p").first.inner_text() == "Anneliese胡，小明点炮"


def test_the_scores_say_how_strong_each_bot_is(look: Look) -> None:
    page = look.at("late")
    page.keyboard.press("s")
    heads = page.locator(".panel .scores thead th:has(small)")
    heads.first.wait_for()
    assert [head.inner_text().split() for head in heads.all()] == [["电脑丙", "快手"], ["电脑丁", "快手"]]


def test_why_a_hand_does_not_win_is_reached_on_a_phone(look: Look) -> None:
    page = look.at("turn", "phone", touch=True)
    for opened in ("听牌", "菜单"):
        page.get_by_role("button", name=opened).tap()
        page.locator(".panel").get_by_role("button", name="为什么不能胡").tap()
        page.get_by_text("将不是二、五、八").wait_for()
        page.get_by_role("button", name="关闭").tap()


def test_who_leaves_is_told_what_it_means_first(look: Look) -> None:
    page = look.at("sea", "phone", touch=True)
    page.get_by_role("button", name="菜单").tap()
    page.get_by_role("button", name="退出这一局").tap()
    assert "扣分（CS-48）" in page.locator(".panel p").first.inner_text()
    assert not page.evaluate("window.sent")
    page.get_by_role("button", name="真的退出").tap()
    assert page.evaluate("window.sent.at(-1).do") == "leave"


def test_how_to_discard_is_said_until_it_was_done_three_times(look: Look) -> None:
    page = look.at("vote", "phone", touch=True, likes='{"discarded":2}')
    hint = page.locator(".asking > .hint")
    assert hint.inner_text() == "该你打牌，点一张"
    tile = page.locator(".mytile:not(.dim, .leads)").first
    tile.tap()
    assert hint.inner_text() == "再点一次打出"
    tile.tap()
    look.show(page, "vote")
    assert hint.inner_text() == "轮到你"


@pytest.mark.parametrize("size", SIZES)
def test_the_own_hand_is_seen_while_one_is_played_for(look: Look, size: str) -> None:
    page = look.at("auto", size)
    page.get_by_text("只打摸到的牌").wait_for()
    assert all(tile.evaluate(OVER) for tile in page.locator(".mytile").all())
    assert page.locator(".autobar button").evaluate(OVER)
    assert page.locator("[data-place=me] .plate").evaluate(OVER)


def test_changsha_knows_no_rounds(look: Look) -> None:
    """G-10"""
    assert "圈" not in look.at("sea").locator(".top small").inner_text()
    page = look.at("turn")
    page.get_by_text("东风圈").wait_for()


def test_a_settlement_says_whom_each_bird_hits(look: Look) -> None:
    """CS-38"""
    page = look.at("several")
    wins = page.locator(".winner").all()
    assert len(wins) > 1
    for win in wins:
        assert len(re.findall("数到 .+，没?中", win.inner_text())) == 2


def test_a_finished_match_marks_the_own_place(look: Look) -> None:
    page = look.at("matchover")
    assert page.locator(".final .own").inner_text().split()[3:5] == ["小明", "你"]
    assert "最后一盘" in page.locator(".outcome h3").first.inner_text()


def test_the_dice_of_the_deal_are_shown(look: Look) -> None:
    page = look.at("live-changchun", "phone", query="&pace=300")
    page.locator(".dice b").first.wait_for()
    assert "打骰" in page.locator(".dice").inner_text()


def test_all_screens_have_the_same_ways_to_the_others(look: Look) -> None:
    ways = None
    for path in ("/", "/create", "/settings", "/calculator"):
        page = look.at("turn", query=f"&page={path}")
        page.locator(".links").wait_for()
        found = [link.get_attribute("href") for link in page.locator(".links a").all()]
        assert ways in (None, found) and "/account" in found
        ways = found


# -- a whole hand ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["changchun", "baicheng", "changsha"])
def test_a_whole_hand_is_shown_to_its_end(look: Look, variant: str) -> None:
    page = look.at(f"live-{variant}", "phone", likes='{"sound":false}', query="&pace=4")
    page.wait_for_selector(".outcome", timeout=20_000)
    assert re.search(r"\d", page.locator(".sums").inner_text())
    assert not [command for command in page.evaluate("window.sent") if command["do"] == "sync"]
    page.keyboard.press("Enter")
    assert page.evaluate("window.sent.at(-1).do") == "next"
