"""code_exec end to end: an output and a config in, a verdict out, through the real sandbox."""

from typing import Any

import pytest

from verifiers import problems, verify
from verifiers.result import ConfigError

ADD = {"entry_point": "add", "cases": [{"args": [2, 3], "expected": 5}, {"args": [-1, 1], "expected": 0}]}
DOUBLE = {"stdio": [{"stdin": "4\n", "stdout": "8\n"}, {"stdin": "-1\n", "stdout": "-2\n"}]}


def config(**keys: Any) -> dict[str, Any]:
    return {"type": "code_exec", **keys}


def fenced(program: str) -> str:
    return f"Here it is:\n\n```python\n{program}\n```\n"


def messages(output: str, **keys: Any) -> list[str]:
    return [rule.message for rule in verify(output, config(**keys)).rules]


@pytest.mark.docker
def test_a_right_function_passes_every_case() -> None:
    result = verify(fenced("def add(a, b):\n    return a + b"), config(**ADD))
    assert (result.passed, result.score, result.details) == (True, 100.0, "2 of 2 cases passed")
    assert [rule.id for rule in result.rules] == ["case 1", "case 2"]


@pytest.mark.docker
def test_a_case_that_fails_costs_its_share_and_says_why() -> None:
    result = verify(fenced("def add(a, b):\n    return abs(a) + b"), config(**ADD))
    assert (result.passed, result.score) == (False, 50.0)
    assert result.details == "1 of 2 cases passed; case 2: wrong value: it returned 2"


@pytest.mark.docker
def test_a_script_reads_and_prints() -> None:
    assert verify(fenced("print(int(input()) * 2)"), config(**DOUBLE)).passed
    assert messages(fenced("print(abs(int(input())) * 2)"), **DOUBLE) == ["ok", "wrong value: it printed 2"]


@pytest.mark.docker
@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("def add(a, b):\n    raise ValueError('no', a)", "exception: ValueError: ('no', 2)"),
        ("def add(a, b):\n    while True:\n        pass", "timeout: no result within 0.5 s"),
        ("import time\ntime.sleep(60)", "timeout: no result within 0.5 s"),
        ("def add(a, b):\n    return bytearray(1 << 30)", "memory: the program ran out of memory"),
        (
            "def add(a, b):\n    while True:\n        print('x' * 1000)",
            "output limit: it printed more than 1048576",
        ),
        ("def add(a, b):\n    import os\n    os._exit(0)", "exit: the process ended with exit code 0"),
        ("import sys\ndef add(a, b):\n    return a + b\nsys.exit(0)", "exit: the program ended itself with exit(0)"),
        ("def add(a, b):\n    import os\n    os.abort()", "crash: the process was ended by signal 6"),
        (
            "def add(a, b):\n    match a:\n        case _: return a + b",
            "syntax error: line 2: invalid syntax (Python",
        ),
        ("def plus(a, b):\n    return a + b", "missing name: the program does not define a function add"),
        ("def add(a, b):\n    yield a + b", "not plain data: it returned a value of type generator"),
        ("def add(a, b):\n    return 5.0", "wrong value: it returned 5.0"),
    ],
    ids=lambda text: text.split(":")[0] if ": " in text else None,
)
def test_a_failure_is_named(program: str, message: str) -> None:
    assert messages(fenced(program), **ADD, timeout_s=0.5)[0].startswith(message)


@pytest.mark.docker
def test_each_case_runs_in_a_fresh_process() -> None:
    program = "calls = []\ndef add(a, b):\n    calls.append(a)\n    return a + b if len(calls) == 1 else None"
    assert verify(fenced(program), config(**ADD)).passed


def test_an_output_without_a_program_is_no_answer() -> None:
    result = verify("", config(**ADD))
    assert (result.score, result.details) == (0.0, "there is no Python program in the output")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({}, "give exactly one of cases, stdio and tests; there is none"),
        ({**ADD, **DOUBLE}, "there is cases and stdio"),
        ({"cases": ADD["cases"]}, "name the function that the cases call"),
        ({**DOUBLE, "entry_point": "f"}, "a script has no entry_point"),
        ({**ADD, "whitespace": "exact"}, "whitespace means something only with stdio"),
        ({**DOUBLE, "float_tolerance": 0.1}, "float_tolerance means something only with cases"),
        ({**ADD, "cases": []}, "cases"),
        ({**ADD, "network": "host"}, "network"),
        ({**ADD, "memory_mb": 4096}, "memory_mb"),
        ({**ADD, "entry_point": "os.system"}, "entry_point"),
        ({"entry_point": "f", "cases": [{"expected": {"$tupel": []}}]}, "cases.0.expected: '$tupel' is not one of"),
    ],
)
def test_a_wrong_config_is_refused(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said.replace("$", r"\$")):
        verify("", config(**keys))
    assert problems(config(**keys))
