"""The strict reader; the texts it takes and refuses are in fixtures/json_schema.jsonl."""

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifiers.documents.strict_json import JSONTextError, read, without_trailing_commas

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.sampled_from([None, 1]), st.booleans())
def test_what_json_writes_is_read_back(value: Any, indent: int | None, ascii_only: bool) -> None:
    assert read(json.dumps(value, indent=indent, ensure_ascii=ascii_only)) == value


@given(VALUES)
def test_repair_leaves_right_json_alone(value: Any) -> None:
    text = json.dumps(value)
    assert without_trailing_commas(text) == text


@given(VALUES)
def test_repair_takes_away_exactly_the_trailing_commas(value: Any) -> None:
    text = json.dumps(value, indent=1)
    # At an indent every closing bracket of a filled collection starts its line, and so does none in a string.
    spoiled = "\n".join(
        f"{line}," if after.lstrip()[:1] in ("]", "}") and line[-1] not in "[{" else line
        for line, after in zip(text.split("\n"), [*text.split("\n")[1:], ""], strict=True)
    )
    assert without_trailing_commas(spoiled) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-0", 0),
        ("12.0", 12.0),
        ("0.1", 0.1),
        ("12345678901234.5", 12345678901234.5),
        ("0.1000000000000000055511151231257827", Decimal("0.1000000000000000055511151231257827")),
        ("1e400", Decimal("1e400")),
        ("1E2", Decimal(100)),
    ],
)
def test_no_digit_of_a_number_is_lost(text: str, value: Any) -> None:
    assert read(text) == value
    assert type(read(text)) is type(value)


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**20), max_value=10**20))
def test_a_short_decimal_is_a_float_only_if_that_is_exact(value: Decimal) -> None:
    assert Decimal(str(read(f"{value:f}"))) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text is empty"),
        ("[1, 2", "the text ends before the document does"),
        ("[1,\n 2,\n]", "line 2, column 3: a trailing comma"),
        ('{"a": 1,}', "line 1, column 8: a trailing comma"),
        ("[1 2]", "line 1, column 4: JSON cannot go on with '2'"),
        ("[\n\u00a01]", "line 2, column 1: JSON cannot go on with '\\xa0'"),
        ('{"k": 1, "k": 2}', "the key 'k' stands twice in one object"),
        ("[NaN]", "NaN is not JSON"),
        ('["\\udfff"]', "a string holds half of a surrogate pair, which is no character"),
    ],
)
def test_an_error_says_where_and_what_in_our_own_words(text: str, message: str) -> None:
    with pytest.raises(JSONTextError) as caught:
        read(text)
    assert str(caught.value) == message
