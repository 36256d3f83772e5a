"""Python values as authors spell them in YAML."""

import math
from typing import Any

import pytest

from verifiers.code.spelling import read


@pytest.mark.parametrize(
    ("spelled", "value"),
    [
        (None, None),
        ([1, 1.5, "a", True], [1, 1.5, "a", True]),
        ({"a": [1]}, {"a": [1]}),
        ({"$tuple": [1, {"$tuple": []}]}, (1, ())),
        ({"$set": [1, 2]}, {1, 2}),
        ({"$set": []}, set()),
        ({"$frozenset": [1]}, frozenset({1})),
        ({"$set": [{"$tuple": [1, 2]}]}, {(1, 2)}),
        ({"$bytes": "00ff"}, b"\x00\xff"),
        ({"$complex": [1, -2.5]}, 1 - 2.5j),
        ({"$float": "inf"}, math.inf),
        ({"$int": "-123456789012345678901234567890"}, -123456789012345678901234567890),
        ({"$dict": [[1, "one"], [{"$tuple": [1, 2]}, "pair"]]}, {1: "one", (1, 2): "pair"}),
        ({"$dict": [["$set", 1]]}, {"$set": 1}),
    ],
    ids=str,
)
def test_each_spelling_has_its_value(spelled: Any, value: Any) -> None:
    assert read(spelled) == value
    assert type(read(spelled)) is type(value)


def test_nan_is_a_float() -> None:
    assert math.isnan(read({"$float": "nan"}))


@pytest.mark.parametrize(
    ("spelled", "said"),
    [
        ({"$tupel": []}, "'$tupel' is not one of $tuple"),
        ({"$tuple": [], "a": 1}, "alone in its mapping"),
        ({"$set": [1, 1]}, "an element is there twice"),
        ({"$set": [[1]]}, "hashable"),
        ({"$set": 5}, "it is not a list"),
        ({"$bytes": "0"}, "hexadecimal"),
        ({"$bytes": 5}, "hexadecimal"),
        ({"$complex": [1]}, "[real, imaginary]"),
        ({"$float": "1.5"}, "nan, inf or -inf"),
        ({"$int": 5}, "digits in quotes"),
        ({"$int": "1_0"}, "digits in quotes"),
        ({"$dict": [[1]]}, "pairs"),
        ({"$dict": [[1, 2], [1, 3]]}, "a key is there twice"),
        ({"$dict": {"a": 1}}, "pairs"),
    ],
    ids=str,
)
def test_a_spelling_that_is_none_is_refused_with_a_way_out(spelled: Any, said: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        read(spelled)
    assert said in str(caught.value)


def test_depth_is_limited() -> None:
    deep: Any = 1
    for _ in range(60):
        deep = [deep]
    with pytest.raises(ValueError, match="deeper"):
        read(deep)
