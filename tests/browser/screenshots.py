"""Pictures of every page and state, on phones and a desktop, in light and dark: to be looked at.

    python -m tests.browser.screenshots OUT
    python -m tests.browser.screenshots OUT --only sheet --sizes phone --language de

Starts a server of its own on the loopback interface with a store that is full of games, and ends by itself. Writes
OUT/SIZE-THEME/STATE.png, contact sheets OUT/SIZE-THEME-N.png, and the score sheet as the picture that people share.
With `--whole` a page is taken down to its end.
"""

import argparse
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright

from assistant.store import store_folder
from tests.browser.evening import SAMPLES, prepare
from tests.browser.walk import walk
from tests.web.servers import Server, running
from vision.copies import save_copy
from vision.lesson import load_lesson
from vision.teach import learn_copy

SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "small": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}
THEMES = ("light", "dark")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", default="", help="states whose name matches this pattern")
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--language", default="en")
    parser.add_argument("--whole", action="store_true", help="whole pages instead of what a screen shows")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as server, _chromium() as browser:
        filled = browser.new_context(base_url=server.url)
        evening = prepare(filled.request)
        cookies: Any = filled.storage_state()
        for name in ("evenglow", "evergreen_over"):
            args.out.mkdir(parents=True, exist_ok=True)
            shared = filled.request.get(f"{getattr(evening, name)}/sheet.png").body()
            (args.out / f"shared-picture-{name}.png").write_bytes(shared)
        for size in args.sizes:
            options = {**SIZES[size], "base_url": server.url, "locale": args.language, "service_workers": "block"}
            host = browser.new_context(**options, storage_state=cookies, reduced_motion="reduce")
            guest = browser.new_context(**options, reduced_motion="reduce")
            for name, page in walk(host.new_page(), guest.new_page(), evening):
                if re.search(args.only, name):
                    _take(page, name, size, args.out, whole=args.whole)
            host.close()
            guest.close()
            for theme in THEMES:
                contact_sheets(args.out / f"{size}-{theme}")
    return 0


def _take(page: Page, name: str, size: str, out: Path, *, whole: bool) -> None:
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        path = out / f"{size}-{theme}" / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=path, full_page=whole)


def contact_sheets(folder: Path, width: int = 1600, columns: int = 0) -> None:
    """All pictures of a folder on a few large ones."""
    pictures = sorted(folder.glob("*.png"))
    if not pictures:
        return
    columns = columns or (4 if "desktop" in folder.name else 7)
    rows = 4 if "desktop" in folder.name else 3
    cell = width // columns
    for number in range(0, len(pictures), columns * rows):
        some = [(path, Image.open(path).convert("RGB")) for path in pictures[number : number + columns * rows]]
        heights = [round(picture.height * cell / picture.width) for _path, picture in some]
        tall = max(heights) + 16
        sheet = Image.new("RGB", (width, tall * -(-len(some) // columns)), "white")
        draw = ImageDraw.Draw(sheet)
        for index, ((path, picture), height) in enumerate(zip(some, heights, strict=True)):
            x, y = index % columns * cell, index // columns * tall
            sheet.paste(picture.resize((cell - 6, height)), (x + 3, y + 13))
            draw.text((x + 4, y + 1), path.stem, "black")
        sheet.save(folder.parent / f"{folder.name}-{number // (columns * rows) + 1}.png")


@contextmanager
def _server(folder: Path) -> Iterator[Server]:
    store = store_folder(str(folder / "store"))
    save_copy(store, learn_copy(load_lesson(SAMPLES / "evenglow" / "teach.json")))
    with running(store) as server:
        yield server


@contextmanager
def _chromium() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


if __name__ == "__main__":
    raise SystemExit(main())
