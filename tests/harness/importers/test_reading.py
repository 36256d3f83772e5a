"""Files as they come: every format, every kind of broken. What can be read is kept; the rest is named by line."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.errors import UsageError
from harness.importers import reading
from harness.importers.reading import Fault, Record, read


def written(folder: Path, content: bytes) -> Path:
    path = folder / "data.jsonl"
    path.write_bytes(content)
    return path


def faults(folder: Path, content: bytes) -> list[tuple[int, str]]:
    return [(f.line, f.message) for f in read(written(folder, content)) if isinstance(f, Fault)]


def kept(folder: Path, content: bytes) -> list[tuple[int, dict[str, object]]]:
    return [(r.line, r.data) for r in read(written(folder, content)) if isinstance(r, Record)]


ONE, TWO = b'{"a": 1}', b'{"a": 2}'


@pytest.mark.parametrize(
    "content",
    [
        ONE + b"\n" + TWO + b"\n",
        ONE + b"\n" + TWO,
        ONE + b"\r\n" + TWO + b"\r\n",
        b"\xef\xbb\xbf" + ONE + b"\n" + TWO,
        gzip.compress(ONE + b"\n" + TWO),
        b"[" + ONE + b",\n" + TWO + b"]",
        gzip.compress(b"[" + ONE + b",\n" + TWO + b"]\n"),
    ],
    ids=["lines", "no last line end", "CRLF", "a byte order mark", "gzip", "an array", "an array in gzip"],
)
def test_every_format_gives_the_records_with_their_lines(tmp_path: Path, content: bytes) -> None:
    assert kept(tmp_path, content) == [(1, {"a": 1}), (2, {"a": 2})]
    assert faults(tmp_path, content) == []


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (b"{", "not JSON: the text ends before the document does"),
        (b'{"a": 1,}', "not JSON: column 8: a trailing comma"),
        (b'{"a": NaN}', "NaN is not JSON"),
        (b'{"a": 1, "a": 2}', "the key 'a' stands twice"),
        (b'{"a": "\\ud800"}', "half of a surrogate pair"),
        (b'{"a": "\xff"}', "byte 0xff is not UTF-8"),
        (b"[1, 2]", "the record is not an object"),
        (b"\x00\x01", "not JSON: column 1"),
        (b"[" * 100_000, "nested deeper"),
        (b'{"a": ' + b"9" * 5000 + b"}", "more than 1,000 digits"),
        (b'"' + b"a" * (reading.MAX_RECORD_BYTES + 10) + b'"', "a record of more than 8 MiB"),
    ],
    ids=lambda value: repr(value[:20]) if isinstance(value, bytes) else "",
)
def test_a_broken_record_is_named_and_the_others_are_kept(tmp_path: Path, broken: bytes, message: str) -> None:
    content = ONE + b"\n\n" + broken + b"\n" + TWO + b"\n"
    (found,) = faults(tmp_path, content)
    assert found[0] == 3
    assert message in found[1]
    assert kept(tmp_path, content) == [(1, {"a": 1}), (4, {"a": 2})]


def test_a_broken_element_ends_an_array_but_not_what_was_before(tmp_path: Path) -> None:
    content = b'[\n  {"a": 1},\n  {"a": ],\n  {"a": 2}\n]'
    assert kept(tmp_path, content) == [(2, {"a": 1})]
    assert faults(tmp_path, content) == [(3, "the array cannot be read from here on: this is no complete JSON value")]


def test_an_array_that_does_not_end_is_no_whole_file(tmp_path: Path) -> None:
    assert faults(tmp_path, b"[" + ONE + b",\n")[0][1].startswith("the array does not end")


def test_a_cut_off_gzip_file_says_so_and_keeps_what_is_whole(tmp_path: Path) -> None:
    lines = "".join(json.dumps({"a": f"{n:x}" * 50}) + "\n" for n in range(2000))
    packed = gzip.compress(lines.encode())
    content = packed[: len(packed) // 2]
    assert len(kept(tmp_path, content)) > 100
    assert "the file cannot be read from here on" in faults(tmp_path, content)[0][1]


def test_what_a_small_file_unpacks_to_is_capped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_FILE_BYTES", 3 << 20)
    bomb = gzip.compress(b"[" + b" " * (30 << 20))
    assert "larger than 3 MiB" in faults(tmp_path, bomb)[0][1]
    monkeypatch.setattr(reading, "MAX_ARRAY_BYTES", 1 << 20)
    assert "the array is larger than 1 MiB" in faults(tmp_path, b"[" + (b'{"a": 1},\n' * 200_000))[0][1]


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_opened_is_a_usage_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        list(read(tmp_path / name))


@given(st.binary(max_size=200))
def test_any_bytes_are_read_without_an_exception(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    for prefix in (b"", b"[", b"\x1f\x8b"):
        path.write_bytes(prefix + content)
        assert all(isinstance(item, Record | Fault) for item in read(path))
