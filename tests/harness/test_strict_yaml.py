"""The loader: what it takes, what it refuses and in which words, with either parser of PyYAML."""

import io
import json
import math
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from harness import strict_yaml
from harness.findings import InvalidFileError


@pytest.fixture(params=["libyaml", "pure"])
def _parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "pure":
        monkeypatch.setattr(strict_yaml, "_Parser", yaml.Loader)


def load(source: str | bytes) -> Any:
    return strict_yaml.load(source, "t.yaml").data


def faults(source: str | bytes) -> list[str]:
    with pytest.raises(InvalidFileError) as caught:
        load(source)
    return [str(finding) for finding in caught.value.findings]


@pytest.mark.usefixtures("_parser")
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True), ("True", True), ("FALSE", False),
        ("null", None), ("~", None), ("", None), ("Null", None),
        ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"), ("y", "y"), ("NO", "NO"),
        ("0", 0), ("-12", -12), ("+3", 3), ("0x1F", 31), ("0o17", 15),
        ("1.5", 1.5), ("-.5", -0.5), ("1.", 1.0), ("1e3", 1000.0), ("12E-1", 1.2),
        ('"010"', "010"), ("'true'", "true"), ('"2026-12-01"', "2026-12-01"), ("1.2.3", "1.2.3"), ("3 km", "3 km"),
        ("\n- 1\n-\n", [1, None]), ("+", "+"), ("a-b", "a-b"), ("1,000", "1,000"), ("'<<'", "<<"),
        ('"a\\tb\\u00e9\\U0001F600"', "a\tbé😀"), ("'it''s'", "it's"),
        ("[1, a, {b: 2}]", [1, "a", {"b": 2}]), ("{}", {}), ("[]", []),
        ("|\n  x\n   y\n", "x\n y\n"), (">-\n  x\n  y\n", "x y"), ("|\n  x\n  \ty\n", "x\n\ty\n"),
    ],
)  # fmt: skip
def test_a_value_is_read_by_the_core_schema_of_yaml_1_2(text: str, value: object) -> None:
    assert same(load(f"k: {text}\n# a\ttab\n"), {"k": value})


@pytest.mark.usefixtures("_parser")
@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("a: 1\nb: 2\na: 3\n", "t.yaml:3:1: the key `a` is already on line 1; keep one of the two"),
        ('approved: false\n"approved": true\n', "t.yaml:2:1: the key `approved` is already on line 1; keep one of"),
        ("a: {b: 1, b: 1}\n", "t.yaml:1:11: the key `b` is already"),
        ("a: &x 1\n", "t.yaml:1:4: an anchor, &x; delete it"),
        ("a: *x\n", "t.yaml:1:4: an alias, *x; write the value out"),
        ("*x : 1\n", "t.yaml:1:1: an alias, *x; write the value out"),
        ("<<: {b: 1}\n", "t.yaml:1:1: a merge key, <<; write the keys out"),
        ("a: !!str 1\n", "t.yaml:1:4: a tag, tag:yaml.org,2002:str; delete it"),
        ("a: ! 1\n", "t.yaml:1:4: a tag, !; delete it"),
        ("a: !!python/object/apply:os.system [id]\n", "t.yaml:1:4: a tag, tag:yaml.org,2002:python/object/apply"),
        ("a: !e!x 1\n", "t.yaml:1:4: a tag; delete it"),
        ("1: a\n", 't.yaml:1:1: the key 1 is not text; put it in quotes: "1"'),
        ("true: a\n", 't.yaml:1:1: the key true is not text; put it in quotes: "true"'),
        ("? \n: a\n", ": the key (nothing) is not text"),
        ("? [a]\n: 1\n", "t.yaml:1:3: a list or mapping as a key; use text"),
        ("a: 2026-12-01\n", 't.yaml:1:4: 2026-12-01 is read in different ways; put it in quotes to make it'),
        ("a: 2026-12-01 12:00:00\n", "t.yaml:1:4: 2026-12-01 12:00:00 is read in different ways"),
        ("a: 010\n", "t.yaml:1:4: 010 is read in different ways; put it in quotes"),
        ("a: 08\n", "t.yaml:1:4: 08 is read in different ways"),
        ("a: 1_000\n", "t.yaml:1:4: 1_000 is read in different ways"),
        ("a: 0b101\n", "t.yaml:1:4: 0b101 is read in different ways"),
        ("a: .1e3\n", "t.yaml:1:4: .1e3 is read in different ways"),
        ("a: 12:30:45\n", "t.yaml:1:4: 12:30:45 is read in different ways"),
        ("a: .nan\n", "t.yaml:1:4: .nan is read in different ways"),
        ("a: -.inf\n", "t.yaml:1:4: -.inf is read in different ways"),
        ("a: 1e999\n", "t.yaml:1:4: 1e999 is larger than any number here; put it in quotes"),
        (f"a: {'9' * 5000}\n", "t.yaml:1:4: a number of 5000 digits; put it in quotes"),
        ("a: 1\n---\nb: 2\n", "t.yaml:2:1: a second document; keep one per file"),
        ("a: 1\n...\n", "t.yaml:2:1: a `...` line; delete it"),
        ("%YAML 1.1\n---\na: 1\n", "t.yaml:1:1: a directive; delete the lines that start with %"),
        ("%TAG ! tag:x,2026:\n---\na: 1\n", "t.yaml:1:1: a directive; delete"),
        ("", "t.yaml:1:1: the file is empty; write at least one `key: value`"),
        ("some text\n", "t.yaml:1:1: the file is not a mapping; write `key: value` lines"),
        ("- a\n", "t.yaml:1:1: the file is not a mapping"),
        ("# nothing\n", "t.yaml:1:1: the file is empty"),
        ("\ta: 1\n", "t.yaml:1:1: a tab; YAML takes spaces only here: replace each tab by two spaces"),
        ("a:\n\tb: 1\n", "t.yaml:2:1: a tab"),
        ("a:\t1\n", "t.yaml:1:3: a tab"),
        ("a: [1,\n\t2]\n", "t.yaml:2:1: a tab"),
        ("a: 1\t# why\n", "t.yaml:1:5: a tab"),
        ("a: x\ty\n", "t.yaml:1:5: a tab"),
        ("a: x#\ty\n", "t.yaml:1:6: a tab"),
        ("a: |\t\n  x\n", "1:5: "),
        ("a: b: c\n", "t.yaml:1:5: a `: ` where no key can be; put the value in quotes"),
        ("a: 1\n b: 2\n", "t.yaml:2:3: a `: ` where no key can be"),
        ("a: 'x\nb: 1\n", "t.yaml:1:4: this quote is never closed; add the closing quote"),
        ("a: 'it's'\n", "t.yaml:1:8: this does not fit the lines around it"),
        ("a: [1, 2\nb: 3\n", "t.yaml:1:4: this list is never closed, or a comma is missing in it; end it with ]"),
        ("a: {b: 2\n", "t.yaml:1:4: this mapping is never closed"),
        ("a: 1\nrest\n", "t.yaml:2:1: this is neither `key: value` nor inside a text"),
        ("a: @me\n", "t.yaml:1:4: a value cannot start with @; put it in quotes"),
        ("a: `x`\n", "t.yaml:1:4: a value cannot start with `; put it in quotes"),
        ("a: - b\n", "t.yaml:1:4: a list cannot start here"),
        ("a: ]\n", "t.yaml:1:4: a value is missing here"),
        ('a: "\\d"\n', "a backslash in double quotes starts an escape; double it, or use single quotes"),
        ("a: " + "[" * 50, "the file has more than 40 levels; make it smaller"),
        ("a: " + "{b: " * 50, "the file has more than 40 levels; make it smaller"),
        ("a: [" + "1," * 30_000, "the file has more than 20,000 values; make it smaller"),
        ("a: x\0y\n", "t.yaml:1:5: character U+0000 is not allowed here"),
        ("a: x\x1by\n", "t.yaml:1:5: character U+001B is not allowed here; remove it, or write"),
        ("a: x\ud800y\n", "t.yaml:1:5: character U+D800 is not allowed here"),
        ("a: x\u2028y\n", 't.yaml:1:5: character U+2028 is not allowed here; remove it, or write "\\u2028"'),
        ("a: x\x85y\n", "t.yaml:1:5: character U+0085 is not allowed here"),
        ("a: 1\n# x\u202ey\n", "t.yaml:2:4: character U+202E is not allowed here"),
        ("a: x\U000e0041\n", 't.yaml:1:5: character U+E0041 is not allowed here; remove it, or write "\\U000e0041"'),
        ("\ufeffa: 1\n", "t.yaml:1:1: character U+FEFF is not allowed here"),
        ("a: 1\rb: 2\n", "t.yaml:1:5: a lone carriage return; end each line with LF"),
        ("a: " + "x" * 300_000, "t.yaml:1:1: the text is larger than 256 KiB"),
    ],
)  # fmt: skip
def test_what_is_refused_says_where_and_what_to_write(source: str, fault: str) -> None:
    assert fault in "\n".join(faults(source))


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        (
            b"\xef\xbb\xbfa: 1\n",
            "t.yaml:1:1: the file is UTF-8 with BOM (it starts with a byte order mark); save it as",
        ),
        ("a: 1\n".encode("utf-16"), "t.yaml:1:1: the file is UTF-16 (it starts with a byte order mark); save it as"),
        (b"a: 1\nb: \xe9\n", "t.yaml:2:4: byte 0xe9 is not UTF-8 (binary, or another encoding); save it as UTF-8"),
        (b"\x89PNG\r\n\x1a\n", "t.yaml:1:1: byte 0x89 is not UTF-8"),
        (b"\x7fELF\x02\0\0", "t.yaml:1:6: the file holds a zero byte, so it is not text"),
        (b"a: \xed\xa0\x80\n", "t.yaml:1:4: byte 0xed is not UTF-8"),
        (b"a: " + b"x" * 5_000_000, "t.yaml:1:1: the file is larger than 256 KiB; a task fits in far less"),
    ],
    ids=["bom", "utf-16", "latin-1", "png", "elf", "surrogate", "5 MB"],
)
def test_bytes_that_are_no_text_are_refused(source: bytes, fault: str) -> None:
    assert faults(source)[0].startswith(fault)


def test_all_faults_of_a_file_are_told_at_once_in_order() -> None:
    found = faults("a: &x 1\nb: *x\n1: 010\na: !t 2\n")
    assert [fault.split(": ")[0] for fault in found] == [
        f"t.yaml:{p}" for p in ("1:4", "2:4", "3:1", "3:4", "4:1", "4:4")
    ]


def test_a_file_with_thousands_of_faults_tells_the_first_twenty() -> None:
    assert len(faults("".join(f"k{n}: &x 1\n" for n in range(5000)))) == 20
    assert len(faults("a: " + "\x01" * 5000)) == 20


@pytest.mark.usefixtures("_parser")
def test_line_ends_of_windows_change_nothing() -> None:
    text = "a: |\n  x\n\n  y\nb: 'p\n\n  q'\nc: >\n  r\n  s\nd: z # c\n"
    assert load(text.replace("\n", "\r\n")) == load(text) == {"a": "x\n\ny\n", "b": "p\nq", "c": "r s\n", "d": "z"}


def test_a_document_knows_where_everything_is() -> None:
    text = "a: é\nb:\n  - x\n  - {c: 'y y', d: }\n"
    document = strict_yaml.load(text, "t.yaml")
    place = document.values["b", 1, "c"]
    assert (place.line, place.column, text[place.start : place.end]) == (4, 9, "'y y'")
    assert document.keys["b",][:2] == (2, 1)
    assert document.finding(("b", 1, "c"), "m", key=True).column == 6
    assert str(document.finding(("b", 1, "no", "such"), "m")) == "t.yaml:4:5: m"
    assert str(document.finding((), "m", "warning")) == "t.yaml:1:1: warning: m"


def test_a_message_is_one_line_whatever_the_file_holds() -> None:
    found = faults('"x\\n::error::\\e[31m\\u2028": 1\n"x\\n::error::\\e[31m\\u2028": 2\n')
    assert found == ["t.yaml:2:1: the key `x\\n::error::\\x1b[31m\\u2028` is already on line 1; keep one of the two"]


def test_a_file_that_cannot_be_read_is_an_error_with_its_reason(tmp_path: Path) -> None:
    with pytest.raises(InvalidFileError, match="is not a file"):
        strict_yaml.read(tmp_path / "none.yaml")
    with pytest.raises(InvalidFileError, match="is not a file"):
        strict_yaml.read(tmp_path)
    (tmp_path / "big.yaml").write_bytes(b"#" * 5_000_000)
    with pytest.raises(InvalidFileError, match=r"big.yaml:1:1: the file is larger than 256 KiB"):
        strict_yaml.read(tmp_path / "big.yaml")


# --- properties ---

_PIECES = st.sampled_from([
    *"\n\n\n    ::--??[]{},,#&*!|>'\"%@`\\\t\r.~=<ab01_+é😀",
    "a: ", "\n- ", "\n  ", "---\n", "...\n", "|\n  ", ">-\n  ", "? ", "%YAML 1.1\n", "\\u", "\\x41", "''", '""',
    "<<", "010", "0x", "0o7", "1e3", ".5", "true", "Yes", "null", "2026-12-01", "12:30",
])  # fmt: skip
_TEXTS = st.one_of(st.lists(_PIECES, max_size=25).map("".join), st.text(max_size=60))
_TEXTS = st.tuples(st.sampled_from(["a: ", "a:\n- ", "a:\n ", ""]), _TEXTS).map("".join)


@pytest.mark.parametrize("parser", [yaml.CLoader, yaml.Loader])
@given(source=st.one_of(_TEXTS, st.binary(max_size=80), st.text(st.characters(), max_size=40)))
def test_no_input_raises_anything_but_the_loaders_own_error(parser: type, source: str | bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strict_yaml, "_Parser", parser)
        try:
            document = strict_yaml.load(source, "t.yaml")
        except InvalidFileError as error:
            assert error.findings
            assert all(f.line >= 1 and f.column >= 1 and "\n" not in str(f) for f in error.findings)
        else:
            assert all(document.text[p.start : p.end] is not None for p in document.values.values())


@given(source=_TEXTS)
def test_what_another_yaml_1_2_reader_accepts_too_reads_the_same(source: str) -> None:
    try:
        data = load(source)
        other = YAML(typ="safe", pure=True).load(io.StringIO(source))
    except (InvalidFileError, YAMLError, ValueError):  # ruamel's int("") for a plain `-_`
        assume(False)
    assert same(data, other)


@given(source=_TEXTS)
def test_what_both_parsers_of_pyyaml_accept_reads_the_same(source: str) -> None:
    try:
        data = load(source)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(strict_yaml, "_Parser", yaml.Loader)
            other = load(source)
    except InvalidFileError:
        assume(False)
    assert same(data, other)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(value=_VALUES)
def test_json_without_hidden_characters_is_read_as_json_reads_it(value: object) -> None:
    try:
        data = load(json.dumps({"v": value}, ensure_ascii=False))["v"]
    except InvalidFileError as error:
        assert all("not allowed here" in f.message or "escape" in f.message for f in error.findings)
    else:
        assert same(data, value)


def same(one: Any, two: Any) -> bool:
    """Equal, and of equal types all the way down."""
    if isinstance(one, dict) and isinstance(two, dict):
        return list(one) == list(two) and all(same(one[key], two[key]) for key in one)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(same, one, two))
    if isinstance(one, float) and isinstance(two, float):
        return math.isclose(one, two) or one == two
    return type(one) is type(two) and bool(one == two)
