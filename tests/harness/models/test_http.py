"""Headers that say when to come back, and the way to the server."""

import pytest

from harness.models import http
from harness.models.http import retry_after_s

NOON = "Mon, 30 Nov 2026 12:00:00 GMT"
HEADERS = {
    "seconds": ({"Retry-After": "7"}, 7.0),
    "parts of a second": ({"Retry-After": "0.5"}, 0.5),
    "a date, counted from the server's own clock": (
        {"Retry-After": "Mon, 30 Nov 2026 12:01:30 GMT", "Date": NOON}, 90.0,
    ),
    "a date that is over": ({"Retry-After": "Mon, 30 Nov 2026 11:00:00 GMT", "Date": NOON}, 0.0),
    "a date that is over, with no clock of the server": ({"Retry-After": "Thu, 01 Jan 1970 00:00:00 GMT"}, 0.0),
    "milliseconds win": ({"retry-after-ms": "1500", "Retry-After": "2"}, 1.5),
    "not given": ({}, None),
    "negative": ({"Retry-After": "-5"}, None),
    "not a number": ({"Retry-After": "nan"}, None),
    "endless": ({"Retry-After": "9" * 400}, None),
    "words": ({"Retry-After": "soon"}, None),
}  # fmt: skip


@pytest.mark.parametrize(("headers", "seconds"), HEADERS.values(), ids=HEADERS)
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after_s(headers) == seconds


def test_the_proxy_of_the_environment_is_used_but_not_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://proxy.example:3128")
    monkeypatch.setenv("http_proxy", "http://proxy.example:3128")
    monkeypatch.setenv("no_proxy", "inside.example")
    assert http.proxy("https://api.example/v1") == "http://proxy.example:3128"
    assert http.proxy("https://inside.example/v1") is None
    assert http.proxy("http://127.0.0.1:8080/v1") is None
