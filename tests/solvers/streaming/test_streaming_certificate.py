"""Certificates that hold, and what is rejected as soon as something is changed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from models.streaming.clauses import build
from models.streaming.engine import Engine
from models.streaming.program import Program
from models.streaming.rules import Rules
from models.streaming.schedule import Schedule
from solvers.backends.cnf import lower, write_dimacs
from solvers.questions.streaming.certificate import certify
from solvers.questions.streaming.refute import refute
from solvers.questions.verify.check import LIMIT, REJECTED, UNUSABLE, VERIFIED
from solvers.verify import main
from tests.models.streaming.small_streaming import program
from tests.solvers.verification.refutations import of_all_clauses, trimmed_proof

DISTANCE = program("UV", "WX", "YZ", "a", "bd", "ce")
PACKED = program("X", "aX", "", "bc", "d")


def known(rules: Rules, ii: int, cycles: int) -> Schedule:
    found = refute(rules, ii, cycles)
    assert isinstance(found, Schedule)
    return found


def certified(
    folder: Path, small: Program, ii: int, cycles: int, objective="cycles", **engine
) -> str:
    rules = Rules(small, Engine(**engine))
    written = certify(rules, ii, known(rules, ii, cycles), objective, folder)
    assert written is not None
    return written[0].status


def verdict(folder: Path, capsys) -> tuple[int, str]:
    capsys.readouterr()
    code = main([str(folder)])
    out, err = capsys.readouterr()
    return code, (out + err).splitlines()[-1]


def claim_of(folder: Path) -> dict:
    return json.loads((folder / "certificate.json").read_text())


def change(folder: Path, name: str, edit: Callable[[dict], object]) -> None:
    found = json.loads((folder / name).read_text())
    edit(found)
    (folder / name).write_text(json.dumps(found))


ENGINES = {
    "the paper's": (13, {}),
    "relays": (13, {"relay": True, "hops": (1,)}),
    "no waiting": (14, {"waiting": False}),
    "one output": (13, {"multicast": False}),
    "falling latencies": (13, {"hops": (3, 1)}),
}


@pytest.mark.parametrize("engine", ENGINES)
def test_the_fewest_cycles_are_verified(engine, tmp_path, capsys) -> None:
    _, options = ENGINES[engine]
    assert certified(tmp_path, DISTANCE, 3, 40, **options) == "optimal"
    code, line = verdict(tmp_path, capsys)
    assert code == VERIFIED, line
    assert "are the fewest of 'small' on 16 tile(s) with II 3" in line


def test_a_critical_path_needs_no_proof(tmp_path, capsys) -> None:
    assert certified(tmp_path, program("", "a", "b"), 4, 40) == "optimal"
    assert claim_of(tmp_path)["bounds"] == [
        {"type": "critical path", "ii": 4, "cycles": 8, "instruction": "a"}
    ]
    assert verdict(tmp_path, capsys)[1].startswith("verified: 9 cycles are the fewest")


def test_the_smallest_interval_is_verified(tmp_path, capsys) -> None:
    # By arithmetic 2, but spokes of the two that share a variable coincide.
    assert certified(tmp_path, PACKED, 3, 60, "ii", tiles=3, pipeline=2, waiting=False) == "optimal"
    kinds = [bound["type"] for bound in claim_of(tmp_path)["bounds"]]
    code, line = verdict(tmp_path, capsys)
    assert code == VERIFIED, line
    assert f"with II {len(kinds)}, the smallest one" in line
    change(tmp_path, "certificate.json", lambda c: c["bounds"].pop(0))
    assert verdict(tmp_path, capsys)[0] == REJECTED


CROWDS = {
    "spokes": (program("X", "X", "X"), {"starts": "free"}),
    "readers": (program("", "a", "a", "a", "a"), {"hops": (1,)}),
    "flows": (program("", "", "", "", ""), {"tiles": 4}),
    "proof": (program("X", "", "X"), {"tiles": 4}),
}


@pytest.mark.parametrize("kind", CROWDS)
def test_no_mapping_at_all_is_verified(kind, tmp_path, capsys) -> None:
    small, options = CROWDS[kind]
    rules = Rules(small, Engine(**options))
    written = certify(rules, 2, None, "cycles", tmp_path)
    assert written is not None
    assert written[0].status == "infeasible"
    assert verdict(tmp_path, capsys)[1].startswith("verified: no mapping of 'small'")
    # The same reason for another question.
    other = {"engine": {"tiles": 16, "starts": "free"}, "ii": 3}
    change(tmp_path, "certificate.json", lambda c: c.update(other))
    assert verdict(tmp_path, capsys)[0] == REJECTED


def placed(small: Program, **at: tuple[int, int]) -> dict[int, tuple[int, int]]:
    return {small.number[name]: place for name, place in at.items()}


def test_that_no_interval_up_to_a_limit_will_do_is_verified(tmp_path, capsys) -> None:
    small = program("X", "", "X")
    written = certify(Rules(small, Engine(tiles=4)), 3, None, "ii", tmp_path)
    assert written is not None
    assert [type(bound).__name__ for bound in written[0].bounds] == ["Spokes", "Proof", "Proof"]
    assert verdict(tmp_path, capsys) == (
        VERIFIED,
        "verified: no mapping of 'small' on 4 tile(s) has an II up to 3",
    )
    text = (tmp_path / "certificate.json").read_text()
    for edit in (
        lambda c: c.update(ii=4),
        lambda c: c.update(ii=2**62),
        lambda c: c.update(lower_ii=4),
        lambda c: c["bounds"].pop(0),
        lambda c: c["bounds"].pop(),
        lambda c: c["bounds"][1].update(ii=3),
        lambda c: c["bounds"][2].update(cycles=9),
        lambda c: c["bounds"][2].update(cycles=2**62),
        lambda c: c["bounds"][2].update(ii=2**62),
        lambda c: c["engine"].update(tiles=5, starts="free"),
    ):
        (tmp_path / "certificate.json").write_text(text)
        change(tmp_path, "certificate.json", edit)
        assert verdict(tmp_path, capsys)[0] in (REJECTED, LIMIT)


def test_fixed_places_are_part_of_the_claim(tmp_path, capsys) -> None:
    rules, at = Rules(DISTANCE, Engine()), placed(DISTANCE, a=(3, 1), f=(9, 0))
    found = refute(rules, 3, 60, placed=at)
    assert isinstance(found, Schedule)
    written = certify(rules, 3, found, "cycles", tmp_path, placed=at)
    assert written is not None and written[0].status == "optimal"
    cycles = written[0].cycles
    # More than without them.
    assert cycles is not None and cycles > 15
    code, line = verdict(tmp_path, capsys)
    assert code == VERIFIED
    assert "tile(s), with 'a' at tile 3, spoke 1, 'f' at tile 9, spoke 0, with II 3" in line
    text = (tmp_path / "certificate.json").read_text()
    for edit in (
        lambda c: c.update(placed=[]),
        lambda c: c["placed"].pop(),
        lambda c: c["placed"].append(c["placed"][0]),
        lambda c: c["placed"][0].update(tile=4),
        lambda c: c["placed"][0].update(tile=16),
        lambda c: c["placed"][0].update(spoke=3),
        lambda c: c["placed"][0].update(spoke=-2),
        lambda c: c["placed"][0].update(instruction="b"),
        lambda c: c["placed"][0].update(instruction="zz"),
        lambda c: c["bounds"][0].update(mirrored="d"),
        lambda c: c.update(objective="ii", lower_ii=3),
    ):
        (tmp_path / "certificate.json").write_text(text)
        change(tmp_path, "certificate.json", edit)
        assert verdict(tmp_path, capsys)[0] == REJECTED


def test_places_where_nothing_fits_are_refuted(tmp_path, capsys) -> None:
    # Out of reach; and one spoke for two.
    for at in (placed(DISTANCE, a=(0, 0), d=(5, 1)), placed(DISTANCE, a=(0, 0), d=(0, 0))):
        written = certify(Rules(DISTANCE, Engine()), 3, None, "cycles", tmp_path, placed=at)
        assert written is not None and written[0].status == "infeasible"
        code, line = verdict(tmp_path, capsys)
        assert code == VERIFIED and line.endswith("has II 3") and "'a' at tile 0, spoke 0" in line
        change(tmp_path, "certificate.json", lambda c: c.update(placed=[]))
        assert verdict(tmp_path, capsys)[0] == REJECTED


def test_without_time_the_claim_is_smaller(tmp_path, capsys) -> None:
    rules = Rules(DISTANCE, Engine())
    best = known(rules, 6, 13)
    written = certify(rules, 6, best, "cycles", tmp_path, deadline=time.perf_counter() - 1)
    assert written is not None
    assert (written[0].status, written[0].lower_cycles) == ("feasible", 12)
    assert verdict(tmp_path, capsys)[1] == (
        "verified: 13 cycles with II 6 are feasible for 'small' on 16 tile(s);"
        " fewer than 12 cycles with II 6 are impossible"
    )
    assert certify(rules, 6, None, "cycles", tmp_path, deadline=time.perf_counter() - 1) is None


@pytest.fixture
def distance(tmp_path: Path) -> Path:
    assert certified(tmp_path, DISTANCE, 3, 15) == "optimal"
    return tmp_path


@pytest.fixture
def whole(distance: Path) -> Path:
    """The same with all clauses and all symbols, also those that the proof does not need."""
    model = build(Rules(DISTANCE, Engine()), 3, 14)
    cnf = lower(model.constraints)
    (cnf_file,), (symbols,) = distance.glob("*.cnf"), distance.glob("*.symbols")
    lines: list[str] = []
    write_dimacs(cnf, lines.append)
    cnf_file.write_text("".join(lines))
    everything = [
        f"{own.kind} {variable} {' '.join(map(str, keys))}\n"
        for own in model.symbols
        for variable, keys in enumerate(own.keys.tolist(), own.first)
    ]
    symbols.write_text("".join(everything))
    trimmed = trimmed_proof(cnf)
    assert trimmed is not None
    (proof,) = distance.glob("*.lrat")
    proof.write_bytes(of_all_clauses(trimmed, cnf.clause_count))
    return distance


def test_all_clauses_and_symbols_are_verified(whole, capsys) -> None:
    assert verdict(whole, capsys)[0] == VERIFIED


def _earlier(mapping: dict) -> None:
    mapping["placements"][-1][2] -= 1


def _moved(mapping: dict) -> None:
    mapping["placements"][3][1] = mapping["placements"][5][1] + 6


def test_a_changed_mapping_is_rejected(distance, capsys) -> None:
    text = (distance / "mapping.json").read_text()
    for edit in (_earlier, _moved, lambda m: m.update(ii=6), lambda m: m.update(program="p")):
        (distance / "mapping.json").write_text(text)
        change(distance, "mapping.json", edit)
        assert verdict(distance, capsys)[0] == REJECTED


def test_a_changed_claim_is_rejected(distance, capsys) -> None:
    text = (distance / "certificate.json").read_text()
    edits = [
        {"bounds": []},
        {"lower_cycles": 14},
        {"lower_cycles": 14, "status": "optimal"},
        {"cycles": 16, "lower_cycles": 16},
        {"lower_ii": 3},
        {"objective": "ii", "lower_ii": 3},
        {"ii": 4},
        {"objective": "ii"},
        {"engine": {"tiles": 8}},
        {"status": "infeasible"},
        {"status": "infeasible", "cycles": None, "lower_cycles": None, "mapping": None},
    ]
    for edit in edits:
        (distance / "certificate.json").write_text(text)
        change(distance, "certificate.json", lambda c, edit=edit: c.update(edit))
        assert verdict(distance, capsys)[0] == REJECTED, edit


def test_a_changed_bound_is_rejected(whole, capsys) -> None:
    text = (whole / "certificate.json").read_text()
    bounds = [
        {"ii": 6}, {"cycles": 15}, {"mirrored": "a"}, {"mirrored": None}, {"mirrored": "zz"},
        {"cnf": "../x"}, {"type": "critical path", "instruction": "a"},
        {"type": "spokes", "instructions": ["a", "b"], "tiles": 1},
        {"type": "spokes", "instructions": ["a", "b"], "tiles": 16},
        {"type": "crowd", "instructions": ["a", "b", "c"], "source": None},
        {"type": "crowd", "instructions": ["d"], "source": "b"},
    ]  # fmt: skip
    for edit in bounds:
        (whole / "certificate.json").write_text(text)

        def put(claim: dict, edit: dict = edit) -> None:
            old = claim["bounds"][0]
            kept = {"ii", "cycles"} if edit.get("type") == "critical path" else {"ii"}
            claim["bounds"][0] = {k: v for k, v in old.items() if "type" not in edit or k in kept}
            claim["bounds"][0] |= edit

        change(whole, "certificate.json", put)
        assert verdict(whole, capsys)[0] == REJECTED, edit


def test_a_clause_without_one_of_its_literals_is_rejected(whole, capsys) -> None:
    (cnf,) = whole.glob("*.cnf")
    lines = cnf.read_text().splitlines()
    long = [n for n, line in enumerate(lines[1:], start=1) if len(line.split()) > 3]
    chosen = long[:: len(long) // 12]
    rejected = 0
    for n in chosen:
        changed = [*lines[:n], " ".join(lines[n].split()[1:]), *lines[n + 1 :]]
        cnf.write_text("\n".join(changed) + "\n")
        code, line = verdict(whole, capsys)
        rejected += f"clause {n}: not justified" in line
        assert (code == REJECTED) == (f"clause {n}: not justified" in line)
    # Of a few, the rest holds as well.
    assert rejected >= len(chosen) - 2


def test_changed_symbols_are_rejected(whole, capsys) -> None:
    (symbols,) = whole.glob("*.symbols")
    lines = symbols.read_text().splitlines()
    for kind in ("tile", "above", "start", "spoke", "distance"):
        at = [n for n, line in enumerate(lines) if line.startswith(f"{kind} ")][1]
        words = lines[at].split()
        for other in (
            [],
            [" ".join([*words[:-1], str(int(words[-1]) + 1)])],
            [" ".join([*words[:2], "5", *words[3:]])],
            [lines[at], lines[at]],
        ):
            symbols.write_text("\n".join([*lines[:at], *other, *lines[at + 1 :]]) + "\n")
            assert verdict(whole, capsys)[0] == REJECTED, other


def test_a_proof_that_does_not_end_is_rejected(distance, capsys) -> None:
    (proof,) = distance.glob("*.lrat")
    proof.write_bytes(proof.read_bytes()[:-6])
    assert verdict(distance, capsys)[0] == REJECTED


def test_what_cannot_be_read_is_unusable(distance, capsys) -> None:
    change(distance, "certificate.json", lambda c: c.update(engine={"tiles": 0}))
    code, line = verdict(distance, capsys)
    assert code == UNUSABLE
    assert "certificate.json: $.engine: tiles: 0 tiles; allowed: 1 to" in line
    (distance / "program.json").unlink()
    assert verdict(distance, capsys)[0] == UNUSABLE
