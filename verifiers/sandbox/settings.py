"""What the machine's owner may choose, by environment. A task file can choose none of it."""

import os
from dataclasses import dataclass

from verifiers.result import SkippedError

DEFAULT_IMAGE = "python:3.9-slim"
BUILT_IMAGE = "touchstone-sandbox:python3.9"  # scripts/images makes it where no registry can be reached
KINDS = ("auto", "docker", "local", "off")


@dataclass(frozen=True, slots=True)
class Settings:
    """`kind` is one of KINDS; `images` are tried in order; `runtime` is Docker's name of one, '' for its default;
    `strict` gives every program a container of its own; `in_ci` forbids to fall back on the local machine."""

    kind: str
    images: tuple[str, ...]
    runtime: str
    strict: bool
    in_ci: bool


def from_environment() -> Settings:
    """Raises SkippedError for a kind that does not exist: judging elsewhere than asked for would be worse."""
    kind = os.environ.get("TOUCHSTONE_SANDBOX", "") or "auto"
    if kind not in KINDS:
        raise SkippedError(f"TOUCHSTONE_SANDBOX={kind!r} is unknown; use one of {', '.join(KINDS)}")
    image = os.environ.get("TOUCHSTONE_SANDBOX_IMAGE", "")
    return Settings(
        kind=kind,
        images=(image,) if image else (DEFAULT_IMAGE, BUILT_IMAGE),
        runtime=os.environ.get("TOUCHSTONE_SANDBOX_RUNTIME", ""),
        strict=os.environ.get("TOUCHSTONE_SANDBOX_STRICT", "") not in ("", "0"),
        in_ci=os.environ.get("CI", "") == "true",
    )
