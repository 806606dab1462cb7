"""The answers of a sweep as tables: a row per graph or program, a column per array."""

from __future__ import annotations

from models.text import table
from solvers.questions.job import Job, Result
from sweeps.run import Swept

SHOWN = 3
"""Different answers that a cell lists."""


def by_array(found: Swept) -> list[str]:
    """Return a table for each question that has inputs and arrays.

    A cell has the different answers of all choices of options, in their order.
    """
    cells: dict[str, dict[tuple[str, str], dict[str, None]]] = {}
    for job in found.jobs:
        if job.architecture:
            of_question = cells.setdefault(job.question, {})
            cell = of_question.setdefault((job.input, job.architecture), {})
            cell[_answer(job, found)] = None
    lines: list[str] = []
    for question, of_question in cells.items():
        rows = dict.fromkeys(name for name, _ in of_question)
        arrays = list(dict.fromkeys(array for _, array in of_question))
        texts = [[row, *(_joined(of_question.get((row, a), {})) for a in arrays)] for row in rows]
        lines += [*table([question, *arrays], texts, right=range(1, len(arrays) + 1)), ""]
    return lines


def _answer(job: Job, found: Swept) -> str:
    """Return the value of an answer, or the reason for none."""
    result: Result | None = found.results.get(job.key)
    if result is None:
        return "open"
    if result.value is None or result.error is not None:
        return result.status
    return f"≤{result.value}" if result.status == "feasible" else str(result.value)


def _joined(answers: dict[str, None]) -> str:
    texts = list(answers)
    return ", ".join([*texts[:SHOWN], *(["…"] if len(texts) > SHOWN else [])])
