"""Certificates of intervals claim no more than there are reasons for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from archs.files import load_architecture
from examples.loops.kernels import kernel_loop
from models.data.problem import Problem
from models.formats.dfg_json import dfg_to_json
from solvers.certificates.intervals import write_claim
from solvers.min_ii import main as min_ii
from solvers.search.intervals import IntervalSearch
from solvers.search.options import SolverOptions
from solvers.verify import main as verify


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests a certificate in the place of another one, and one that no interval up to 2 maps."""
    (tmp_path / "dfg.json").write_text(dfg_to_json(kernel_loop("fletcher")))
    given = [str(tmp_path / "dfg.json"), "mesh:2x2", "--quiet"]
    folder = tmp_path / "proof"
    for more, code in (([], 0), ([], 0), (["--max-ii", "2"], 20)):
        assert min_ii([*given, *more, "--certificate", str(folder)]) == code
        assert verify([str(folder)]) == 0
    claim = json.loads((folder / "certificate.json").read_text())
    assert (claim["status"], claim["lower_bound"]) == ("infeasible", 3)
    assert "has 2 contexts or fewer" in capsys.readouterr().out


def test_what_only_a_solver_has_refuted(tmp_path: Path) -> None:
    problem = Problem(kernel_loop("fletcher"), load_architecture("mesh:2x2"), 1)
    answer = IntervalSearch(problem, SolverOptions(), 14, heuristics=False).run()
    answer.tried[2].fact = None
    answer.tried[2].outcome = "open"
    note = write_claim(answer, str(tmp_path))
    assert note is not None and "at least 2 only" in note
    assert json.loads((tmp_path / "certificate.json").read_text())["status"] == "feasible"
    assert verify([str(tmp_path)]) == 0
    answer.status, answer.mapping, answer.contexts = "infeasible", None, None
    note = write_claim(answer, str(tmp_path))
    assert note is not None and note.startswith("no certificate")
