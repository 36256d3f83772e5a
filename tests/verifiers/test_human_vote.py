"""human_vote: word bounds at once, votes later."""

from typing import Any

import pytest

import verifiers
from verifiers.result import PendingError

RUBRIC = [{"id": "clarity", "question": "Is it clear?", "weight": 2, "anchors": {"1": "muddled", "5": "crystal"}}]


def config(**words: int) -> dict[str, Any]:
    return {"type": "human_vote", "words": words, "rubric": RUBRIC, "votes_needed": 3, "pass_at": 70}


def test_contractions_and_hyphenated_words_are_one_word_each() -> None:
    with pytest.raises(PendingError, match=r"^6 words; 1 to 6 wanted; waits for 3 votes$"):
        verifiers.verify("He's well-read; it's a one-two-three job.", config(min=1, max=6))


@pytest.mark.parametrize(
    ("output", "details"),
    [
        ("one two", "2 words; 3 to 4 wanted"),
        ("one two three four five", "5 words; 3 to 4 wanted"),
        ("", "the answer is empty"),
        ("— … —", "the answer is empty"),
        ("<think>one two three four", "the answer is empty"),
    ],
)
def test_out_of_bounds_is_scored_0_and_never_waits(output: str, details: str) -> None:
    result = verifiers.verify(output, config(min=3, max=4))
    assert (result.passed, result.score, result.details) == (False, 0.0, details)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"words": {}}, "there is no bound"),
        ({"words": {"min": 5, "max": 4}}, "no text can meet both"),
        ({"rubric": []}, "less than 1 item"),
        ({"rubric": RUBRIC + RUBRIC}, "taken by another criterion"),
        ({"rubric": [{"id": "x", "question": "Good?", "weight": 0}]}, "less than or equal to"),
        ({"rubric": [{"id": "x", "question": "Good?", "anchors": {"6": "beyond"}}]}, "unknown key '6'"),
        ({"votes_needed": 0}, "less than the minimum"),
        ({"pass_at": 101}, "greater than the maximum"),
        ({"word": {"min": 1}}, "unknown key 'word'; did you mean 'words'?"),
    ],
)
def test_a_wrong_config_is_an_error(change: dict[str, Any], message: str) -> None:
    problems = verifiers.problems({**config(min=1), **change})
    assert message in "\n".join(p.message for p in problems)
