"""MBPP: a sentence that asks for a function, reference code and asserts; the full set or the sanitized one.

The prompt shows the first assert, since only that says what the function is called and takes. The answer is judged by
all of `test_list`, as the source does; `challenge_test_list` is no part of its score and is not imported.

Source: Austin et al. 2021, arXiv:2108.07732; the files of google-research/mbpp.
"""

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from harness.importers import program
from harness.importers.draft import Draft, Format, LeftOutError, name, text, texts, title


def _identify(record: Mapping[str, Any]) -> str:
    return name(record, "task_id")


def _convert(record: Mapping[str, Any]) -> Draft:
    question, reference = text(record, "text", "prompt").strip(), program.lines(text(record, "code"))
    asserts = [program.lines(line) for line in texts(record, "test_list")]
    if not asserts:
        raise LeftOutError("`test_list` is missing or empty")
    setup = texts(record, "test_imports")
    setup += [program.lines(text(record, "test_setup_code"))] if record.get("test_setup_code") else []
    tests = "".join(f"{part}\n" for part in (*setup, *asserts))
    called = list(dict.fromkeys(_called(program.parsed("test_list", tests), program.parsed("code", reference))))
    if not called:
        raise LeftOutError("the tests call no function of `code`")
    shown = "\n".join([*setup, asserts[0]])
    prompt = f"{question}\n\nYour function must pass this test, and others like it:\n\n{shown}\n"
    verifier = {"type": "code_exec", "entry_point": called[0], "tests": tests}
    passing, failing = program.examples(reference, called)
    return Draft(title(f"MBPP {record['task_id']}", question), prompt, verifier, passing, failing)


def _called(tests: ast.Module, reference: ast.Module) -> Iterator[str]:
    """The names of the program that the tests use, those in asserts first."""
    defined = {node.name for node in reference.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    for node in sorted(tests.body, key=lambda node: not isinstance(node, ast.Assert)):
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in defined:
                yield part.id


FORMAT = Format("mbpp", "code", _identify, _convert)
