"""The part of the sandbox that runs beside the candidate: Python 3.9, standard library only, no host mounts.

Its modules travel as one `python3 -c` argument (`program`), so any image with a Python 3.9 or newer will do.
"""

from pathlib import Path

_MODULES = ("values", "frames", "lockdown", "child", "runner")  # each imports only those before it

_LOADER = """\
import sys, types
for name, source in {sources!r}:
    module = sys.modules[name] = types.ModuleType(name)
    module.__path__ = []
    exec(compile(source, name, "exec"), module.__dict__)
module.main()
"""


def program() -> str:
    """The Python source that starts the runner: `python3 -c <program> container|local`."""
    parents = [("verifiers", ""), ("verifiers.sandbox", ""), (__name__, "")]
    modules = [
        (f"{__name__}.{name}", Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8")) for name in _MODULES
    ]
    return _LOADER.format(sources=[*parents, *modules])
