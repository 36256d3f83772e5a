"""Faults that others found in public, each against code_exec as it is (the reports are named at each case)."""

from typing import Any

import pytest

from verifiers import verify
from verifiers.result import SandboxError

ADD = "assert add(2, 3) == 5"

ALWAYS_EQUAL = """
class Agreeable:
    __hash__ = None
    def __eq__(self, other): return True
    def __ne__(self, other): return False
def double(n):
    return Agreeable()
"""
PRINTS_A_VERDICT = """
print('=== 4 passed in 0.01s ===')
print('PASSED')
def add(a, b):
    return a * b
"""
EXITS_EARLY = "import sys\ndef add(a, b):\n    return a + b\nsys.exit(0)"
STRAY_FENCE = "def area(w, h):\n    return w * h\n```"
ENDLESS = "while True:\n    pass"
FLOOD = "while True:\n    print('y' * 500)"
NEWER_SYNTAX = "def kind(n):\n    match n:\n        case 0:\n            return 'zero'"
READS_FILES = """
import glob, os, sys
seen = ''
for place in ['.', '/', '/work', '/app', '/tmp', '/sandbox', os.path.dirname(sys.argv[0])]:
    for path in glob.glob(os.path.join(place, '*')) + ['/proc/1/environ', '/proc/1/cmdline', '/proc/self/environ']:
        try:
            text = open(path).read()
        except Exception:
            continue
        if 'assert secret' + '()' in text:
            seen = text
def secret():
    return seen.split('==')[1].strip(" '") if seen else ''
"""
ANSWERS_NOTHING = "def add(a, b):\n    return 0"


@pytest.mark.docker
@pytest.mark.parametrize(
    ("output", "tests", "passed", "said"),
    [
        (ALWAYS_EQUAL, "assert double(4) == 8", False, "wrong value"),
        (PRINTS_A_VERDICT, ADD, False, "wrong value"),
        (EXITS_EARLY, ADD, False, "exit: the program ended itself"),
        (STRAY_FENCE, "assert area(3, 4) == 12", True, "ok"),
        (ENDLESS, "assert True", False, "timeout: no result within 1 s"),
        (FLOOD, "assert True", False, "the rest was cut"),
        (NEWER_SYNTAX, "assert kind(0) == 'zero'", False, "(Python 3.9"),
        (READS_FILES, "assert secret() == 'k9'", False, "wrong value"),
        (ANSWERS_NOTHING, ADD, False, "wrong value"),
        ("def two():\n    return 2", "assert two() == 2", True, "ok"),
    ],
    ids=[
        "CE-01 openai/human-eval#67", "CE-03 SWE-bench#601", "CE-05 pdd#605", "CE-07 lm-evaluation-harness#3769",
        "CE-09 docker-py#2964", "CE-11 snekbox#81", "CE-15 coursemology2#4968", "CE-17 code-executor#15",
        "CE-19 deepeval#2521", "HA-04 evalscope#1400",
    ],
)  # fmt: skip
def test_verdict(output: str, tests: str, passed: bool, said: str) -> None:
    config: dict[str, Any] = {"type": "code_exec", "tests": tests, "timeout_s": 1}
    result = verify(output, config)
    assert result.passed == passed
    assert said in result.rules[0].message


@pytest.mark.docker
def test_tests_that_need_what_is_not_there_are_an_error_and_not_the_models_fault() -> None:
    """CE-13 SWE-bench#586."""
    with pytest.raises(SandboxError, match="not_installed_anywhere"):
        verify(
            "def add(a, b):\n    return a + b", {"type": "code_exec", "tests": f"import not_installed_anywhere\n{ADD}"}
        )
