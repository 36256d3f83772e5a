"""Runs trusted test code against a program that is somewhere else. Python 3.9: it runs in a sandbox of its own.

Its runner holds this module (see sandbox.bridge), and `run` is called in a child of it. All it knows of the program are
plain values and numbered objects that the host hands over: it puts every question to the host through `ask`. The host
uses `plan` too.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import importlib
import symtable
from collections.abc import Iterator
from typing import Any

from verifiers.sandbox.bridge.child import ask
from verifiers.sandbox.bridge.values import decode, encode


class GoneError(BaseException):
    """The program has ended; the host knows why. Not an Exception, so that no test catches it in passing."""


class BrokenTestsError(BaseException):
    """The test code itself cannot work, whatever the program is."""


class UnusableError(BaseException):
    """The program's side sends what no honest bridge sends."""


class FromProgram:
    """Marks an exception that the program raised, beside its builtin class; `said` is how the verdict puts it."""

    said = ""


_NONSENSE = "not plain data: it wrote into the channel of the results"


# --- which checks there are -----------------------------------------------------------------------------------


def plan(tree: ast.Module, entry_point: str | None) -> list[tuple[str, ast.stmt]]:
    """The statements to run, in order, each with the name of the check that it is ('' when it only prepares one).

    A check is a top-level statement that asserts, a call of a function that does, a function `test*`, or
    `check(candidate)`, as HumanEval has it.
    """
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    steps, count, called = [], 0, set()
    for node in tree.body:
        name = _called_name(node)
        if name in functions and any(isinstance(part, ast.Assert) for part in ast.walk(functions[name])):
            called.add(name)
            steps.append((name, node))
        elif any(isinstance(part, ast.Assert) for part in _outside_functions(node)):
            count += 1
            steps.append((f"assert {count}", node))
        else:
            steps.append(("", node))
    for name in functions:
        if name not in called and (name.startswith("test") or name == "check"):
            argument = entry_point or "" if name == "check" else ""
            steps.append((name, ast.parse(f"{name}({argument})").body[0]))
    return steps


def _called_name(node: ast.stmt) -> str:
    call = node.value if isinstance(node, ast.Expr) else None
    return call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""


def _outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
        for part in ast.iter_child_nodes(node):
            yield from _outside_functions(part)


# --- running them ---------------------------------------------------------------------------------------------


def run(tests: str, entry_point: str | None) -> dict[str, Any]:
    """`checks`: [name, what went wrong or ''] for each check that came to an end; `stopped`: why there are no more;
    `broken`: why the tests cannot work, whatever the program is ('' if they can)."""
    checks: list[list[str]] = []
    outcome = {"checks": checks, "stopped": "", "broken": ""}
    try:
        tree = ast.parse(tests)
        namespace, missing = _namespace(tests, tree, entry_point)
        for name, node in plan(tree, entry_point):
            wrong = _attempt(compile(ast.Module([node], []), "tests", "exec"), namespace, missing)
            if name:
                checks.append([name, wrong])
            elif wrong:
                outcome["stopped"] = wrong
                break
    except GoneError:
        pass
    except UnusableError as error:
        outcome["stopped"] = str(error)
    except (BrokenTestsError, SyntaxError, ValueError, RecursionError) as error:
        outcome["broken"] = f"{type(error).__name__}: {error}"
    return outcome


def _attempt(code: Any, namespace: dict[str, Any], missing: set[str]) -> str:
    """Run one statement; what went wrong, '' if nothing did."""
    try:
        exec(code, namespace)
    except (GoneError, BrokenTestsError, UnusableError):
        raise
    except BaseException as error:
        if isinstance(error, FromProgram):
            return error.said
        if isinstance(error, AssertionError):
            return "wrong value: an assertion does not hold"
        if isinstance(error, NameError) and (absent := missing.intersection(str(error).split("'"))):
            return f"missing name: the program does not define {absent.pop()}"
        if isinstance(error, ImportError) or not Remote.asked:
            raise BrokenTestsError(f"{type(error).__name__}: {error}") from error
        return f"wrong value: the tests cannot use what it returned ({type(error).__name__}: {str(error)[:100]})"
    return ""


def _namespace(tests: str, tree: ast.Module, entry_point: str | None) -> tuple[dict[str, Any], set[str]]:
    """The globals of the tests, and the names among them that the program should define and does not.

    A name that the tests use and nobody defines is the program's. But a builtin or a module of the standard library
    is the real one, whatever the program calls by that name: else it could have its own `abs` compare the results.
    """
    wanted = _free_names(symtable.symtable(tests, "tests", "exec"), top=True)
    used_as_modules = {
        node.value.id for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    namespace: dict[str, Any] = {"__name__": "tests", "__builtins__": builtins}
    for name in sorted(wanted & used_as_modules - {entry_point}):
        with contextlib.suppress(ImportError):
            namespace[name] = importlib.import_module(name)
    wanted = {name for name in wanted if name not in namespace and not hasattr(builtins, name)}
    if entry_point:
        wanted.add(entry_point)
    found = question("find", sorted(wanted))
    if type(found) is not dict or not wanted.issuperset(found):
        raise UnusableError(_NONSENSE)
    namespace.update(found)
    return namespace, wanted - found.keys()


def _free_names(scope: symtable.SymbolTable, *, top: bool) -> set[str]:
    """The names that are read as globals in a scope and in those inside it, and that the tests do not define."""
    free = {
        symbol.get_name()
        for symbol in scope.get_symbols()
        if symbol.is_referenced() and (symbol.is_global() or top) and not (top and _is_defined(symbol))
    }
    for child in scope.get_children():
        free |= _free_names(child, top=False)
    if top:
        free -= {symbol.get_name() for symbol in scope.get_symbols() if _is_defined(symbol)}
    return free


def _is_defined(symbol: symtable.Symbol) -> bool:
    return symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()


# --- the program from afar ------------------------------------------------------------------------------------


class Remote:
    """An object of the program that is not plain data: a function, a class, an instance. It can be called, read,
    set, iterated, indexed, measured; it equals itself and nothing else, because the program has no say in that."""

    asked = 0
    __slots__ = ("_number",)

    def __init__(self, number: int) -> None:
        object.__setattr__(self, "_number", number)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return question("call", self, *args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return question("getattr", self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        question("setattr", self, name, value)

    def __getitem__(self, key: Any) -> Any:
        return question("getitem", self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        question("setitem", self, key, value)

    def __delitem__(self, key: Any) -> None:
        question("delitem", self, key)

    def __contains__(self, item: Any) -> bool:
        return bool(question("contains", self, item))

    def __len__(self) -> int:
        return int(question("len", self))

    def __bool__(self) -> bool:
        return question("bool", self) is True

    def __iter__(self) -> Any:
        return question("iter", self)

    def __next__(self) -> Any:
        return question("next", self)

    def __str__(self) -> str:
        return str(question("str", self))

    def __repr__(self) -> str:
        return str(question("repr", self))

    def __eq__(self, other: object) -> bool:
        return type(other) is Remote and object.__getattribute__(other, "_number") == self._number

    def __hash__(self) -> int:
        return hash(self._number)


def question(operation: str, *args: Any, **kwargs: Any) -> Any:
    """Have the program do one of the operations of bridge.child: a plain value or a Remote, or what it raises."""
    Remote.asked += operation != "find"
    answer = ask({"op": operation, "args": encode(list(args), _number), "kwargs": encode(kwargs, _number)})
    if answer.get("gone"):
        raise GoneError
    if "ok" not in answer:
        raise _exception(answer)
    try:
        return decode(answer["ok"], lambda number: Remote(int(number)))
    except Exception:
        raise UnusableError(_NONSENSE) from None


def _number(value: Any) -> int:
    if type(value) is Remote:
        return int(value._number)
    raise BrokenTestsError(f"the tests pass a {type(value).__name__} to the program; only plain data can be passed")


def _exception(answer: dict[str, Any]) -> BaseException:
    """The program's exception, as the nearest builtin class that can be made of a message alone."""
    said, message = str(answer["said"]), str(answer["message"])
    for name in [*answer["bases"], "RuntimeError"]:
        base = getattr(builtins, str(name), None)
        if isinstance(base, type) and issubclass(base, BaseException):
            try:
                error: BaseException = type(base.__name__, (FromProgram, base), {"said": said})(message)
                return error
            except TypeError:
                continue  # it wants more than a message
    raise AssertionError("RuntimeError is one")
