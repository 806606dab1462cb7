"""Certificates of initiation intervals: true ones are verified, and corrupted ones are rejected."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path as File
from typing import Any

import pytest

from archs.files import load_architecture
from examples.loops.kernels import kernel_loop
from examples.loops.polybench import polybench
from models.data.problem import Problem
from models.formats.dfg_json import dfg_to_json
from solvers.certificates.intervals import write_claim
from solvers.min_ii import main as min_ii
from solvers.search.intervals import IntervalSearch
from solvers.search.options import SolverOptions
from solvers.verify import main

CASES = {
    "mesh": ("mesh:2x2", kernel_loop("biquad"), "Recurrence"),
    "small mesh": ("mesh:2x1", polybench("gemm"), "Slots"),
    "lisa": ("lisa:2x1,io=memory", kernel_loop("biquad"), "Slots"),
    "satmapit": ("satmapit:2x2,io=memory", kernel_loop("fletcher"), "Recurrence"),
    "moves": ("satmapit:2x2,io=memory,moves=2", polybench("atax"), "Slots"),
    "hycube": ("hycube:2x2,io=memory", kernel_loop("crc32"), "Recurrence"),
    "hycube left": ("hycube:2x1,io=memory,memory=left", polybench("atax"), "Slots"),
    "adres": ("adres:2x2,io=memory", kernel_loop("lcg"), "Recurrence"),
}

Claim = dict[str, Any]


def certify(problem: Problem, folder: File, most: int = 14, **options: Any) -> str | None:
    """Search, write a certificate, and return what is said about it."""
    engine = SolverOptions(proof_dir=str(folder))
    answer = IntervalSearch(problem, engine, most, heuristics=False, **options).run()
    return write_claim(answer, str(folder))


def contents(folder: File) -> Claim:
    claim: Claim = json.loads((folder / "certificate.json").read_text())
    return claim


def rewrite(folder: File, claim: Claim) -> None:
    (folder / "certificate.json").write_text(json.dumps(claim))


def rejected(folder: File, capsys: pytest.CaptureFixture[str], *words: str) -> None:
    """Fail unless the certificate is rejected in one line that has these words."""
    capsys.readouterr()
    assert main([str(folder)]) == 1
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.startswith("rejected: ")
    assert all(word in line for word in words), line


@pytest.fixture(scope="module", params=CASES)
def original(request, tmp_path_factory) -> File:
    folder: File = tmp_path_factory.mktemp("case")
    spec, dfg, _ = CASES[request.param]
    certify(Problem(dfg, load_architecture(spec), 1), folder)
    kinds = {reason["type"] for reason in contents(folder)["reasons"]}
    assert CASES[request.param][2].lower() in kinds
    return folder


@pytest.fixture
def folder(original: File, tmp_path: File) -> File:
    shutil.copytree(original, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.mark.oracle(keep=2)
def test_true_certificates_are_verified(original: File, capsys) -> None:
    """Tests that answers on real arrays are confirmed, with a line for each smaller interval."""
    claim = contents(original)
    assert claim["status"] == "optimal" and claim["lower_bound"] == claim["value"] > 1
    assert main([str(original)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith(f"verified: II {claim['value']} is the smallest of ")
    assert sum(line.startswith("not II ") for line in lines) == claim["value"] - 1


def test_a_weaker_claim_is_verified(folder: File, capsys) -> None:
    """Tests that a certificate may show less than that the interval is the smallest."""
    claim = contents(folder)
    claim["reasons"].pop()
    claim |= {"lower_bound": claim["value"] - 1, "status": "feasible"}
    rewrite(folder, claim)
    assert main([str(folder)]) == 0
    assert f"less than {claim['value'] - 1} is impossible" in capsys.readouterr().out
    rewrite(folder, claim | {"status": "optimal"})
    rejected(folder, capsys, "contradict 'optimal'")


def test_another_interval_is_rejected(folder: File, capsys) -> None:
    """Tests that value, bound, mapping and reasons have to fit together."""
    claim = contents(folder)
    value = claim["value"]
    for fields, word in (
        ({"value": value - 1, "lower_bound": value - 1}, f"not {value - 1}"),
        ({"value": value + 1}, "contradict"),
        ({"value": value + 1, "lower_bound": value + 1}, f"contexts {value}, not"),
        ({"value": value + 1, "status": "feasible"}, f"contexts {value}, not"),
        ({"lower_bound": value - 1, "status": "feasible"}, "not excluded"),
        ({"lower_bound": 0, "status": "feasible"}, "at least 1"),
        ({"mapping": None}, "needs a value and a mapping"),
        ({"value": None}, "needs a value and a mapping"),
        ({"status": "infeasible"}, "no value"),
        ({"mapping": "../mapping.json"}, "leaves the directory"),
    ):
        rewrite(folder, claim | fields)
        rejected(folder, capsys, word)


def test_a_reason_for_every_interval(folder: File, capsys) -> None:
    """Tests that no smaller interval may be missing, or be refuted twice."""
    claim = contents(folder)
    for n in range(len(claim["reasons"])):
        reasons = claim["reasons"][:n] + claim["reasons"][n + 1 :]
        rewrite(folder, claim | {"reasons": reasons})
        rejected(folder, capsys, f"not one reason against II {n + 1}")
    rewrite(folder, claim | {"reasons": [claim["reasons"][0], *claim["reasons"]]})
    rejected(folder, capsys, "not one reason against II 1")
    last = {**claim["reasons"][-1], "contexts": claim["value"]}
    rewrite(folder, claim | {"reasons": [*claim["reasons"], last]})
    rejected(folder, capsys, "which is not excluded")


def test_a_reason_that_is_not_strong_enough(folder: File, capsys) -> None:
    """Tests that the reason against the last interval says nothing about the next one."""
    claim = contents(folder)
    reason = claim["reasons"][-1]
    claim["reasons"].append({**reason, "contexts": claim["value"]})
    if "units" in reason:
        more = reason["units"] // reason["contexts"]
        claim["reasons"][-1]["units"] += more
    claim |= {"value": claim["value"] + 1, "lower_bound": claim["value"] + 1}
    mapping = (folder / "mapping.json").read_text()
    contexts = f'"contexts": {claim["value"] - 1}'
    assert contexts in mapping
    (folder / "mapping.json").write_text(mapping.replace(contexts, f'"contexts": {claim["value"]}'))
    rewrite(folder, claim)
    capsys.readouterr()
    assert main([str(folder)]) == 1
    line = capsys.readouterr().out.splitlines()[-1]
    assert "mapping.json" in line or "fit into" in line


Change = Callable[[Claim], object]

RECURRENCES: dict[str, tuple[Change, str]] = {
    "an operation fewer": (lambda r: [r[k].pop() for k in ("operations", "cycles")], "its cycles"),
    "no operation": (lambda r: r.update(operations=[], cycles=[], distances=[]), "its cycles"),
    "no circle": (
        lambda r: [r[k].pop(0) for k in ("operations", "cycles", "distances")],
        "does not wait for",
    ),
    "another order": (lambda r: r["operations"].reverse(), "does not wait for"),
    "unknown": (lambda r: r["operations"].__setitem__(0, "nothing"), "no mapping needs"),
    "more cycles": (lambda r: r["cycles"].__setitem__(0, 9), "not only 9"),
    "fewer cycles": (lambda r: r.update(cycles=[0] * len(r["cycles"])), "fit into"),
    "no distance": (lambda r: r.update(distances=[0] * len(r["distances"])), "of 0 iterations"),
    "more distance": (lambda r: r["distances"].__setitem__(0, 7), "of 7 iterations"),
    "twice": (
        lambda r: r.update({k: r[k] * 2 for k in ("operations", "cycles", "distances")}),
        "listed twice",
    ),
}


@pytest.mark.parametrize("original", ["mesh", "lisa", "hycube"], indirect=True)
@pytest.mark.parametrize("change", RECURRENCES)
def test_changed_recurrences_are_rejected(folder: File, change: str, capsys) -> None:
    """Tests that a recurrence must be one, and take as long as it says."""
    claim = contents(folder)
    spoil, word = RECURRENCES[change]
    spoil(next(reason for reason in claim["reasons"] if reason["type"] == "recurrence"))
    rewrite(folder, claim)
    rejected(folder, capsys, word)


SLOTS: dict[str, tuple[Change, str]] = {
    "item twice": (lambda r: r["items"].append(r["items"][0]), "listed twice"),
    "item missing": (lambda r: r.update(items=r["items"][: r["units"]]), "fit into"),
    "unknown item": (lambda r: r["items"].__setitem__(0, "nothing"), "no mapping needs"),
    "component missing": (lambda r: r["components"].pop(), "as well"),
    "component twice": (lambda r: r["components"].append(r["components"][0]), "listed twice"),
    "unknown component": (lambda r: r["components"].append("nothing"), "unknown component"),
    "fewer units": (lambda r: r.update(units=r["units"] - 1), "units are there"),
    "more units": (lambda r: r.update(units=len(r["items"])), "items fit into"),
    "another resource": (lambda r: r.update(resource="luck"), "unknown resource"),
    "width": (lambda r: r.update(resource="exit width"), "slots: "),
}


@pytest.mark.parametrize("original", ["small mesh", "lisa", "hycube left"], indirect=True)
@pytest.mark.parametrize("change", SLOTS)
def test_changed_slots_are_rejected(folder: File, change: str, capsys) -> None:
    """Tests that items and slots are counted again."""
    claim = contents(folder)
    spoil, word = SLOTS[change]
    spoil(next(reason for reason in claim["reasons"] if reason["type"] == "slots"))
    rewrite(folder, claim)
    rejected(folder, capsys, word)


def test_never_has_to_be_so(folder: File, capsys) -> None:
    """Tests that what can happen is not believed to be impossible."""
    claim = contents(folder)
    for name, word in (
        (json.loads((folder / "dfg.json").read_text())["operations"][0]["name"], "may be"),
        ("nothing", "no mapping needs"),
    ):
        claim["reasons"][0] = {"type": "never", "contexts": 1, "value": name}
        rewrite(folder, claim)
        rejected(folder, capsys, word)


def test_changed_files_are_rejected(folder: File, capsys) -> None:
    """Tests that reasons and mapping have to be those of this DFG and this array."""
    texts = {name: (folder / name).read_text() for name in ("dfg.json", "architecture.json")}
    dfg, arch = (json.loads(text) for text in texts.values())
    for operation in dfg["operations"]:
        for operand in operation["operands"]:
            if isinstance(operand, dict) and operand.get("distance"):
                operand["distance"] += 5
    arch["paths"] = arch["paths"][: len(arch["paths"]) // 2]
    for name, changed in (("dfg.json", dfg), ("architecture.json", arch)):
        (folder / name).write_text(json.dumps(changed))
        rejected(folder, capsys)
        (folder / name).write_text(texts[name])
    mapping = (folder / "mapping.json").read_text()
    lines = mapping.splitlines()
    n = next(n for n, line in enumerate(lines) if '"issues"' in line)
    (folder / "mapping.json").write_text("\n".join(lines[: n + 1] + lines[n + 2 :]))
    rejected(folder, capsys, "mapping.json")
    (folder / "mapping.json").unlink()
    assert main([str(folder)]) == 2


def test_the_command(tmp_path: File, capsys) -> None:
    """Tests `--certificate` from end to end, in use and misuse."""
    (tmp_path / "dfg.json").write_text(dfg_to_json(kernel_loop("fletcher")))
    given = [str(tmp_path / "dfg.json"), "mesh:2x2", "--quiet"]
    folder = tmp_path / "certificate"
    for _ in range(2):
        assert min_ii([*given, "--certificate", str(folder)]) == 0
        assert main([str(folder)]) == 0
    assert min_ii([*given, "--certificate", str(tmp_path)]) == 2
    assert "holds other files" in capsys.readouterr().err
    small = tmp_path / "small"
    assert min_ii([*given, "--max-ii", "2", "--certificate", str(small)]) == 20
    assert contents(small)["status"] == "infeasible" and contents(small)["lower_bound"] == 3
    capsys.readouterr()
    assert main([str(small)]) == 0
    assert "has 2 contexts or fewer" in capsys.readouterr().out
    claim = contents(small)
    rewrite(small, claim | {"lower_bound": 4})
    rejected(small, capsys, "not one reason against II 3")
    rewrite(small, claim | {"lower_bound": 1, "reasons": []})
    rejected(small, capsys, "'infeasible' has a bound")


def test_what_only_a_solver_has_refuted(tmp_path: File, capsys) -> None:
    """Tests that the certificate claims no more than there are reasons for."""
    search = IntervalSearch(
        Problem(kernel_loop("fletcher"), load_architecture("mesh:2x2"), 1),
        SolverOptions(),
        14,
        heuristics=False,
    )
    answer = search.run()
    answer.tried[2].fact = None
    answer.tried[2].outcome = "open"
    note = write_claim(answer, str(tmp_path))
    assert note is not None and "at least 2 only" in note
    assert contents(tmp_path)["status"] == "feasible"
    assert main([str(tmp_path)]) == 0
    answer.status, answer.mapping, answer.contexts = "infeasible", None, None
    note = write_claim(answer, str(tmp_path))
    assert note is not None and note.startswith("no certificate")
