"""What a call cost: by models.yaml, else by the price table of genai-prices. Unknown stays unknown, never a guess."""

from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from harness.eval_run import Tokens
from harness.models.model import Model, Price
from harness.task import Task

FREE = Price(input=0.0, output=0.0)  # what runs here sends no bill
_MILLION = 1_000_000


def cost_usd(model: Model, tokens: Tokens, at: datetime) -> float | None:
    """US dollars for one call made at `at`; None when the price, or what was used, is not known."""
    if tokens.input is None or tokens.output is None:
        return None
    cached = min(tokens.cached or 0, tokens.input)
    price = FREE if model.kind in ("embedded", "gguf", "control", "paste") else model.price
    if price is not None:
        cached_price = price.input if price.cached is None else price.cached
        spent = (tokens.input - cached) * price.input + cached * cached_price + tokens.output * price.output
        return spent / _MILLION
    return _table_cost(model, tokens.input, cached, tokens.output, at) if model.prices else None


def _table_cost(model: Model, input_: int, cached: int, output: int, at: datetime) -> float | None:
    from genai_prices import Usage, calc_price  # a sixth of a second, which only priced models pay

    usage = Usage(input_tokens=input_, cache_read_tokens=cached, output_tokens=output)
    try:
        found = calc_price(usage, model.name, provider_id=model.prices, genai_request_timestamp=at)
    except (LookupError, ValueError):
        return None
    # The library falls back to other providers' entries for a name; another seller's price is a guess.
    return float(found.total_price) if found.provider.id == model.prices else None


def worst_cost_usd(model: Model, task: Task, at: datetime) -> float | None:
    """The most that one call can cost: a token is at least one byte of the prompt, and the answer may be as long as
    it is allowed to be. The 64 are for what a chat format adds around the messages."""
    text = task.prompt + (model.parameters.system or "")
    most = Tokens(input=len(text.encode()) + 64, output=model.parameters.limit(task.domain))
    return cost_usd(model, most, at)


def total_usd(costs: Iterable[float | None]) -> float | None:
    """The sum; None as soon as one part is unknown."""
    total = 0.0
    for cost in costs:
        if cost is None:
            return None
        total += cost
    return total


def price_table(at: datetime) -> dict[str, Any]:
    """Which price table this is: name, version, and the day of the newest price change in it that had come into
    force at `at`, so how old it may be."""
    from genai_prices.data_snapshot import get_snapshot
    from genai_prices.types import StartDateConstraint

    days = {
        price.constraint.start_date
        for provider in get_snapshot().providers
        for model in provider.models
        if isinstance(model.prices, list)
        for price in model.prices
        if isinstance(price.constraint, StartDateConstraint)
    }
    newest = max((day for day in days if day <= at.astimezone(UTC).date()), default=None)
    return {
        "name": "genai-prices",
        "version": version("genai-prices"),
        "newest_change": newest.isoformat() if newest else None,
    }
