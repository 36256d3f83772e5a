"""Where model-written code runs.

`run` gives a piece of work a session with a fresh process in the sandbox; `describe` says what the sandbox is.
"""

from verifiers.sandbox.bridge.frames import EXITED
from verifiers.sandbox.pool import close, describe, next_candidate, python_version, run, run_tests
from verifiers.sandbox.protocol import EndedError, Limits, Session

__all__ = [
    "EXITED", "EndedError", "Limits", "Session",
    "close", "describe", "next_candidate", "python_version", "run", "run_tests",
]  # fmt: skip
