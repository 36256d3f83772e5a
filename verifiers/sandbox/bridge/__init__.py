"""The part of the sandbox that runs beside the candidate: Python 3.9, standard library only, no host mounts.

Its modules travel over standard input, so any image with a Python 3.9 or newer will do.
"""

from pathlib import Path
from typing import Literal

Role = Literal["program", "tests"]

_ROOT = Path(__file__).parent.parent.parent.parent
_PACKAGES = ("verifiers", "verifiers.sandbox", "verifiers.sandbox.bridge", "verifiers.code")
_MODULES = tuple(f"verifiers.sandbox.bridge.{name}" for name in ("values", "frames", "lockdown", "child", "runner"))
_EXTRA: dict[Role, tuple[str, ...]] = {"program": (), "tests": ("verifiers.code.driver",)}

_LOADER = """\
import sys, types
for name, source in {sources!r}:
    module = sys.modules[name] = types.ModuleType(name)
    module.__path__ = []
    exec(compile(source, name, "exec"), module.__dict__)
sys.modules["verifiers.sandbox.bridge.runner"].main()
"""


def program(role: Role) -> tuple[str, bytes]:
    """What starts a runner: the argument of `python3 -c`, and what that reads from standard input first.

    A runner for trusted tests holds the code that drives them; one for programs does not.
    """
    modules = [(name, _source(name)) for name in (*_MODULES, *_EXTRA[role])]  # each imports only those before it
    source = _LOADER.format(sources=[*((name, "") for name in _PACKAGES), *modules]).encode()
    return f"import os; s = b''\nwhile len(s) < {len(source)}: s += os.read(0, {len(source)} - len(s))\nexec(s)", source


def _source(name: str) -> str:
    return (_ROOT / name.replace(".", "/")).with_suffix(".py").read_text(encoding="utf-8")
