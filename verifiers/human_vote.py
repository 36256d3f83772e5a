"""Rubric votes by people. A machine checks the word bounds; the rest waits, without a score, for votes.

A word is what `instruction_rules` calls a word: "He's well-read" is two (stevencohn/OneMore#2369).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from verifiers import text as reading
from verifiers.result import PendingError, Problem, VerifierResult, verdict
from verifiers.rules import units
from verifiers.rules.bounds import bound_problems, within

_SENTENCE = {"type": "string", "minLength": 1, "maxLength": 1000, "pattern": r"\S"}
_BOUND = {"type": "integer", "minimum": 0, "maximum": 1_000_000}

CONFIG_SCHEMA = {
    "type": "object",
    "required": ["type", "words", "rubric"],
    "additionalProperties": False,
    "properties": {
        "type": {"const": "human_vote"},
        "words": {"type": "object", "additionalProperties": False, "properties": {"min": _BOUND, "max": _BOUND}},
        "rubric": {
            "type": "array",
            "minItems": 1,
            "maxItems": 10,
            "items": {
                "type": "object",
                "required": ["id", "question"],
                "additionalProperties": False,
                "properties": {
                    "id": {"type": "string", "pattern": "^[a-z][a-z0-9_]{0,31}$"},
                    "question": _SENTENCE,
                    "weight": {"type": "number", "exclusiveMinimum": 0, "maximum": 100, "default": 1},
                    "anchors": {
                        "type": "object",
                        "additionalProperties": False,
                        "description": "what a vote of 1 to 5 stands for",
                        "properties": {str(vote): _SENTENCE for vote in range(1, 6)},
                    },
                },
            },
        },
        "votes_needed": {"type": "integer", "minimum": 1, "maximum": 100, "default": 3},
        "pass_at": {"type": "number", "minimum": 0, "maximum": 100, "default": 60},
    },
}


def check(config: Mapping[str, Any]) -> Iterator[Problem]:
    """What the schema cannot say: bounds without a meaning, criteria of one name."""
    for message in bound_problems(config["words"]):
        yield Problem(("words",), message)
    names = [criterion["id"] for criterion in config["rubric"]]
    for position, name in enumerate(names):
        if name in names[:position]:
            yield Problem(("rubric", position, "id"), f"{name!r} is taken by another criterion; rename one")


def verify(output: str, config: Mapping[str, Any]) -> VerifierResult:
    """Score 0 for an answer outside the word bounds; raises PendingError for one that people must judge."""
    count = units.word_count(reading.without_reasoning(output))
    if count == 0:
        return verdict(False, "the answer is empty")
    passed, message = within(count, config["words"], "word")
    if not passed:
        return verdict(False, message)
    votes = config.get("votes_needed", 3)
    raise PendingError(f"{message}; waits for {votes} vote{'s' if votes > 1 else ''}")
