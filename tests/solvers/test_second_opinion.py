"""Proofs of certificates for other checkers: exports, and programs that say what they found."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from models.streaming.engine import Engine
from models.streaming.rules import Rules
from solvers.questions.streaming.certificate import certify
from solvers.questions.streaming.refute import refute
from solvers.questions.verify.check import LIMIT, REJECTED, UNUSABLE, VERIFIED
from solvers.questions.verify.second_opinion import as_text, export, proofs
from solvers.verify import main
from tests.models.streaming.small_streaming import program

CHECKER = """
import sys
clauses = {}
cnf = [line.split() for line in open(sys.argv[1])]
for n, words in enumerate(cnf[1:], start=1):
    clauses[n] = set(map(int, words[:-1]))
for line in open(sys.argv[2]):
    number, *words = map(int, line.split())
    end = words.index(0)
    lemma, false = set(words[:end]), set(words[:end])
    for hint in words[end + 1 : -1]:
        left = clauses[hint] - false
        assert len(left) < 2
        false |= {-x for x in left}
        if not left:
            clauses[number] = lemma
assert set() in clauses.values()
print("s VERIFIED")
"""
"""A checker of LRAT as text that has nothing in common with ours."""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate with one proof, and a checker beside it."""
    folder = tmp_path_factory.mktemp("second") / "proof"
    rules = Rules(program("UV", "WX", "YZ", "a", "bd", "ce"), Engine())
    schedule = refute(rules, 3, 15)
    assert schedule is not None and schedule is not True
    certify(rules, 3, schedule, "cycles", folder)
    (folder.parent / "check.py").write_text(CHECKER)
    return folder


def test_another_checker_agrees(certificate, capsys) -> None:
    """Tests that an independent checker accepts CNF and LRAT as text."""
    checker = f"{sys.executable} {certificate.parent / 'check.py'}"
    assert main([str(certificate), "--second", checker]) == VERIFIED
    assert "horizon-14-ii-3.lrat: accepted by python" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("checker", "code", "words"),
    [
        (f"{sys.executable} -c 'print(1)'", REJECTED, "not accepted by"),
        (f"{sys.executable} -c 'print(\"s NOT VERIFIED\")'", REJECTED, "not accepted by"),
        ("no-such-checker", UNUSABLE, "known checkers: lrat-trim"),
        ("'", UNUSABLE, "No closing quotation"),
    ],
)
def test_what_does_not_agree(certificate, capsys, checker, code, words) -> None:
    """Tests that a checker that is missing, or does not accept a proof, ends the check."""
    assert main([str(certificate), "--second", checker]) == code
    out, err = capsys.readouterr()
    assert words in (out + err).splitlines()[-1]
    assert "verified:" not in out


def test_a_checker_has_the_time_that_is_left(certificate, capsys) -> None:
    """Tests that a checker that does not end is stopped by the time limit."""
    sleeper = f"{sys.executable} -c 'import time; time.sleep(600)'"
    assert main([str(certificate), "--second", sleeper, "--time-limit", "2"]) == LIMIT
    assert "nothing is verified" in capsys.readouterr().out


def test_an_export_is_text(certificate, tmp_path, capsys) -> None:
    """Tests that CNF, LRAT and symbols are written, and that they are those of the certificate."""
    assert main([str(certificate), "--export", str(tmp_path / "out")]) == VERIFIED
    (own,) = proofs(certificate)
    stem = tmp_path / "out" / "horizon-14-ii-3"
    assert stem.with_suffix(".cnf").read_bytes() == own.files.read(own.cnf)
    lines = stem.with_suffix(".lrat").read_text().splitlines()
    assert all(line.split().count("0") == 2 for line in lines)
    assert lines[-1].split()[1] == "0"
    assert "exported:" in capsys.readouterr().out
    drat = as_text(own.files.read(own.proof), "drat").splitlines()
    assert len(drat) == len(lines) and drat[-1] == "0"


def test_no_certificate_is_exported_over(certificate, tmp_path, capsys) -> None:
    """Tests the certificate itself, another one, and folders that are not there."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "certificate.json").write_text("{}")
    before = {path: path.read_bytes() for path in certificate.rglob("*") if path.is_file()}
    for target, line in (
        (certificate, "--export would overwrite this input"),
        (other, "a certificate is here"),
        (tmp_path / "none" / "out", "make it first"),
    ):
        assert main([str(certificate), "--export", str(target)]) == UNUSABLE
        assert line in capsys.readouterr().err
    assert all(path.read_bytes() == data for path, data in before.items())
    assert not (tmp_path / "none").exists() and main([str(certificate)]) == VERIFIED


def test_nothing_to_export(tmp_path) -> None:
    """Tests that a certificate of arithmetic alone says so."""
    (tmp_path / "certificate.json").write_text("{}")
    assert "nothing to export" in export(tmp_path, tmp_path / "out")[0]
