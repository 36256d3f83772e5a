"""A JSON document judged by a schema (Draft 2020-12) and by invariants in CEL. docs/json.md is the long form.

The output is read as strict JSON. If it does not parse as it is, its reasoning block, one fence around the whole or
the one block tagged `json` is taken away; then, where `trailing_commas: repair` allows it, trailing commas are.
Nothing is ever edited inside a string.

`details` starts with the class of failure:

- `syntax` there is no JSON document: score 0;
- `structural` the schema is not met: one rule per required leaf field, by its JSON Pointer, and one for everything
  else that is wrong; invariants count as not met, for they are computed on sound documents only;
- `semantic` the schema is met, and an invariant is not.

Score = rules met / total x 100, and `passed` only when everything holds. 12.0 is an integer, as the standard says,
unless `strict_integers`; `format` is asserted only with `formats: true`.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from verifiers.documents import extraction, invariants, lint
from verifiers.documents.fields import required_fields
from verifiers.documents.judge import compiled
from verifiers.documents.schema import SchemaError, compile_schema
from verifiers.documents.strict_json import JSONTextError
from verifiers.result import Problem, RuleResult, VerifierResult, from_rules

CONFIG_SCHEMA = {
    "type": "object",
    "required": ["type", "schema"],
    "additionalProperties": False,
    "properties": {
        "type": {"const": "json_schema"},
        "schema": {"type": ["object", "boolean"], "description": "A JSON Schema, Draft 2020-12, without remote $ref."},
        "invariants": {
            "type": "array",
            "maxItems": 100,
            "description": "What a schema cannot say, as CEL over the whole document, which is called self.",
            "items": {
                "type": "object",
                "required": ["rule", "message"],
                "additionalProperties": False,
                "properties": {
                    "rule": {
                        "type": "string",
                        "minLength": 1,
                        "maxLength": 2000,
                        "description": "True for a right document: sum(self.nodes.map(n, n.capacity)) == 100",
                    },
                    "message": {
                        "type": "string",
                        "minLength": 1,
                        "maxLength": 500,
                        "description": "What has to hold, in a sentence: the capacities add up to 100",
                    },
                },
            },
        },
        "trailing_commas": {
            "enum": ["reject", "repair"],
            "default": "reject",
            "description": "Whether [1, 2,] is a syntax error or read as [1, 2].",
        },
        "strict_integers": {
            "type": "boolean",
            "default": False,
            "description": "Whether an integer must be written as one: then 12.0 and 1e3 are none.",
        },
        "formats": {"type": "boolean", "default": False, "description": "Whether `format` is asserted."},
    },
}


def check(config: Mapping[str, Any]) -> Iterator[Problem]:
    """What the config's schema cannot say: whether `schema` is one, whether rules compile; and warnings."""
    try:
        compile_schema(
            config["schema"],
            formats=config.get("formats", False),
            strict_integers=config.get("strict_integers", False),
        )
        required_fields(config["schema"])
    except SchemaError as error:
        yield Problem(("schema", *error.path), str(error))
    else:
        yield from lint.problems(config)
    for position, item in enumerate(config.get("invariants", ())):
        try:
            invariants.compile_rule(item["rule"])
        except invariants.RuleError as error:
            yield Problem(("invariants", position, "rule"), str(error))


def verify(output: str, config: Mapping[str, Any]) -> VerifierResult:
    """Judge the JSON document in `output`."""
    try:
        document = extraction.document(output, repair_trailing_commas=config.get("trailing_commas") == "repair")
    except JSONTextError as error:
        return VerifierResult(False, 0.0, f"syntax: {error}")
    judge = compiled(json.dumps(config))
    structure = judge.structure(document, len(output))
    sound = all(rule.passed for rule in structure)
    semantics = tuple(judge.semantics(document, sound=sound))
    results = (*structure, *semantics) or (RuleResult("document", True, "meets the schema"),)
    failed = list(dict.fromkeys(rule.message for rule in (semantics if sound else structure) if not rule.passed))
    if not failed:
        return from_rules(results, "the document meets the schema and every invariant")
    more = f" (and {len(failed) - _SAID} more)" if len(failed) > _SAID else ""
    return from_rules(results, f"{'semantic' if sound else 'structural'}: {'; '.join(failed[:_SAID])}{more}")


_SAID = 3
"""How many failures `details` names; `rules` has them all."""
