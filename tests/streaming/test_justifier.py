"""Clauses that the verifier admits hold in all mappings; those of the model are admitted."""

from __future__ import annotations

import random
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.verification.directory import RejectedError
from streaming.model.bounds import Times, most_cycles
from streaming.model.clauses import StreamingModel, build
from streaming.model.engine import Engine
from streaming.model.rules import Rules
from streaming.model.schedule import Schedule
from streaming.question.refute import refute
from streaming.verification.clauses import StreamingJustifier
from streaming.verification.facts import StreamingFacts
from tests.streaming.small_streaming import engines, mappings, program, programs


def clauses_of(model: StreamingModel) -> list[list[int]]:
    rows = (row for block in model.constraints.clauses for row in block.rows.tolist())
    return [[literal for literal in row if literal] for row in rows]


def justifier_of(model: StreamingModel, places: tuple = ()) -> StreamingJustifier:
    rules = model.rules
    facts = StreamingFacts(rules.program, rules.engine, model.ii, model.cycles, places)
    found = StreamingJustifier(facts, model.mirrored)
    lines = [
        f"{symbols.kind} {variable} {' '.join(map(str, keys))}"
        for symbols in model.symbols
        for variable, keys in enumerate(symbols.keys.tolist(), symbols.first)
    ]
    found.read(iter(list(enumerate(lines, start=1))))
    return found


def admits(justifier: StreamingJustifier, clause: list[int]) -> bool:
    try:
        justifier.check(clause)
    except RejectedError:
        return False
    return True


def truths(model: StreamingModel, schedule: Schedule) -> set[int]:
    """The variables that are true of a mapping, by the words that describe them."""
    rules, engine = model.rules, model.rules.engine
    tile = [p.tile for p in schedule.placements]
    start = [p.start for p in schedule.placements]
    latency = engine.latencies()

    def true(kind: str, n: int, *keys: int) -> bool:
        at = keys[-1]
        if kind == "tile":
            return tile[n] == at
        if kind == "above":
            return tile[n] >= at
        if kind == "start":
            return start[n] >= at
        if kind == "spoke":
            return start[n] % model.ii == at
        if kind == "launch":
            return min(start[m] for m in rules.starts if rules.flow[m] == rules.flow[n]) >= at
        if kind == "output":
            return any(tile[v] - tile[n] == at for v in rules.readers[n])
        away = abs(tile[n] - tile[keys[0]])
        if kind == "distance":
            return away >= at
        return start[n] + engine.pipeline + latency[away] >= at

    return {
        variable
        for symbols in model.symbols
        for variable, keys in enumerate(symbols.keys.tolist(), symbols.first)
        if true(symbols.kind, *keys)
    }


@settings(max_examples=25, deadline=None)
@given(programs(), engines(), st.integers(1, 3), st.integers(0, 3), st.integers(0, 99))
def test_an_admitted_clause_holds_in_every_mapping(small, engine, ii, more, seed) -> None:
    model = build(Rules(small, engine), ii, 2 * engine.pipeline + more)
    justifier, chance = justifier_of(model), random.Random(seed)
    clauses = clauses_of(model)
    assert all(admits(justifier, clause) for clause in clauses)
    variables = range(1, model.constraints.variables + 1)
    tried = [[literal for literal in c if literal != chance.choice(c)] for c in clauses if c]
    if variables:
        tried += [
            [v * chance.choice((1, -1)) for v in chance.choices(variables, k=k)]
            for k in (1, 2, 2, 2, 3, 3, 3, 4)
            for _ in range(60)
        ]
    admitted = [clause for clause in tried if admits(justifier, clause)]
    half = (engine.tiles + 1) // 2
    every = (
        s
        for s in mappings(small, engine, ii, model.cycles)
        if model.mirrored is None or s.placements[model.mirrored].tile < half
    )
    for schedule in islice(every, 40):
        true = truths(model, schedule)
        for clause in (*clauses, *admitted):
            assert any((literal > 0) == (abs(literal) in true) for literal in clause), clause


@settings(max_examples=25, deadline=None)
@given(programs(), engines(), st.integers(1, 3), st.integers(0, 3), st.data())
def test_fixed_places_leave_the_mappings_that_have_them(small, engine, ii, more, data) -> None:
    chosen = data.draw(st.sets(st.integers(0, len(small.instructions) - 1), min_size=1))
    spots = st.tuples(st.integers(0, engine.tiles - 1), st.integers(0, ii - 1))
    placed = {n: data.draw(spots) for n in sorted(chosen)}
    rules, cycles = Rules(small, engine), 2 * engine.pipeline + more
    every = [
        s
        for s in mappings(small, engine, ii, cycles)
        if all((s.placements[n].tile, s.placements[n].start % ii) == p for n, p in placed.items())
    ]
    model, tiles = (build(rules, ii, cycles, placed, timed=timed) for timed in (True, False))
    found = refute(rules, ii, cycles, placed=placed)
    assert (found is True) == (not every)
    assert found is True or found in every
    for own in (model, tiles):
        justifier = justifier_of(own, tuple((n, *p) for n, p in placed.items()))
        clauses = clauses_of(own)
        assert all(admits(justifier, clause) for clause in clauses)
        literals = [v for v in range(1, own.constraints.variables + 1)]
        units = [[s * v] for v in literals for s in (1, -1) if admits(justifier, [s * v])]
        for schedule in every[:20]:
            true = truths(own, schedule)
            for clause in (*clauses, *units):
                assert any((literal > 0) == (abs(literal) in true) for literal in clause), clause


@settings(max_examples=50, deadline=None)
@given(programs(4), engines(), st.integers(1, 4), st.integers(0, 30))
def test_its_facts_are_those_of_the_mappers(small, engine, ii, cycles) -> None:
    rules, facts = Rules(small, engine), StreamingFacts(small, engine, ii, 10_000)
    pairs = {frozenset(pair) for pair in rules.apart}
    assert facts.apart == pairs
    for mine, other in ((facts.flow, rules.flow), (facts.group, rules.group)):
        assert len(set(zip(mine, other, strict=True))) == len(set(mine)) == len(set(other))
    times = Times(rules)
    assert all(a >= b for a, b in zip(facts.heads, times.heads, strict=True))
    assert all(a >= b for a, b in zip(facts.tails, times.tails, strict=True))
    assert facts.enough <= most_cycles(rules, ii)


@settings(max_examples=25, deadline=None)
@given(programs(), engines(), st.integers(1, 3))
def test_longer_than_enough_is_of_no_use(small, engine, ii) -> None:
    rules = Rules(small, engine)
    enough = StreamingFacts(small, engine, ii, 0).enough
    if refute(rules, ii, enough) is True:
        assert refute(rules, ii, enough + 3 * ii) is True


def test_most_clauses_need_all_their_literals() -> None:
    engine = Engine(tiles=4, hops=(1, 3), waiting=False, multicast=False, message=2, starts="free")
    rules = Rules(program("X", "", "ab", "c", "c", "X", messages="bc"), engine)
    model = build(rules, 3, 18)
    justifier = justifier_of(model)
    clauses = [c for c in clauses_of(model) if len(c) > 1]
    assert all(admits(justifier, clause) for clause in clauses)
    weaker = [admits(justifier, clause[1:]) for clause in clauses]
    assert sum(weaker) < len(weaker) / 10
