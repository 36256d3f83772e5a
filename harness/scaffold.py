"""A new task file: a small task that works, of the kind its domain mostly needs, to be written over."""

import datetime
import json
import re
from pathlib import Path
from string import Template

import verifiers
from harness import files, git
from harness.errors import UsageError
from harness.layout import Layout
from harness.task import DOMAINS
from harness.task_file import read_canary
from harness.task_lint import UNKNOWN_AUTHOR

VERIFIER_OF = {
    "instruction": "instruction_rules",
    "json": "json_schema",
    "math": "exact_number",
    "code": "code_exec",
    "writing": "human_vote",
}
_FOLDER = Path(__file__).parent / "scaffolds"
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def write(layout: Layout, domain: str, task_id: str, verifier: str | None = None) -> Path:
    """Write tasks/<domain>/<id>.yaml and return its path; `verifier` is a type, by default the domain's usual one.

    Raises UsageError for a bad id, an unknown domain or type, or an id that is taken.
    """
    kind = verifier or VERIFIER_OF.get(domain, "")
    if domain not in DOMAINS:
        raise UsageError(f"there is no domain {domain!r}; choose one of {', '.join(DOMAINS)}")
    if not _ID.fullmatch(task_id) or len(task_id) > 64:
        raise UsageError(f"{task_id!r} cannot be an id; use a-z, 0-9 and single dashes, such as two-trains")
    if taken := sorted(layout.tasks.glob(f"*/{task_id}.yaml")):
        raise UsageError(f"{taken[0]}: there is a task of this id already; choose another")
    if kind not in verifiers.types():
        raise UsageError(f"there is no verifier {kind!r}; choose one of {', '.join(verifiers.types())}")
    path = layout.tasks / domain / f"{task_id}.yaml"
    path.parent.mkdir(exist_ok=True)
    files.write_whole(path, text(domain, task_id, kind, author(layout), read_canary(layout)))
    return path


def text(domain: str, task_id: str, kind: str, author: str, canary: str) -> str:
    """The content of a new task file."""
    head, body = ((_FOLDER / f"{name}.yaml").read_text(encoding="utf-8") for name in ("head", kind))
    created = datetime.datetime.now(datetime.UTC).date().isoformat()
    values = {"id": task_id, "domain": domain, "created": created, "author": author}
    return Template(head).substitute(values, canary=json.dumps(canary, ensure_ascii=False)) + body


def author(layout: Layout) -> str:
    """The GitHub login that git knows (`git config github.user`), or a placeholder that `check` points out."""
    login = git.setting(layout.root, "github.user")
    return f"@{login}" if login and re.fullmatch(r"[A-Za-z0-9](-?[A-Za-z0-9]){0,38}", login) else UNKNOWN_AUTHOR
