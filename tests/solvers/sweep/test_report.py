"""What is said about a sweep, exported and drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from solvers.questions.sweep.job import Job, Result
from solvers.questions.sweep.questions import value_and_bound
from solvers.questions.sweep.report import answered, export, in_words
from solvers.questions.sweep.run import Swept


def job(name: str, contexts: int) -> Job:
    options = (("contexts", contexts),)
    return Job("min_cycles", name, "ring:4", options, (name,), (), 5.0, None, 1.0, str(contexts))


def result(status: str, value: int | None = None, error: str | None = None) -> Result:
    return Result(status, value, value, 1.5, 80.0, 0, error, "host", None)


@pytest.fixture
def found() -> Swept:
    jobs = [job("a|b", 1), job("c", 1), job("d", 1), job("e", 2)]
    results = [result("optimal", 10), result("infeasible"), result("error", None, "c: $.x: no")]
    return Swept(jobs, {j.key: r for j, r in zip(jobs, results, strict=False)}, asked=2)


def test_json_lines_are_the_answers(found: Swept, tmp_path: Path) -> None:
    first, second, third, _ = found.jobs
    data = replace(second, question="labels", version="of a question about samples")
    found.jobs[1] = data
    told = replace(result("optimal", 10), answer='{"cycles":10}')
    samples = replace(result("done", 2), answer='{"lines":["{\\"a\\":1}","{}"]}')
    found.results |= {first.key: told, data.key: samples}
    assert found.results[third.key].answer is None
    export(found, str(tmp_path / "answers.jsonl"))
    assert (tmp_path / "answers.jsonl").read_text() == '{"cycles":10}\n{"a":1}\n{}\n'


def test_a_doubted_certificate_is_no_answer(found: Swept) -> None:
    swept = Swept(
        found.jobs[:1], {found.jobs[0].key: replace(result("optimal"), verified="verified")}
    )
    assert answered(swept)
    swept.results[found.jobs[0].key] = replace(result("optimal"), verified="rejected")
    assert not answered(swept)
    assert "certificate rejected: min_cycles a|b on ring:4" in in_words(swept, "x.sqlite")


def test_summary_tells_of_failures_and_of_what_is_missing(found: Swept) -> None:
    text = in_words(found, "x.sqlite")
    assert "1 optimal, 1 infeasible, 1 error" in text
    assert "error: min_cycles d on ring:4, contexts=1: c: $.x: no" in text
    assert "1 of 4 jobs are missing" in text
    assert "2 jobs answered now, 1 before; all are in x.sqlite" in text
    assert not answered(found)
    assert answered(Swept(found.jobs[:2], found.results))


def test_values_are_those_of_the_question() -> None:
    pruned = {"counts": {"elements": 5}, "lower_bounds": {"elements": 4}}
    assert value_and_bound("prune_arch", pruned) == (5, 4)
    later = {"counts": {"paths": 9, "elements": 4}, "lower_bounds": {"paths": 8, "elements": 5}}
    assert value_and_bound("prune_arch", later) == (4, None)
    for counts, bounds in (({}, {}), ({"paths": 9}, {"paths": 8}), ({"paths": 9}, {"cost": 5})):
        nothing = {"counts": counts, "lower_bounds": bounds}
        assert value_and_bound("prune_arch", nothing) == (None, None)
    assert value_and_bound("labels", {"lines": ["{}", "{}"]}) == (2, None)
    assert value_and_bound("min_ii", {"ii": 3, "lower_bound": 2}) == (3, 2)
    assert value_and_bound("partition", {"total_ii": 5, "bound": 4}) == (5, 4)
    streaming = {"ii": 3, "ii_bound": 3, "cycles": 15, "cycles_bound": 14}
    assert value_and_bound("streaming", streaming | {"objective": "cycles"}) == (15, 14)
    assert value_and_bound("streaming", streaming | {"objective": "ii"}) == (3, 3)
    regions = [{"winner": {"cycles": 4}}, {"winner": {"cycles": 5}}]
    assert value_and_bound("programs.optimize", {"regions": regions}) == (9, None)
    lacking = {"regions": [*regions, {"winner": None}]}
    assert value_and_bound("programs.optimize", lacking) == (None, None)
