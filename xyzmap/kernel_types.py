"""Which values of a kernel are floating-point numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from models.data.dfg import Number
from models.errors import InputError

FLOATS = {"add": "fadd", "sub": "fsub", "mul": "fmul", "neg": "fneg"}
"""Operators of floating-point numbers: sums and products of these are not associative."""

_SAME = ("mov", "abs", "min", "max", "select")
"""What gives a floating-point number where it reads one."""


class Value(NamedTuple):
    """A number, a value, or where `carried` that of a variable in the iteration before."""

    of: str | Number
    carried: bool = False


Made = dict[str, tuple[str, tuple[Value, ...], int]]
"""What is computed: an operator, what it reads, and a line."""


def with_floats(
    made: Made, variables: Mapping[str, Value], begin: Mapping[str, Number | str], place: str
) -> Made:
    """Return the same with operators of floating-point numbers where it reads one.

    Such are numbers with a point, what `/` gives, what begins as one, and what is computed from
    these, in this iteration or the one before. Arrays and parameters do not count as such. Raises
    `InputError` for `//` and `%` of such numbers; `place` has a place for the line.
    """
    floats = {name for name, (word, _, _) in made.items() if word == "fdiv"}
    carried = {name for name, number in begin.items() if isinstance(number, float)}

    def is_float(value: Value) -> bool:
        if value.carried:
            return value.of in carried
        return isinstance(value.of, float) or value.of in floats

    def reads_one(name: str) -> bool:
        word, reads, _ = made[name]
        return any(map(is_float, reads[1:] if word == "select" else reads))

    count = -1
    while count != len(floats) + len(carried):
        count = len(floats) + len(carried)
        carried |= {name for name, value in variables.items() if is_float(value)}
        floats |= {
            n for n, (word, *_) in made.items() if word in {*FLOATS, *_SAME} and reads_one(n)
        }
    for name, (word, _, line) in made.items():
        if word in ("sdiv", "srem") and reads_one(name):
            what = "`//` and `%` are of integers, and this is of floating-point numbers"
            raise InputError(what, place.format(line))
    return {
        name: (FLOATS.get(word, word) if name in floats else word, reads, line)
        for name, (word, reads, line) in made.items()
    }
