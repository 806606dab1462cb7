"""The verifier's own full intervals of transfers: true of mappings, and enough for proofs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path as File

import pytest
from pysat.solvers import Solver

from archs.presets import architecture_preset
from examples.ring import ring
from models.decode import decode
from models.errors import InfeasibleError
from models.features import Feature, Parts
from models.problem import Problem
from models.xyz import build
from solvers.cnf import lower
from solvers.verification.clauses import Justifier
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Item, Rules
from solvers.verification.symbols import Symbols, read_symbols
from solvers.verify import main
from tests.models.moving import moving
from tests.models.test_fill import sums, transfers
from tests.solvers.test_verify_material import edit, encode, write_claim, write_proof
from tests.solvers.test_verify_ways import items, one_way


def cnf_accepted(problem: Problem, horizon: int) -> bool:
    """Whether every clause and group of the CNF is; `RejectedError` otherwise."""
    cnf, lines, mapping = encode(problem, horizon)
    rules = Rules(problem, horizon)
    justifier = Justifier(rules, read_symbols(rules, iter(enumerate(lines, start=1))))
    for clause in cnf.clauses():
        justifier.check(clause)
    assert mapping is None or justifier.contradiction is None
    return justifier.contradiction is None


def test_full_intervals_of_transfers_hold_in_legal_mappings() -> None:
    """Tests used cycles and single moves on mappings found without windows or implied ones."""
    used = once = 0
    for seed in range(70):
        problem = moving(seed)
        for horizon in range(3, 8):
            rules = Rules(problem, horizon)
            justifier = Justifier(rules, Symbols())
            moves = justifier.moves
            if not moves.once:
                continue
            model = build(problem, horizon, windowed=False)
            with Solver("glucose4", bootstrap_with=lower(model.constraints).clauses()) as solver:
                for clause in one_way(model):
                    solver.add_clause(clause)
                if not solver.solve():
                    continue
                mapping = decode(model, [v for v in solver.get_model() if v > 0])
            found = items(problem, mapping, rules)
            assert justifier.contradiction is None
            for alternatives in moves.used.values():
                assert all(transfer & found for transfer in alternatives), (seed, horizon)
                used += len(alternatives)
            moved = Counter((i[1], n) for i in found for n in moves.once.get(i, ()))
            assert set(moved.values()) <= {1}, (seed, horizon)
            once += len(moved)
    assert used > 60
    assert once > 60


def test_what_the_producer_states_is_accepted() -> None:
    """Tests whole formulas at horizons with full intervals of transfers, refuted or not."""
    accepted = 0
    for seed in range(30):
        problem = moving(seed)
        for horizon in range(3, 8):
            try:
                if transfers(problem, horizon):
                    accepted += cnf_accepted(problem, horizon)
            except InfeasibleError:
                break
    assert accepted > 20


def over(path: str, cycle: int) -> list[Item]:
    return [("y", value, path, "", cycle) for value in "abcd"]


@pytest.mark.parametrize("cycle", [1, 2, 3, 4])
def test_only_full_intervals_are_used_throughout(cycle: int) -> None:
    """Tests that some transfer in a cycle is taken for granted only where four have to be."""
    for horizon, full in ((6, True), (7, False)):
        known = dict(enumerate(over("in0", cycle), start=1))
        justifier = Justifier(Rules(sums(1), horizon), Symbols(known))
        assert justifier.contradiction is None
        if full:
            justifier.check([1, 2, 3, 4])
        else:
            with pytest.raises(RejectedError, match="not justified"):
                justifier.check([1, 2, 3, 4])
        with pytest.raises(RejectedError, match="not justified"):
            justifier.check([1, 2, 3])


def test_only_in_full_intervals_nothing_moves_twice() -> None:
    """Tests two transfers of one value, over two paths in different cycles."""
    known: dict[int, Item] = {1: ("y", "a", "in0", "", 1), 2: ("y", "a", "in1", "", 2)}
    Justifier(Rules(sums(1, 1), 4), Symbols(known)).check([-1, -2])
    with pytest.raises(RejectedError, match="not justified"):
        Justifier(Rules(sums(1, 1), 5), Symbols(known)).check([-1, -2])
    # Narrow ports leave open which of the paths is used.
    known = dict(enumerate(over("in0", 2), start=1))
    with pytest.raises(RejectedError, match="not justified"):
        Justifier(Rules(sums(1, 1, ports=1), 6), Symbols(known)).check([1, 2, 3, 4])


def four_of_nine() -> Problem:
    """The 4×4 matrix–vector product on four elements of a mesh; two paths lead in, one out."""
    dfg, mesh = ring(4)[0], architecture_preset("mesh:3x3")
    kept = {"pe_0_0", "pe_0_1", "pe_1_1", "pe_2_1"}
    off = (Feature("elements", c.name) for c in mesh.components if c.issue and c.name not in kept)
    return Problem(dfg, Parts((Problem(dfg, mesh),), ("elements",)).without(off))


def exchanged(lines: list[str]) -> list[str]:
    """The symbols with two cycles of one transfer exchanged."""
    first, second = (
        next(line for line in lines if line.startswith("y ") and line.endswith(end))
        for end in (" x_0 extmem->pe_0_0 5", " x_0 extmem->pe_0_0 6")
    )
    other = {
        first: " ".join([*first.split()[:-1], "6"]),
        second: " ".join([*second.split()[:-1], "5"]),
    }
    return [other.get(line, line) for line in lines]


def test_a_proof_without_steps_is_verified_unless_tampered_with(
    tmp_path: File, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests 20 inputs that have 20 places to leave by: refuted at once, with every clause."""
    problem = four_of_nine()
    write_claim(tmp_path, problem, [write_proof(tmp_path, problem, 14)])
    assert main([str(tmp_path)]) == 0
    assert "proof of 0 steps" in capsys.readouterr().out
    cnf, symbols = tmp_path / "horizon-14.cnf", tmp_path / "horizon-14.symbols"
    table = [line.split() for line in symbols.read_text().splitlines()]
    sent = {words[1] for words in table if words[0] == "y" and words[3:] == ["extmem->pe_0_0", "5"]}

    def shorter(lines: list[str]) -> list[str]:
        """The formula with one input less in "something is sent to pe_0_0 in cycle 5"."""
        at = next(n for n, line in enumerate(lines) if {*line.split()} == {*sent, "0"})
        return [*lines[:at], lines[at].partition(" ")[2], *lines[at + 1 :]]

    changes: list[tuple[File, Callable[[list[str]], list[str]]]] = [
        (cnf, shorter),
        (symbols, exchanged),
    ]
    for file, change in changes:
        before = file.read_text()
        edit(file, change)
        assert main([str(tmp_path)]) == 1
        assert "not justified" in capsys.readouterr().out
        file.write_text(before)
