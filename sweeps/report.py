"""The results of a sweep: a summary, and tables for other tools."""

from __future__ import annotations

import csv
import io
import json
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from models.errors import InputError
from models.formats.text_files import require_place, write_bytes, write_text
from models.text import table
from solvers.questions.job import COLUMNS, Job, Result
from sweeps.by_array import by_array
from sweeps.questions import kind_of
from sweeps.run import Swept
from sweeps.work import DONE

SCHEMA = "xyzmap/sweep/2"
SOLVED = frozenset({"optimal", "infeasible"})
ANSWERED = SOLVED | {"feasible", DONE}
DOUBTED = frozenset({"rejected", "error"})
TEXTS = frozenset(COLUMNS[:5]) | {"verified", "error", "host", "command", "key"}
WHOLE = frozenset({"value", "bound", "exit_code", "memory_limit"})
HEADS = ("question", "options", "jobs", "status", "median s", "whole s")


@dataclass(frozen=True)
class Group:
    """All jobs of a question with the same options."""

    question: str
    choice: str
    jobs: int
    results: list[Result]

    @property
    def statuses(self) -> dict[str, int]:
        """The number of jobs with each status."""
        return dict(Counter(result.status for result in self.results).most_common())

    @property
    def name(self) -> str:
        """The question with its options."""
        return f"{self.question} {self.choice}".strip()


def groups(found: Swept) -> list[Group]:
    """Return the groups in the order of the file."""
    jobs: dict[tuple[str, str], list[Job]] = {}
    for job in found.jobs:
        jobs.setdefault((job.question, job.choice), []).append(job)
    return [
        Group(*name, len(of), [found.results[job.key] for job in of if job.key in found.results])
        for name, of in jobs.items()
    ]


def answered(found: Swept) -> bool:
    """Whether every job has an answer, and no verifier doubts it."""
    results = [found.results.get(job.key) for job in found.jobs]
    return all(
        result is not None and result.status in ANSWERED and result.verified not in DOUBTED
        for result in results
    )


def rows(found: Swept) -> Iterator[dict[str, Any]]:
    """Yield the exported columns of every finished job, in the order of the file."""
    for job in found.jobs:
        result = found.results.get(job.key)
        if result is not None:
            values = {name: getattr(result, name, getattr(job, name, None)) for name in COLUMNS}
            yield {**values, "options": job.choice}


def as_json(found: Swept, store: str) -> str:
    """Return all data except the answers; the schema tag is `SCHEMA`."""
    from solvers.certificates.cycles import versions

    record = {
        "schema": SCHEMA,
        "store": store,
        "jobs": len(found.jobs),
        "finished": len(found.results),
        "asked_now": found.asked,
        "stopped": found.stopped,
        "seconds": round(found.seconds, 3),
        "status": dict(Counter(result.status for result in found.results.values())),
        "groups": [
            {
                "question": group.question,
                "options": group.choice,
                "jobs": group.jobs,
                "status": group.statuses,
                "seconds": round(sum(result.seconds for result in group.results), 3),
            }
            for group in groups(found)
        ],
        "rows": list(rows(found)),
        "versions": versions(),
    }
    return json.dumps(record, indent=1)


def in_words(found: Swept, store: str) -> str:
    """Return the summary as text: answers by array, a line for each group, and every failure."""
    summed = []
    for group in groups(found):
        times = [result.seconds for result in group.results]
        summed.append(
            [
                group.question,
                group.choice,
                f"{len(group.results)}/{group.jobs}",
                ", ".join(f"{number} {status}" for status, number in group.statuses.items()),
                f"{statistics.median(times):.2f}" if times else "-",
                f"{sum(times):.1f}",
            ]
        )
    lines = [*by_array(found), *table(HEADS, summed, right=(2, 4, 5))]
    lines += [
        f"{result.status}: {job.label}: {result.error}"
        for job in found.jobs
        if (result := found.results.get(job.key)) is not None and result.error
    ]
    lines += [
        f"certificate {result.verified}: {job.label}"
        for job in found.jobs
        if (result := found.results.get(job.key)) is not None and result.verified in DOUBTED
    ]
    left = len(found.jobs) - len(found.results)
    if found.stopped is not None or left:
        why = found.stopped or "not finished"
        lines.append(f"{why}: {left} of {len(found.jobs)} jobs are missing")
    known = len(found.results) - found.asked
    lines.append(f"{found.asked} jobs answered now, {known} before; all are in {store}")
    return "\n".join(lines)


def require_export(path: str) -> None:
    """Raise `InputError`, before a long sweep, if it could not be exported to `path`."""
    if not path.endswith((".csv", ".md", ".parquet", ".jsonl")):
        raise InputError("exported as .csv, .md, .parquet or .jsonl", path)
    if path.endswith(".parquet") and find_spec("pyarrow") is None:
        raise InputError("Parquet needs pyarrow: pip install 'xyzmap[cluster]'", path)
    require_place(path)


def export(found: Swept, path: str) -> None:
    """Write the rows in the format of the file's name. Raises `InputError`."""
    if path.endswith(".csv"):
        write_text(path, as_csv(found))
    elif path.endswith(".md"):
        write_text(path, as_markdown(found))
    elif path.endswith(".jsonl"):
        write_text(path, "".join(f"{line}\n" for line in lines(found)))
    else:
        _write_parquet(found, path)


def lines(found: Swept) -> Iterator[str]:
    """Yield every answer as a line of JSON; for training data, every sample."""
    for job in found.jobs:
        result = found.results.get(job.key)
        if result is not None and result.answer is not None:
            answer = json.loads(result.answer)
            yield from answer["lines"] if kind_of(job.question).lines else [result.answer]


def as_csv(found: Swept) -> str:
    """Return the rows as CSV; unknown values are empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(found))
    return text.getvalue()


def as_markdown(found: Swept) -> str:
    """Return the rows as a Markdown table without the columns for machines."""
    names = COLUMNS[: COLUMNS.index("host")]
    shown = [["" if row[name] is None else str(row[name]) for name in names] for row in rows(found)]
    return marked_down(names, shown)


def marked_down(heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> str:
    """Return a Markdown table; the last `numbers` columns are right-aligned."""
    ruler = ["---"] * (len(heads) - numbers) + ["---:"] * numbers
    return "".join(f"| {' | '.join(map(escaped, row))} |\n" for row in (heads, ruler, *rows))


def escaped(text: str) -> str:
    """Return text escaped as a cell of a Markdown table."""
    return text.replace("|", "\\|")


def _write_parquet(found: Swept, path: str) -> None:
    import pyarrow
    from pyarrow import parquet

    kinds = {
        name: pyarrow.string()
        if name in TEXTS
        else (pyarrow.int64() if name in WHOLE else pyarrow.float64())
        for name in COLUMNS
    }
    schema = pyarrow.schema(list(kinds.items()))
    file = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(list(rows(found)), schema), file)
    write_bytes(path, file.getvalue())
