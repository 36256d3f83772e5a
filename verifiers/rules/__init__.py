"""The vocabulary of `instruction_rules`: one small pure function per rule, in modules by theme."""

from verifiers.rules import characters, combinators, counts, forms, language, markdown, matching, patterns, words
from verifiers.rules.registry import RULES, Finding, Options, Rule, any_rule

# In the order of the reference.
THEMES = (counts, markdown, forms, matching, words, characters, language, patterns, combinators)

__all__ = ["RULES", "THEMES", "Finding", "Options", "Rule", "any_rule"]
