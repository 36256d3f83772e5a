"""The only YAML reader: a strict subset of YAML 1.2 that every reader of YAML understands alike.

One document of mappings with text keys, lists and core-schema scalars; nothing shared, tagged, merged or repeated.
What YAML 1.1 and 1.2 read differently (`010`, `1_000`, a bare date) is refused; only `yes`, `no`, `on` and `off` are
taken as the text they are in 1.2. Every error names its line and column and says what to write instead.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from harness import yaml_syntax, yaml_text
from harness.findings import Finding, InvalidFileError, Severity
from harness.yaml_scalars import resolve

try:
    from yaml import CLoader as _Parser  # ten times faster
except ImportError:  # a PyYAML without libyaml
    from yaml import Loader as _Parser  # type: ignore[assignment]

MAX_DEPTH = 40
MAX_NODES = 20_000

DataPath = tuple[str | int, ...]

_COMMENT = re.compile(r"(?:^|(?<=\s))#")


class Place(NamedTuple):
    """A stretch of the text: line and column of its first character, from 1; character offsets from 0."""

    line: int
    column: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Document:
    """A loaded file: its plain data, and where each value and each key stands in the text."""

    name: str
    text: str
    data: dict[str, Any]
    values: Mapping[DataPath, Place]
    keys: Mapping[DataPath, Place]

    def finding(self, path: DataPath, message: str, severity: Severity = "error", *, key: bool = False) -> Finding:
        """A finding at the value (or the key) that `path` names, or at the nearest thing around it."""
        places = self.keys if key else self.values
        while path and path not in places:
            path, places = path[:-1], self.values
        place = places.get(path, Place(1, 1, 0, 0))
        return Finding(self.name, place.line, place.column, message, severity)


def read(path: Path, name: str | None = None) -> Document:
    """Load a file; `name` is what errors call it. Raises InvalidFileError."""
    name = name or str(path)
    try:
        if not path.is_file():
            raise InvalidFileError((Finding(name, 1, 1, "is not a file"),))
        with path.open("rb") as stream:
            source = stream.read(yaml_text.MAX_BYTES + 1)
    except OSError as error:
        raise InvalidFileError((Finding(name, 1, 1, f"cannot be read: {error.strerror}"),)) from error
    return load(source, name)


def load(source: str | bytes, name: str) -> Document:
    """Load one document. Raises InvalidFileError with everything that is wrong, and nothing else."""
    if isinstance(source, bytes):
        text = yaml_text.decode(source, name)
    else:
        text = source
        yaml_text.check(text, name)
    builder = _Builder(text, name)
    data = builder.build()
    if builder.findings:
        raise InvalidFileError(tuple(sorted(set(builder.findings))))
    return Document(name, text, data, builder.values, builder.keys)


class _StopError(Exception):
    """Reading on would make no sense."""


@dataclass(slots=True)
class _Builder:
    text: str
    name: str
    values: dict[DataPath, Place] = field(default_factory=dict)
    keys: dict[DataPath, Place] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    events: Iterator[Any] = field(default_factory=lambda: iter(()))
    nodes: int = 0
    checked: int = 0  # offset up to which tabs have been looked for

    def build(self) -> dict[str, Any]:
        try:
            self.events = _events(self.text)
            return self._document()
        except yaml.YAMLError as error:
            self._report(*yaml_syntax.explain(error, self.text))
        except (ValueError, OverflowError):  # the pure parser's chr() of an escape like "\UFFFFFFFF"
            self._report(1, 1, "an escape in double quotes names no Unicode character; correct it")
        except _StopError:
            pass
        return {}

    def _document(self) -> dict[str, Any]:
        next(self.events)  # the stream starts
        start = next(self.events)
        if isinstance(start, yaml.StreamEndEvent):
            self._report(1, 1, "the file is empty; write at least one `key: value`")
            raise _StopError
        if start.version or start.tags:
            self._fault(start, "a directive; delete the lines that start with %")
        root = next(self.events)
        data = self._node(root, (), 0)
        if not isinstance(data, dict):
            self._fault(root, "the file is not a mapping; write `key: value` lines")
        self._tabs(len(self.text))
        if (end := next(self.events)).explicit:
            self._fault(end, "a `...` line; delete it, the file ends by itself")
        if not isinstance(after := next(self.events), yaml.StreamEndEvent):
            self._fault(after, "a second document; keep one per file and delete the `---` line")
        return data if isinstance(data, dict) else {}

    def _node(self, event: Any, path: DataPath, depth: int) -> Any:
        self.nodes += 1
        if depth > MAX_DEPTH or self.nodes > MAX_NODES:
            limit = f"{MAX_DEPTH} levels" if depth > MAX_DEPTH else f"{MAX_NODES:,} values"
            self._fault(event, f"the file has more than {limit}; make it smaller")
            raise _StopError
        if isinstance(event, yaml.AliasEvent):
            self._fault(event, f"an alias, *{event.anchor}; write the value out in full")
            return None
        if event.anchor is not None:
            self._fault(event, f"an anchor, &{event.anchor}; delete it and write values out in full")
        if event.tag is not None:
            self._fault(event, f"a tag, {event.tag}; delete it, and put text in quotes")
        self.values[path] = place = _place(event)
        if isinstance(event, yaml.ScalarEvent):
            self._skip_quoted(event, place)
            return self._scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(path, depth)
        return self._mapping(path, depth)

    def _list(self, path: DataPath, depth: int) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self._node(event, (*path, len(items)), depth + 1))
        return items

    def _mapping(self, path: DataPath, depth: int) -> dict[str, Any]:
        items: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self._key(event, path, depth)
            inner = (*path, key)
            if inner in self.keys:
                first = self.keys[inner].line
                self._fault(event, f"the key `{key}` is already on line {first}; keep one of the two")
            else:
                self.keys[inner] = _place(event)
            value = self._node(next(self.events), inner, depth + 1)
            items[key] = value
        return items

    def _key(self, event: Any, path: DataPath, depth: int) -> str:
        key = self._node(event, (*path, ""), depth + 1)
        if isinstance(key, str):
            return key
        if isinstance(event, yaml.ScalarEvent):
            self._fault(event, f'the key {event.value or "(nothing)"} is not text; put it in quotes: "{event.value}"')
        elif not isinstance(event, yaml.AliasEvent):
            self._fault(event, "a list or mapping as a key; use text")
        return f"({event.start_mark.line + 1}:{event.start_mark.column + 1})"  # unlike every other

    def _scalar(self, event: Any) -> Any:
        text: str = event.value
        if not event.implicit[0]:  # in quotes, or a block
            if event.style == '"' and not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
                self._fault(event, 'half a character (\\ud800-\\udfff); write the whole one: "\\U0001f600"')
            return text
        try:
            return resolve(text)
        except ValueError as error:
            self._fault(event, str(error))
            return text

    def _skip_quoted(self, event: Any, place: Place) -> None:
        """Tabs are content in quotes and behind the first line of a block."""
        if event.style:
            body = place.start if event.style in "'\"" else self.text.find("\n", place.start, place.end) + 1
            self._tabs(body or place.end)
            self.checked = place.end

    def _tabs(self, end: int) -> None:
        """Report a tab outside of quotes, blocks and comments, where readers of YAML differ about it."""
        gap = self.text[self.checked : end]
        if "\t" in gap:
            offset = self.checked
            for line in gap.split("\n"):
                if "\t" in (code := _COMMENT.split(line, maxsplit=1)[0]):
                    self._report(*yaml_text.position(self.text, offset + code.index("\t")), yaml_syntax.TAB)
                offset += len(line) + 1

    def _fault(self, event: Any, message: str) -> None:
        self._report(event.start_mark.line + 1, event.start_mark.column + 1, message)

    def _report(self, line: int, column: int, message: str) -> None:
        self.findings.append(Finding(self.name, line, column, message))
        if len(self.findings) >= yaml_text.MAX_FINDINGS:
            raise _StopError


def _place(event: Any) -> Place:
    mark = event.start_mark
    return Place(mark.line + 1, mark.column + 1, mark.index, event.end_mark.index)


def _events(text: str) -> Iterator[Any]:
    parser = _Parser(text)
    while (event := parser.get_event()) is not None:
        yield event
