"""The messages format of Anthropic. Source: the Anthropic API reference, "Create a message", version 2023-06-01."""

from typing import Any

from harness.errors import ProviderError
from harness.eval_run import Answer, Tokens
from harness.models.fields import count, mapping, string
from harness.models.http import Http, Reply
from harness.models.model import Model
from harness.task import Task

VERSION = "2023-06-01"


class AnthropicClient:
    """Asks a model through `{base_url}/v1/messages`."""

    def __init__(self, model: Model, http: Http):
        self._model, self._http = model, http

    async def ask(self, task: Task, _attempt: int, /) -> Answer:
        """The model's answer (see `Client`). The format knows no seed, so attempts differ by sampling alone."""
        return read(await self._http.post("/v1/messages", request(self._model, task)))


def request(model: Model, task: Task) -> dict[str, Any]:
    """The request's body; what is None is left out."""
    wanted = model.parameters
    optional = {"system": wanted.system, "temperature": wanted.temperature, "top_p": wanted.top_p}
    return {
        "model": model.name,
        "max_tokens": wanted.limit(task.domain),
        "messages": [{"role": "user", "content": task.prompt}],
        **{name: value for name, value in optional.items() if value is not None},
        **wanted.extra,
    }


def read(reply: Reply) -> Answer:
    """The answer in a message. Raises ProviderError for a reply that holds none."""
    blocks, finish = reply.data.get("content"), string(reply.data.get("stop_reason"))
    if not isinstance(blocks, list) or finish is None:
        raise ProviderError(f"the reply holds no message (stop_reason {finish!r})")
    text, reasoning = [], []
    for block in map(mapping, blocks):
        match block.get("type"):
            case "text":
                text.append(string(block.get("text")) or "")
            case "thinking":
                reasoning.append(string(block.get("thinking")) or "")
            case "redacted_thinking":
                pass
            case kind:
                raise ProviderError(f"the reply holds a block of type {kind!r} where text was expected")
    return Answer(
        text="".join(text),
        finish_reason=finish,
        latency_ms=reply.latency_ms,
        tokens=tokens(reply.data.get("usage")),
        served_model=string(reply.data.get("model")),
        reasoning="".join(reasoning),
    )


def tokens(usage: Any) -> Tokens:
    """The token counts of a `usage` object. Anthropic counts cached input apart; our `input` is all of it."""
    usage = mapping(usage)
    fresh, read_, written = (
        count(usage.get(name)) for name in ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    )
    return Tokens(
        input=None if fresh is None else fresh + (read_ or 0) + (written or 0),
        output=count(usage.get("output_tokens")),
        cached=read_,
    )
