"""Proofs of certificates for other checkers: exports, and programs that say what they found."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

import pytest

from models.data.certificate import Bound, IntervalReason
from models.data.computation import Transform
from solvers.backends.registry import BACKENDS
from solvers.questions.verify.check import LIMIT, REJECTED, UNUSABLE, VERIFIED
from solvers.questions.verify.coverage import covered, table
from solvers.questions.verify.second_opinion import as_text, export, proofs
from solvers.verify import main
from tests.solvers.verification.claims import write
from tests.solvers.verification.genuine import genuine

CHECKER = """
import sys
cnf = [line.split() for line in open(sys.argv[1])]
clauses = {n: set(map(int, words[:-1])) for n, words in enumerate(cnf[1:], start=1)}
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


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate with one proof, and a checker beside it."""
    (tmp_path / "check.py").write_text(CHECKER)
    # Lemma 4 is -1, of which lemma 5 makes a contradiction.
    made = {"proof.cnf": "p cnf 2 3\n1 0\n-1 2 0\n-1 -2 0\n"}
    made |= {"proof.symbols": "x 1 n ext 1\nx 2 n p 1\n"}
    made |= {"proof.lrat": bytes([97, 8, 3, 0, 4, 6, 0, 97, 10, 0, 2, 8, 0])}
    return write(genuine("proof") | made, tmp_path / "proof")


@pytest.mark.parametrize(
    ("checker", "code", "words"),
    [
        ("CHECK", VERIFIED, "verified: "),
        ("-c 'print(1)'", REJECTED, "not accepted by"),
        ("-c 'print(\"s NOT VERIFIED\")'", REJECTED, "not accepted by"),
        ("no-such-checker", UNUSABLE, "known checkers: lrat-trim"),
        ("'", UNUSABLE, "No closing quotation"),
    ],
)
def test_another_checker_accepts_or_ends_the_check(
    certificate: Path, capsys: pytest.CaptureFixture[str], checker: str, code: int, words: str
) -> None:
    """Tests an independent checker, and ones that are missing or do not accept a proof."""
    checker = checker.replace("CHECK", str(certificate.parent / "check.py"))
    asked = checker if code == UNUSABLE else f"{sys.executable} {checker}"
    assert main([str(certificate), "--second", asked]) == code
    out, err = capsys.readouterr()
    assert words in (out + err).splitlines()[-1]
    assert ("verified:" in out) == (code == VERIFIED) == ("proof.lrat: accepted by python" in out)


def test_a_checker_has_the_time_that_is_left(certificate: Path, capsys) -> None:
    """Tests that a checker that does not end is stopped by the time limit."""
    sleeper = f"{sys.executable} -c 'import time; time.sleep(600)'"
    assert main([str(certificate), "--second", sleeper, "--time-limit", "2"]) == LIMIT
    assert "nothing is verified" in capsys.readouterr().out


def test_an_export_is_text(certificate: Path, tmp_path: Path, capsys) -> None:
    """Tests that CNF, LRAT and symbols are written, and that they are those of the certificate."""
    assert main([str(certificate), "--out", str(tmp_path / "out")]) == VERIFIED
    (own,) = proofs(certificate)
    stem = tmp_path / "out" / "proof"
    assert stem.with_suffix(".cnf").read_bytes() == own.files.read(own.cnf)
    assert stem.with_suffix(".lrat").read_text() == "4 -1 0 2 3 0\n5 0 1 4 0\n"
    assert "exported:" in capsys.readouterr().out
    assert as_text(own.files.read(own.proof), "drat") == "-1 0\n0\n"
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "certificate.json").write_text("{}")
    assert "nothing to export" in export(tmp_path / "none", tmp_path / "out")[0]


ROOT = Path(__file__).parents[2]
WAYS = {(found.question, found.way) for found in covered()}


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)} - {"proof"}


def test_every_reason_has_a_line() -> None:
    """Tests the bounds and reasons of certificates, solvers by family, and transformations."""
    searched = {"longest"}  # it holds a bound, of a search
    reasons = tags(IntervalReason) - searched
    of_ii = {"cyclic", "stays", "addressed"}
    # min_cycles has only those against any number of cycles that arithmetic finds.
    assert {("min_cycles", tag) for tag in tags(Bound) | reasons - of_ii} <= WAYS
    # The intervals that are tried end with the context memory.
    tried = reasons - {"context memory"}
    assert {("min_ii", tag) for tag in tried} <= WAYS
    families = {backend.family for backend in BACKENDS.values()}
    assert {("min_cycles", f"search by {family}") for family in families} <= WAYS
    for question in ("min_cycles", "min_ii"):
        assert {(question, f"transform {how}") for how in get_args(Transform)} <= WAYS


def test_every_question_has_a_line() -> None:
    """Tests the questions whose options name a certificate."""
    folder, names = ROOT / "solvers" / "questions", set()
    for path in [*folder.rglob("*.py"), *ROOT.glob("solvers/*.py")]:
        text = path.read_text(encoding="utf-8")
        if "certificate: str | None = certificate(" in text or '"--certificate"' in text:
            names.add(path.parent.name if folder in path.parents else path.stem)
    assert "min_ii" in names
    assert names - {"questions", "sweep"} <= {found.question for found in covered()}


@pytest.mark.guests
def test_the_page_has_the_list() -> None:
    """Tests the table of the page against the data."""
    page = (ROOT / "docs" / "certificates.md").read_text(encoding="utf-8")
    assert "\n".join(table()) in page
