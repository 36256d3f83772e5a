"""HumanEval: the beginning of a Python file, up to a function's docstring, and a `check(candidate)` that tests it.

An answer may be the whole function or only the rest of the file (`prefix` in code_exec). Helpers that the prompt gives
are part of the tests too, so that the tests use their own.

Source: Chen et al. 2021, arXiv:2107.03374; the files of openai/human-eval.
"""

from collections.abc import Mapping
from typing import Any

from harness.importers import program
from harness.importers.draft import Draft, Format, LeftOutError, name, text, title
from verifiers.code.continuation import before


def _identify(record: Mapping[str, Any]) -> str:
    return name(record, "task_id")


def _convert(record: Mapping[str, Any]) -> Draft:
    prompt, entry_point, tests = text(record, "prompt"), text(record, "entry_point"), text(record, "test")
    reference = prompt + text(record, "canonical_solution")
    helpers = before(prompt, entry_point)
    if helpers is None:
        raise LeftOutError(f"`prompt` does not define `entry_point`, {entry_point}")
    program.parsed("test", tests)
    program.parsed("prompt and canonical_solution", reference)
    verifier = {
        "type": "code_exec",
        "entry_point": entry_point,
        "prefix": prompt if prompt.endswith("\n") else f"{prompt}\n",
        "tests": program.joined(helpers, tests),
    }
    passing, failing = program.examples(reference, [entry_point])
    return Draft(title(f"{record['task_id']}", entry_point), prompt, verifier, passing, failing)


FORMAT = Format("humaneval", "code", _identify, _convert)
