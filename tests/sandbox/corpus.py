"""The attack corpus: programs in attacks/*.md, each with its right verdict.

A program is a heading, then `passes`, or `fails:` with the kinds of failure that are right, then a fenced block. Its
task is a function `answer(a, b)` or, for `(script)`, a line with two numbers on standard input: their sum is wanted.
`in: cases` says that only that form knows the verdict; `replace: X \\t` puts in a character that Markdown cannot hold.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifiers import code_exec, sandbox
from verifiers.result import VerifierResult
from verifiers.text import fences

ATTACKS = Path(__file__).parent / "attacks"
NUMBERS = ((20, 1), (300, 4))


@dataclass(frozen=True, slots=True)
class Program:
    """`kinds` of failure that are right; empty for a program that must pass."""

    group: str
    name: str
    kinds: tuple[str, ...]
    forms: tuple[str, ...]
    source: str

    @property
    def label(self) -> str:
        return f"{self.group}: {self.name}"

    @property
    def honest(self) -> bool:
        return not self.kinds


SPY = """
import glob, os, resource
def tree(top):
    return sorted(os.path.join(folder, name) for folder, dirs, files in os.walk(top) for name in dirs + files)
def attributes(path):
    about = os.stat(path)
    return [about.st_mode, about.st_uid, os.listxattr(path)]
def read(path):
    try:
        return open(path).read()
    except OSError as error:
        return type(error).__name__
def used(space):
    return [space.f_blocks - space.f_bfree, space.f_files - space.f_ffree]
def look():
    return {
        "files": [tree(top) for top in ("/tmp", "/dev/shm", "/dev/mqueue")],
        "places": [attributes(top) for top in ("/tmp", "/dev/shm")],
        "processes": len([name for name in os.listdir("/proc") if name.isdigit()]),
        "ipc": [len(read(f"/proc/sysvipc/{kind}").splitlines()) for kind in ("shm", "sem", "msg")],
        "sockets": len(read("/proc/net/unix").splitlines()),
        "limits": [resource.getrlimit(n) for k, n in sorted(vars(resource).items()) if k.startswith("RLIMIT_")],
        "scheduling": [os.nice(0), sorted(os.sched_getaffinity(0)), os.sched_getscheduler(0), os.umask(0)],
        "environment": sorted(os.environ.items()),
        "descriptors": sorted(os.listdir("/proc/self/fd")),
        "space": [used(os.statvfs(top)) for top in ("/tmp", "/dev/shm")],
    }
"""


def observe() -> Any:
    """What a program sees of the place that it runs in; equal before and after any other program."""

    def work(session: sandbox.Session) -> Any:
        session.load(SPY)
        session.call("look", [], {}, last=True)
        session.receive()
        return session.receive()

    return sandbox.run(sandbox.Limits(wall_s=10, memory_mb=256), work)


def judged(program: Program, form: str) -> VerifierResult:
    """The verdict on a program. The impatient clock is for those that can only end by it."""
    timeout_s = 10.0 if program.honest else 0.3 if program.kinds[0] == "timeout" else 2.0
    return code_exec.verify(f"~~~~python\n{program.source}~~~~\n", configs(timeout_s)[form])


def configs(timeout_s: float) -> dict[str, dict[str, Any]]:
    """The three forms of the one task."""
    common = {"type": "code_exec", "timeout_s": timeout_s}
    asserts = "\n".join(f"assert answer({a}, {b}) == {a + b}" for a, b in NUMBERS)
    return {
        "cases": {
            **common,
            "entry_point": "answer",
            "cases": [{"args": [a, b], "expected": a + b} for a, b in NUMBERS],
        },
        "tests": {**common, "entry_point": "answer", "tests": asserts},
        "stdio": {**common, "stdio": [{"stdin": f"{a} {b}\n", "stdout": f"{a + b}\n"} for a, b in NUMBERS]},
    }


def programs() -> Iterator[Program]:
    """All of them, in the order of the files. Raises ValueError for an entry that is not one."""
    for path in sorted(ATTACKS.glob("*.md")):
        for entry in path.read_text(encoding="utf-8").split("\n## ")[1:]:
            yield _program(path.stem, entry)


def _program(group: str, entry: str) -> Program:
    name, _, rest = entry.partition("\n")
    head, _, _ = rest.partition("```")
    (block,) = fences(rest)
    verdict = re.search(r"^(?:passes|fails: (.+))$", head, re.MULTILINE)
    if verdict is None:
        raise ValueError(f"{group}: {name}: say `passes` or `fails: ...`")
    source = block.body
    if replaced := re.search(r"^replace: (\S+) (\S+)$", head, re.MULTILINE):
        old, new = (part.encode().decode("unicode_escape") for part in replaced.groups())
        source = source.replace(old, new)
    only = re.search(r"^in: (\w+)$", head, re.MULTILINE)
    forms = ("stdio",) if name.endswith("(script)") else (only[1],) if only else ("cases", "tests")
    kinds = tuple(verdict[1].split(", ")) if verdict[1] else ()
    return Program(group, name, kinds, forms, source)
