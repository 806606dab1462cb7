"""Loops of C for OpenEdgeCGRA: compiled, and as programs that the interpreter executes."""

from __future__ import annotations

import ctypes
import random
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ecosystems.loops.search import find
from ecosystems.openedge.asked import Asked
from ecosystems.openedge.csv_files import instructions_text, read_instructions
from ecosystems.openedge.interpreter import Machine, signed
from ecosystems.openedge.lower import lowered
from ecosystems.openedge.placed import placed
from ecosystems.openedge.program import program_of
from ecosystems.openedge.search import MACHINE
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.problem import Problem
from programs.llvm.compiler import words_for_clang
from programs.llvm.read import read_graph
from shell.budget import Budget
from solvers.search.interval_answer import MinIi
from solvers.tasks.solver_options import SolverOptions

COMPILER = shutil.which("clang")
WORDS = 24
"""Of each array."""

SPARE, RESULT = 3904, 3900


@dataclass(frozen=True)
class CLoop:
    """A function with one loop: arrays of words, then numbers, drawn from ranges."""

    name: str
    text: str
    arrays: tuple[str, ...]
    numbers: dict[str, range] = field(default_factory=lambda: {"n": range(1, 17)})
    result: bool = False


def _loop(text: str, **more: Any) -> CLoop:
    name, given = re.match(r"\w+ (\w+)\((.*?)\)", text).groups()  # type: ignore[union-attr]
    words = [each.strip().split() for each in given.split(",")]
    arrays = tuple(each[-1].lstrip("*") for each in words if each[-1][0] == "*")
    return CLoop(name, text, arrays, result=text.startswith("int "), **more)


N, SMALL = range(1, 17), range(-50, 50)
LOOPS = {
    loop.name: loop
    for loop in (
        _loop(
            "void axpb(int *x, int *y, int n) {"
            " for (int i = 0; i < n; i++) y[i] = 3 * x[i] + 7; }"
        ),
        _loop(
            "void sums(int *x, int *y, int *z, int n) {"
            " for (int i = 0; i < n; i++) z[i] = x[i] + y[i]; }"
        ),
        _loop(
            "int dot(int *x, int *y, int n) {"
            " int s = 0; for (int i = 0; i < n; i++) s += x[i] * y[i]; return s; }"
        ),
        _loop(
            "void fir(int *x, int *y, int n) {"
            " for (int i = 0; i < n; i++) y[i] = 2 * x[i] - 5 * x[i + 1] + 9 * x[i + 2]; }"
        ),
        _loop(
            "int most(int *x, int n) {"
            " int m = -7; for (int i = 0; i < n; i++) m = x[i] > m ? x[i] : m; return m; }"
        ),
        _loop(
            "void clipped(int *x, int *y, int n) {"
            " for (int i = 0; i < n; i++) y[i] = x[i] < 0 ? 0 : x[i]; }"
        ),
        _loop(
            "int counted(int *x, int n, int key) {"
            " int c = 0; for (int i = 0; i < n; i++) c += x[i] == key; return c; }",
            numbers={"n": N, "key": range(-3, 3)},
        ),
        _loop(
            "void prefix(int *x, int *y, int n) {"
            " int s = 0; for (int i = 0; i < n; i++) { s += x[i]; y[i] = s; } }"
        ),
        _loop(
            "void chosen(int *x, int *y, int n) {"
            " for (int i = 0; i < n; i++) if (x[i] > 3) y[i] = x[i]; }"
        ),
        _loop(
            "int mixed(int *x, int n) { int h = 1;"
            " for (int i = 0; i < n; i++) h = (h << 5) ^ (h >> 2) ^ x[i]; return h; }"
        ),
        _loop(
            "void reversed(int *x, int *y, int n) {"
            " for (int i = n; i > 0; i--) y[i - 1] = x[n - i]; }"
        ),
        _loop(
            "void pairs(int *x, int *y, int n) {"
            " for (int i = 0; i < n; i += 2) y[i] = x[i] - x[i + 1]; }"
        ),
        _loop(
            "void masked(int *x, int *y, int n, int mask) {"
            " do { *y++ = *x++ & mask; } while (--n != 0); }",
            numbers={"n": N, "mask": SMALL},
        ),
        _loop(
            "void within(int *x, int n) {"
            " for (int i = 0; i < n; i++) x[i + 1] = x[i] + x[i + 1]; }"
        ),
        # The same on tiles that only wait for values: a variable has what is stored.
        _loop(
            "void carried(int *x, int n, int s) {"
            " for (int i = 0; i < n; i++) { s += x[i + 1]; x[i + 1] = s; } }",
            numbers={"n": N, "s": SMALL},
        ),
        _loop(
            "void shifted(unsigned *x, int *y, unsigned n) {"
            " for (unsigned i = 0; i < n; i++) y[i] = x[i] >> 3; }"
        ),
        _loop(
            "void looked(int *x, int *y, int *t, int n) {"
            " for (int i = 0; i < n; i++) y[i] = t[x[i] & 15]; }"
        ),
        _loop(
            "void split(int *x, int *y, int *z, int n) { for (int i = 0; i < n; i++)"
            " { if (x[i] > 0) y[i] = x[i]; else z[i] = x[i]; } }"
        ),
        _loop(
            "int distance(int *x, int *y, int n) { int s = 0;"
            " for (int i = 0; i < n; i++) s += __builtin_abs(x[i] - y[i]); return s; }"
        ),
        _loop(
            "void bounded(int *x, int *y, int n, int low, int high) {"
            " for (int i = 0; i < n; i++) y[i] = x[i] < low ? low : x[i] > high ? high : x[i]; }",
            numbers={"n": N, "low": SMALL, "high": SMALL},
        ),
        _loop(
            "int positive(int *x, int *y, int n) { int c = 0;"
            " for (int i = 0; i < n; i++) if (x[i] > 0 && y[i] > 0) c += 2; return c; }"
        ),
    )
}  # fmt: skip


@cache
def graph_of(name: str, folder: Path) -> Dfg:
    """Return the graph that `xyzmap dfg --flag=-m32 --assume restrict` makes of a loop."""
    path = folder / f"{name}.c"
    path.write_text(LOOPS[name].text + "\n", encoding="utf-8")
    return read_graph(str(path), None, None, words_for_clang(flags=("-m32",)), True).dfg


def compiled(loop: CLoop, folder: Path) -> Any:
    """Return the function of a loop, compiled for this machine."""
    source, library = folder / f"{loop.name}.c", folder / f"{loop.name}.so"
    source.write_text(loop.text + "\n", encoding="utf-8")
    words = ["-O1", "-fwrapv", "-shared", "-fPIC", "-w", "-o", str(library), str(source)]
    subprocess.run([str(COMPILER), *words], check=True)
    return getattr(ctypes.CDLL(str(library)), loop.name)


@dataclass(frozen=True)
class Trial:
    """Numbers of a run: those of the loop's arguments, and the words of its arrays."""

    numbers: dict[str, int]
    arrays: dict[str, list[int]]


def drawn(loop: CLoop, chance: random.Random) -> Trial:
    """Return random arguments; some memories have words of all bits."""
    wide = chance.randrange(2)
    return Trial(
        {name: chance.choice(choices) for name, choices in loop.numbers.items()},
        {
            name: [
                signed(chance.getrandbits(32)) if wide else chance.choice(SMALL)
                for _ in range(WORDS)
            ]
            for name in loop.arrays
        },
    )


def place(loop: CLoop, name: str) -> int:
    """Return the address of an array."""
    return 1000 + 400 * loop.arrays.index(name)


def asked_of(loop: CLoop, dfg: Dfg, trial: Trial, masks: bool = False) -> Asked:
    values = {name: place(loop, name) for name in loop.arrays} | trial.numbers
    results = {name: RESULT for name in dfg.results}
    return Asked(values, results, SPARE, masks=masks)


def mapped(loop: CLoop, dfg: Dfg, arch: Architecture, masks: bool = False) -> MinIi:
    """Return a mapping, which is right for all numbers."""
    trial = drawn(loop, random.Random(loop.name))
    made = lowered(dfg, asked_of(loop, dfg, trial, masks))
    found = find(MACHINE, made, arch, SolverOptions(), Budget())
    assert found.mapping is not None
    return found


def instructions(
    loop: CLoop,
    dfg: Dfg,
    arch: Architecture,
    found: MinIi,
    trial: Trial,
    masks: bool = False,
) -> str:
    """Return the program for the numbers of a trial, as CSV."""
    made = lowered(dfg, asked_of(loop, dfg, trial, masks))
    problem = Problem(made, arch, found.mapping.contexts)
    return instructions_text(program_of(placed(problem, found.mapping)).words)


def memory_of(loop: CLoop, trial: Trial) -> dict[int, int]:
    """Return the memory before a program."""
    return {
        place(loop, name) + 4 * n: word
        for name, words in trial.arrays.items()
        for n, word in enumerate(words)
    }


def after_run(loop: CLoop, memory: dict[int, int]) -> dict[str, list[int]]:
    """Return the arrays, and the result, in the memory after a program, which has nothing else."""
    after = {
        name: [memory.pop(place(loop, name) + 4 * n) for n in range(WORDS)] for name in loop.arrays
    }
    for address in (SPARE, SPARE + 4):
        memory.pop(address, None)
    if loop.result:
        after["result"] = [memory.pop(RESULT, 0)]
    assert not memory, f"stores elsewhere: {memory}"
    return after


def executed(loop: CLoop, text: str, trial: Trial) -> dict[str, list[int]]:
    """Return the arrays, and the result, after a program."""
    memory = memory_of(loop, trial)
    Machine(read_instructions(text, "instructions.csv"), memory).run()
    return after_run(loop, memory)


def wanted(loop: CLoop, function: Any, trial: Trial) -> dict[str, list[int]]:
    """Return the arrays, and the result, after the compiled loop."""
    arrays = {name: (ctypes.c_int32 * WORDS)(*words) for name, words in trial.arrays.items()}
    given = re.findall(r"\*?(\w+)[,)]", loop.text[: loop.text.index("{")])
    result = function(*(arrays.get(name, trial.numbers.get(name)) for name in given))
    after = {name: list(words) for name, words in arrays.items()}
    return after | ({"result": [result]} if loop.result else {})
