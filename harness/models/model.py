"""A model as models.yaml declares it: whom to ask, how, and with which parameters. Data, not code."""

from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol

import msgspec

from harness.eval_run import Answer

if TYPE_CHECKING:
    from harness.task import Task

Kind = Literal["embedded", "gguf", "openai", "anthropic", "control", "paste"]
LOOPBACK = ("localhost", "127.0.0.1", "::1")

Positive = Annotated[int, msgspec.Meta(ge=1)]
Dollars = Annotated[float, msgspec.Meta(ge=0)]


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """US dollars per million tokens. `cached` is for input tokens read from a cache (default: as `input`)."""

    input: Dollars
    output: Dollars
    cached: Dollars | None = None


class Parameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is sent with every prompt; None = not sent, so the provider's default holds.

    Attempt n sends `seed + n`. `extra` is sent as it is, for what only one provider knows.
    """

    temperature: Annotated[float, msgspec.Meta(ge=0, le=2)] | None = None
    top_p: Annotated[float, msgspec.Meta(gt=0, le=1)] | None = None
    max_tokens: Positive = 1024
    max_tokens_by_domain: dict[str, Positive] = {}
    seed: Annotated[int, msgspec.Meta(ge=0, lt=2**31)] | None = None
    system: str | None = None
    extra: dict[str, Any] = {}

    def limit(self, domain: str) -> int:
        """The most tokens that an answer to a task of `domain` may have."""
        return self.max_tokens_by_domain.get(domain, self.max_tokens)


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One model, ready to be asked.

    `name` is what its server calls it; `prices` the provider's id in genai-prices; `rename` maps our parameter names
    to the server's; `threads` are those of each of the `concurrency` llama.cpp servers of a local file; `cutoff` is
    the last day that its training data may hold; `declared` is False for a file that was named on the command line
    and is in no models.yaml.
    """

    slug: str
    kind: Kind
    name: str
    base_url: str | None = None
    key_env: str | None = None
    file: str | None = None
    parameters: Parameters = Parameters()
    concurrency: Positive = 4
    threads: Positive = 1
    timeout_s: Annotated[float, msgspec.Meta(gt=0)] = 600.0
    rename: dict[str, str] = {}
    prices: str | None = None
    price: Price | None = None
    cutoff: str | None = None
    declared: bool = True


class Client(Protocol):
    """Asks one model."""

    async def ask(self, task: "Task", attempt: int, /) -> Answer:
        """The model's answer. Raises ProviderError when there is none, and ModelError when no call can succeed."""
        ...
