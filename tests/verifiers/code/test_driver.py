"""Which checks there are in test code."""

import ast

import pytest

from verifiers.code.driver import plan


@pytest.mark.parametrize(
    ("tests", "names"),
    [
        ("assert f(1) == 2\nassert f(2) == 3", ["assert 1", "assert 2"]),
        ("import math\nx = 1\nassert f(x)", ["assert 1"]),
        ("for i in range(3):\n    assert f(i)", ["assert 1"]),
        ("try:\n    f(1)\nexcept ValueError:\n    pass\nelse:\n    assert False", ["assert 1"]),
        ("def check(candidate):\n    assert candidate(1)", ["check"]),
        ("def check(candidate):\n    assert candidate(1)\ncheck(f)", ["check"]),
        ("def test_a():\n    assert f(1)\ndef test_b():\n    assert f(2)", ["test_a", "test_b"]),
        ("def helper(x):\n    return x\nassert helper(f(1))", ["assert 1"]),
        ("def helper(x):\n    assert x\nhelper(f(1))\nhelper(f(2))", ["helper", "helper"]),
        ("METADATA = {}\ndef check(candidate):\n    for i in (1, 2):\n        assert candidate(i)", ["check"]),
        ("x = f(1)", []),
        ("class T:\n    def test(self):\n        assert f(1)", []),
    ],
)
def test_checks_are_named(tests: str, names: list[str]) -> None:
    assert [name for name, _ in plan(ast.parse(tests), "f") if name] == names
