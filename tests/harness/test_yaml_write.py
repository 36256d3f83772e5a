"""What is written is read back as it was, and looks as a person would write it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import strict_yaml, yaml_write


def read_back(data: dict[str, Any]) -> dict[str, Any]:
    return strict_yaml.load(yaml_write.dump(data).encode("utf-8"), "written.yaml").data


@given(st.text())
def test_any_text_comes_back(text: str) -> None:
    assert read_back({"text": text, "items": [text], "deep": [{"text": text, "after": 1}]}) == {
        "text": text,
        "items": [text],
        "deep": [{"text": text, "after": 1}],
    }


# What breaks block scalars: ends, beginnings, tabs, line ends of other systems, signs of YAML.
@given(st.text(alphabet=" \t\n\r\\\"'#:-|>&*!%@`{}[],?~a0é\u2028\x85\ufeff\U000e0001😀", max_size=30))
def test_text_made_of_what_yaml_minds_comes_back(text: str) -> None:
    assert read_back({"a": {"b": text}, "c": [[text], text]}) == {"a": {"b": text}, "c": [[text], text]}


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**200), 10**200)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
)
TREES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=15,
)


@given(st.dictionaries(st.text(max_size=10), TREES, min_size=1, max_size=5))
def test_any_data_comes_back(data: dict[str, Any]) -> None:
    got = read_back(data)
    assert got == data
    assert repr(got) == repr(data)  # 1 is not 1.0 and not True


@pytest.mark.parametrize("word", ["yes", "No", "on", "null", "true", "~", "1e3", "0x1f", "1_000", "2026-12-01", "<<"])
def test_words_that_readers_of_yaml_see_differently_are_quoted(word: str) -> None:
    assert yaml_write.dump({"a": word}) == f'a: "{word}"\n'


def test_text_of_several_lines_is_a_block_that_a_person_can_edit() -> None:
    written = yaml_write.dump(
        {"id": "two-trains", "prompt": "Two trains.\n\nWhen?\n", "rules": [{"kind": "case", "is": "upper"}], "x": []}
    )
    assert written == (
        "id: two-trains\nprompt: |\n  Two trains.\n\n  When?\nrules:\n  - kind: case\n    is: upper\nx: []\n"
    )


@pytest.mark.parametrize(
    ("text", "header"),
    [("a\nb", "|-"), ("a\nb\n", "|"), ("a\nb\n\n", "|+"), ("  a\nb\n", "|2"), ("\na", "|2-"), ("\ta\n", "|2")],
)
def test_the_header_of_a_block_says_how_it_begins_and_ends(text: str, header: str) -> None:
    assert yaml_write.dump({"t": text}).split("\n")[0] == f"t: {header}"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", b"bytes", {1}])
def test_what_a_file_cannot_say_is_refused(value: object) -> None:
    with pytest.raises(ValueError):
        yaml_write.dump({"a": value})


def test_an_empty_document_is_refused() -> None:
    with pytest.raises(ValueError):
        yaml_write.dump({})
