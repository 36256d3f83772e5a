"""The vocabulary of `instruction_rules`: one small pure function per rule, in modules by theme."""

from verifiers.rules import characters, counts, language, matching, structure, words
from verifiers.rules.registry import RULES, Finding, Options, Rule

THEMES = (counts, structure, matching, words, characters, language)  # in the order of the reference

__all__ = ["RULES", "THEMES", "Finding", "Options", "Rule"]
