"""Real refutations are verified: every feature, every encoding, every reason of arithmetic."""

from __future__ import annotations

from pathlib import Path as File
from typing import Any

import pytest
from msgspec.structs import replace

from archs.presets import architecture_preset
from encoders import ENCODINGS
from examples.ring import ring
from models.counting.arithmetic import Arithmetic
from models.counting.longest import longest_useful_horizon
from models.data.architecture import Architecture, Choice, Component, InitialContents, Support
from models.data.certificate import Crossing, Never, Recurrence, Slots, restated
from models.data.computation import Transform
from models.data.dfg import Dfg, Operator, OrderEdge, Pattern, Priority
from models.data.pins import Pins
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from models.space_time.index import Index
from models.space_time.symmetry_breaking import rule_arrival, rule_placement
from shell.budget import Budget
from solvers.backends.cnf import Encodings
from solvers.certificates.cycles import prepare, write_certificate
from solvers.certificates.intervals import write_claim as write_interval
from solvers.certificates.listed import listed
from solvers.search.answer import Answer
from solvers.search.interval_answer import IntervalQuestion
from solvers.search.intervals import IntervalSearch
from solvers.tasks.solver_options import SolverOptions
from solvers.verification.directory import RejectedError
from solvers.verification.longest import longest
from solvers.verification.rules import Rules
from tests.models.copies import copied
from tests.models.decide import decided, under
from tests.models.random_problems import random_problem
from tests.models.test_pins import naive
from tests.models.wide_problems import wide_problem
from tests.solvers.verification.claims import EXT, array, element, graph, one, verify
from tests.solvers.verification.families import FAMILIES, cases
from tests.solvers.verification.refutations import first_mapping, legal, write_claim, write_proof

OPERATORS = (
    Operator("+", 2, commutative=True, associative=True),
    Operator("cat", 2, associative=True),
    Operator("*", 2, commutative=True),
    Operator("f", 1),
    Operator("g", 2),
    Operator("slow", 2, latency=2),
    Operator("store", 1, effect=True),
)
PATTERNS = {
    name: Pattern(name, tuple(words.split()))
    for name, words in {
        "mac": "+ _ * _ _", "add3": "+ + _ _ _", "dot": "+ * _ _ * _ _", "joined": "cat _ cat _ _",
    }.items()
}  # fmt: skip


def dfg(text: str, results: str, *patterns: str, **more: Any) -> Dfg:
    some = tuple(PATTERNS[name] for name in patterns)
    return graph(text, results, "a b c d", operators=OPERATORS, patterns=some, **more)


def pair() -> Architecture:
    """Two elements, joined both ways and to the memory."""
    ends = "ip ext>p:1;iq ext>q:1;qp q>p:1;op p>ext:1;oq q>ext:1;pq p>q:1"
    return array((EXT, element(capacity=2), element("q", capacity=2)), ends)


SUM = dfg("t g a b; u g b c; v g t u; w f u; x f t", "v w x")
STORES = dfg("s1 store a; s2 store b; s3 store b; u g b c", "u",
             order=(OrderEdge("s1", "s2"), OrderEdge("s2", "u")))  # fmt: skip
FIRST = dfg("u f a; v f b; x f b; w g u v", "w x", priorities=(
    Priority("u", "v"), Priority("v", "w", ">="), Priority("a", "w")))  # fmt: skip
CHOICES = (Choice(1, ("b", "c")),)
ROM = array(
    (replace(EXT, initial=InitialContents(("a",))),
     Component("rom", initial=InitialContents((), CHOICES)),
     Component("rom2", initial=InitialContents((), CHOICES), transient=True),
     element("p", capacity=2, ops=("g", "f", Support("slow", 1)))),
    "in ext>p:1;rom rom>p:1;rom2 rom2>p:1;out p>ext:1",
)  # fmt: skip
PRODUCTS = "p * a b; q * b c; "
THREE = dfg(f"{PRODUCTS}s1 + p q; s2 + s1 c", "s2", "mac", "dot")
TWO = dfg(f"{PRODUCTS}s1 + a p; s2 + s1 b; s3 + s2 q; u + p q; t + u c; v + t d", "s3 v", "mac")
SLOW_MAC = (*(row.name for row in OPERATORS), Support("mac", 3))
LINE = architecture_preset("line:2")
EVERY: Transform = "enumerate"
CASES = {
    "recurrence": Problem(dfg("s g a s@1; t g s b; u g t@1 c", "t u"), pair(), 2),
    "effects in order": Problem(STORES, pair()),
    "priorities": Problem(FIRST, pair()),
    "choices": Problem(SUM, ROM),
    "three on one": Problem(THREE, one(), None, EVERY),
    "three, slow": Problem(THREE, one(ops=SLOW_MAC, capacity=3), None, EVERY),
    "four, few registers": Problem(
        dfg(f"{PRODUCTS}s1 + a p; s2 + s1 b; s3 + s2 q", "s3", "mac"), one(capacity=2), None, EVERY
    ),
    "five, slow": Problem(
        dfg(f"{PRODUCTS}r * c d; s1 + p q; s2 + s1 r; s3 + s2 d", "s3", "mac", "dot"),
        one(ops=SLOW_MAC, write_ports=2), None, EVERY,
    ),
    "two sums on one": Problem(TWO, one(), None, EVERY),
    "two sums on a line": Problem(TWO, LINE, None, EVERY),
    "two sums, pipelined": Problem(TWO, LINE, 3, EVERY),
    "in sequence": Problem(dfg("s1 cat a b; s2 cat s1 c; s3 cat s2 d", "s3", "joined"),
                           architecture_preset("single"), None, EVERY),
    "recurrence of sums": Problem(dfg("s1 + a b; s2 + s1 s2@1", "s2", "add3"), LINE, 2, EVERY),
    "shared, with an effect": Problem(
        dfg("s1 + a b; s2 + s1 c; r + b c; e store r", "s2", "add3"),
        architecture_preset("single"), 4, EVERY,
    ),
}  # fmt: skip


@pytest.mark.oracle(keep=6)
@pytest.mark.parametrize("name", CASES)
def test_every_refutation_is_verified(name: str, tmp_path: File) -> None:
    """Tests that optimality by proofs of all smaller horizons is verified."""
    mapping, refuted = first_mapping(CASES[name], range(1, 12))
    assert mapping is not None and refuted
    bounds = [write_proof(tmp_path, CASES[name], horizon) for horizon in refuted]
    write_claim(tmp_path, CASES[name], [bound for bound in bounds if bound], mapping)
    lines: list[str] = []
    verdict = verify(tmp_path, lines.append)
    assert verdict.startswith(f"{mapping.horizon} cycles are optimal for 'graph'")
    assert len(lines) == len(bounds) + 2 and lines[0].startswith("mapping: legal")
    assert verdict.endswith("with reassociation (enumerate)") == (CASES[name].transform == EVERY)


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("encoding", [*ENCODINGS, "bimander:1", "bimander:3", "commander:2"])
def test_every_encoding_is_verified(encoding: str, tmp_path: File) -> None:
    """Tests that proofs of the ring of four are verified whatever the encoding."""
    plain = encoding.partition(":")[0]
    wide = plain if ENCODINGS[plain].any_bound else "sequential"
    encodings = Encodings(encoding, wide, encoding if wide == plain else "product", 12)
    problem = Problem(*ring(4, "operator"))
    bound = write_proof(tmp_path, problem, 7, encodings)
    assert bound is not None
    write_claim(tmp_path, problem, [bound])
    assert verify(tmp_path)


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("family", FAMILIES)
def test_random_refutations_are_verified(family: str, tmp_path: File) -> None:
    """Tests refutations of random problems; without their pins, where these matter, they are
    refused.
    """
    verified = free = 0
    for seed, problem, pins, horizon in cases(family, 40):
        for cycles in (horizon - 2, horizon):
            try:
                bound = write_proof(tmp_path, problem, cycles, None, pins)
            except InfeasibleError:
                continue
            if bound is None:
                continue
            write_claim(tmp_path, problem, [bound], pins=pins.places)
            assert verify(tmp_path), (seed, cycles)
            verified += 1
            if pins and not problem.dfg.patterns and seed % 4 == 0:
                assert not naive(problem, cycles, pins)
            if pins and legal(problem, cycles) is not None:
                write_claim(tmp_path, problem, [bound])
                free += 1
                with pytest.raises(RejectedError):
                    verify(tmp_path)
    assert verified > 8 and (free > 5 or family != "pinned"), (verified, free)


@pytest.mark.parametrize("rule", [rule_arrival, rule_placement])
def test_proofs_that_assume_by_symmetry_are_verified(rule: Any, tmp_path: File) -> None:
    """Tests a ring, and problems with copies, under an order of arrival and under a placement."""
    verified = 0
    some = [Problem(*ring(4, mac="pattern"))]
    some += [copied(random_problem(seed, ports=seed % 3 == 0), 2, seed) for seed in range(12)]
    for problem in some:
        for horizon in (4, 7):
            try:
                bound = write_proof(tmp_path, problem, horizon, assume=rule)
            except InfeasibleError:
                continue
            if bound is not None and (bound.arrival or bound.placement):
                write_claim(tmp_path, problem, [bound])
                assert verify(tmp_path)
                verified += 1
    assert verified > 1


@pytest.mark.parametrize("how", ["chain", "select", "xbtree"])
def test_proofs_of_all_orders_are_of_any_tree(how: Transform, tmp_path: File) -> None:
    """Tests claims of some trees by proofs of all orders, and what has no such proof."""
    verified = 0
    for _, problem, _, horizon in cases("sums in any order", 40):
        several = problem.dfg.patterns and any(part.issue > 1 for part in problem.arch.components)
        try:
            bound = None if several else write_proof(tmp_path, problem, horizon)
        except (InfeasibleError, InputError):
            continue
        assert (listed(under(problem, how), Pins()) is None) == bool(several)
        if bound is not None:
            write_claim(tmp_path, under(problem, how), [bound])
            assert f"with reassociation ({how})" in verify(tmp_path)
            verified += 1
    assert verified > 3


def judge(problem: Problem, fact: Any, folder: File) -> str:
    """What the verifier says of a reason that arithmetic has found."""
    prepare(str(folder))
    write_certificate(Answer(problem, "infeasible", fact=fact), None, str(folder))
    return verify(folder)


def test_every_fact_of_arithmetic_is_certified(tmp_path: File) -> None:
    """Tests a certificate of each, also against fewer contexts, where no horizon does."""
    kinds = set()
    some = [wide_problem(seed, ii) for seed in range(24) for ii in (None, 1, 2)]
    some += [problem for family in FAMILIES for _, problem, _, _ in cases(family, 10)]
    for number, problem in enumerate(some):
        try:
            Arithmetic(problem).first_horizon(12)
            continue
        except InfeasibleError as error:
            fact = error.fact
        assert fact is not None and judge(problem, fact, tmp_path / str(number))
        kinds.add((type(fact), problem.contexts is None))
        if problem.contexts == 2 and isinstance(fact, Recurrence | Slots | Crossing | Never):
            fewer = replace(problem, contexts=1)
            assert judge(fewer, restated(fact, 1), tmp_path / f"{number}-1")
        assert not any(decided(problem, horizon) for horizon in (4, 7))
    assert kinds >= {(Never, True), (Never, False), (Slots, False), (Recurrence, False)}


def test_useful_lengths_are_those_of_the_search() -> None:
    """Tests the longest useful number of cycles against that of the producer."""
    finite = longer = 0
    for family in ("plain", "wide"):
        for _, problem, _, _ in cases(family, 60):
            for contexts in (1, 2):
                changed = replace(problem, contexts=contexts)
                found = longest(Rules(changed, 1), contexts)
                assert found == longest_useful_horizon(Index(changed))
                finite += found is not None
                for kind, once in (("static", False), ("unroll", True), ("rotating", False)):
                    own = replace(changed, files=kind, recompute=once or bool(changed.dfg.patterns))
                    more = longest(Rules(own, 1), contexts)
                    assert more == longest_useful_horizon(Index(own))
                    assert more is None or (found is not None and more >= found)
                    longer += more != found
    assert finite > 60
    assert longer > 20


ROUND = "in ext>p:1;pq p>q:1;qp q>p:1;out q>ext:1"
SEARCHED = (
    Problem(dfg("v g a a; w g v a", "w"),
            array((EXT, element("p", capacity=3), element("q", capacity=2)), ROUND), 1),
    wide_problem(30, 1),
    under(Problem(dfg("v + a a; w + v a", "w"),
                  array((EXT, element("p", capacity=3), element("q", capacity=2)), ROUND), 1),
          "select"),
)  # fmt: skip


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("problem", SEARCHED)
def test_intervals_that_only_a_search_refutes(
    problem: Problem, tmp_path: File, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that each smaller interval has a reason, the last one by a proof for all horizons."""
    monkeypatch.setattr("solvers.search.relaxation.is_cyclic", lambda problem: False)
    options, budget = SolverOptions(proof_dir=str(tmp_path)), Budget.of(100)
    answer = IntervalSearch(IntervalQuestion(problem, options, 4, heuristics=False), budget).run()
    assert write_interval(answer, str(tmp_path)) is None
    lines: list[str] = []
    assert f"II {answer.contexts} is the smallest of " in verify(tmp_path, lines.append)
    assert any("cycles are of use" in line for line in lines), lines
