"""Write docs/leaderboard-light.png and docs/leaderboard-dark.png: the real board of results/, for the README.

Usage: .venv/bin/python scripts/screenshot.py   (after scripts/bootstrap.py dev; needs Chromium, as the tests do)
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
TOUCHSTONE = [sys.executable, "-m", "harness.cli"]
WIDTH, HEIGHT = 1280, 720


def main() -> int:
    """Build the site, serve it, and take both pictures. Exit code 2 without Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("screenshot: Chromium is not on PATH; on Debian or Ubuntu: apt-get install chromium", file=sys.stderr)
        return 2
    subprocess.run([*TOUCHSTONE, "site"], cwd=ROOT, check=True)
    serve = subprocess.Popen([*TOUCHSTONE, "serve", "--port", "0"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium refuses to sandbox root; the pages are ours
    try:
        url = serve.stdout.readline().split()[0] if serve.stdout else ""
        with sync_playwright() as playwright, playwright.chromium.launch(executable_path=chromium, args=sandbox) as one:
            for scheme in ("light", "dark"):
                size = {"width": WIDTH, "height": HEIGHT}
                page = one.new_page(viewport=size, color_scheme=scheme, device_scale_factor=2)
                page.goto(url)
                page.evaluate("document.fonts.ready")
                bottom = page.evaluate("document.querySelector('main').getBoundingClientRect().bottom")
                picture = ROOT / "docs" / f"leaderboard-{scheme}.png"
                page.screenshot(path=picture, clip={"x": 0, "y": 0, "width": WIDTH, "height": min(HEIGHT, bottom + 24)})
                print(picture.relative_to(ROOT).as_posix())
    finally:
        serve.terminate()
        serve.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
