"""The verifier's own full intervals of transfers: true of mappings, and enough for proofs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path as File

import msgspec
import pytest
from pysat.solvers import Solver

from archs.presets import architecture_preset
from examples.ring import ring
from models.data.architecture import Architecture, Component, InitialContents, Path
from models.data.dfg import Dfg
from models.data.features import Feature, Parts
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.space_time.decode import decode
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.verification.clauses import Justifier
from solvers.verification.directory import RejectedError
from solvers.verification.rules import Item, Rules
from solvers.verification.symbols import Symbols, read_symbols
from solvers.verify import main
from tests.models.mappings import ADD, memory, operation
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


@pytest.mark.oracle
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


def pair(*components: Component) -> Problem:
    """The sum of two inputs; a path leads from p to q and one from q to the external component."""
    dfg = Dfg("pair", (ADD,), ("a", "b"), (operation(*"s+ab"),), ("s",))
    paths = (Path("in", ("p",), ("q",), 1), Path("out", ("q",), ("ext",)))
    outside = Component("ext", holds_intermediates=False)
    return Problem(dfg, Architecture("pair", (outside, *components), paths, "ext"))


def collected() -> Problem:
    """Two sums and one of their inputs are results; one path leads out of the element."""
    problem, paths = sums(None), (Path("in", ("ext",), ("pe",)), Path("out", ("pe",), ("ext",), 1))
    arch = msgspec.structs.replace(problem.arch, paths=paths)
    return Problem(msgspec.structs.replace(problem.dfg, results=("s", "t", "a")), arch)


HELD = InitialContents(("a", "b"))
LOADED = Component("p", initial=HELD)


@pytest.mark.parametrize(
    ("problem", "horizon", "path", "full"),
    [
        (sums(1), 6, "in0", True),
        # Narrow ports, and unlimited paths, leave open which of the paths is used.
        (sums(1, 1, ports=1), 6, "in0", False),
        (sums(1, None), 6, "in0", False),
        # A result that is there at first need not enter.
        (collected(), 4, "out", True),
        (collected(), 5, "out", False),
        # An input that is there at first need not leave an element, which can read it.
        (pair(LOADED, Component("q", issue=1)), 4, "in", True),
        (pair(Component("p", issue=1, initial=HELD), Component("q", issue=1)), 4, "in", False),
        (pair(LOADED, Component("q", issue=1, initial=HELD)), 4, "in", False),
    ],
)
def test_what_must_move(problem: Problem, horizon: int, path: str, full: bool) -> None:
    """Tests that some transfer in cycle 2 is taken for granted where every cycle is needed."""
    values = problem.dfg.values
    known: dict[int, Item] = {n: ("y", v, path, "", 2) for n, v in enumerate(values, start=1)}
    justifier = Justifier(Rules(problem, horizon), Symbols(known))
    assert justifier.contradiction is None
    if full:
        justifier.check(list(known))
    else:
        with pytest.raises(RejectedError, match="not justified"):
            justifier.check(list(known))


def four_of_nine() -> Problem:
    """The 4×4 matrix–vector product on four elements of a mesh; two paths lead in, one out."""
    dfg, mesh = ring(4)[0], architecture_preset("mesh:3x3")
    kept = {"pe_0_0", "pe_0_1", "pe_1_1", "pe_2_1"}
    off = (Feature("elements", c.name) for c in mesh.components if c.issue and c.name not in kept)
    return Problem(dfg, Parts((Problem(dfg, mesh),), ("elements",)).without(off))


def test_a_proof_without_steps_is_verified(
    tmp_path: File, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests 20 inputs with 20 places to leave by, one of which no input can use in time."""
    problem = four_of_nine()
    write_claim(tmp_path, problem, [write_proof(tmp_path, problem, 14)])
    assert main([str(tmp_path)]) == 0
    assert "proof of 0 steps" in capsys.readouterr().out


def cramped() -> Problem:
    """A sum of two sums on an element that holds one value; its inputs take every cycle to 4."""
    steps = [operation(*words) for words in ("s+ab", "t+cd", "u+st")]
    dfg = Dfg("cramped", (ADD,), tuple("abcd"), tuple(steps), ("u",))
    paths = (Path("in", ("ext",), ("pe",), 1), Path("out", ("pe",), ("ext",)))
    element = Component("pe", issue=2, capacity=1)
    return Problem(dfg, Architecture("cramped", (memory(), element), paths, "ext"))


def test_an_interval_that_is_not_full_is_rejected(
    tmp_path: File, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests a formula that leaves out a transfer, and symbols that name another cycle."""
    problem = cramped()
    assert Justifier(Rules(problem, 7), Symbols()).contradiction is None
    write_claim(tmp_path, problem, [write_proof(tmp_path, problem, 7)])
    assert main([str(tmp_path)]) == 0
    cnf, symbols = tmp_path / "horizon-7.cnf", tmp_path / "horizon-7.symbols"
    table = [line.split() for line in symbols.read_text().splitlines()]
    at = {tuple(words[2:]): words[1] for words in table if words[0] == "y"}
    sent = [at[value, "in", "2"] for value in "abcd"]

    def shorter(lines: list[str]) -> list[str]:
        full = next(line for line in lines if {*line.split()} == {*sent, "0"})
        return [line.partition(" ")[2] if line == full else line for line in lines]

    def exchanged(lines: list[str]) -> list[str]:
        one, other = at["a", "in", "2"], at["a", "in", "3"]
        names = {f"y {one} a in 2": f"y {one} a in 3", f"y {other} a in 3": f"y {other} a in 2"}
        return [names.get(line, line) for line in lines]

    faults = ((cnf, shorter, "not justified"), (symbols, exchanged, "no rule allows"))
    for file, change, fault in faults:
        before = file.read_text()
        edit(file, change)
        assert file.read_text() != before
        capsys.readouterr()
        assert main([str(tmp_path)]) == 1
        assert fault in capsys.readouterr().out
        file.write_text(before)
