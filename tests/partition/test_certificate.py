"""Certificates of partitions: bounds agree with all partitions, and claims are verified."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from models.formats.native_json import dfg_to_json
from partition.__main__ import main
from partition.model import PartitionGraph
from partition.model.limits import Limits
from partition.model.model import Asked
from partition.question.answer import Settings
from partition.question.certificate import facts_of, prepare, shown, write_certificate
from partition.question.exact import exact
from partition.question.search import PartitionSearch
from partition.verification import facts as partition_facts
from partition.verification.facts import PartitionFacts
from shell.budget import Budget
from solvers.backends.branch_tree import branch_tree
from solvers.questions.verify.check import REJECTED, VERIFIED
from solvers.verification.branching import Row, check_tree
from solvers.verification.directory import Clock
from tests.partition.oracle import part_interval, random_question, value, values
from tests.solvers.command_line import verdict

ARRAY = "adres:2x2,io=memory"
MOST = 6


def question(seed: int) -> tuple[PartitionGraph, Limits, Asked, PartitionFacts]:
    """A small graph, and a question of intervals alone; sometimes with a recurrence."""
    graph, limits, asked = random_question(f"bound {seed}", 4 + seed % 2, 1 + seed % 3 // 2)
    asked = Asked(asked.parts, "intervals", full=seed % 4 != 0, max_interval=MOST)
    search = object.__new__(PartitionSearch)
    search.dfg, search.arch, search.graph, search.limits = graph.dfg, limits.arch, graph, limits
    search.settings = Settings(MOST)
    return graph, limits, asked, facts_of(search)


def assigned(
    graph: PartitionGraph, limits: Limits, made: partition_facts._Rows, part: tuple[int, ...]
) -> list[int]:
    """The values of the variables for a partition, by what they mean."""
    of = {name: part[b] for name, b in graph.block_of.items()}

    def meant(kind: str, name: str, p: int) -> int:
        if kind == "later":
            return int(of[name] >= p)
        if kind == "interval":
            return part_interval(graph, limits, part, p) if p in part else 0
        far = {of[r] for r in graph.readers[name]} - {of[name]}
        return int(p in far) if kind == "loaded" else int(of[name] == p and bool(far))

    assert list(made._at.values()) == list(range(len(made.highest)))
    return [meant(*key) for key in made._at]


def holds(rows: list[Row], point: list[int]) -> bool:
    return all(sum(k * point[v] for v, k in terms) >= least for terms, least in rows)


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("first", range(0, 40, 10))
def test_the_largest_bound_with_a_tree_is_the_smallest_total(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that trees refute all totals below the smallest one of all partitions, and no other,
    and that every partition satisfies the rows.
    """
    made: list[partition_facts._Rows] = []
    own_rows = partition_facts._Rows
    monkeypatch.setattr(
        partition_facts, "_Rows", lambda parts: made.append(own_rows(parts)) or made[-1]
    )
    deep = 0
    for seed in range(first, first + 10):
        graph, limits, asked, facts = question(seed)
        totals = {part: value(graph, limits, asked, part) for part in values(graph, limits, asked)}
        least = min((n for n in totals.values() if n is not None), default=None)
        smallest = asked.parts * MOST + 1 if least is None else least
        assert facts.counted() <= smallest
        for total in range(max(1, smallest - 2), smallest + 1):
            rows, highest = facts.rows(asked.parts, full=asked.full, most=MOST, total=total)
            lines = branch_tree(rows, highest, len(rows) - 1)
            possible = least is not None and total >= least
            assert (lines is None) == possible, (seed, total)
            if lines is not None:
                check_tree(rows, highest, enumerate(lines, start=1), Clock())
                deep += len(lines) > 1 and total >= facts.counted()
            for part, own in totals.items():
                # Where not all parts are used, those that are come first.
                if own is not None and own <= total and len(set(part)) == max(part) + 1:
                    assert holds(rows, assigned(graph, limits, made[-1], part)), seed
    assert deep


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A loop of 23 operations: an interval of 6 on four PEs."""
    path = tmp_path_factory.mktemp("kernel") / "dfg.json"
    path.write_text(dfg_to_json(polybench("gesummv", 2)))
    return str(path)


def mapped_once(search: PartitionSearch) -> Iterator[None]:
    """The exact method until some partition is mapped."""
    for _ in exact(search):
        yield
        if search.answer.total is not None:
            return


@pytest.fixture(scope="module")
def search() -> PartitionSearch:
    """A search for three parts, of which the bound needs a tree."""
    settings = Settings(6, 3, files="rotating", map_seconds=1e5, solve_seconds=1e5)
    found = PartitionSearch(polybench("gesummv", 2), architecture_preset(ARRAY), settings)
    found.run(mapped_once)
    assert found.answer.total is not None and found.answer.bound > 6
    return found


def test_a_partition_into_parts_is_verified(
    search: PartitionSearch, tmp_path: Path, capsys: Any
) -> None:
    """Tests that a certificate holds, says what was asked, and names the kind of registers."""
    folder = tmp_path / "certificate"
    prepare(str(folder))
    search.answer.shown = shown(search)
    assert write_certificate(search.answer, str(folder)) == search.answer.status
    claim = json.loads((folder / "certificate.json").read_text())
    assert claim["lower_bound"] > 6 and claim["tree"] == "tree.txt"
    assert claim["register_files"] == "rotating"
    code, line = verdict(folder, capsys)
    assert code == VERIFIED, line
    assert "a partition into 3 part(s) of 'gesummv" in line
    claim["lower_bound"] = claim["total"] + 1
    (folder / "certificate.json").write_text(json.dumps(claim))
    assert verdict(folder, capsys)[0] == REJECTED


def test_that_so_many_parts_are_impossible_is_verified(
    kernel: str, tmp_path: Path, capsys: Any
) -> None:
    """Tests that a claim without mappings needs a bound above what the parts may take."""
    folder = tmp_path / "certificate"
    words = ["--parts", "3", "--max-ii", "2", "--method", "exact", "--certificate", str(folder)]
    assert main([kernel, ARRAY, *words, "--json", "--quiet"]) == 20
    assert json.loads(capsys.readouterr().out)["certificate"] == "infeasible"
    code, line = verdict(folder, capsys)
    assert code == VERIFIED
    assert "no mapping of a partition into 3 part(s)" in line and "each II up to 2" in line


def test_any_number_of_parts_is_counted_without_a_tree(
    kernel: str, tmp_path: Path, capsys: Any
) -> None:
    """Tests that what all operations need holds for every partition."""
    folder = tmp_path / "certificate"
    words = ["--max-ii", "6", "--certificate", str(folder), "--time-limit", "60"]
    assert main([kernel, ARRAY, *words, "--quiet"]) in (0, 10)
    claim = json.loads((folder / "certificate.json").read_text())
    assert (claim["tree"], claim["lower_bound"]) == (None, 6)
    assert verdict(folder, capsys)[0] == VERIFIED


def test_without_time_the_claim_is_smaller(
    search: PartitionSearch, tmp_path: Path, capsys: Any
) -> None:
    """Tests that a bound that is not shown in time is not claimed."""
    prepare(str(tmp_path / "certificate"))
    search.answer.shown = shown(search, budget=Budget(0.0))
    told = write_certificate(search.answer, str(tmp_path / "certificate"))
    assert told == "feasible, with at least 6 only"
    code, line = verdict(tmp_path / "certificate", capsys)
    assert code == VERIFIED and line.endswith("; less than 6 is not")
