"""The page of optimal cuts: its measurements against enumeration, and what it shows."""

from __future__ import annotations

import pytest

from bench.partition_cuts import Row, page, shown
from bench.partition_optima import (
    COARSE,
    CUT,
    EXTRA,
    FOUND,
    METIS,
    ORDERS,
    START,
    heuristics,
    measure,
    most,
)
from bench.partition_sets import Kernel, Task, installed, opened
from models.partition.partition import Partition, crossing
from solvers.questions.entries import Entry
from tests.bench.partition_answers import chains, partitions

__all__ = ["chains"]


@pytest.mark.parametrize("parts", [2, 3])
def test_optima(chains: Kernel, parts: int) -> None:
    """Tests cuts and memory operations against every partition there is."""
    pytest.importorskip("ortools")
    graph, _ = opened(chains)
    found = {what: measure(Task(chains, what, parts, 60.0)) for what in (CUT, COARSE, EXTRA)}
    allowed = list(partitions(graph, parts, most(len(graph.dfg.operations), parts)))
    if not allowed:
        assert {entry["status"] for entry in found.values()} == {"infeasible"}
        return
    crossed = [crossing(graph, Partition.of_blocks(graph, part)) for part in allowed]
    assert found[CUT]["status"] == found[EXTRA]["status"] == "optimal"
    assert found[CUT]["value"] == found[CUT]["cut"] == min(each.edges for each in crossed)
    assert found[EXTRA]["value"] == found[EXTRA]["extra"] == min(each.extra for each in crossed)
    assert found[CUT]["extra"] in [e.extra for e in crossed if e.edges == found[CUT]["cut"]]
    coarse = found[COARSE]
    assert coarse["nodes"] < found[CUT]["nodes"] == 8
    assert coarse["status"] == "infeasible" or coarse["value"] >= found[CUT]["value"]


def test_start(chains: Kernel) -> None:
    """Tests that an empty question is answered, so that its seconds mean something."""
    pytest.importorskip("ortools")
    assert measure(Task(chains, START, 1, 60.0))["status"] == "optimal"


def test_heuristics(chains: Kernel) -> None:
    """Tests that what claims to be acyclic is a partition, and that METIS comes where it can."""
    graph, limits = opened(chains)
    found = {entry["name"]: entry for entry in heuristics(graph, limits, 2)}
    assert set(found) == set(FOUND if installed("pymetis") else FOUND[3:])
    known = {}
    for part in partitions(graph, 2, len(graph.blocks)):
        crossed = crossing(graph, Partition.of_blocks(graph, part))
        known[crossed.edges, crossed.extra] = part
    for name, entry in found.items():
        assert entry["largest"] + entry["smallest"] == 8
        if name != METIS:
            assert not entry["cyclic"] and (entry["cut"], entry["extra"]) in known


def optimum(value: int | None, bound: int, status: str = "", **more: object) -> Entry:
    status = status or ("optimal" if value == bound else "feasible" if value else "unknown")
    return {
        "operations": 8,
        "nodes": 8,
        "value": value,
        "bound": bound,
        "status": status,
        "seconds": 2.0,
        "cut": value,
        "extra": 4,
        **more,
    }


def heuristic(cut: int, largest: int = 4, cyclic: bool = False) -> Entry:
    sizes = {"largest": largest, "smallest": 8 - largest}
    return {"cut": cut, "extra": 4, "cyclic": cyclic, "seconds": 0.25, **sizes}


def row(kernel: Kernel, **changes: Entry) -> Row:
    optima = {CUT: optimum(2, 2), COARSE: optimum(3, 3), EXTRA: optimum(3, 3)}
    return Row(kernel, 2, {**optima, **changes}, {ORDERS: heuristic(3)})


def test_page(chains: Kernel) -> None:
    """Tests what is proven, what is not, ratios, and how parts out of balance are marked."""
    done = row(chains)
    done.found[METIS] = heuristic(1, cyclic=True)
    late = row(chains, **{CUT: optimum(3, 2), COARSE: optimum(None, 0, "infeasible")})
    late.found = {ORDERS: heuristic(1, 6), METIS: heuristic(3)}
    text = "\n".join(page([done, late]))
    assert "| chains | 8 | 2 | 2 | 2 | yes | 2.0 | - | 8 | 3 | 2.0 | - |" in text
    assert "| chains | 8 | 2 | 3 (≥ 2) | 2 | no | 2.0 | - | 8 | none | 2.0 | - |" in text
    assert "| chains | 2 | 2 | 4 | 3 | 2.0 | 3 |" in text
    assert "| chains | 2 | 2 | 1 ↻ | 0.50 | 0.25 | 3 | 1.50 | 0.25 |" in text
    assert "| 1 (+50%) | 0.33 | 0.25 |" in text
    assert "Proven: 1 of 2; the slowest question took 2.0 s." in text
    assert "METIS leaves a cycle between parts in 1 of 2 cases." in text
    assert "**" not in text
    assert shown(optimum(None, 1)) == "? (≥ 1)"


def test_contradictions(chains: Kernel) -> None:
    """Tests that whatever is below a bound, or not the known optimum, is a fault."""
    assert list(row(chains).faults()) == []
    known = Kernel("chains", "chains", 9, 1, 2, 3.5, cuts=(2,), coarse_cuts=(3,))
    assert list(row(known).faults()) == []
    wrong = Kernel("chains", "chains", 9, 1, 2, 3.5, cuts=(1,), coarse_cuts=(4,))
    assert len(list(row(wrong).faults())) == 2
    assert len(list(row(wrong, **{CUT: optimum(None, 0)}).faults())) == 1
    assert len(list(row(chains, **{COARSE: optimum(1, 1)}).faults())) == 1
    assert len(list(row(chains, **{EXTRA: optimum(5, 5)}).faults())) == 2
    for found, count in ((heuristic(1), 1), (heuristic(1, 6), 0), (heuristic(1, 4, True), 0)):
        below = row(chains)
        below.found = {ORDERS: found}
        assert len(list(below.faults())) == count
