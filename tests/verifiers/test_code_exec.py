"""code_exec end to end: an output and a config in, a verdict out, through the real sandbox."""

from typing import Any

import pytest

from verifiers import problems, verify
from verifiers.result import ConfigError, SandboxError

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


# --- the `tests` form ---

POINT = """
class Point:
    def __init__(self, x):
        self.x = x
    def __eq__(self, other):
        return True
    def double(self):
        return Point(self.x * 2)
def total(points):
    return sum(point.x for point in points)
def numbers():
    yield from (1, 2)
"""
TWO_FUNCTIONS = "def test_one():\n    assert f(1) == 1\ndef test_two():\n    assert f(2) == 1"
EXPECTS_VALUE_ERROR = "try:\n    f(1)\n    assert False\nexcept ValueError:\n    pass"
COUNTS_CALLS = "calls = []\ndef f(x):\n    calls.append(x)\n    return len(calls)"


@pytest.mark.docker
@pytest.mark.parametrize(
    ("program", "tests", "passed"),
    [
        ("def f(x): return x + 1", "assert f(1) == 2\nassert f(2) == 3", [True, True]),
        ("def f(x): return abs(x)", "assert f(1) == 1\nassert f(-1) == -1", [True, False]),
        ("def f(x): return x", "def check(candidate):\n    assert candidate(1) == 1", [True]),
        ("def f(x): return x", "def check(candidate):\n    assert candidate(1) == 2", [False]),
        ("def f(x): return x", "def check(candidate):\n    assert candidate(1) == 1\ncheck(f)", [True]),
        ("def f(x): return x", TWO_FUNCTIONS, [True, False]),
        ("def f(x): return [x]", "import copy\nx = [1]\nassert f(x) == [copy.copy(x)]", [True]),
        ("def f(x): raise ValueError(x)", EXPECTS_VALUE_ERROR, [True]),
        ("def f(x): raise TypeError(x)", EXPECTS_VALUE_ERROR, [False]),
        (COUNTS_CALLS, "assert f(0) == 1\nassert f(0) == 2", [True, True]),
        (POINT, "p = Point(3)\np.x = 4\nassert p.x == 4\nassert total([p, Point(1)]) == 5", [True, True]),
        (POINT, "assert list(numbers()) == [1, 2]\nassert Point(1).double().x == 2", [True, True]),
        (POINT, "assert Point(1) == 1\nassert Point(1) == Point(1)\nassert Point(1) != 2", [False, False, True]),
        ("def f(): return None", "assert f() < 5\nassert len(f()) == 0", [False, False]),
        ("def f(): return 1", "assert g() == 1\nassert f() == 1", [False, True]),
        ("import os\ndef f(x):\n    os._exit(0)", "assert f(1) == 1\nassert f(2) == 2", [False, False]),
        ("import sys\ndef f(x):\n    sys.exit(0)", "assert f(1) == 1", [False]),
        ("def f(x):\n    while True: pass", "assert f(1) == 1", [False]),
    ],
    ids=[
        "asserts",
        "one of two",
        "check",
        "check fails",
        "check called",
        "test functions",
        "imports of the tests",
        "expected exception",
        "another exception",
        "calls share a process",
        "objects",
        "iterators and methods",
        "objects equal themselves only",
        "results the tests cannot use",
        "missing name",
        "ends the process",
        "exits",
        "hangs",
    ],
)
def test_trusted_tests_reach_the_program_from_outside(program: str, tests: str, passed: list[bool]) -> None:
    result = verify(fenced(program), config(tests=tests, entry_point="f", timeout_s=1))
    assert [rule.passed for rule in result.rules] == passed, result


@pytest.mark.docker
@pytest.mark.parametrize(
    "program",
    [
        "import math as m\nclass math:\n    isclose = staticmethod(lambda *a, **k: True)\ndef f(x): return x",
        "import math, builtins\nmath.isclose = lambda *a, **k: True\nbuiltins.abs = lambda x: 0\ndef f(x): return x",
        "def abs(x): return 0\ndef isclose(*a): return True\ndef f(x): return x",
    ],
)
def test_a_program_cannot_put_its_own_functions_in_the_place_of_what_the_tests_compare_with(program: str) -> None:
    tests = "assert math.isclose(f(1), 2)\nassert abs(f(1) - 2) < 0.1"
    assert verify(fenced(program), config(tests=tests)).score == 0


@pytest.mark.docker
@pytest.mark.parametrize(
    ("tests", "said"),
    [
        ("import not_there\nassert f(1) == 1", "No module named 'not_there'"),
        ("x = 1 / 0\nassert f(1) == 1", "ZeroDivisionError"),
        ("assert f(lambda: 1) == 1", "only plain data can be passed"),
        ("while True:\n    pass\nassert f(1) == 1", "timeout"),
        ("match 1:\n    case 1:\n        assert f(1) == 1", "SyntaxError"),
    ],
)
def test_tests_that_do_not_work_are_our_trouble(tests: str, said: str) -> None:
    with pytest.raises(SandboxError, match=said):
        verify(fenced("def f(x): return x"), config(tests=tests, timeout_s=0.5))


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
        ({"tests": "x = 1"}, "nothing is checked"),
        ({"tests": "assert ("}, "this is not Python"),
        ({"tests": "def check(candidate):\n    assert candidate(1)"}, "check.candidate. needs the name"),
        ({"entry_point": "f", "cases": [{"expected": {"$tupel": []}}]}, "cases.0.expected: '$tupel' is not one of"),
    ],
)
def test_a_wrong_config_is_refused(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said.replace("$", r"\$")):
        verify("", config(**keys))
    assert problems(config(**keys))


GREET = 'SALUTE = "Hello"\n\n\ndef greet(name):\n    """A greeting."""\n'


@pytest.mark.docker
@pytest.mark.parametrize(
    "output", ['    return f"{SALUTE}, {name}"\n', 'def greet(name):\n    return SALUTE + ", " + name']
)
def test_an_answer_may_go_on_from_a_prefix(output: str) -> None:
    cases = [{"args": ["Ada"], "expected": "Hello, Ada"}]
    assert verify(output, config(entry_point="greet", prefix=GREET, cases=cases)).passed
    assert not verify("I would rather not.", config(entry_point="greet", prefix=GREET, cases=cases)).passed


def test_a_prefix_ends_in_its_entry_point() -> None:
    found = problems(config(entry_point="meet", prefix=GREET, cases=[{"expected": 1}]))
    assert [problem.path for problem in found] == [("prefix",)]
    assert problems(config(prefix=GREET, stdio=[{"stdout": ""}]))[0].path == ("prefix",)
