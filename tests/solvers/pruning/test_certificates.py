"""Certificates of minima: they are verified as they are, and rejected when corrupted."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from examples.ring import ring
from models.data.architecture import Architecture, Component, Support
from models.data.architecture import Path as Wire
from models.data.dfg import Dfg, Operator
from solvers.verify import main as verify
from tests.models.mappings import ADD, memory, operation
from tests.solvers.pruning.commands import files, ring_files, run

CASES = {
    "places": ["--cycles", "8"],
    "cost": ["--cycles", "8", "--cost", "elements=3,paths=2,registers=1/2,paths:pe0->pe1=7"],
    "kept": ["--cycles", "9", "--minimise", "registers,operators,units", "--keep", "pe1"],
    "two": ["--cycles", "8,9", "--minimise", "paths,elements"],
    "greedy": ["--cycles", "8", "--greedy"],
    "pipelined": ["--cycles", "8", "--contexts", "4", "--minimise", "contexts,elements,paths"],
}
Record = dict[str, Any]


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("certificates")


@pytest.fixture
def folder(originals: Path, tmp_path: Path, capsys: Any) -> Callable[[str], Path]:
    """Make a certificate once, and return a copy of it."""

    def copy(name: str) -> Path:
        made = originals / name
        if not made.exists():
            dfg, arch = ring(3, "operator")
            both = (dfg, ring(2, "operator")[0]) if name == "two" else (dfg,)
            (originals / f"in-{name}").mkdir()
            given = files(originals / f"in-{name}", arch, *both)
            code, _, err = run(capsys, *given, *CASES[name], "--certificate", str(made), "--quiet")
            assert (code, err) == (10 if name == "greedy" else 0, "")
        return Path(shutil.copytree(made, tmp_path / name))

    return copy


def change(folder: Path, file: str, how: Callable[[Record], object]) -> None:
    record = json.loads((folder / file).read_text())
    how(record)
    (folder / file).write_text(json.dumps(record))


def refused(folder: Path, capsys: Any, word: str, code: int = 1) -> None:
    """Fail unless the certificate is rejected in one line, which has a word in it."""
    capsys.readouterr()
    assert verify([str(folder)]) == code
    out, err = capsys.readouterr()
    line = (out.splitlines() if code == 1 else err.splitlines())[-1]
    assert line.startswith("rejected: " if code == 1 else "error: ")
    assert word in line, line
    assert err.count("\n") == (code == 2)


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("name", CASES)
def test_verified(folder: Callable[[str], Path], name: str, capsys: Any) -> None:
    """Tests that what is corrupted below is sound to begin with."""
    made = folder(name)
    assert verify([str(made)]) == 0
    cores = json.loads((made / "certificate.json").read_text())["cores"]
    assert bool(cores) == (name != "greedy")


@pytest.mark.oracle
def test_without_a_core(folder: Callable[[str], Path], capsys: Any) -> None:
    """Tests that no core can be dropped, unless others imply the bound."""
    made = folder("places")
    count = len(json.loads((made / "certificate.json").read_text())["cores"])
    rejected = 0
    for number in range(count):
        again = Path(shutil.copytree(made, made.parent / f"less-{number}"))
        change(again, "certificate.json", lambda r, n=number: r["cores"].pop(n))
        rejected += verify([str(again)]) == 1
    assert rejected > 0
    change(made, "certificate.json", lambda r: r.update(cores=[]))
    refused(made, capsys, "tree.txt: line 1")


def raised(record: Record) -> None:
    record["lower_bound"] += 1


def swapped(record: Record) -> None:
    first, second = record["cores"][:2]
    first["certificate"], second["certificate"] = second["certificate"], first["certificate"]


def smaller(record: Record) -> None:
    record["cores"][0]["features"] = record["cores"][0]["features"][:-1]


def horizons(record: Record) -> None:
    record["jobs"][0]["horizon"] += 1


CLAIMS: dict[str, tuple[Callable[[Record], object], str]] = {
    "lower bound up": (raised, "lower bound"),
    "lower bound down": (lambda r: r.update(lower_bound=1), "is not the cost"),
    "no kernel": (lambda r: r.update(jobs=[]), "no kernel"),
    "another horizon": (horizons, "cycles, not"),
    "cores swapped": (swapped, "not the whole array without the core"),
    "core with less": (smaller, "not the whole array without the core"),
    "core of nothing": (lambda r: r["cores"][0].update(features=[]), "not the whole array"),
    "kernel that is not there": (lambda r: r["cores"][0].update(kernel=7), "no kernel 7"),
    "kernel -1": (lambda r: r["cores"][0].update(kernel=-1), "no kernel -1"),
    "misnamed": (lambda r: r["cores"][0].update(features=[["elements", "pe9", ""]]), "missing"),
    "outside": (lambda r: r["cores"][0].update(certificate="../../x"), "leaves the directory"),
    "absolute": (lambda r: r["cores"][0].update(certificate="/tmp"), "leaves the directory"),
    "no directory": (lambda r: r["cores"][0].update(certificate=""), "leaves components"),
    "other directory": (lambda r: r["cores"][0].update(certificate=".."), "leaves the directory"),
    "file outside": (lambda r: r.update(whole="../whole.json"), "leaves the directory"),
    "kept": (lambda r: r.update(keep=["pe0->pe1", "pe1->pe2", "pe2->pe0"]), "to be kept"),
    "unknown kind": (lambda r: r.update(kinds=["wires"]), "kinds must be"),
    "no kind": (lambda r: r.update(kinds=[]), "kinds must be"),
    "a kind twice": (lambda r: r["kinds"].append("paths"), "kinds must be"),
    "another order": (lambda r: r["kinds"].reverse(), "lower bound"),
    "weights": (lambda r: r.update(weights={"elements": "1", "paths": "1"}), "bound"),
    "weight of another kind": (lambda r: r.update(weights={"units": "1"}), "not counted"),
    "endless weight": (lambda r: r.update(weights={"paths": "1e999999999"}), "no weight"),
    "weight without end": (lambda r: r.update(weights={"paths": "1/0"}), "no weight"),
    "negative weight": (lambda r: r.update(weights={"paths": "-1"}), "no weight"),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_changed_claims(folder: Callable[[str], Path], name: str, capsys: Any) -> None:
    """Tests that a claim that its material does not support is rejected."""
    made = folder("places")
    how, word = CLAIMS[name]
    change(made, "certificate.json", how)
    refused(made, capsys, word)


@pytest.mark.oracle
def test_of_another_kernel(folder: Callable[[str], Path], capsys: Any) -> None:
    """Tests that a core is believed of the kernel only that it refutes."""
    made = folder("two")
    for core in range(len(json.loads((made / "certificate.json").read_text())["cores"])):
        again = Path(shutil.copytree(made, made.parent / f"of-{core}"))
        change(
            again, "certificate.json", lambda r, n=core: r["cores"][n].update(
                kernel=1 - r["cores"][n]["kernel"]
            ),
        )  # fmt: skip
        refused(again, capsys, "")


def test_forged_symmetry(folder: Callable[[str], Path], capsys: Any) -> None:
    """Tests that only what is a symmetry may turn one core into another."""
    made = folder("places")

    def exchange(record: Record) -> None:
        places = record["jobs"][0]["symmetries"][0]["components"]
        places["pe0"], places["pe1"] = places["pe1"], places["pe0"]

    change(made, "certificate.json", exchange)
    refused(made, capsys, "not a symmetry")
    change(made, "certificate.json", lambda r: r["jobs"][0]["symmetries"][0]["paths"].clear())
    refused(made, capsys, "not a symmetry")


def component(record: Record, name: str) -> Record:
    return next(part for part in record["components"] if part["name"] == name)


ARRAYS: dict[str, tuple[str, Callable[[Record], object], str]] = {
    "left has more": (
        "left.json",
        lambda r: r["paths"].append({"name": "x", "sources": ["pe0"], "targets": ["pe1"]}),
        "not in the whole array",
    ),
    "left is faster": (
        "left.json",
        lambda r: component(r, "pe0").update(ops=[{"name": "mac", "latency": 1}]),
        "latencies of 'pe0' differ",
    ),
    "left has more contexts": ("left.json", lambda r: r.update(max_contexts=9), "max_contexts"),
    "left holds more": ("left.json", lambda r: component(r, "pe0").update(capacity=9), "capacity"),
    "left is wider": ("left.json", lambda r: r["paths"][0].update(width=9), "width"),
    "left lacks a path": ("left.json", lambda r: r["paths"].pop(), ""),
    "whole is smaller": ("whole.json", lambda r: r["paths"].pop(), ""),
    "core is smaller": ("core-0/architecture.json", lambda r: r["paths"].pop(), ""),
    "core is slower": (
        "core-0/architecture.json",
        lambda r: r["components"][0].update(ops=[{"name": "mac", "latency": 9}]),
        "differ",
    ),
    "core holds less": (
        "core-0/architecture.json",
        lambda r: next(c for c in r["components"] if c.get("issue")).update(capacity=0),
        "without need",
    ),
    "core issues less": (
        "core-0/architecture.json",
        lambda r: next(c for c in r["components"] if c.get("issue")).update(issue=0),
        "",
    ),
    "core computes less": (
        "core-0/architecture.json",
        lambda r: next(c for c in r["components"] if c.get("issue")).update(ops=["*"]),
        "no longer supports",
    ),
    "core has late paths": (
        "core-0/architecture.json",
        lambda r: r["paths"][0].update(latency=1),
        "is another one",
    ),
    "core of fewer contexts": (
        "core-0/architecture.json",
        lambda r: r.update(max_contexts=1),
        "max_contexts",
    ),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_changed_arrays(folder: Callable[[str], Path], name: str, capsys: Any) -> None:
    """Tests that an array that is another one is rejected, wherever it is."""
    made = folder("places")
    file, how, word = ARRAYS[name]
    change(made, file, how)
    refused(made, capsys, word)


def test_too_many_units(folder: Callable[[str], Path], capsys: Any) -> None:
    """Tests that a huge number is not counted: a limit ends the check."""
    made = folder("kept")
    change(made, "whole.json", lambda r: component(r, "pe0").update(capacity=10**12))
    capsys.readouterr()
    assert verify([str(made)]) == 30
    assert "more registers of 'pe0' than the limit of 100,000" in capsys.readouterr().out


UNREADABLE: dict[str, Callable[[Path], object]] = {
    "no claim": lambda made: (made / "certificate.json").unlink(),
    "no array": lambda made: (made / "left.json").unlink(),
    "no core": lambda made: shutil.rmtree(made / "core-0"),
    "no text": lambda made: (made / "certificate.json").write_bytes(b"\xff\xfe"),
    "deep": lambda made: (made / "certificate.json").write_text("[" * 100_000),
    "core is another minimum": lambda made: shutil.copy(
        made / "certificate.json", made / "core-0" / "certificate.json"
    ),
    "unit without a type": lambda made: change(
        made,
        "certificate.json",
        lambda r: r["cores"][0].update(features=[["paths", "pe0->pe1", None]]),
    ),
    "status": lambda made: change(made, "certificate.json", lambda r: r.update(status="best")),
    "unknown field": lambda made: change(made, "certificate.json", lambda r: r.update(trust=True)),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable(folder: Callable[[str], Path], name: str, capsys: Any) -> None:
    """Tests that what cannot be read is an error of input, in one line."""
    made = folder("places")
    UNREADABLE[name](made)
    refused(made, capsys, "", code=2)


@pytest.mark.interrupted
def test_time_limit(folder: Callable[[str], Path], capsys: Any) -> None:
    """Tests that a check that is given no time says nothing."""
    assert verify([str(folder("places")), "--time-limit", "0.000001"]) == 30


def test_core_of_a_slow_recurrence(tmp_path: Path, capsys: Any) -> None:
    """Tests a core that only a recurrence explains, which takes too long on what is left."""
    dfg = Dfg("sum", (ADD,), ("a",), (operation("s", "+", "a", "s@1"),), ("s",))
    parts = [Component(f"pe{n}", issue=1, ops=(Support("+", n + 1),)) for n in range(2)]
    paths = [Wire(f"in{n}", ("ext",), (f"pe{n}",), 1) for n in range(2)]
    paths += [Wire(f"out{n}", (f"pe{n}",), ("ext",), 1) for n in range(2)]
    arch = Architecture("uneven", (memory(), *parts), tuple(paths), "ext")
    place = tmp_path / "place"
    words = (*files(tmp_path, arch, dfg), "--contexts", "1", "--certificate", str(place))
    code, out, _ = run(capsys, *words, "--minimise", "elements", "--json", "--quiet")
    record = json.loads(out)
    assert (code, record["counts"]) == (0, {"elements": 1})
    assert record["certificate"].startswith("certificate: 1 core")
    core = json.loads((place / "core-0" / "certificate.json").read_text())
    assert (core["horizon"], core["reason"]["type"]) == (None, "recurrence")
    assert verify([str(place)]) == 0
    change(place / "core-0", "certificate.json", lambda r: r["reason"].update(cycles=[3]))
    refused(place, capsys, "not only 3")


def test_core_that_is_all_there_is(tmp_path: Path, capsys: Any) -> None:
    """Tests a core without which there is no component, and so no array to refute."""
    put = Operator("put", 1, effect=True)
    dfg = Dfg("store", (put,), ("a",), (operation("s", "put", "a"),))
    parts = tuple(Component(f"pe{n}", issue=1, initial="all") for n in range(2))
    given = files(tmp_path, Architecture("alone", parts, ()), dfg)
    place = tmp_path / "place"
    code, out, _ = run(capsys, *given, "--certificate", str(place), "--json", "--quiet")
    record = json.loads(out)
    assert (code, record["counts"]["elements"]) == (0, 1)
    assert record["certificate"].startswith("certificate: 1 core")
    assert verify([str(place)]) == 0
    change(place, "certificate.json", lambda r: r["cores"][0]["features"].pop())
    refused(place, capsys, "leaves components")


@pytest.mark.oracle
def test_certificate_among_other_files(tmp_path: Path, capsys: Any) -> None:
    """Tests that a directory is taken over only from another certificate."""
    given, place = ring_files(tmp_path), tmp_path / "place"
    words = (*given, "--cycles", "8", "--certificate", str(place), "--quiet")
    assert run(capsys, *words)[0] == run(capsys, *words, "--greedy")[0] - 10 == 0
    assert not list(place.glob("core-*"))
    assert verify([str(place)]) == 0
    (place / "letter.txt").write_text("mine")
    code, out, err = run(capsys, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert (place / "letter.txt").read_text() == "mine"
    assert verify([str(place)]) == 0
