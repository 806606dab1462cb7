"""What a TOML file asks for, and what is said against one that asks for something else."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from solvers.questions.job import Job, Result
from sweeps.__main__ import main
from sweeps.live import Live, watcher
from sweeps.plan import plan
from sweeps.plot import write_plot
from sweeps.questions import value_and_bound
from sweeps.report import COLUMNS, answered, export, in_words
from sweeps.run import Swept

GOOD = {"question": '"min_cycles"', "dfgs": '["g.json"]', "architectures": '["ring:4"]'}


def text(head: str = "", **changes: str | None) -> str:
    keys = {**GOOD, **changes}
    lines = [f"{name.replace('__', '.')} = {value}" for name, value in keys.items() if value]
    return "\n".join([head, "[[sweep]]", *lines, ""])


def write(folder: Path, toml: str) -> str:
    (folder / "g.json").write_text("{}")
    path = folder / "sweep.toml"
    path.write_text(toml)
    return str(path)


@pytest.mark.guests
@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("sweep = [", "not TOML: Invalid value (at end of document)"),
        (f"grace = {'9' * 5000}", "not TOML: Exceeds the limit"),
        (text(colour="1"), "$.sweep[0]: Object contains unknown field 'colour'; allowed: question"),
        (text(question='"min_cycels"'), "question: 'min_cycels' is no question of sweeps; known: "),
        (text(question='"min_cycels"'), ", streaming; did you mean 'min_cycles'?"),
        (text(question='"decide"'), "question: 'decide' is no question of sweeps; known: "),
        (text(dfgs=None), "$.sweep[0].dfgs: min_cycles needs 'dfgs'; its inputs: 'dfgs', 'arch"),
        (text(dfgs='["h.json"]'), "$.sweep[0].dfgs[0]: no such file: "),
        (text(dfgs='["*.dot"]'), "$.sweep[0].dfgs[0]: no file is called '*.dot' in "),
        (text(architectures='["ring:4", "x:1"]'), "$.sweep[0].architectures[1]: neither a file"),
        (text(options__speed="1"), "options.speed: min_cycles has no option 'speed'; known: at_"),
        (text(options__workers="1"), "; did you mean 'jobs'?"),
        (text(options__time_limit="1"), "options.time_limit: no option of a job: a key of the sw"),
        (text(options__seed="['a']"), "options.seed: 'a' is no whole number"),
        (text(options__seed="{count = 0}"), "$.sweep[0].options.seed: a range has 1 to 1000000"),
        (text(question='"partition"', verify="true"), "verify: partition writes no certificate; "),
        (
            text(options__solver="['cadical195', \"dimacs:command='rm -r x'\"]"),
            "options.solver: 'dimacs:command='rm -r x'' names a program to run; --allow-programs",
        ),
    ],
)
def test_one_line_names_the_key(
    toml: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, toml)
    assert main([path, "--quiet"]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"sweep: {path}: ")
    assert said in captured.err
    assert captured.err.count("\n") == 1
    assert not captured.out
    assert not list(tmp_path.glob("*.sqlite"))


def test_jobs_are_all_combinations_in_order(tmp_path: Path) -> None:
    (tmp_path / "names.json").write_text("names")
    toml = text(
        "time_limit = 5",
        architectures='["ring:4", "ring:5"]',
        options__seed="[0, 1]",
        options__solver='["auto", ["cadical195", "cp-sat"]]',
        options__hold_intermediates="[false, true]",
        options__operators='"names.json"',
        time_limit="7",
    )
    jobs = plan(write(tmp_path, toml))
    assert len(jobs) == 2 * 2 * 2 * 2 == len({job.key for job in jobs})
    assert {job.time_limit for job in jobs} == {7}
    first, last = jobs[0], jobs[-1]
    names = "--operators=option3/0/names.json"
    assert first.words == ("input0/g.json", "ring:4", "--seed=0", "--solver=auto", names)
    solvers = ("--solver=cadical195", "--solver=cp-sat")
    assert last.words[1:] == ("ring:5", "--seed=1", *solvers, "--hold-intermediates", names)
    assert dict(first.files) == {"input0/g.json": b"{}", "option3/0/names.json": b"names"}
    assert "solver=cadical195+cp-sat, hold_intermediates=on" in last.label


def test_a_table_is_a_range(tmp_path: Path) -> None:
    toml = text(options__seed="{first = 5, count = 3, step = 10}")
    assert [dict(job.options) for job in plan(write(tmp_path, toml))] == [
        {"seed": seed} for seed in (5, 15, 25)
    ]


def test_key_is_of_contents_not_of_places(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    here, moved = plan(write(tmp_path, text())), plan(write(there, text()))
    assert [job.key for job in here] == [job.key for job in moved]
    (there / "g.json").write_text("{ }")
    assert plan(str(there / "sweep.toml"))[0].key != here[0].key
    for other in (text("time_limit = 61"), text("grace = 1"), text(options__seed="1")):
        assert plan(write(tmp_path, other))[0].key != here[0].key
    assert plan(write(tmp_path, text(verify="true")))[0].key != here[0].key


def test_same_job_is_asked_once(tmp_path: Path) -> None:
    assert len(plan(write(tmp_path, text(dfgs='["g.json", "*.json"]') + text()))) == 1


@pytest.mark.guests
def test_companions_go_with_their_file(tmp_path: Path) -> None:
    ccf = ("ccf_node.txt", "ccf_edge.txt")
    for name in ("loop_nodes", "loop_edges", "loop_constants", "sizes.h", "other.h", *ccf):
        (tmp_path / name).write_text(name)
    (tmp_path / "p.c").write_text('#include "sizes.h"\n# include "missing.h"\n#include <other.h>\n')
    loops = plan(write(tmp_path, text(dfgs='["loop"]')))
    names = [name for name, _ in loops[0].files]
    assert names == [f"input0/loop_{kind}" for kind in ("nodes", "edges", "constants")]
    assert loops[0].words[0] == "input0/loop"
    for named in ("ccf", *ccf):
        graph = plan(write(tmp_path, text(dfgs=f'["{named}"]')))[0]
        assert [name for name, _ in graph.files] == [f"input0/{name}" for name in ccf]
    programs = text(question='"programs.optimize"', dfgs=None, programs='["p.c"]')
    assert [n for n, _ in plan(write(tmp_path, programs))[0].files] == [
        "input0/p.c",
        "input0/sizes.h",
    ]


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


def test_the_summary_is_a_table_of_graphs_and_arrays(found: Swept) -> None:
    """Tests a cell for each kind of answer, and one with the answers of several choices."""
    jobs = [
        *found.jobs,
        replace(job("a|b", 2), architecture="mesh:2x2"),
        replace(job("c", 3), options=(("contexts", 2),)),
    ]
    results = [result("optimal", 10), result("infeasible"), result("error", None, "no")]
    known = {j.key: r for j, r in zip(jobs, results, strict=False)}
    known |= {jobs[4].key: result("feasible", 12), jobs[5].key: result("optimal", 8)}
    assert in_words(Swept(jobs, known), "x.sqlite").splitlines()[:6] == [
        "min_cycles         ring:4  mesh:2x2",
        "----------  -------------  --------",
        "a|b                    10       ≤12",
        "c           infeasible, 8",
        "d                   error",
        "e                    open",
    ]


@pytest.mark.guests
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


def test_rows_and_the_plot_are_exported(found: Swept, tmp_path: Path) -> None:
    """Tests columns and kinds of Parquet, lines of CSV and Markdown, and what the plot counts."""
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("matplotlib")
    for name in ("rows.csv", "rows.md", "rows.parquet"):
        export(found, str(tmp_path / name))
    rows = list(csv.DictReader((tmp_path / "rows.csv").read_text().splitlines()))
    assert [row["value"] for row in rows] == ["10", "", ""] and rows[2]["error"] == "c: $.x: no"
    assert len((tmp_path / "rows.md").read_text().splitlines()) == 2 + 3
    assert parquet.read_table(tmp_path / "rows.parquet").column_names == list(COLUMNS)
    write_plot(found, str(tmp_path / "plot.svg"))
    assert "min_cycles contexts=1 (2/3)" in (tmp_path / "plot.svg").read_text()


def test_progress_is_a_line_for_each_job(found: Swept) -> None:
    for terminal in (False, True):
        stream = io.StringIO()
        stream.isatty = lambda terminal=terminal: terminal  # type: ignore[method-assign]
        live = watcher(False, stream)
        assert isinstance(live, Live) == terminal
        live.begin(found.jobs, {})
        live.handed(found.jobs[0])
        live.finished(found.jobs[0], result("optimal", 10))
        live.close()
        assert "1/4 min_cycles a|b on ring:4, contexts=1: optimal 10, 1.5 s" in stream.getvalue()
