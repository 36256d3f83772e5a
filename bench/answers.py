"""How fast json_schema and exact_number judge, beside bare `jsonschema` on the same document, in one run.

Usage: python -m bench.answers [--repeat N]

Prints Markdown. Each figure is the best of N runs, in verdicts per second: a busy machine only ever makes it smaller.
"""

import argparse
import json
import timeit
from collections.abc import Callable

import jsonschema

import verifiers

SCHEMA = {
    "type": "object",
    "required": ["nodes", "name"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z]+$"},
        "nodes": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["id", "capacity", "tags"],
                "additionalProperties": False,
                "properties": {
                    "id": {"type": "string", "maxLength": 10},
                    "capacity": {"type": "number", "minimum": 0},
                    "tags": {"type": "array", "items": {"enum": ["a", "b", "c"]}, "uniqueItems": True},
                },
            },
        },
    },
}
TOTAL = {"rule": "sum(self.nodes.map(n, n.capacity)) == 1170.0", "message": "the capacities add up"}
NODES = [{"id": f"n{number}", "capacity": number * 1.5, "tags": ["a", "b"]} for number in range(40)]
DOCUMENT = json.dumps({"name": "net", "nodes": NODES})
SOLUTION = "1. Each box holds 9 pens.\n2. There are 12 boxes, so 9 * 12 = 108 pens.\n" * 12 + "\n**Answer:** $1,296.00"

NUMBER = {"type": "exact_number", "answer": 1296}
STRUCTURE = {"type": "json_schema", "schema": SCHEMA}
JUDGED: dict[str, Callable[[], object]] = {
    "bare `jsonschema.validate`": lambda: jsonschema.validate(json.loads(DOCUMENT), SCHEMA),
    "json_schema": lambda: verifiers.verify(DOCUMENT, STRUCTURE),
    "json_schema with one invariant": lambda: verifiers.verify(DOCUMENT, {**STRUCTURE, "invariants": [TOTAL]}),
    "exact_number, a solution of 26 lines": lambda: verifiers.verify(
        SOLUTION, {"type": "exact_number", "answer": 1296}
    ),
}


def rate(judge: Callable[[], object], repeat: int) -> float:
    """Verdicts per second, at best."""
    judge()
    return 50 / min(timeit.repeat(judge, number=50, repeat=repeat))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=5)
    repeat = parser.parse_args().repeat
    print(f"One document of {len(DOCUMENT):,} characters; one solution of {len(SOLUTION):,}.\n")
    print("| judge | verdicts/s | times bare jsonschema |\n|---|---:|---:|")
    bare = 0.0
    for name, judge in JUDGED.items():
        measured = rate(judge, repeat)
        bare = bare or measured
        print(f"| {name} | {measured:,.0f} | {measured / bare:,.1f} |")


if __name__ == "__main__":
    main()
