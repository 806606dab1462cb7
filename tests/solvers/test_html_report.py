"""HTML reports: a page with what the command says, with and without a mapping."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from archs.faults import without
from archs.presets import architecture_preset
from examples.loops.polybench import polybench
from examples.ring import ring
from heuristics.modulo import modulo_schedule
from models.data.problem import Problem
from models.space_time.prunable import Kernel
from programs.cost import Buffers
from programs.transform import variant_of
from solvers import trade_off
from solvers.questions.optimize.answer import ProgramsAnswer, RegionAnswer, counted
from solvers.questions.optimize.finish import Finish
from solvers.questions.optimize.html import programs_html
from solvers.questions.partition.answer import Settings
from solvers.questions.partition.html import partition_html
from solvers.questions.partition.search import PartitionSearch
from solvers.questions.prune_arch.html import pruning_html
from solvers.questions.prune_arch.objective import Objective
from solvers.questions.remap import report as remap_report
from solvers.questions.remap.options import RemapOptions
from solvers.questions.remap.search import Remapping
from solvers.search.answer import Question
from solvers.search.cycles import search
from tests.solvers.programs_small import S4, Pretended, sums
from tests.solvers.pruning.commands import ring_files
from tests.solvers.pruning.small import prune
from tests.solvers.test_remap import pair
from tests.views.html.pages import Page

ARRAY = "adres:2x2,io=memory"


def test_remap_marks_what_moved() -> None:
    whole, _, old = pair()
    problem = replace(whole, contexts=2)
    problem = replace(problem, arch=without(problem.arch, ["q"]))
    answer = Remapping(problem, replace(old, contexts=2), RemapOptions()).run()
    page = Page(remap_report.page(answer, RemapOptions()))
    (move,) = answer.moved
    nodes = page.data("graph-0")["nodes"]
    notes = {nodes[number][0]: text for number, text in page.data("scene-0")["notes"]}
    assert notes.keys() == {"t"} and notes["t"].startswith("moved from q@")
    assert f"{move.operation}: q@" in page.words and "at least 1 operations" in page.words
    assert page.texts["span"][0] == answer.status == "optimal"


def halves(search: PartitionSearch) -> Iterator[None]:
    """Cut the blocks in two as they come; both parts are mapped already."""
    count = len(search.graph.blocks)
    partition = search.members([2 * b // count for b in range(count)])
    for members in partition.parts:
        known = search.known(members)
        known.mapping = modulo_schedule(Problem(known.part.dfg, search.arch, 12), 0)
    search.try_partition("halves", partition, [12, 12])
    yield


def test_partition_shows_every_part_and_the_whole() -> None:
    search = PartitionSearch(polybench("gesummv", 2), architecture_preset(ARRAY), Settings(12))
    search.run(halves)
    page = Page(partition_html(search.answer, 16))
    scenes = page.data()["scenes"]
    assert len(scenes) == 2 and page.chosen == {0, 1}
    totals = [page.data(f"scene-{p}")["mapping"]["contexts"] for p in range(2)]
    assert f"total II {sum(totals)}" in page.words
    assert {scene["array"] for scene in scenes} == {"array-0"}
    assert any(page.data(f"scene-{p}")["notes"] for p in range(2))
    assert "Values that cross, as a table" in page.words


def test_the_page_of_a_pruning_ends_with_the_smallest_array() -> None:
    """Tests two kernels on a ring; one PE has nothing to do for the first."""
    dfg, arch = ring(2, "operator")
    problem = Problem(dfg, replace(arch, name="ring"))
    cycles = search(Question(problem)).cycles or 0
    kernels = (Kernel(problem, cycles + 1), Kernel(problem, cycles + 2))
    pruned = prune(kernels, Objective(("elements", "paths", "registers")))
    page = Page(pruning_html(pruned))
    data = page.data("pruning")
    assert data["kernels"] == 2 and len(page.data()["scenes"]) == 2 * len(data["found"])
    kind, text, found, bound, _ = data["steps"][-1]
    assert kind == "end" and found == len(data["found"]) - 1 and bound in text
    whole = pruned.whole
    last = page.data(f"scene-{data['found'][-1][3]}")
    left = pruned.arch
    assert left is not None
    assert {whole.components[n].name for n in last["gone"][0]} == {
        c.name for c in whole.components
    } - set(left.component_by_name)
    gone = {whole.paths[n].name for n in last["gone"][1]}
    assert gone == set(whole.path_by_name) - set(left.path_by_name)
    used = {whole.paths[sent[1]].name for sent in last["mapping"]["transfers"]}
    assert used and not used & gone
    assert page.data()["scenes"][0]["array"] == page.data()["scenes"][-1]["array"]


def answered(**pretended: int) -> ProgramsAnswer:
    """The small program, its kernels mapped at once, without a solver."""
    region = sums()
    mapper = Pretended(S4, 8, **pretended)
    buffers = Buffers("s4", 4096, 8, context_bytes=128)
    finish = Finish(variant_of(region), buffers, mapper, "performance")
    finish.baseline()
    answer = ProgramsAnswer("a/sums.c", S4, buffers, {"N": "6"}, expected=1)
    one = RegionAnswer(region, finish)
    if finish.winner is not None:
        one.winner = one.original = counted(finish.winner, S4)
    answer.regions.append(one)
    return answer


def test_programs_have_candidates_and_the_loops_of_the_winner() -> None:
    answer = answered(above=1)
    page = Page(programs_html(answer))
    winner = answer.regions[0].winner
    assert winner is not None
    loops = [piece for piece in winner.program.pieces if piece.mapping is not None]
    assert page.chosen == set(range(len(page.data()["scenes"]))) and loops
    assert str(winner.count.cycles) in page.texts["td"] and "winner" in page.words
    assert {piece.piece.name for piece in loops} <= {*page.texts["th"], *page.texts["button"]}
    assert page.data()["scenes"][0]["status"] == "feasible"


def test_a_trade_off_shows_the_array_of_every_point(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "page.html"
    words = [*ring_files(tmp_path), "--cycles", "6,9", "--minimise", "elements", "--quiet"]
    code = trade_off.main([*words, "--html", str(file)])
    page = Page(file.read_text())
    shown = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    mapped = [line for line in shown if "optimal" in line]
    assert code == 0 and mapped and page.chosen == set(range(len(mapped)))
    assert sum(word.get("class") == "best" for _, word in page.seen) == sum(
        line[0] == "*" for line in shown
    )
    assert "infeasible" in page.texts["td"]
    horizons = {page.data(f"scene-{n}")["mapping"]["horizon"] for n in page.chosen}
    assert horizons == {9} and any(page.data(f"scene-{n}")["gone"][0] for n in page.chosen)
