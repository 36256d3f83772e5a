"""The vocabulary of `instruction_rules`: one small pure function per rule, in modules by theme."""

from verifiers.rules import characters, counts, language, matching, structure
from verifiers.rules.registry import RULES, Finding, Options, Rule

__all__ = ["RULES", "Finding", "Options", "Rule", "characters", "counts", "language", "matching", "structure"]
