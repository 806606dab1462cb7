"""What the verifier takes for granted holds in mappings that the checker accepts."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product

import numpy as np
import pytest
from pysat.solvers import Solver

from encoders import ENCODINGS, at_most
from models.data.problem import Problem
from models.errors import InfeasibleError, InputError
from models.judge.checker import check
from models.space_time.decode import decode
from models.space_time.index import Index
from models.space_time.windows import windows
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.verification.clauses import Justifier
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Item, Rules
from solvers.verification.symbols import Symbols
from solvers.verification.templates import Template
from solvers.verification.windows import Windows
from tests.solvers.test_verify_material import edited, encode, random_problem

# The last ones have operations that read nothing but themselves.
SEEDS = (*range(45), 76, 83, 207, 243)


def problems() -> list[tuple[int, Problem]]:
    found = []
    for seed in SEEDS:
        try:
            found.append((seed, random_problem(seed)))
        except InputError:
            continue
    return found


@cache
def legal(seed: int, horizon: int) -> frozenset[Item] | None:
    """The items of a reduced legal mapping that was found without windows."""
    problem = random_problem(seed)
    model = build(problem, horizon, windowed=False)
    with Solver("cadical195", bootstrap_with=lower(model.constraints).clauses()) as solver:
        if not solver.solve():
            return None
        mapping = decode(model, [v for v in solver.get_model() if v > 0])
    assert check(problem, mapping) == []
    items = {("x", held.value, held.component, "", held.cycle) for held in mapping.holds}
    items |= {("y", moved.value, moved.path, "", moved.cycle) for moved in mapping.transfers}
    items |= {("z", i.operation, i.component, "", i.cycle) for i in mapping.issues}
    return frozenset(items)


@pytest.mark.oracle
def test_windows_limits_and_intervals_hold_in_legal_mappings() -> None:
    """Tests that reduced legal mappings respect every fact that justifications rest on."""
    count = 0
    for seed, problem in problems():
        for horizon in (4, 5, 6):
            items = legal(seed, horizon)
            if items is None:
                continue
            count += 1
            justifier = Justifier(Rules(problem, horizon), Symbols())
            assert justifier.contradiction is None
            assert all(justifier.windows.allows(item) for item in items)
            assert all(issues & items for issues in justifier.required.values())
            for alternatives in justifier.intervals.used.values():
                assert all(issues & items for issues in alternatives)
            counts = Counter(limit for item in items for limit in justifier.limits.of(item))
            assert all(justifier.limits.allowed[limit] >= n for limit, n in counts.items())
    assert count > 40


def test_accepted_clauses_hold_in_legal_mappings() -> None:
    """Tests that randomly edited clauses which are accepted hold in a legal mapping."""
    source = random.Random(7)
    accepted = rejected = 0
    for seed, problem in problems():
        items = legal(seed, 6)
        if items is None:
            continue
        cnf, lines, _ = encode(problem, 6)
        table: dict[int, Item] = {}
        for words in (line.split() for line in lines):
            if words[0] in "xyz":
                table[int(words[1])] = (words[0], words[2], words[3], "", int(words[4]))
        justifier = Justifier(Rules(problem, 6), Symbols(dict(table)))
        # What is held for certain in cycle 0 counts as true, listed or not.
        true = items | {
            ("x", value, place, "", 0)
            for place, values in justifier.rules.certain.items()
            for value in values
        }
        known = [c for c in cnf.clauses() if all(abs(literal) in table for literal in c)]
        for clause in source.sample(known, min(60, len(known))):
            changed = edited(source, clause, table)
            try:
                justifier.check(changed)
            except RejectedError:
                rejected += 1
                continue
            accepted += 1
            assert any((table[abs(n)] in true) == (n > 0) for n in changed), (seed, changed)
    assert accepted > 300
    assert rejected > 300


def test_windows_are_as_tight_as_those_of_the_producer() -> None:
    """Tests that every variable which the producer leaves out is excluded here, too."""
    for _, problem in problems():
        for horizon in (3, 6):
            index = Index(problem)
            try:
                theirs = windows(index, horizon)
            except InfeasibleError:
                continue
            ours = Windows(Rules(problem, horizon))
            values, arch = problem.dfg.values, problem.arch
            for kind, first, last, places in (
                ("x", theirs.x_first, theirs.x_last, arch.components),
                ("y", theirs.y_first, theirs.y_last, arch.paths),
                ("z", theirs.z_first, theirs.z_last, arch.components),
            ):
                for (i, j), start in np.ndenumerate(first):
                    name, place = values[i], places[j].name
                    if kind == "z" and name in problem.dfg.inputs:
                        continue
                    for cycle in range(theirs.span + 2):
                        outside = not start <= cycle <= last[i, j]
                        item = (kind, name, place, "", cycle)
                        certain = kind == "x" and cycle == 0
                        if outside and not certain:
                            assert not ours.allows(item), item


def brute(template: Template, clause: tuple[int, ...]) -> bool:
    """Whether a local clause holds for every assignment within the bound."""
    for values in product((False, True), repeat=template.n):
        if sum(values) > template.bound:
            continue
        full = [False, *values]
        for mask, threshold in template.definitions:
            members = sum(full[n] for n in range(1, template.n + 1) if mask >> n & 1)
            full.append(members >= threshold)
        if not any(full[abs(literal)] == (literal > 0) for literal in clause):
            return False
    return True


@pytest.mark.parametrize("name", ENCODINGS)
def test_local_clauses_are_judged_as_by_enumeration(name: str) -> None:
    """Tests that a clause of an encoding is accepted exactly when it is valid."""
    source = random.Random(name)
    for n, bound in ((7, 1), (6, 2), (7, 3)):
        if bound > 1 and not ENCODINGS[name].any_bound:
            continue
        made = at_most(n, bound, name)
        ours = Template(n, bound)
        for subset, threshold in made.definitions:
            ours.define(threshold, list(subset))
        assert all(ours.valid(clause) for clause in made.clauses)
        for clause in source.sample(made.clauses, min(25, len(made.clauses))):
            k = source.randrange(len(clause))
            other = source.choice([-1, 1]) * source.randint(1, n + made.aux)
            edited = (*clause[:k], other, *clause[k + 1 :])
            assert ours.valid(edited) == brute(ours, edited)
            assert ours.valid(clause[:k]) == brute(ours, clause[:k])
