"""What the command says about bad inputs and options: one line and exit code 2, or 20."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from examples.ring import ring
from models.formats.dfg_json import dfg_to_json
from solvers.min_cycles import main
from solvers.verify import main as verify
from tests.seeds import seeds

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

    def file(self, name: str, content: str | bytes | dict[str, Any]) -> str:
        """Write a file; return its path."""
        path = self.folder / name
        if isinstance(content, dict):
            content = json.dumps(content)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        try:
            code = main([*arguments, "--quiet"])
        except SystemExit as end:
            code = int(end.code or 0)
        return code, *self._capsys.readouterr()

    def refuses(self, *arguments: str, saying: str, code: int = 2) -> None:
        """Check that there is exactly one line of error, and no answer."""
        found, out, err = self(*arguments)
        assert (found, out) == (code, ""), (out, err)
        assert err.count("\n") == 1
        assert saying in err
        assert "Traceback" not in err


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
    ("name", "content", "saying"),
    [
        ("x.json", b"", "not JSON"),
        ("x.json", b'{"schema": "xyzmap/dfg/1", "name": "tr', "not JSON"),
        ("x.json", b"[1, 2]", "expected"),
        ("x.json", b"\xff\xfe\x00garbage", "not JSON"),
        ("x.txt", b".i a\n\xe9 b\n", "line 2: not UTF-8"),
        ("x.dot", b"", "expected 'digraph'"),
        ("x.dot", b"digraph { a -> ", "line 1"),
        ("x", b"what is this", "not recognised"),
        ("x", b"", "not recognised"),
    ],
)
def test_dfg_that_is_no_dfg(command: Command, name: str, content: bytes, saying: str) -> None:
    """Tests that a file that cannot be read as a DFG is refused, with its name."""
    path = command.file(name, content)
    command.refuses(path, RING[1], saying=f"{path}: ")
    command.refuses(path, RING[1], saying=saying)


@pytest.mark.parametrize(
    ("name", "content", "saying"),
    [
        ("x.json", b"", "not JSON"),
        ("x.json", b"null", "expected"),
        ("x.txt", b"\x80", "line 1: not UTF-8"),
        ("x", b"what is this", "unknown format"),
    ],
)
def test_architecture_that_is_none(
    command: Command, name: str, content: bytes, saying: str
) -> None:
    """Tests that a file that cannot be read as an architecture is refused, with its name."""
    path = command.file(name, content)
    command.refuses(RING[0], path, saying=f"{path}: ")
    command.refuses(RING[0], path, saying=saying)


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
        ("schema", "xyzmap/dfg/2", "expected 'xyzmap/dfg/1'"),
        ("schema", "xyzmap/architecture/1", "expected 'xyzmap/dfg/1'"),
        ("inputs", "a", "$.inputs"),
        ("inputs", ["a", "a"], "duplicate"),
        ("inputs", ["a", "s", "b"], "'s'"),
        ("operators.0.arity", "two", "$.operators[0].arity"),
        ("operators.0.arity", -1, "arity"),
        ("operators.0.arity", 3, "has 2 operands, operator '+' takes 3"),
        ("operations.0.operator", "-", "unknown operator '-'"),
        ("operations.0.operands", ["a", "z"], "'z'"),
        ("operations.0.operands", ["a"], "$.operations[0]"),
        ("operations.0.operands", ["a", "t"], "cycle"),
        ("operations.0.surprise", 1, "surprise"),
        ("operations.1.name", "s", "'s'"),
        ("results", ["nobody"], "'nobody'"),
    ],
)
def test_bad_dfg(command: Command, path: str, value: Any, saying: str) -> None:
    """Tests that a DFG that contradicts itself is refused with the place and the name."""
    file = command.file("dfg.json", changed(DFG, path, value))
    command.refuses(file, command.file("arch.json", ARCH), saying=saying)


@pytest.mark.parametrize(
    ("path", "value", "saying"),
    [
        ("paths.0.width", 0, "width 0 must be at least 1"),
        ("paths.0.width", "wide", "$.paths[0].width"),
        ("paths.0.sources", ["nowhere"], "unknown component 'nowhere'; known: mem, pe"),
        ("paths.0.targets", [], "no targets"),
        ("paths.1.name", "in", "duplicate path 'in'"),
        ("components.0.name", "mem", "duplicate component 'mem'"),
        ("components.0.issue", -1, "issue -1"),
        ("components.0.capacity", 1.5, "$.components[0].capacity"),
        ("components.0.initial", {"values": ["z"]}, "unknown input 'z'; known: a, b"),
        ("external", "nowhere", "unknown component 'nowhere'"),
        ("external", None, "names no external component"),
        ("max_contexts", 0, "max_contexts 0"),
    ],
)
def test_bad_architecture(command: Command, path: str, value: Any, saying: str) -> None:
    """Tests that an architecture that cannot be used is refused with the place and the name."""
    file = command.file("arch.json", changed(ARCH, path, value))
    command.refuses(command.file("dfg.json", DFG), file, saying=saying)


@pytest.mark.parametrize(
    ("spec", "saying"),
    [
        ("meshes:3x3", "unknown preset 'meshes'; known: single,"),
        ("mesh:0x3", "takes RxC, from 1"),
        ("mesh", "takes RxC"),
        ("ring:-1", "takes N, from 1"),
        ("ring:1000000", "takes N, from 1 to 4096"),
        ("ring:4,width=0", "width '0' must be an integer from 1"),
        ("ring:4,registers=many", "registers 'many'"),
        ("ring:4,colour=red", "unknown option 'colour'"),
    ],
)
def test_bad_preset(command: Command, spec: str, saying: str) -> None:
    """Tests that a preset that does not exist is refused with those that do."""
    command.refuses(RING[0], spec, saying=saying)


@pytest.mark.parametrize(
    ("options", "saying"),
    [
        ("--contexts 0", "must be from 1"),
        ("--contexts -3", "must be from 1"),
        ("--cycles 0", "must be from 1"),
        ("--cycles 99999999999999999999", "must be from 1 to 1000000"),
        ("--cycles 9.5", "is no whole number"),
        ("--max-cycles x", "is no whole number"),
        ("--cycles 9 --max-cycles 9", "not allowed with"),
        ("--time-limit nan", "positive number of seconds"),
        ("--time-limit inf", "positive number of seconds"),
        ("--time-limit 0", "positive number of seconds"),
        ("--time-limit soon", "is no number of seconds"),
        ("--memory-limit 0", "must be from 1"),
        ("--workers 0", "must be from 1 to 2"),
        ("--workers 3", "must be from 1 to 2"),
        ("--seed -1", "must be from 0 to"),
        ("--solver minisat99", "unknown solver 'minisat99'; known: cadical"),
        ("--at-most-one pears", "unknown encoding 'pears'; known: pairwise"),
        ("--at-most-one bimander:0", "an integer >= 1"),
        ("--at-most-one product:2", "takes no parameter"),
        ("--at-most-k bimander:2", "bound 1 only"),
        ("--registers 2", "goes only with a dfgmap architecture"),
        ("--options g.txt", "goes only with a dfgmap architecture"),
        ("--mapping .", "not a directory"),
        ("--svg no/such/file", "'no/such' is not a directory"),
        ("--certificate /dev/null", "/dev/null: cannot create this directory"),
        ("--certificate /proc/here", "/proc/here: cannot create this directory"),
        ("--jsonn", "unrecognized"),
    ],
)
def test_bad_options(command: Command, options: str, saying: str) -> None:
    """Tests that an option out of range is refused with what is allowed, before any search."""
    command.refuses(*RING, *options.split(), saying=saying)


def test_nameless_outputs(command: Command) -> None:
    """Tests that an empty output name is refused instead of meaning the current directory."""
    command.refuses(*RING, "--certificate", "", saying="without a name")
    command.refuses(*RING, "--mapping", "", saying="name a file")


def test_loops_and_patterns_need_options(command: Command) -> None:
    """Tests that loop-carried DFGs name the option they need; multi-node ones need none."""
    files = [str(DATA / f"accumulate.{kind}.json") for kind in ("dfg", "arch")]
    command.refuses(*files, saying="--contexts 1")
    assert command(*files, "--contexts", "1")[0] in (0, 20)
    files = [command.file("dfg.json", dfg_to_json(ring(2, "pattern")[0])), "ring:2"]
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


SCALARS = (None, True, -1, 0, 1, 2**70, 1.5, "", "a", "pe", "\ud800", [], {}, [[]])


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all members."""
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, member in steps:
        found.append((*way, key))
        if isinstance(member, (dict, list)):
            found += places(member, (*way, key))
    return found


def mutated(base: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Return a copy in which one member is replaced, removed or repeated."""
    made = copy.deepcopy(base)
    *way, last = dice.choice(places(made))
    place: Any = made
    for step in way:
        place = place[step]
    choice = dice.randrange(4)
    if choice == 0:
        del place[last]
    elif choice == 1 and isinstance(place, list):
        place.append(copy.deepcopy(place[last]))
    else:
        place[last] = copy.deepcopy(dice.choice(SCALARS))
    return made


LIMITS = ("--max-cycles", "7", "--time-limit", "5", "--workers", "1")


def survives(command: Command, *paths: str) -> None:
    code, _, err = command(*paths, *LIMITS)
    assert code in (0, 2, 10, 20, 30), err
    assert "Traceback" not in err
    said = [line for line in err.splitlines() if ": note: " not in line]
    assert len(said) == (code == 2), err


@seeds(range(150))
def test_mutated_json(command: Command, seed: int) -> None:
    """Tests that JSON with one member changed is mapped or refused, never a traceback."""
    dice = random.Random(seed)
    dfg, arch = (mutated(DFG, dice), ARCH) if seed % 2 else (DFG, mutated(ARCH, dice))
    survives(command, command.file("dfg.json", dfg), command.file("arch.json", arch))


@seeds(range(30))
@pytest.mark.parametrize("kind", ["dfg.json", "arch.json", "dfg.txt", "arch.txt", "dfg.dot"])
def test_mutated_bytes(command: Command, kind: str, seed: int) -> None:
    """Tests that files with bytes flipped, removed or repeated are mapped or refused."""
    texts = {
        "dfg.json": json.dumps(DFG),
        "arch.json": json.dumps(ARCH),
        "dfg.txt": ".i a b\n.o t\n.n\n+ s a b\n+ t s a\n",
        "arch.txt": ".pe pe\n.mem\n.com\nextmem -> pe : 1\npe -> extmem : 1\n",
        "dfg.dot": 'digraph g { a [opcode="input"]; s [opcode="add"]; a -> s; a -> s; s -> o;'
        ' o [opcode="output"]; }',
    }
    dice = random.Random(f"{kind} {seed}")
    data = bytearray(texts[kind].encode())
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(data))
        choice = dice.randrange(3)
        if choice == 0:
            data[at] ^= 1 << dice.randrange(8)
        elif choice == 1:
            del data[at : at + dice.randint(1, 8)]
        else:
            data[at:at] = data[at : at + dice.randint(1, 8)]
    path = command.file(kind, bytes(data))
    if kind.startswith("dfg"):
        survives(command, path, command.file("other.json", ARCH))
    else:
        survives(command, command.file("other.json", DFG), path)
