"""Verifiers: `verify(output, config)` judges one raw model output by rule. No model, no prompt, no history.

The file name is the registry: `verifiers/<type>.py` is the verifier that a config names by `type`. Each has

- `CONFIG_SCHEMA`  the closed JSON Schema of its config (unknown keys are refused),
- `verify(output, config) -> VerifierResult`, called with a config that the schema has accepted,
- optionally `check(config) -> Iterable[Problem]`, what a schema cannot say: a pattern that does not compile,
  bounds that contradict each other, and warnings for the author,
- optionally `time_limit(config) -> seconds`, when it enforces limits of its own and the worker's default is too short,
- optionally `close()`, when it holds something to give back before the process ends.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema_rs

from verifiers.canonical import canonical
from verifiers.result import ConfigError, Problem, VerifierResult
from verifiers.schema_errors import explained

_SUPPORT = {"__init__", "__main__", "canonical", "result", "schema_errors", "text"}


@cache
def types() -> tuple[str, ...]:
    """The verifier types there are, sorted."""
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in _SUPPORT))


def plugin(kind: str) -> ModuleType:
    """The module of one type; only a file that `types` lists can be named, never a path."""
    if kind not in types():
        raise ConfigError(f"verifier type {kind!r} is unknown; known: {', '.join(types())}")
    return import_module(f"verifiers.{kind}")


def problems(config: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Everything that is wrong with a verifier config, errors and warnings; empty for a good one."""
    try:
        return _problems(canonical(dict(config)))
    except (TypeError, ValueError) as error:
        return (Problem((), f"the config is not plain JSON data: {error}"),)


def verify(output: str, config: Mapping[str, Any]) -> VerifierResult:
    """Judge `output` by `config`: the verdict, or a NotScoredError that says why there is none.

    Raises ConfigError for a config with any error (an unknown rule must never read as a pass).
    """
    errors = [p for p in problems(config) if p.severity == "error"]
    if errors:
        raise ConfigError("; ".join(f"{'.'.join(map(str, p.path)) or 'verifier'}: {p.message}" for p in errors))
    result: VerifierResult = plugin(config["type"]).verify(output, config)
    return result


@lru_cache(maxsize=4096)
def _problems(config_text: str) -> tuple[Problem, ...]:
    return tuple(_find_problems(json.loads(config_text)))


def _find_problems(config: dict[str, Any]) -> Iterator[Problem]:
    kind = config.get("type")
    if not isinstance(kind, str) or kind not in types():
        yield Problem(("type",), f"verifier type {kind!r} is unknown; known: {', '.join(types())}")
        return
    module = plugin(kind)
    misfits = [explained(error, module.CONFIG_SCHEMA) for error in _schema(kind).iter_errors(config)]
    yield from misfits
    if not misfits and hasattr(module, "check"):
        yield from module.check(config)


@cache
def _schema(kind: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(plugin(kind).CONFIG_SCHEMA)
