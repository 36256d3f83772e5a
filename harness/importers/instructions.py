"""What IFEval and IFBench share: a record's instructions, each an id with arguments, which become one rule each."""

from collections.abc import Callable, Mapping
from typing import Any

from harness.importers.draft import LeftOutError, whole

Arguments = Mapping[str, Any]
Rule = dict[str, Any]
Vocabulary = Mapping[str, Callable[[Arguments], Rule]]

NOTHING: Mapping[str, str] = {}
DRAWN = "is not set: the source's checker then draws it at random"


def rules_of(record: Mapping[str, Any], known: Vocabulary, beyond: Mapping[str, str] = NOTHING) -> list[Rule]:
    """The rules of a record. `beyond` says why other instructions of the format have none.

    Raises LeftOutError with one reason for each instruction without a rule.
    """
    names, arguments = record.get("instruction_id_list"), record.get("kwargs")
    if not isinstance(names, list) or not names:
        raise LeftOutError("`instruction_id_list` is not a list, or empty")
    if not isinstance(arguments, list) or len(arguments) != len(names):
        raise LeftOutError("`kwargs` is not a list with one entry for each instruction")
    rules: list[Rule] = []
    reasons: list[str] = []
    for instruction, given in zip(names, arguments, strict=True):
        try:
            rules.append(_rule(instruction, given, known, beyond))
        except LeftOutError as error:
            reasons += [f"{instruction}: {reason}" for reason in error.reasons]
    if reasons:
        raise LeftOutError(*reasons)
    return rules


def _rule(instruction: Any, given: Any, known: Vocabulary, beyond: Mapping[str, str]) -> Rule:
    make = known.get(instruction) if isinstance(instruction, str) else None
    if make is None:
        raise LeftOutError(beyond.get(str(instruction), "there is no such instruction in this format"))
    if not isinstance(given, dict | None):
        raise LeftOutError("its arguments are not an object")
    return make({key: value for key, value in (given or {}).items() if value is not None})


def number(given: Arguments, key: str, least: int = 0) -> int:
    """A whole number. Raises LeftOutError where the source's checker would take another, drawn at random."""
    value = whole(given.get(key))
    if value is None or value < least:
        raise LeftOutError(f"`{key}` {DRAWN}" if value is None else f"`{key}: {value}` is below {least}")
    return value


def string(given: Arguments, key: str) -> str:
    """A text that says something, trimmed. Raises LeftOutError as `number` does."""
    value = given.get(key)
    if not isinstance(value, str) or not value.strip():
        raise LeftOutError(f"`{key}` {DRAWN}")
    return value.strip()
