"""The adversary: it agrees with what is true, and notices what is not."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from examples.ring import ring
from models.data.problem import Problem
from tests.adversary import lrat, problems, streaming
from tests.adversary.__main__ import SHARES, counted, kind_of, page, problem
from tests.adversary.case import FalseError, Outcome, need
from tests.adversary.interference import COMMANDS, Interference, Run, Scene
from tests.adversary.material import write_material
from tests.adversary.oracle import feasible
from tests.adversary.problems import Told
from tests.adversary.rules import RULES, load, put
from tests.adversary.tampering import Tampering, verified
from tests.adversary.workers import Case, outcomes
from tests.models.all_orders import every_way
from tests.models.naive_wide import feasible_wide_by
from tests.models.random_problems import random_problem
from tests.models.wide_problems import wide_problem


def case(seed: int, kind: str = "any") -> Case:
    return Case("problems", kind, seed, 60.0)


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("make", [random_problem, wide_problem])
def test_the_oracle_agrees_with_another_one(make) -> None:
    """Tests the statement for CP-SAT against the one for a solver of clauses."""
    known = set()
    for seed in range(8):
        asked = make(seed, (None, 1, 2)[seed % 3])
        ways = next(every_way(asked.dfg, "none"))
        for horizon in range(2, 7):
            found = feasible(asked.dfg, asked.arch, asked.contexts, horizon)
            assert found == feasible_wide_by(asked, ways, horizon), (seed, horizon)
            known.add(found)
    assert known == {False, True}


@pytest.mark.soak(keep=2)
@pytest.mark.parametrize("kind", SHARES)
def test_answers_agree(kind: str) -> None:
    """Tests a few problems of each question."""
    assert sum(problem(case(seed, kind)).count for seed in range(3)) > 2


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("seed", [82, 419, 2559, 5003])
def test_certificates_that_were_rejected_hold(seed: int) -> None:
    """Tests limits that overlap, ways that only the list of all orders tells apart, and symmetries
    in the certificate of an interval.
    """
    assert problem(case(seed, kind_of(seed))).count > 0


def test_every_question_is_asked() -> None:
    kinds = [kind_of(seed) for seed in range(100)]
    assert {kind: kinds.count(kind) for kind in SHARES} == SHARES


def test_a_false_answer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests answers that are one cycle off, and "infeasible" where there is a mapping."""
    honest = problems._asked

    def worse(*given: object) -> dict[str, object]:
        answer = honest(*given)
        if answer["cycles"] is not None:
            answer |= {"cycles": answer["cycles"] + 1, "lower_bound": answer["cycles"] + 1}
        return answer

    def never(*given: object) -> dict[str, object]:
        return honest(*given) | {"status": "infeasible", "cycles": None}

    for wrong in (worse, never):
        monkeypatch.setattr(problems, "_asked", wrong)
        found = []
        for seed in range(8):
            try:
                problems.fewest_cycles(seed)
            except FalseError as error:
                found.append(str(error))
        assert len(found) > 2


def test_the_engine_of_the_oracle_knows_the_rules() -> None:
    """Tests that two instructions need two spokes, and a result its time to the other tile."""
    from models.streaming.engine import Engine
    from models.streaming.program import Instruction, Program

    asked = Program("two", (Instruction("u", "f"), Instruction("v", "f", ("u",))))
    one = streaming.Machine(asked, Engine(tiles=1, pipeline=2), 1)
    assert next(one.mappings(9), None) is None
    two = streaming.Machine(asked, Engine(tiles=2, pipeline=2, hops=(1,)), 1)
    assert next(two.mappings(4), None) is None and next(two.mappings(5), None) is not None


def test_whatever_becomes_of_a_process_is_an_outcome() -> None:
    """Tests cases that are false, raise, end the process, or hang; the others are done."""

    def work(one: Case) -> Outcome:
        if one.seed == 1:
            need(False, "not so")
        if one.seed == 2:
            raise KeyError("x")
        if one.seed == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        if one.seed == 4:
            time.sleep(60)
        if one.seed == 5:
            raise MemoryError
        return Outcome("problems", "any", one.seed, "agrees")

    cases = [Case("problems", "any", n, 1.0 if n == 4 else 60.0) for n in range(8)]
    found = {one.seed: one.verdict for one in outcomes(cases, work, 2)}
    bad = {1: "false", 2: "crash", 3: "crash", 4: "hang", 5: "memory"}
    assert found == {n: bad.get(n, "agrees") for n in range(8)}


def test_steps_are_read_as_they_are_written() -> None:
    steps = [lrat.Step(97, 9, [1, -300], [1, 2, -3]), lrat.Step(100, 0, [], [4, 2**40])]
    assert lrat.read(lrat.written(steps)) == steps
    assert lrat.read(b"1 2 0\n") is None and lrat.read(b"a\2") is None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("material")


@pytest.mark.soak
def test_damaged_certificates(folder: Path, tmp_path: Path) -> None:
    """Tests that every rule finds something to do, and that a claim made larger is noticed."""
    kept = write_material(folder, 0, 4)
    assert {one.question for one in kept} == {"min_cycles", "min_ii", "streaming", "prune_arch"}
    tampering = Tampering(kept, tmp_path)
    kinds = {tampering(case(seed)).kind for seed in range(90)}
    assert len(kinds) > len(RULES) - 3
    one = next(one for one in kept if one.question == "min_cycles" and _value(one.folder))
    claim = load(one.folder / "certificate.json")
    assert verified(one.folder, False)[0] == 0
    assert tampering.truth(one, one.folder, "") == "true as before"
    claim |= {"value": claim["value"] + 1, "lower_bound": claim["value"] + 1, "status": "optimal"}
    put(one.folder / "certificate.json", claim)
    assert verified(one.folder, False)[0] == 1


def _value(place: Path) -> bool:
    return load(place / "certificate.json")["value"] is not None


def test_a_claim_that_is_false_is_noticed(tmp_path: Path) -> None:
    """Tests the judge: of a problem with 3 cycles nothing says that 4 are the fewest."""
    from tests.adversary.material import Genuine
    from tests.solvers.forgeries import cycles

    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        cycles(tmp_path / name).save()
    old = load(tmp_path / "old" / "certificate.json") | {"value": 3, "lower_bound": 3}
    put(tmp_path / "old" / "certificate.json", old)
    judge = Tampering([], tmp_path)
    genuine = Genuine(tmp_path / "old", "min_cycles", ())
    with pytest.raises(FalseError):
        judge.truth(genuine, tmp_path / "new", "what")


def test_false_words_of_a_disturbed_run_are_noticed(tmp_path: Path) -> None:
    """Tests the judge of runs: what is not so, half an answer, a signal and what is left."""
    truths = {"min_cycles": {"status": "optimal", "cycles": 10, "lower_bound": 10}}
    judge = Interference(tmp_path, truths, tmp_path)
    scene = Scene(random.Random(0), COMMANDS["min_cycles"], tmp_path, tmp_path / "out", tmp_path)

    def verdict(text: str, code: int | None = 0, errors: str = "", left: tuple = ()) -> str:
        run = Run(code, text, errors, 1.0, list(left))
        try:
            return judge.judged("min_cycles", scene, run, False, "what")
        except FalseError:
            return "false"

    def answer(status: str, cycles: int | None, lower: int) -> str:
        return json.dumps({"status": status, "cycles": cycles, "lower_bound": lower})

    assert verdict(answer("optimal", 10, 10)) == "optimal"
    assert verdict(answer("unknown", None, 3), 30) == "unknown"
    assert verdict("", 2, "min-cycles: cannot write") == "error line"
    for wrong in (
        verdict(answer("optimal", 11, 11)),
        verdict(answer("infeasible", None, 1), 20),
        verdict(answer("unknown", None, 11), 30),
        verdict(answer("feasible", 9, 3), 10),
        verdict(answer("feasible", 12, 3), 0),
        verdict('{"status": "optimal"'),
        verdict(answer("optimal", 10, 10), left=(1,)),
    ):
        assert wrong == "false"
    assert verdict("", -11) == "crash" and verdict("", 1, "Traceback") == "crash"
    assert verdict("", None) == "hang"


def test_the_page_says_what_may_not_be() -> None:
    found = [
        Outcome("problems", "streaming", 3, "agrees", count=7),
        Outcome("tamperings", "name", 4, "false", "a `name`\n"),
        Outcome("interferences", "time limit", 5, "unknown"),
    ]
    entries = {one.part: [counted([one]) | {"seconds": 1.0}] for one in found}
    text = "\n".join(page(entries, 3, 2))
    assert "**1 false, 0 crashes, 0 hangs, 0 out of memory**" in text
    assert "| problems | 1 | 7 | 0 |" in text and "tamperings 4, name: false" in text


def test_the_oracle_is_not_told_by_the_package() -> None:
    """Tests that it imports nothing but the data classes."""
    import ast

    from tests.adversary import oracle

    tree = ast.parse(Path(oracle.__file__).read_text())
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    rooms = ("models", "solvers", "encoders", "archs", "heuristics", "tests")
    used = {name for name in names if name and name.split(".")[0] in rooms}
    assert used == {"models.data.architecture", "models.data.dfg"}
    told = Told(replace(Problem(*ring(2)), transform="none"))
    assert told.maps(3, None) is False
