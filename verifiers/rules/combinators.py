"""Rules about rules: on each part of a text, on the n-th part, all or any of several, the ratio of two counts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from verifiers.rules import characters, counts, forms, language, markdown, matching, patterns, units, words
from verifiers.rules.bounds import BOUNDS
from verifiers.rules.registry import RULES, Finding, Options, any_rule, rule

_PARTS: Mapping[str, Callable[[str], Sequence[str]]] = {
    "word": units.bare_words,
    "sentence": units.sentences,
    "line": units.lines,
    "list_item": units.list_items,
    "paragraph": units.paragraphs,
}
_OF = {"enum": list(_PARTS), "description": "what the text is divided into"}
# One level deep: a rule about the words of each sentence of the third paragraph is better said in the prompt.
_MODULES = {module.__name__ for module in (characters, counts, forms, language, markdown, matching, patterns, words)}
_SIMPLE = {kind: inner for kind, inner in RULES.items() if inner.judge.__module__ in _MODULES and not inner.as_sent}
_INNER = any_rule(_SIMPLE)
_COUNTS = any_rule(kind for kind, inner in _SIMPLE.items() if inner.count)


def _inner_problems(options: Options) -> Iterator[str]:
    for inner in options.get("rules", [options.get("rule")]):
        for message in RULES[inner["kind"]].problems(inner):
            yield f"in {inner['kind']}: {message}"


@rule(
    keys={
        "of": _OF,
        "every": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 1, "description": "only each n-th part"},
        "rule": {**_INNER, "description": "what each part must meet"},
    },
    required=["of", "rule"],
    problems=_inner_problems,
    example={"of": "line", "rule": {"kind": "word_count", "max": 8}},
)
def each(text: str, options: Options) -> Finding:
    """Every part of the text meets the rule, by itself; there is at least one."""
    inner, step = options["rule"], options.get("every", 1)
    parts = _PARTS[options["of"]](text)
    for position in range(step - 1, len(parts), step):
        found = RULES[inner["kind"]].judge(parts[position], inner)
        if not found.passed:
            return Finding(False, f"{options['of']} {position + 1}: {found.message}")
    enough = len(parts) >= step
    return Finding(enough, f"{len(parts)} of kind {options['of']}" + (", each as wanted" if enough else ""))


@rule(
    keys={
        "of": _OF,
        "n": {
            "type": "integer",
            "minimum": -1000,
            "maximum": 1000,
            "not": {"const": 0},
            "description": "which part, from 1, or from the end from -1",
        },
        "rule": {**_INNER, "description": "what the part must meet"},
    },
    required=["of", "n", "rule"],
    problems=_inner_problems,
    example={"of": "sentence", "n": -1, "rule": {"kind": "ends_with", "phrase": "?", "match": "substring"}},
)
def nth(text: str, options: Options) -> Finding:
    """The n-th part of the text meets the rule, by itself."""
    inner, n = options["rule"], options["n"]
    parts = _PARTS[options["of"]](text)
    if abs(n) > len(parts):
        return Finding(False, f"there is no {options['of']} {n}: there are {len(parts)}")
    passed, message = RULES[inner["kind"]].judge(parts[n - 1 if n > 0 else n], inner)
    return Finding(passed, f"{options['of']} {n}: {message}")


_SEVERAL = {"type": "array", "minItems": 2, "maxItems": 50, "items": _INNER, "description": "the rules"}


@rule(
    keys={"rules": _SEVERAL},
    required=["rules"],
    problems=_inner_problems,
    example={"rules": [{"kind": "title"}, {"kind": "postscript", "marker": "P.S."}]},
)
def all_of(text: str, options: Options) -> Finding:
    """Every one of the rules is met; together they count as one."""
    for inner in options["rules"]:
        passed, message = RULES[inner["kind"]].judge(text, inner)
        if not passed:
            return Finding(False, f"{inner['kind']}: {message}")
    return Finding(True, f"all {len(options['rules'])} rules are met")


@rule(
    keys={"rules": _SEVERAL},
    required=["rules"],
    problems=_inner_problems,
    example={"rules": [{"kind": "starts_with", "phrase": "Yes"}, {"kind": "starts_with", "phrase": "No"}]},
)
def any_of(text: str, options: Options) -> Finding:
    """At least one of the rules is met."""
    messages = []
    for inner in options["rules"]:
        passed, message = RULES[inner["kind"]].judge(text, inner)
        if passed:
            return Finding(True, f"{inner['kind']}: {message}")
        messages.append(f"{inner['kind']}: {message}")
    return Finding(False, f"none is met: {'; '.join(messages)}")


_NUMBER = {"type": "number", "minimum": 0, "maximum": 1_000_000}


def _ratio_problems(options: Options) -> Iterator[str]:
    low, high = options.get("min"), options.get("max")
    if low is None and high is None:
        yield "there is no bound; add `min` or `max`"
    elif low is not None and high is not None and low > high:
        yield f"`min: {low}` is more than `max: {high}`: no text can meet both"
    for side in ("of", "to"):
        if not BOUNDS.keys().isdisjoint(options[side]):
            yield f"`{side}` has bounds of its own; remove them: its count is what matters here"


def _counting(meaning: str) -> dict[str, Any]:
    return {**_COUNTS, "description": f"{meaning}: a rule that counts, without its bounds"}


@rule(
    keys={
        "of": _counting("what is counted"),
        "to": _counting("what it is measured against"),
        "min": {**_NUMBER, "description": "at least this many times as many"},
        "max": {**_NUMBER, "description": "at most this many times as many"},
    },
    required=["of", "to"],
    problems=_ratio_problems,
    example={
        "of": {"kind": "sentence_count", "ending": "."},
        "to": {"kind": "sentence_count", "ending": "?"},
        "min": 2,
    },
)
def ratio(text: str, options: Options) -> Finding:
    """One count is so many times another: 2 statements to a question, 0.1 capital words to a word."""
    of, to = (_count(text, options[side]) for side in ("of", "to"))
    low, high = options.get("min", 0), options.get("max")
    passed = of >= low * to and (high is None or of <= high * to) and bool(of or to)
    asked = f"at least {low}" if high is None else f"{low} to {high}"
    return Finding(passed, f"{of} to {to}; {asked} times wanted")


def _count(text: str, options: Options) -> int:
    count = RULES[options["kind"]].count
    assert count is not None
    return count(text, options)
