"""Text that a person hands to a command: a file, or stdin."""

import sys
from pathlib import Path

from harness.errors import UsageError


def read_text(source: str) -> str:
    """The text of the file `source`, or of stdin for `-`, as it is: line ends too. Raises UsageError."""
    if source == "-":
        if sys.stdin.isatty():
            print("reading from the terminal; end with Ctrl-D on a line of its own", file=sys.stderr)
        raw = sys.stdin.buffer.read()
    else:
        try:
            raw = Path(source).read_bytes()
        except OSError as error:
            raise UsageError(f"{source}: {error.strerror}") from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{source}: byte {error.start + 1} is not UTF-8; save the text as UTF-8") from None
