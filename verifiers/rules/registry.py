"""The registry of rules: a rule is one small pure function, registered under its name with its own closed schema.

    @rule(keys={"phrase": PHRASE}, required=["phrase"], example={"phrase": "Dear"})
    def starts_with(text: str, options: Options) -> Finding: ...

    @count_rule("word", example={"min": 50})
    def word_count(text: str, options: Options) -> int: ...

A rule is called with text that has something to read in it and with options that its schema has accepted.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any, NamedTuple

from verifiers.rules.bounds import BOUNDS, bound_problems, within

Options = Mapping[str, Any]


class Finding(NamedTuple):
    """What one rule found: its verdict, and one sentence with what was measured against what was asked."""

    passed: bool
    message: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of the vocabulary.

    `keys` are the JSON Schemas of its options beside `kind`; `judge` is the function, and `count` what it counts by
    if it is a rule with bounds; `problems` yields what a schema cannot say about the options. `about_opening` marks
    a rule about the very first words: it may claim a first line that would otherwise be taken for a preamble.
    `as_sent` marks one that reads the text before any preamble or fence is taken away.
    """

    kind: str
    doc: str
    keys: Mapping[str, Any]
    required: tuple[str, ...]
    example: Options
    judge: Callable[[str, Options], Finding]
    count: Callable[[str, Options], int] | None
    problems: Callable[[Options], Iterable[str]]
    about_opening: bool = False
    as_sent: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """The closed JSON Schema of one such rule in a config."""
        return {
            "required": ["kind", *self.required],
            "additionalProperties": False,
            "properties": {"kind": {"const": self.kind}, **self.keys},
        }


RULES: dict[str, Rule] = {}


def any_rule(kinds: Iterable[str]) -> dict[str, Any]:
    """The schema of one rule of any of these kinds: the kind says which keys there may be, so that an error names
    the key that is wrong, not forty schemas that don't fit."""
    kinds = sorted(kinds)
    return {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"enum": kinds}},
        "allOf": [
            {"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]}, "then": RULES[kind].schema}
            for kind in kinds
        ],
    }


LIKE: Mapping[str, Any] = {"like": {"enum": ["ifeval"], "description": "mean what IFEval's own checker means"}}


def rule(
    *,
    keys: Mapping[str, Any] | None = None,
    required: Iterable[str] = (),
    example: Options | None = None,
    problems: Callable[[Options], Iterable[str]] = lambda _: (),
    about_opening: bool = False,
    as_sent: bool = False,
    count: Callable[[str, Options], int] | None = None,
) -> Callable[[Callable[[str, Options], Finding]], Callable[[str, Options], Finding]]:
    """Register a function as the rule of its own name; its docstring is the rule's documentation."""

    def register(judge: Callable[[str, Options], Finding]) -> Callable[[str, Options], Finding]:
        kind = judge.__name__
        assert kind not in RULES, f"two rules named {kind}"
        assert judge.__doc__, f"{kind} has no docstring, which is its documentation"
        RULES[kind] = Rule(
            kind=kind,
            doc=cleandoc(judge.__doc__),
            keys=keys or {},
            required=tuple(required),
            example={"kind": kind, **(example or {})},
            judge=judge,
            count=count,
            problems=problems,
            about_opening=about_opening,
            as_sent=as_sent,
        )
        return judge

    return register


def count_rule(
    noun: str,
    *,
    keys: Mapping[str, Any] | None = None,
    required: Iterable[str] = (),
    example: Options,
    problems: Callable[[Options], Iterable[str]] = bound_problems,
) -> Callable[[Callable[[str, Options], int]], Callable[[str, Options], int]]:
    """Register a function that counts `noun`s as a rule with the bounds `min`, `max` and `exactly`."""

    def register(count: Callable[[str, Options], int]) -> Callable[[str, Options], int]:
        def judge(text: str, options: Options) -> Finding:
            return Finding(*within(count(text, options), options, noun))

        judge.__name__, judge.__doc__, judge.__module__ = count.__name__, count.__doc__, count.__module__
        rule(
            keys={**BOUNDS, **(keys or {})},
            required=required,
            example=example,
            problems=problems,
            count=count,
        )(judge)
        return count

    return register
