"""Rules over a text: counts, structure, case, words, patterns. One verdict per rule; score = rules met / total x 100.

What is judged is the answer: a reasoning block, a first line that only announces the answer, one fence around the
whole, and white space at both ends are taken away first; `strip` switches each of the three off. Line ends are
read as `\\n`, and characters in their composed form (NFC), so that texts that look alike are judged alike. With
`raw: true` the rules read the output as it came: the checkers of imported benchmarks do.

Each rule also has a lenient verdict, kept beside the scored one: whether it is met by any of eight readings, that
is without the first line, the last line or both, each with and without asterisks. Source: IFEval's "loose"
accuracy (Zhou et al. 2023, arXiv:2311.07911, section 2.2).

The vocabulary is in `verifiers/rules/`; docs/rules.md is made from it.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from verifiers import text as reading
from verifiers.result import Problem, RuleResult, VerifierResult, from_rules
from verifiers.rules import RULES, Finding, Options, any_rule

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
            "items": any_rule(RULES),
        },
        "strip": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"preamble": _SWITCH, "fences": _SWITCH, "reasoning": _SWITCH},
        },
        "raw": {
            "type": "boolean",
            "default": False,
            "description": "read the output as it came: nothing stripped, no line end or character changed",
        },
    },
}


def check(config: Mapping[str, Any]) -> Iterator[Problem]:
    """What the schema cannot say: bounds without a meaning, patterns that don't compile, keys that exclude others."""
    if config.get("raw") and "strip" in config:
        yield Problem(("strip",), "with `raw: true` nothing is stripped; remove `strip`, or `raw`")
    for position, options in enumerate(config["rules"]):
        for message in RULES[options["kind"]].problems(options):
            yield Problem(("rules", position), message)


def verify(output: str, config: Mapping[str, Any]) -> VerifierResult:
    """Judge `output` by every rule of `config`. An empty answer meets no rule."""
    reply = _Reply(output, config)
    results = tuple(
        _result(f"{position}.{options['kind']}", options, reply) for position, options in enumerate(config["rules"], 1)
    )
    met, lenient = sum(rule.passed for rule in results), sum(rule.lenient is True for rule in results)
    beside = f" (lenient: {lenient})" if lenient != met else ""
    return from_rules(results, f"{met} of {len(results)} rules met{beside}")


_LONGEST_LENIENT = 200_000  # characters; eight times the work is too much for what is mostly a model gone astray
_SURROGATE = re.compile("[\ud800-\udfff]")  # half of a pair, and no character


class _Reply:
    """An output as the rules read it: as it was sent, the answer in it, and the lenient readings of the answer."""

    def __init__(self, output: str, config: Mapping[str, Any]):
        output = output if output.isascii() else _SURROGATE.sub("\ufffd", output)  # RE2 takes characters only
        self.sent = self.answer = output
        if config.get("raw"):
            return
        rules, strip = config["rules"], config.get("strip", {})
        text = unicodedata.normalize("NFC", output.replace("\r\n", "\n").replace("\r", "\n"))
        text = reading.without_reasoning(text) if strip.get("reasoning", True) else text
        self.sent = text.strip()
        if strip.get("preamble", True) and (rest := reading.without_preamble(text)) is not text:
            # A first line that a rule asks for is no preamble: "Begin with 'Here are three reasons:'".
            asked_for = any(RULES[o["kind"]].about_opening and _judge(o, self.sent).passed for o in rules)
            text = text if asked_for else rest
        if strip.get("fences", True) and (fence := reading.whole_fence(text)):
            text = fence.body
        self.answer = text.strip()

    @cached_property
    def lenient_readings(self) -> tuple[str, ...]:
        """The answer without its first line, its last or both, each with and without asterisks; none of a huge one."""
        text = self.answer if len(self.answer) <= _LONGEST_LENIENT else ""
        first, last = text.find("\n") + 1, text.rfind("\n") + 1
        parts = (text[first:], text[: last - 1], text[first : last - 1]) if first else ("", "", "")
        whole = (text, *map(str.strip, parts))
        bare = tuple(part.replace("*", "") for part in whole) if "*" in text else ()
        return tuple(dict.fromkeys(part for part in (*whole[1:], *bare) if part.strip()))


def _result(name: str, options: Options, reply: _Reply) -> RuleResult:
    """The verdict of one rule, strict and lenient."""
    as_sent = RULES[options["kind"]].as_sent
    passed, message = _judge(options, reply.sent if as_sent else reply.answer)
    lenient = passed or (not as_sent and any(_judge(options, text).passed for text in reply.lenient_readings))
    return RuleResult(name, passed, message, lenient)


def _judge(options: Options, text: str) -> Finding:
    if not text or text.isspace():
        return Finding(False, "the answer is empty")
    try:
        return RULES[options["kind"]].judge(text, options)
    except Exception as bug:  # a crash is a rule that is not met, and the other rules still count
        return Finding(False, f"the rule crashed: {type(bug).__name__}: {bug}")
