"""What an importer makes of one record, and how it reads the record's fields."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from harness.findings import one_line

_LONGEST_TITLE = 80
_LONGEST_SLUG = 40
_PREFIXES = {"humaneval": "HumanEval"}  # which its ids all begin with


@dataclass(frozen=True, slots=True)
class Draft:
    """A task in the making. `notes` say where its verdicts differ from those of the source's own checker, and why."""

    title: str
    prompt: str
    verifier: Mapping[str, Any]
    passing: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class LeftOutError(Exception):
    """A record that cannot become a task. `reasons` say why, one sentence each."""

    def __init__(self, *reasons: str):
        self.reasons = reasons
        super().__init__("; ".join(reasons))


@dataclass(frozen=True, slots=True)
class Format:
    """A public data set's file format.

    `identify` gives the id that a record has in its source, `convert` the task it stands for; both raise
    LeftOutError.
    """

    name: str
    domain: str
    identify: Callable[[Mapping[str, Any]], str]
    convert: Callable[[Mapping[str, Any]], Draft]

    def task_id(self, source_id: str) -> str:
        """The id of the task made from a source id: the same for the same, another for another.

        A source id that an id of ours cannot spell (capitals, signs, length) is told apart by a hash at its end.
        """
        own = source_id.removeprefix(f"{_PREFIXES.get(self.name)}/")
        slug = re.sub(r"[^a-z0-9]+", "-", own.lower()).strip("-")
        if slug != own or len(slug) > _LONGEST_SLUG:
            slug = f"{slug[:_LONGEST_SLUG].strip('-')}-{digest(source_id)}".strip("-")
        return f"{self.name}-{slug}"


def digest(text: str) -> str:
    """Ten hexadecimal digits that stand for `text`."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]


def title(prefix: str, text: str) -> str:
    """`prefix` and the beginning of `text`, as a title of at most 80 characters."""
    whole = one_line(" ".join(f"{prefix}: {text}".split()))
    return whole if len(whole) <= _LONGEST_TITLE else f"{whole[: _LONGEST_TITLE - 1].rstrip()}…"


def text(record: Mapping[str, Any], *keys: str) -> str:
    """The text under the first of `keys` that is there. Raises LeftOutError when there is none."""
    value = next((record[key] for key in keys if record.get(key) is not None), None)
    if not isinstance(value, str) or not value.strip():
        raise LeftOutError(f"`{keys[0]}` is {'missing' if value is None else 'not text, or empty'}")
    return value


def texts(record: Mapping[str, Any], key: str) -> list[str]:
    """The list of texts under `key`; none or null is an empty list. Raises LeftOutError for anything else."""
    value = record.get(key) or []
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        raise LeftOutError(f"`{key}` is not a list of texts")
    return value


def name(record: Mapping[str, Any], key: str) -> str:
    """The id under `key`, a text or a whole number, as text. Raises LeftOutError when there is none."""
    value = record.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
        raise LeftOutError(f"`{key}` is missing, or neither text nor a whole number")
    return str(value)


def whole(value: Any) -> int | None:
    """A whole number, also when an export has made 300.0 of 300; None for anything else."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
