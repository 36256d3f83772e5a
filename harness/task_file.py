"""Task files: from tasks/<domain>/<id>.yaml to `Task`, or to everything that is wrong with it."""

import datetime
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

import verifiers
from harness import schema_check, strict_yaml
from harness.findings import Finding, InvalidFileError, InvalidTaskError
from harness.layout import Layout
from harness.strict_yaml import Document
from harness.task import DOMAINS, Examples, Task

_MAX_TOLD = 50  # faults of one file


@dataclass(frozen=True, slots=True)
class TaskFile:
    """One file, read. `task` is None when a finding is an error; `document` is None when it is not even YAML."""

    name: str
    path: Path
    findings: tuple[Finding, ...]
    document: Document | None = None
    task: Task | None = None


def load_all(layout: Layout) -> list[Task]:
    """Every task of the repository, approved or not, ordered by domain folder and id.

    Raises InvalidTaskError when any file is wrong: a suite that silently lost a task is no suite.
    """
    files = read_all(layout)
    errors = tuple(finding for file in files for finding in file.findings if finding.severity == "error")
    if errors:
        raise InvalidTaskError(errors)
    return [file.task for file in files if file.task]


def read_all(layout: Layout) -> list[TaskFile]:
    """Every file under tasks/ that is a task or looks meant as one, with what is wrong; ids occur once in the tree."""
    canary = read_canary(layout)
    files = [_read(path, layout, canary) for path in _paths(layout)]
    seen: dict[str, TaskFile] = {}
    for number, file in enumerate(files):
        if file.task and file.document:
            first = seen.setdefault(file.task.id, file)
            if first is not file:
                message = f"the id `{file.task.id}` is taken by {first.name}; choose another and rename the file"
                finding = file.document.finding(("id",), message)
                files[number] = TaskFile(file.name, file.path, (*file.findings, finding), file.document)
    return files


def read_text(source: str | bytes, path: Path, layout: Layout) -> TaskFile:
    """What the file at `path` would be with the content `source`."""
    name = _name(path, layout)
    try:
        return _examine(strict_yaml.load(source, name), path, read_canary(layout))
    except InvalidFileError as error:
        return TaskFile(name, path, error.findings)


def read_canary(layout: Layout) -> str:
    """The sentence that every task carries. Raises InvalidTaskError when the repository has none."""
    path = layout.canary_file
    text = path.read_text(encoding="utf-8").strip() if path.is_file() else ""
    if not text or "\n" in text:
        message = "must hold the canary string in one line; take any sentence with a new UUID in it"
        raise InvalidTaskError((Finding(_name(path, layout), 1, 1, message),))
    return text


def _paths(layout: Layout) -> Iterator[Path]:
    # One pass with the suffix in any case: where file names have no case, two patterns would find a file twice.
    # A link to a folder is not followed, so it is named: what is behind it would go missing in silence.
    yield from sorted(
        path for path in layout.tasks.rglob("*") if path.suffix.lower() in (".yaml", ".yml") or path.is_symlink()
    )


def _name(path: Path, layout: Layout) -> str:
    return path.relative_to(layout.root).as_posix() if path.is_relative_to(layout.root) else str(path)


def _read(path: Path, layout: Layout, canary: str) -> TaskFile:
    name = _name(path, layout)
    if path.is_symlink():
        return TaskFile(name, path, (Finding(name, 1, 1, "a symbolic link; put what it points to here"),))
    inside = path.relative_to(layout.tasks).parts
    if len(inside) != 2 or inside[0] not in DOMAINS or path.suffix != ".yaml":
        message = f"a task's place is tasks/<domain>/<id>.yaml; move it there. Domains: {', '.join(DOMAINS)}"
        return TaskFile(name, path, (Finding(name, 1, 1, message),))
    try:
        return _examine(strict_yaml.read(path, name), path, canary)
    except InvalidFileError as error:
        return TaskFile(name, path, error.findings)


def _examine(document: Document, path: Path, canary: str) -> TaskFile:
    findings = list(schema_check.check(document, _schema()))
    data = document.data
    findings += _identity(document, data, path, canary)
    findings += _verifier(document, data)
    task = None
    if all(finding.severity != "error" for finding in findings):
        task = _task(data, path)
        findings += _approval(document, task)
        if findings and findings[-1].severity == "error":
            task = None
    return TaskFile(document.name, path, _told(findings, document), document, task)


def _told(findings: list[Finding], document: Document) -> tuple[Finding, ...]:
    """The findings in order, each once; of thousands, the first ones and how many more there are."""
    told = sorted(set(findings))
    if len(told) > _MAX_TOLD:
        severity = min(finding.severity for finding in told[_MAX_TOLD:])  # an error if any is one
        message = f"and {len(told) - _MAX_TOLD} more; the first ones explain most"
        told[_MAX_TOLD:] = [document.finding((), message, severity)]
    return tuple(told)


def _identity(document: Document, data: dict[str, Any], path: Path, canary: str) -> Iterator[Finding]:
    """What ties the content to the place: id, domain, date and canary. Types are the schema's business."""
    if isinstance(data.get("id"), str) and data["id"] != path.stem:
        yield document.finding(("id",), f"`id` is {data['id']!r}; write the file's name, {path.stem}")
    if data.get("domain") in DOMAINS and data["domain"] != path.parent.name:
        yield document.finding(
            ("domain",), f"`domain` is {data['domain']}; write the folder's name, {path.parent.name}"
        )
    if isinstance(data.get("created"), str) and re.fullmatch(r"\d{4}-\d\d-\d\d", data["created"], re.ASCII):
        try:
            datetime.date.fromisoformat(data["created"])
        except ValueError:
            yield document.finding(("created",), f"{data['created']} is not a day of the calendar; correct `created`")
    if isinstance(data.get("canary"), str) and data["canary"].strip() != canary:
        yield document.finding(("canary",), f'`canary` is not the one of this repository; write "{canary}"')


def _verifier(document: Document, data: dict[str, Any]) -> Iterator[Finding]:
    config = data.get("verifier")
    if not isinstance(config, dict) or not isinstance(config.get("type"), str):
        return  # the schema has said so
    if "sealed" in config:
        if config["type"] not in verifiers.types():
            message = f"verifier type {config['type']!r} is unknown; known: {', '.join(verifiers.types())}"
            yield document.finding(("verifier", "type"), message)
        return
    for problem in verifiers.problems(config):
        where = schema_check.dotted(("verifier", *problem.path))
        yield document.finding(("verifier", *problem.path), f"`{where}`: {problem.message}", problem.severity)


def _approval(document: Document, task: Task) -> Iterator[Finding]:
    if task.approved and task.approved_digest is None:
        message = f"approved, but there is no `approved_digest`; run `touchstone approve {task.id}`, or write false"
        yield document.finding(("approved",), message)
    elif task.approved and not task.live:
        message = f"edited since it was approved, so not in the suite; run `touchstone approve {task.id}` to take it in"
        yield document.finding(("approved_digest",), message, "warning")


def _task(data: dict[str, Any], path: Path) -> Task:
    examples = data.get("examples")
    return Task(
        id=data["id"],
        domain=data["domain"],
        title=data["title"],
        approved=data["approved"],
        approved_digest=data.get("approved_digest"),
        created=data["created"],
        author=data["author"],
        cluster=data.get("cluster"),
        canary=data["canary"],
        prompt=data["prompt"],
        verifier=data["verifier"],
        examples=examples and Examples(tuple(examples["passing"]), tuple(examples["failing"])),
        path=path,
    )


@cache
def _schema() -> Draft202012Validator:
    path = Path(__file__).parent.parent / "tasks" / "task.schema.json"
    return schema_check.validator(json.loads(path.read_text(encoding="utf-8")), "verifier.schema.json")
