"""What the command says about freedom of order: what it finds, and what it refuses in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from examples.ring import ring
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.formats.native_json import dfg_to_json
from solvers.min_cycles import main
from solvers.verify import main as verify
from tests.solvers.command_line import called

ADD = Operator("+", 2, commutative=True, associative=True)


def total(count: int, operator: Operator = ADD) -> Dfg:
    """A sum of `count` inputs, from left to right."""
    names = [f"a{n}" for n in range(count)]
    operations = []
    so_far = names[0]
    for n, name in enumerate(names[1:], start=1):
        value = "y" if n == count - 1 else f"s{n}"
        operations.append(Operation(value, operator.name, (Operand(so_far), Operand(name))))
        so_far = value
    return Dfg("total", (operator,), tuple(names), tuple(operations), ("y",))


Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs the command on a graph in this process."""

    def run(dfg: Dfg, arch: str, *options: str) -> tuple[int, str, str]:
        path = tmp_path / "dfg.json"
        path.write_text(dfg_to_json(dfg))
        return called(main, capsys, str(path), arch, "--quiet", *options)

    return run


def answer(command: Command, dfg: Dfg, arch: str, *options: str) -> dict[str, Any]:
    """The answer as JSON; it must be optimal."""
    code, out, err = command(dfg, arch, "--json", *options)
    assert code == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.mark.process(keep=2)
@pytest.mark.parametrize("how", ["enumerate", "xbtree", "select", "chain", "auto"])
def test_the_papers_ring(command: Command, tmp_path: Path, how: str) -> None:
    """Tests size 4 of the paper's Table 4, with a certificate of the bound."""
    folder = tmp_path / "certificate"
    dfg, _ = ring(4, mac="pattern")
    found = answer(command, dfg, "ring:4", "--transform", how, "--certificate", str(folder))
    assert found["cycles"] == 7
    assert verify([str(folder)]) == 0


def test_a_bound_of_chains_is_that_of_all_orders(command: Command, tmp_path: Path) -> None:
    """Tests that what trees do in fewer cycles than chains is not excluded, but all less is."""
    folder, words = tmp_path / "certificate", ("ring:2,registers=1", "--transform")
    trees = answer(command, total(5), *words, "enumerate")
    chains = answer(command, total(5), *words, "chain", "--certificate", str(folder))
    assert chains["status"] == "optimal" and chains["cycles"] > trees["cycles"]
    claim = json.loads((folder / "certificate.json").read_text())
    assert (claim["status"], claim["lower_bound"]) == ("feasible", trees["cycles"])
    assert chains["rewrites"] == claim["rewrites"] == ["any order (chain)"]
    assert verify([str(folder)]) == 0


@pytest.mark.process
def test_a_weaker_certificate_is_announced(command: Command, tmp_path: Path) -> None:
    """Tests that whoever asks for a certificate is told when it claims less than the answer."""
    folder = str(tmp_path / "certificate")
    full = ("full:4", "--certificate", folder)
    assert "because a proof is missing" in command(total(6), *full, "--transform", "chain")[2]
    assert command(total(6), *full, "--transform", "enumerate")[2] == ""


def test_a_loop_too_long_for_chains(command: Command) -> None:
    """Tests that what is impossible for chains alone is infeasible, and no failure."""
    operator = Operator(".", 2, associative=True)
    late = Operation("s", ".", (Operand("y", 1), Operand("a")))
    last = Operation("y", ".", (Operand("s"), Operand("b")))
    loop = Dfg("loop", (operator,), ("a", "b"), (late, last), ("y",))
    contexts = ("full:2", "--contexts", "1")
    assert command(loop, *contexts, "--transform", "enumerate")[0] == 0
    for limit in ((), ("--max-cycles", "9"), ("--cycles", "6"), ("--cycles", "6", "--explain")):
        code, out, err = command(loop, *contexts, "--transform", "chain", *limit)
        assert (code, err) == (20, "") and "recurrence" in out
