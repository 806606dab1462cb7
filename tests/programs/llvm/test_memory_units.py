"""Tests of graphs for memory units that add to an address, extend and truncate."""

from __future__ import annotations

import re
from dataclasses import replace
from math import exp, log
from pathlib import Path

import msgspec
import pytest

from archs.presets import Needs, architecture_preset, suited
from hardware.model.realise import Form, difference, realised
from heuristics.modulo import modulo_schedule
from models.counting.arithmetic import Arithmetic, first_interval
from models.data.architecture import Architecture, SharedIssue
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.errors import InputError
from models.judge.checker import check
from models.judge.simulator import simulate
from models.transform.loaded import invariants_as_constants
from programs.llvm.builder import LoopGraph
from programs.llvm.comparison import compared
from programs.llvm.read import read_loops
from programs.rewrites.choose import size_of, smallest_graph
from programs.rewrites.memory_units import BASE, EXTEND, OFFSET, units_of
from programs.rewrites.pass_names import ALL
from programs.rewrites.unrolled import unrolled
from shell.graph_files import versions_of
from solvers.questions.inputs import read_versions
from solvers.questions.min_ii.min_ii_options import MinIiOptions
from tests.hardware.icarus import needs_icarus, require_pass

DATA = Path(__file__).parents[1] / "data"
PAGE = Path(__file__).parents[3] / "docs/howto/any-loop.md"
EVERY = (OFFSET, BASE, EXTEND)
FUNCTIONS = [
    (file, name)
    for file in ("fresh", "kernels")
    for name in re.findall(r"^define .*@(\w+)\(", (DATA / f"{file}.ll").read_text(), re.MULTILINE)
]
MOST = {"hycube:4x4": 0.74, "adres:4x4": 0.72}
"""Bounds of the II against those of the graphs as written, in the geometric mean."""


def graph(name: str, *units: str, file: str = "fresh") -> LoopGraph:
    (loop,) = read_loops(str(DATA / f"{file}.ll"), name)
    return smallest_graph(loop, False, ALL, file, (), units)


def opcodes(dfg: Dfg) -> set[str]:
    return {o.operator.partition("/")[0] for o in dfg.operations}


def mapped(dfg: Dfg, spec: str) -> tuple[Problem, object]:
    arch = architecture_preset(suited(spec, Needs.of(dfg)))
    for contexts in range(1, 20):
        problem = Problem(dfg, arch, contexts)
        plain = invariants_as_constants(problem)
        found = modulo_schedule(plain.problem, effort=60)
        if found is not None:
            return problem, plain.lifted(found)
    raise AssertionError(dfg.name)


@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize(("file", "name"), FUNCTIONS)
def test_graphs_do_what_the_text_does(file: str, name: str) -> None:
    """Tests that no graph is larger, and that each computes the loop, also when unrolled."""
    for loop in read_loops(str(DATA / f"{file}.ll"), name):
        least = size_of(smallest_graph(loop, False, ALL, file))
        for units in (EVERY, (OFFSET, EXTEND), (EXTEND,)):
            made = smallest_graph(loop, False, ALL, file, (), units)
            assert size_of(made) <= least
            report = compared(made, 20, 3)
            assert not report.difference and report.compared >= 16, report
        assert not compared(unrolled(made, 2), 10, 3).difference


def test_what_becomes_part_of_an_access() -> None:
    """Tests the operations that loads and stores take over, by kind of unit."""
    plain, extending = graph("yuv").dfg, graph("yuv", EXTEND).dfg
    assert opcodes(plain) >= {"load", "zext", "trunc", "store"}
    assert opcodes(extending) >= {"load.zext", "store.trunc"}
    assert not opcodes(extending) & {"zext", "trunc", "load", "store"}
    every = graph("yuv", *EVERY).dfg
    assert "load.offset.zext" in opcodes(every) and len(every.operations) == 15
    row = next(row for row in every.operators if row.name.startswith("load.offset.zext"))
    assert (row.type, row.of, row.arity, row.effect) == ("i16", "i8", 2, True)
    assert {one.kind for one in every.rewrites} >= {"folded"}
    assert "store.offset" in opcodes(graph("bicg", *EVERY).dfg)
    assert "store.offset" not in opcodes(graph("bicg", OFFSET).dfg)


def test_wrong_accesses_are_found() -> None:
    """Tests that the comparison finds an access that adds or extends something else."""
    made = graph("yuv", *EVERY)
    rows = [row for row in made.dfg.operators if ".zext" in row.name]
    assert rows
    for wrong in ("sext", "plus"):
        operators, operations = list(made.dfg.operators), list(made.dfg.operations)
        names = {row.name: row.name.replace("zext", "sext") for row in rows}
        if wrong == "sext":
            operators = [msgspec.structs.replace(r, name=names.get(r.name, r.name))
                         for r in operators]  # fmt: skip
            operations = [msgspec.structs.replace(o, operator=names.get(o.operator, o.operator))
                          for o in operations]  # fmt: skip
            dfg = msgspec.structs.replace(
                made.dfg, operators=tuple(operators), operations=tuple(operations)
            )
        else:
            constants = tuple(
                msgspec.structs.replace(c, value=c.value + 1) if c.value in (1, -1) else c
                for c in made.dfg.constants
            )
            assert constants != made.dfg.constants
            dfg = msgspec.structs.replace(made.dfg, constants=constants)
        assert compared(replace(made, dfg=dfg), 20, 3).difference, wrong


def test_predicates_stay() -> None:
    """Tests that an access with a predicate is as before."""
    assert "load.if" in opcodes(graph("lcs", *EVERY).dfg)


@pytest.mark.parametrize(
    ("spec", "units"),
    [
        ("hycube:4x4", ()),
        ("hycube:4x4,memory_units=yes", (OFFSET, EXTEND)),
        ("adres:2x2,memory_units=yes,invariants=1", (OFFSET, EXTEND, BASE)),
        ("satmapit:2x2", ()),
        ("mesh:2x2", ()),
    ],
)
def test_units_of_arrays(spec: str, units: tuple[str, ...]) -> None:
    """Tests what arrays state; those that execute everything state nothing."""
    assert units_of(architecture_preset(spec)) == units


def test_units_that_do_less() -> None:
    """Tests arrays that list some of the accesses only."""
    arch = architecture_preset("hycube:2x2,memory_units=yes")

    def without(*words: str) -> Architecture:
        parts = tuple(
            msgspec.structs.replace(part, ops=tuple(op for op in part.ops if op not in words))
            if part.ops is not None
            else part
            for part in arch.components
        )
        return msgspec.structs.replace(arch, components=parts)

    assert units_of(without("load.zext")) == (OFFSET,)
    assert units_of(without("store.offset")) == (EXTEND,)
    assert units_of(without("load.offset.zext")) == (OFFSET,)
    assert units_of(None) == ()


def test_graphs_of_questions() -> None:
    """Tests that a question takes graphs for the memory units of its array, and names them."""
    path = f"{DATA / 'fresh.ll'}:yuv"
    spec = "hycube:4x4,memory_units=yes,invariants=1"
    found = read_versions({"dfg": path, "arch": spec}, MinIiOptions())
    assert found is not None
    versions, arch = found
    first = versions[0]
    assert first.path == f"{path},passes=all,units=offset+extend+base"
    assert first.dfg == graph("yuv", OFFSET, EXTEND, BASE).dfg
    assert all(part.invariants for part in arch.components if part.supports("load.offset"))
    assert versions_of(first.path)[0].dfg == first.dfg
    plain = read_versions({"dfg": path, "arch": "hycube:4x4"}, MinIiOptions())
    assert plain is not None and "load.offset.zext" not in opcodes(plain[0][0].dfg)
    with pytest.raises(InputError, match="unknown unit 'plus'; known: offset, base, extend"):
        versions_of(f"{path},units=plus")


def test_shared_limits() -> None:
    """Tests that a limit on loads counts those that add and extend, and one on them no others."""
    loads = SharedIssue("port", ("p",), ("load",), 1)
    assert all(map(loads.limits, ("load", "load.if", "load.offset.zext/i32/i8")))
    assert not loads.limits("store.offset")
    assert not SharedIssue("port", ("p",), ("load.offset",), 1).limits("load")


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("name", ["yuv", "blend", "bicg", "relax", "q15", "sha2"])
def test_words(name: str) -> None:
    """Tests that mappings are legal, and that words with such accesses compute the loop."""
    dfg = graph(name, *EVERY).dfg
    problem, mapping = mapped(dfg, "adres:4x4,memory_units=yes,invariants=4")
    assert check(problem, mapping) == [] and simulate(problem, mapping).ok
    made = realised(problem, mapping, Form("moves", 64))
    assert difference(dfg, made.machine, made.words, begins=made.begins) is None


@needs_icarus
@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("name", ["yuv", "blend", "relax", "sha2"])
def test_verilog(name: str, tmp_path: Path) -> None:
    """Tests that Verilog adds, extends and truncates as the loop does."""
    case = mapped(graph(name, *EVERY).dfg, "adres:4x4,memory_units=yes,invariants=4")
    require_pass(case, Form("moves", 64), tmp_path, timed=True)


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("array", MOST)
def test_bounds_of_fresh_loops(array: str) -> None:
    """Tests bounds of the II with such units and held invariants: none is higher than before."""
    total, loops = 0.0, read_loops(str(DATA / "fresh.ll"))
    for loop in loops:
        written = smallest_graph(loop, False, (), "fresh").dfg
        units = f"{array},memory_units=yes,invariants=4"
        now = smallest_graph(loop, False, ALL, "fresh", (), units_of(architecture_preset(units)))
        before, after = bound(written, array), bound(now.dfg, units)
        assert after <= before, loop.title
        total += log(after / before)
    ratio = exp(total / len(loops))
    assert ratio <= MOST[array]
    assert f"{ratio:.3f} on `{array}`" in PAGE.read_text()


def bound(dfg: Dfg, spec: str) -> int:
    arch = architecture_preset(suited(spec, Needs.of(dfg)))
    return first_interval(lambda n: Arithmetic(Problem(dfg, arch, n)).first_horizon(), 1, 64)
