"""Chromium, and sites served under a sub-path as GitHub Pages serves them."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.harness.board_data import World
from tests.harness.test_site import write


class Quiet(SimpleHTTPRequestHandler):
    """Logs nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


# Not for the whole session: while Playwright is open its event loop runs, and no other test could start one.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The system's browser; --no-sandbox because CI runs as root, and all pages are ours."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str, Callable[[], World]], str]]:
    """Builds the site of a world once, and gives its address, below /<name>/."""
    root = tmp_path_factory.mktemp("web")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()

    def address(name: str, world: Callable[[], World]) -> str:
        if not (root / name).exists():
            write(world(), root / name)
        return f"http://127.0.0.1:{server.server_port}/{name}/"

    yield address
    server.shutdown()
    thread.join()
    server.server_close()
