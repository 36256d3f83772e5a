"""Answers that go on from a given beginning, and those that bring the whole function."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifiers.code.continuation import before, complete

PREFIX = '''from math import sqrt


def square(n):
    return n * n


def hypotenuse(a, b):
    """The long side.

    >>> hypotenuse(3, 4)
    5.0
    """
'''
BODY = "    total = square(a) + square(b)\n    return sqrt(total)\n"
WHOLE = f"def hypotenuse(a, b):\n{BODY}"


def value(output: str) -> object:
    names: dict[str, object] = {}
    exec(complete(output, PREFIX, "hypotenuse"), names)
    return names["hypotenuse"](3, 4)  # type: ignore[operator]


@pytest.mark.parametrize(
    "output",
    [
        BODY,
        f"\n\n{BODY}",
        BODY.replace("\n", "\r\n"),
        f"{BODY}```\n\nThis works because of Pythagoras.",
        f"{BODY}\n\ndef other():\n    pass\n",
        f"```python\n{BODY}```",
        "```python\ntotal = square(a) + square(b)\nreturn sqrt(total)\n```",
        f"Just the rest:\n\n```\n{BODY}```\nDone.",
        WHOLE,
        f"Here:\n```python\n{WHOLE}```\nIt uses `square`.",
        f"```python\n{PREFIX}{BODY}```",
        "    " + WHOLE.replace("\n", "\n    "),
        f"```python\nfrom __future__ import annotations\n{WHOLE}```",
        f"<think>\n    return 5\n</think>\n{BODY}",
    ],
    ids=[
        "the rest",
        "after empty lines",
        "CRLF",
        "up to a closing fence",
        "with another function after it",
        "a fenced rest",
        "a fenced rest, not indented",
        "a fenced rest, without a tag",
        "the whole function, which needs the helpers",
        "the whole function in a block",
        "everything again",
        "the whole function, indented",
        "with an import that must stand first",
        "after reasoning",
    ],
)
def test_both_kinds_of_answers_make_a_program(output: str) -> None:
    assert value(output) == 5.0


@pytest.mark.parametrize("output", ["", "  \n", "<think>    return 5", "```python\n```"])
def test_an_answer_without_code_is_no_program(output: str) -> None:
    assert complete(output, PREFIX, "hypotenuse").removeprefix(PREFIX).strip() == ""


def test_the_prefix_alone_gives_no_value() -> None:
    assert value(PREFIX) is None


def test_decorators_belong_to_the_function() -> None:
    prefix = "import functools\n\n@functools.cache\ndef f(n):\n"
    assert before(prefix, "f") == "import functools\n\n"


def test_what_stands_before_ends_at_the_last_definition() -> None:
    assert before("def f(): ...\ndef f():\n", "f") == "def f(): ...\n"
    assert before(PREFIX, "triangle") is None


@given(st.text())
def test_any_output_is_read(output: str) -> None:
    assert isinstance(complete(output, PREFIX, "hypotenuse"), str)
