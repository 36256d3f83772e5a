"""Rules in CEL over a document."""

from decimal import Decimal
from typing import Any

import pytest

from verifiers.documents.invariants import FALSE, RuleError, cel_value, compile_rule


def failure(rule: str, document: Any) -> str | None:
    return compile_rule(rule)(cel_value(document))


@pytest.mark.parametrize(
    ("rule", "document"),
    [
        ("self == 12", Decimal("12.0")),
        ("self + 1 == 13", 12.0),
        ("self * 0.5 == 1.5", 3),
        ("2.5 - self == 0.5", 2),
        ("self / 2.0 == 1.5", 3),
        ("7 / self == 3", 2),
        ("7.0 / self == 3.5", 2),
        ("self < 2.5", 2),
        ("sum(self) == 100", [33.3, 33.3, 33.4]),
        ("self.sum() == 1", [0.1] * 10),
        ("sum(self) == 0", []),
        ("sum(self) == 1e308", [1e308, 1e-320, -1e-320]),
        ("sum(self) == 2.5", [1, 1.5]),
        ("self > 5", 2**63),
        ("self == 1e20", 10**20),
        ("sum(self.map(x, x * 2)) == 12", [1, 2, 3]),
        ("size(self) == 2", "ä😀"),
        ("self.a.b[0] == null", {"a": {"b": [None]}}),
        ("self.matches('^(a+)+$')", "a" * 10_000),
    ],
)
def test_a_rule_holds(rule: str, document: Any) -> None:
    assert failure(rule, document) is None


def test_a_rule_that_is_false_does_not_hold() -> None:
    assert failure("self > 3", 3) == FALSE


@pytest.mark.parametrize(
    ("rule", "document", "reason"),
    [
        ("self.a == 1", {}, 'cannot be computed: Key not found in map : "a"'),
        ("self[3] == 1", [1], "cannot be computed: Index error: index=3 size=1"),
        ("1 / self == 1", 0, "cannot be computed: divide by zero"),
        ("self + 1 == 2", "a", "cannot be computed: No matching overloads found"),
        ("sum(self) == 1", ["a"], "cannot be computed: sum takes a list of numbers"),
        ("sum(self) == 1", [True], "cannot be computed: sum takes a list of numbers"),
        ("self", 5, "gives a int, not true or false"),
        ("self + self > 0", 2**63 - 1, "cannot be computed: integer overflow"),
        ("self.all(x, self.all(y, x == y))", [1] * 200, "cannot be computed: Iteration budget exceeded"),
    ],
)
def test_a_rule_that_cannot_be_computed_says_so(rule: str, document: Any, reason: str) -> None:
    found = failure(rule, document)
    assert found is not None
    assert reason in found


@pytest.mark.parametrize("value", [-(2**63) - 1, 10**30 + 1, 10**400, Decimal("1e400"), Decimal("9" * 400 + ".5")])
def test_a_number_beyond_64_bits_equals_itself_and_nothing_else(value: Any) -> None:
    assert failure("self == self", value) is None
    assert failure("self != 5", value) is None
    assert failure("self[0] == self[1]", [value, value + 1]) == FALSE
    assert failure("self > 5", value) is not None


def test_a_nul_character_ends_no_string() -> None:
    assert failure("self == 'a'", "a\0b") == FALSE
    assert failure("has(self.a)", {"a\0b": 1}) == FALSE


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("1 +", "Syntax error"),
        ("other == 1", "undeclared reference to 'other'"),
        ("size(self)", "gives a int"),
        ("'a'", "gives a string"),
        ("self.x.nope()", "undeclared reference to 'nope'"),
        ("self == '\ud800'", "incompatible function arguments"),
    ],
)
def test_what_is_no_rule_is_refused(rule: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        compile_rule(rule)
