"""Proofs about switches, passing values that take slots, and limits that components share."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from pathlib import Path as File

import pytest
from msgspec.structs import replace
from pysat.solvers import Solver

from models.data.architecture import Architecture, Component, Path, SharedIssue
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.judge.checker import check
from models.judge.checker_limits import in_passing
from models.judge.checker_supports import Supports
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.verification.clauses import Justifier
from solvers.verification.directory import RejectedError
from solvers.verification.parts import faults
from solvers.verification.rules import Item, Rules
from solvers.verification.symbols import Symbols, read_symbols
from solvers.verify import main
from tests.models.wide_problems import wide_problem
from tests.solvers.test_verify_material import edit, encode, first_mapping, write_claim, write_proof

HORIZON = 5
KINDS = ("x", "y", "z", "done", "route", "chain")


def refutation(problem: Problem, folder: File, most: int = 7) -> bool:
    """Write a certificate that a horizon has no mapping, if there is such a horizon."""
    try:
        _, refuted = first_mapping(problem, range(1, most))
        if not refuted:
            return False
        proof = write_proof(folder, problem, refuted[-1])
    except InfeasibleError:
        return False
    write_claim(folder, problem, [proof])
    return True


def legal(problem: Problem, horizon: int) -> Mapping | None:
    """A reduced mapping that was found without windows."""
    model = build(problem, horizon, windowed=False)
    with Solver("cadical195", bootstrap_with=lower(model.constraints).clauses()) as solver:
        if not solver.solve():
            return None
        mapping = decode(model, [v for v in solver.get_model() if v > 0])
    assert check(problem, mapping) == []
    return mapping


def weights(problem: Problem, items: set[Item], unit: int, listed: list[str]) -> dict[Item, int]:
    """The lightest chain to each transfer, by trying all of them again and again."""
    paths = problem.arch.path_by_name
    found: dict[Item, int] = {}
    changed = True
    while changed:
        changed = False
        for item in items:
            if item[0] != "y":
                continue
            path: Path = paths[item[2]]
            leaves = item[4] - path.latency
            before = []
            for source in path.sources:
                if ("x", item[1], source, "", leaves - 1) in items:
                    before.append(0)
                if problem.arch.component_by_name[source].switch:
                    for other in items:
                        same = other[0] == "y" and other[1] == item[1] and other[4] == leaves
                        if same and source in paths[other[2]].targets:
                            if path.latency:
                                before.append(0)
                            elif other in found:
                                before.append(found[other])
            if before:
                weight = min(before) + unit * path.hops + (item[2] in listed)
                if weight < found.get(item, 1 << 30):
                    found[item] = weight
                    changed = True
    return found


class Truth:
    """What is true in a mapping, of everything that a symbol table may name."""

    def __init__(self, problem: Problem, mapping: Mapping, lines: list[str]) -> None:
        self.items: set[Item] = {
            ("x", held.value, held.component, "", held.cycle) for held in mapping.holds
        }
        self.items |= {("y", t.value, t.path, "", t.cycle) for t in mapping.transfers}
        self.items |= {("z", i.operation, i.component, "", i.cycle) for i in mapping.issues}
        supports = Supports(problem, mapping)
        known = {(i[0].upper(), i[1], i[2], i[4]) for i in self.items}
        for item in [item for item in known if item[0] == "X"]:
            if in_passing(supports, item, known):
                self.items.add(("route", *item[1:3], "", item[3]))
        rule = next((line.split() for line in lines if line.startswith("chains ")), None)
        self.chains = {} if rule is None else weights(problem, self.items, int(rule[2]), rule[3:])
        for issue in mapping.issues:
            latency = problem.latency(issue.operation, issue.component) or 0
            done = range(issue.cycle + latency - 1, mapping.horizon)
            self.items |= {("done", issue.operation, "", "", cycle) for cycle in done}
        for component in problem.arch.components:
            for value in problem.initial_inputs(component.name):
                self.items.add(("x", value, component.name, "", 0))

    def holds(self, item: Item) -> bool:
        if item[0] == "chain":
            transfer = ("y", item[1], item[2], "", item[4])
            return self.chains.get(transfer, 1 << 30) <= int(item[3])
        return item in self.items


def cases(seeds: range) -> list[tuple[int, Problem]]:
    return [(seed, wide_problem(seed, contexts)) for seed in seeds for contexts in (None, 1, 2)]


@pytest.mark.oracle
def test_proofs_of_random_arrays_are_verified(tmp_path: File, capsys) -> None:
    """Tests that the clauses of every family are justified."""
    kinds: Counter[str] = Counter()
    families: set[str] = set()
    for n, (_, problem) in enumerate(cases(range(40))):
        folder = tmp_path / str(n)
        folder.mkdir()
        if refutation(problem, folder):
            capsys.readouterr()
            assert main([str(folder)]) == 0, capsys.readouterr().out
            for table in folder.glob("*.symbols"):
                lines = table.read_text().splitlines()
                kinds.update(line.split()[0] for line in lines if line)
                horizon = int(table.stem.partition("-")[2])
                blocks = build(problem, horizon).constraints
                families |= {part.family for part in (*blocks.clauses, *blocks.groups)}
    assert min(kinds[kind] for kind in ("route", "chain", "chains")) > 5
    assert {"chains", "circles", "routes", "max routes", "shared issue"} <= families


@pytest.mark.oracle
def test_accepted_clauses_hold_in_legal_mappings() -> None:
    """Tests that randomly edited clauses which are accepted hold in a legal mapping."""
    source = random.Random(5)
    accepted: Counter[str] = Counter()
    rejected = 0
    for seed, problem in cases(range(40)):
        try:
            mapping = legal(problem, HORIZON)
            cnf, lines, _ = encode(problem, HORIZON)
        except InfeasibleError:
            continue
        if mapping is None:
            continue
        rules = Rules(problem, HORIZON)
        read = read_symbols(rules, enumerate(lines, start=1))
        justifier = Justifier(rules, Symbols(dict(read.items), chains=read.chains))
        assert justifier.contradiction is None
        truth, table = Truth(problem, mapping, lines), read.items
        items = [variable for variable, item in table.items() if item[0] in KINDS]
        by_kind = defaultdict(list)
        for clause in cnf.clauses():
            named = [table.get(abs(literal)) for literal in clause]
            if all(item is not None and item[0] in KINDS for item in named):
                by_kind[table[abs(clause[0])][0]].append(clause)
        some = [c for own in by_kind.values() for c in source.sample(own, min(20, len(own)))]
        for clause in some:
            changed = clause.copy()
            k = source.randrange(len(clause))
            change = source.choice(["keep", "drop", "flip", "other"])
            if change == "drop" and len(clause) > 1:
                del changed[k]
            elif change == "flip":
                changed[k] = -changed[k]
            elif change == "other":
                changed[k] = source.choice([-1, 1]) * source.choice(items)
            try:
                justifier.check(changed)
            except RejectedError:
                rejected += 1
                continue
            accepted[table[abs(clause[0])][0]] += 1
            true = any(truth.holds(table[abs(n)]) == (n > 0) for n in changed)
            assert true, (seed, [(n > 0, table[abs(n)]) for n in changed])
    assert min(accepted[kind] for kind in ("x", "y", "z", "route", "chain")) > 50
    assert rejected > 300


@pytest.fixture
def chained(tmp_path: File) -> File:
    """A certificate with chains that have a length."""
    for seed, problem in cases(range(40)):
        if seed and refutation(problem, tmp_path):
            table = next(tmp_path.glob("*.symbols"))
            if " 0 1\n" not in table.read_text() and "\nchain " in table.read_text():
                return tmp_path
    raise AssertionError("no such problem")


def test_changed_chains_are_rejected(chained: File, capsys) -> None:
    """Tests that chains may not be shorter than they have to be, nor mean something else."""
    table = next(chained.glob("*.symbols"))
    text = table.read_text()
    rule = next(line for line in text.splitlines() if line.startswith("chains "))
    most, unit, *listed = rule.split()[1:]
    for changed, word in (
        (["chains", str(int(most) - 1), unit, *listed], "may weigh more"),
        (["chains", most, str(int(unit) + 50), *listed], "may weigh more"),
        (["chains", most, "-1", *listed], "not understood"),
        (["chains", most, unit, *listed, "nowhere"], "unknown path"),
        (["chains", most], "not understood"),
        ([rule + "\n" + rule], "not understood"),
        (["group"], "not understood"),
    ):
        edit(table, lambda lines, new=changed: [" ".join(new) if x == rule else x for x in lines])
        capsys.readouterr()
        assert main([str(chained)]) == 1
        assert word in capsys.readouterr().out
        table.write_text(text)
    edit(table, lambda lines: [line for line in lines if line != rule])
    assert main([str(chained)]) == 1
    assert "not justified" in capsys.readouterr().out


def test_ports_of_switches_have_no_proofs(tmp_path: File, capsys) -> None:
    """Tests that a proof is refused, in a line, where nothing says what it would mean."""
    problem = next(problem for _, problem in cases(range(40)) if refutation(problem, tmp_path))
    arch = json.loads((tmp_path / "architecture.json").read_text())
    part = next(part for part in arch["components"] if part.get("switch"))
    part["read_ports"] = 1
    ends = [other.name for other in problem.arch.components[:2]]
    arch["paths"].append({"name": "bus", "sources": ends, "targets": [part["name"], ends[0]]})
    (tmp_path / "architecture.json").write_text(json.dumps(arch))
    capsys.readouterr()
    assert main([str(tmp_path)]) == 1
    assert f"switch '{part['name']}' has limited ports" in capsys.readouterr().out


def test_parts_have_the_limits_of_the_whole() -> None:
    """Tests that smaller arrays are compared in hops, routes and shared limits, too."""
    parts = tuple(Component(name, issue=1) for name in "pqr")
    paths = (Path("pq", ("p",), ("q",), hops=1), Path("qr", ("q",), ("r",), hops=1))
    shared = (SharedIssue("port", ("p", "q"), ("+",), 1), SharedIssue("own", ("r",), ("+",), 1))
    whole = Architecture("whole", parts, paths, max_hops=2, max_routes=1, shared=shared)
    left = SharedIssue("port", ("p",), ("+",), 1)
    fields = {"components": parts[:1], "paths": (), "shared": (left,)}
    assert not list(faults(whole, replace(whole, **fields), None, ["+"]))
    assert not list(faults(whole, whole, None, ["+/2"]))
    for changed, word in (
        ({"max_hops": 3}, "max_hops differs"),
        ({"max_routes": None}, "max_routes differs"),
        ({"paths": (paths[0], replace(paths[1], hops=0))}, "another one"),
        ({"shared": ()}, "'port' differs"),
        ({"shared": (replace(shared[0], at_most=2), shared[1])}, "'port' differs"),
        ({**fields, "shared": (left, replace(shared[1], components=("p",)))}, "limits nothing"),
        ({"shared": (*shared, SharedIssue("new", ("p",), ("+",), 1))}, "not in the whole"),
    ):
        found = list(faults(whole, replace(whole, **changed), None, ["+"]))
        assert any(word in fault for fault in found), (changed, found)
