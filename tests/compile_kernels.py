"""Compiles the inner loops that tests use, once: workers of a test run would each compile them.

Does nothing where that is kept already.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from multiprocessing import get_context

from models.data.dfg import Dfg
from shell.budget import UNLIMITED


def anneal() -> None:
    """Annealing with and without labels."""
    from archs.presets import architecture_preset
    from heuristics.anneal import Annealing, anneal
    from heuristics.labels.flow import Flow
    from heuristics.labels.labels import initial_labels
    from models.data.problem import Problem

    problem = Problem(loop(), architecture_preset("lisa:3x3,io=memory"), 4)
    anneal(problem, Annealing(movements=2, starts=1))
    labels = initial_labels(Flow.of(problem.dfg))
    anneal(problem, Annealing(movements=2, starts=1, guided="always"), labels)


def kernels() -> None:
    """Modulo scheduling, placement by wires, negotiation, and the engine of streaming."""
    from models.formats.text_files import read_bytes
    from solvers.mappers.named import named_heuristic, prepare
    from solvers.tasks.names import NEGOTIATED
    from streaming.heuristics import Board, improve
    from streaming.model.engine import Engine
    from streaming.model.program import program_from_json
    from streaming.model.rules import Rules

    prepare()
    named_heuristic(NEGOTIATED)
    path = "examples/data/streaming/distance.json"
    board = Board(Rules(program_from_json(read_bytes(path), path), Engine()), 3)
    next(iter(improve(board, 0, UNLIMITED, 2)), None)


def proofs() -> None:
    """Trimming and checking a proof with hints."""
    from array import array

    from solvers.certificates import lrat
    from solvers.verification import lrat as checked

    proof = b"a\x04\x00\x02\x00"
    lrat.COMPILED_FROM = 0
    assert lrat.trim(proof, 1).lrat == proof
    numbers = [array("i", [0] * 9) for _ in range(3)]
    checked.compiled()(proof, 0, 5, *numbers, 1)


def loop() -> Dfg:
    """A loop body whose values are routed."""
    from examples.loops.polybench import polybench

    return polybench("atax")


def main() -> int:
    """Compile what is missing, each in a process; return the exit code."""
    context = get_context("spawn")
    tasks: list[Callable[[], None]] = [anneal, kernels, proofs]
    processes = [context.Process(target=task) for task in tasks]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return max(process.exitcode or 0 for process in processes)


if __name__ == "__main__":
    sys.exit(main())
