"""What editors complete and check task files with says the same as the harness."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import verifiers
from harness import editor_schema, scaffold, strict_yaml

TASKS = Path(__file__).parent.parent.parent / "tasks"
TASK_SCHEMA = json.loads((TASKS / "task.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def editor() -> Draft202012Validator:
    """A validator that finds the second file as an editor does: beside the first."""
    resource: Resource[Any] = Resource.from_contents(editor_schema.build())
    return Draft202012Validator(TASK_SCHEMA, registry=Registry().with_resource("verifier.schema.json", resource))


def task(kind: str) -> dict[str, Any]:
    text = scaffold.text("math", "x", kind, "@a", "canary")
    return strict_yaml.load(text, "x.yaml").data


@pytest.mark.parametrize("kind", verifiers.types())
def test_an_editor_accepts_a_scaffold_and_sees_a_wrong_setting(editor: Draft202012Validator, kind: str) -> None:
    good = task(kind)
    assert list(editor.iter_errors(good)) == []
    bad = good | {"verifier": good["verifier"] | {"no_such_setting": 1}}
    assert list(editor.iter_errors(bad)) != []
    assert verifiers.problems(bad["verifier"]) != ()


def test_an_editor_accepts_a_sealed_task(editor: Draft202012Validator) -> None:
    sealed = "-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n-----END AGE ENCRYPTED FILE-----\n"
    good = task("json_schema") | {"verifier": {"type": "json_schema", "sealed": sealed}}
    del good["examples"]
    assert list(editor.iter_errors(good)) == []


def test_sharing_repeated_parts_changes_no_meaning() -> None:
    built = editor_schema.build()
    for case in built["allOf"]:
        kind = case["if"]["properties"]["type"]["const"]
        assert (
            json.loads(json.dumps(verifiers.plugin(kind).CONFIG_SCHEMA)).items()
            >= expanded(case["then"], built).items()
        )


def test_every_key_of_a_task_is_described() -> None:
    assert [name for name, schema in properties(TASK_SCHEMA) if "description" not in schema] == []


def expanded(schema: Any, root: dict[str, Any]) -> Any:
    """`schema` with every reference replaced by what it names."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            return expanded(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root)
        return {key: expanded(value, root) for key, value in schema.items()}
    return [expanded(item, root) for item in schema] if isinstance(schema, list) else schema


def properties(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, inner in schema.get("properties", {}).items():
        yield name, inner
        yield from properties(inner)
