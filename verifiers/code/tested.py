"""The `tests` form: trusted test code in a sandbox of its own, which reaches the program only through this module."""

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from verifiers import sandbox
from verifiers.code import driver
from verifiers.code.failures import Failure, line, of_end, of_reply
from verifiers.result import RuleResult, SandboxError
from verifiers.sandbox import EndedError, Limits, Session
from verifiers.sandbox.bridge.values import decode

TESTS_EXTRA_S = 5  # the tests may outlive the program by this: it is the program's end that is reported
_TESTS_LIMITS = Limits(wall_s=0, memory_mb=256, reply_bytes=8 << 20)


def judge_tests(source: str, config: Mapping[str, Any], limits: Limits) -> tuple[RuleResult, ...]:
    """One verdict per check of the tests, in order. Raises SandboxError when the tests themselves do not work."""
    tests, entry_point = config["tests"], config.get("entry_point")
    names = check_names(tests, entry_point)

    def work(program: Session, tested: Session) -> tuple[RuleResult, ...]:
        failure = _loaded(program, source, limits)
        if failure:
            return _verdicts(names, [], str(failure))
        tested.load("from verifiers.code.driver import run")
        tested.call("run", [tests, entry_point], {}, last=True)
        return _converse(program, tested, names, limits)

    try:
        return sandbox.run_tests(limits, replace(_TESTS_LIMITS, wall_s=limits.wall_s + TESTS_EXTRA_S), work)
    except EndedError as ended:
        return _verdicts(names, [], str(of_end(ended, limits)))


def check_names(tests: str, entry_point: str | None) -> list[str]:
    """The names of the checks in test code. Raises SyntaxError, ValueError or RecursionError for what is none."""
    return [name for name, _ in driver.plan(ast.parse(tests), entry_point) if name]


def _loaded(program: Session, source: str, limits: Limits) -> Failure | None:
    program.load(source)
    try:
        reply = program.receive()
    except EndedError as ended:
        return of_end(ended, limits)
    return None if "ok" in reply else of_reply(reply)


def _converse(program: Session, tested: Session, names: list[str], limits: Limits) -> tuple[RuleResult, ...]:
    """Carry questions and answers until the tests have come to an end."""
    gone: Failure | None = None
    questions = 0
    try:
        message = tested.receive()  # that the driver is loaded
        message = tested.receive()
        while "ask" in message:
            questions += 1
            answer, gone = _answer(program, message["ask"], limits)
            tested.send(answer)
            message = tested.receive()
    except EndedError as end:
        if questions <= 1:  # the first question is only which names there are
            raise SandboxError(f"the tests do not work by themselves: {of_end(end, limits)}") from end
        return _verdicts(names, [], f"timeout: the tests do not end with what the program gives them ({end.how!r})")
    outcome = decode(message.get("ok"))
    if type(outcome) is not dict or outcome["broken"]:
        raise SandboxError(f"the tests do not work: {line(outcome['broken'] if outcome else message)}")
    return _verdicts(names, outcome["checks"], str(gone) if gone else outcome["stopped"])


def _answer(program: Session, question: Mapping[str, Any], limits: Limits) -> tuple[dict[str, Any], Failure | None]:
    """The program's answer, and its failure if it has come to its end instead."""
    try:
        program.send({**question, "last": False})
        reply = program.receive()
    except EndedError as ended:
        return {"gone": True}, of_end(ended, limits)
    if "ok" in reply:
        return {"ok": reply["ok"]}, None
    bases = reply.get("bases")
    names = [line(base) for base in bases[:20]] if type(bases) is list else []
    return {"said": str(of_reply(reply)), "bases": names, "message": line(reply.get("message"))}, None


def _verdicts(names: list[str], checks: list[list[str]], stopped: str) -> tuple[RuleResult, ...]:
    """A verdict for each check: those that came to an end, then the rest, which fail for the reason of the stop."""
    done = [RuleResult(name, not wrong, wrong or "ok") for name, wrong in checks]
    return (*done, *(RuleResult(name, False, stopped) for name in names[len(done) :]))
