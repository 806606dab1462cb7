"""The command from its files to what it writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from archs.formats.arch_json import architecture_from_json
from examples.ring import ring
from models.data.architecture import Architecture, Component
from models.data.architecture import Path as Wire
from models.data.problem import Problem
from models.formats.mapping_json import mapping_from_json
from models.judge.checker import check
from solvers.search.answer import Question
from solvers.search.cycles import search
from tests.solvers.pruning.commands import files, ring_files, run


@pytest.fixture
def inputs(tmp_path: Path) -> list[str]:
    return ring_files(tmp_path)


@pytest.mark.process
def test_files(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests the array that is left, its mapping, its drawing, and the answer as JSON."""
    out, folder, svg = tmp_path / "left.json", tmp_path / "maps", tmp_path / "left.svg"
    code, stdout, err = run(
        capsys,
        *(*inputs, "--cycles", "8", "--architecture", str(out), "--mappings", str(folder)),
        *("--picture", str(svg), "--json", "--quiet"),
    )
    assert (code, err) == (0, "")
    record = json.loads(stdout)
    assert (record["status"], record["question"]) == ("optimal", "prune_arch")
    assert record["lower_bounds"] == record["counts"]
    assert record["mapped_anew"].startswith("every kernel is mapped anew")
    left = architecture_from_json(out.read_text(), "left")
    assert sum(component.issue > 0 for component in left.components) == 3
    assert len(left.paths) == record["counts"]["paths"]
    problem = Problem(ring(3, "operator")[0], left)
    (file,) = folder.iterdir()
    assert check(problem, mapping_from_json(file.read_bytes(), "mapping")) == []
    assert search(Question(problem, max_cycles=8)).cycles is not None
    assert "</svg>" in svg.read_text()


@pytest.mark.process(keep=2)
@pytest.mark.parametrize("order", ["fixed", "random", "least-used"])
def test_greedy(inputs: list[str], capsys: Any, order: str) -> None:
    """Tests that greedy removal claims no minimum."""
    words = (*inputs, "--cycles", "8", "--greedy", "--order", order, "--seed", "3", "--json")
    code, out, _ = run(capsys, *words, "--quiet")
    record = json.loads(out)
    assert (code, record["status"], record["lower_bounds"]) == (10, "feasible", {})
    left = architecture_from_json(json.dumps(record["left"]), "left")
    assert (
        check(
            Problem(ring(3, "operator")[0], left),
            mapping_from_json(json.dumps(record["mappings"][0]), "mapping"),
        )
        == []
    )


def test_cost(inputs: list[str], capsys: Any) -> None:
    """Tests a cost with a fraction, of which bound and answer agree to the last digit."""
    cost = "elements=3,paths=2,registers=1/2"
    code, out, _ = run(capsys, *inputs, "--cycles", "8", "--cost", cost, "--json", "--quiet")
    record = json.loads(out)
    counts = record["counts"]
    price = 3 * counts["elements"] + 2 * counts["paths"] + counts["registers"] / 2
    assert (code, record["cost"], record["lower_bounds"]) == (0, price, {"cost": price})


def test_contexts_first(inputs: list[str], capsys: Any) -> None:
    """Tests that contexts are as few as they can be, before anything is removed."""
    words = (*inputs, "--cycles", "8", "--contexts", "4", "--minimise", "contexts,paths")
    code, out, _ = run(capsys, *words, "--json", "--quiet")
    record = json.loads(out)
    (kernel,) = record["kernels"]
    dfg, arch = ring(3, "operator")
    assert (code, list(record["counts"])) == (0, ["paths"])
    for contexts in range(1, 5):
        found = search(Question(Problem(dfg, arch, contexts), cycles=8))
        assert (found.cycles is not None) == (contexts >= kernel["contexts"])


def test_numbers_as_names(tmp_path: Path, capsys: Any) -> None:
    """Tests that the weight of a component is not that of a unit of the same name."""
    parts = (
        Component("ext", initial="all", holds_intermediates=False),
        Component("1", issue=1, capacity=2),
        Component("2", issue=1, capacity=2),
    )
    ends = [("ext", "1"), ("ext", "2"), ("1", "ext"), ("2", "ext")]
    paths = tuple(Wire(f"p{a}{b}", (a,), (b,), 1) for a, b in ends)
    given = files(tmp_path, Architecture("few", parts, paths, "ext"), ring(2)[0])
    cost = "registers=1,registers:1=5,elements=0"
    code, out, _ = run(capsys, *given, "--cycles", "9", "--cost", cost, "--json", "--quiet")
    record = json.loads(out)
    left = {part["name"]: part.get("capacity") for part in record["left"]["components"]}
    price = 5 * (left.get("1") or 0) + (left.get("2") or 0)
    assert (code, record["cost"]) == (0, price)


def test_no_mapping(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests that too few cycles and an operator that nothing has are infeasible, with reasons."""
    code, _, err = run(capsys, *inputs, "--cycles", "4", "--quiet")
    assert (code, err.count("\n")) == (20, 1)
    assert "infeasible: 'ring3' on the whole array: " in err
    record = json.loads(Path(inputs[1]).read_text())
    for component in record["components"]:
        component["ops"] = ["f"]
    other = tmp_path / "other.json"
    other.write_text(json.dumps(record))
    for more in ([], ["--cycles", "9"], ["--greedy"]):
        code, _, err = run(capsys, inputs[0], str(other), "--quiet", *more)
        assert (code, err.count("\n")) == (20, 1)
        assert "supports operator" in err, err


def test_unlimited_with_contexts(tmp_path: Path, capsys: Any) -> None:
    """Tests that units without a limit are refused where iterations share them."""
    inputs = ring_files(tmp_path)
    array = Path(inputs[1])
    whole = architecture_from_json(array.read_text(), "")
    array.write_text(array.read_text().replace('"capacity"', '"write_ports"'))
    assert architecture_from_json(array.read_text(), "").component_by_name.keys() == (
        whole.component_by_name.keys()
    )
    words = (*inputs, "--minimise", "registers", "--cycles", "9", "--quiet")
    assert run(capsys, *words)[0] in (0, 20)
    code, out, err = run(capsys, *words, "--contexts", "4")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "no limit of registers" in err


def test_format_that_cannot_say_it(inputs: list[str], tmp_path: Path, capsys: Any) -> None:
    """Tests that an array that the old format cannot express costs no other output."""
    first, second = tmp_path / "a.txt", tmp_path / "g.txt"
    maps = tmp_path / "maps"
    words = (*inputs, "--cycles", "8", "--architecture", str(first), "--mappings", str(maps))
    words = (*words, "--architecture-options", str(second), "--minimise", "operators,paths")
    code, out, err = run(capsys, *words, "--quiet")
    assert (code, err.count("\n")) == (2, 1)
    assert out.startswith("optimal: ")
    assert len(list(maps.iterdir())) == 1


def test_no_mapping_is_told_to_machines(inputs: list[str], capsys: Any) -> None:
    """Tests that `--json` prints an answer where pruning cannot begin, too."""
    code, out, err = run(capsys, *inputs, "--cycles", "4", "--json", "--quiet")
    answer = json.loads(out)
    assert (code, err.count("\n"), answer["status"]) == (20, 1, "infeasible")
    assert answer["reason"].startswith("'ring3' on the whole array: ")
    assert answer["kernels"][0]["dfg"] == "ring3" and answer["left"] is None


def test_text_array_is_read_as_it_was_written(tmp_path: Path, capsys: Any) -> None:
    """Tests that registers, which the text format leaves to its user, are told to the reader."""
    out = tmp_path / "left.txt"
    words = ["--cycles", "9", "--minimise", "registers", "--architecture", str(out), "--quiet"]
    code, text, _ = run(capsys, *ring_files(tmp_path), *words)
    assert code == 0
    registers = int(text.split("needs ")[1].split()[0])
    assert registers % 3 == 0
    assert f"read with --registers {registers // 3} --units 1" in text
