"""Reasoning blocks, fences and preambles."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from verifiers.text import fences, preamble, whole_fence, without_preamble, without_reasoning


@pytest.mark.parametrize(
    ("output", "answer"),
    [
        ("42", "42"),
        ("<think>so 41? no.</think>\n\n42", "42"),
        ("  \n<think>hm</think>42", "42"),
        ("<THINK>hm</Think>\n42", "42"),
        ("<thinking>hm</thinking>\n42", "42"),
        ("<thought>hm</thought>\n42", "42"),
        ("[THINK]hm[/THINK]42", "42"),
        ("◁think▷hm◁/think▷42", "42"),
        ("<think>one</think>\n<think>two</think>\n42", "42"),
        ("<think>\n<think>\ninner\n</think>\nouter\n</think>\n42", "42"),
        ("<think>I may write <think> first.</think>42", "42"),
        ("<think></think>", ""),
        ("I was thinking.\n</think>\n42", "42"),
        ("<think>a</think>b</think>c", "c"),
        ("", ""),
    ],
)
def test_a_reasoning_block_before_the_answer_is_no_part_of_it(output: str, answer: str) -> None:
    assert without_reasoning(output) == answer


@pytest.mark.parametrize(
    "output",
    [
        "<think>It could be 12. Or 15? Adding again, 15 -",  # huggingface/lighteval#869
        "<think>\n<think>\nso 12\n</think>\nthen 15",
        "<think>one</think>\n<think>12",
        "[THINK]12",
        "<|channel|>analysis<|message|>so 12",
        "<|channel|>analysis<|message|>12<|end|><|start|>assistant<|channel|>commentary<|message|>15",
    ],
)
def test_a_block_that_never_closes_is_no_answer(output: str) -> None:
    assert without_reasoning(output) == ""


@pytest.mark.parametrize(
    "output",
    [
        "Use the <think> tag.",
        "Write <think> first and </think> last.",
        "End it with `</think>` on a line of its own.",
        "42\n<think>was that right?</think>",
        "a < b and c > d",
        "<thinks>no tag</thinks>",
    ],
)
def test_a_tag_that_the_answer_speaks_of_stays(output: str) -> None:
    assert without_reasoning(output) == output


def test_the_final_channel_is_the_answer() -> None:
    output = "<|channel|>analysis<|message|>12? 15<|end|><|start|>assistant<|channel|>final<|message|>42<|return|>"
    assert without_reasoning(output) == "42"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```python\nx\n```", [("python", "x\n", True)]),
        ("```\nx\n```", [("", "x\n", True)]),
        ("```Python\r\nx\r\n```\r\n", [("python", "x\r\n", True)]),
        ("```{.python}\nx\n```", [("python", "x\n", True)]),
        ("```python:main.py\nx\n```", [("python", "x\n", True)]),
        ("``` c++ \nx\n```", [("c++", "x\n", True)]),
        ("~~~py\nx\n~~~", [("py", "x\n", True)]),
        ("~~~py\n```\n~~~", [("py", "```\n", True)]),
        ("````md\n```\nx\n```\n````", [("md", "```\nx\n```\n", True)]),
        ("```\nx\n`````", [("", "x\n", True)]),
        ("```\nx\n   ```", [("", "x\n", True)]),
        ("  ```py\n  x\n   y\n  ```", [("py", "x\n y\n", True)]),
        ("- item\n\n      ```py\n      x\n      ```", [("py", "x\n", True)]),
        ("```py\nx", [("py", "x", False)]),
        ("```py", [("py", "", False)]),
        ("a\n```\nb\n```\nc\n```\nd\n```\n", [("", "b\n", True), ("", "d\n", True)]),
        ("def area(w, h):\n    return w * h\n```", [("", "", False)]),  # a stray closing fence: EleutherAI#3769
        ("```python\nprint('```')\n```", [("python", "print('```')\n", True)]),
        ('```py\ndef f():\n    """\n    ```\n    """\n```', [("py", 'def f():\n    """\n    ```\n    """\n', True)]),
        ("inline ```code``` here", []),
        ("```code```\nx", []),
        ("``\nx\n``", []),
    ],
)
def test_fences_are_read_as_commonmark_does(text: str, expected: list[tuple[str, str, bool]]) -> None:
    assert [(fence.language, fence.body, fence.closed) for fence in fences(text)] == expected


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("```json\n{}\n```", "{}\n"),
        ("\n\n ```\nx\n ```\n\n", "x\n"),
        ("```\ncut o", "cut o"),
        ("Here:\n```\nx\n```", None),
        ("```\nx\n```\nDone.", None),
        ("```\na\n```\n```\nb\n```", None),
        ("```x```\n```\ny\n```", None),
        ("x", None),
        ("", None),
    ],
)
def test_a_fence_is_the_whole_only_when_there_is_nothing_else(text: str, body: str | None) -> None:
    fence = whole_fence(text)
    assert (fence.body if fence else None) == body


PREAMBLES = [
    "Sure! Here is the poem:",
    "Sure, here's a haiku about rain:",
    "Certainly! Here are five tips for you.",
    "Of course! I'd be happy to help.",
    "Okay, let me write that.",
    "Absolutely! Here you go:",
    "Great question! Here’s the list:",
    "Sure!",
    "Certainly.",
    "Here is the JSON you asked for:",
    "Here are three reasons:",
    "**Here is the letter:**",
    "Below is the summary:",
    "I've written a short story for you:",
    "As requested, the table:",
    "OK, the final version:",
]


@pytest.mark.parametrize("line", PREAMBLES)
def test_a_first_line_that_only_announces_is_a_preamble(line: str) -> None:
    assert preamble(f"{line}\n\nrain falls") == line
    assert without_preamble(f"\n{line}\n\n  rain falls\n") == "  rain falls\n"


@pytest.mark.parametrize("line", PREAMBLES)
def test_a_lone_line_is_the_answer(line: str) -> None:
    assert without_preamble(f"{line}\n") == f"{line}\n"
    assert without_preamble(f"{line}\n \n") == f"{line}\n \n"


@pytest.mark.parametrize(
    "line",
    [
        "Sure, I walked home.",
        "Sure as the tide, the sea returns",
        "Certainly not.",
        "Of course not:",
        "Yes.",
        "Yes",
        "Great!",
        "Absolutely!",
        "Definitely.",
        "Here lies a man of words",
        "Here is where it began.",
        "This is my letter to the world:",
        "Dear reader,",
        "The list:",
        "I'll never forget this:",
        "Heres:",
        "surely:",
        "Okay then",
        "Here is " + "very " * 50 + "much:",
    ],
)
def test_a_first_line_that_says_something_stays(line: str) -> None:
    text = f"{line}\n\nrain falls"
    assert preamble(text) is None
    assert without_preamble(text) == text


@pytest.mark.parametrize("dress", ["- ", "* ", "1. ", "## ", "> "])
def test_a_dressed_preamble_is_seen_and_left_where_it_is(dress: str) -> None:
    text = f"{dress}Here is the improved list:\n- one"
    assert preamble(text) is not None
    assert without_preamble(text) == text


@given(st.text(st.sampled_from("<>/think\n`~ py:{}[]THINK|")))
@example("<think></think>" * 50_000)
@example("<think>" * 50_000)
@example("```\n" * 50_000)
@example(" " * 100_000 + "```")
def test_every_text_is_read_and_the_parts_are_parts(text: str) -> None:
    assert text.endswith(without_reasoning(text))
    assert text.endswith(without_preamble(text))
    for fence in fences(text):
        assert 0 <= fence.start < fence.end <= len(text)
        assert text[fence.start : fence.end].lstrip(" \t")[:3] in ("```", "~~~")
