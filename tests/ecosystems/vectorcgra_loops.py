"""Loops of C for VectorCGRA: those of OpenEdgeCGRA, as packets that the interpreter executes."""

from __future__ import annotations

import random
from functools import cache

from ecosystems.loops.search import find
from ecosystems.vectorcgra.array import array_of
from ecosystems.vectorcgra.interpreter import Machine
from ecosystems.vectorcgra.lower import Lowered, lowered
from ecosystems.vectorcgra.packets import Packets, packets_of, packets_text, read_packets
from ecosystems.vectorcgra.search import machine_of
from ecosystems.vectorcgra.tiles import Tiles, tiles
from ecosystems.vectorcgra.written import rounds_for
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.problem import Problem
from shell.budget import Budget
from solvers.search.interval_answer import MinIi
from solvers.tasks.solver_options import SolverOptions
from tests.ecosystems.openedge_loops import RESULT, CLoop, Trial, after_run, drawn, memory_of, place

ROUNDS = 16
"""Iterations of a loop at most."""


@cache
def array(rows: int) -> Architecture:
    return array_of(rows, rows)


def made_of(loop: CLoop, dfg: Dfg, trial: Trial) -> Lowered:
    return lowered(dfg, {name: place(loop, name) for name in loop.arrays} | trial.numbers)


def mapped(loop: CLoop, dfg: Dfg, rows: int) -> MinIi:
    """Return a mapping, which is right for all numbers."""
    made = made_of(loop, dfg, drawn(loop, random.Random(loop.name)))
    found = find(machine_of(made), made.dfg, array(rows), SolverOptions(), Budget())
    assert found.mapping is not None
    return found


def placed(loop: CLoop, dfg: Dfg, rows: int, found: MinIi, trial: Trial) -> Tiles:
    """Return the work of the tiles for the numbers of a trial."""
    made = made_of(loop, dfg, trial)
    problem = Problem(made.dfg, array(rows), found.mapping.contexts)
    return tiles(problem, found.mapping, made.first)


def packets(loop: CLoop, dfg: Dfg, rows: int, found: MinIi, trial: Trial) -> Packets:
    """Return the packets for the numbers of a trial, through their file."""
    work = placed(loop, dfg, rows, found, trial)
    return read_packets(packets_text(packets_of(work, rounds_for(work, ROUNDS))), "packets")


def executed(
    loop: CLoop, made: Packets, trial: Trial, stalls: random.Random | None
) -> dict[str, list[int]]:
    """Return the arrays, and the value returned, after packets."""
    memory = memory_of(loop, trial)
    machine = Machine(made, memory, stalls)
    machine.run()
    if loop.result:
        assert machine.returned is not None
        memory[RESULT] = machine.returned
    return after_run(loop, memory)
