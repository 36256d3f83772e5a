"""Why a case failed, in the words of a verdict. Everything quoted from a program is cut and made one plain line."""

from dataclasses import dataclass
from typing import Any

from verifiers import sandbox
from verifiers.sandbox.bridge import frames
from verifiers.sandbox.protocol import LOST, MALFORMED, EndedError, Limits


@dataclass(frozen=True, slots=True)
class Failure:
    """`kind` is one of: wrong value, exception, timeout, memory, output limit, exit, crash, syntax error, missing name,
    not plain data. `final` means that other cases of the program would fail in the same way."""

    kind: str
    message: str
    final: bool = False

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}" if self.message else self.kind


def of_reply(reply: dict[str, Any]) -> Failure:
    """The failure that the child reports. It may be forged: then it is still one of the candidate's own making."""
    kind, message = reply.get("fail"), line(reply.get("message"))
    if kind == "syntax":
        return Failure("syntax error", f"{message} (Python {sandbox.python_version()})", final=True)
    if kind == "missing":
        return Failure("missing name", f"the program does not define a function {message}", final=True)
    if kind == "exception":
        name = line(reply.get("type"))
        return Failure("exception", f"{name}: {message}" if message else name)
    if kind == "exit":
        return Failure("exit", f"the program ended itself with exit({message})")
    if kind == "memory":
        return Failure("memory", "the program ran out of memory")
    return Failure("not plain data", f"it returned {message}")


def of_end(ended: EndedError, limits: Limits) -> Failure:
    """The failure of a run that ended without a reply."""
    if ended.out_of_memory:
        return Failure("memory", "the program ran out of memory")
    if ended.how == frames.TIMEOUT:
        return Failure("timeout", f"no result within {limits.wall_s:g} s")
    if ended.how == frames.OUTPUT_LIMIT:
        return Failure("output limit", f"it printed more than {limits.output_bytes} bytes; the rest was cut")
    if ended.how == frames.REPLY_LIMIT:
        return Failure("not plain data", f"it returned more than {limits.reply_bytes} bytes; the rest was cut")
    if ended.how == frames.SIGNALLED:
        return Failure("crash", f"the process was ended by signal {ended.code}")
    if ended.how == MALFORMED:
        return Failure("not plain data", "it wrote into the channel of the results")
    if ended.how == LOST:
        return Failure("exit", "it ended or blocked the process that runs it, twice", final=True)
    return Failure("exit", f"the process ended with exit code {ended.code}")


def line(text: Any, most: int = 200) -> str:
    """Text of a program as one printable line of at most `most` characters."""
    if not isinstance(text, str):
        return ""
    flat = " ".join(text[: 4 * most].split())
    plain = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in flat)
    return plain if len(plain) <= most else plain[:most] + " ..."
