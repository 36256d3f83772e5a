"""Lines of JSON: every good line survives, whatever its neighbours are."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import jsonl
from harness.errors import StoreError
from harness.eval_run import Rule

RULES = st.lists(st.builds(Rule, id=st.text(), passed=st.booleans(), message=st.text()))


@given(RULES)
def test_what_is_written_is_read_again(rules: list[Rule]) -> None:
    assert jsonl.decode(jsonl.encode(rules), Rule, "f") == (rules, [])


@given(RULES, st.binary().filter(lambda b: b"\n" not in b), st.integers(min_value=0, max_value=20))
def test_a_broken_line_costs_itself_only(rules: list[Rule], junk: bytes, place: int) -> None:
    lines = jsonl.encode(rules).splitlines(keepends=True)
    place = min(place, len(lines))
    found, problems = jsonl.decode(b"".join([*lines[:place], b"{" + junk + b"\n", *lines[place:]]), Rule, "f")
    assert found == rules
    assert len(problems) == 1
    assert problems[0].startswith(f"f:{place + 1}: ")


def test_lines_end_at_a_newline_and_nowhere_else() -> None:
    raw = '{"id": "a", "passed": true, "message": "left\u0085\u2028\u2029\x1cright"}\n'.encode()
    with_control = raw.replace(b"\x1c", b"\\u001c")
    [rule], problems = jsonl.decode(with_control, Rule, "f")
    assert (rule.message, problems) == ("left\u0085\u2028\u2029\x1cright", [])


def test_a_torn_last_line_is_reported_and_the_others_are_kept() -> None:
    raw = b'{"id": "a", "passed": true}\n{"id": "b", "pas'
    rules, problems = jsonl.decode(raw, Rule, "rows.jsonl")
    assert [rule.id for rule in rules] == ["a"]
    assert problems == ["rows.jsonl:2: the last line was cut off after 16 bytes"]


BAD = {
    "unknown key": b'{"id": "a", "passed": true, "grade": 1}',
    "wrong type": b'{"id": "a", "passed": "yes"}',
    "lone surrogate": b'{"id": "\\ud835", "passed": true}',
    "not UTF-8": b'{"id": "\xff", "passed": true}',
    "too deep": b"[" * 100_000,
    "NUL bytes of a crashed disk": b"\0" * 50,
}


@pytest.mark.parametrize("line", BAD.values(), ids=BAD)
def test_a_line_that_is_no_row_is_reported(line: bytes) -> None:
    rules, problems = jsonl.decode(line + b"\n", Rule, "f")
    assert rules == []
    assert len(problems) == 1


def test_a_file_that_cannot_be_replaced_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "file"
    jsonl.save(path, b"old")
    assert path.read_bytes() == b"old"
    (tmp_path / "not-a-folder").write_bytes(b"")
    with pytest.raises(StoreError, match="could not be written"):
        jsonl.save(tmp_path / "not-a-folder" / "file", b"new")
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["file", "folder", "not-a-folder"]
