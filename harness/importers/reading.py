"""Reading the files that public data sets come in: one JSON object per line, or one JSON array; plain or gzip.

A broken record is reported with its line, and the others are kept. What a file unpacks to is capped, so that a small
file cannot fill the memory.
"""

import gzip
import io
import json
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, cast

from harness.errors import UsageError
from verifiers.documents import strict_json

MAX_RECORD_BYTES = 8 * 1024 * 1024
MAX_FILE_BYTES = 1024 * 1024 * 1024  # unpacked; the largest of these data sets is 50 MB
MAX_ARRAY_BYTES = 128 * 1024 * 1024  # an array is read as a whole

_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_PLACE = re.compile(r"line (\d+), column (\d+): ")
_GAP = re.compile(r"[\s,]*")


@dataclass(frozen=True, slots=True)
class Record:
    """One object of a file; `line`, from 1, is where it starts."""

    line: int
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fault:
    """A place of a file that holds no readable record."""

    line: int
    message: str


def read(path: Path) -> Iterator[Record | Fault]:
    """The records of a file in order, and whatever is wrong with it. Raises UsageError when it can't be opened."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == _GZIP
            raw.seek(0)
            yield from _read(cast(BinaryIO, gzip.GzipFile(fileobj=raw)) if packed else raw)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from error


def _read(stream: BinaryIO) -> Iterator[Record | Fault]:
    lines, begun = _lines(stream), False
    for number, line in lines:
        if isinstance(line, Fault):
            yield line
        elif line.startswith(b"[") and not begun:
            yield from _array(line, number, lines)
        elif line:
            yield _record(line, number)
        begun = begun or bool(line)


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | Fault]]:
    """Numbered lines, trimmed; those that are too long, and the place where the file ends early, as faults."""
    total = 0
    for number in count(1):
        try:
            line = stream.readline(MAX_RECORD_BYTES + 1)
            total += len(line)
            too_long = len(line) > MAX_RECORD_BYTES
            while len(line) > MAX_RECORD_BYTES and not line.endswith(b"\n") and total <= MAX_FILE_BYTES:
                line = stream.readline(MAX_RECORD_BYTES + 1)
                total += len(line)
        except (OSError, EOFError, zlib.error) as error:
            yield number, Fault(number, f"the file cannot be read from here on: {error}")
            return
        if not line:
            return
        if total > MAX_FILE_BYTES:
            yield number, Fault(number, f"the file is larger than {MAX_FILE_BYTES >> 20} MiB; the rest is not read")
            return
        line = (line.removeprefix(_BOM) if number == 1 else line).strip()
        yield number, Fault(number, f"a record of more than {MAX_RECORD_BYTES >> 20} MiB") if too_long else line


def _record(source: bytes, line: int) -> Record | Fault:
    try:
        text = source.decode("utf-8")
    except UnicodeDecodeError as error:
        return Fault(line, f"byte 0x{source[error.start]:02x} is not UTF-8")
    return _object(text, line)


def _object(text: str, line: int) -> Record | Fault:
    try:
        data = strict_json.read(text)
    except strict_json.JSONTextError as error:
        place = _PLACE.match(str(error))
        if place is None:
            return Fault(line, f"not JSON: {error}")
        where = f"column {place[2]}: " if place[1] == "1" else ""
        return Fault(line + int(place[1]) - 1, f"not JSON: {where}{str(error)[place.end() :]}")
    if not isinstance(data, dict):
        return Fault(line, "the record is not an object; it must look like {...}")
    return Record(line, data)


def _array(first: bytes, start: int, lines: Iterator[tuple[int, bytes | Fault]]) -> Iterator[Record | Fault]:
    """The objects of one array that may run over many lines."""
    source = io.BytesIO()
    source.write(first + b"\n")
    for number, line in lines:
        if isinstance(line, Fault):
            yield line
            break
        if source.tell() + len(line) > MAX_ARRAY_BYTES:
            yield Fault(number, f"the array is larger than {MAX_ARRAY_BYTES >> 20} MiB; the rest is not read")
            break
        source.write(line + b"\n")
    try:
        text = source.getvalue().decode("utf-8")
    except UnicodeDecodeError as error:
        line_number = start + error.object.count(b"\n", 0, error.start)
        yield Fault(line_number, f"byte 0x{error.object[error.start]:02x} is not UTF-8; no record of the array is read")
        return
    yield from _elements(text, start)


def _elements(text: str, line: int) -> Iterator[Record | Fault]:
    decoder = json.JSONDecoder(parse_int=str, parse_float=str)
    position = _skip(text, 1)
    counted = 0
    while position < len(text) and text[position] != "]":
        line, counted, end = line + text.count("\n", counted, position), position, None
        with suppress(ValueError, RecursionError):
            _, end = decoder.raw_decode(text, position)
        if end is None:
            yield Fault(line, "the array cannot be read from here on: this is no complete JSON value")
            return
        yield _object(text[position:end], line)
        position = _skip(text, end)
    if position >= len(text):
        yield Fault(line, "the array does not end; its last records may be missing")


def _skip(text: str, position: int) -> int:
    found = _GAP.match(text, position)
    assert found is not None  # it matches nothing, too
    return found.end()
