"""A small strict model server on loopback: it checks every request, replies from a script and counts the calls."""

import asyncio
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from aiohttp import web

Headers = dict[str, str]


@dataclass(frozen=True)
class Say:
    """One reply: any status, any body. `cut` closes the connection after half of the body."""

    body: Any
    status: int = 200
    headers: Headers = field(default_factory=dict)
    cut: bool = False
    delay_s: float = 0.0

    @property
    def raw(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


def chat(text: Any, finish: str | None = "stop", **more: Any) -> dict[str, Any]:
    """A chat completion as OpenAI sends it."""
    return {
        "id": "c-1", "object": "chat.completion", "created": 1, "model": "fake-1-2026",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
        **more,
    }  # fmt: skip


def message(*blocks: dict[str, Any], stop: str | None = "end_turn", **more: Any) -> dict[str, Any]:
    """A message as Anthropic sends it."""
    return {
        "id": "m-1", "type": "message", "role": "assistant", "model": "fake-claude", "content": list(blocks),
        "stop_reason": stop, "stop_sequence": None, "usage": {"input_tokens": 10, "output_tokens": 5}, **more,
    }  # fmt: skip


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


CHAT_FIELDS = {
    "model": str, "messages": list, "temperature": (int, float), "top_p": (int, float), "max_tokens": int,
    "max_completion_tokens": int, "seed": int, "random_seed": int, "reasoning_effort": str,
}  # fmt: skip
MESSAGE_FIELDS = {
    "model": str, "messages": list, "max_tokens": int, "system": str,
    "temperature": (int, float), "top_p": (int, float),
}  # fmt: skip


class FakeServer:
    """Serves both wire formats in a thread of its own. `replies` come in order; then `always`, if there is one.

    `always` may be a function of the request's body. A request that breaks the format gets status 400 and is kept in
    `violations`.
    """

    def __init__(self, *replies: Say, always: Say | Callable[[dict[str, Any]], Say] | None = None):
        self._replies, self._always = list(replies), always
        self.requests: list[dict[str, Any]] = []
        self.headers: list[Headers] = []
        self.violations: list[str] = []
        self.url = ""

    def __enter__(self) -> "FakeServer":
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(ready)), daemon=True)
        self._thread.start()
        assert ready.wait(10)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        if error is None:
            assert self.violations == []

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        app = web.Application()
        app.router.add_post("/v1/chat/completions", self._chat)
        app.router.add_post("/v1/messages", self._message)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0]
        self.url = f"http://{host}:{port}/v1"
        ready.set()
        await self._stop.wait()
        await runner.cleanup()

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        return await self._answer(request, CHAT_FIELDS, "authorization")

    async def _message(self, request: web.Request) -> web.StreamResponse:
        return await self._answer(request, MESSAGE_FIELDS, "x-api-key")

    async def _answer(self, request: web.Request, fields: dict[str, Any], key_header: str) -> web.StreamResponse:
        body = await request.json()
        self.requests.append(body)
        self.headers.append({name.lower(): value for name, value in request.headers.items()})
        wrong = list(_violations(body, fields))
        if key_header not in self.headers[-1]:
            wrong.append(f"no {key_header} header")
        if wrong:
            self.violations += wrong
            return web.json_response({"error": {"message": "; ".join(wrong)}}, status=400)
        say = self._replies.pop(0) if self._replies else self._always
        assert say is not None, "one request more than the script has"
        say = say if isinstance(say, Say) else say(body)
        await asyncio.sleep(say.delay_s)
        response = web.StreamResponse(status=say.status, headers={"Content-Type": "application/json", **say.headers})
        response.content_length = len(say.raw)
        await response.prepare(request)
        await response.write(say.raw[: len(say.raw) // 2] if say.cut else say.raw)
        if say.cut:
            assert request.transport is not None
            request.transport.close()
        return response


def _violations(body: dict[str, Any], fields: dict[str, Any]) -> list[str]:
    wrong = [f"{name} is not known" for name in body if name not in fields]
    wrong += [f"{n} has the wrong type" for n, kind in fields.items() if n in body and not isinstance(body[n], kind)]
    wrong += [f"{name} is missing" for name in ("model", "messages") if name not in body]
    roles = [m.get("role") for m in body.get("messages", [])]
    if roles not in (["user"], ["system", "user"]):
        wrong.append(f"roles are {roles}")
    return wrong
