"""Damaged certificates and random questions: nothing false is verified or said."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from archs.formats.arch_json import architecture_to_json
from archs.presets import architecture_preset
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_from_json, dfg_to_json
from solvers.min_cycles import main as min_cycles
from tests.models.random_problems import random_problem
from tests.models.random_sums import random_sums
from tests.models.wide_problems import wide_problem
from tests.system import questions, rules
from tests.system.agreement import compare
from tests.system.commands import RING
from tests.system.engine_oracle import has_mapping
from tests.system.judge import FalseError, agree, answered, calm, need
from tests.system.material import Genuine, write_material
from tests.system.oracle import feasible
from tests.system.outcomes import Case, Outcome, outcomes
from tests.system.problems import KINDS
from tests.system.questions import Asking, kind_of, soaked
from tests.system.tampering import Tampering, verified


def case(seed: int, kind: str = "any") -> Case:
    return Case("", kind, seed, 60.0)


def test_the_oracle_of_the_engine_knows_the_rules() -> None:
    """Tests that two instructions need two spokes, and a result its time to the other tile."""
    from models.streaming.engine import Engine
    from models.streaming.program import Instruction, Program

    asked = Program("two", (Instruction("u", "f"), Instruction("v", "f", ("u",))))
    assert has_mapping(asked, Engine(tiles=1, pipeline=2), 1, 9) is False
    two = Engine(tiles=2, pipeline=2, hops=(1,))
    assert [has_mapping(asked, two, 1, most) for most in (4, 5)] == [False, True]


@pytest.mark.soak(keep=3)
@pytest.mark.parametrize("kind", questions.KINDS)
def test_answers_are_true(kind: str) -> None:
    """Tests problems of each question, one of them by whole processes."""
    for seed in (1, 2, 3, 20):
        assert soaked(case(seed, kind)).verdict not in ("", "none") or seed > 1


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("kind", KINDS)
def test_solvers_agree(kind: str) -> None:
    entry = compare(kind, 1000)
    assert entry["differences"] == [] and len(entry["questions"]) >= 2


LATE = {
    "v0": ("xor", {"value": "v0", "distance": 2}, "x"), "v1": ("sub", "v0", "x"),
    "v2": ("mul", "k", "v0"), "v3": ("mul", "v1", "v0"),
    "v4": ("xor", {"value": "v2", "distance": 2}, "v1"), "v5": ("add", "v4", "v1"),
}  # fmt: skip
"""A loop whose first mapping computes something twice, and the next one once."""


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize(
    "name", ["limits that overlap", "chains", "orders", "symmetries", "computed twice"]
)
def test_what_was_false_once(name: str, tmp_path: Path) -> None:
    """Tests limits that overlap, ways that only the list of all orders tells apart, symmetries in
    the certificate of an interval, and a second computation that is dropped: it has not moved.
    """
    case = Asking(1, tmp_path)
    fused: dict[str, Any] = {"contexts": 2, "patterns": True, "ordered": False, "leaves": 4}
    if name == "limits that overlap":
        assert questions.fewest(case, wide_problem(968684, None, ports=True)) != "unknown"
    elif name == "chains":
        problem = msgspec.structs.replace(random_sums(189892, **fused), transform="chain")
        assert questions.fewest(case, problem) != "unknown"
    elif name == "orders":
        problem = msgspec.structs.replace(random_sums(128636, **fused), transform="enumerate")
        assert questions.fewest(case, problem) != "unknown"
    elif name == "symmetries":
        assert questions.smallest(case, wide_problem(820137, 3)) != "unknown"
    else:
        dfg = graph_of(LATE)
        arch = architecture_preset("adres:3x3,io=memory,global=4")
        assert questions.moved_again(case, dfg, arch) in ("optimal", "feasible")


def graph_of(steps: dict[str, tuple[Any, ...]]) -> Dfg:
    names = sorted({operator for operator, *_ in steps.values()})
    document = {
        "schema": "xyzmap/dfg/1", "name": "late", "inputs": ["x"], "results": ["v2", "v3", "v5"],
        "operators": [{"name": name, "arity": 2} for name in names],
        "constants": [{"name": "k", "value": 7}],
        "operations": [
            {"name": name, "operator": operator, "operands": reads}
            for name, (operator, *reads) in steps.items()
        ],
        "initial": [{"value": "v0", "numbers": [1]}, {"value": "v2", "numbers": [-6]}],
    }  # fmt: skip
    return dfg_from_json(json.dumps(document), "late")


def test_every_question_is_asked() -> None:
    counts = {name: count for name, (_, count) in questions.KINDS.items()}
    assert Counter(map(kind_of, range(100))) == counts


Lie = Callable[[dict[str, Any]], object]
LIES: dict[str, Lie] = {
    "fewer cycles": lambda a: a.update(cycles=a["cycles"] - 1, lower_bound=a["lower_bound"] - 1),
    "more cycles": lambda a: a.update(cycles=a["cycles"] + 1, lower_bound=a["cycles"] + 1),
    "a higher bound": lambda a: a.update(lower_bound=a["lower_bound"] + 1),
    "an issue is lost": lambda a: a["mapping"]["issues"].pop(),
    "a value is not held": lambda a: a["mapping"]["holds"].pop(),
    "infeasible": lambda a: a.update(status="infeasible", cycles=None, mapping=None),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_false_answer_is_noticed(
    lie: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ask = Asking.ask

    def lying(self: Asking, *words: object, **how: Any) -> dict[str, Any]:
        answer = ask(self, *words, **how)
        LIES[lie](answer)
        return answer

    problem = next(p for p in map(random_problem, range(20)) if _has_mapping(p))
    assert questions.fewest(Asking(1, tmp_path), problem) == "optimal"
    monkeypatch.setattr(Asking, "ask", lying)
    with pytest.raises(FalseError):
        questions.fewest(Asking(1, tmp_path), problem)


def _has_mapping(problem: Any) -> bool:
    return any(feasible(problem.dfg, problem.arch, None, n) for n in range(4, 7))


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"status": "optimal", "cycles": 11, "lower_bound": 11}, 0),
        ({"status": "infeasible", "cycles": None, "lower_bound": 1}, 20),
        ({"status": "unknown", "cycles": None, "lower_bound": 11}, 30),
        ({"status": "feasible", "cycles": 9, "lower_bound": 3}, 10),
    ],
)
def test_false_words_are_noticed(answer: dict[str, Any], code: int) -> None:
    """Tests the judge: what is not so, a code that does not fit, half an answer, a traceback."""
    truth = {"cycles": 10}
    with pytest.raises(FalseError):
        agree(answer, truth, "cycles", "lower_bound", "")
    agree(
        {"status": "feasible", "cycles": 10, "lower_bound": 9}, truth, "cycles", "lower_bound", ""
    )
    for text, wrong in (('{"status": "optimal"', 0), ('{"status": "unknown"}', code % 30)):
        with pytest.raises(FalseError):
            answered(wrong, text)
    with pytest.raises(FalseError):
        calm("Traceback (most recent call last)")


def test_whatever_becomes_of_a_process_is_an_outcome() -> None:
    """Tests cases that are false, raise, end the process, or hang; the others are done."""

    def work(one: Case) -> Outcome:
        need(one.seed != 1, "not so")
        if one.seed == 2:
            raise KeyError("x")
        if one.seed == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        if one.seed == 4:
            time.sleep(60)
        if one.seed == 5:
            raise MemoryError
        return Outcome("", "any", one.seed, "agrees")

    cases = [Case("", "any", n, 1.0 if n == 4 else 60.0) for n in range(7)]
    found = {one.seed: one.verdict for one in outcomes(cases, work, 2)}
    bad = {1: "false", 2: "crash", 3: "crash", 4: "hang", 5: "memory"}
    assert found == {n: bad.get(n, "agrees") for n in range(7)}


def test_steps_are_read_as_they_are_written() -> None:
    steps = [rules.Step(97, 9, [1, -300], [1, 2, -3]), rules.Step(100, 0, [], [4, 2**40])]
    assert rules.read_steps(rules.written(steps)) == steps
    assert rules.read_steps(b"1 2 0\n") is None and rules.read_steps(b"a\2") is None


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> list[Genuine]:
    return write_material(tmp_path_factory.mktemp("material"), 0, 4)


@pytest.mark.soak
def test_certificates_of_all_questions_and_every_rule(
    material: list[Genuine], tmp_path: Path
) -> None:
    assert {one.question for one in material} == {
        "min_cycles", "min_ii", "streaming", "prune_arch"
    }  # fmt: skip
    tampering = Tampering(material, tmp_path)
    done = set[str]()
    for number in range(300):
        done |= {*tampering.damaged(random.Random(number), tmp_path / "x")[2]}
    assert done == set(rules.RULES)


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("first", range(0, 90, 30))
def test_damaged_certificates(first: int, material: list[Genuine], tmp_path: Path) -> None:
    """Tests that nothing is verified that is not true, and that the verifier ends in a line."""
    tampering = Tampering(material, tmp_path)
    for seed in range(first, first + 30):
        found = tampering(case(seed))
        assert not found.bad, found


def test_a_claim_that_is_false_is_noticed(tmp_path: Path) -> None:
    """Tests the verifier, and the judge of it, on a claim of one cycle more than there are."""
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        assert min_cycles([*RING, "--quiet", "--certificate", str(folder)]) == 0
    claim = rules.load(new / "certificate.json")
    genuine, judge = Genuine(old, "min_cycles", ()), Tampering([], tmp_path)
    assert verified(new, False)[0] == 0
    assert judge.truth(genuine, new, "") == "true as before"
    more = {"value": claim["value"] + 1, "lower_bound": claim["value"] + 1}
    rules.put(new / "certificate.json", claim | more)
    assert verified(new, False)[0] == 1
    longer = ["--cycles", str(claim["value"] + 1), "--quiet", "--mapping"]
    assert min_cycles([*RING, *longer, str(new / claim["mapping"])]) == 10
    assert verified(new, False)[0] == 1
    small = next(p for p in map(random_problem, range(20)) if _has_mapping(p))
    (new / claim["dfg"]).write_text(dfg_to_json(small.dfg))
    (new / claim["architecture"]).write_text(architecture_to_json(small.arch))
    with pytest.raises(FalseError):
        judge.truth(genuine, new, "what")
