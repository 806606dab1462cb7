"""Output files of a pruning: the array, the mappings and a drawing; and the mapping test of it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from archs.files import load_architecture, save_architecture
from models.data.problem import Problem
from models.formats.native_json import mapping_to_json
from models.formats.text_files import write_text
from models.text import n_cycles
from pruning.question.pruning_options import PruneArchOptions
from pruning.question.run import Pruned
from shell.budget import Budget, Stop
from solvers.search.answer import CyclesQuestion
from solvers.search.cycles import search
from solvers.tasks.solver_options import SolverOptions
from views.array.svg import array_svg
from views.pictures import write_picture

ARRAY = "array.json"


def save_found(answer: Pruned, folder: str) -> None:
    """Write the pruned array, and the mapping of each kernel: `NAME.mapping.json`.

    A mapping is named by its DFG, with a number for equal names.
    """
    assert answer.arch is not None
    save_architecture(answer.arch, str(Path(folder) / ARRAY))
    names = [mapping.dfg for mapping in answer.mappings]
    for number, mapping in enumerate(answer.mappings, start=1):
        again = names.count(mapping.dfg) > 1
        name = f"{mapping.dfg}-{number}" if again else mapping.dfg
        safe = "".join(c if c.isalnum() or c in "-_." else "_" for c in name).lstrip(".") or "dfg"
        write_text(str(Path(folder) / f"{safe}.mapping.json"), mapping_to_json(mapping))


def save_drawing(answer: Pruned, file: str) -> None:
    """Draw the whole array with kept and removed parts, and their use."""
    assert answer.arch is not None
    write_picture(file, array_svg(answer.whole, answer.arch, answer.mappings))


def mapped_anew(answer: Pruned, folder: str, options: PruneArchOptions, budget: Budget) -> str:
    """Map every kernel onto the written array; return the outcome in words.

    This uses no result of the pruning, so that errors in it would show. Raises `RuntimeError` if a
    kernel has no mapping there, `Stop` when the time is up.
    """
    file = str(Path(folder) / ARRAY)
    arch = load_architecture(file)
    for kernel in answer.kernels:
        problem: Problem = msgspec.structs.replace(kernel.problem, arch=arch)
        own = SolverOptions(seed=options.seed, memory_limit=options.memory_limit)
        question = CyclesQuestion(problem, cycles=kernel.horizon, options=own)
        found = search(question, budget=budget)
        name = f"'{problem.dfg.name}' with {n_cycles(kernel.horizon)}"
        if found.status == "infeasible":
            raise RuntimeError(f"{name} has no mapping on the array in {file}")
        if found.mapping is None:
            line = f"not confirmed: {name} was not mapped anew ({found.stopped})"
            if found.stopped in ("interrupted", "time limit"):
                # The search swallows the signal; it must end the whole run.
                answer.confirmed = line
                raise Stop(found.stopped)
            return line
    return "every kernel is mapped anew onto the array as it was written"
