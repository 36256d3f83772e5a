"""What is wrong with a file of ours, and where: one line that a person can act on."""

import re
from dataclasses import dataclass
from typing import Literal

from harness.errors import TouchstoneError

Severity = Literal["error", "warning"]

# Text of a task file ends up in a terminal and in a workflow log: nothing in it may act there.
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")
_LONGEST = 600  # characters of a message that are shown; a wrong value may be as long as the file


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """`message` says what is wrong and what to write instead; `line` and `column` count from 1."""

    file: str
    line: int
    column: int
    message: str
    severity: Severity = "error"

    def __str__(self) -> str:
        """`file:line:column: message` on one line, whatever the file holds."""
        mark = "warning: " if self.severity == "warning" else ""
        message = self.message if len(self.message) <= _LONGEST else f"{self.message[:_LONGEST]}..."
        return one_line(f"{self.file}:{self.line}:{self.column}: {mark}{message}")


class InvalidFileError(TouchstoneError):
    """A file of the repository cannot be read as what it should be. `findings` holds everything that is wrong."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        self.findings = findings
        more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
        super().__init__(f"{findings[0]}{more}")


class InvalidTaskError(InvalidFileError):
    """A task file is not a valid task."""

    exit_code = 1


def one_line(text: str) -> str:
    """`text` with everything that a terminal would act on, line breaks first, written as an escape."""
    return _UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)
