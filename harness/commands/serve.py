"""`touchstone serve`: show the built site on this machine."""

import argparse
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from os import PathLike

from harness import layout
from harness.errors import UsageError

HOST = "127.0.0.1"  # never another: what is not yet public is shown here


class Handler(SimpleHTTPRequestHandler):
    """Answers as GitHub Pages does: no lists of folders; and no log line for every request."""

    def list_directory(self, path: str | PathLike[str]) -> BytesIO | None:
        """Refuse."""
        del path
        self.send_error(HTTPStatus.NOT_FOUND)
        return None

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--port", type=int, default=8000, help="0 takes any free one (default: 8000)")


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    folder = layout.find().root / "_site"
    if not (folder / "index.html").is_file():
        raise UsageError(f"{folder}: no site there; build it with: touchstone site")
    if not 0 <= args.port <= 65535:
        raise UsageError(f"--port {args.port}: choose one of 0 to 65535")
    try:
        server = ThreadingHTTPServer((HOST, args.port), partial(Handler, directory=str(folder)))
    except OSError as error:
        raise UsageError(f"port {args.port}: {error.strerror}; choose another with --port") from None
    with server:
        print(f"http://{HOST}:{server.server_port}/  (stop with Ctrl-C)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0
