"""Equality of what came back with what was expected, on trees, exact in type."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifiers.code.equality import same, show
from verifiers.sandbox.bridge.values import decode, encode

hashable = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | st.text() | st.binary(),
    lambda parts: st.tuples(parts, parts) | st.frozensets(parts, max_size=3),
    max_leaves=8,
)
values = st.recursive(
    hashable | st.sets(hashable, max_size=4),
    lambda parts: st.lists(parts, max_size=4) | st.tuples(parts) | st.dictionaries(hashable, parts, max_size=3),
    max_leaves=12,
)
trees = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda parts: (
        st.lists(parts, max_size=3)
        | st.dictionaries(
            st.sampled_from("int float complex bytes tuple set frozenset dict object x".split()), parts, max_size=2
        )
    ),
    max_leaves=10,
)
DIFFERENT = [
    (1, True), (1, 1.0), (0, False), (0, None), ("1", 1), ("a", b"a"), ([1], (1,)), ({1}, [1]), ({1}, frozenset({1})),
    ({}, set()), ({}, []), ({1: 2}, {1.0: 2}), ({1: 2}, {True: 2}), ({1}, {1.0}), ((1, True), (True, 1)), (1j, 1),
    (2.0, 2), ([1, 2], [2, 1]), ({"a": 1}, {"a": 1, "b": 2}), (10**30, 10**30 + 1), (1.0, 1.0000001),
    ("é", "e\u0301"), ("\ud800", "?"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), DIFFERENT, ids=str)
def test_types_and_values_are_exact(one: Any, other: Any) -> None:
    assert not same(encode(one), encode(other))
    assert not same(encode(other), encode(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [(math.nan, math.nan), (0.0, -0.0), ({1, 2}, {2, 1}), ({"a": 1, "b": 2}, {"b": 2, "a": 1}), ([{0.0}], [{-0.0}])],
    ids=str,
)
def test_equal_in_all_that_counts(one: Any, other: Any) -> None:
    assert same(encode(one), encode(other))


@given(values)
def test_a_value_crosses_unchanged_and_equals_itself(value: Any) -> None:
    tree = json.loads(json.dumps(encode(value)))
    assert same(encode(value), tree)
    assert same(encode(decode(tree)), tree)


@given(values, values)
def test_equality_is_symmetric(one: Any, other: Any) -> None:
    assert same(encode(one), encode(other)) == same(encode(other), encode(one))


@given(values, trees, st.none() | st.floats(0.0001, 0.5))
def test_a_forged_tree_never_raises(value: Any, tree: Any, tolerance: float | None) -> None:
    assert same(encode(value), tree, tolerance) in (True, False)
    assert len(show(tree)) < 300


@pytest.mark.parametrize(
    ("expected", "got", "equal"),
    [
        (2.0, 2, True),
        (2, 2.0, False),
        (1.0, 1.0005, True),
        (1.0, 1.01, False),
        (1000.0, 1000.5, True),
        (0.0, 0.0005, True),
        (1.0, True, False),
        (1.0, 10**400, False),
        (math.inf, math.inf, True),
        (math.inf, 1e308, False),
        (math.nan, math.nan, True),
        ([1.0, (2.0,)], [1.0001, (2.0001,)], True),
        ({"a": 1.0}, {"a": 1.0001}, True),
        ({1.0}, {1.0001}, False),
        (1 + 1j, 1.0001 + 1j, True),
        (1 + 1j, 1.1 + 1j, False),
    ],
    ids=str,
)
def test_a_declared_tolerance_is_for_floats(expected: Any, got: Any, equal: bool) -> None:
    assert same(encode(expected), encode(got), 0.001) == equal


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ([1, "a", None], "[1, 'a', None]"),
        ((1,), "(1,)"),
        ({1: {2}}, "{1: {2}}"),
        (set(), "set()"),
        (frozenset(), "frozenset()"),
        (10**30, "0xc9f2c9cd04674edea40000000"),
        (b"\x00", "bytes.fromhex('00')"),
        (math.inf, "inf"),
        ("\ud800\n", r"'\ud800\n'"),
        ("é", "'é'"),
        ((), "()"),
        ({}, "{}"),
        (1 + 2j, "complex(1.0, 2.0)"),
        (list(range(1000)), "[0, 1, 2, "),
    ],
    ids=str,
)
def test_what_came_back_is_shown_as_python_writes_it_and_cut(value: Any, shown: str) -> None:
    assert show(encode(value)).startswith(shown)
    assert len(show(encode(value))) < 200
