"""Tests that a proof about results in order is believed only where they can be exchanged."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path as File
from typing import Any

import msgspec
import pytest
from pysat.solvers import Solver

from examples.ring import ring
from models.data.architecture import Path
from models.data.certificate import Arrival, Chain, Placement, Proof, Renaming
from models.data.computation import Transform
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.symmetry_breaking import rule_arrival
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from solvers.backends.cnf import lower, write_dimacs
from solvers.certificates.cycles import prepare, write_certificate
from solvers.certificates.folder_lock import working
from solvers.certificates.symbols import write_symbols
from solvers.search.answer import Question
from solvers.search.cycles import search
from solvers.search.options import SolverOptions
from solvers.verification.arrival import Arrivals
from solvers.verification.directory import RejectedError
from solvers.verify import main
from tests.models.copies import copied
from tests.models.random_problems import random_problem
from tests.models.random_sums import random_sums
from tests.models.test_arrival import TWINS, graph, line
from tests.solvers.test_verify_material import write_claim

Change = Callable[[dict[str, Any]], object]


def assuming(
    rule: Callable[[XyzModel], Arrival | Placement | None],
    folder: File,
    problem: Problem,
    horizon: int,
) -> Proof | None:
    """Write the refutation of a horizon under what `rule` assumes; None if there is none."""
    model = build(problem, horizon)
    assumed = rule(model)
    if assumed is None:
        return None
    cnf = lower(model.constraints)
    with Solver("cadical195", with_proof=True, bootstrap_with=cnf.clauses()) as solver:
        if solver.solve():
            return None
        lemmas = "".join(f"{line}\n" for line in solver.get_proof() or ["0"])
    name = f"horizon-{horizon}"
    for ending, write in (
        ("cnf", lambda to: write_dimacs(cnf, to)),
        ("symbols", lambda to: write_symbols(model, cnf, to)),
        ("drat", lambda to: to(lemmas)),
    ):
        with (folder / f"{name}.{ending}").open("w") as file:
            write(file.write)
    files = (f"{name}.{ending}" for ending in ("cnf", "symbols", "drat"))
    if isinstance(assumed, Placement):
        return Proof(horizon, *files, placement=assumed)
    return Proof(horizon, *files, arrival=assumed)


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> File:
    """A certificate that 8 cycles are too few for the product on a ring of five."""
    folder = tmp_path_factory.mktemp("ordered") / "certificate"
    prepare(str(folder))
    options = SolverOptions(proof_dir=working(str(folder)))
    problem = Problem(*ring(5, mac="pattern"))
    answer = search(Question(problem, max_cycles=8, workers=1, options=options))
    write_certificate(answer, 8, str(folder))
    return folder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> File:
    """A certificate that 7 cycles are too few for the product on a ring of four."""
    folder = tmp_path_factory.mktemp("small")
    problem = Problem(*ring(4, mac="pattern"))
    proof = assuming(rule_arrival, folder, problem, 7)
    assert proof is not None
    write_claim(folder, problem, [proof])
    return folder


def changed(honest: File, folder: File, change: Change) -> File:
    shutil.copytree(honest, folder)
    file = folder / "certificate.json"
    claim = json.loads(file.read_text())
    change(claim["bounds"][-1])
    file.write_text(json.dumps(claim))
    return folder


def test_honest(honest: File, small: File) -> None:
    """Tests that the proofs of a search assume an order of arrival, and are verified."""
    claim = json.loads((honest / "certificate.json").read_text())
    bound = claim["bounds"][-1]
    assert claim["horizon"] == 8 and bound["placement"] is None
    assert len(bound["arrival"]["chains"][0]["results"]) == 5
    assert len(bound["arrival"]["first"]) == 1 and bound["arrival"]["symmetries"]
    assert main([str(honest)]) == 0
    assert main([str(small)]) == 0


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("how", ["none", "pipelined", "enumerate"])
def test_random(tmp_path: File, how: str) -> None:
    """Tests that refutations of random problems with copies are verified."""
    refuted = 0
    for seed in range(60):
        base = random_problem(seed, 2 if how == "pipelined" else None, ports=seed % 3 == 0)
        if how == "enumerate":
            base = random_sums(seed, patterns=seed % 2 == 0, leaves=3)
        transform: Transform = "enumerate" if how == "enumerate" else "none"
        problem = msgspec.structs.replace(copied(base, 2, seed), transform=transform)
        for horizon in (4, 6):
            try:
                proof = assuming(rule_arrival, tmp_path, problem, horizon)
            except InfeasibleError:
                continue
            if proof is not None:
                write_claim(tmp_path, problem, [proof])
                assert main([str(tmp_path)]) == 0, (seed, horizon)
                refuted += 1
    assert refuted > 20


def chain(bound: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = bound["arrival"]["chains"][0]
    return found


def merge_exchanges(bound: dict[str, Any]) -> None:
    """Leave out the result in the middle; exchange its neighbours by a step that moves it."""
    own = chain(bound)
    first, second = own["exchanges"][:2]
    both = {a: second.get(b, b) for a, b in first.items()}
    own["exchanges"][:2] = [{**second, **both}]
    del own["results"][1]


def swap_paths(bound: dict[str, Any], first: int) -> None:
    paths = bound["arrival"]["paths"]
    paths[first : first + 2] = paths[first : first + 2][::-1]


PLACEMENT = {"value": "p_0_0", "components": ["pe0"], "symmetries": []}
TAMPERED: list[tuple[Change, str]] = [
    (lambda b: b.update(arrival=None), "not justified"),
    (lambda b: b["arrival"].update(chains=[]), "results must be named"),
    (lambda b: b["arrival"].update(chains=[{"results": [], "exchanges": []}]), "must be named"),
    (lambda b: chain(b)["results"].pop(), "a chain of results"),
    (lambda b: chain(b)["results"].reverse(), "no exchange of"),
    (lambda b: chain(b)["results"].__setitem__(0, "x_0"), "a chain of results"),
    (lambda b: chain(b)["results"].__setitem__(0, "nothing"), "a chain of results"),
    (lambda b: chain(b)["results"].__setitem__(0, chain(b)["results"][1]), "in one chain only"),
    (lambda b: b["arrival"]["chains"].append(chain(b)), "in one chain only"),
    (lambda b: chain(b)["exchanges"].reverse(), "no exchange of"),
    (lambda b: chain(b)["exchanges"][0].clear(), "no exchange of"),
    (lambda b: chain(b)["exchanges"][0].popitem(), "not a symmetry"),
    (lambda b: chain(b)["exchanges"][0].update(nothing="nothing"), "not a symmetry"),
    (lambda b: chain(b)["exchanges"][0].update({"x_0": "x_1", "x_1": "x_0"}), "not a symmetry"),
    (merge_exchanges, "no exchange of"),
    (lambda b: b["arrival"]["paths"].pop(), "not the paths"),
    (lambda b: b["arrival"]["paths"].append("nothing"), "not the paths"),
    (lambda b: b["arrival"]["paths"].append(b["arrival"]["paths"][0]), "not the paths"),
    (lambda b: swap_paths(b, 0), "must be the first in the order"),
    (lambda b: swap_paths(b, 1), "not justified"),
    (lambda b: b["arrival"].update(first=[]), "must be the first in the order"),
    (lambda b: b["arrival"].update(first=["nothing"]), "must be the first in the order"),
    (lambda b: b["arrival"].update(first=b["arrival"]["paths"]), "not justified"),
    (lambda b: b["arrival"]["symmetries"].clear(), "no symmetry leads from"),
    (lambda b: b["arrival"]["symmetries"][0]["paths"].clear(), "not a symmetry"),
    (lambda b: b["arrival"]["symmetries"][0]["paths"].update(nothing="pe0"), "not a symmetry"),
    (lambda b: b.update(placement=PLACEMENT), "cannot both"),
]


@pytest.mark.oracle(keep=12)
@pytest.mark.parametrize(("change", "saying"), TAMPERED)
def test_tampered(
    small: File, tmp_path: File, capsys: pytest.CaptureFixture[str], change: Change, saying: str
) -> None:
    """Tests that an order without the symmetries behind it is rejected in one line."""
    assert main([str(changed(small, tmp_path / "tampered", change))]) == 1
    shown = capsys.readouterr()
    assert shown.err == "" and shown.out.splitlines()[-1].startswith("rejected: ")
    assert saying in shown.out


@pytest.mark.parametrize(
    "change",
    [
        lambda b: b.update(arrival=[]),
        lambda b: b.update(arrival={"chains": []}),
        lambda b: b["arrival"].update(more=1),
        lambda b: b["arrival"].update(paths=[1]),
        lambda b: chain(b).update(exchanges=[[]]),
        lambda b: chain(b)["exchanges"][0].update(x_0=None),
    ],
)
def test_unreadable(
    small: File, tmp_path: File, capsys: pytest.CaptureFixture[str], change: Change
) -> None:
    """Tests that what is no order of arrival at all is one line, too."""
    assert main([str(changed(small, tmp_path / "unreadable", change))]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


OUT = ("out0", "out1")
EXCHANGE = {"p": "q", "q": "p", "a": "b", "b": "a"}
PAIR = Arrival((Chain(("p", "q"), (EXCHANGE,)),), OUT, OUT, ())
EQUAL = graph(("p", "q"), ("p", "+", "a b"), ("q", "+", "b a"))
IN_LINE = graph(("p", "q"), ("p", "f", "a"), ("q", "f", "p"))
BUSES = (Path("out0", ("pe0",), ("ext",)), Path("out1", ("pe1",), ("ext", "pe0")))


def test_needs() -> None:
    """Tests what follows from an arrival in order: over one path, or wide ones, or from others."""
    found = Arrivals(Problem(TWINS, line()), PAIR)
    held = ("x", "p", "ext", "", 4)
    assert found.needs(("y", "q", "out0", "", 5)) == [[held]]
    assert found.needs(("y", "q", "out1", "", 5)) == [[held, ("y", "p", "out0", "", 5)]]
    assert found.needs(("y", "p", "out1", "", 5)) == []
    assert found.needs(("y", "q", "over", "", 5)) == found.needs(("x", "q", "ext", "", 5)) == []
    bus = Path("bus", ("pe0", "pe1"), ("ext",), 2)
    wide = Arrivals(Problem(TWINS, line(bus)), Arrival(PAIR.chains, ("bus",), ("bus",), ()))
    assert wide.needs(("y", "q", "bus", "", 5)) == [[held, ("y", "p", "bus", "", 5)]]


@pytest.mark.parametrize(
    ("problem", "saying"),
    [
        (Problem(TWINS, line(capacity=9)), "need not keep"),
        (Problem(TWINS, line(transient=True)), "need not keep"),
        (Problem(TWINS, line(issue=1)), "need not keep"),
        (Problem(TWINS, line(*BUSES)), "a bus leads"),
        (Problem(TWINS, line(BUSES[0])), "not the paths"),
        (Problem(IN_LINE, line()), "not a symmetry"),
        (Problem(EQUAL, line(), None, "enumerate"), "equal sums or constants"),
    ],
)
def test_where_nothing_may_be_assumed(problem: Problem, saying: str) -> None:
    """Tests that no order is believed where results may get lost, or are told apart."""
    with pytest.raises(RejectedError, match=saying):
        Arrivals(problem, PAIR)


def test_no_symmetry_of_the_array() -> None:
    """Tests that the first result may arrive anywhere where no symmetry leads elsewhere."""
    one = msgspec.structs.replace(PAIR, first=("out0",))
    turned = Renaming({"pe0": "pe1", "pe1": "pe0"}, {"out0": "out1", "out1": "out0"})
    for symmetries in ((), (turned,)):
        with pytest.raises(RejectedError, match="symmetry"):
            Arrivals(Problem(TWINS, line()), msgspec.structs.replace(one, symmetries=symmetries))
