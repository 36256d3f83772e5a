"""Where things are on the site. All paths are relative to its root; links between pages are relative to each other."""

import posixpath
import re
from hashlib import sha256

from harness.leaderboard import OVERALL

_ORDINARY = re.compile(r"[a-z0-9]+(?:[._-][a-z0-9]+)*(?:/[a-z0-9]+(?:[._-][a-z0-9]+)*)?")
_LONGEST = 100


def file_name(name: str) -> str:
    """A file name for any text, different for different texts, and the same for ever.

    An ordinary name reads as itself, with `~` for a slash; every other one gets a digest of it behind `~~`.
    """
    if _ORDINARY.fullmatch(name) and len(name) <= _LONGEST:
        return name.replace("/", "~")
    readable = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40]
    return f"{readable}~~{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:20]}"


def board_path(name: str) -> str:
    return "index.html" if name == OVERALL else f"{name}.html"


def task_path(task_id: str) -> str:
    return f"tasks/{file_name(task_id)}.html"


def model_path(model: str) -> str:
    return f"models/{file_name(model)}.html"


def run_path(run_id: str) -> str:
    return f"runs/{file_name(run_id)}.html"


def relative(target: str, page: str) -> str:
    """The link from `page` to `target`, so that the site works under any address."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")
