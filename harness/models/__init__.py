"""Model calls. Everything that knows a wire format, a server or a key is in this package."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec

from harness.models.anthropic import VERSION, AnthropicClient
from harness.models.control import ControlClient
from harness.models.embedded import LlamaServer, Pool
from harness.models.http import Http, read_key
from harness.models.model import Client, Model
from harness.models.openai import OpenAIClient


@asynccontextmanager
async def connect(model: Model) -> AsyncIterator[Client]:
    """A client for `model`, as long as the context lasts. Raises ModelError when it cannot be had."""
    match model.kind:
        case "control":
            yield ControlClient(model)
        case "embedded" | "gguf":
            async with AsyncExitStack() as stack:
                clients: list[Client] = []
                for _ in range(model.concurrency):
                    server = stack.enter_context(LlamaServer(model))
                    local = msgspec.structs.replace(model, base_url=server.url)
                    clients.append(OpenAIClient(local, await stack.enter_async_context(Http(local, {}, None))))
                yield Pool(clients)
        case "openai":
            key = read_key(model)
            async with Http(model, {"Authorization": f"Bearer {key}"} if key else {}, key) as http:
                yield OpenAIClient(model, http)
        case "anthropic":
            key = read_key(model)
            async with Http(model, {"x-api-key": key or "", "anthropic-version": VERSION}, key) as http:
                yield AnthropicClient(model, http)
