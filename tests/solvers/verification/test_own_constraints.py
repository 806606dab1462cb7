"""Certificates under constraints of a user: honest ones hold, forged ones show nothing false."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from models.constraints.properties import kept_by
from models.data.certificate import Proof
from models.data.constraints import Constraint, Issues, Pair, Sum, Time
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from solvers.backends.cnf import Encodings
from solvers.min_ii import main as min_ii
from solvers.search.record import proof_of
from solvers.tasks import decide
from solvers.tasks.messages import Decided
from solvers.tasks.solver_options import SolverOptions
from solvers.verification.directory import Clock, Directory, RejectedError
from solvers.verification.refutation import check_proof
from solvers.verification.templates import Template
from tests.models.own_constraints import TooManyMappingsError, constrained_problem, feasible_with
from tests.solvers.command_line import called, verdict
from xyzmap import example, save_dfg

HORIZONS = range(2, 7)


def refutations(seed: int, folder: Path) -> Iterator[tuple[Problem, Proof, Directory]]:
    """Proofs about a random problem whose constraints only forbid, one for each horizon."""
    problem = constrained_problem(seed)
    if problem is None or not kept_by(problem).down:
        return
    for horizon in HORIZONS:
        place = folder / f"{seed}-{horizon}"
        encodings = Encodings(weighted=("totalizer", "sequential")[horizon % 2])
        options = SolverOptions(proof_dir=str(place), encodings=encodings)
        sent: list[object] = []
        try:
            decide.decide(problem, horizon, options, sent.append)
        except InfeasibleError:
            continue
        found = sent[-1]
        assert isinstance(found, Decided)
        if found.proven:
            files = tuple(Path(name).name for name in found.proven)
            yield problem, proof_of(horizon, files, found.assumed), Directory(place)


def holds(problem: Problem, proof: Proof, files: Directory) -> bool:
    try:
        check_proof(problem, proof, (), files, Clock())
    except (RejectedError, InputError):
        return False
    return True


def forged(problem: Problem) -> Iterator[Problem]:
    """The problem with weaker constraints: dropped, with a larger bound, other weights, or fewer
    facts.
    """
    constraints = problem.constraints
    yield problem.unconstrained
    for place, one in enumerate(constraints):
        for weaker in _weaker(one):
            yield replace(
                problem, constraints=(*constraints[:place], weaker, *constraints[place + 1 :])
            )


def _weaker(one: Constraint) -> Iterator[Constraint]:
    if isinstance(one, Sum):
        assert one.at_most is not None
        yield replace(one, at_most=one.at_most + 1)
        yield replace(one, at_most=2 * one.at_most + 3)
        lighter = tuple(replace(term, weight=1) for term in one.of)
        if lighter != one.of:
            yield replace(one, of=lighter)
        if all(term.z is not None for term in one.of):
            yield replace(one, of=tuple(replace(t, z=_fewer(t.z)) for t in one.of if t.z))
    elif isinstance(one, Pair):
        yield replace(one, first=_fewer(one.first))
        yield replace(one, never="same" if one.relations != ("same",) else "linked")
        yield replace(one, per=None if one.per else "context")
    elif isinstance(one, Time) and one.at_most is not None:
        yield replace(one, at_most=one.at_most + 2)


def _fewer(facts: Issues) -> Issues:
    return replace(facts, component="pe1" if facts.component != "pe1" else "pe0")


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("group", range(6))
@pytest.mark.parametrize("large", [0, 2000])
def test_proofs_hold_and_show_nothing_else(
    group: int, large: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests honest proofs, with symmetries and without; and that what forged constraints let pass
    is true of them as well.
    """
    monkeypatch.setattr(decide, "LARGE_MODEL", large)
    honest = refused = 0
    for seed in range(24 * group, 24 * (group + 1)):
        for problem, proof, files in refutations(seed, tmp_path):
            assert holds(problem, proof, files), (seed, proof.horizon, problem.constraints)
            honest += 1
            for weaker in forged(problem):
                if not holds(weaker, proof, files):
                    refused += 1
                    continue
                try:
                    assert not feasible_with(weaker, proof.horizon), (seed, weaker.constraints)
                except TooManyMappingsError:
                    continue
    assert honest > 20
    assert refused > 5


RULE = {"form": "sum", "name": "mul", "of": [{"Z": {"class": "mul"}}], "per": "context"}


@pytest.fixture(scope="module")
def claim(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a certificate: at most one multiplication in a context, of four."""
    folder = tmp_path_factory.mktemp("claim")
    save_dfg(example("dot", length=4)[0], folder / "dot.json")
    rules = {"schema": "xyzmap/constraints/1", "constraints": [RULE | {"at_most": 1}]}
    (folder / "rules.json").write_text(json.dumps(rules))
    made = folder / "certificate"
    words = [str(folder / "dot.json"), "mesh:3x3,registers=2", "--certificate", str(made)]
    code = min_ii([*words, "--constraints", str(folder / "rules.json"), "--quiet"])
    assert code == 0
    return {path.name: path.read_bytes() for path in made.iterdir()}


def judged(claim: dict[str, bytes], folder: Path, capsys: Any, **changes: Any) -> tuple[int, str]:
    """The verdict on the certificate with changed members."""
    for name, data in claim.items():
        (folder / name).write_bytes(data)
    text = json.loads(claim["certificate.json"]) | changes
    (folder / "certificate.json").write_text(json.dumps(text))
    return verdict(folder, capsys)


def test_a_bound_by_packing_is_certified(claim: Any, tmp_path: Path, capsys: Any) -> None:
    code, line = judged(claim, tmp_path, capsys)
    assert code == 0
    assert line.endswith(
        "II 4 is the smallest of 'dot4' on 'mesh:3x3,registers=2' under 1 constraint"
    )


def rule(**fields: Any) -> list[dict[str, Any]]:
    return [RULE | {"at_most": 1} | fields]


FORGED_RULES = [
    ([], "there is no one sum 'mul'"),
    (rule(at_most=2), "'mul' allows 2, not only 1"),
    (rule(name="other"), "there is no one sum 'mul'"),
    (rule(per="cycle"), "not of groups by cycle"),
    (rule(per=None, at_most=4), "'mul' allows 4, not only 1"),
    (rule(of=[{"Z": {"class": "mul", "component": "pe_0_0"}}]), "may weigh 0, not 1"),
    (rule(of=[{"Z": {"class": "mul", "context": 0}}]), "may weigh 0, not 1"),
    # The mapping may break it, too.
    (rule(of=[{"Z": {"class": "alu"}}]), "'mul': the sum in context|may weigh 0, not 1"),
    (rule(of=[{"Z": {"class": "mul"}, "used": "tile"}]), "may weigh 0, not 1"),
    (rule(of=[{"Z": {"class": "mul"}, "weight": -1}]), "is no upper limit of weights above 0"),
    (rule(of=[{"Z": {}}]), "constraint 'mul': the sum in context"),
    (rule(of=[{"Z": {"class": "mul"}, "weight": 2}]), "constraint 'mul': the sum in context"),
    ([*rule(), *rule()], "two constraints have one name"),
]


@pytest.mark.parametrize(("constraints", "message"), FORGED_RULES)
def test_other_constraints_are_refused(
    constraints: list[Any], message: str, claim: Any, tmp_path: Path, capsys: Any
) -> None:
    code, line = judged(claim, tmp_path, capsys, constraints=constraints)
    assert code != 0
    assert any(each in line for each in message.split("|"))


FORGED_REASONS = [
    ({"weights": [2, 1, 1, 1]}, "may weigh 1, not 2"),
    ({"weights": [1, 1, 1]}, "each operation has its weight"),
    ({"operations": ["p_0", "p_0", "p_1", "p_2"]}, "listed twice"),
    ({"operations": ["p_0", "p_1", "p_2"], "weights": [1, 1, 1]}, "3 groups suffice"),
    ({"operations": ["p_0", "p_1", "p_2", "a"]}, "no mapping needs operation 'a'"),
    ({"operations": ["p_0", "p_1", "p_2", "s"]}, "'s' may weigh 0"),
    ({"bound": 0}, "'mul' allows 1, not only 0"),
    ({"bound": 2}, "2 groups suffice"),
    ({"groups": 1}, "has other groups than 1"),
    ({"cut": 1}, "a cut of 1 is not from 0 to half of 1"),
    ({"cut": -1}, "a cut of -1"),
    ({"constraint": "power"}, "there is no one sum 'power'"),
    ({"operations": [], "weights": []}, "each operation has its weight"),
]


@pytest.mark.parametrize(("change", "message"), FORGED_REASONS)
def test_other_packings_are_refused(
    change: dict[str, Any], message: str, claim: Any, tmp_path: Path, capsys: Any
) -> None:
    reasons = json.loads(claim["certificate.json"])["reasons"]
    assert reasons[-1]["type"] == "packing"
    reasons[-1] |= change
    code, line = judged(claim, tmp_path, capsys, reasons=reasons)
    assert code != 0
    assert message in line


@pytest.mark.process
def test_a_demand_leaves_arithmetic_alone_in_the_certificate(tmp_path: Path, capsys: Any) -> None:
    """Tests that what constraints may demand is refuted without a proof, and not claimed."""
    from solvers.min_cycles import main as min_cycles

    save_dfg(example("dot", length=2)[0], tmp_path / "dot.json")
    twice = {"form": "sum", "name": "DMR", "of": [{"Z": {"class": "mul"}, "used": "tile"}]}
    twice |= {"per": "operation", "at_least": 2}
    rules = {"schema": "xyzmap/constraints/1", "constraints": [twice]}
    (tmp_path / "rules.json").write_text(json.dumps(rules))
    folder = tmp_path / "certificate"
    words = [str(tmp_path / "dot.json"), "mesh:2x2,registers=2", "--certificate", str(folder)]
    words += ["--constraints", str(tmp_path / "rules.json"), "--json", "--quiet"]
    code, out, err = called(min_cycles, capsys, *words)
    found = json.loads(out)
    assert (code, found["lower_bound"], found["certified_lower_bound"]) == (0, 6, 5)
    assert "a proof is missing" in err
    assert verdict(folder, capsys)[0] == 0


def test_weights_of_one_literal_count_once() -> None:
    """Tests clauses of an encoding with weights: what they negate has to be disjoint."""
    template = Template(3, 5)
    template.weigh([2, 2, 3])
    template.define(4, [1, 2])  # 4: both of the first two, or what weighs as much
    template.define(3, [3])
    assert template.valid((-4, -3))
    assert template.valid((-1, -2, 4))
    assert template.valid((-3, 5))
    assert not template.valid((-1, 4))
    assert not template.valid((-4, -1))
    assert not template.valid((-1, -2))
    assert not template.valid((-3, 4))
