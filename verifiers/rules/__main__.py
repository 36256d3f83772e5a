"""Writes the reference of the vocabulary: `python -m verifiers.rules > docs/rules.md`."""

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from verifiers.rules import RULES, THEMES, Rule

_HEAD = """\
# The rules of `instruction_rules`

Made from `verifiers/rules/` by `python -m verifiers.rules > docs/rules.md`; change it there.

A task lists rules; each is judged for itself, and the score is rules met / total x 100. An empty answer meets none. A
rule that is there twice counts twice. An unknown rule, key or value is an error when the task is loaded.

```yaml
verifier:
  type: instruction_rules
  rules:
    - {kind: word_count, min: 50, max: 100}
    - {kind: contains, keywords: [sunrise]}
  strip: {preamble: true, fences: true, reasoning: true}   # the defaults
```

What is judged is the answer. Reasoning blocks, a first line that only announces the answer ("Sure! Here is the poem:"),
one fence around the whole and white space at both ends are taken away first; `strip` switches the first three off.
`raw: true` in place of `strip` keeps everything, down to line ends: the checkers of imported benchmarks read so.

Bounds are `min`, `max` (both inclusive) or `exactly`. A word is a run of non-space characters with a letter or digit in
it. Case does not matter unless `case_sensitive: true`. Patterns are RE2 (linear time: no backreferences or lookaround).
`like: ifeval` makes a rule mean what IFEval's own checker means, faults and all.
"""


def reference() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *_chapters()])


def _chapters() -> Iterator[str]:
    for theme in THEMES:
        summary = (theme.__doc__ or "").split("\n")[0]
        yield f"## {theme.__name__.rpartition('.')[2].capitalize()}\n\n{summary}\n"
        yield from (_section(rule) for rule in RULES.values() if rule.judge.__module__ == theme.__name__)


def _section(rule: Rule) -> str:
    rows = [f"| `{name}` | {_values(schema)} | {_meaning(rule, name, schema)} |" for name, schema in rule.keys.items()]
    table = ["", "| key | value | meaning |", "|---|---|---|", *rows] if rows else []
    pairs = (f"{name}: {_yaml(value)}" for name, value in rule.example.items())
    example = ["```yaml", "- " + "\n  ".join(pairs), "```"]
    return "\n".join([f"### {rule.kind}", "", rule.doc, *table, "", *example, ""])


def _values(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    kind: str = {"array": "list of strings", "boolean": "`true`, `false`"}.get(schema["type"], schema["type"])
    low, high = schema.get("minimum", ""), schema.get("maximum", "")
    return f"{kind} {low}-{high}" if schema["type"] == "integer" and high != 10_000_000 else kind


def _meaning(rule: Rule, name: str, schema: Mapping[str, Any]) -> str:
    notes = []
    if name in rule.required:
        notes.append("required")
    elif "default" in schema:
        notes.append(f"default `{_yaml(schema['default'])}`")
    meaning = str(schema["description"])
    return f"{meaning} ({', '.join(notes)})" if notes else meaning


def _yaml(value: Any) -> str:
    if isinstance(value, str) and value.replace("_", "").isalnum():
        return value
    if isinstance(value, list):
        return f"[{', '.join(map(_yaml, value))}]"
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    sys.stdout.write(reference())
