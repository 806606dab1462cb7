"""Each rule of the verifier, with the smallest forged claims that it refuses."""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path as File
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import pytest

import solvers
from solvers.verification.directory import RejectedError
from tests.solvers.verification.blinded import BLINDED, OTHERS
from tests.solvers.verification.claims import Edits, edited, verify, write
from tests.solvers.verification.genuine import GENUINE, genuine
from tests.solvers.verification.rows_arithmetic import ARITHMETIC, STILL_TRUE
from tests.solvers.verification.rows_arrays import ARRAYS
from tests.solvers.verification.rows_border import BORDER, STILL_TRUE_BORDER
from tests.solvers.verification.rows_claims import CLAIMS
from tests.solvers.verification.rows_constraints import CONSTRAINTS, STILL_TRUE_CONSTRAINTS
from tests.solvers.verification.rows_proofs import PROOFS, TRUE_CLAUSES
from tests.solvers.verification.rows_stays import STAYS, STILL_TRUE_STAYS

ROOT = File(solvers.__file__).parents[1]
GUESTS = ("partition", "streaming")
ROOMS = ("solvers", "hardware", "partition", "pruning", "streaming")
ROWS = [
    (file, kind, edits, words)
    for table in (CLAIMS, ARITHMETIC, PROOFS, ARRAYS, BORDER, STAYS, CONSTRAINTS)
    for file, rows in table.items()
    for kind, edits, words in rows
]


@dataclass(frozen=True)
class Statement:
    """A statement that refuses a claim."""

    file: str
    function: str
    message: str
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.file}: {self.function}: {self.message}"


@cache
def statements() -> list[Statement]:
    """All statements `raise RejectedError(…)` of the product."""
    found = []
    for path in sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.py")):
        waiting: list[tuple[ast.AST, str]] = [(ast.parse(path.read_text("utf-8")), "")]
        while waiting:
            node, name = waiting.pop()
            raised = node.exc if isinstance(node, ast.Raise) else None
            if isinstance(raised, ast.Call) and ast.unparse(raised.func) == "RejectedError":
                message, last = ast.unparse(raised.args[0]), raised.end_lineno or raised.lineno
                found.append(Statement(str(path), name, message, raised.lineno, last))
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                name = f"{name}.{node.name}".lstrip(".")
            waiting += [(child, name) for child in ast.iter_child_nodes(node)]
    return found


def raised_at(error: BaseException | None) -> set[Statement]:
    """The statements that raised an error, and those that it was raised for."""
    found = set()
    while error is not None:
        at = error.__traceback__
        while at is not None and at.tb_next is not None:
            at = at.tb_next
        if at is not None:
            file, line = at.tb_frame.f_code.co_filename, at.tb_lineno
            found |= {s for s in statements() if s.file == file and s.first <= line <= s.last}
        error = error.__cause__ or error.__context__
    return found


def named(path: File) -> str:
    """How the table calls a file: that of a guest has the guest's name before its own."""
    room = path.relative_to(ROOT).parts[0]
    return (
        f"{room}_{path.stem}"
        if path.stem in ("claim", "clauses", "facts") and room in GUESTS
        else path.stem
    )


def refusal(ask: Callable[[], object]) -> RejectedError:
    with pytest.raises(RejectedError) as caught:
        ask()
    return caught.value


def of_row(kind: str, edits: Edits, judges: dict[str, Callable[..., Any]]) -> RejectedError:
    """How a forged certificate is refused; `judges` take the place of others."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        for name, judge in judges.items():
            stack.enter_context(mock.patch(name, judge))
        write(edited(genuine(kind), edits), File(folder))
        return refusal(lambda: verify(File(folder)))


def of_other(ask: Callable[[File], None]) -> RejectedError:
    with TemporaryDirectory() as folder:
        write(genuine("proof"), File(folder))
        return refusal(lambda: ask(File(folder)))


def require(error: RejectedError, file: str, words: str) -> None:
    assert words and words in str(error), str(error)
    assert len(str(error).splitlines()) == 1
    assert file in {named(File(statement.file)) for statement in raised_at(error)}


@pytest.mark.parametrize("kind", GENUINE)
def test_genuine_certificates_are_verified(kind: str, tmp_path: File) -> None:
    """Tests that what is forged below is refused for what is changed in it."""
    assert verify(write(genuine(kind), tmp_path))


@pytest.mark.parametrize(
    ("kind", "edits"),
    [
        *STILL_TRUE,
        *STILL_TRUE_BORDER,
        *STILL_TRUE_STAYS,
        *STILL_TRUE_CONSTRAINTS,
        *TRUE_CLAUSES,
    ],
)
def test_other_true_claims_are_verified(kind: str, edits: Edits, tmp_path: File) -> None:
    """Tests changes after which the claim still holds, for the same reason."""
    assert verify(write(edited(genuine(kind), edits), tmp_path))


@pytest.mark.parametrize(("file", "kind", "edits", "words"), ROWS)
def test_forged_claims_are_refused(file: str, kind: str, edits: Edits, words: str) -> None:
    """Tests that a claim is refused in one line, by the rule that it breaks."""
    require(of_row(kind, edits, {}), file, words)


@pytest.mark.parametrize(("file", "kind", "judges", "edits", "words"), BLINDED)
def test_what_one_judge_overlooks_another_one_finds(
    file: str, kind: str, judges: dict[str, Callable[..., Any]], edits: Edits, words: str
) -> None:
    """Tests rules that only a fault of another judge makes necessary."""
    require(of_row(kind, edits, judges), file, words)


@pytest.mark.parametrize(("file", "ask", "words"), OTHERS)
def test_other_checkers_refuse(file: str, ask: Callable[[File], None], words: str) -> None:
    """Tests proofs that another program does not accept, or cannot be given."""
    require(of_other(ask), file, words)


def test_every_statement_that_refuses_is_executed() -> None:
    """Tests that there is a row for each `raise RejectedError` of the product."""
    errors = [of_row(kind, edits, {}) for _, kind, edits, _ in ROWS]
    errors += [of_row(kind, edits, judges) for _, kind, judges, edits, _ in BLINDED]
    errors += [of_other(ask) for _, ask, _ in OTHERS]
    executed = {statement for error in errors for statement in raised_at(error)}
    assert len(statements()) > 200
    assert not [str(one) for one in statements() if one not in executed]
