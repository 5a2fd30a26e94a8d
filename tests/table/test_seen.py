"""What is seen of the table: whether everything fits and nothing lies over what is needed, and what is said."""

import re
from itertools import pairwise

import pytest

from tests.table.conftest import SIZES, Look

SCENES = ("late", "set", "claim", "claimwin", "selfwin", "several", "waiting")
LATER = "getComputedStyle(document.querySelector('.top button')).fontSize === '14px'"  # on a phone: all styles have come
OVER = "(one) => { const r = one.getBoundingClientRect(); return one.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)); }"


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
        page.wait_for_function(LATER)
        ends = [one.bounding_box() for one in page.locator(".top h1 > *").all()]
        assert max(box["x"] + box["width"] for box in ends) <= page.locator(".top nav").bounding_box()["x"], scene


MEETING = """(which) => {
  const boxes = [...document.querySelectorAll(which)].map((one) => [one.innerText, one.getBoundingClientRect()]);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap(([a, here], n) => boxes.slice(0, n).filter(([, there]) => meet(here, there)).map(([b]) => [a, b]));
}"""


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_on_a_phone_plates_and_what_stands_between_them_keep_apart_and_the_clock_is_seen(look: Look, lang: str) -> None:
    page = look.at("turn", "phone", touch=True, likes=f'{{"lang":"{lang}"}}')
    assert page.locator(".treasure small").count() == 2 and page.evaluate(MEETING, ".plate, .middle > *") == []
    for scene in ("turn", "claim", "claimwin", "dice"):
        look.show(page, scene)
        page.wait_for_function(LATER)
        assert page.locator("[data-place=me] .clock").count() == 1
        assert page.evaluate(MEETING, "[data-place=me] .clock, .answer, .asking .hint") == [], scene


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
