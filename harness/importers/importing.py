"""Importing a file: each record becomes a task file, or is named among those left out, with the reasons."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness import files, task_file, yaml_write
from harness.findings import one_line
from harness.importers import reading
from harness.importers.draft import Draft, Format, LeftOutError
from harness.layout import Layout


@dataclass(frozen=True, slots=True)
class Imported:
    """A record that is a task file now."""

    line: int
    source_id: str
    task_id: str
    path: Path
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A record, or a place in the file, that is none. `source_id` is '' where it can't be told."""

    line: int
    source_id: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """Where the tasks go: `folder`/<domain>/<id>.yaml, with the canary of the repository `layout`."""

    folder: Path
    layout: Layout
    author: str
    created: str


def import_file(source: Path, form: Format, target: Target) -> Iterator[Imported | LeftOut]:
    """Write a task file for each record of `source` that can be a task.

    Raises UsageError for a file that cannot be opened, OSError for a folder that cannot be written.
    """
    canary = task_file.read_canary(target.layout)
    folder = target.folder / form.domain
    folder.mkdir(parents=True, exist_ok=True)
    seen: dict[str, int] = {}
    for item in reading.read(source):
        if isinstance(item, reading.Fault):
            yield LeftOut(item.line, "", (item.message,))
            continue
        source_id = ""
        try:
            source_id = form.identify(item.data)
            first = seen.setdefault(source_id, item.line)
            if first != item.line:
                raise LeftOutError(f"a record of this id is on line {first} already")
            draft = form.convert(item.data)
            path = folder / f"{form.task_id(source_id)}.yaml"
            _write(path, _text(draft, path.stem, form.domain, canary, target), target.layout)
        except LeftOutError as error:
            yield LeftOut(item.line, one_line(source_id), tuple(map(one_line, error.reasons)))
        else:
            yield Imported(item.line, one_line(source_id), path.stem, path, tuple(map(one_line, draft.notes)))


def _text(draft: Draft, task_id: str, domain: str, canary: str, target: Target) -> str:
    data: dict[str, Any] = {
        "id": task_id,
        "domain": domain,
        "title": draft.title,
        "approved": False,
        "created": target.created,
        "author": target.author,
        "canary": canary,
        "prompt": draft.prompt,
        "verifier": draft.verifier,
    }
    if draft.passing:
        data["examples"] = {"passing": list(draft.passing), "failing": list(draft.failing)}
    try:
        return yaml_write.dump(data)
    except ValueError as error:
        raise LeftOutError(str(error)) from None


def _write(path: Path, text: str, layout: Layout) -> None:
    """Write the file once it is a valid task. Raises LeftOutError for one that is none, or that is there already."""
    file = task_file.read_text(text, path, layout)
    errors = [finding.message for finding in file.findings if finding.severity == "error"]
    if errors:
        raise LeftOutError(*errors)
    if not path.exists():
        files.write_whole(path, text)
    elif path.read_bytes() != text.encode("utf-8"):
        raise LeftOutError(f"{path} is there already, with other content; delete it, or choose another --out")


def report(source: Path, form: Format, outcome: list[Imported | LeftOut]) -> Mapping[str, Any]:
    """What became of every record, as `--report` writes it."""
    imported = [item for item in outcome if isinstance(item, Imported)]
    left_out = [item for item in outcome if isinstance(item, LeftOut)]
    return {
        "format": form.name,
        "file": source.name,
        "tasks": [
            {"line": i.line, "source_id": i.source_id, "id": i.task_id, "path": str(i.path), "notes": list(i.notes)}
            for i in imported
        ],
        "left_out": [{"line": i.line, "source_id": i.source_id, "reasons": list(i.reasons)} for i in left_out],
    }
