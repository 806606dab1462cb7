"""Bounds by arithmetic, what a status needs, and the command line."""

from __future__ import annotations

import json
from pathlib import Path as File

import pytest

from models.data.architecture import Architecture, Component, Path, Support
from models.data.certificate import Counting, CriticalPath
from models.data.dfg import OrderEdge
from models.data.problem import Problem
from solvers.verify import main
from tests.solvers.test_verify_material import first_mapping, write_claim, write_proof
from tests.solvers.test_verify_proofs import CHAIN, SUM, dfg, operation, pair

CHAIN_PROBLEM = Problem(CHAIN, pair())
PATH = CriticalPath(4, "v", "ext", 4)


def outcome(folder: File, capsys, *options: str) -> tuple[int, str]:
    code = main([str(folder), *options])
    output = capsys.readouterr()
    return code, (output.out + output.err).splitlines()[-1]


def test_a_critical_path_is_recomputed(tmp_path: File, capsys) -> None:
    """Tests that a critical path suffices for optimality, and that a longer one is rejected."""
    mapping, _ = first_mapping(CHAIN_PROBLEM, range(1, 8))
    assert mapping is not None and mapping.horizon == 5
    write_claim(tmp_path, CHAIN_PROBLEM, [PATH], mapping)
    code, line = outcome(tmp_path, capsys)
    assert code == 0
    assert line.startswith("verified: 5 cycles are optimal for '")
    for wrong, word in (
        (CriticalPath(4, "v", "ext", 5), "is not the first"),
        (CriticalPath(5, "v", "ext", 5), "already"),
        (CriticalPath(4, "v", "ext", 3), "is not the first"),
        (CriticalPath(4, "a", "ext", 4), "no mapping needs"),
        (CriticalPath(4, "v", "nowhere", 4), "unknown component"),
        (CriticalPath(3, "v", "ext", 3), "no bound refutes a horizon of 4"),
        (CriticalPath(0, "v", "ext", 0), "at least 1"),
    ):
        write_claim(tmp_path, CHAIN_PROBLEM, [wrong], mapping)
        code, line = outcome(tmp_path, capsys)
        assert (code, word in line) == (1, True), line


def test_the_lower_bound_of_an_infeasible_claim_is_checked(tmp_path: File, capsys) -> None:
    """Tests that it is no more than the bounds show, and that the line says what they do."""
    none = "no mapping of 'case' on 'pair' has "
    for lower, line in (
        (5, f"verified: {none}4 cycles or fewer"),
        (1, f"verified: {none}4 cycles"),
        (3, f"verified: {none}4 cycles, nor fewer than 3"),
        (6, "rejected: certificate.json: no bound refutes a horizon of 5"),
        (99, "rejected: certificate.json: no bound refutes a horizon of 5"),
        (0, "rejected: certificate.json: a lower bound of cycles is at least 1"),
        (-(10**18), "rejected: certificate.json: a lower bound of cycles is at least 1"),
    ):
        write_claim(tmp_path, CHAIN_PROBLEM, [PATH], lower_bound=lower)
        assert outcome(tmp_path, capsys) == (int(line.startswith("rejected")), line)


def test_a_horizon_by_itself_shows_no_lower_bound(tmp_path: File, capsys) -> None:
    """Tests that where results cannot stay, the refutation of one horizon is no bound."""
    memory = Component("ext", initial="all", holds_intermediates=False, capacity=9)
    arch = Architecture("pair", (memory, *pair().components[1:]), pair().paths, "ext")
    _, refuted = first_mapping(Problem(SUM, arch), range(1, 10))
    last = write_proof(tmp_path, Problem(SUM, arch), refuted[-1])
    for lower in (1, 2, last.horizon + 1):
        write_claim(tmp_path, Problem(SUM, arch), [last], lower_bound=lower)
        code, line = outcome(tmp_path, capsys)
        assert (code == 0) == (lower == 1), line
        assert line.endswith(f"has {last.horizon} cycles" if lower == 1 else "a horizon of 1")


def test_an_operation_nothing_needs_bounds_nothing(tmp_path: File, capsys) -> None:
    """Tests that what precedes an unused operation need not be executed."""
    graph = dfg(
        [operation("u", "f", "a"), operation("n", "f", "b"), operation("m", "f", "n")],
        ("u",),
        order=(OrderEdge("n", "m"),),
    )
    problem = Problem(graph, pair())
    write_claim(tmp_path, problem, [CriticalPath(1, "n", "p", 1)], None)
    code, line = outcome(tmp_path, capsys)
    assert code == 1 and "no mapping needs 'n'" in line


def test_a_slow_component_does_not_condemn_a_recurrence(tmp_path: File, capsys) -> None:
    """Tests that a recurrence too slow on one component may still run late on another."""
    graph = dfg([operation("s", "g", "a", "s@1")], ("s",))
    memory = Component("ext", initial="all", holds_intermediates=False)
    arch = Architecture(
        "two",
        (
            memory,
            Component("slow", issue=1, ops=(Support("g", 2),)),
            Component("fast", issue=1, ops=(Support("g", 1),)),
        ),
        (
            Path("in_slow", ("ext",), ("slow",), 1),
            Path("in_fast", ("ext",), ("fast",), 1, latency=5),
            Path("across", ("fast",), ("slow",), 1),
            Path("out_slow", ("slow",), ("ext",), 1),
            Path("out_fast", ("fast",), ("ext",), 1),
        ),
        "ext",
    )
    problem = Problem(graph, arch, 1)
    for horizon, code in ((7, 0), (8, 1), (20, 1)):
        write_claim(tmp_path, problem, [CriticalPath(horizon, "s", "ext", horizon)])
        assert outcome(tmp_path, capsys)[0] == code


WIDE = dfg([operation(f"u{n}", "f", "abc"[n % 3]) for n in range(5)], ("u0", "u1", "u2", "u3"))


def test_issue_slots_are_recounted(tmp_path: File, capsys) -> None:
    """Tests that issue slots, windows and items of a counting bound are recomputed."""
    problem = Problem(WIDE, pair(width=4), 1)
    good = Counting(9, "issue slots", ("p", "q"), 1, 7, ("u0", "u1", "u2"), 2)
    write_claim(tmp_path, problem, [good])
    code, line = outcome(tmp_path, capsys)
    assert code == 0
    assert line.startswith("verified: no mapping of '")
    assert line.endswith(" has 9 cycles")
    for change, word in (
        ({"items": ("u0", "u1", "u4")}, "no mapping needs operation 'u4'"),
        ({"items": ("u0", "u1", "u1")}, "twice"),
        ({"items": ("u0", "u1")}, "fit into"),
        ({"components": ("p",)}, "can be issued on q as well"),
        ({"components": ("p", "p")}, "twice"),
        ({"components": ("z", "p")}, "unknown component"),
        ({"units": 1}, "2 units are there"),
        ({"last": 6}, "not only"),
        ({"first": 2}, "not only"),
        ({"resource": "patience"}, "unknown resource"),
    ):
        fields = {name: getattr(good, name) for name in good.__struct_fields__}
        write_claim(tmp_path, problem, [Counting(**{**fields, **change})])
        code, line = outcome(tmp_path, capsys)
        assert (code, word in line) == (1, True), line


def test_entry_and_exit_widths_are_recounted(tmp_path: File, capsys) -> None:
    """Tests that what must pass a memory's paths and ports is recomputed."""
    memory = Component("ext", initial="all", holds_intermediates=False, read_ports=1, write_ports=1)
    wide = pair(width=2)
    arch = Architecture("ports", (memory, *wide.components[1:]), wide.paths, "ext")
    problem = Problem(WIDE, arch)
    for bound, word in (
        (Counting(5, "entry width", ("ext",), 2, 4, ("u0", "u1", "u2", "u3"), 3), ""),
        (Counting(4, "exit width", ("ext",), 1, 2, ("a", "b", "c"), 2), ""),
        (Counting(5, "exit width", ("ext",), 1, 2, ("a", "b", "c"), 2), "1 to 3, not only 1 to 2"),
        (Counting(5, "entry width", ("ext",), 2, 4, ("u0", "u1", "u2", "u4"), 3), "no result"),
        (Counting(5, "entry width", ("p",), 2, 4, ("u0", "u1", "u2", "u3"), 3), "no result"),
        (Counting(5, "exit width", ("p",), 1, 3, ("a", "b", "c"), 2), "need not leave p"),
        (Counting(5, "exit width", ("ext",), 1, 3, ("u0",), 0), "need not leave ext"),
    ):
        write_claim(tmp_path, problem, [bound])
        code, line = outcome(tmp_path, capsys)
        assert code == (1 if word else 0) and word in line, line


def test_a_status_needs_its_bounds(tmp_path: File, capsys) -> None:
    """Tests that missing horizons matter exactly where results cannot simply stay."""
    mapping, _ = first_mapping(Problem(SUM, pair()), range(1, 9))
    assert mapping is not None
    kept = pair()
    memory = Component("ext", initial="all", holds_intermediates=False, capacity=9)
    small = Architecture("pair", (memory, *kept.components[1:]), kept.paths, "ext")
    for arch, monotone in ((kept, True), (small, False)):
        problem = Problem(SUM, arch)
        found, refuted = first_mapping(problem, range(1, 10))
        assert found is not None
        last = write_proof(tmp_path, problem, refuted[-1])
        write_claim(tmp_path, problem, [last], found)
        code, line = outcome(tmp_path, capsys)
        assert (code == 0) == monotone
        if not monotone:
            assert "no bound refutes a horizon of" in line
            proofs = [write_proof(tmp_path, problem, horizon) for horizon in refuted]
            write_claim(tmp_path, problem, proofs, found)
            assert outcome(tmp_path, capsys)[0] == 0
    lower = mapping.horizon - 1
    problem = Problem(SUM, kept)
    bounds = [write_proof(tmp_path, problem, lower - 1)]
    write_claim(tmp_path, problem, bounds, mapping, status="feasible", lower_bound=lower)
    code, line = outcome(tmp_path, capsys)
    assert (code, f"fewer than {lower} are impossible" in line) == (0, True)
    write_claim(tmp_path, problem, [], mapping, status="feasible", lower_bound=1)
    assert outcome(tmp_path, capsys)[0] == 0
    for changes in (
        {"status": "feasible", "lower_bound": lower + 5},
        {"status": "infeasible"},
        {"lower_bound": lower},
        {"value": None},
    ):
        write_claim(tmp_path, problem, bounds, mapping, **changes)
        assert outcome(tmp_path, capsys)[0] == 1


def test_unusable_input_is_told_apart(tmp_path: File, capsys) -> None:
    """Tests that what cannot be read is an error of one line, and not a rejection."""
    assert outcome(tmp_path / "nothing", capsys)[0] == 2
    assert outcome(tmp_path, capsys)[0] == 2
    (tmp_path / "certificate.json").write_text("{")
    assert outcome(tmp_path, capsys)[0] == 2
    write_claim(tmp_path, CHAIN_PROBLEM, [PATH])
    for name in ("dfg.json", "architecture.json"):
        text = (tmp_path / name).read_text()
        (tmp_path / name).write_text(text.replace("{", "[", 1))
        code, line = outcome(tmp_path, capsys)
        assert code == 2 and name in line
        (tmp_path / name).unlink()
        assert outcome(tmp_path, capsys)[0] == 2
        (tmp_path / name).write_text(text)
    with pytest.raises(SystemExit) as stop:
        main([str(tmp_path), "--time-limit", "0"])
    assert stop.value.code == 2


@pytest.mark.interrupted
def test_the_json_report_and_the_time_limit(tmp_path: File, capsys) -> None:
    """Tests that the outcome is also given as JSON, and that too little time proves nothing."""
    write_claim(tmp_path, CHAIN_PROBLEM, [PATH])
    assert main([str(tmp_path), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["outcome"] == "verified"
    assert report["checks"][0].startswith("lower bound 5: critical path")
    code, line = outcome(tmp_path, capsys, "--time-limit", "1e-9")
    assert code == 30 and "verified:" not in line
