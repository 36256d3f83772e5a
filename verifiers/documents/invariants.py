"""Invariants: rules in CEL (Common Expression Language) over the whole document, which they call `self`.

Beside the standard functions and CEL's `math`, `strings` and `bindings` extensions there is `sum(list)`, also written
`list.sum()`. It adds decimals exactly, as a person would: 33.3 + 33.3 + 33.4 is 100. Numbers mix freely (`1 + 2.5`).
12 and 12.0 are the same number, so a whole number is an int to a rule however it is spelled, and `7 / 2` is 3.
"""

import math
import operator
import re
from collections.abc import Callable
from decimal import Context, Decimal
from functools import cache, lru_cache
from typing import Any

from cel_expr_python import cel
from cel_expr_python.ext import ext_bindings, ext_math, ext_strings

FALSE = "does not hold"
_PREFIX = re.compile(r"^[A-Z_]+: (ERROR: )?")
_INT64 = range(-(2**63), 2**63)


class RuleError(Exception):
    """A rule that is not CEL, or that is not a question of true or false."""


def compile_rule(rule: str) -> Callable[[Any], str | None]:
    """The judge of one rule: given a document from `cel_value`, it says None (the rule holds) or why it does not.

    Raises RuleError.
    """
    expression = _compiled(rule)

    def judge(document: Any) -> str | None:
        try:
            result = expression.eval(data={"self": document})
        except RuntimeError as error:
            return f"the rule cannot be computed: {_first_line(error)}"
        kind = result.type()
        if kind == cel.Type.ERROR:
            return f"the rule cannot be computed: {_first_line(result.value())}"
        if kind != cel.Type.BOOL:
            return f"the rule gives a {kind.name().lower()}, not true or false"
        return None if result.value() else FALSE

    return judge


def cel_value(value: Any) -> Any:
    """A document of `strict_json.read` as CEL takes it.

    What CEL's 64-bit numbers and C strings cannot hold (a larger integer that is no double, a string with a NUL
    character) becomes bytes: it equals only itself, and a rule that computes with it fails instead of computing
    nonsense.
    """
    if isinstance(value, str):
        return value.encode() if "\0" in value else value
    if isinstance(value, dict):
        return {_cel_key(key): cel_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return [cel_value(item) for item in value]
    if isinstance(value, float | Decimal) or (isinstance(value, int) and value not in _INT64):
        return _cel_number(value)
    return value


def _cel_key(key: str) -> str:
    return key.replace("\0", "\N{SYMBOL FOR NULL}") if "\0" in key else key


def _cel_number(value: int | float | Decimal) -> int | float | bytes:
    try:
        number = float(value)
    except OverflowError:  # of an int; a Decimal becomes infinite
        number = math.inf
    if math.isfinite(number):
        if not number.is_integer() or value != int(value):
            return number
        if int(value) in _INT64:
            return int(value)
        if number == value:
            return number
    return str(value).encode()


@lru_cache(maxsize=4096)
def _compiled(rule: str) -> cel.Expression:
    try:
        expression = _environment().compile(rule)
    except (RuntimeError, TypeError) as error:
        raise RuleError(_first_line(error)) from None
    kind = expression.return_type()
    if kind not in (cel.Type.BOOL, cel.Type.DYN):
        raise RuleError(f"gives a {kind.name().lower()}; a rule is a question of true or false")
    return expression


def _first_line(error: object) -> str:
    return _PREFIX.sub("", str(error).partition("\n")[0]).removesuffix(" [INVALID_ARGUMENT]")[:200]


@cache
def _environment() -> cel.Env:
    listed = cel.Overload("sum_list", cel.Type.DYN, [cel.Type.LIST], impl=_sum)
    member = cel.Overload("list_sum", cel.Type.DYN, [cel.Type.LIST], is_member=True, impl=_sum)
    numbers = cel.CelExtension("numbers", [cel.FunctionDecl("sum", [listed, member]), *map(_mixed, _ARITHMETIC)])
    extensions = [numbers, ext_math.ExtMath(), ext_strings.ExtStrings(), ext_bindings.ExtBindings()]
    return cel.NewEnv(variables={"self": cel.Type.DYN}, extensions=extensions)


_ARITHMETIC = {"_+_": operator.add, "_-_": operator.sub, "_*_": operator.mul, "_/_": operator.truediv}


def _mixed(name: str) -> cel.FunctionDecl:
    """An operator between int and double: in JSON, 2 and 2.5 are both numbers, and CEL alone refuses to mix them."""
    kinds = [(cel.Type.INT, cel.Type.DOUBLE), (cel.Type.DOUBLE, cel.Type.INT)]
    overloads = [
        cel.Overload(f"mixed{name}{position}", cel.Type.DOUBLE, list(pair), impl=_ARITHMETIC[name])
        for position, pair in enumerate(kinds)
    ]
    return cel.FunctionDecl(name, overloads)


# From the largest double to the smallest there are 633 decimal places: no sum of doubles is rounded.
_EXACT = Context(prec=1000)


def _sum(values: list[Any]) -> int | float:
    total = Decimal(0)
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TypeError("sum takes a list of numbers")
        total = _EXACT.add(total, Decimal(str(value)))
    whole = int(total)
    return whole if whole == total and whole in _INT64 else float(total)
