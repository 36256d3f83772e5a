"""The vocabulary as a whole: its reference page."""

import json
from pathlib import Path
from typing import Any

import pytest

import verifiers
from verifiers.rules import RULES, THEMES
from verifiers.rules.__main__ import reference

ROOT = Path(__file__).parent.parent.parent


def test_the_reference_is_what_the_vocabulary_says() -> None:
    written = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert written == reference(), "run: python -m verifiers.rules > docs/rules.md"


def test_every_rule_is_in_a_chapter_and_every_key_has_a_meaning() -> None:
    assert {rule.judge.__module__ for rule in RULES.values()} == {theme.__name__ for theme in THEMES}
    assert [
        (r.kind, key) for r in RULES.values() for key, schema in r.keys.items() if "description" not in schema
    ] == []


FIXTURES = [
    json.loads(line)
    for line in (Path(__file__).parent / "fixtures" / "instruction_rules.jsonl").read_text("utf-8").split("\n")
    if line
]


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda f: f"{f['rule']['kind']}: {f['why']}")
def test_the_rules_judge_as_people_labelled(fixture: dict[str, Any]) -> None:
    reading = {key: fixture[key] for key in ("strip", "raw") if key in fixture}
    result = verifiers.verify(fixture["output"], {"type": "instruction_rules", "rules": [fixture["rule"]], **reading})
    assert result.passed == fixture["passed"], f"{fixture['why']}; {result.rules[0].message}"


def test_every_rule_and_every_option_is_labelled_both_ways() -> None:
    """Of each rule, and of each value of each option that is a choice, an output passes and another fails."""
    labelled = {
        (fixture["rule"]["kind"], name, json.dumps(value), fixture["passed"])
        for fixture in FIXTURES
        for name, value in fixture["rule"].items()
    }
    choices = [(rule.kind, "kind", rule.kind) for rule in RULES.values()] + [
        (rule.kind, name, value)
        for rule in RULES.values()
        for name, schema in rule.keys.items()
        for value in schema.get("enum", [False, True] if schema.get("type") == "boolean" else [])
        if name != "language" and value != schema.get("default")
    ]
    missing = [
        (*choice, passed)
        for choice in choices
        for passed in (True, False)
        if (choice[0], choice[1], json.dumps(choice[2]), passed) not in labelled
    ]
    assert missing == []
