"""Asking again: trouble of the provider's is waited out, within bounds, and never becomes an answer."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from harness.errors import ProviderError, RequestRefusedError
from harness.eval_run import Answer


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long to ask again. All times are seconds; `total_s` bounds the waits of one attempt."""

    tries: int = 6
    first_s: float = 1.0
    longest_s: float = 60.0
    total_s: float = 600.0

    def wait_s(self, tries_made: int, waited_s: float, told_s: float | None) -> float | None:
        """How long to wait before the next try, None to give up.

        Exponential with jitter over its upper half, so that calls that failed together do not return together.
        What the server asks for is a lower bound; when it asks for more than is left, no try is worth making.
        """
        if tries_made >= self.tries:
            return None
        backoff = min(self.longest_s, self.first_s * 2 ** (tries_made - 1))
        wait = max(backoff * random.uniform(0.5, 1.0), told_s or 0.0)  # noqa: S311 - not a secret
        return wait if waited_s + wait <= self.total_s else None


class GaveUpError(ProviderError):
    """The last error of an attempt, after `retries` further tries."""

    def __init__(self, last: ProviderError, retries: int):
        super().__init__(str(last))
        self.last, self.retries = last, retries


async def ask_patiently(
    ask: Callable[[], Awaitable[Answer]], patience: Patience, pause: Callable[[float, str], Awaitable[None]]
) -> tuple[Answer, int]:
    """The answer, and how many retries it took. `pause` does the waiting: it gets seconds and the reason.

    Raises GaveUpError when patience ends or asking again cannot help.
    """
    tries, waited = 0, 0.0
    while True:
        try:
            return await ask(), tries
        except ProviderError as error:
            tries += 1
            wait = None if isinstance(error, RequestRefusedError) else patience.wait_s(tries, waited, error.told_s)
            if wait is None:
                raise GaveUpError(error, tries - 1) from error
            await pause(wait, str(error))
            waited += wait
