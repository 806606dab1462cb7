"""An array that knows its configuration alone: runs a loop context by context.

Round r takes what has stage s to be of iteration r - s. Operations take effect in the rounds that
the configuration says; routes and writes always run, and may find nothing only for iterations
that the loop does not have.
"""

from __future__ import annotations

from collections import defaultdict

from msgspec.structs import replace

from hardware.configuration.build import configuration
from hardware.configuration.check import configuration_faults
from hardware.configuration.data import Active, Configuration, Executed, Route, rounds
from models.data.dfg import Number
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.simulator_resources import execute, expression
from models.semantics.operators import close, evaluate, random_inputs, same

Numbers = dict[tuple[str, str, int], Number]  # by place, value and iteration


def assert_right(problem: Problem, full: Mapping, seed: int = 0) -> Configuration:
    """Everything is there once, the order of the items is of no matter, and an array agrees."""
    made = configuration(problem, full)
    assert configuration_faults(problem, full, made) == []
    turned = {name: getattr(full, name)[::-1] for name in ("holds", "transfers", "issues")}
    assert configuration(problem, replace(full, **turned)) == made
    for iterations in (1, 2, made.stages + 2):
        assert_runs(problem, made, iterations, seed)
    return made


def assert_runs(problem: Problem, made: Configuration, iterations: int, seed: int = 0) -> None:
    """Fail unless every result is there, with the right number, when its iteration ends."""
    inputs = random_inputs(problem.dfg, iterations, seed)
    wanted = evaluate(problem.dfg, iterations, inputs)
    machine = _Machine(problem, made, wanted)
    for now in range((iterations - 1) * made.interval + made.horizon):
        machine.step(now)
        n, late = divmod(now - made.horizon + 1, made.interval)
        if late == 0 and n >= 0:
            for value in problem.dfg.results:
                number = machine.held[problem.arch.external or "", value, n]
                assert same(number, wanted[n][value]) or close(number, wanted[n][value])


class _Machine:
    def __init__(
        self, problem: Problem, made: Configuration, wanted: list[dict[str, Number]]
    ) -> None:
        self.problem, self.made, self.wanted = problem, made, wanted
        self.held: Numbers = {}
        self.flying: dict[int, Numbers] = defaultdict(dict)
        self.computing: dict[int, Numbers] = defaultdict(dict)
        for preset in made.presets:
            key = (preset.place, preset.value, -preset.distance)
            if preset.origin == "held":
                assert preset.cycle == -1
                self.held[key] = preset.number
            else:
                later = self.flying if preset.origin == "path" else self.computing
                later[preset.cycle][key] = preset.number
        turns = rounds(made)
        self.ramp = len(turns) // 2
        self.active = [set(turn.operations) for turn in turns]

    def exists(self, n: int) -> bool:
        return 0 <= n < len(self.wanted)

    def effective(self, turn: int, on: Active) -> bool:
        """Whether an operation takes effect, by the rounds of prologue, kernel and epilogue."""
        before = self.active[turn] if turn < self.ramp else self.active[self.ramp]
        left = turn - len(self.wanted)  # rounds since the last iteration began
        after = self.active[self.ramp + 1 + left] if left >= 0 else self.active[self.ramp]
        return on in before and on in after

    def step(self, now: int) -> None:
        turn, context = divmod(now, self.made.interval)
        self.depart(now)
        arrived, computed = self.flying.pop(now, {}), self.computing.pop(now, {})
        cells = [cell for cell in self.made.cells if cell.context == context]
        for cell in cells:
            for done in cell.operations:
                if self.effective(turn, Active(done.value, cell.component, context, done.stage)):
                    assert self.exists(turn - done.stage)
                    number = self.execute(cell.component, done, turn, arrived)
                    latency = self.problem.operator_latency(done.operator, cell.component) or 0
                    finish = computed if latency == 1 else self.computing[now + latency - 1]
                    finish[cell.component, done.value, turn - done.stage] = number
                else:
                    assert not self.exists(turn - done.stage)
        stored: Numbers = {}
        for cell in cells:
            for write in cell.writes:
                n, name = turn - write.stage, write.value
                key = (cell.component, name, n)
                if write.origin == "initial":
                    found = self.wanted[n].get(name) if self.exists(n) else None
                elif write.origin == "path":
                    found = arrived.get((write.path or "", name, n))
                else:
                    found = (self.held if write.origin == "kept" else computed).get(key)
                assert found is not None or not self.exists(n)
                if found is not None:
                    stored[key] = found
        self.held = stored

    def depart(self, now: int) -> None:
        """Let values leave; those that pass through a switch when they have come into it."""
        waiting = [r for r in self.made.routes if r.left == now % self.made.interval]
        while waiting:
            later = [route for route in waiting if not self.leaves(route, now, waiting)]
            assert len(later) < len(waiting), "a circle through switches"
            waiting = later

    def leaves(self, route: Route, now: int, waiting: list[Route]) -> bool:
        """Whether a route need not wait any more for the one that it comes over."""
        path = self.problem.arch.path_by_name[route.path]
        arrival = now + path.latency
        n = arrival // self.made.interval - route.stage
        assert arrival % self.made.interval == route.context and route.source in path.sources
        if route.via is None:
            found = self.held.get((route.source, route.value, n))
        else:
            assert route.source in self.problem.arch.path_by_name[route.via].targets
            found = self.flying[now].get((route.via, route.value, n))
            feeds = [r for r in waiting if (r.path, r.value) == (route.via, route.value)]
            feeds = [r for r in feeds if self.problem.arch.path_by_name[r.path].latency == 0]
            if found is None and any(now // self.made.interval - r.stage == n for r in feeds):
                return False
        assert found is not None or not self.exists(n)
        if found is not None:
            self.flying[arrival][route.path, route.value, n] = found
        return True

    def execute(self, component: str, done: Executed, turn: int, arrived: Numbers) -> Number:
        operands: list[Number] = []
        for read in done.reads:
            n = turn - read.stage
            if read.origin == "constant":
                assert read.number is not None
                operands.append(read.number)
            elif read.origin == "path":
                operands.append(arrived[read.path or "", read.value, n])
            else:
                operands.append(self.held[component, read.value, n])
        words = expression(self.problem.dfg, done.operator)
        assert words is not None
        return execute(self.problem.dfg, words, operands, done.value)
