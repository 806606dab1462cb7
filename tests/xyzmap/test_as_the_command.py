from __future__ import annotations

import html
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solvers import compare as compare_command
from solvers import min_cycles as cycles_command
from solvers import min_ii as intervals_command
from solvers import optimize as programs_command
from solvers import partition as partition_command
from solvers import prune_arch
from solvers import remap as remap_command
from solvers import streaming as streaming_command
from solvers import trade_off as trade_off_command
from solvers import verify as verify_command
from solvers.questions.prune_arch.options import PruneArchOptions
from xyzmap import (
    build_dfg,
    compare,
    example,
    load_dfg,
    map_stream,
    min_cycles,
    min_ii,
    optimize_program,
    partition,
    prune,
    remap,
    save_dfg,
    trade_off,
    verify,
)

ROOT = Path(__file__).parents[2]
STREAM = str(ROOT / "examples/data/streaming/distance.json")
PROGRAM = str(ROOT / "examples/programs/trisolv.c")
VARYING = frozenset({"seconds", "trace"})
"""Seconds, and what is told of them."""
SUM = build_dfg(
    "sum", {"p": ("mul", "a", "b"), "q": ("add", "p", "c"), "t": ("add", "q", 3)}, ["t"]
)

Command = Callable[[list[str]], int]


@pytest.fixture
def graph(tmp_path: Path) -> str:
    path = tmp_path / "sum.json"
    save_dfg(SUM, path)
    return str(path)


def printed(command: Command, capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """What a command prints with `--json`."""
    capsys.readouterr()
    command([*words, "--json", "--quiet"])
    return json.loads(capsys.readouterr().out)


def steady(record: Any) -> Any:
    """A record without what varies from run to run."""
    if isinstance(record, dict):
        return {key: steady(value) for key, value in record.items() if key not in VARYING}
    return [steady(value) for value in record] if isinstance(record, list) else record


@pytest.mark.process(keep=2)
@pytest.mark.parametrize(
    ("arch", "words", "keywords"),
    [
        ("single", [], {}),
        ("single", ["--cycles", "5", "--explain"], {"cycles": 5, "explain": True}),
        ("mesh:2x2", ["--contexts", "2", "--symmetry", "off"], {"contexts": 2, "symmetry": False}),
        (
            "mesh:2x3,io=all",
            ["--pin", "q=pe_0_1", "--forbid", "1_1", "--seed", "3"],
            {"pins": ["q=pe_0_1"], "forbids": ["1_1"], "seed": 3},
        ),
        (
            "ring:4,registers=3",
            ["--solver", "glucose4", "--at-most-one", "pairwise", "--multi-node", "off"],
            {"solver": "glucose4", "at_most_one": "pairwise", "multi_node": False},
        ),
    ],
)
def test_the_fewest_cycles(
    arch: str,
    words: list[str],
    keywords: dict[str, Any],
    graph: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = printed(cycles_command.main, capsys, graph, arch, "--deterministic", *words)
    answer = min_cycles(load_dfg(graph), arch, deterministic=True, **keywords)
    assert steady(answer.record) == steady(asked)
    assert answer.status == asked["status"] and answer.value == asked["cycles"]
    assert answer.lower_bound == asked["lower_bound"] and answer.reason


def test_the_smallest_interval(capsys: pytest.CaptureFixture[str]) -> None:
    kernel, _ = example("polybench", kernel="atax")
    for words, keywords in (
        (["--max-ii", "1", "--forbid", "0_0"], {"max_ii": 1, "forbids": ["0_0"]}),
        (["--pin", "i=0_1"], {"pins": ["i=0_1"]}),
    ):
        answer = min_ii(kernel, "hycube:2x2,io=memory", **keywords)  # type: ignore[arg-type]
        path = "atax.json"
        save_dfg(kernel, path)
        asked = printed(intervals_command.main, capsys, path, "hycube:2x2,io=memory", *words)
        for key in ("status", "ii", "lower_bound", "lower_bound_reason", "max_ii", "method"):
            assert answer.record[key] == asked[key]
        assert answer.record.keys() == asked.keys()


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_smallest_array(graph: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [graph, "mesh:2x2", "--cost", "elements=10,paths=1", "--keep", "pe_1_1"]
    answer = prune(SUM, "mesh:2x2", cost={"elements": 10, "paths": 1}, keep=["pe_1_1"])
    asked = printed(prune_arch.main, capsys, *words)
    kept = ("status", "counts", "cost", "lower_bounds", "kernels", "certificate")
    assert {key: answer.record[key] for key in kept} == {key: asked[key] for key in kept}
    assert answer.value == asked["cost"] and answer.status == "optimal"
    assert all(not mapped.check() for mapped in answer.mappings)


def test_the_curve(graph: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [graph, "mesh:2x2", "--cycles", "5-7", "--minimise", "elements"]
    answer = trade_off([SUM], "mesh:2x2", cycles=range(5, 8), minimise="elements")
    asked = printed(trade_off_command.main, capsys, *words)
    assert answer.front == asked["front"]
    found = [(point["status"], point["counts"]) for point in answer.points]
    assert found == [(point["status"], point["counts"]) for point in asked["points"]]


def test_parts(capsys: pytest.CaptureFixture[str]) -> None:
    kernel, _ = example("polybench", kernel="bicg")
    save_dfg(kernel, "bicg.json")
    array = "adres:3x3,io=memory"
    answer = partition(kernel, array, max_ii=2, jobs=1)
    asked = printed(
        partition_command.main, capsys, "bicg.json", array, "--max-ii", "2", "--jobs", "1"
    )
    for key in ("status", "total_ii", "bound", "bound_reason", "by", "compared", "max_ii"):
        assert answer.record[key] == asked[key]
    assert sum(part.ii or 0 for part in answer.parts) == answer.value
    assert all(not part.check() for part in answer.parts)


@pytest.mark.parametrize(
    ("write", "name"),
    [
        (lambda folder: min_cycles(SUM, "single", certificate=folder), "cycles"),
        (lambda folder: min_cycles(SUM, "mesh:2x2", cycles=4, certificate=folder), "no"),
        (lambda folder: min_ii(SUM, "single", certificate=folder), "ii"),
        (lambda folder: prune(SUM, "mesh:2x2", certificate=folder), "array"),
    ],
)
def test_certificates(
    write: Callable[[Path], Any], name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / name
    answer = write(folder)
    assert answer.certificate == str(folder)
    capsys.readouterr()
    assert verify_command.main([str(folder), "--json"]) == 0
    asked = json.loads(capsys.readouterr().out)
    found = verify(folder)
    assert (found.outcome, found.line) == (asked["outcome"], asked["line"])
    assert found and list(found.checks) == asked["checks"]


def test_what_is_rejected_is_false(tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    min_cycles(SUM, "single", certificate=folder)
    claim = folder / "certificate.json"
    record = json.loads(claim.read_text())
    record["lower_bound"] = record["value"] = record["value"] - 1
    claim.write_text(json.dumps(record))
    found = verify(folder)
    assert not found and found.outcome == "rejected"


@pytest.mark.process(keep=1)
@pytest.mark.parametrize(
    "ask",
    [
        lambda: min_cycles(SUM, "single"),
        lambda: min_ii(SUM, "single"),
        lambda: remap(SUM, "single", min_cycles(SUM, "single").mapping),
        lambda: prune(SUM, "mesh:2x2"),
        lambda: trade_off(SUM, "mesh:2x2", cycles=6),
        lambda: partition(example("polybench", kernel="atax")[0], "adres:3x3,io=memory", max_ii=2),
        lambda: map_stream(STREAM, method="greedy", tries=2),
        lambda: optimize_program(PROGRAM, "s4", space="none", jobs=1, check="never"),
    ],
)
def test_every_answer_draws_itself_and_has_a_report(ask: Callable[[], Any], tmp_path: Path) -> None:
    answer = ask()
    assert answer in {answer}
    assert answer.svg().lstrip().startswith(("<svg", "<?xml"))
    assert (
        "<svg" in answer._repr_html_()
        and answer.words.splitlines()[0] == str(answer).splitlines()[0]
    )
    answer.svg(tmp_path / "picture.pdf")
    assert (tmp_path / "picture.pdf").read_bytes().startswith(b"%PDF")
    assert answer.html(tmp_path / "page.html").startswith("<!doctype html>")
    assert (tmp_path / "page.html").read_text().endswith("</html>\n")


def test_mapping_again(graph: str, capsys: pytest.CaptureFixture[str]) -> None:
    old = min_cycles(SUM, "mesh:2x2", deterministic=True)
    old.save("old.json")
    words = [graph, "mesh:2x2", "old.json", "--forbid", "pe_0_0"]
    answer = remap(SUM, "mesh:2x2", old.mapping, forbids=["pe_0_0"])
    assert steady(answer.record) == steady(printed(remap_command.main, capsys, *words))


def test_no_array_is_an_answer(graph: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = prune(SUM, "mesh:2x2", cycles=1)
    asked = printed(prune_arch.main, capsys, graph, "mesh:2x2", "--cycles", "1")
    assert answer.record == asked and answer.status == asked["status"] == "infeasible"
    assert answer.reason == asked["reason"] and answer.reason in str(answer)
    assert (answer.arch, answer.mappings, answer.counts, answer.seconds) == (None, (), {}, {})
    assert answer.reason in html.unescape(answer.html())


def test_programs(capsys: pytest.CaptureFixture[str]) -> None:
    words = [PROGRAM, "s4", "--space", "none", "--jobs", "1", "-DN=12", "--check", "never"]
    answer = optimize_program(PROGRAM, "s4", space="none", jobs=1, defines={"N": 12}, check="never")
    asked = printed(programs_command.main, capsys, *words)
    assert answer.status == asked["status"] and answer.record["defines"] == asked["defines"]
    winners = [one["winner"]["cycles"] for one in asked["regions"]]
    assert answer.value == sum(winners)
    assert list(answer.loops) == [f"trisolv.{number}" for number in range(len(answer.loops))]


def test_streams(capsys: pytest.CaptureFixture[str]) -> None:
    words = [STREAM, "--ii", "3", "--method", "greedy", "--tries", "5", "--no-siblings"]
    answer = map_stream(STREAM, ii=3, method="greedy", tries=5, siblings=False)
    assert steady(answer.record) == steady(printed(streaming_command.main, capsys, *words))
    assert len(answer.placements()) == 7 and not answer.check()


def test_weights_keep_their_digits() -> None:
    many = {"elements": 1234567, "paths": 0.1234567, "memories": 1e-5}
    words = PruneArchOptions(cost=many).cost
    assert words == "elements=1234567,paths=1234567/10000000,memories=1/100000"
    answer = prune(SUM, "mesh:2x2", cost=many)
    assert answer.value == answer.record["cost"]
    assert answer.value == pytest.approx(sum(many[k] * n for k, n in answer.counts.items()))


def test_words_of_an_answer_stay_words_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    answer = optimize_program(PROGRAM, "s4", space="none", jobs=1, check="never")
    assert str(answer).startswith(f"feasible: 'trisolv' on 's4' takes {answer.value} cycles")


@pytest.mark.process
def test_comparisons(graph: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [graph, "mesh:2x2", "--cycles", "5", "--solver", "glucose4", "--quiet", "--json"]
    capsys.readouterr()
    compare_command.main(words)
    asked = json.loads(capsys.readouterr().out)
    answer = compare(SUM, "mesh:2x2", cycles=5, solver="glucose4")
    kept = ("cycles", "solver", "at_most_one", "at_most_k", "status", "variables", "rows")
    assert [{k: row[k] for k in kept} for row in answer.rows] == [
        {k: row[k] for k in kept} for row in asked["lines"]
    ]


def test_progress_is_told_line_by_line() -> None:
    lines: list[str] = []
    min_ii(SUM, "single", on_progress=lines.append)
    min_cycles(SUM, "single", on_progress=lines.append)
    assert any(line.startswith("II ") for line in lines)
    assert any(line.startswith("bounds: ") for line in lines)
    assert not any("\n" in line for line in lines)
