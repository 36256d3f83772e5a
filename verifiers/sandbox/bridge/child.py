"""One candidate in one process: it loads the program, answers calls, and ends."""

from __future__ import annotations

import builtins
import json
import operator
import os
import resource
import signal
import sys
import types
from collections.abc import Callable
from typing import Any, NoReturn

from verifiers.sandbox.bridge.frames import LENGTH, read_exactly, write_all
from verifiers.sandbox.bridge.lockdown import PR_SET_DUMPABLE, prctl, write_file
from verifiers.sandbox.bridge.values import NotPlainError, class_name, decode, encode

MAX_OPEN_FILES = 256
MAX_FILE_BYTES = 32 << 20
MAX_STACK_BYTES = 64 << 20  # deep recursion is honest; threads get what libc has read at the runner's start
REQUEST_FD, REPLY_FD = 200, 201  # out of the way of what the candidate opens
_dumps, _loads = json.dumps, json.loads  # bound now: an honest program may replace what it finds in a module
_BUILTIN = {kind: name for name, kind in vars(builtins).items() if isinstance(kind, type)}


class MissingError(Exception):
    """The program does not define the name that is called."""


def serve(pipes: dict[str, int], work: str, local: bool) -> tuple[Any, dict[str, Any]]:
    """Load the program of the first request and answer calls; for a script, return its code and namespace.

    What is needed after the candidate's code has run is bound before: a candidate that patches the standard
    library harms its own run only.
    """
    _take_over(pipes)
    load = _receive()
    script = load["stdin"] is not None
    path = work + "/solution.py"
    _settle(load["memory_mb"], load["cpu_s"], work, local)
    module = types.ModuleType("__main__" if script else "solution")
    module.__dict__.update(__file__=path, __builtins__=__builtins__)
    sys.modules[module.__name__] = module
    sys.argv[:] = [path]
    try:
        write_file(path, load["source"].encode("utf-8", "surrogatepass"))
        code = compile(load["source"], path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        where = f"line {error.lineno}: " if isinstance(error, SyntaxError) and error.lineno else ""
        _send({"fail": "syntax", "message": where + str(getattr(error, "msg", error) or "too complex")})
        os._exit(0)
    if not script:
        _answer(code, module.__dict__)
    _send({"ok": None})
    os.close(REQUEST_FD)
    os.close(REPLY_FD)
    write_file(work + "/stdin", load["stdin"].encode("utf-8", "surrogatepass"))
    stdin = os.open(work + "/stdin", os.O_RDONLY)
    os.unlink(work + "/stdin")
    os.dup2(stdin, 0)
    os.close(stdin)
    return code, module.__dict__


def ask(question: dict[str, Any]) -> dict[str, Any]:
    """For trusted test code, which runs as a child too: put a question to the host; its answer."""
    _send({"ask": question})
    answer: dict[str, Any] = _receive()
    return answer


def _answer(code: Any, names: dict[str, Any]) -> NoReturn:
    me, getpid, leave, send, receive, attempt = os.getpid(), os.getpid, os._exit, _send, _receive, _attempt
    objects: list[Any] = []

    def keep(thing: Any) -> int:
        objects.append(thing)
        return len(objects) - 1

    reply = attempt(exec, code, names)
    more = "ok" in reply
    while getpid() == me:  # and not in a process that the candidate has forked
        send(reply)
        if not more:
            break
        request = receive()
        more = not request["last"]
        reply = attempt(_perform, names, objects, request, keep=keep if "op" in request else None)
    leave(0)


def _perform(names: dict[str, Any], objects: list[Any], request: dict[str, Any]) -> Any:
    args, kwargs = decode(request["args"], objects.__getitem__), decode(request["kwargs"], objects.__getitem__)
    if "op" in request:
        return _OPERATIONS[request["op"]](names, *args, **kwargs)
    function = names.get(request["call"])
    if not callable(function):
        raise MissingError(request["call"])
    return function(*args, **kwargs)


# What test code may do with a program and with the objects that it got from it.
_OPERATIONS: dict[str, Callable[..., Any]] = {
    "find": lambda names, wanted: {name: names[name] for name in wanted if name in names},
    "call": lambda _, function, *args, **kwargs: function(*args, **kwargs),
    "getattr": lambda _, thing, name: getattr(thing, name),
    "setattr": lambda _, thing, name, value: setattr(thing, name, value),
    "getitem": lambda _, thing, key: thing[key],
    "setitem": lambda _, thing, key, value: operator.setitem(thing, key, value),
    "delitem": lambda _, thing, key: operator.delitem(thing, key),
    "contains": lambda _, thing, item: item in thing,
    "len": lambda _, thing: len(thing),
    "iter": lambda _, thing: iter(thing),
    "next": lambda _, thing: next(thing),
    "bool": lambda _, thing: bool(thing),
    "str": lambda _, thing: str(thing),
    "repr": lambda _, thing: repr(thing),
}


def _attempt(function: Callable[..., Any], *args: Any, keep: Callable[[Any], int] | None = None) -> dict[str, Any]:
    try:
        return {"ok": encode(function(*args), keep)}
    except MissingError as error:
        return {"fail": "missing", "message": str(error)}
    except NotPlainError as error:
        return {"fail": "not plain data", "message": str(error)}
    except MemoryError:
        return {"fail": "memory", "message": ""}
    except SystemExit as error:
        return {"fail": "exit", "message": _text(error)}
    except BaseException as error:  # whatever a candidate can raise is its own failure
        bases = [_BUILTIN[kind] for kind in type.mro(type(error)) if kind in _BUILTIN]
        return {"fail": "exception", "type": class_name(type(error)), "bases": bases, "message": _text(error)}


def _text(error: BaseException) -> str:
    try:
        return str(error)[:300]
    except BaseException:
        return ""


def _take_over(pipes: dict[str, int]) -> None:
    """A session of its own, the pipes in their places, nothing else open, Python's usual signals."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.setsid()
    null = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((null, 0), (pipes["out"], 1), (pipes["err"], 2)):
        os.dup2(source, target)
    for source, target in ((pipes["requests"], REQUEST_FD), (pipes["replies"], REPLY_FD)):
        os.dup2(source, target, inheritable=False)
    os.closerange(3, 32)  # the runner has no more


def _settle(memory_mb: int, cpu_s: int, work: str, local: bool) -> None:
    """Limits of this process and those it starts, an empty environment, and `work` as its directory."""
    if local:  # a container has these, and tighter ones
        for name, most in (("NOFILE", MAX_OPEN_FILES), ("FSIZE", MAX_FILE_BYTES), ("CORE", 0), ("NPROC", 4096)):
            _limit(name, most)
        os.environ["TMPDIR"] = work
    else:
        prctl(PR_SET_DUMPABLE, 1)  # its own /proc entries are its own, as on any machine
        write_file("/proc/self/oom_score_adj", b"1000")  # short of memory, the kernel ends it before the runner
    _limit("DATA", memory_mb << 20)
    _limit("CPU", cpu_s)
    _limit("STACK", MAX_STACK_BYTES)
    os.chdir(work)
    sys.path.insert(0, work)


def _limit(name: str, most: int) -> None:
    number = getattr(resource, "RLIMIT_" + name, None)
    if number is not None:
        hard = resource.getrlimit(number)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(number, (most, most))


def _receive() -> Any:
    (length,) = LENGTH.unpack(read_exactly(REQUEST_FD, LENGTH.size))
    return _loads(read_exactly(REQUEST_FD, length))


def _send(message: Any) -> None:
    data = _dumps(message, allow_nan=False).encode("ascii")
    write_all(REPLY_FD, LENGTH.pack(len(data)) + data)
