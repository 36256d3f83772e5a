"""Second thoughts on tasks: counts that prompt and rules do not share, and scaffolds left as they were."""

import json
from typing import Any

import pytest

from harness.layout import Layout
from harness.task_file import read_all
from harness.task_lint import lint
from tests.harness.task_repo import HAIKU, add, edited, repo

__all__ = ["repo"]

WORDS = {"kind": "word_count", "min": 205}


def warnings(repo: Layout, prompt: str, verifier: dict[str, Any]) -> list[str]:
    text = HAIKU[: HAIKU.index("prompt:")] + json.dumps({"prompt": prompt})[1:-1] + "\n"
    text += json.dumps({"verifier": verifier})[1:-1] + "\n" + HAIKU[HAIKU.index("examples:") :]
    add(repo, text)
    (file,) = read_all(repo)
    assert file.document is not None
    assert file.task is not None, file.findings
    return [finding.message for finding in lint(file.document, file.task)]


def rules(*rules: dict[str, Any]) -> dict[str, Any]:
    return {"type": "instruction_rules", "rules": list(rules)}


@pytest.mark.parametrize(
    ("prompt", "rule", "said"),
    [
        ("Write at least 250 words.", WORDS, "at least 250 words"),
        ("Write a 250-word essay in two paragraphs.", {"kind": "paragraph_count", "exactly": 2}, "250-word"),
        ("Write in two paragraphs.", WORDS, "two paragraphs"),
        ("Write exactly one bullet.", WORDS, "exactly one bullet"),
        ("Use between 205 and 300 words.", WORDS, "300 words"),
        ("Name the river twice.", WORDS, None),
        ("Use the word rain 3 times.", WORDS, "3 times"),
        ("Write more than 204 words.", WORDS, None),
        ("Write fewer than 206 words.", {"kind": "word_count", "max": 205}, None),
        ("Write over 1,204 words.", {"kind": "word_count", "min": 1205}, None),
        ("Write about the year 1969, for the price of $5.50.", WORDS, None),
        ("List the 12 months in capital letters.", WORDS, None),
        ("Name the three words a, b and c.", {"kind": "contains", "keywords": ["a", "b", "c"]}, None),
        ("Use no word more than once.", {"kind": "no_repeated_words"}, None),
        ("After it come two other headings.", {"kind": "heading_count", "exactly": 3}, None),
        ("Write four words.", {"kind": "acrostic", "spells": "RAIN", "of": "word"}, None),
        ("Write one sentence.", {"kind": "regex", "pattern": "[A-Z]{3} [A-Z]{5}", "expect": "full_match"}, None),
        ("Write exactly four digits.", {"kind": "regex", "pattern": "^\\d{4}$"}, None),
    ],
)
def test_a_count_in_the_prompt_that_no_rule_uses_is_a_warning(
    repo: Layout, prompt: str, rule: dict[str, Any], said: str | None
) -> None:
    found = [message for message in warnings(repo, prompt, rules(rule)) if "in no rule" in message]
    assert [message.split("'")[1] for message in found] == ([] if said is None else [said])


def test_a_vague_count_is_a_warning(repo: Layout) -> None:
    found = warnings(repo, "Write a few bullets about rain.", rules({"kind": "bullet_count", "min": 1}))
    assert found == ["the prompt says 'a few bullets', which no rule can check; say how many"]


def test_word_bounds_of_a_human_vote_count_too(repo: Layout) -> None:
    vote = {"type": "human_vote", "words": {"max": 80}, "rubric": [{"id": "a", "question": "Good?"}]}
    assert warnings(repo, "Use at most 80 words.", vote) == []
    assert len(warnings(repo, "Use at most 90 words.", vote)) == 1


def test_the_numbers_of_a_problem_are_its_data(repo: Layout) -> None:
    array = {"type": "json_schema", "schema": {"type": "array", "minItems": 5}}
    assert warnings(repo, "Anna has 3 fields and 4 keys. List at least 5 of them.", array) == []
    assert len(warnings(repo, "List at least 6 of them.", array)) == 1


def test_a_warning_points_at_the_words_in_a_block(repo: Layout) -> None:
    add(repo, edited("about rain.\n", "about rain.\n\n  Use exactly 17 syllables.\n"))
    (file,) = read_all(repo)
    assert file.document is not None
    assert file.task is not None
    (finding,) = lint(file.document, file.task)
    assert (finding.line, finding.column, finding.severity) == (11, 7, "warning")


def test_line_ends_of_windows_are_a_warning(repo: Layout) -> None:
    add(repo, HAIKU.replace("\n", "\r\n"))
    (file,) = read_all(repo)
    assert file.document is not None
    assert file.task is not None
    (finding,) = lint(file.document, file.task)
    assert str(finding).startswith("tasks/instruction/haiku.yaml:1:1: warning: the lines end in CRLF; nothing changes")


def test_what_a_scaffold_left_open_is_an_error(repo: Layout) -> None:
    add(repo, edited("A short haiku", '"FILL IN: a name"', edited("@octocat", "@your-login")))
    (file,) = read_all(repo)
    assert file.document is not None
    assert file.task is not None
    assert [(f.line, f.severity) for f in lint(file.document, file.task)] == [(3, "error"), (6, "error")]


@pytest.mark.parametrize(
    "prompt",
    [
        pytest.param("at least 5" + "-" * 90_000, id="dashes"),
        pytest.param("at least 5" + " " * 90_000 + "words", id="spaces"),
        pytest.param("at least " + "9" * 90_000 + " words", id="digits"),
        pytest.param("at least 1" + ",000" * 20_000 + " words", id="thousands"),
        pytest.param("a few " * 15_000, id="vague"),
    ],
)
def test_a_hostile_prompt_is_read_like_any_other(repo: Layout, prompt: str) -> None:
    warnings(repo, prompt, rules(WORDS))
