"""The vocabulary as a whole: its reference page."""

from pathlib import Path

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
