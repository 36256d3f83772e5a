"""The cap on what a run may cost."""

import asyncio

import pytest

from harness.budget import Budget, BudgetError


async def spend(budget: Budget, worst: float | None, cost: float | None = None) -> None:
    async with budget.call(worst) as call:
        await asyncio.sleep(0)
        call.cost = cost


def test_calls_go_on_while_the_worst_case_fits() -> None:
    async def calls() -> None:
        budget = Budget(10)
        for _ in range(5):
            await spend(budget, worst=6, cost=1)
        with pytest.raises(BudgetError, match=r"\$5\.00 are spent and the next call may cost \$6\.00"):
            await spend(budget, worst=6)

    asyncio.run(calls())


def test_what_was_spent_before_counts() -> None:
    with pytest.raises(BudgetError):
        asyncio.run(spend(Budget(10, spent=5), worst=6))


def test_a_call_waits_for_room_that_others_may_leave() -> None:
    async def calls() -> list[None]:
        budget = Budget(10)
        return await asyncio.gather(*[spend(budget, worst=6, cost=1) for _ in range(5)])

    assert len(asyncio.run(calls())) == 5


def test_a_failed_call_gives_its_room_back() -> None:
    async def calls() -> None:
        budget = Budget(10)
        with pytest.raises(ZeroDivisionError):
            async with budget.call(10):
                raise ZeroDivisionError
        await spend(budget, worst=10)

    asyncio.run(calls())


def test_an_unknown_price_is_not_held_back_and_free_calls_fit_a_cap_of_nothing() -> None:
    asyncio.run(spend(Budget(0), worst=None))
    asyncio.run(spend(Budget(0), worst=0.0, cost=0.0))
