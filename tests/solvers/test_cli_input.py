"""What the command says about files that it cannot use: one line and exit code 2, or 20."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from examples.ring import ring
from models.formats.dfg_json import dfg_to_json
from solvers.min_cycles import main
from solvers.verify import main as verify
from tests.solvers.command_line import called

DATA = Path(__file__).parents[2] / "examples" / "data"
RING = (str(DATA / "ring4.dfg.json"), str(DATA / "ring4.arch.json"))

DFG: dict[str, Any] = {
    "schema": "xyzmap/dfg/1",
    "name": "tiny",
    "operators": [{"name": "+", "arity": 2, "commutative": True}],
    "inputs": ["a", "b"],
    "operations": [
        {"name": "s", "operator": "+", "operands": ["a", "b"]},
        {"name": "t", "operator": "+", "operands": ["s", "a"]},
    ],
    "results": ["t"],
}
ARCH: dict[str, Any] = {
    "schema": "xyzmap/architecture/1",
    "name": "small",
    "components": [
        {"name": "pe", "issue": 1, "capacity": 2},
        {"name": "mem", "initial": "all", "holds_intermediates": False},
    ],
    "paths": [
        {"name": "in", "sources": ["mem"], "targets": ["pe"], "width": 1},
        {"name": "out", "sources": ["pe"], "targets": ["mem"], "width": 1},
    ],
    "external": "mem",
}


class Command:
    """Writes inputs into a directory and runs the command on them in this process."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def file(self, name: str, content: bytes | dict[str, Any]) -> str:
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return str(path)

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        return called(main, self._capsys, *arguments, "--quiet")

    def refuses(self, *arguments: str, saying: str) -> None:
        """Check that there is exactly one line of error, and no answer."""
        code, out, err = self(*arguments)
        assert (code, out, err.count("\n")) == (2, "", 1), (out, err)
        assert saying in err


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(tmp_path, capsys)


def changed(base: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a copy with the member at a path such as `paths.0.width` replaced."""
    made = copy.deepcopy(base)
    *way, last = [int(word) if word.isdigit() else word for word in path.split(".")]
    place: Any = made
    for step in way:
        place = place[step]
    place[last] = value
    return made


@pytest.mark.parametrize(
    ("place", "name", "content", "saying"),
    [
        (0, "x.json", b'{"schema": "xyzmap/dfg/1", "name": "tr', "not JSON"),
        (0, "x.json", b"\xff\xfe\x00garbage", "not JSON"),
        (0, "x.txt", b".i a\n\xe9 b\n", "line 2: not UTF-8"),
        (0, "x.dot", b"", "expected 'digraph'"),
        (0, "x", b"what is this", "not recognised"),
        (0, "x", b"", "not recognised"),
        (1, "x.json", b"", "not JSON"),
        (1, "x.json", b"null", "expected"),
        (1, "x.txt", b"\x80", "line 1: not UTF-8"),
        (1, "x", b"what is this", "unknown format"),
    ],
)
def test_files_of_something_else(
    command: Command, place: int, name: str, content: bytes, saying: str
) -> None:
    """Tests that what cannot be read as a DFG or an architecture is refused, with its name."""
    paths = [*RING]
    paths[place] = command.file(name, content)
    command.refuses(*paths, saying=f"{paths[place]}: ")
    command.refuses(*paths, saying=saying)


def test_unreadable(command: Command) -> None:
    """Tests that missing files, directories and huge files are refused at once."""
    folder = str(command.folder)
    for paths in ((folder, RING[1]), (RING[0], folder)):
        command.refuses(*paths, saying="Is a directory")
    command.refuses("/no/such.json", RING[1], saying="/no/such.json: cannot read")
    command.refuses(RING[0], "/no/such.json", saying="/no/such.json: cannot read")
    huge = command.file("huge.json", b"{")
    with open(huge, "r+b") as file:
        file.truncate(8 << 30)
    command.refuses(huge, RING[1], saying="larger than 64 MiB")
    command.refuses(RING[0], huge, saying="larger than 64 MiB")


@pytest.mark.parametrize(
    ("path", "value", "saying"),
    [
        ("schema", "xyzmap/architecture/1", "expected 'xyzmap/dfg/1'"),
        ("inputs", "a", "$.inputs"),
        ("inputs", ["a", "a"], "duplicate"),
        ("inputs", ["a", "s", "b"], "'s'"),
        ("operators.0.arity", "two", "$.operators[0].arity"),
        ("operators.0.arity", -1, "arity"),
        ("operators.0.arity", 3, "has 2 operands, operator '+' takes 3"),
        ("operations.0.operands", ["a"], "$.operations[0]"),
    ],
)
def test_bad_dfg(command: Command, path: str, value: Any, saying: str) -> None:
    """Tests that a DFG that contradicts itself is refused with the place and the name."""
    file = command.file("dfg.json", changed(DFG, path, value))
    command.refuses(file, command.file("arch.json", ARCH), saying=saying)


@pytest.mark.parametrize(
    ("path", "value", "saying"),
    [
        ("paths.0.width", "wide", "$.paths[0].width"),
        ("paths.0.sources", ["nowhere"], "unknown component 'nowhere'; known: mem, pe"),
        ("paths.0.targets", [], "no targets"),
        ("paths.1.name", "in", "duplicate path 'in'"),
        ("components.0.name", "mem", "duplicate component 'mem'"),
        ("components.0.issue", -1, "issue -1"),
        ("components.0.capacity", 1.5, "$.components[0].capacity"),
        ("components.0.initial", {"values": ["z"]}, "unknown input 'z'; known: a, b"),
        ("max_contexts", 0, "max_contexts 0"),
    ],
)
def test_bad_architecture(command: Command, path: str, value: Any, saying: str) -> None:
    """Tests that an architecture that cannot be used is refused with the place and the name."""
    file = command.file("arch.json", changed(ARCH, path, value))
    command.refuses(command.file("dfg.json", DFG), file, saying=saying)


def test_loops_and_patterns_need_options(command: Command) -> None:
    """Tests that loop-carried DFGs name the option they need; multi-node ones need none."""
    files = [str(DATA / f"accumulate.{kind}.json") for kind in ("dfg", "arch")]
    command.refuses(*files, saying="--contexts 1")
    assert command(*files, "--contexts", "1")[0] in (0, 20)
    files = [command.file("dfg.json", dfg_to_json(ring(2, "pattern")[0]).encode()), "ring:2"]
    _, on, _ = command(*files, "--json")
    _, off, _ = command(*files, "--json", "--multi-node", "off")
    assert json.loads(on)["cycles"] < json.loads(off)["cycles"]


def test_nothing_to_do(command: Command) -> None:
    """Tests that a DFG without anything in it is no accident."""
    empty = {**DFG, "inputs": [], "operations": [], "results": []}
    code, _, err = command(command.file("dfg.json", empty), command.file("arch.json", ARCH))
    assert code in (0, 2), err


@pytest.mark.parametrize(
    ("path", "value", "saying"),
    [
        ("components.0.ops", ["*"], "supports operator '+'"),
        ("paths.1.sources", ["mem"], "can never reach 'mem'"),
        ("components.1.initial", {"values": ["a"]}, "input 'b'"),
    ],
)
def test_never_feasible(
    command: Command, path: str, value: Any, saying: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests that what no number of cycles can cure is infeasible, with the reason."""
    arch = command.file("arch.json", changed(ARCH, path, value))
    dfg = command.file("dfg.json", DFG)
    code, out, _ = command(dfg, arch, "--cycles", "8")
    assert code == 20
    assert out.startswith("infeasible: 'tiny' on 'small': ")
    assert saying in out
    code, out, err = command(
        dfg, arch, "--cycles", "8", "--json", "--certificate", str(command.folder / "c")
    )
    assert (code, json.loads(out)["status"]) == (20, "infeasible")
    assert err == "" and verify([str(command.folder / "c")]) == 0
    assert capsys.readouterr().out.endswith("has any number of cycles\n")
