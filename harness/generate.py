"""Tasks x attempts -> outputs.jsonl. An answer is on the disk before it counts; a stopped run can be taken up again."""

import asyncio
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from harness import clock, output_log, prices
from harness.budget import Budget
from harness.errors import ModelError, StoppedError, UnreachableError
from harness.eval_run import Answer, Output
from harness.models import connect
from harness.models.model import Client, Model
from harness.models.retry import GaveUpError, Patience, ask_patiently
from harness.output_log import OutputLog
from harness.progress import Listener
from harness.run_folder import RunFolder
from harness.task import Task

Key = tuple[str, int]
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def generate(
    folder: RunFolder, tasks: Mapping[str, Task], cap: float, listener: Listener, patience: Patience | None = None
) -> None:
    """Ask for every planned answer that is not there yet; an earlier error is asked again.

    `cap` is what the run may cost in US dollars. Raises StoppedError, BudgetError, ModelError or StoreError; whatever
    it raises, the answers so far are kept, and calling it again goes on.
    """
    if (repaired := output_log.repair(folder.outputs)) is not None:
        listener.note(repaired)
    done, problems = output_log.read(folder.outputs)
    for problem in problems:
        listener.note(f"{problem}; that answer is asked for again")
    missing = [key for key in folder.plan.wanted() if key not in done or done[key].answer is None]
    listener.expect(len(missing))
    if missing:
        asyncio.run(_Run(folder, tasks, listener, patience or Patience()).all(missing, cap, list(done.values())))


class _Run:
    """The state of one `generate`."""

    def __init__(self, folder: RunFolder, tasks: Mapping[str, Task], listener: Listener, patience: Patience):
        self.folder, self.tasks, self.listener, self.patience = folder, tasks, listener, patience
        self.model: Model = folder.plan.model
        self.answered = False
        self.trouble: Exception | None = None
        self.stopping = asyncio.Event()

    async def all(self, missing: list[Key], cap: float, before: list[Output]) -> None:
        """Ask for all of `missing`, `concurrency` at a time."""
        self.budget = Budget(cap, sum(_cost(self.model, output) or 0.0 for output in before))
        todo = iter(missing)
        async with connect(self.model) as client, OutputLog(self.folder.outputs) as log:
            workers = [
                asyncio.create_task(self.work(todo, client, log))
                for _ in range(min(self.model.concurrency, len(missing)))
            ]
            with self.stop_on_signals(workers):
                await asyncio.gather(*workers, return_exceptions=True)
        if self.trouble is not None:
            raise self.trouble

    def stop(self, trouble: Exception) -> None:
        """End all workers, each after the answer that it waits for. The first trouble is the one that is told."""
        self.trouble = self.trouble or trouble
        self.stopping.set()

    async def work(self, todo: Iterator[Key], client: Client, log: OutputLog) -> None:
        """One worker. Trouble that every call would meet stops them all."""
        try:
            for task_id, attempt in todo:
                output = await self.one(self.tasks[task_id], attempt, client)
                await log.add(output)
                self.listener.step(output.error)
                if self.stopping.is_set():
                    return
        except Exception as error:
            self.stop(error)

    async def one(self, task: Task, attempt: int, client: Client) -> Output:
        """The output of one attempt: an answer, or an error once patience has ended."""
        started = clock.now()
        answer, error = None, None
        async with self.budget.call(prices.worst_cost_usd(self.model, task, started)) as call:
            try:
                answer, retries = await ask_patiently(
                    lambda: self.ask(client, task, attempt), self.patience, self.pause
                )
                call.cost = prices.cost_usd(self.model, answer.tokens, started)
            except GaveUpError as gave_up:
                error, retries = str(gave_up), gave_up.retries
        return Output(
            task_id=task.id,
            task_digest=task.digest,
            attempt=attempt,
            started_at=clock.stamp(started),
            retries=retries,
            answer=answer,
            error=error,
        )

    async def ask(self, client: Client, task: Task, attempt: int) -> Answer:
        """One try. A server that cannot even be reached the first time is not there: no weather to wait out."""
        if self.stopping.is_set():  # while this call waited for room in the budget
            raise StoppedError("stopped")
        try:
            answer = await client.ask(task, attempt)
        except UnreachableError as error:
            if not self.answered:
                raise ModelError(f"{error}; is the server running, and base_url right in models.yaml?") from error
            raise
        self.answered = True
        return answer

    async def pause(self, seconds: float, reason: str) -> None:
        """Wait for the next try; a stop ends the wait, as nothing is paid for yet."""
        self.listener.note(f"waiting {seconds:.0f} s: {reason}")
        with suppress(TimeoutError):
            await asyncio.wait_for(self.stopping.wait(), seconds)
            raise StoppedError("stopped while waiting")

    @contextmanager
    def stop_on_signals(self, workers: list[asyncio.Task[None]]) -> Iterator[None]:
        """The first Ctrl-C or SIGTERM lets the answers under way, which are paid for, come in; the second does not."""
        loop = asyncio.get_running_loop()

        def on_signal() -> None:
            if self.stopping.is_set():
                for worker in workers:
                    worker.cancel()
                return
            self.listener.note("stopping after the answers under way; once more to drop them")
            self.stop(StoppedError("stopped"))

        with suppress(ValueError, RuntimeError):  # only the main thread may
            for name in SIGNALS:
                loop.add_signal_handler(name, on_signal)
        try:
            yield
        finally:
            for name in SIGNALS:
                loop.remove_signal_handler(name)


def _cost(model: Model, output: Output) -> float | None:
    if output.answer is None:
        return None
    return prices.cost_usd(model, output.answer.tokens, clock.parse(output.started_at))
