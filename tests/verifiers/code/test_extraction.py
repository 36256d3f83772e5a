"""Which part of an output is the program: the policy of docs/code.md as a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifiers.code.extraction import POLICIES, program

F = "def f(x):\n    return x"
G = "def g(x):\n    return -x"


def block(code: str, tag: str = "python", mark: str = "```") -> str:
    return f"{mark}{tag}\n{code}\n{mark}\n"


@pytest.mark.parametrize(
    ("output", "code"),
    [
        (block(F), F),
        (f"Sure!\n\n{block(F)}\nIt returns x.", F),
        (block(F, tag="Python"), F),
        (block(F, tag="PY"), F),
        (block(F, tag="python3"), F),
        (block(F, tag="python title=solution.py"), F),
        (block(F, tag="{.python}"), F),
        (block(F, tag=""), F),
        (block(F, mark="~~~"), F),
        (block(F, mark="````"), F),
        (f"1. Do this:\n\n   ```python\n   {F.replace(chr(10), chr(10) + '   ')}\n   ```\n", F),
        (f"```python\n    {F.replace(chr(10), chr(10) + '    ')}\n```", F),
        (f"```python\n{F}\n", F),
        (f"```python\n{F}", F),
        (f"{F}\n```", F),
        (f"```\n{F}", F),
        (F, F),
        (f"\ufeff{F}", F),
        (block(F).replace("\n", "\r\n"), F),
        (f"Here is the function:\n\n{F}\n\nIt returns its argument.", F),
        ("```def f(x):\n    return x\n```", F),
        ("```python def f(x):\n    return x\n```", F),
        (f"<think>\n{block(G)}</think>\n{block(F)}", F),
    ],
    ids=[
        "tagged", "amid prose", "capitals", "short tag", "tag with a version", "tag with attributes", "tag in braces",
        "untagged", "tildes", "four marks", "indented in a list", "indented inside its fence", "unclosed",
        "unclosed without a newline", "stray closing fence", "unclosed and untagged", "no fence", "byte order mark",
        "CRLF", "prose around code without a fence", "code in the place of the tag", "code after the tag", "reasoning",
    ],
)  # fmt: skip
def test_the_program_is_found(output: str, code: str) -> None:
    assert program(output).strip("\n") == code


@pytest.mark.parametrize(
    ("output", "code"),
    [
        (block(G) + block(F), F),
        (block(F) + block("f(1)", tag="bash"), F),
        (block(F) + "Output:\n" + block("5", tag=""), F),
        (block(F) + f"Better:\n```python\n{G}", F),
        (block(F, tag="") + block("5", tag="text"), F),
    ],
    ids=["last", "other languages are not it", "tagged before untagged", "complete before unclosed", "untagged"],
)
def test_of_several_blocks_the_last_complete_python_block_wins(output: str, code: str) -> None:
    assert program(output).strip("\n") == code


@pytest.mark.parametrize(
    ("output", "code"),
    [
        (block(F) + "Use it like this:\n" + block("print(f(1))"), F),
        (block(F) + block(G), F),
        (block(G) + f"```python\n{F}", F),
        (
            block("from functools import reduce\nf = lambda x: x") + block("print(f(1))"),
            "from functools import reduce\nf = lambda x: x",
        ),
        (block("class f:\n    pass") + block("f()"), "class f:\n    pass"),
        (block("async def f(x):\n    return x") + block("# calls f"), "async def f(x):\n    return x"),
        (block("print(f(1))") + block("print(f(2))"), "print(f(2))"),
    ],
    ids=[
        "usage after it",
        "another function",
        "unclosed but defining",
        "assigned",
        "class",
        "async",
        "none defines it",
    ],
)
def test_a_block_that_defines_the_entry_point_is_preferred(output: str, code: str) -> None:
    assert program(output, "f").strip("\n") == code


def test_the_config_can_choose_another_policy() -> None:
    output = block("a = 1") + block("b = 2")
    assert [program(output, None, policy).split() for policy in POLICIES] == [
        ["b", "=", "2"], ["a", "=", "1"], ["a", "=", "1", "b", "=", "2"],
    ]  # fmt: skip


@pytest.mark.parametrize("quotes", ['"""', "'''"])
@pytest.mark.parametrize("indent", ["", "    ", "  "])
def test_a_fence_in_a_docstring_closes_nothing(quotes: str, indent: str) -> None:
    docstring = f"{quotes}Example:\n{indent}```\n{indent}f(1)\n{indent}```\n{indent}{quotes}"
    code = f"{docstring}\n{F}" if not indent else f"def f(x):\n{indent}{docstring}\n{indent}return x"
    assert program(block(code) + "Done.\n").strip("\n") == code


@pytest.mark.parametrize("output", ["", " \n\n", "<think>def f(x):\n    return x", "```\n```", block("x", tag="c")])
def test_there_may_be_none(output: str) -> None:
    assert program(output).strip() == ""


@given(st.text(alphabet="`~\n py\"'#adef:(x)\r\ud800", max_size=300), st.sampled_from(POLICIES))
def test_any_text_has_a_program_or_none_and_always_the_same(text: str, policy: str) -> None:
    assert program(text, "f", policy) == program(text, "f", policy)
    assert program(text).strip() == "" or text.strip()


@pytest.mark.parametrize("text", ["```\n" * 20_000, '```python\n"""\n' * 5_000, "`" * 100_000, "'''\n```\n" * 10_000])
def test_hostile_fences_take_no_time(text: str) -> None:
    program(text, "f")
