"""What the tests of model calls share."""

import asyncio
from pathlib import Path
from typing import Any

from harness.eval_run import Answer
from harness.models import connect
from harness.models.model import Model
from harness.task import Examples, Task

KEY = "sk-test-000-of-nobody"


def task(prompt: str = "What is 6 * 7?", **changes: Any) -> Task:
    """An open task that asks for 42."""
    facts: dict[str, Any] = {
        "id": "answer", "domain": "math", "title": "The answer", "approved": True, "approved_digest": None,
        "created": "2026-11-30", "author": "@someone", "cluster": None, "canary": "", "prompt": prompt,
        "verifier": {"type": "exact_number", "answer": "42"},
        "examples": Examples(("42", "It is 42."), ("41", "24")), "path": Path("tasks/math/answer.yaml"),
    }  # fmt: skip
    return Task(**{**facts, **changes})


def ask(model: Model, about: Task | None = None, attempt: int = 0) -> Answer:
    """One call of one model."""

    async def call() -> Answer:
        async with connect(model) as client:
            return await client.ask(about or task(), attempt)

    return asyncio.run(call())
