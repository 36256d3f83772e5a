"""The eval run: one judged attempt, one JSONL row; and the manifest of the run that it belongs to (DESIGN 4.4)."""

from typing import Any, Literal

import msgspec

SCHEMA = 1

Status = Literal["scored", "pending", "skipped", "error"]
Split = Literal["open", "sealed"]

# The providers' words for one thing: OpenAI and most others, Anthropic, Mistral.
TRUNCATED = frozenset({"length", "max_tokens", "model_length", "model_context_window_exceeded"})
REFUSED = frozenset({"content_filter", "refusal"})


class Tokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Token counts as the provider gave them; None = not said."""

    input: int | None = None
    output: int | None = None
    reasoning: int | None = None
    cached: int | None = None


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a model said. `finish_reason` is the provider's own word; `latency_ms` runs from the request to the last
    byte; `reasoning` is text that the provider kept apart and no verifier sees; `fingerprint` and `upstream` say
    which build and which host served the answer, where the provider tells."""

    text: str
    finish_reason: str | None
    latency_ms: float
    tokens: Tokens
    served_model: str | None = None
    reasoning: str = ""
    fingerprint: str | None = None
    upstream: str | None = None

    @property
    def truncated(self) -> bool:
        """Cut off by a limit on its length: the model's trouble, so it is scored, and counted apart."""
        return self.finish_reason in TRUNCATED


class Output(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One attempt as it was asked for: an answer, or the error that stands in its place, never both."""

    schema: int = SCHEMA
    task_id: str
    task_digest: str
    attempt: int
    started_at: str
    retries: int
    answer: Answer | None = None
    error: str | None = None

    def __post_init__(self) -> None:
        if (self.answer is None) == (self.error is None):
            raise ValueError("an output holds an answer or an error")


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One rule's verdict. For sealed tasks `id` is the position and `message` is empty. `lenient` is never scored."""

    id: str
    passed: bool
    message: str = ""
    lenient: bool | None = None


class VerifierId(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which verifier judged: its type and the digest of the verifiers' code."""

    type: str
    version: str


class EvalRun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One row. `passed` and `score` are None unless `status` is scored; `cost_usd` is None when unknown;
    times are UTC in RFC 3339; `latency_ms` is the last try's, from request to the last byte."""

    schema: int = SCHEMA
    run_id: str
    task_id: str
    task_digest: str
    domain: str
    split: Split
    cluster: str | None
    model: str
    attempt: int
    status: Status
    passed: bool | None
    score: float | None
    rules: tuple[Rule, ...]
    details: str
    finish_reason: str | None
    latency_ms: float | None
    cost_usd: float | None
    tokens: Tokens
    served_model: str | None
    output_sha256: str | None
    retries: int
    started_at: str
    verifier: VerifierId
    error: str | None


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a run was. `rows_sha256` ties it to its rows file; `counts` is by status, and of the
    scored rows how many were `truncated` and `refused`; `unranked_because` is empty if and only if `ranked`."""

    schema: int = SCHEMA
    run_id: str
    model: str
    model_entry: dict[str, Any]
    parameters: dict[str, Any]
    suite: str
    tasks: int
    attempts: int
    commit: str | None
    dirty: bool
    actor: str | None
    workflow_run_url: str | None
    started_at: str
    finished_at: str
    versions: dict[str, str]
    sandbox: dict[str, str | None]
    price_table: dict[str, Any]
    counts: dict[str, int]
    cost_usd: float | None
    rows_sha256: str
    ranked: bool
    unranked_because: tuple[str, ...] = ()
