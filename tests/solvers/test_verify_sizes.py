"""Sizes that a certificate claims: none is computed with before it is found to be small enough."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path as File
from typing import Any

import msgspec
import pytest

from models.data.certificate import Counting, CriticalPath
from models.data.dfg import Operation, Operator, Pattern
from models.data.problem import Problem
from models.streaming.engine import Engine
from models.streaming.rules import Rules
from models.streaming.schedule import Schedule
from solvers.certificates.intervals import write_claim as write_interval
from solvers.questions.streaming.certificate import certify
from solvers.questions.streaming.refute import refute
from solvers.search.intervals import IntervalSearch
from solvers.search.options import SolverOptions
from solvers.verification.streaming_claim import StreamingClaim
from solvers.verify import main
from tests.fuzz.checks import bounded, require_line
from tests.models.streaming.small_streaming import program
from tests.solvers.test_verify_material import first_mapping, write_claim, write_proof
from tests.solvers.test_verify_proofs import SUM, pair

Record = dict[str, Any]
HUGE = (1_000_003, 2 * 10**9, 3 * 10**9, 2**63, 10**18, 10**90)
TOO_LONG = (10**100, 10**4000)


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, File]:
    folders = {name: tmp_path_factory.mktemp(name) for name in ("cycles", "interval", "streaming")}
    problem = Problem(SUM, pair(), 3)
    mapping, refuted = first_mapping(problem, range(1, 12))
    proof = write_proof(folders["cycles"], problem, refuted[-1])
    write_claim(folders["cycles"], problem, [proof], mapping)
    engine = SolverOptions(proof_dir=str(folders["interval"]))
    search = IntervalSearch(problem, engine, 14, heuristics=False)
    write_interval(search.run(), str(folders["interval"]))
    rules = Rules(program("X", "aX", "", "bc", "d"), Engine())
    best = refute(rules, 3, 40)
    assert isinstance(best, Schedule)
    assert certify(rules, 3, best, "cycles", folders["streaming"])
    return folders


def ask(folder: File, capsys: Any, *options: str) -> tuple[int, str]:
    """Return the exit code, and the last line; none of its lines may be a traceback."""
    capsys.readouterr()
    with bounded():
        code = main([str(folder), *options])
    out, err = capsys.readouterr()
    lines = (out + err).splitlines()
    for line in lines:
        require_line(line)
    words = {0: "verified: ", 1: "rejected: ", 2: "error: ", 30: "unknown: "}
    assert lines[-1].startswith(words[code])
    assert (code == 30) == lines[-1].endswith("; nothing is verified")
    return code, lines[-1]


def changed(original: File, folder: File, **changes: Callable[[Record], object]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(original, folder)
    for name, change in changes.items():
        record = json.loads((folder / f"{name}.json").read_text())
        change(record)
        (folder / f"{name}.json").write_text(json.dumps(record))


def numbers(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where a tree of JSON has whole numbers; of lists, the first and last items only."""
    if isinstance(tree, int) and not isinstance(tree, bool):
        return [path]
    items = list(tree.items()) if isinstance(tree, dict) else []
    if isinstance(tree, list):
        items = [(n, tree[n]) for n in sorted({0, len(tree) - 1}) if tree]
    return [found for key, member in items for found in numbers(member, (*path, key))]


@pytest.mark.parametrize("kind", ["cycles", "interval", "streaming"])
def test_no_number_is_too_large_for_an_answer(
    kind: str, originals: dict[str, File], tmp_path: File, capsys: Any
) -> None:
    """Tests every kind of number in every file of a claim, one by one."""
    original, folder = originals[kind], tmp_path / "forged"
    assert ask(original, capsys)[0] == 0
    for file in sorted(original.glob("*.json")):
        places = numbers(json.loads(file.read_text()))
        for n, place in enumerate(places):
            for huge in {HUGE[n % len(HUGE)], HUGE[(n + 3) % len(HUGE)]}:
                for number in (huge, -huge):
                    changed(original, folder, **{file.stem: _set(place, number)})
                    ask(folder, capsys)
            changed(original, folder, **{file.stem: _set(place, TOO_LONG[n % 2])})
            assert ask(folder, capsys)[0] == 2


def _set(place: tuple[Any, ...], number: int) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        at: Any = record
        for key in place[:-1]:
            at = at[key]
        at[place[-1]] = number

    return change


def infeasible(horizon: int, *bounds: Record) -> Callable[[Record], None]:
    none = {"status": "infeasible", "value": None, "mapping": None, "horizon": horizon}
    return lambda record: record.update(none, lower_bound=1, bounds=list(bounds))


@pytest.mark.parametrize("huge", HUGE)
def test_claims_that_agree_on_a_size(
    huge: int, originals: dict[str, File], tmp_path: File, capsys: Any
) -> None:
    """Tests claims whose files say the same of a huge size: none is verified, a limit is named."""
    cycles, interval, streaming = originals.values()
    path = {"type": "critical path", "horizon": huge, "value": "s", "component": "ext"}
    proof = json.loads((cycles / "certificate.json").read_text())["bounds"][0]
    slots = {"type": "counting", "resource": "issue slots", "components": ["p", "q"]}
    slots |= {"horizon": huge, "first": 1, "last": huge, "items": ["s"], "units": 2}
    feasible = {"status": "feasible", "lower_bound": 1, "bounds": []}
    loop = {"status": "feasible", "lower_bound": 1, "reasons": [], "value": huge}
    none: Record = {"status": "infeasible", "cycles": None, "mapping": None, "lower_cycles": None}
    steps = {"status": "feasible", "lower_cycles": 1, "bounds": []}
    own = json.loads((streaming / "certificate.json").read_text())
    crowd = {"type": "crowd", "ii": 1, "instructions": [], "source": None}
    cases: list[tuple[File, dict[str, Callable[[Record], object]]]] = [
        (cycles, {"certificate": infeasible(huge, {**path, "cycle": huge})}),
        (cycles, {"certificate": infeasible(huge, {**proof, "horizon": huge})}),
        (cycles, {"certificate": infeasible(huge, slots)}),
        (
            cycles,
            {
                "certificate": lambda r: r.update(feasible, value=huge),
                "mapping": lambda r: r.update(horizon=huge),
            },
        ),
        (
            cycles,
            {
                "certificate": lambda r: r.update(feasible, contexts=huge),
                "mapping": lambda r: r.update(contexts=huge),
            },
        ),
        (
            interval,
            {
                "certificate": lambda r: r.update(loop),
                "mapping": lambda r: r.update(contexts=huge),
            },
        ),
        (
            streaming,
            {
                "certificate": lambda r: r.update(steps, ii=huge),
                "mapping": lambda r: r.update(ii=huge),
            },
        ),
        (
            streaming,
            {
                "certificate": lambda r: r.update(steps, cycles=huge + own["engine"]["pipeline"]),
                "mapping": lambda r: r["placements"][-1].__setitem__(2, huge),
            },
        ),
        (streaming, {"certificate": lambda r: r.update(none, ii=huge, bounds=[])}),
        (
            streaming,
            {
                "certificate": lambda r: r.update(
                    steps, objective="ii", ii=huge, lower_ii=huge, bounds=[crowd]
                ),
                "mapping": lambda r: r.update(ii=huge),
            },
        ),
        (
            streaming,
            {"certificate": lambda r: r["bounds"][0].update(cycles=huge)},
        ),
    ]
    for original, changes in cases:
        changed(original, tmp_path / "forged", **changes)
        code, line = ask(tmp_path / "forged", capsys)
        assert (code, "than the limit of" in line) == (30, True), line


def test_distances_and_latencies_are_sizes(
    originals: dict[str, File], tmp_path: File, capsys: Any
) -> None:
    """Tests a graph that reads a thousand million iterations back, and slow operations."""
    for huge in HUGE:
        for change in (
            lambda r, n=huge: r["operations"][0]["operands"].__setitem__(
                0, {"value": r["inputs"][0], "distance": n}
            ),
            lambda r, n=huge: [one.update(latency=n) for one in r["operators"]],
        ):
            changed(originals["cycles"], tmp_path / "forged", dfg=change)
            assert ask(tmp_path / "forged", capsys)[0] in (1, 2, 30)
        changed(
            originals["cycles"],
            tmp_path / "forged",
            architecture=lambda r, n=huge: [one.update(latency=n) for one in r["paths"]],
        )
        assert ask(tmp_path / "forged", capsys)[0] in (1, 2, 30)


def test_ports_that_let_nothing_in_end_at_once(tmp_path: File, capsys: Any) -> None:
    """Tests that no cycle is waited for in which inputs could enter, where there is none."""
    bound = CriticalPath(60_000, "s", "ext", 60_000)
    write_claim(tmp_path, Problem(SUM, pair()), [bound])
    record = json.loads((tmp_path / "architecture.json").read_text())
    for part in record["components"]:
        part["write_ports"] = 0
    (tmp_path / "architecture.json").write_text(json.dumps(record))
    assert ask(tmp_path, capsys)[0] in (0, 1)


def test_many_orders_of_operands_are_a_limit(tmp_path: File, capsys: Any) -> None:
    """Tests a pattern of an operation that commutes and takes sixteen operands."""
    operators = (*SUM.operators, Operator("wide", 16, commutative=True))
    reads = tuple(SUM.operations[0].operands[:1]) * 16
    graph = msgspec.structs.replace(
        SUM,
        operators=operators,
        operations=(*SUM.operations, Operation("wider", "wide", reads)),
        patterns=(Pattern("all", ("wide", *"_" * 16)),),
    )
    write_claim(tmp_path, Problem(graph, pair()), [Counting(3, "issue slots", ("p",), 1, 2, (), 2)])
    assert ask(tmp_path, capsys) == (
        30,
        "unknown: there are more orders of operands than the limit of 200,000; nothing is verified",
    )


def test_memory_is_a_limit(
    originals: dict[str, File], capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that a check that needs more than it may have is left open, and machines read why."""
    assert ask(originals["streaming"], capsys, "--memory-limit", "100000")[0] == 0
    # A gigabyte and more, beside what this process has.
    monkeypatch.setattr(StreamingClaim, "verify", lambda claim: bytes(1 << 31))
    line = "memory is exhausted: the limit is 100 MB; nothing is verified"
    assert ask(originals["streaming"], capsys, "--memory-limit", "100") == (30, f"unknown: {line}")
    assert main([str(originals["streaming"]), "--memory-limit", "100", "--json"]) == 30
    found = json.loads(capsys.readouterr().out)
    assert (found["outcome"], found["line"]) == ("unknown", line)
