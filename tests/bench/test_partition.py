"""The page of partitions: what it shows of invented answers, and one whole process."""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from bench import partition, partition_ask, partition_sets
from bench.asker import Asker, Run
from bench.figures import middle, numbers, ranged
from bench.partition import ACYCLIC, EXACT, FREE, PRINTED, faults, page
from bench.partition_ask import Method, Partitioner
from bench.partition_sets import KERNELS, Kernel, chosen, coarse_graph
from heuristics.partition import coarsen
from models.errors import InputError
from models.partition.graph import PartitionGraph
from tests.bench.partition_answers import chains, mapped

__all__ = ["chains"]

OPTIONS = argparse.Namespace(seeds=3, trials=20, time_limit=5.0, jobs=1, rival_seeds=None)


def test_page(chains: Kernel) -> None:
    """Tests medians with ranges, what is proven, and the parts of the median run."""
    runs = {
        PRINTED.name: [
            mapped(4, 2, 2, bound=3),
            mapped(None, stopped="time limit", bound=3),
            mapped(6, 3, 2, 1, bound=3),
        ],
        EXACT.name: [mapped(4, 3, 1, bound=3)],
    }
    free = {("chains", 16): mapped(3, 3, bound=3), ("chains", 8): mapped(None, bound=3)}
    text = "\n".join(page([chains], {"chains": runs}, free, OPTIONS, {}))
    row = "| chains | 8 | 9 | 1 | 2 | 3.5 | 6 (4–none) | 1.5 | 4 (≥ 3) | 1.5 |"
    assert row in text
    assert "| chains | 2 of 3 | 1 | 6 (4–none) | 3 | 0 of 3 | 3 + 2 + 1 | 2 | 1.5 |" in text
    assert "| chains | 1 of 1 | 0 | 4 | 3 | 0 of 1 | 3 + 1 | 2 | 1.5 |" in text
    assert "| chains | 16 | 3 | 3 | yes | 3 | 2 | 1.5 |" in text
    assert "| chains | 8 | none | 3 | no | - | - | 1.5 |" in text
    assert "there are 20 trials" in text and "contradicts" not in text


def test_other_readings_of_the_array(chains: Kernel) -> None:
    """Tests a row for each array."""
    arrays = [replace(chains, arch=arch) for arch in partition.READINGS]
    found = [mapped(7, 4, 3)] * (len(arrays) - 1) + [mapped(6, 3, 3)]
    text = partition.readings(arrays, found)
    assert "| `adres:4x4` | 7 | " in text and "| `adres:4x4,diagonals=yes` | 6 | " in text
    assert text.count("\n") == len(arrays) + 2


def test_contradictions() -> None:
    """Tests that two parts below a bound on two parts are a fault, and more parts are not."""
    exact = [mapped(5, 3, 2, bound=5)]
    assert list(faults({"exact": exact, "bopart": [mapped(5, 4, 1)]})) == []
    assert list(faults({"exact": exact, "bopart": [mapped(4, 2, 1, 1)]})) == []
    assert list(faults({"exact": exact, "bopart": [mapped(4, 2, 2)]})) != []
    assert list(faults({"exact": exact, "bopart": [mapped(None)]})) == []


def test_median() -> None:
    """Tests that a run without a mapping is the worst."""
    runs = [mapped(None), mapped(7, 4, 3), mapped(None), mapped(5, 5)]
    assert middle(runs, "total")["total"] == 7
    assert middle(runs[:3], "total")["total"] is None
    assert numbers(runs[:2], "total") == [math.inf, 7]
    assert ranged([3, 3]) == "3" and ranged([math.inf]) == "none"
    assert ranged([1.0, 2.0, 4.0], 1) == "2.0 (1.0–4.0)"


def test_questions(chains: Kernel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests the commands that are run, once each, and that the page says how it was made."""
    asked: list[tuple[str, ...]] = []

    def run(*words: str) -> Run:
        asked.append(words)
        answer = {
            "status": "optimal",
            "total_ii": 2,
            "bound": 2,
            "bound_reason": "",
            "by": "",
            "parts": [{"ii": 1}, {"ii": 1}],
            "extra": 2,
            "cut": 1,
            "compared": 9,
            "stopped": None,
        }
        return Run([], 1.0, 50.0, 0, json.dumps(answer))

    monkeypatch.setattr(partition_ask, "run", run)
    monkeypatch.setattr(partition_ask, "installed", lambda package: package != "pymetis")
    monkeypatch.setattr(partition, "chosen", lambda names: [chains])
    words = ["--seeds", "2", "--trials", "9", "--resume", str(tmp_path / "kept.json")]
    words += ["--results", str(tmp_path)]
    words += ["--rival-seeds", "1"]
    assert partition.main(words) == 0 and partition.main(words) == 0
    # One method with two seeds, two with one, two without, and two context memories.
    assert len(asked) == len(set(asked)) == 8
    printed = [words for words in asked if "raw" in words]
    assert [words[words.index("--seed") + 1] for words in printed] == ["0", "1"]
    assert all("--no-refinement" in words and "9" in words for words in printed)
    assert sorted(w[w.index("--max-ii") + 1] for w in asked if "--parts" not in w) == ["16", "8"]
    text = (tmp_path / "partition.md").read_text(encoding="utf-8")
    assert "Left out, pymetis missing: multilevel." in text
    assert "--seeds 2 --trials 9 --time-limit 120 --jobs 1 --rival-seeds 1" in text
    assert "Seeds: 2, of all but the poster's 1." in text


def test_no_answer(chains: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a process that ends without an answer is an error, not a result."""
    monkeypatch.setattr(partition_ask, "run", lambda *words: Run(["it"], 1.0, 1.0, 2, ""))
    with pytest.raises(RuntimeError, match="exit code 2"):
        Partitioner(Asker(), 5.0).ask(chains, ACYCLIC)


@pytest.mark.oracle
def test_process(chains: Kernel) -> None:
    """Tests a whole process: the graph is mapped, and is what it was."""
    whole = Method("whole", ("--method", "auto", "--parts", "1"))
    found = Partitioner(Asker(), 60.0).ask(chains, whole)
    assert (found["status"], found["total"], found["intervals"]) == ("optimal", 1, [1])
    assert found["compared"] > 0 and found["extra"] == 0


def test_missing_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tests that without the graphs there is a line that says so, and exit code 2."""
    monkeypatch.setattr(partition_sets, "FOLDER", tmp_path / "nowhere")
    assert partition.main([]) == 2
    assert "no graphs in the folder of benchmarks" in capsys.readouterr().err.splitlines()[-1]
    monkeypatch.setattr(partition_sets, "FOLDER", tmp_path)
    with pytest.raises(InputError, match="missing"):
        chosen(["fir2"])[0].dfg()


def test_kernels() -> None:
    """Tests the poster's totals, and that the graph with a result has a memory for it."""
    assert [kernel.parted for kernel in KERNELS] == [4, 5, 6, 7, 10, 11, 10, 28]
    assert [kernel.name for kernel in KERNELS if "memory" in kernel.arch] == ["matmul"]
    assert not {method.name for method in partition.METHODS} & {FREE.name}


def test_coarse_graph(chains: Kernel) -> None:
    """Tests that nodes of the coarsened graph are blocks in a topological order."""
    graph = PartitionGraph(chains.dfg())
    made = coarse_graph(graph, coarsen(graph, 2))
    assert 1 < len(made.blocks) < len(graph.blocks)
    assert sorted(n for names in made.blocks for n in names) == sorted(graph.block_of)
    whole = {
        (made.block_of[graph.blocks[a][0]], made.block_of[graph.blocks[b][0]])
        for a, b in graph.edges
    }
    assert {(a, b) for a, b in whole if a != b} == set(made.edges)
    assert all(a < b for a, b in made.edges)
    assert graph.block_of == PartitionGraph(chains.dfg()).block_of
