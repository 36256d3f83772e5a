"""A task: what is asked of a model and how the answer is judged (DESIGN 4.3)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from harness.errors import UsageError
from verifiers.canonical import canonical

DOMAINS = ("instruction", "json", "math", "code", "writing")


@dataclass(frozen=True, slots=True)
class Examples:
    """Outputs whose verdict is known."""

    passing: tuple[str, ...]
    failing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """One validated task file.

    `verifier` always has `type`; for a sealed task it holds `sealed` and nothing else. `examples` is None for a sealed
    task, and for a draft that has none yet: it cannot be approved.
    """

    id: str
    domain: str
    title: str
    approved: bool
    approved_digest: str | None
    created: str
    author: str
    cluster: str | None
    canary: str
    prompt: str
    verifier: Mapping[str, Any]
    examples: Examples | None
    path: Path

    @property
    def split(self) -> Literal["open", "sealed"]:
        return "sealed" if "sealed" in self.verifier else "open"

    @property
    def digest(self) -> str:
        """Identity of what is asked and how it is judged: any edit of those makes a new task."""
        graded = {
            "prompt": self.prompt,
            "verifier": dict(self.verifier),
            "examples": None
            if self.examples is None
            else {"passing": list(self.examples.passing), "failing": list(self.examples.failing)},
        }
        return "sha256:" + sha256(canonical(graded).encode()).hexdigest()

    @property
    def live(self) -> bool:
        """Approved, and not edited since."""
        return self.approved and self.approved_digest == self.digest


@dataclass(frozen=True, slots=True)
class Refused:
    """A task that stays out of the suite, and why."""

    task: Task
    reason: str


def live_tasks(
    tasks: Iterable[Task], domain: str | None = None, ids: Collection[str] | None = None
) -> tuple[list[Task], list[Refused]]:
    """The suite among `tasks`: those that are live, and those that are refused, each with the reason.

    `domain` and `ids` narrow the choice first. Raises UsageError for an unknown domain or id.
    """
    if domain is not None and domain not in DOMAINS:
        raise UsageError(f"there is no domain {domain!r}; choose one of {', '.join(DOMAINS)}")
    chosen = [task for task in tasks if domain in (None, task.domain)]
    if ids is not None:
        unknown = sorted(set(ids) - {task.id for task in chosen})
        if unknown:
            raise UsageError(f"there is no task {', '.join(unknown)}" + (f" in {domain}" if domain else ""))
        chosen = [task for task in chosen if task.id in ids]
    return [task for task in chosen if task.live], [Refused(t, _reason(t)) for t in chosen if not t.live]


def _reason(task: Task) -> str:
    return "edited since it was approved" if task.approved else "not approved"
