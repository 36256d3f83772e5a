"""Judging a document that has been read: its fields, the rest of its schema, its invariants. One result for each."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jsonschema_rs

from verifiers.documents import invariants
from verifiers.documents.errors import faults, pointer
from verifiers.documents.fields import Field, broken_fields, required_fields
from verifiers.documents.schema import compile_schema, subschemas
from verifiers.result import RuleResult

_FINE = "present and valid"
_LISTED_FAULTS = 20
_SEARCHED_CHARACTERS = 50_000
_SEARCHES = 2_000_000
"""Of a document that breaks its schema, all faults are found if it is smaller than one, or if its characters times the
checks of the schema are fewer than the other: the engine copies what it faults, once for each fault."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Everything that one config compiles to: the schema, its required leaf fields, and each rule with its message.

    `fine` are the results of the fields when the schema is met; `checks` is about how many faults the
    schema can find at one place.
    """

    validator: jsonschema_rs.Draft202012Validator
    fields: Field
    fine: tuple[RuleResult, ...]
    checks: int
    rules: tuple[tuple[Callable[[Any], str | None], str], ...]

    def structure(self, document: Any, size: int) -> tuple[RuleResult, ...]:
        """One result per required leaf field, and a failed one for all other faults if there is any.

        `size` is the length of the text that the document was read from.
        """
        if self.validator.is_valid(document):
            return self.fine
        if size > max(_SEARCHED_CHARACTERS, _SEARCHES // self.checks):
            message = f"the document breaks the schema, and is too large ({size:,} characters) to say where"
            return (RuleResult("document", False, message),)
        broken, elsewhere = broken_fields(self.fields, document, faults(self.validator.iter_errors(document)))
        fields = _fields(self.fields, broken)
        if not elsewhere:
            return fields
        more = f" (and {len(elsewhere) - _LISTED_FAULTS} more)" if len(elsewhere) > _LISTED_FAULTS else ""
        return (*fields, RuleResult("document", False, "; ".join(map(str, elsewhere[:_LISTED_FAULTS])) + more))

    def semantics(self, document: Any, *, sound: bool) -> Iterator[RuleResult]:
        """One result per invariant. Those of an unsound document fail: a rule about all of no items holds."""
        value = invariants.cel_value(document) if sound and self.rules else None
        for position, (rule, message) in enumerate(self.rules, 1):
            reason = rule(value) if sound else "not checked: the document breaks the schema"
            text = message if reason in (None, invariants.FALSE) else f"{message} ({reason})"
            yield RuleResult(f"invariant {position}", reason is None, text)


def _fields(root: Field, broken: Mapping[Field, str]) -> tuple[RuleResult, ...]:
    leaves = root.leaves() if root.children else ()
    return tuple(RuleResult(pointer(leaf.path), leaf not in broken, broken.get(leaf, _FINE)) for leaf in leaves)


@lru_cache(maxsize=1024)
def compiled(config_text: str) -> Judge:
    """The judge of a config in its JSON text, made once. Raises SchemaError or RuleError."""
    config = json.loads(config_text)
    validator = compile_schema(
        config["schema"],
        formats=config.get("formats", False),
        strict_integers=config.get("strict_integers", False),
    )
    rules = tuple((invariants.compile_rule(item["rule"]), item["message"]) for item in config.get("invariants", ()))
    checks = sum(len(part) + len(part.get("required", ())) for _, part in subschemas(config["schema"]))
    fields = required_fields(config["schema"])
    return Judge(validator, fields, _fields(fields, {}), max(1, checks), rules)
