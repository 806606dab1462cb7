"""The HTML report of the commands: it says what the command says, with and without a mapping."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from models.data.mapping import Mapping
from models.data.problem import Problem
from models.formats.dfg_json import dfg_to_json
from models.formats.mapping_json import mapping_from_json
from solvers import min_cycles, min_ii
from solvers.questions.min_cycles.answer import Explanation, MinCycles
from solvers.questions.min_cycles.options import MinCyclesOptions
from solvers.questions.min_cycles.report import verdict as cycles_verdict
from solvers.questions.min_ii.report import verdict as interval_verdict
from solvers.search.answer import Answer, Attempt, Question
from solvers.search.fewest import Fewest
from solvers.search.interval_answer import MinIi, Tried

DATA = Path(__file__).parents[2] / "examples" / "data"
RING = (str(DATA / "ring4.dfg.json"), str(DATA / "ring4.arch.json"), "--quiet")


def data_of(page: Path, name: str = "scene-0") -> Any:
    text = page.read_text()
    return json.loads(text.split(f'id="{name}">')[1].split("</script>")[0])


def test_min_cycles_writes_its_mapping_and_proof(tmp_path: Path, capsys: Any) -> None:
    page, file = tmp_path / "report.html", tmp_path / "map.json"
    assert min_cycles.main([*RING, "--html", str(page), "--mapping", str(file)]) == 0
    mapping, data = mapping_from_json(file.read_text(), "map"), data_of(page)["mapping"]
    assert (data["horizon"], len(data["issues"])) == (mapping.horizon, len(mapping.issues))
    words = capsys.readouterr().out.splitlines()[0].removeprefix("optimal: ")
    assert words.replace("'", "&#x27;") in page.read_text() or words in page.read_text()


def test_an_impossible_question_has_a_page_with_the_explanation(
    tmp_path: Path, capsys: Any
) -> None:
    page = tmp_path / "report.html"
    asked = ("--cycles", "7", "--explain", "--html", str(page))
    assert min_cycles.main([*RING, *asked]) == 20
    limits = capsys.readouterr().out.splitlines()[2:]
    assert data_of(page)["mapping"] is None
    assert 'class="badge infeasible"' in page.read_text()
    assert limits and all(line.strip().split(": ")[-1] in page.read_text() for line in limits[1:])


def test_min_ii_writes_its_mapping_and_what_was_tried(
    tmp_path: Path, capsys: Any, loop_files: Callable[[], list[str]]
) -> None:
    page = tmp_path / "report.html"
    assert min_ii.main([*loop_files(), "--quiet", "--html", str(page)]) == 0
    data = data_of(page)["mapping"]
    assert data["contexts"] is not None and f"II = {data['contexts']}" in page.read_text()


@pytest.fixture
def loop_files(tmp_path: Path) -> Callable[[], list[str]]:
    from models.data.dfg import Dfg, Operand, Operation, Operator

    def made() -> list[str]:
        adds = (Operation("s", "+", (Operand("s", 1), Operand("x"))),)
        dfg = Dfg("loop", (Operator("+", 2),), ("x",), adds, ("s",))
        (tmp_path / "dfg.json").write_text(dfg_to_json(dfg))
        return [str(tmp_path / "dfg.json"), "mesh:1x1"]

    return made


def small() -> Problem:
    from archs.presets import architecture_preset
    from models.data.dfg import Dfg, Operator

    return Problem(Dfg("d", (Operator("+", 2),), ("x",), ()), architecture_preset("mesh:1x1"))


def test_a_verdict_says_what_a_bound_rests_on() -> None:
    attempt = Attempt(6, "unsat", 3, 4, 5, {}, "cp-sat")
    answer = Answer(small(), "unknown", None, 7, "search", certified=4, word_of="cp-sat")
    answer.attempts, answer.failures, answer.stopped = [attempt], ["sat: lost"], "time limit"
    whole = MinCycles(Question(answer.problem), answer, Explanation(6, {}, True))
    told = cycles_verdict(whole, MinCyclesOptions())
    assert (told.status, told.value, told.bound) == ("unknown", "", "at least 7 cycles")
    assert ("rests on the word of", "cp-sat") in told.facts
    assert ("certified", "at least 4 cycles") in told.facts
    assert ("stopped", "time limit") in told.facts and ("lost", "sat: lost") in told.facts
    assert told.tried[0].outcome == "refuted" and told.limits[0].startswith("with 6 cycles: ")


def test_a_verdict_of_intervals_lists_each_of_them() -> None:
    answer = MinIi(small(), "infeasible", most=4, lower=2, lower_reason="that")
    answer.tried[1] = Tried(1, "refuted", "because")
    mapping = Mapping("d", "mesh:1x1", 3, 2, (), (), ())
    answer.fewest = Fewest("registers", mapping, 5, 4)
    told = interval_verdict(answer)
    assert ("values in registers", "5: at least 4") in told.facts
    assert told.headline == "no pipelined mapping of 'd' on 'mesh:1x1' found up to II 4"
    assert (told.bound, told.reason) == ("II at least 2", "that")
    assert [(tried.what, tried.outcome) for tried in told.tried] == [("II = 1", "refuted")]
