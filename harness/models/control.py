"""Control models: their verdicts are known, so they test the tasks and the road from answer to row."""

from collections.abc import Callable

from harness.errors import ModelError
from harness.eval_run import Answer, Tokens
from harness.models.model import Model
from harness.task import Task


class ControlClient:
    """Answers at once, at no cost, without any model."""

    def __init__(self, model: Model):
        if model.name not in CONTROLS:
            raise ModelError(f"{model.slug}: there is no control {model.name!r}; known: {', '.join(CONTROLS)}")
        self._reply = CONTROLS[model.name]

    async def ask(self, task: Task, _attempt: int, /) -> Answer:
        """The known answer (see `Client`)."""
        return Answer(text=self._reply(task), finish_reason="stop", latency_ms=0.0, tokens=Tokens(input=0, output=0))


def _reference(task: Task) -> str:
    """The first passing example. A sealed task shows none, so its reference is empty and fails."""
    return task.examples.passing[0] if task.examples else ""


def _empty(_task: Task) -> str:
    return ""


def _echo(task: Task) -> str:
    return task.prompt


CONTROLS: dict[str, Callable[[Task], str]] = {"reference": _reference, "empty": _empty, "echo": _echo}
