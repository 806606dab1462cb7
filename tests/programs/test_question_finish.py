from __future__ import annotations

import functools
import itertools
from dataclasses import replace

import pytest

from programs.cost import buffers_of
from programs.explore import Exploration, ExploreOptions, explore
from programs.question.finish import Finish
from programs.question.kernels import KernelFact
from programs.transform import variant_of
from shell.budget import UNLIMITED, Budget
from tests.programs.small import S4, Pretended, sums

# Where moving anything takes no time, computation alone decides.
BUFFERS = replace(buffers_of("s4"), latency=0, bandwidth=10**9)
QUICK = ExploreOptions(keep=3, tiles=(4,), factors=(1, 2, 3), evaluated=4, copies=6)


REGION = sums()


@functools.cache
def explored(options: ExploreOptions = QUICK) -> Exploration:
    return explore(REGION, S4, BUFFERS, options)


def finished(mapper: Pretended, options: ExploreOptions = QUICK) -> Finish:
    finish = Finish(variant_of(REGION), BUFFERS, mapper, options.mode)
    finish.baseline()
    finish.search(explored(options), UNLIMITED)
    return finish


def fewest(finish: Finish) -> int:
    return min(program.cost.cycles for program in finish.mapped)


def test_programs_with_kernels_that_are_not_mapped_are_left_out() -> None:
    nothing = finished(Pretended(S4, 8, biggest=0))
    assert nothing.winner is nothing.original is None
    assert nothing.tried and all(tried.reason for tried in nothing.tried)
    mapper = Pretended(S4, 8, biggest=14)
    finish = finished(mapper)
    winner = finish.winner
    assert winner is not None and finish.complete
    assert all(len(p.kernel.dfg.operations) <= 14 for p in winner.pieces if p.kernel)
    assert fewest(finish) > fewest(finished(Pretended(S4, 8)))


@pytest.mark.parametrize("biggest", [14, 1000])
def test_the_winner_is_the_best_of_all_combinations(biggest: int) -> None:
    options = replace(QUICK, keep=2)
    finish = finished(Pretended(S4, 8, biggest=biggest, above=1), options)
    assert finish.winner is not None and finish.complete
    again = Pretended(S4, 8, biggest=biggest, above=1)
    oracle = Finish(variant_of(REGION), BUFFERS, again, "performance")
    oracle.baseline()
    for tree in explored(options).forest:
        leaves = [leaf.candidates for leaf in tree.root.leaves]
        for chosen in itertools.product(*leaves):
            steps = tree.variant.steps
            for candidate in reversed(chosen):
                steps += candidate.steps
            oracle.program(tree.name, steps)
    assert fewest(finish) == fewest(oracle)
    # Of these, what is moved decides.
    assert finish.winner.point[0] == min(one.count.cycles for one in finish.mapped)


def test_when_time_is_up_what_has_been_mapped_is_put_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]

    class Slow(Pretended):
        """Takes a second for each kernel."""

        def poll(self) -> list[KernelFact]:
            clock[0] += 1.0
            later, self.waiting = self.waiting[1:], self.waiting[:1]
            done = super().poll()
            self.waiting = later
            return done

    monkeypatch.setattr("shell.budget.time.perf_counter", lambda: clock[0])
    finish = Finish(variant_of(REGION), BUFFERS, Slow(S4, 8), "performance")
    finish.baseline()
    finish.search(explored(), UNLIMITED, Budget(0.0))
    assert str(finish.winner) == "as it is" and not finish.complete
    finish.search(explored(), Budget.of(1.0))
    assert finish.original is not None and finish.winner is not None
    assert finish.winner.cost.cycles < finish.original.cost.cycles
    assert fewest(finished(Pretended(S4, 8))) < fewest(finish) and not finish.complete
