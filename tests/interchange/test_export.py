"""Exported models, read back by independent readers and decided: all are the same question."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from examples.matrices import mmm
from examples.ring import ring
from interchange.export import names as symbol_names
from interchange.export import write as export
from models.data.architecture import Architecture, Component
from models.data.architecture import Path as Way
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from models.judge.checker import check
from models.space_time.decode import decode
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from tests.interchange.exported import decided
from tests.models.random_problems import random_problem
from tests.system.commands import DATA
from xyzmap.cli import main

ENDINGS = tuple(export.NEEDS)
CASES = {
    "two-no": (lambda: Problem(*ring(2)), 5, False),
    "two-yes": (lambda: Problem(*ring(2)), 6, True),
    "no-variables": (lambda: Problem(*mmm(2), contexts=2), 3, False),
    "pipelined-no": (lambda: Problem(*mmm(2, "pattern"), contexts=2), 5, False),
    "pipelined-yes": (lambda: Problem(*mmm(2, "pattern"), contexts=2), 6, True),
    "blocks-no": (lambda: Problem(*ring(3), transform="xbtree"), 6, False),
    "alike-yes": (lambda: alike(), 4, True),
}


def alike() -> Problem:
    """Names that differ only in what formats do not allow, or in where a name ends."""
    plus = Operator("+", 2, commutative=True)
    operands = (Operand("é"), Operand("a-b"))
    sum_ = Operation("a+b_c", "+", operands)
    dfg = Dfg("a b é", (plus,), ("é", "a-b"), (sum_,), ("a+b_c",))
    arch = Architecture(
        "two",
        (
            Component("c_pe", issue=1),
            Component("pe"),
            Component("3d", initial="all", holds_intermediates=False),
        ),
        (Way("in", ("3d",), ("c_pe", "pe")), Way("i:n", ("pe", "c_pe"), ("3d", "c_pe"))),
        external="3d",
    )
    return Problem(dfg, arch)


@cache
def model_of(case: str) -> XyzModel:
    make, horizon, _ = CASES[case]
    return build(make(), horizon)


def needs(ending: str) -> None:
    for package, endings in (("highspy", (".lp", ".mps")), ("ortools", (".pb", ".pbtxt"))):
        if ending in endings:
            pytest.importorskip(package)


@pytest.mark.oracle(keep=15)
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("case", CASES)
def test_every_format_is_the_same_question(case: str, ending: str, tmp_path: Path) -> None:
    """Tests that a file has a solution iff there is a mapping, which the solution is."""
    needs(ending)
    model, feasible = model_of(case), CASES[case][2]
    path = tmp_path / f"model{ending}"
    written = export.write_model(model, str(path))
    assert sorted(written) == sorted(map(str, tmp_path.iterdir()))
    true = decided(path, model)
    assert (true is not None) == feasible
    if true is not None:
        assert check(model.problem, decode(model, true)) == []


def models_with_everything() -> list[XyzModel]:
    """Ways, blocks of both kinds, order edges and buses with ports among them."""
    cases = [model_of(case) for case in CASES]
    cases.append(build(Problem(*ring(3, "pattern"), transform="enumerate"), 7))
    cases.append(build(Problem(*ring(3), transform="select"), 7))
    cases += [build(random_problem(seed, 2, ports=True), 6) for seed in range(12)]
    return cases


def test_names_are_unique_and_plain() -> None:
    """Tests that no two variables, and no two rows, have one name, and all are legal everywhere."""
    kinds = set()
    for model in models_with_everything():
        for names, count in (
            (symbol_names.names_of(model), model.constraints.variables),
            (
                symbol_names.row_names(model.constraints),
                sum(len(block.rows) for block in model.constraints.clauses)
                + sum(len(block.rows) for block in model.constraints.groups),
            ),
        ):
            assert len(names) == len(set(names)) == count
            assert all(re.fullmatch(r"[a-z][A-Za-z0-9_]{1,199}(\.\d+)?", name) for name in names)
        kinds |= {name.partition("_")[0] for name in symbol_names.names_of(model)}
    assert kinds == {"x", "y", "z", "way", "q", "p", "done", "latch", "drive", "v"}


BAD = [
    ("--cycles 5 -o m.xyz", "m.xyz: unknown ending '.xyz'; known: .cnf, .lp, .mps"),
    ("--cycles 5 -o d.opb", "d.opb: cannot write: name a file, not a directory"),
    ("--cycles 5 -o m.cnf --at-most-k product", "'product' does bound 1 only"),
    ("--cycles 5 -o m.cnf --at-most-k native", "clauses are all that .cnf has"),
    ("--cycles 5 -o m.opb --at-most-one ladder", "without encoding"),
]


@pytest.mark.parametrize(("words", "said"), BAD)
def test_bad_words_are_one_line(
    words: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "d.opb").mkdir()
    monkeypatch.chdir(tmp_path)
    graph, array = (str(DATA / f"ring4.{kind}.json") for kind in ("dfg", "arch"))
    assert main(["export", graph, array, *words.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1) and said in err
    assert [path.name for path in tmp_path.iterdir()] == ["d.opb"]
