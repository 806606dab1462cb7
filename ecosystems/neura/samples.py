"""Random loops in the form of the compiler's graphs, to try and to measure the mapper.

Each has a counter with its end (phi, add, cmp, not, grant), loads and stores at addresses of it,
arithmetic between them, accumulators, and stores that depend on a comparison. Those of more than 40
operations have slower counters, like flattened nested loops: about as slow as in the kernels that
the compiler's authors publish (42 to 90 operations: 9 cycles; 94: 13; 150: 16).
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ecosystems.neura.document import Array
from ecosystems.neura.standard import standard
from models.errors import InputError
from models.formats.text_files import write_text
from shell.command import show
from shell.options import Options, out_file
from shell.parser import Call, Command, Input, Main

SIZES = (15, 17, 18, 20, 24, 28, 32, 36, 42, 48, 54, 60, 68, 76, 84, 94, 105, 118, 134, 150)
"""Approximate sizes of the samples in operations, by number."""

BINARY = ("add", "add", "mul", "fadd", "fadd", "fmul", "fmul", "logic", "shift")


class _Loop:
    """The operations and edges so far; operations are named by their numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.classes: list[str] = []
        self.edges: list[tuple[int, int, int]] = []

    def add(self, name: str, *operands: int) -> int:
        """Add an operation of a class; return its number."""
        self.classes.append(name)
        own = len(self.classes) - 1
        self.edges += [(operand, own, 0) for operand in operands]
        return own

    def carried(self, phi: int, value: int, go_on: int) -> int:
        """Carry a value to the phi of the next iteration while the loop continues."""
        granted = self.add("grant", value, go_on)
        self.edges.append((granted, phi, 1))
        return granted

    def some(self, values: Sequence[int], count: int) -> list[int]:
        """Return values to read, mostly recent ones, so that chains are as long as in loops."""
        late = values[-8:] if self.random.random() < 0.7 else values
        return [self.random.choice(late) for _ in range(count)]


def sample(number: int, array: Array | None = None) -> dict[str, Any]:
    """Return the document of a sample from 0 to 19, for the standard array or another one."""
    return loop(SIZES[number], number, array)


def loop(size: int, seed: int, array: Array | None = None) -> dict[str, Any]:
    """Return the document of a loop of about `size` operations, at least 15."""
    made = _Loop(seed)
    counter = made.add("phi", made.add("grant"))
    following = made.add("add", counter)
    if size > 40:
        # The counter of an inner loop, which begins again with each step of the outer one.
        again = made.add("cmp", following)
        following = made.add("sel", again, following)
        for _ in range(made.random.randint(1, 2) + (size - 50) // 14):
            following = made.add("add", following)
    done = made.add("cmp", following)
    go_on = made.add("logic", done)
    made.carried(counter, following, go_on)
    values = _loads(made, counter, 1 + size // 16)
    sums = []
    for _ in range(1 if size < 60 else 2):
        total = made.add("phi", made.add("grant"))
        sums.append((total, made.add("fadd", total, values[-1])))
        made.carried(total, sums[-1][1], go_on)
    while len(made.classes) < size - 4:
        values.append(_more(made, counter, values))
    value = made.add("grant", sums[0][1], done)
    made.add("return", value)
    made.add("mem", values[-1], made.add("add", counter))
    edges = [{"s": s, "d": d, "w": w} for s, d, w in made.edges]
    ops = [{"id": n, "class": name, "latency": 1} for n, name in enumerate(made.classes)]
    return {"arch": _plain(array or standard()), "ops": ops, "edges": edges}


def _loads(made: _Loop, counter: int, count: int) -> list[int]:
    return [made.add("mem", made.add("add", counter)) for _ in range(count)]


def _more(made: _Loop, counter: int, values: list[int]) -> int:
    """Add one or more operations; return a value for others to read."""
    draw = made.random.random()
    if draw < 0.12:
        return _loads(made, counter, 1)[0]
    if draw < 0.2:
        # A store of what a comparison lets pass, and what goes on without it.
        value, other = made.some(values, 2)
        condition = made.add("cmp", value, other)
        granted = made.add("grant", value, condition)
        made.add("mem", granted, counter)
        return made.add("sel", condition, value, other)
    if draw < 0.27:
        return made.add("type_conv", *made.some(values, 1))
    return made.add(made.random.choice(BINARY), *made.some(values, 2))


def _plain(array: Array) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(array)
    return plain


@dataclass(frozen=True, kw_only=True)
class SampleOptions(Options):
    """The file of a sample."""

    out: str | None = out_file("the document, instead of printing it")


def run(call: Call) -> int:
    """Print or write a sample; return the exit code. Raises `InputError`."""
    word = call.inputs["number"]
    if not (word.isdecimal() and len(word) < 3 and int(word) < len(SIZES)):
        raise InputError(f"{word} must be a number from 0 to {len(SIZES) - 1}")
    text = json.dumps(sample(int(word)), indent=1) + "\n"
    if call.options.out is not None:
        write_text(call.options.out, text)
    else:
        show(text.removesuffix("\n"))
    return 0


COMMAND = Command(
    "samples",
    "A loop in the form of the compiler's graphs, for its standard array.",
    (
        Input(
            "number",
            "NUMBER",
            f"from 0 to {len(SIZES) - 1}: about {SIZES[0]} to {SIZES[-1]} operations",
        ),
    ),
    SampleOptions,
)
main = Main(COMMAND, run)

if __name__ == "__main__":
    sys.exit(main())
