"""Rules over a text: counts, structure, case, words, patterns. One verdict per rule; score = rules met / total x 100.

What is judged is the answer: a reasoning block, a first line that only announces the answer, one fence around the
whole, and white space at both ends are taken away first; `strip` switches each of the three off. Line ends are
read as `\\n`, and characters in their composed form (NFC), so that texts that look alike are judged alike.

Each rule also has a lenient verdict, kept beside the scored one: whether it is met by any of eight readings, that
is without the first line, the last line or both, each with and without asterisks. Source: IFEval's "loose"
accuracy (Zhou et al. 2023, arXiv:2311.07911, section 2.2).

The vocabulary is in `verifiers/rules/`; docs/rules.md is made from it.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from verifiers import text as reading
from verifiers.result import Problem, RuleResult, VerifierResult, from_rules
from verifiers.rules import RULES, Finding, Options

_SWITCH = {"type": "boolean", "default": True}
CONFIG_SCHEMA = {
    "type": "object",
    "required": ["type", "rules"],
    "additionalProperties": False,
    "properties": {
        "type": {"const": "instruction_rules"},
        "rules": {
            "type": "array",
            "minItems": 1,
            "maxItems": 200,
            "items": {
                "type": "object",
                "required": ["kind"],
                "properties": {"kind": {"enum": sorted(RULES)}},
                "allOf": [
                    {"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]}, "then": rule.schema}
                    for kind, rule in sorted(RULES.items())
                ],
            },
        },
        "strip": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"preamble": _SWITCH, "fences": _SWITCH, "reasoning": _SWITCH},
        },
    },
}


def check(config: Mapping[str, Any]) -> Iterator[Problem]:
    """What the schema cannot say: bounds without a meaning, patterns that don't compile."""
    for position, options in enumerate(config["rules"]):
        for message in RULES[options["kind"]].problems(options):
            yield Problem(("rules", position), message)


def verify(output: str, config: Mapping[str, Any]) -> VerifierResult:
    """Judge `output` by every rule of `config`. An empty answer meets no rule."""
    strip = config.get("strip", {})
    rules = config["rules"]
    sent = _normal(output)
    if strip.get("reasoning", True):
        sent = reading.without_reasoning(sent)
    answer = _answer(sent, strip, rules)
    results = tuple(_result(position, options, sent, answer) for position, options in enumerate(rules, 1))
    met, lenient = sum(rule.passed for rule in results), sum(rule.lenient is True for rule in results)
    beside = f" (lenient: {lenient})" if lenient != met else ""
    return from_rules(results, f"{met} of {len(results)} rules met{beside}")


def _normal(output: str) -> str:
    text = output.replace("\r\n", "\n").replace("\r", "\n")
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def _answer(sent: str, strip: Mapping[str, bool], rules: list[Options]) -> str:
    text = sent
    # A first line that a rule asks for is no preamble: "Begin with 'Here are three reasons:'".
    asked_for = any(RULES[o["kind"]].about_opening and _judge(o, sent).passed for o in rules if sent.strip())
    if strip.get("preamble", True) and not asked_for:
        text = reading.without_preamble(text)
    if strip.get("fences", True) and (fence := reading.whole_fence(text)):
        text = fence.body
    return text.strip()


def _result(position: int, options: Options, sent: str, answer: str) -> RuleResult:
    """The verdict of the rule at `position` (from 1), strict and lenient."""
    text = sent.strip() if RULES[options["kind"]].as_sent else answer
    passed, message = _judge(options, text)
    lenient = passed or any(_judge(options, reading).passed for reading in _readings(text))
    return RuleResult(f"{position}.{options['kind']}", passed, message, lenient)


def _judge(options: Options, text: str) -> Finding:
    if not text.strip():
        return Finding(False, "the answer is empty")
    try:
        return RULES[options["kind"]].judge(text, options)
    except Exception as bug:  # a crash is a rule that is not met, and the other rules still count
        return Finding(False, f"the rule crashed: {type(bug).__name__}: {bug}")


def _readings(text: str) -> Iterator[str]:
    """The seven readings beside the text itself."""
    lines = text.split("\n")
    whole = [text, *("\n".join(part).strip() for part in (lines[1:], lines[:-1], lines[1:-1]))]
    yield from whole[1:]
    if "*" in text:
        yield from (part.replace("*", "") for part in whole)
