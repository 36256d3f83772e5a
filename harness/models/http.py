"""One JSON request to a model's server, and every way in which it can go wrong, as one of our errors.

A key never leaves this module: it is taken out of all that a server says before anything else reads it.
"""

import json
import os
import re
import ssl
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from harness.errors import ModelError, ProviderError, RequestRefusedError, UnreachableError
from harness.models.model import LOOPBACK, Model

MAX_REPLY = 16 * 1024 * 1024  # bytes
SHORTEST_KEY = 8  # characters
_NO_MONEY = re.compile(
    r"insufficient_(quota|balance|credits?|funds)|billing_(hard_limit|not_active)|credit balance", re.I
)


@dataclass(frozen=True, slots=True)
class Reply:
    """A JSON object that the server gave with status 200, the time it took, and the response headers."""

    data: dict[str, Any]
    latency_ms: float
    headers: Mapping[str, str]


def read_key(model: Model) -> str | None:
    """The API key from the variable that the model names, None if it names none. Raises ModelError, without the key."""
    if model.key_env is None:
        return None
    key = os.environ.get(model.key_env, "").strip()
    if not key:
        raise ModelError(f"{model.slug} needs an API key: set the environment variable {model.key_env}")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ModelError(f"the value of {model.key_env} cannot be an API key: it holds white space or other than ASCII")
    return key


class Http:
    """A connection pool to the server of one model. Use it as an async context."""

    def __init__(self, model: Model, headers: Mapping[str, str], key: str | None):
        assert model.base_url is not None
        self._url = model.base_url.rstrip("/")
        self._headers, self._key = dict(headers), key
        self._limits = model.concurrency, model.timeout_s
        self._where = f"{model.slug} ({urlsplit(self._url).netloc})"
        self._key_env = model.key_env

    async def __aenter__(self) -> "Http":
        connections, timeout_s = self._limits
        # The default TLS context honours SSL_CERT_FILE and SSL_CERT_DIR. Not `trust_env`: it would also send
        # credentials out of ~/.netrc.
        self._session = aiohttp.ClientSession(
            headers={"User-Agent": "touchstone-evals", **self._headers},
            proxy=proxy(self._url),
            connector=aiohttp.TCPConnector(limit=connections, ssl=ssl.create_default_context()),
            timeout=aiohttp.ClientTimeout(total=timeout_s, sock_connect=30),
            cookie_jar=aiohttp.DummyCookieJar(),
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def post(self, path: str, body: dict[str, Any]) -> Reply:
        """The server's JSON object. Raises ProviderError or one of its kinds; ModelError when no call can succeed."""
        started = time.perf_counter()
        try:
            # A redirect could carry the key to another host.
            async with self._session.post(self._url + path, json=body, allow_redirects=False) as response:
                raw = self._redact(await _read(response))
                latency_ms = (time.perf_counter() - started) * 1000
        except aiohttp.ClientConnectorError as error:
            raise UnreachableError(self.clean(f"{self._where}: {error}")) from None
        except TimeoutError:
            raise ProviderError(f"{self._where}: no answer within {self._limits[1]:g} s") from None
        except (aiohttp.ClientError, OSError) as error:
            raise ProviderError(self.clean(f"{self._where}: {type(error).__name__}: {error}")) from None
        if response.status != 200:
            raise self._error(response.status, raw, response.headers)
        return Reply(self._object(raw), latency_ms, response.headers)

    def clean(self, text: str, limit: int = 300) -> str:
        """One printable line of at most `limit` characters, without the key."""
        line = " ".join(self._redact(text.encode("utf-8", "replace")).decode().split())
        return "".join(c if c.isprintable() else "\ufffd" for c in line)[:limit]

    def _redact(self, raw: bytes) -> bytes:
        # A local server's dummy key ("none", "EMPTY") is no secret, but may well be a word of an answer.
        if self._key is None or len(self._key) < SHORTEST_KEY:
            return raw
        return raw.replace(self._key.encode("ascii"), b"[redacted]")

    def _object(self, raw: bytes) -> dict[str, Any]:
        try:
            # An answer is paid for: NaN, an endless number or a bad byte somewhere in the reply must not lose it.
            text = raw.decode("utf-8-sig", "replace")
            data = json.loads(text, parse_constant=lambda _: None, parse_int=_integer)
        except (ValueError, RecursionError):
            shown = self.clean(raw[:200].decode("utf-8", "replace"), 80)
            raise ProviderError(f"{self._where}: status 200, but not JSON: {shown!r}") from None
        if not isinstance(data, dict):
            raise ProviderError(f"{self._where}: status 200, but the JSON is no object")
        if data.get("error"):  # OpenRouter reports an upstream's failure with status 200
            code = data["error"].get("code") if isinstance(data["error"], dict) else None
            raise self._error(code if type(code) is int else 502, raw, {})
        return data

    def _error(self, status: int, raw: bytes, headers: Mapping[str, str]) -> ProviderError | ModelError:
        code, message = _complaint(raw)
        said = self.clean(f"{self._where}: {status} {message}")
        if status == 402 or _NO_MONEY.search(f"{code} {message if status != 429 else ''}"):
            return ModelError(f"{said}; the account has no credit left, so the run stops")
        if status == 401:  # what the server says of a key is not worth the risk that it quotes it
            return ModelError(
                f"{self._where}: 401, the server does not accept the key in {self._key_env or '(none set)'}"
            )
        if status == 404:
            return ModelError(f"{said}; check base_url and the model's name in models.yaml")
        if status in (408, 409, 425, 429) or status >= 500:
            return ProviderError(said, retry_after_s(headers))
        return RequestRefusedError(said)


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds that a Retry-After header asks for, as a number or as a date; None without a usable one.

    A date counts from the response's own Date, so a wrong clock here does no harm. Source: RFC 9110, section 10.2.3.
    OpenAI and Azure say it in `retry-after-ms` too, more exactly.
    """
    milliseconds = headers.get("retry-after-ms", "").strip()
    if re.fullmatch(r"[0-9]{1,12}(\.[0-9]+)?", milliseconds):
        return float(milliseconds) / 1000
    value = headers.get("Retry-After", "").strip()
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]+)?", value):
        return float(value)
    until = _date(value)
    if until is None:
        return None
    return max(0.0, (until - (_date(headers.get("Date", "")) or datetime.now(UTC))).total_seconds())


def _date(value: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


async def _read(response: aiohttp.ClientResponse) -> bytes:
    parts, size = [], 0
    async for part in response.content.iter_chunked(1 << 16):
        parts.append(part)
        size += len(part)
        if size > MAX_REPLY:
            raise aiohttp.ClientPayloadError(f"the reply is longer than {MAX_REPLY} bytes")
    return b"".join(parts)


def _integer(digits: str) -> int | None:
    return int(digits) if len(digits) < 20 else None  # beyond 4,300 digits int() raises


def _complaint(raw: bytes) -> tuple[str, str]:
    """Code and message out of an error body; providers nest them in four different ways."""
    text = raw[:10_000].decode("utf-8", "replace")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return "", text
    if isinstance(data, list) and data:  # Google wraps it in a list
        data = data[0]
    if isinstance(data, dict):
        inner = data.get("error", data)
        if isinstance(inner, dict):
            message = inner.get("message") or inner.get("detail") or inner
            return f"{inner.get('code')} {inner.get('type')}", message if isinstance(message, str) else json.dumps(
                message
            )
        return "", str(inner)
    return "", text


def proxy(url: str) -> str | None:
    """The proxy that the environment names for `url`; none for this machine itself."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if host in LOOPBACK or urllib.request.proxy_bypass(host):
        return None
    return urllib.request.getproxies().get(parts.scheme)
