"""Running a program on the cases of a config: one fresh process per case, and the comparison on our side."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from verifiers import sandbox
from verifiers.code import spelling
from verifiers.code.equality import same, show
from verifiers.code.failures import Failure, line, of_end, of_reply
from verifiers.code.stdio import same_output
from verifiers.result import RuleResult
from verifiers.sandbox import EndedError, Limits, Session
from verifiers.sandbox.bridge.values import encode

MAX_TIMEOUTS = 2  # a program that hangs on every case must not take the time limit for each of them
_TIMED_OUT = Failure("timeout", f"not run: the program had used up its time {MAX_TIMEOUTS} times", final=True)


def judge_calls(source: str, config: Mapping[str, Any], limits: Limits) -> tuple[RuleResult, ...]:
    """One verdict per function case, in order."""
    name, tolerance = config["entry_point"], config.get("float_tolerance")

    def attempt(case: Mapping[str, Any], session: Session) -> Failure | None:
        args = [spelling.read(arg) for arg in case.get("args", [])]
        kwargs = {key: spelling.read(value) for key, value in case.get("kwargs", {}).items()}
        session.load(source)
        session.call(name, args, kwargs, last=True)
        for _ in ("load", "call"):
            reply = session.receive()
            if "ok" not in reply:
                return of_reply(reply)
        if same(encode(spelling.read(case["expected"])), reply["ok"], tolerance):
            return None
        return Failure("wrong value", f"it returned {show(reply['ok'])}")

    return tuple(_judge(config["cases"], attempt, limits))


def judge_scripts(source: str, config: Mapping[str, Any], limits: Limits) -> tuple[RuleResult, ...]:
    """One verdict per standard input, in order."""
    whitespace = config.get("whitespace", "trailing")

    def attempt(case: Mapping[str, Any], session: Session) -> Failure | None:
        session.load(source, case.get("stdin", ""))
        reply = session.receive()
        if "ok" not in reply:
            return of_reply(reply)
        ended = session.wait()
        if (ended.how, ended.code) != (sandbox.EXITED, 0):
            return _with_last_line(of_end(ended, limits), session.errors)
        if same_output(case["stdout"], bytes(session.output), whitespace):
            return None
        return Failure("wrong value", f"it printed {line(session.output.decode(errors='replace')) or 'nothing'}")

    return tuple(_judge(config["stdio"], attempt, limits))


def _judge(
    cases: Sequence[Mapping[str, Any]], attempt: Callable[[Mapping[str, Any], Session], Failure | None], limits: Limits
) -> Iterator[RuleResult]:
    timeouts, final = 0, None
    for number, case in enumerate(cases, 1):
        failure = final or _run(case, attempt, limits)
        if failure and failure.kind == "timeout":
            timeouts += 1
            final = _TIMED_OUT if timeouts >= MAX_TIMEOUTS else None
        elif failure and failure.final:
            final = failure
        yield RuleResult(f"case {number}", failure is None, str(failure) if failure else "ok")


def _run(
    case: Mapping[str, Any], attempt: Callable[[Mapping[str, Any], Session], Failure | None], limits: Limits
) -> Failure | None:
    def work(session: Session) -> Failure | None:
        try:
            return attempt(case, session)
        except EndedError as ended:
            return of_end(ended, limits)

    try:
        return sandbox.run(limits, work)
    except EndedError as ended:
        return of_end(ended, limits)


def _with_last_line(failure: Failure, errors: bytearray) -> Failure:
    """The failure and what the program said last: the exception, as Python prints it."""
    lines = errors.decode(errors="replace").strip().splitlines()
    return Failure(failure.kind, f"{failure.message}; {line(lines[-1])}") if lines else failure
