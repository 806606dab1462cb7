"""Each argument of the verifier refuses what it was not written for, by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest

from models.data import traits
from models.data.architecture import Architecture, Component
from models.data.certificate import Bound, IntervalReason
from models.judge import checker, simulator_resources
from solvers.questions.verify.check import check_directory
from solvers.questions.verify.traits import UNDERSTOOD, table
from solvers.verification import earliest, rules, windows
from solvers.verification.directory import Clock
from solvers.verification.understood import FIRST
from tests.solvers.verification.claims import write
from tests.solvers.verification.genuine import genuine

ROOT = Path(__file__).parents[3]
KINDS = {
    "path": "critical path",
    "counting": "counting",
    "exits": "counting",
    "entries": "counting",
    "sum": "counting",
    "border cycles": "counting",
    "slots": "slots",
    "shared": "slots",
    "passing": "slots",
    "border": "slots",
    "crossing": "crossing",
    "recurrence": "recurrence",
    "never": "never",
    "longest": "longest",
    "ring": "cyclic",
    "stays": "stays",
    "addressed": "longest",
    "proof": "earliest cycles",
    "sum proof": "earliest cycles",
    "placement": "placement",
    "arrival": "arrival",
}
"""The argument that refuses a genuine certificate of a kind with a trait that only clauses know."""

ASKED = {
    "chains": "clauses and rules of proofs",
    "clauses": "clauses and rules of proofs",
    "limits": "clauses and rules of proofs",
    "moves": "clauses and rules of proofs",
    "own": "clauses and rules of proofs",
    "ports": "clauses and rules of proofs",
    "refutation": "clauses and rules of proofs",
    "stretches": "clauses and rules of proofs",
    "symbols": "clauses and rules of proofs",
    "intervals": "the slots of a claim that is asked for by others",
    "travel": "the ways of one value, asked for by others",
    "work": "the work of a claim that is asked for by others",
    "reasons": "it calls the arguments",
}
"""Files that know the rules of a mapping, and argue only for those that declare."""

NOVEL = "no trait of any array"


def refused(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch, *knowing: ModuleType) -> str:
    """The line on a genuine certificate whose array has a trait that some modules know."""
    write(genuine(kind), folder)
    differing = traits._differing

    def more(part: Architecture | Component) -> Iterator[str]:
        yield from differing(part)
        if isinstance(part, Architecture):
            yield NOVEL

    monkeypatch.setattr(traits, "_differing", more)
    for module in (checker, simulator_resources, *knowing):
        monkeypatch.setattr(module, "UNDERSTANDS", module.UNDERSTANDS | {NOVEL})
    code, _, line = check_directory(str(folder), Clock(), lambda line: None)
    assert code == 1 and f"'{NOVEL}'" in line, line
    return line


@pytest.mark.parametrize("kind", KINDS)
def test_a_trait_of_clauses_is_no_trait_of_arguments(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that no argument accepts an array with a trait that was added for clauses."""
    known = (rules, earliest, windows) if kind in ("placement", "arrival") else (rules,)
    line = refused(kind, tmp_path, monkeypatch, *known)
    assert f"{KINDS[kind]}: it does not take" in line


@pytest.mark.parametrize("kind", [*KINDS, "memory"])
def test_an_unknown_trait_is_refused(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that a trait which the rules of the verifier do not know is refused by each reason."""
    refused(kind, tmp_path, monkeypatch)


def test_every_argument_declares() -> None:
    """Tests that each file that argues about mappings says what it understands, and asks for it."""
    for path in sorted((ROOT / "solvers" / "verification").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {
            name.name
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module == "solvers.verification.rules"
            for name in node.names
        }
        declared = any(
            isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "UNDERSTANDS"
            for node in tree.body
        )
        asks = "require_understood(" in ast.unparse(tree)
        if path.stem not in ("rules", "understood"):
            assert declared == asks or path.stem == "reasons", path.stem
            assert ("Rules" in imported) <= (declared or path.stem in ASKED), path.stem
        assert not (declared and path.stem in ASKED), path.stem


def test_the_first_traits_stay() -> None:
    """Tests that a new trait joins declarations one by one: none joins the first ones."""
    assert len(FIRST) == 18 and FIRST == traits.RESERVED
    assert {"constraints", "file_ports", "invariants"} == frozenset().union(
        *UNDERSTOOD.values()
    ) - FIRST


def test_the_table_of_traits() -> None:
    """Tests that the page has a row for each trait, and a column for each bound and reason."""
    kinds = {str(kind.__struct_config__.tag) for kind in get_args(Bound)}
    kinds |= {str(kind.__struct_config__.tag) for kind in get_args(IntervalReason)}
    assert kinds == set(UNDERSTOOD)
    page = (ROOT / "docs" / "certificates-format.md").read_text(encoding="utf-8")
    assert "\n".join(table()) in page
