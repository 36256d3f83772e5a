"""Lines of JSON on disk: saved whole or not at all, read without losing the good lines to a bad one."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from harness import files
from harness.errors import StoreError

T = TypeVar("T")


def encode(items: Iterable[Any]) -> bytes:
    """One line of JSON per item."""
    encoder = msgspec.json.Encoder()
    return b"".join(encoder.encode(item) + b"\n" for item in items)


def decode(raw: bytes, kind: type[T], name: str) -> tuple[list[T], list[str]]:
    """The items of `raw`, and what is wrong as `name:line: ...`; a bad line costs itself only.

    Lines end at `\\n` and nowhere else: U+0085 and its like are legal inside JSON strings.
    """
    decoder = msgspec.json.Decoder(kind)
    items, problems = [], []
    *lines, tail = raw.split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            items.append(decoder.decode(line))
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            problems.append(f"{name}:{number}: not read: {error}")
    if tail:
        problems.append(f"{name}:{len(lines) + 1}: the last line was cut off after {len(tail)} bytes")
    return items, problems


def save(path: Path, data: bytes) -> None:
    """Put `data` at `path`: a reader, or a power cut, finds the old file or the new one, never half.

    Raises StoreError.
    """
    try:
        files.make_folder(path.parent)
        files.write_whole(path, data)
    except OSError as error:
        raise StoreError(f"{path}: could not be written: {error.strerror}; what was there is unchanged") from error
