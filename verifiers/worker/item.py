"""One line of a batch: read it, judge it, say the verdict. A bad line is an answer too, never an exception."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import verifiers
from verifiers.result import NotScoredError, RuleResult, VerifierResult

KEYS = {"id", "output", "verifier"}


class LineError(Exception):
    """The line is not a request; `id` is what could be read of its id."""

    def __init__(self, message: str, item_id: Any = None):
        super().__init__(message)
        self.id = item_id


def answer(line: bytes, default_limit: float, started: Callable[[Any, float], None]) -> bytes:
    """The answer line (JSON, ASCII, without its newline) to one request line.

    `started(id, seconds)` is called once the request is understood: from then on it may take that long.
    """
    try:
        request = _read(line)
    except LineError as error:
        return not_scored(error.id, "error", f"bad line: {error}")
    try:
        config = request["verifier"]
        started(request["id"], _time_limit(config, default_limit))
        return _scored(request["id"], verifiers.verify(request["output"], config))
    except NotScoredError as reason:
        return not_scored(request["id"], reason.status, str(reason) or type(reason).__name__)
    except (Exception, RecursionError, MemoryError) as bug:  # a verifier that crashes costs this item only
        return not_scored(request["id"], "error", f"verifier crashed: {type(bug).__name__}: {bug}")


def not_scored(item_id: Any, status: str, details: str) -> bytes:
    """The answer line for an item without a verdict."""
    return _line({"id": item_id, "status": status, "passed": None, "score": None, "details": details, "rules": []})


def _read(line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise LineError(f"not JSON ({error})") from None
    if not isinstance(request, dict):
        raise LineError("not a JSON object")
    item_id = request.get("id")
    if request.keys() != KEYS:
        raise LineError(f"the keys must be {', '.join(sorted(KEYS))}", item_id)
    if not isinstance(request["output"], str) or not isinstance(request["verifier"], dict):
        raise LineError("output must be a string and verifier an object", item_id)
    return request


def _time_limit(config: Mapping[str, Any], default: float) -> float:
    """A plugin that enforces its own limits (code_exec) says how long it may take in all."""
    kind = config.get("type")
    if not isinstance(kind, str) or kind not in verifiers.types():
        return default
    own = getattr(verifiers.plugin(kind), "time_limit", None)
    return default if own is None else float(own(config))


def _scored(item_id: Any, result: VerifierResult) -> bytes:
    rules = [_rule(rule) for rule in result.rules]
    return _line(
        {
            "id": item_id,
            "status": "scored",
            "passed": result.passed,
            "score": result.score,
            "details": result.details,
            "rules": rules,
        }
    )


def _rule(rule: RuleResult) -> dict[str, Any]:
    said = {"id": rule.id, "passed": rule.passed, "message": rule.message}
    return said if rule.lenient is None else {**said, "lenient": rule.lenient}


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=True).encode("ascii")  # ASCII, so that lone surrogates survive as escapes
