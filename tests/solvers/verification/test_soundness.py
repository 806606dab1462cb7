"""What the verifier takes for granted holds in mappings that the checker accepts."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest

from encoders import ENCODINGS, at_most
from models.counting.arithmetic import Arithmetic
from models.data.architecture import Path
from models.data.certificate import Counting, CriticalPath
from models.data.computation import Candidate
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker_limits import in_passing
from models.judge.checker_supports import Supports
from models.space_time.index import Index
from solvers.verification.arithmetic import check_counting, check_critical_path
from solvers.verification.clauses import Justifier
from solvers.verification.directory import RejectedError
from solvers.verification.intervals import slots
from solvers.verification.rules import Item, Rules
from solvers.verification.symbols import Symbols, read_symbols
from solvers.verification.templates import Template
from solvers.verification.ways import Way
from solvers.verification.work import separable
from tests.solvers.verification.families import FAMILIES, cases
from tests.solvers.verification.refutations import encode, legal

HOWS = ("sums as written", "sums in any order", "plain", "wide")


def names(index: Index, rules: Rules) -> dict[str, str]:
    """The verifier's name for every value of the producer."""
    found = {}
    for name in index.values:
        key = index.computation.keys.get(name)
        if key is None:
            found[name] = rules.ways.named[name]
        else:
            terms = tuple((leaf.value, leaf.distance) for leaf in key[2])
            found[name] = rules.ways.unnamed[key[1], terms]
    return found


def own(rules: Rules, named: dict[str, str], performed: Candidate, value: str):
    operands = tuple((named.get(o.value, o.value), o.distance) for o in performed.operands)
    way = rules.ways.way(named[value], performed.operator, operands)
    assert way is not None
    return way


class Truth:
    """What is true in a mapping, of everything that a symbol table may name."""

    def __init__(self, rules: Rules, mapping: Mapping, lines: list[str]) -> None:
        self.rules, problem = rules, rules.problem
        named = names(Index(problem), rules)
        self.items: set[Item] = {
            *(("x", named[h.value], h.component, "", h.cycle) for h in mapping.holds),
            *(("y", named[y.value], y.path, "", y.cycle) for y in mapping.transfers),
            *(("loaded", v.value, v.component, "", 0) for v in mapping.loaded),
        }
        defined = {**problem.dfg.operation_by_name, **{o.name: o for o in mapping.intermediates}}
        for issue in mapping.issues:
            performed = issue.performs or defined[issue.operation]
            candidate = Candidate(performed.operator, performed.operands, ())
            way = own(rules, named, candidate, issue.operation)
            self.items.add(("z", way.value, issue.component, "", issue.cycle))
            self.items.add(rules.performed(way, issue.component, issue.cycle))
            self.items |= self._read(way, issue.component, issue.cycle)
            latency = way.latencies[issue.component]
            done = range(issue.cycle + latency - 1, mapping.horizon)
            self.items |= {("done", name, "", "", k) for name in way.executes for k in done}
        supports = Supports(problem, mapping)
        known = {("XYZ"["xyz".index(i[0])], i[1], i[2], i[4]) for i in self.items if i[0] in "xyz"}
        if problem.transform == "none":
            for item in [item for item in known if item[0] == "X"]:
                if in_passing(supports, item, known):
                    self.items.add(("route", *item[1:3], "", item[3]))
        self.reduced = set(self.items)
        # What is held for certain in cycle 0 counts as true, listed or not.
        for place, values in rules.certain.items():
            self.items |= {("x", value, place, "", 0) for value in values}
        rule = next((line.split() for line in lines if line.startswith("chains ")), None)
        self.chains = {} if rule is None else self._weights(int(rule[2]), rule[3:])

    def _read(self, way: Way, component: str, cycle: int) -> set[Item]:
        """What does not arrive when it is read, where ports are those of a register file."""
        rules, part = self.rules, self.rules.components[component]
        found: set[Item] = set()
        for value, distance in (rules.ways.slots[n][0] for n in way.slots if part.file_ports):
            at = cycle + distance * rules.period
            arrivals = {("y", value, path.name, "", at) for path in rules.paths_into[component]}
            if not distance:
                arrivals.add(("loaded", value, component, "", 0))
            if arrivals.isdisjoint(self.items):
                found.add(("read", value, component, "", at))
        return found

    def _weights(self, unit: int, listed: list[str]) -> dict[Item, int]:
        """The lightest chain to each transfer, by trying all of them again and again."""
        arch, found = self.rules.arch, dict[Item, int]()
        moved = [item for item in self.items if item[0] == "y"]
        for _ in range(len(moved) + 1):
            for item in moved:
                path: Path = arch.path_by_name[item[2]]
                leaves, before = item[4] - path.latency, list[int]()
                for source in path.sources:
                    if ("x", item[1], source, "", leaves - 1) in self.items:
                        before.append(0)
                    for other in moved if arch.component_by_name[source].switch else ():
                        same = other[1] == item[1] and other[4] == leaves
                        if same and source in arch.path_by_name[other[2]].targets:
                            before += [0] if path.latency else []
                            before += [found[other]] if other in found else []
                if before:
                    weight = min(before) + unit * path.hops + (item[2] in listed)
                    found[item] = min(weight, found.get(item, weight))
        return found

    def holds(self, item: Item) -> bool:
        if item[0] == "chain":
            transfer = ("y", item[1], item[2], "", item[4])
            return self.chains.get(transfer, 1 << 30) <= int(item[3])
        return item in self.items


@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize("family", FAMILIES)
def test_facts_and_accepted_clauses_hold_in_legal_mappings(family: str) -> None:
    """Tests windows, required work, intervals, moves and limits, and clauses of the engine with
    one change, on mappings that are found without windows.
    """
    source = random.Random(family)
    mapped, accepted, refused = 0, Counter[str](), 0
    for seed, problem, pins, horizon in cases(family, 250 if family == "pinned" else 70):
        try:
            cnf, lines, pinned = encode(problem, horizon, None, pins)
            mapping = pinned if pins else legal(problem, horizon)
        except InfeasibleError:
            continue
        if mapping is None:
            continue
        rules, mapped = Rules(problem, horizon, pins.places), mapped + 1
        numbered = ((n, line) for n, line in enumerate(lines) if line[:5] != "group")
        read = read_symbols(rules, numbered)
        table = {v: item for v, item in read.items.items() if item[0] not in ("latch", "drive")}
        justifier = Justifier(rules, Symbols(dict(table), chains=read.chains))
        truth = Truth(rules, mapping, lines)
        facts_hold(justifier, truth.reduced, seed)
        known = [c for c in cnf.clauses() if all(abs(literal) in table for literal in c)]
        for clause in source.sample(known, min(60, len(known))):
            changed = edited(source, clause, table)
            try:
                justifier.check(changed)
            except RejectedError:
                refused += 1
                continue
            accepted[table[abs(clause[0])][0]] += 1
            true = any(truth.holds(table[abs(n)]) == (n > 0) for n in changed)
            assert true, (seed, [(n > 0, table[abs(n)]) for n in changed])
    assert mapped > 15 and refused > 150 and min(accepted[kind] for kind in "xyz") > 20


def facts_hold(justifier: Justifier, found: set[Item], seed: int) -> None:
    """Check all that justifications rest on."""
    assert justifier.contradiction is None, (seed, justifier.contradiction)
    assert all(justifier.windows.allows(item) for item in found if item[0] != "done"), seed
    assert all(issues & found for issues in justifier.required.values()), seed
    for used in (justifier.intervals.used, justifier.moves.used):
        assert all(some & found for alternatives in used.values() for some in alternatives), seed
    counts = Counter(limit for item in found for limit in justifier.limits.of(item))
    assert all(justifier.limits.allowed[limit] >= n for limit, n in counts.items()), seed


def edited(source: random.Random, clause: list[int], table: dict[int, Item]) -> list[int]:
    """A clause over the variables of `table`, with at most one change."""
    changed = clause.copy()
    k = source.randrange(len(clause))
    change = source.choice(["keep", "drop", "flip", "other", "shift"])
    if change == "drop" and len(clause) > 1:
        del changed[k]
    elif change == "flip":
        changed[k] = -changed[k]
    elif change == "other":
        changed[k] = source.choice([-1, 1]) * source.choice(list(table))
    elif change == "shift" and abs(changed[k]) + 1 in table:
        changed[k] += 1 if changed[k] > 0 else -1
    return changed


@pytest.mark.parametrize("family", HOWS[:2])
def test_accepted_bounds_by_arithmetic_are_true(family: str) -> None:
    """Tests that no bound is accepted which a mapping refutes, true and false ones proposed."""
    accepted = 0
    for seed, problem, _, _ in cases(family, 25):
        found = next((h for h in range(1, 9) if legal(problem, h) is not None), None)
        for bound in proposed(problem, found) if found is not None else ():
            judge = check_counting if isinstance(bound, Counting) else check_critical_path
            try:
                judge(problem, bound)
            except RejectedError:
                continue
            accepted += 1
            assert found is not None and bound.horizon < found, (seed, bound)
    assert accepted > 12


def proposed(problem: Problem, smallest: int) -> list[CriticalPath | Counting]:
    """Bounds for horizons around the smallest: of results, of all work, of the producer."""
    found: list[CriticalPath | Counting] = []
    elements = tuple(c.name for c in problem.arch.components if c.issue)
    issue = sum(c.issue for c in problem.arch.components)
    for horizon in range(max(1, smallest - 1), smallest + 2):
        found += [CriticalPath(horizon, r, "ext", horizon) for r in problem.dfg.results]
        for works in separable(Rules(problem, horizon, relaxed=problem.transform != "none")):
            items = tuple(item for work in works for item in work.items)
            for first, last in combinations(range(1, horizon + 1), 2):
                units = slots(issue, first, last, problem.contexts)
                found.append(Counting(horizon, "issue slots", elements, first, last, items, units))
        try:
            bound = Arithmetic(problem).refute(horizon)
        except (InfeasibleError, KeyError):
            continue
        found += [bound] if bound is not None else []
    return found


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
            changed = (*clause[:k], other, *clause[k + 1 :])
            assert ours.valid(changed) == brute(ours, changed)
            assert ours.valid(clause[:k]) == brute(ours, clause[:k])
