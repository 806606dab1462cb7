"""The list of certificates names every way to a bound, and the page has the list."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, get_args

import pytest

from models.data.certificate import Bound, IntervalReason
from models.data.computation import Transform
from models.streaming.certificate import StreamingBound
from solvers.backends.registry import BACKENDS
from solvers.questions.verify.coverage import COVERED, EXCEPTIONS, table

ROOT = Path(__file__).parents[2]
WAYS = {(found.question, found.way) for found in COVERED}


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)} - {"proof"}


def test_every_reason_has_a_line() -> None:
    """Tests the bounds and reasons of certificates, solvers by family, and transformations."""
    searched = {"longest"}  # it holds a bound, of a search
    reasons = tags(IntervalReason) - searched
    # min_cycles has only those against any number of cycles that arithmetic finds.
    assert {("min_cycles", tag) for tag in tags(Bound) | reasons - {"cyclic"}} <= WAYS
    # The intervals that are tried end with the context memory.
    tried = reasons - {"context memory"}
    assert {("min_ii", tag) for tag in tried} <= WAYS
    assert {("streaming", tag) for tag in tags(StreamingBound)} <= WAYS
    families = {backend.family for backend in BACKENDS.values()}
    assert {("min_cycles", f"search by {family}") for family in families} <= WAYS
    for question in ("min_cycles", "min_ii"):
        assert {(question, f"transform {how}") for how in get_args(Transform)} <= WAYS


def test_every_question_has_a_line() -> None:
    """Tests the questions whose options name a certificate."""
    folder, names = ROOT / "solvers" / "questions", set()
    for path in [*folder.rglob("*.py"), *ROOT.glob("solvers/*.py")]:
        text = path.read_text(encoding="utf-8")
        if "certificate: str | None = file(" in text or '"--certificate"' in text:
            names.add(path.parent.name if folder in path.parents else path.stem)
    assert "min_ii" in names
    assert names - {"questions", "sweep"} <= {found.question for found in COVERED}


@pytest.mark.parametrize(
    "module",
    ["models/data/problem.py", "models/space_time/recurrences.py", "solvers/search/bounds.py"],
)
def test_every_reason_against_all_horizons_is_a_fact(module: str) -> None:
    """Tests that what arithmetic raises can be written into a certificate."""
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    raised = [
        node.exc
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
    ]
    calls = [call for call in raised if ast.unparse(call.func) == "InfeasibleError"]
    assert calls and all(len(call.args) == 2 for call in calls)


def test_exceptions_are_few_and_used() -> None:
    """Tests that there are three exceptions at most, and that each is one of some line."""
    used = {found.exception for found in COVERED if found.exception is not None}
    assert used == set(EXCEPTIONS) and len(used) <= 3
    assert all((found.certificate == "none") <= (found.exception is not None) for found in COVERED)
    assert len(WAYS) == len(COVERED)


def test_the_page_has_the_list() -> None:
    """Tests the table of the page against the data."""
    page = (ROOT / "docs" / "certificates.md").read_text(encoding="utf-8")
    assert "\n".join(table()) in page
