"""All solvers give the same answers on the same questions, and those of an oracle."""

from __future__ import annotations

import msgspec
import pytest

from models.data.computation import Transform
from models.data.problem import Problem
from solvers.backends.cnf import Encodings
from solvers.backends.registry import BACKENDS
from tests.models.naive_model import feasible
from tests.models.random_problems import random_problem
from tests.models.random_sums import random_sums
from tests.system.agreement import asked, decide, horizons, label
from tests.system.problems import KINDS, problem_of


def agree(problem: Problem) -> set[bool]:
    """Fail unless all solvers agree around the fewest cycles; return the answers there are."""
    answers = set()
    for horizon in horizons(problem):
        said = {label(*each): decide(problem, horizon, *each) for each in asked()}
        relaxed = said.pop("lp", None)
        assert len(set(said.values())) == 1, (horizon, said)
        assert None not in said.values()
        # The relaxation may leave a question open, but never refutes what has a mapping.
        assert relaxed is None or [relaxed] == [*{*said.values()}] == [False]
        answers |= {bool(answer) for answer in said.values()}
    return answers


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_the_benchmark(kind: str) -> None:
    """Tests one problem of every kind that the benchmark has, and two seeds no page shows."""
    assert agree(problem_of(kind, 1000)) | agree(problem_of(kind, 1001)) == {True, False}


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("how", ["none", "enumerate", "xbtree", "select", "chain"])
def test_random_sums(how: Transform) -> None:
    """Tests sums with patterns, order edges and priorities, pipelined and not."""
    for seed, contexts in ((301, None), (302, 2)):
        sums = random_sums(seed, contexts=contexts, patterns=True, ordered=True, leaves=4)
        agree(msgspec.structs.replace(sums, transform=how))


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("name", [n for n, _ in asked() if "decides" in BACKENDS[n].can])
def test_an_oracle(name: str) -> None:
    """Tests each solver against a model that was written independently of this one."""
    for seed in range(401, 407):
        problem = random_problem(seed, 2 if seed % 2 else None, ports=seed % 3 == 0)
        for horizon in range(2, 6):
            found = decide(problem, horizon, name, Encodings())
            assert found == feasible(problem, horizon), (seed, horizon)
