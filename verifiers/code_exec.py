"""Run the program in an output and judge what it does; nothing that decides the verdict is where the program runs.

The program runs in a sandbox (verifiers/sandbox) that gets inputs, one at a time, and gives back plain data. Expected
values, tests and the comparison stay on our side. Three forms, one rule result per case each:

- `entry_point` and `cases`: a function is called; equality is exact in type (see code/equality.py),
- `stdio`: a script reads standard input and prints,
- `tests`: trusted Python that calls the program through a proxy.

Raises SkippedError where there is no sandbox and SandboxError when it fails: neither is a verdict. docs/code.md has
the rules for authors.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from verifiers import sandbox
from verifiers.code import cases, continuation, extraction, spelling, tested
from verifiers.code.stdio import WHITESPACE
from verifiers.result import Problem, VerifierResult, from_rules, verdict
from verifiers.sandbox import Limits

DEFAULT_TIMEOUT_S, DEFAULT_MEMORY_MB = 5, 256

CONFIG_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "additionalProperties": False,
    "required": ["type"],
    "properties": {
        "type": {"const": "code_exec"},
        "entry_point": {
            "description": "Name of the function that the program must define.",
            "type": "string",
            "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
            "maxLength": 100,
        },
        "cases": {
            "description": "Calls of entry_point; args, kwargs and expected are Python values, see docs/code.md.",
            "type": "array",
            "minItems": 1,
            "maxItems": 200,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["expected"],
                "properties": {
                    "args": {"type": "array", "maxItems": 50},
                    "kwargs": {"type": "object", "propertyNames": {"pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}},
                    "expected": {},
                },
            },
        },
        "stdio": {
            "description": "Runs of the program as a script: what it reads and what it must print.",
            "type": "array",
            "minItems": 1,
            "maxItems": 200,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["stdout"],
                "properties": {
                    "stdin": {"type": "string", "maxLength": 500_000, "default": ""},
                    "stdout": {"type": "string", "maxLength": 500_000},
                },
            },
        },
        "tests": {
            "description": "Trusted Python: top-level asserts, functions named test_*, or check(candidate).",
            "type": "string",
            "minLength": 1,
            "maxLength": 200_000,
        },
        "timeout_s": {
            "description": "Seconds for one case, or for all of `tests`.",
            "type": "number",
            "minimum": 0.1,
            "maximum": 60,
            "default": DEFAULT_TIMEOUT_S,
        },
        "memory_mb": {"type": "integer", "minimum": 32, "maximum": 512, "default": DEFAULT_MEMORY_MB},
        "float_tolerance": {
            "description": "With cases: floats may differ by this much, absolute or relative.",
            "type": "number",
            "exclusiveMinimum": 0,
            "maximum": 1,
        },
        "whitespace": {
            "description": "With stdio: which white space does not count (default trailing).",
            "enum": list(WHITESPACE),
            "default": "trailing",
        },
        "block": {
            "description": "Which Python block of the output is the program (default: the last complete one).",
            "enum": list(extraction.POLICIES),
            "default": "last",
        },
        "prefix": {
            "description": "Code up to the body of entry_point, which an answer may just go on from.",
            "type": "string",
            "minLength": 1,
            "maxLength": 100_000,
        },
    },
}

_FORMS = {"cases": cases.judge_calls, "stdio": cases.judge_scripts, "tests": tested.judge_tests}
_ONLY_WITH = {"float_tolerance": "cases", "whitespace": "stdio"}


def check(config: Mapping[str, Any]) -> Iterator[Problem]:
    """What the schema cannot say: one form per config, and values that can be read."""
    forms = [form for form in _FORMS if form in config]
    if len(forms) != 1:
        yield Problem((), f"give exactly one of cases, stdio and tests; there is {' and '.join(forms) or 'none'}")
    if "tests" in config:
        yield from _problems_of_tests(config["tests"], config.get("entry_point"))
    if "cases" in config and "entry_point" not in config:
        yield Problem(("cases",), "name the function that the cases call, as entry_point")
    if "stdio" in config and "entry_point" in config:
        yield Problem(("entry_point",), "a script has no entry_point; drop it, or use cases")
    if "prefix" in config and continuation.before(config["prefix"], config.get("entry_point", "?")) is None:
        yield Problem(("prefix",), "the prefix must end in the definition of entry_point, which answers go on from")
    for key, form in _ONLY_WITH.items():
        if key in config and form not in config:
            yield Problem((key,), f"{key} means something only with {form}; drop it")
    for number, case in enumerate(config.get("cases", [])):
        for path, spelled in _spelled(case):
            try:
                spelling.read(spelled)
            except ValueError as error:
                yield Problem(("cases", number, *path), str(error))


def verify(output: str, config: Mapping[str, Any]) -> VerifierResult:
    """The verdict: score is cases passed / total x 100."""
    source = _source(output, config)
    if not source.strip():
        return verdict(False, "there is no Python program in the output")
    limits = Limits(
        wall_s=config.get("timeout_s", DEFAULT_TIMEOUT_S),
        memory_mb=config.get("memory_mb", DEFAULT_MEMORY_MB),
        keep_output="stdio" in config,
        reply_bytes=(8 if "tests" in config else 1) << 20,
    )
    sandbox.next_candidate()
    form = next(form for form in _FORMS if form in config)
    rules = _FORMS[form](source, config, limits)
    passed = sum(rule.passed for rule in rules)
    first = next((f"; {rule.id}: {rule.message}" for rule in rules if not rule.passed), "")
    return from_rules(rules, f"{passed} of {len(rules)} cases passed{first}")


def _source(output: str, config: Mapping[str, Any]) -> str:
    block = config.get("block", "last")
    if "prefix" in config:
        return continuation.complete(output, config["prefix"], config["entry_point"], block)
    return extraction.program(output, config.get("entry_point"), block)


def _problems_of_tests(tests: str, entry_point: str | None) -> Iterator[Problem]:
    try:
        names = tested.check_names(tests, entry_point)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        yield Problem(("tests",), f"this is not Python: {error}")
        return
    if not names:
        yield Problem(("tests",), "nothing is checked: write top-level asserts, functions test_*, or check(candidate)")
    if "check" in names and entry_point is None:
        yield Problem(("entry_point",), "check(candidate) needs the name of the function that it checks")


def time_limit(config: Mapping[str, Any]) -> float:
    """Seconds within which `verify` ends, whatever the program does; the worker waits no longer."""
    runs = len(config.get("cases") or config.get("stdio") or [None])
    return float(runs * config.get("timeout_s", DEFAULT_TIMEOUT_S) + 120)


close = sandbox.close  # the worker calls it when it has no more to judge


def _spelled(case: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The values of a case and where they stand."""
    yield ("expected",), case["expected"]
    yield from ((("args", position), value) for position, value in enumerate(case.get("args", [])))
    yield from ((("kwargs", key), value) for key, value in case.get("kwargs", {}).items())
