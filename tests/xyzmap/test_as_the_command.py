"""What the library answers is what the command prints with `--json`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solvers.questions.job import COLUMNS
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
from xyzmap.cli import main

ROOT = Path(__file__).parents[2]
STREAM = str(ROOT / "examples/data/streaming/distance.json")
PROGRAM = str(ROOT / "examples/programs/trisolv.c")
VARYING = frozenset({"seconds", "trace", "median", "least", "most", "solve", "ratio", "megabytes"})
"""Seconds and memory, and what is told of them."""
SUM = build_dfg(
    "sum", {"p": ("mul", "a", "b"), "q": ("add", "p", "c"), "t": ("add", "q", 3)}, ["t"]
)
ARRAY = "adres:3x3,io=memory"

# A command, the question as a function, and the members that do not depend on which search ends
# first; none: all of them.
QUESTIONS: list[tuple[str, Callable[[], Any], str]] = [
    (
        "min-cycles sum.json mesh:2x3,io=all --deterministic --pin q=pe_0_1 --forbid 1_1 --seed 3"
        " --solver glucose4 --at-most-one pairwise --multi-node off",
        lambda: min_cycles(
            load_dfg("sum.json"),
            "mesh:2x3,io=all",
            deterministic=True,
            pins=["q=pe_0_1"],
            forbids=["1_1"],
            seed=3,
            solver="glucose4",
            at_most_one="pairwise",
            multi_node=False,
        ),
        "",
    ),
    (
        "min-ii atax.json hycube:2x2,io=memory --pin i=0_1",
        lambda: min_ii("atax.json", "hycube:2x2,io=memory", pins=["i=0_1"]),
        "status ii lower_bound lower_bound_reason max_ii method",
    ),
    (
        "remap sum.json mesh:2x2 old.json --forbid pe_0_0",
        lambda: remap(SUM, "mesh:2x2", "old.json", forbids=["pe_0_0"]),
        "",
    ),
    (
        "prune-arch sum.json mesh:2x2 --cost elements=10,paths=1 --keep pe_1_1",
        lambda: prune(SUM, "mesh:2x2", cost={"elements": 10, "paths": 1}, keep=["pe_1_1"]),
        "status counts cost lower_bounds kernels certificate",
    ),
    (
        "trade-off sum.json mesh:2x2 --cycles 5-7 --minimise elements",
        lambda: trade_off([SUM], "mesh:2x2", cycles=range(5, 8), minimise="elements"),
        "front",
    ),
    (
        f"partition bicg.json {ARRAY} --max-ii 2 --jobs 1",
        lambda: partition("bicg.json", ARRAY, max_ii=2, jobs=1),
        "status total_ii bound bound_reason by compared max_ii",
    ),
    (
        f"streaming {STREAM} --ii 3 --method greedy --tries 5 --siblings off",
        lambda: map_stream(STREAM, ii=3, method="greedy", tries=5, siblings=False),
        "",
    ),
    (
        f"optimize {PROGRAM} s4 --space none --jobs 1 -DN=12 --check never",
        lambda: optimize_program(
            PROGRAM, "s4", space="none", jobs=1, defines={"N": 12}, check="never"
        ),
        "status defines",
    ),
    # These have nothing to draw.
    (
        "min-cycles sum.json single --deterministic --cycles 5 --explain",
        lambda: min_cycles(
            load_dfg("sum.json"), "single", deterministic=True, cycles=5, explain=True
        ),
        "",
    ),
    (
        "prune-arch sum.json mesh:2x2 --cycles 1",
        lambda: prune(SUM, "mesh:2x2", cycles=1),
        "status reason",
    ),
    (
        "compare sum.json mesh:2x2 --cycles 5 --solver glucose4 --time-limit 100000",
        lambda: compare(SUM, "mesh:2x2", cycles=5, solver="glucose4", time_limit=1e5),
        "dfg architecture lines",
    ),
]


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save_dfg(SUM, "sum.json")
    min_cycles(SUM, "mesh:2x2", deterministic=True).save("old.json")
    for name in ("atax", "bicg"):
        save_dfg(example("polybench", kernel=name)[0], f"{name}.json")


def steady(record: Any) -> Any:
    """A record without what varies from run to run."""
    if isinstance(record, dict):
        return {key: steady(value) for key, value in record.items() if key not in VARYING}
    return [steady(value) for value in record] if isinstance(record, list) else record


@pytest.mark.parametrize(
    ("words", "ask", "kept"), QUESTIONS, ids=[words.split()[0] for words, *_ in QUESTIONS]
)
def test_the_library_answers_as_the_command(
    words: str, ask: Callable[[], Any], kept: str, capsys: pytest.CaptureFixture[str]
) -> None:
    record = steady(ask().record)
    capsys.readouterr()
    main([*words.split(), "--json", "--quiet"])
    asked = steady(json.loads(capsys.readouterr().out))
    assert record.keys() == asked.keys()
    for key in kept.split() or asked:
        assert record[key] == asked[key], key


def test_answers_have_what_their_records_say() -> None:
    """Tests the attributes of answers, and that the mappings of a question's parts are legal."""
    found = min_cycles(SUM, "single")
    assert (found.value, found.lower_bound) == (found.record["cycles"],) * 2 and found.reason
    array = prune(SUM, "mesh:2x2", cost={"elements": 10, "paths": 1})
    assert array.value == array.record["cost"] and not any(m.check() for m in array.mappings)
    whole = partition("bicg.json", ARRAY, max_ii=2, jobs=1)
    assert sum(part.ii or 0 for part in whole.parts) == whole.value
    assert not any(part.check() for part in whole.parts)
    stream = map_stream(STREAM, ii=3, method="greedy", tries=5)
    assert len(stream.placements()) == 7 and not stream.check()


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
    assert main(["verify", str(folder), "--json"]) == 0
    asked = json.loads(capsys.readouterr().out)
    found = verify(folder)
    assert (found.outcome, found.line) == (asked["outcome"], asked["line"])
    assert found and list(found.checks) == asked["checks"]


@pytest.mark.process(keep=1)
@pytest.mark.parametrize("ask", [ask for _, ask, _ in QUESTIONS[:-3]])
def test_every_answer_draws_itself_and_has_a_report(ask: Callable[[], Any], tmp_path: Path) -> None:
    answer = ask()
    assert answer in {answer}
    assert answer.svg().lstrip().startswith(("<svg", "<?xml"))
    assert "<svg" in answer._repr_html_()
    answer.svg(tmp_path / "picture.pdf")
    assert (tmp_path / "picture.pdf").read_bytes().startswith(b"%PDF")
    assert answer.html(tmp_path / "page.html").startswith("<!doctype html>")
    assert (tmp_path / "page.html").read_text().endswith("</html>\n")


def test_rows_are_those_of_sweeps() -> None:
    """Tests that a row has the columns of a sweep, and what was asked of which array."""
    answer = min_ii(SUM, "hycube:2x2", seed=3, time_limit=600, forbids=["1_1"])
    (row,) = answer.rows()
    assert tuple(row) == (*COLUMNS, "method", "reason", "stopped", "seed")
    wanted = {
        "question": "min_ii",
        "input": "sum",
        "options": "forbid=1_1, seed=3",
        "status": "optimal",
        "value": answer.value,
        "bound": answer.lower_bound,
        "exit_code": 0,
        "time_limit": 600,
        "memory_limit": None,
        "method": "exact",
        "seed": 3,
    }
    assert wanted.items() <= row.items()
    assert row["architecture"].startswith("hycube:2x2,io=memory")
    (row,) = prune(SUM, "mesh:1x2").rows()
    assert (row["input"], row["options"], row["method"]) == ("sum", "", None)
