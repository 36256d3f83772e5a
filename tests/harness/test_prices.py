"""Costs: by our own price, by the table, or unknown; never a guess."""

from datetime import UTC, datetime
from typing import Any

import pytest

from harness.eval_run import Tokens
from harness.models.model import Model, Parameters, Price
from harness.prices import cost_usd, price_table, total_usd, worst_cost_usd
from tests.harness.models.helpers import task

NOW = datetime(2026, 11, 30, tzinfo=UTC)
USED = Tokens(input=1_000_000, output=100_000)


def model(**facts: Any) -> Model:
    return Model(**{"slug": "a/b", "kind": "openai", "name": "b", **facts})


def test_a_declared_price_wins() -> None:
    assert cost_usd(model(price=Price(2, 10), prices="openai", name="gpt-6-luna"), USED, NOW) == pytest.approx(3.0)


def test_cached_input_has_a_price_of_its_own() -> None:
    used = Tokens(input=1_000_000, output=0, cached=900_000)
    assert cost_usd(model(price=Price(2, 10, cached=0.2)), used, NOW) == pytest.approx(0.38)
    assert cost_usd(model(price=Price(2, 10)), used, NOW) == pytest.approx(2.0)


def test_the_table_prices_a_known_model() -> None:
    cost = cost_usd(model(name="gpt-6-luna", prices="openai"), USED, NOW)
    assert cost is not None
    assert cost > 0


UNKNOWN = {
    "no price at all": (model(), USED),
    "a model that the table does not know": (model(name="unlisted-1", prices="openai"), USED),
    "a model that another provider sells": (model(name="claude-opus-5-5", prices="openai"), USED),
    "a provider that the table does not know": (model(name="gpt-6-luna", prices="nobody"), USED),
    "tokens not said": (model(price=Price(1, 1)), Tokens()),
    "half of the tokens said": (model(price=Price(1, 1)), Tokens(input=5)),
}


@pytest.mark.parametrize(("asked", "used"), UNKNOWN.values(), ids=UNKNOWN)
def test_an_unknown_cost_is_unknown(asked: Model, used: Tokens) -> None:
    assert cost_usd(asked, used, NOW) is None


@pytest.mark.parametrize("kind", ["embedded", "gguf", "control", "paste"])
def test_what_runs_here_sends_no_bill(kind: str) -> None:
    assert cost_usd(model(kind=kind), USED, NOW) == 0.0


def test_the_worst_case_is_the_longest_answer_to_the_bytes_of_the_prompt() -> None:
    asked = model(price=Price(1, 10), parameters=Parameters(max_tokens=100, max_tokens_by_domain={"math": 50}))
    cost = worst_cost_usd(asked, task("\u00fc" * 18, domain="math"), NOW)
    assert cost == pytest.approx((36 + 64) / 1e6 + 50 * 10 / 1e6)


def test_one_unknown_part_makes_the_sum_unknown() -> None:
    assert total_usd([1.0, 2.0]) == 3.0
    assert total_usd([1.0, None]) is None
    assert total_usd([]) == 0.0


def test_the_table_says_how_old_it_may_be() -> None:
    table = price_table(NOW)
    assert table["name"] == "genai-prices"
    assert "2025-01-01" < table["newest_change"] <= "2026-11-30"
