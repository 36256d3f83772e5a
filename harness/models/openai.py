"""Chat completions: the wire format of OpenAI, which a dozen providers and most local servers speak.

Source: the OpenAI API reference, "Create chat completion", and what the listed providers really send back.
"""

from typing import Any

from harness.errors import ProviderError
from harness.eval_run import REFUSED, TRUNCATED, Answer, Tokens
from harness.models.fields import count, mapping, string
from harness.models.http import Http, Reply
from harness.models.model import Model
from harness.task import Task


class OpenAIClient:
    """Asks a model through `{base_url}/chat/completions`."""

    def __init__(self, model: Model, http: Http):
        self._model, self._http = model, http

    async def ask(self, task: Task, attempt: int, /) -> Answer:
        """The model's answer (see `Client`)."""
        return read(await self._http.post("/chat/completions", request(self._model, task, attempt)))


def request(model: Model, task: Task, attempt: int) -> dict[str, Any]:
    """The request's body; what is None is left out, and the server's names replace ours where the model says so."""
    wanted = model.parameters
    system = [] if wanted.system is None else [{"role": "system", "content": wanted.system}]
    parameters = {
        "temperature": wanted.temperature,
        "top_p": wanted.top_p,
        "max_tokens": wanted.limit(task.domain),
        "seed": None if wanted.seed is None else wanted.seed + attempt,
    }
    return {
        "model": model.name,
        "messages": [*system, {"role": "user", "content": task.prompt}],
        **{model.rename.get(name, name): value for name, value in parameters.items() if value is not None},
        **wanted.extra,
    }


def read(reply: Reply) -> Answer:
    """The answer in a chat completion. Raises ProviderError for a reply that holds none."""
    choices = reply.data.get("choices")
    choice = mapping(choices[0]) if isinstance(choices, list) and choices else {}
    message = mapping(choice.get("message"))
    finish = string(choice.get("finish_reason"))
    if choice.get("error") or finish == "error":
        raise ProviderError(f"the upstream failed half-way: {str(choice.get('error'))[:200]}")
    text, reasoning = _content(message.get("content"))
    refusal = string(message.get("refusal"))
    if not text and refusal:
        text, finish = refusal, "refusal"
    if not text and (message.get("tool_calls") or message.get("function_call")):
        raise ProviderError("the reply holds a tool call and no text, though no tools were offered")
    if text is None and finish in TRUNCATED | REFUSED:
        text = ""  # the whole length went into reasoning, or a filter held the answer back
    if text is None:
        raise ProviderError(f"the reply holds no text (finish_reason {finish!r}, {len(choices or [])} choices)")
    return Answer(
        text=text,
        finish_reason=finish,
        latency_ms=reply.latency_ms,
        tokens=tokens(reply.data.get("usage")),
        served_model=string(reply.data.get("model")),
        reasoning=reasoning or string(message.get("reasoning_content")) or string(message.get("reasoning")) or "",
        fingerprint=string(reply.data.get("system_fingerprint")),
        upstream=string(reply.data.get("provider")),
    )


def _content(content: Any) -> tuple[str | None, str]:
    """Text and reasoning of a message's content: a string, null, or a list of blocks (Mistral's thinking models)."""
    if not isinstance(content, list):
        return string(content), ""
    text, reasoning = [], []
    for block in map(mapping, content):
        kind = block.get("type")
        if kind in ("text", "output_text"):
            text.append(string(block.get("text")) or "")
        elif kind in ("thinking", "reasoning"):
            inner = block.get("thinking", block.get("text"))
            reasoning.append((_content(inner)[0] if isinstance(inner, list) else string(inner)) or "")
        else:
            raise ProviderError(f"the reply holds a block of type {kind!r} where text was expected")
    return "".join(text), "".join(reasoning)


def tokens(usage: Any) -> Tokens:
    """The token counts of a `usage` object; whatever is missing or no count is None.

    Some providers (xAI, Google) leave reasoning out of `completion_tokens` but bill it and count it in
    `total_tokens`, so what the total says beyond the prompt is the output.
    """
    usage = mapping(usage)
    prompt, completion, total = (count(usage.get(f"{name}_tokens")) for name in ("prompt", "completion", "total"))
    if prompt is not None and completion is not None and total is not None:
        completion = max(completion, total - prompt)
    return Tokens(
        input=prompt,
        output=completion,
        reasoning=count(mapping(usage.get("completion_tokens_details")).get("reasoning_tokens")),
        cached=count(mapping(usage.get("prompt_tokens_details")).get("cached_tokens")),
    )
