"""The cap on what a run may cost. It is kept before each call, against the most that the call can cost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from harness.errors import UsageError


class BudgetError(UsageError):
    """The next call could take the run beyond its cap."""


class Budget:
    """US dollars spent and, for calls under way, set aside. A call of unknown price is not held back."""

    def __init__(self, cap: float, spent: float = 0.0):
        self._cap, self._spent, self._aside, self._open = cap, spent, 0.0, 0
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def call(self, worst: float | None) -> AsyncIterator["Call"]:
        """Room for one call, as a context. Waits while calls under way may yet leave room; raises BudgetError when
        none is left."""
        most = worst or 0.0
        async with self._changed:
            await self._changed.wait_for(lambda: self._fits(most) or not self._open)
            if not self._fits(most):
                raise BudgetError(
                    f"${self._spent:.2f} are spent and the next call may cost ${most:.2f}, beyond the cap of "
                    f"${self._cap:.2f}; raise max_cost_per_run in policy.yaml"
                )
            self._aside, self._open = self._aside + most, self._open + 1
        call = Call()
        try:
            yield call
        finally:
            self._aside, self._open = self._aside - most, self._open - 1
            self._spent += call.cost or 0.0
            async with self._changed:
                self._changed.notify_all()

    def _fits(self, most: float) -> bool:
        return self._spent + self._aside + most <= self._cap


class Call:
    """What one call cost, once it is known."""

    cost: float | None = None
