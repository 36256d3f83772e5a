"""The static site: pages -> files, through Jinja templates. The only reader of site/, the only writer of _site/."""

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from harness import public_api, wording
from harness.errors import UsageError
from harness.leaderboard import OVERALL, Board
from harness.ledger import Ledger, is_control
from harness.pages import Page, pages, paths
from harness.public_api import Build
from harness.statistics import WITHIN_CLUSTER
from harness.task import DOMAINS

API = "api/v1"
_MARK = f"{API}/leaderboard.json"  # a folder with this file in it is a site of ours, and may be replaced
# HTML has no place for control characters, and UTF-8 none for halves of a surrogate pair.
_NOT_HTML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")


def build(ledger: Ledger, ranking: Sequence[Board], source: Path, out: Path, made: Build) -> int:
    """Write the site to the folder `out`, whole or not at all; returns the number of pages.

    `ranking` is what `boards` gave for the ledger; `source` holds templates/ and static/. Raises UsageError when
    `out` is something else than a site built before.
    """
    api = {
        "leaderboard.json": public_api.leaderboard(ledger, ranking, made),
        "tasks.json": public_api.tasks(ledger),
    }
    _refuse_foreign(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        draft.chmod(0o755)  # mkdtemp makes it private; a web server may run as somebody else
        shutil.copytree(source / "static", draft / "static")
        number = _write_pages(pages(ledger, ranking), _environment(source, ledger, made), draft)
        _write_api(api, draft)
        _swap(draft, out)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return number


def _environment(source: Path, ledger: Ledger, made: Build) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(source / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    words = (
        wording.percent, wording.score, wording.seconds, wording.dollars, wording.rank_range, wording.count,
        wording.moment, wording.view,
    )  # fmt: skip
    environment.filters.update({word.__name__: word for word in words})
    newest = public_api.newest_result(ledger)
    environment.globals |= {
        "build": made,
        "board_names": (OVERALL, *DOMAINS),
        "newest": newest,
        "newest_age": wording.age(newest, made.built_at) if newest else "",
        "is_control": is_control,
        "within_cluster": WITHIN_CLUSTER,
        "api": API,
        "board_path": paths.board_path,
        "task_path": paths.task_path,
        "model_path": paths.model_path,
        "run_path": paths.run_path,
    }
    return environment


def _write_pages(found: Iterable[Page], environment: Environment, folder: Path) -> int:
    number = 0
    for page in found:
        to = partial(paths.relative, page=page.path)
        html = environment.get_template(page.template).render(page.data, title=page.title, path=page.path, to=to)
        _write(folder / page.path, _NOT_HTML.sub("\ufffd", html))
        number += 1
    return number


def _write_api(files: Mapping[str, Any], folder: Path) -> None:
    for name, content in files.items():
        _write(folder / API / name, json.dumps(content, indent=1, allow_nan=False) + "\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _refuse_foreign(out: Path) -> None:
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise UsageError(f"{out}: not a folder; name a folder that --out may replace")
    if out.is_dir() and any(out.iterdir()) and not (out / _MARK).is_file():
        raise UsageError(f"{out}: holds something else than a site; name an empty or new folder")


def _swap(draft: Path, out: Path) -> None:
    """Put `draft` in the place of `out`: a reader sees the old site or the new one, never half of either."""
    if not out.exists():
        draft.rename(out)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{out.name}.old.", dir=out.parent))
    out.replace(old)  # onto an empty folder
    try:
        draft.rename(out)
    except OSError:
        old.replace(out)
        raise
    shutil.rmtree(old)
