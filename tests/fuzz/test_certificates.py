"""Certificate folders: damaged ones are verified only where what they claim is true."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archs.files import load_architecture
from examples.loops.kernels import kernel_loop
from examples.ring import ring
from models.data.problem import Problem
from models.streaming.engine import Engine
from models.streaming.rules import Rules
from models.streaming.schedule import Schedule
from solvers.certificates.intervals import write_claim as write_interval
from solvers.questions.streaming.certificate import certify
from solvers.questions.streaming.refute import refute
from solvers.search.intervals import IntervalSearch
from solvers.search.options import SolverOptions
from solvers.verify import main
from tests.fuzz.checks import bounded, fuzzed, require_line
from tests.fuzz.mutation import near, trees
from tests.models.streaming.small_streaming import program
from tests.solvers.pruning.commands import files, run
from tests.solvers.verification.refutations import first_mapping, write_claim, write_proof

WORDS = [
    b"p cnf 1 1\n",
    b" 0\n",
    b"0",
    b"-",
    b"d ",
    b"x ",
    b"{",
    b'"optimal"',
    b'"feasible"',
    b"..",
]


def cycles(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problem = Problem(*ring(2))
    mapping, refuted = first_mapping(problem, range(1, 12))
    write_claim(folder, problem, [write_proof(folder, problem, refuted[-1])], mapping)


def interval(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problem = Problem(kernel_loop("biquad"), load_architecture("mesh:2x2"), 1)
    engine = SolverOptions(proof_dir=str(folder))
    write_interval(IntervalSearch(problem, engine, 14, heuristics=False).run(), str(folder))


def streaming(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = Rules(program("X", "aX", "", "bc", "d"), Engine())
    best = refute(rules, 3, 40)
    assert isinstance(best, Schedule)
    assert certify(rules, 3, best, "cycles", folder)


def minimum(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dfg, arch = ring(2, "operator")
    inputs = folder.with_name("inputs")
    inputs.mkdir()
    words = (*files(inputs, arch, dfg), "--cycles", "8", "--quiet", "--certificate", str(folder))
    assert run(capsys, *words)[0] == 0


MAKERS = (cycles, interval, streaming, minimum)
ANSWER = {
    "status",
    "value",
    "lower_bound",
    "cycles",
    "lower_cycles",
    "bounds",
    "reasons",
    "mapping",
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {make.__name__: tmp_path_factory.mktemp(make.__name__) for make in MAKERS}


@pytest.mark.fuzz(keep=1)
@pytest.mark.parametrize("make", MAKERS)
def test_only_true_claims_are_verified(
    make: Callable[..., None],
    folders: dict[str, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With the question as it was, an optimum is the one that the original proves."""
    folder = folders[make.__name__]
    make(folder, capsys)
    paths = [path for path in folder.rglob("*") if path.is_file()]
    original = {str(path.relative_to(folder)): path.read_bytes() for path in paths}
    truth = json.loads(original["certificate.json"])
    capsys.readouterr()
    assert main([str(folder)]) == 0

    @fuzzed(12)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(original)))
        kinds = near([original[name]], WORDS)
        if name.endswith(".json"):
            kinds |= trees([original[name]])
        damaged = data.draw(kinds)
        for other, contents in original.items():
            (tmp_path / other).parent.mkdir(exist_ok=True)
            (tmp_path / other).write_bytes(damaged if other == name else contents)
        if data.draw(st.integers(0, 30)) == 0:
            (tmp_path / name).unlink()
        capsys.readouterr()
        with bounded():
            code = main([str(tmp_path), "--time-limit", "20"])
        assert code in (0, 1, 2, 30)
        out, err = capsys.readouterr()
        for line in (out + err).removesuffix("\n").split("\n"):
            require_line(line)
            assert line.isprintable(), ascii(line)
        if code == 0 and name == "certificate.json":
            claim = json.loads(damaged.removeprefix(b"\xef\xbb\xbf"))
            if _question(claim) == _question(truth):
                _require_true(claim, truth)

    check()


def _question(claim: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in claim.items() if key not in ANSWER}


def _require_true(claim: dict[str, Any], truth: dict[str, Any]) -> None:
    """An optimum has one value; a mapping may be worse, and a lower bound smaller."""
    for name, lower in (("value", "lower_bound"), ("cycles", "lower_cycles")):
        if isinstance(truth.get(name), int):
            assert claim[name] is None or claim[name] >= truth[name]
            assert claim[lower] is None or claim[lower] <= truth[name]
            assert claim["status"] != "optimal" or claim[name] == truth[name]
