"""What a verifier says, and the reasons why it may say nothing."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class RuleResult:
    """The verdict of one rule, case, invariant or field.

    `id` names the rule within its config (`2.word_count`, `case 3`); `message` is one sentence that the
    author of the output could act on. Ids may repeat: a rule used twice counts twice. `lenient` is a second
    verdict that is kept and never scored (IFEval's "loose" one), None where there is none.
    """

    id: str
    passed: bool
    message: str
    lenient: bool | None = None


@dataclass(frozen=True, slots=True)
class VerifierResult:
    """A verdict. `passed` means that everything holds; `score` (0 to 100) may be partial.

    Raises ValueError for a contradiction: a score outside 0-100, a pass with a failed rule or with less
    than full score. Such a result is a bug of the verifier, never a verdict.
    """

    passed: bool
    score: float
    details: str
    rules: tuple[RuleResult, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.score <= 100:  # NaN fails this too
            raise ValueError(f"score {self.score!r} is outside 0-100")
        if self.passed and (self.score != 100 or not all(rule.passed for rule in self.rules)):
            raise ValueError("passed, yet the score is not 100 or a rule failed")


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in a config: `path` of keys and indexes from its root, and one sentence with a way out."""

    path: tuple[str | int, ...]
    message: str
    severity: Literal["error", "warning"] = "error"


def verdict(passed: bool, details: str) -> VerifierResult:
    """An all-or-nothing verdict: 100 or 0."""
    return VerifierResult(passed, 100.0 if passed else 0.0, details)


def from_rules(rules: tuple[RuleResult, ...], details: str) -> VerifierResult:
    """A verdict over several rules: score is rules passed / total x 100; there is at least one rule."""
    met = sum(rule.passed for rule in rules)
    return VerifierResult(met == len(rules), 100.0 * met / len(rules), details, rules)


class NotScoredError(Exception):
    """There is no verdict. The message says why; `status` is the row's and the worker's word for it."""

    status = "error"


class PendingError(NotScoredError):
    """The verdict waits for people's votes."""

    status = "pending"


class SkippedError(NotScoredError):
    """This machine cannot judge the output, for example because it has no sandbox."""

    status = "skipped"


class ConfigError(NotScoredError):
    """The verifier config is wrong. A wrong config is never a pass and never the model's fault."""


class SandboxError(NotScoredError):
    """The sandbox, or the trusted test code of the task, failed. Trouble of ours, so never a score."""
