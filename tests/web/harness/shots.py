"""Screenshots of the scenes of tape.json in Chromium: python tests/web/harness/shots.py [SCENE…] [--size phone] [--theme dark] [--lang zh]."""

from __future__ import annotations

import argparse
import functools
import http.server
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
SIZES = {"phone": (360, 740), "side": (740, 360), "desk": (1280, 800)}
PAGES = {"lobby": "/", "create": "/create", "settings": "/settings"}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("scenes", nargs="+")
    parser.add_argument("--size", nargs="+", default=list(SIZES))
    parser.add_argument("--theme", nargs="+", default=["dark"])
    parser.add_argument("--lang", nargs="+", default=["zh"])
    parser.add_argument("--tiles", default="regular")
    parser.add_argument("--press", nargs="*", default=[], help="keys, or selectors to click")
    parser.add_argument("--wait", type=int, default=900)
    given = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=ROOT))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_address[1]}/tests/web/harness/index.html"
    (HERE / "shots").mkdir(exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for size in given.size:
            width, height = SIZES[size]
            touch = size != "desk"
            for theme in given.theme:
                for lang in given.lang:
                    context = browser.new_context(
                        viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch, device_scale_factor=2 if touch else 1
                    )
                    likes = f'{{"lang":"{lang}","theme":"{theme}","tiles":"{given.tiles}","sound":false}}'
                    context.add_init_script(f"localStorage.setItem('paiju', '{likes}')")
                    page = context.new_page()
                    page.on("console", lambda message: print("console:", message.text))
                    page.on("pageerror", lambda error: print("error:", error))
                    for scene in given.scenes:
                        query = f"page={PAGES[scene]}" if scene in PAGES else f"scene={scene}"
                        page.goto(f"{base}?{query}&pace=60")
                        page.wait_for_timeout(given.wait)
                        for press in given.press:
                            if len(press) == 1 or press in ("Enter", "Escape", "ArrowRight"):
                                page.keyboard.press(press)
                            else:
                                (page.tap if touch else page.click)(press)
                            page.wait_for_timeout(250)
                        page.screenshot(path=HERE / "shots" / f"{scene}-{size}-{theme}-{lang}.png")
                    context.close()
        browser.close()
    server.shutdown()
    server.server_close()


if __name__ == "__main__":
    main()
