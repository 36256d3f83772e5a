"""What the importers of programming tasks share: reading Python, and examples made from a reference program."""

import ast
from collections.abc import Iterable, Iterator, Sequence

from harness.importers.draft import LeftOutError

_RAISING = "def {name}(*args, **kwargs):\n    raise NotImplementedError\n"
_EMPTY = "def {name}(*args, **kwargs):\n    pass\n"


def lines(source: str) -> str:
    """Code with its line ends as `\\n` and without empty lines around it."""
    return source.replace("\r\n", "\n").replace("\r", "\n").strip("\n").rstrip()


def joined(*parts: str) -> str:
    """Pieces of a module, two empty lines between them."""
    return "\n\n\n".join(filter(None, map(lines, parts))) + "\n"


def parsed(key: str, source: str) -> ast.Module:
    """The syntax tree of the code under `key`. Raises LeftOutError for what is no Python."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise LeftOutError(f"{key}: not Python: {error}") from None


def examples(program: str, names: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The reference program as a model would write it, and two that no test of the functions `names` takes for right.

    One is a near miss where the program returns anything: it returns True for what is false and False for what is
    true, which equals no expected value and answers no question.
    """
    near = _negated(program, names)
    raising, empty = ("".join(form.format(name=name) for name in names) for form in (_RAISING, _EMPTY))
    wrong = (near, raising) if near != program else (raising, empty)
    return (_fenced(program),), tuple(_fenced(source) for source in wrong)


def _fenced(program: str) -> str:
    return f"```python\n{program.rstrip()}\n```\n"


def _negated(program: str, names: Sequence[str]) -> str:
    """The program with every value that the functions return turned into its opposite."""
    source = program.encode("utf-8")
    starts = [0]
    for line in source.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    for value in sorted(_returned(ast.parse(program), names), key=lambda value: (-value.lineno, -value.col_offset)):
        start = starts[value.lineno - 1] + value.col_offset
        end = starts[(value.end_lineno or 0) - 1] + (value.end_col_offset or 0)
        source = b"%bnot (%b)%b" % (source[:start], source[start:end], source[end:])
    return source.decode("utf-8")


def _returned(tree: ast.Module, names: Sequence[str]) -> Iterator[ast.expr]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in names:
            yield from _returns(node.body)


def _returns(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """Returned values, not those of functions inside."""
    for node in nodes:
        if isinstance(node, ast.Return) and node.value:
            yield node.value
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr):
            yield from _returns(ast.iter_child_nodes(node))
