"""A graph with inputs and results maps on every preset, without a word about memory."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

import xyzmap
from archs.files import load_architecture
from archs.presets import PRESETS, Needs, suited
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem, require_executable
from models.errors import InfeasibleError
from shell.graph_files import load_dfg

SUM = Dfg(
    "sum",
    (Operator("add", 2), Operator("mul", 2)),
    ("a", "b", "c"),
    (
        Operation("p", "mul", (Operand("a"), Operand("b"))),
        Operation("y", "add", (Operand("p"), Operand("c"))),
    ),
    ("y",),
)
SIZES = {"N": ":4", "RxC": ":3x3", "": ""}

NAMED = [name for name in PRESETS if name != "random"]
"""A drawn array has the operators of its family, fewer in some."""


@pytest.mark.parametrize("name", [name for name in NAMED if name != "streaming"])
def test_every_preset_maps_it(name: str) -> None:
    """Tests that the smallest interval is proven, and the answer says what was assumed."""
    spec = name + SIZES[PRESETS[name].size]
    answer = xyzmap.min_ii(SUM, spec)
    assert answer.status == "optimal" and answer.mapping is not None
    assert answer.mapping.problem.arch.name == suited(spec, Needs.of(SUM))
    assert ("io=memory" in answer.words) == (suited(spec, Needs.of(SUM)) != spec)
    added = set(answer.mapping.problem.arch.name.split(",")) - set(spec.split(","))
    told = [
        line for line in answer.record["notes"] if line.startswith(f"note: {spec}: the preset gets")
    ]
    assert len(told) == bool(added) and all(f"{option} (" in told[0] for option in added)
    assert all(line in str(answer) and line in answer.notes for line in told)


def test_moves_stay_unless_nothing_maps_without_them() -> None:
    """Tests that an array without moves gets them only for a graph that has no mapping else."""
    one = Dfg(
        "one", (Operator("neg", 1),), ("a",), (Operation("y", "neg", (Operand("a"),)),), ("y",)
    )
    for name in ("satmapit:3x3", "monomap:3x3"):
        alone, both = suited(name, Needs.of(one)), suited(name, Needs.of(one, SUM))
        assert "moves" not in alone and both == f"{alone},moves=unlimited"
        assert xyzmap.min_ii(one, alone).status == "optimal"
        assert xyzmap.min_ii(SUM, alone).status == "infeasible"
        lines = list[tuple[str, str]]()
        suited(name, Needs.of(SUM), lambda *line, told=lines: told.append(line))
        ((what, where),) = lines
        assert where == name and what.startswith("the preset gets ")
        assert "moves=unlimited (without moves the operands of 'p' never meet" in what


STREAM, ARITHMETIC = frozenset({"imp", "add"}), frozenset({"add.if", "LSL/1", "icmp.slt"})


def test_streams_and_operators_are_suited_too() -> None:
    """Tests that pads and whole kinds of operators come only where no unit would execute them."""
    assert suited("hycube", Needs(operators=STREAM)) == "hycube,io=pads"
    assert suited("hycube", Needs(True, STREAM)) == "hycube,io=both"
    assert suited("lisa:3x3", Needs(True, STREAM)) == "lisa:3x3,io=both"
    assert suited("lisa:3x3", Needs(operators=STREAM)) == "lisa:3x3"
    assert suited("s4", Needs(True, STREAM | ARITHMETIC)) == "s4,io=memory"
    for name in ("lisa", "lisa-systolic", "r4", "adres", "hycube", "h6", "streaming:4"):
        assert suited(name, Needs(operators=ARITHMETIC)) == f"{name},ops=kinds"
        assert suited(f"{name},ops=paper", Needs(operators=ARITHMETIC)) == f"{name},ops=paper"
    assert suited("hycube,io=none", Needs(True, STREAM)) == "hycube,io=none"


FILES = sorted(
    path
    for path in (Path(__file__).resolve().parents[2].parent / "shared" / "benchmarks").rglob("*")
    if path.suffix in (".dot", ".xml")
)
STREAMS_MISSING = re.compile(r"no component of 'streaming:9' supports operator '(imp|output)' ")


@pytest.mark.guests
@pytest.mark.skipif(not FILES, reason="the benchmark files are not here")
@pytest.mark.parametrize("name", NAMED)
def test_every_file_has_its_units(name: str) -> None:
    """Tests that every array executes every graph of other tools, or names the unit it lacks."""
    spec = name + {"N": ":9", "RxC": ":4x4", "": ""}[PRESETS[name].size]
    for path in FILES:
        dfg = load_dfg(str(path))
        arch = load_architecture(spec, needs=partial(Needs.of, dfg))
        everything = {operation.name for operation in dfg.operations}
        try:
            require_executable(Problem(dfg, arch, arch.max_contexts or 8), everything)
        except InfeasibleError as error:
            assert name == "streaming" and STREAMS_MISSING.match(str(error)), path
