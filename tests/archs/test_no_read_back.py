"""Results that were sent out of the array do not come back, where that is asked for."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from archs.no_read_back import without_read_back
from archs.presets import architecture_preset
from hardware.model.realise import Form, realised
from models.data.architecture import Component
from models.data.problem import Problem
from models.register_files.files import is_memory
from solvers.verify import main as verify
from tests.models.naive_registers import files_feasible
from tests.solvers.addressed_problems import random_carried
from xyzmap import min_ii

MOST = 3


@pytest.mark.parametrize("spec", ["hycube:2x2,io=memory", "mesh:2x2,io=all", "adres:2x2,io=memory"])
def test_two_memories(spec: str) -> None:
    """Tests that nothing leaves the memory that is written, nor enters the one that feeds."""
    arch = architecture_preset(spec)
    apart = without_read_back(arch)
    feeding = apart.components[-1].name
    assert not any(apart.external in path.sources for path in apart.paths)
    assert not any(feeding in path.targets for path in apart.paths)
    assert len(apart.paths) == len(arch.paths)
    assert all(is_memory(apart, apart.component_by_name[n]) for n in (feeding, str(apart.external)))
    assert without_read_back(apart) is apart
    taken = msgspec.structs.replace(arch, components=(*arch.components, Component(feeding)))
    assert without_read_back(taken).components[-1].name == f"{feeding}_in"


@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize("seed", range(16))
def test_the_option(seed: int, tmp_path: Path) -> None:
    """Tests that nothing is read back, and that no other mapping is lost.

    The smallest interval is that of the array as it is where no computed value leaves the memory.
    """
    problem = random_carried(seed)
    usual = min_ii(problem.dfg, problem.arch, max_ii=MOST)
    folder = str(tmp_path / "claim")
    answer = min_ii(problem.dfg, problem.arch, max_ii=MOST, no_read_back=True, certificate=folder)
    apart = without_read_back(problem.arch)
    fits = [
        contexts
        for contexts in range(1, MOST + 1)
        if files_feasible(
            Problem(problem.dfg, problem.arch, contexts),
            10 + 2 * contexts,
            "counted",
            read_back=False,
        )
    ]
    assert answer.value == min(fits, default=None)
    if answer.mapping is None:
        return
    assert usual.value is not None and usual.value <= (answer.value or 0)
    own = Problem(problem.dfg, apart, answer.value)
    mapping = answer.mapping.mapping
    assert not realised(own, mapping, Form("moves")).words.read_back
    computed = problem.dfg.operation_by_name
    sources = {path.name: path.sources for path in apart.paths}
    assert not any(
        sent.value in computed and "ext_in" in sources[sent.path] for sent in mapping.transfers
    )
    assert verify([folder]) == 0
