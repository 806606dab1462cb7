"""Corrupted certificates are rejected, each with its reason."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path as File

import pytest

from examples.ring import ring
from models.data.problem import Problem
from solvers.backends.cnf import Encodings
from solvers.verify import main
from tests.solvers.test_verify_material import edit, first_mapping, write_claim, write_proof
from tests.solvers.test_verify_proofs import BUS, STORES, SUM, pair

Lines = list[str]
CASES = {
    "bus": Problem(SUM, BUS),
    "stores": Problem(STORES, pair()),
    "pipelined": Problem(SUM, pair(), 3),
    "capacity": Problem(SUM, pair(capacity=1)),
    "ring": Problem(*ring(3)),
}


@pytest.fixture(scope="module", params=CASES)
def original(request, tmp_path_factory) -> File:
    folder = tmp_path_factory.mktemp(request.param)
    problem = CASES[request.param]
    mapping, refuted = first_mapping(problem, range(1, 12))
    encodings = Encodings("ladder", "totalizer", "product", 8)
    bounds = [write_proof(folder, problem, refuted[-1], encodings)]
    write_claim(folder, problem, bounds, mapping)
    for kind in ("cnf", "symbols", "drat"):
        (folder / f"horizon-{refuted[-1]}.{kind}").rename(folder / f"proof.{kind}")
    text = (folder / "certificate.json").read_text()
    (folder / "certificate.json").write_text(text.replace(f"horizon-{refuted[-1]}.", "proof."))
    return folder


@pytest.fixture
def folder(original: File, tmp_path: File) -> File:
    shutil.copytree(original, tmp_path, dirs_exist_ok=True)
    return tmp_path


def rejected(folder: File, capsys, *words: str) -> bool:
    capsys.readouterr()
    assert main([str(folder)]) == 1
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.startswith("rejected: ")
    assert all(word in line for word in words), line
    return True


def test_the_original_is_verified(original: File) -> None:
    """Tests that what is corrupted below is sound to begin with."""
    assert main([str(original)]) == 0


def drop_positive(lines: Lines) -> Lines:
    """Drop the last literal of the last clause that has a positive one."""
    n = max(n for n, line in enumerate(lines) if n and any(int(w) > 0 for w in line.split()[:-1]))
    words = lines[n].split()
    words.remove(next(word for word in words if int(word) > 0))
    return [*lines[:n], " ".join(words), *lines[n + 1 :]]


def unit(literal: int) -> Callable[[Lines], Lines]:
    def add(lines: Lines) -> Lines:
        header = lines[0].split()
        return [f"p cnf {header[2]} {int(header[3]) + 1}", *lines[1:], f"{literal} 0"]

    return add


def test_changed_clauses_are_rejected(folder: File, capsys) -> None:
    """Tests that clauses which do not follow from the rules are named."""
    text = (folder / "proof.cnf").read_text()
    symbols = (folder / "proof.symbols").read_text().splitlines()
    issue = next(int(line.split()[1]) for line in symbols if line.startswith("z "))
    for change in (drop_positive, unit(-issue), unit(issue)):
        edit(folder / "proof.cnf", change)
        assert rejected(folder, capsys, "proof.cnf: clause")
        (folder / "proof.cnf").write_text(text)
    edit(folder / "proof.cnf", lambda lines: lines[:-1])
    assert rejected(folder, capsys, "announced")
    edit(folder / "proof.cnf", lambda lines: [lines[0], "1 two 0", *lines[2:]])
    assert rejected(folder, capsys, "line 2", "not a clause")
    edit(folder / "proof.cnf", lambda lines: ["p cnf 3", *lines[1:]])
    assert rejected(folder, capsys, "p cnf")


def test_clauses_that_are_too_tight_are_rejected(folder: File, capsys) -> None:
    """Tests that a contradiction which is simply asserted is not believed."""
    edit(folder / "proof.cnf", lambda lines: ["p cnf 1 1", "0"])
    assert rejected(folder, capsys, "clause 1", "the empty clause")


def test_changed_meanings_are_rejected(folder: File, capsys) -> None:
    """Tests that variables cannot be exchanged, forgotten or named twice."""
    lines = (folder / "proof.symbols").read_text().splitlines()
    issues = [n for n, line in enumerate(lines) if line.startswith("z ")]
    first, last = issues[0], issues[-1]
    operation, place = lines[first].split()[2:4]
    path = next(line.split()[3] for line in lines if line.startswith("y "))
    swapped = lines.copy()
    swapped[first] = " ".join(["z", lines[first].split()[1], *lines[last].split()[2:]])
    swapped[last] = " ".join(["z", lines[last].split()[1], *lines[first].split()[2:]])
    doubled = lines.copy()
    doubled[first] = " ".join(["z", lines[first].split()[1], *lines[last].split()[2:]])
    for change, word in (
        (swapped, "proof."),
        (doubled, "second line"),
        (lines[:first] + lines[first + 1 :], "proof."),
        ([*lines, f"z 0 {operation} {place} 99"], "start at 1"),
        ([*lines, "x 1 nothing p 3"], "unknown value"),
        ([*lines, f"y 1 {operation} nowhere 3"], "unknown place"),
        ([*lines, f"latch 99999 {operation} {path} nobody 3"], "unknown component"),
        ([*lines, f"z 99999 {operation} {place} one"], "not understood"),
        ([*lines, "hello"], "not understood"),
    ):
        (folder / "proof.symbols").write_text("\n".join(change) + "\n")
        assert rejected(folder, capsys, word)


def test_changed_encodings_are_rejected(folder: File, capsys) -> None:
    """Tests that definitions, bounds and members of groups must be those of real limits."""
    lines = (folder / "proof.symbols").read_text().splitlines()
    groups = [n for n, line in enumerate(lines) if line.startswith("group ")]
    defines = [n for n, line in enumerate(lines) if line.startswith("define 1")]
    assert groups and defines

    def with_line(n: int, line: str) -> Lines:
        return [*lines[:n], line, *lines[n + 1 :]]

    words = lines[groups[-1]].split()
    strangers = next(
        line.split()[1] for line in lines if line.startswith("x ") and line.split()[1] not in words
    )
    clashing = lines[groups[0]].split()
    template = next(n for n, line in enumerate(lines) if line.startswith("template "))
    bound = lines[template].split()
    for changed in (
        with_line(groups[-1], " ".join([*words[:-1], strangers])),
        with_line(groups[-1], " ".join([*words[:-1], words[-2]])),
        with_line(groups[-1], " ".join([*words[:-1], "-" + words[-1]])),
        with_line(groups[-1], " ".join(words[:-1])),
        with_line(groups[-1], " ".join([*words[:2], "1", *words[3:]])),
        with_line(groups[-1], " ".join([*words[:2], clashing[2], *words[3:]])),
        with_line(template, " ".join([*bound[:3], "0", bound[4]])),
        with_line(template, " ".join([*bound[:4], "99"])),
        with_line(defines[0], lines[defines[0]].replace("define 1", "define 2")),
    ):
        (folder / "proof.symbols").write_text("\n".join(changed) + "\n")
        assert rejected(folder, capsys, "proof.")


def test_changed_proofs_are_rejected(folder: File, capsys) -> None:
    """Tests that a proof must end in a contradiction and consist of consequences."""
    steps = (folder / "proof.drat").read_text().splitlines()
    assert main([str(folder)]) == 0
    if "proof of 0 steps" in capsys.readouterr().out or len(steps) < 100:
        return  # unit propagation alone refutes such clauses, and hardly reads the proof
    for lines, *words in (
        (["d 1 0", "c nothing"], "without a contradiction"),
        (steps[: len(steps) // 3], "without a contradiction"),
        (["0"], "line 1", "unit propagation"),
        ([*steps[:5], "0"], "line 6", "unit propagation"),
        (["1 x 0"], "not a clause"),
        (["1 0 2 0"], "not a clause"),
        (["1000000000 0"], "not a clause"),
        ([], "without a contradiction"),
    ):
        (folder / "proof.drat").write_text("\n".join(lines) + "\n")
        assert rejected(folder, capsys, "proof.drat", *words)


def test_changed_answers_are_rejected(folder: File, capsys) -> None:
    """Tests that the mapping must be legal, and have the claimed number of cycles."""
    mapping = (folder / "mapping.json").read_text()
    lines = mapping.splitlines()
    n = next(n for n, line in enumerate(lines) if '"issues"' in line)
    (folder / "mapping.json").write_text("\n".join([*lines[: n + 1], *lines[n + 2 :]]))
    assert rejected(folder, capsys, "mapping.json")
    (folder / "mapping.json").write_text(mapping.replace('"dfg": "', '"dfg": "other'))
    assert rejected(folder, capsys, "names")
    (folder / "mapping.json").write_text(mapping)
    claim = (folder / "certificate.json").read_text()
    value = claim.partition('"value":')[2].partition(",")[0]
    more = str(int(value) + 1)
    for old, new, word in (
        (f'"value":{value}', f'"value":{more}', "contradict"),
        (f'"value":{value},"lower_bound":{value}', f'"value":{more},"lower_bound":{more}', "not"),
        (f'"horizon":{int(value) - 1}', f'"horizon":{int(value) - 2}', "rejected"),
        (f'"horizon":{int(value) - 1}', f'"horizon":{value}', "rejected"),
        ('"bounds":[', '"bounds":[],"versions":{},"ignored":[', "unknown field"),
        ("proof.cnf", "../proof.cnf", "leaves the directory"),
        ("mapping.json", "/etc/passwd", "leaves the directory"),
    ):
        (folder / "certificate.json").write_text(claim.replace(old, new))
        assert main([str(folder)]) in (1, 2)
        output = capsys.readouterr()
        assert word in output.out + output.err
