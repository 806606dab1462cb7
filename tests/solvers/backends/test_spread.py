"""Formulas in cubes: where they are split, what a worker answers, and a cluster that loses one."""

from __future__ import annotations

import subprocess
import sys
from array import array
from pathlib import Path
from typing import Any

import pytest

from examples.ring import ring
from models.errors import InputError
from solvers.backends.cnf import Cnf, lower
from solvers.backends.sat import SatSession
from solvers.backends.spread.lookahead import Lookahead
from solvers.backends.spread.remote import packed, solve_cube
from solvers.backends.spread.session import Node, _proven, cubes
from solvers.certificates.cube_proofs import joined
from solvers.questions.entries import ROOT
from solvers.questions.options import ClusterOptions
from solvers.verification.directory import Clock
from solvers.verification.lrat import check_lrat
from tests.solvers.backends import spread_formula
from tests.solvers.backends.spread_formula import drawn
from tests.solvers.dask_cluster import dask_cluster
from xyzmap import min_cycles

SOLVER = "cadical195"


def holds(cnf: Cnf) -> bool:
    """Return whether a formula has a solution."""
    session = SatSession(cnf, SOLVER)
    found = session.solve().satisfiable
    session.close()
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ratio", [3.8, 5.5])
def test_cubes_have_the_answer_of_the_formula(seed: int, ratio: float) -> None:
    """Tests all cubes of a formula, and that proofs of all of them are one of the formula."""
    cnf = lower(drawn(40, seed, ratio))
    lookahead, root = Lookahead(cnf, 40), Node(())
    answers = []
    for node in cubes(root, 8, lookahead):
        answer = solve_cube(packed(cnf), node.cube, SOLVER, True, 0)
        node.refuted, node.proof = answer.satisfiable is False, answer.proof
        answers.append(answer.satisfiable)
        if answer.satisfiable:
            assert set(node.cube) - set(answer.model) == {x for x in node.cube if x < 0}
    lookahead.close()
    assert any(answers) == holds(cnf)
    tree = _proven(root)
    assert root.done == (tree is not None) == (not any(answers))
    if tree is not None:
        found = joined(cnf.clause_count, tree)
        literals, ends = array("i"), array("i", [0])
        for clause in cnf.select(found.clauses):
            literals.extend(2 * abs(x) + (x < 0) for x in clause)
            ends.append(len(literals))
        assert check_lrat(literals, ends, cnf.variables, found.lrat, Clock()) > 0


def test_parts_settle_their_cube_and_the_cube_its_parts() -> None:
    """Tests which tasks are wanted no more: those below a refuted cube, and those around parts."""
    left, right = Node((1,)), Node((-1,))
    root = Node((), 1, [left, right])
    parts = left.parts = [Node((1, 2)), Node((1, -2))]
    assert not list(root.settled())
    parts[0].refuted = True
    assert list(root.settled()) == [parts[0]]
    parts[1].refuted = True
    assert list(root.settled()) == [left, *parts]
    right.refuted = True
    assert root.done


@pytest.mark.process
@pytest.mark.parametrize(("lost", "who"), [(0, "all"), (1, "cubes")], ids=["scheduler", "worker"])
def test_a_search_whose_cluster_loses_a_process_refutes(
    lost: int, who: str, tmp_path: Path
) -> None:
    """Tests that it goes on alone without a scheduler, and that one worker of two is enough."""
    pytest.importorskip("distributed")
    with dask_cluster(tmp_path, 2) as cluster:
        words = ["-m", spread_formula.__name__, cluster.file, "200", "1", who]
        command, pipe = [sys.executable, *words], subprocess.PIPE
        with subprocess.Popen(command, cwd=ROOT, stdout=pipe, text=True) as process:
            assert process.stdout is not None
            for _ in range(3):
                process.stdout.readline()
            cluster.processes[lost].kill()
            *_, last = process.stdout
    satisfiable, clauses, size = last.split()
    assert satisfiable == "False"
    assert int(clauses) > 0
    assert int(size) > 0


@pytest.mark.parametrize(
    "options", [{"solver": ("highs",)}, {"solver": ("lingeling",)}, {"at_most_one": "native"}]
)
def test_solvers_that_a_cluster_cannot_help(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that they are refused before the search, with what to do."""
    monkeypatch.setattr(ClusterOptions, "require_cluster", lambda own: None)
    inputs = ring(2)
    with pytest.raises(InputError, match="leave out --cluster"):
        min_cycles(*inputs, cluster="tcp://127.0.0.1:1", **options)


@pytest.mark.parametrize("question", ["min_cycles", "min_ii"])
def test_a_scheduler_that_is_not_there(question: str) -> None:
    """Tests that it is missed before the search, in one line."""
    pytest.importorskip("distributed")
    words = ["-m", f"solvers.{question}", "missing.json", "mesh:2x2"]
    words += ["--cluster", "nonsense://127.0.0.1:1"]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "no Dask scheduler answers" in done.stderr
