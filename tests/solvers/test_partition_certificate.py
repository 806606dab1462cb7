"""Certificates of partitions: bounds agree with all partitions, and forgeries are rejected."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from models.data.dfg import Pattern
from models.formats.dfg_json import dfg_to_json
from models.hardware.registers import Shortage
from models.partition import PartitionGraph
from models.partition.limits import Limits
from models.partition.model import Asked
from models.partition.split import MEMORY
from solvers.backends.branch_tree import branch_tree
from solvers.partition import main
from solvers.questions.partition.answer import Settings
from solvers.questions.partition.certificate import facts_of, prepare, shown, write_certificate
from solvers.questions.partition.exact import exact
from solvers.questions.partition.search import PartitionSearch
from solvers.questions.verify.check import LIMIT, REJECTED, UNUSABLE, VERIFIED
from solvers.verification import partition_facts
from solvers.verification.branching import Row, check_tree
from solvers.verification.directory import Clock
from solvers.verification.partition_facts import PartitionFacts
from solvers.verify import main as verify
from tests.solvers.partition_oracle import random_question, value, values

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
            return own_interval(graph, limits, of, p) if p in part else 0
        far = {of[r] for r in graph.readers[name]} - {of[name]}
        return int(p in far) if kind == "loaded" else int(of[name] == p and bool(far))

    assert list(made._at.values()) == list(range(len(made.highest)))
    return [meant(*key) for key in made._at]


def own_interval(graph: PartitionGraph, limits: Limits, of: dict[str, int], p: int) -> int:
    """The interval of one part, by the mappers' own count."""
    inside = [b for b, names in enumerate(graph.blocks) if of[names[0]] == p]
    counts = limits.weight[inside].sum(axis=0)
    if limits.carries:
        for name, readers in graph.readers.items():
            far = {of[r] for r in readers} - {of[name]}
            counts[limits.store] += of[name] == p and bool(far)
            counts[limits.load] += p in far
    return limits.interval(counts, int(limits.recurrence[inside].max(initial=1)))


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
    settings = Settings(6, 3, files="rotating")
    found = PartitionSearch(polybench("gesummv", 2), architecture_preset(ARRAY), settings)
    found.run(mapped_once)
    assert found.answer.total is not None and found.answer.bound > 6
    return found


@pytest.fixture(scope="module")
def written(search: PartitionSearch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate of its partition."""
    folder = tmp_path_factory.mktemp("written") / "certificate"
    prepare(str(folder))
    search.answer.shown = shown(search)
    assert write_certificate(search.answer, str(folder)) == search.answer.status
    return folder


@pytest.fixture
def cut(written: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    claim = json.loads((written / "certificate.json").read_text())
    assert claim["lower_bound"] > 6 and claim["tree"] == "tree.txt"
    folder = tmp_path / "certificate"
    shutil.copytree(written, folder)
    return folder


def verdict(folder: Path, capsys: Any) -> tuple[int, str]:
    capsys.readouterr()
    code = verify([str(folder)])
    out, err = capsys.readouterr()
    return code, (out + err).splitlines()[-1]


def change(folder: Path, name: str, edit: Callable[[dict[str, Any]], object]) -> None:
    found = json.loads((folder / name).read_text())
    edit(found)
    (folder / name).write_text(json.dumps(found))


def test_a_partition_into_parts_is_verified(cut: Path, capsys: Any) -> None:
    """Tests that a certificate holds, and says what was asked."""
    code, line = verdict(cut, capsys)
    assert code == VERIFIED, line
    assert "a partition into 3 part(s) of 'gesummv" in line
    assert line.endswith("on 'adres:2x2,io=memory', each II up to 6") or "; less than" in line


def test_registers_of_parts_are_verified(cut: Path, capsys: Any, monkeypatch: Any) -> None:
    """Tests that the array's own kind of register files is claimed, and checked part by part."""
    claim = json.loads((cut / "certificate.json").read_text())
    assert claim["register_files"] == "rotating"
    capsys.readouterr()
    assert verify([str(cut)]) == VERIFIED
    said = capsys.readouterr().out
    assert "register files: rotating, all that parts keep has a register" in said
    shortage = Shortage("pe", 2, 1, 2, "pe has 1 register, and needs 2 of a rotating file")
    monkeypatch.setattr("solvers.verification.words.allocate", lambda *_: (shortage,))
    code, line = verdict(cut, capsys)
    assert code == REJECTED and "part0.mapping.json" in line and "needs 2" in line
    change(cut, "certificate.json", lambda c: c.update({"register_files": "counted"}))
    assert verdict(cut, capsys)[0] == VERIFIED


def recurrence(operations: list[str], distances: list[int]) -> dict[str, Any]:
    cycles = [9 for _ in operations]
    return {"type": "recurrence", "contexts": 8, "operations": operations, "cycles": cycles,
            "distances": distances}  # fmt: skip


def test_changed_claims_are_rejected(cut: Path, capsys: Any) -> None:
    """Tests that no other claim is shown by the same files."""
    text = (cut / "certificate.json").read_text()
    claim = json.loads(text)
    lower, total = claim["lower_bound"], claim["total"]
    edits: list[dict[str, Any]] = [
        {"lower_bound": lower + 1, "total": lower + 1},
        {"lower_bound": total + 1},
        {"total": total - 1, "lower_bound": total - 1, "status": "optimal"},
        {"status": "feasible" if claim["status"] == "optimal" else "optimal"},
        {"status": "infeasible"},
        {"status": "infeasible", "total": None, "operations": [], "mappings": []},
        {"parts": 2}, {"parts": 4}, {"parts": None}, {"parts": 0}, {"parts": 2**62},
        {"max_ii": 1}, {"max_ii": 0},
        {"store": "add"}, {"tree": None}, {"tree": "../dfg.json"}, {"tree": "dfg.json"},
        {"operations": claim["operations"][::-1]},
        {"operations": claim["operations"][:-1]},
        {"operations": [claim["operations"][0], [], *claim["operations"][1:]]},
        {"mappings": claim["mappings"][::-1]},
        {"mappings": claim["mappings"][:-1]},
        {"mappings": claim["mappings"][:1] * 3},
        {"recurrences": [recurrence(claim["operations"][0][:1], [1])]},
        {"recurrences": [recurrence([], [])]},
        {"recurrences": [recurrence(claim["operations"][0][:2], [0, 0])]},
        {"recurrences": [recurrence(["zz"], [0])]},
    ]  # fmt: skip
    for edit in edits:
        (cut / "certificate.json").write_text(text)
        change(cut, "certificate.json", lambda c, edit=edit: c.update(edit))
        code, line = verdict(cut, capsys)
        # An operator that is no store, or a file outside, is found while reading.
        assert code in (REJECTED, UNUSABLE), (edit, line)
        assert code == REJECTED or "store" in edit, (edit, line)


def test_a_changed_tree_is_rejected(cut: Path, capsys: Any) -> None:
    """Tests that each line of the tree is needed, and one more is too much."""
    lines = (cut / "tree.txt").read_text().splitlines()
    for n in range(0, len(lines), max(1, len(lines) // 12)):
        for changed in ([], [lines[n], lines[n]], ["add 0 1"]):
            (cut / "tree.txt").write_text("\n".join([*lines[:n], *changed, *lines[n + 1 :]]) + "\n")
            assert verdict(cut, capsys)[0] == REJECTED
    (cut / "tree.txt").unlink()
    assert verdict(cut, capsys)[0] == UNUSABLE


def test_a_changed_mapping_is_rejected(cut: Path, capsys: Any) -> None:
    """Tests that every part must be mapped, with its own interval."""
    name = "part1.mapping.json"
    text = (cut / name).read_text()
    for edit in (
        lambda m: m.update(contexts=m["contexts"] + 1),
        lambda m: m.update(contexts=1),
        lambda m: m["issues"].pop(),
        lambda m: m.update(horizon=2**40),
    ):
        (cut / name).write_text(text)
        change(cut, name, edit)
        assert verdict(cut, capsys)[0] in (REJECTED, LIMIT)


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
    for edit in ({"max_ii": 3}, {"parts": 4}, {"parts": None}, {"lower_bound": 6}, {"total": 6}):
        text = (folder / "certificate.json").read_text()
        change(folder, "certificate.json", lambda c, edit=edit: c.update(edit))
        assert verdict(folder, capsys)[0] == REJECTED
        (folder / "certificate.json").write_text(text)


def test_where_something_is_chosen_effects_are_counted() -> None:
    """Tests that patterns leave the verifier what no pattern contains."""
    dfg, arch = polybench("gesummv", 2), architecture_preset(ARRAY)
    plain = PartitionFacts(dfg, arch, MEMORY, ())
    pattern = Pattern("both", ("add", "_", "mul", "_", "_"))
    facts = replace(plain, dfg=structs.replace(dfg, patterns=(pattern,)))
    assert set(facts.needed) == {x.name for x in dfg.operations if dfg.has_effect(x.name)}
    assert 1 < facts.counted() < plain.counted() == 6
    graph = PartitionGraph(facts.dfg)
    limits = Limits(graph, arch)
    assert facts.counted() == limits.interval(limits.weight.sum(axis=0))


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
    change(folder, "certificate.json", lambda c: c.update(lower_bound=7, total=max(7, c["total"])))
    assert verdict(folder, capsys)[0] == REJECTED


def test_without_time_the_claim_is_smaller(
    search: PartitionSearch, tmp_path: Path, capsys: Any
) -> None:
    """Tests that a bound that is not shown in time is not claimed."""
    prepare(str(tmp_path / "certificate"))
    search.answer.shown = shown(search, deadline=0.0)
    told = write_certificate(search.answer, str(tmp_path / "certificate"))
    assert told == "feasible, with at least 6 only"
    code, line = verdict(tmp_path / "certificate", capsys)
    assert code == VERIFIED and line.endswith("; less than 6 is not")
