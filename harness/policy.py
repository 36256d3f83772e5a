"""policy.yaml: the limits that the people of a repository agreed on."""

import json
from pathlib import Path

import msgspec

from harness import schema_check, strict_yaml
from harness.findings import InvalidFileError
from harness.layout import Layout

SCHEMA_FILE = Path(__file__).resolve().parent.parent / "policy.schema.json"


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The limits; policy.yaml says what each one means. `max_cost_per_run` is US dollars."""

    min_runs: int
    max_cost_per_run: float
    runs_per_actor_per_day: int
    votes_needed: int


def load(layout: Layout) -> Policy:
    """Read policy.yaml. Raises InvalidFileError with everything that is wrong in it."""
    document = strict_yaml.read(layout.policy_file, layout.policy_file.name)
    schema = schema_check.validator(json.loads(SCHEMA_FILE.read_text(encoding="utf-8")))
    findings = sorted(set(schema_check.check(document, schema)))
    if findings:
        raise InvalidFileError(tuple(findings))
    return msgspec.convert(document.data, Policy)
