"""The README's pictures, from the built site: `touchstone site && python -m tests.browser.pictures`."""

from pathlib import Path

from playwright.sync_api import ViewportSize

from tests.browser.conftest import system_chromium

ROOT = Path(__file__).parent.parent.parent
SIZE: ViewportSize = {"width": 1200, "height": 290}


def main() -> None:
    """Write docs/leaderboard-light.png and docs/leaderboard-dark.png."""
    with system_chromium() as browser:
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport=SIZE, color_scheme=scheme, device_scale_factor=2)
            page.goto((ROOT / "_site/index.html").as_uri())
            page.screenshot(path=ROOT / f"docs/leaderboard-{scheme}.png")


if __name__ == "__main__":
    main()
