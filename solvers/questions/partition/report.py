"""How a partition is answered: in words, as JSON, and in files."""

from __future__ import annotations

import argparse
import json
import os
from typing import TYPE_CHECKING, Any

from models.process.signals import attempted

if TYPE_CHECKING:
    from models.errors import InputError
    from models.partition.partition import Crossing
    from solvers.questions.partition.mapping import Mapped
    from solvers.questions.partition.search import PartitionSearch
    from views.partition.rows import PartRow

SCHEMA = "xyzmap/partition/1"


def in_words(search: PartitionSearch, iterations: int) -> str:
    """Return the answer as lines for users."""
    answer = search.answer
    names = f"'{answer.dfg.name}' on '{search.arch.name}'"
    below = f"at least {answer.bound}: {answer.bound_reason}"
    if answer.partition is None:
        lines = [f"{answer.status}: no partition of {names} is mapped", below]
    else:
        from views.partition.table import partition_text

        count = len(answer.mapped)
        parts = "1 part" if count == 1 else f"{count} parts"
        title = f"{answer.status}: {names} has a total II of {answer.total}, in {parts}"
        rows, crossings = timeline(search)
        lines = [
            partition_text(title=title, rows=rows, crossings=crossings, iterations=iterations),
            below,
            f"by {answer.by}; {answer.compared} numbers equal to those of the DFG",
        ]
    if answer.certificate:
        lines.append(f"certificate: {answer.certificate}")
    if answer.stopped:
        lines.append(f"stopped: {answer.stopped}")
    return "\n".join(lines)


def as_json(search: PartitionSearch, options: argparse.Namespace) -> str:
    """Return everything that is known, and what it was asked with, as JSON text."""
    from solvers.certificates.cycles import versions

    answer = search.answer
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "question": "partition",
        "dfg": answer.dfg.name,
        "architecture": search.arch.name,
        "method": options.method,
        "seed": options.seed,
        "max_ii": answer.max_ii,
        "asked_parts": options.parts,
        "status": answer.status,
        "total_ii": answer.total,
        "bound": answer.bound,
        "bound_reason": answer.bound_reason,
        "by": answer.by,
        "parts": _parts(search),
        "cut": None if answer.partition is None else _crossing(search).edges,
        "extra": None if answer.partition is None else _crossing(search).extra,
        "compared": answer.compared,
        "certificate": answer.certificate,
        "attempts": [
            {
                "by": attempt.by,
                "parts": attempt.parts,
                "planned": attempt.planned,
                "extra": attempt.extra,
                "total": attempt.total,
                "seconds": round(attempt.seconds, 3),
            }
            for attempt in answer.attempts
        ],
        "trace": answer.trace,
        "stopped": answer.stopped,
        "versions": versions(),
        "seconds": {name: round(value, 4) for name, value in answer.seconds.items()},
    }
    return json.dumps(record, indent=1)


def write_files(search: PartitionSearch, options: argparse.Namespace) -> list[InputError]:
    """Write the files asked for; return the failures after trying all of them."""
    from models.formats.text_files import write_text
    from views.pictures import write_picture

    answer, file = search.answer, options.picture

    def report() -> None:
        from solvers.questions.partition.html import partition_html

        write_text(options.html, partition_html(search, options.iterations))

    if answer.partition is None:
        return attempted([(options.html, report)])
    # What takes long is last.
    tasks: list[tuple[str | None, Any]] = []
    if options.out is not None:
        for name, text in _files(search).items():
            path = os.path.join(options.out, name)
            tasks.append((path, lambda path=path, text=text: write_text(path, text)))
    tasks += [(file, lambda: write_picture(file, picture(search, options.iterations)))]
    return attempted([*tasks, (options.html, report)])


def _files(search: PartitionSearch) -> dict[str, str]:
    from models.formats.dfg_json import dfg_to_json
    from models.formats.mapping_json import mapping_to_json
    from models.partition.split import split

    answer = search.answer
    assert answer.partition is not None
    parts = split(answer.dfg, answer.partition, search.settings.memory)
    record = {
        "schema": SCHEMA,
        "dfg": answer.dfg.name,
        "memory": search.settings.memory._asdict(),
        "parts": [list(members) for members in answer.partition.parts],
    }
    found = {"partition.json": json.dumps(record, indent=1) + "\n"}
    for p, (part, mapping) in enumerate(zip(parts, search.mappings(), strict=True)):
        found[f"part{p}.dfg.json"] = dfg_to_json(part.dfg)
        found[f"part{p}.mapping.json"] = mapping_to_json(mapping)
    return found


def _parts(search: PartitionSearch) -> list[dict[str, Any]]:
    from models.formats.mapping_json import mapping_to_json

    answer = search.answer
    if answer.partition is None:
        return []
    return [
        {
            "operations": list(members),
            "ii": own.interval,
            "lower_bound": own.lower,
            "cycles": _cycles(own),
            "stores": list(own.part.stores),
            "loads": list(own.part.loads),
            "found_by": own.found_by,
            "seconds": round(own.seconds, 3),
            "mapping": json.loads(mapping_to_json(mapping)),
        }
        for members, own, mapping in zip(
            answer.partition.parts, answer.mapped, search.mappings(), strict=True
        )
    ]


def picture(search: PartitionSearch, iterations: int) -> str:
    """Return the parts on a time line, with so many iterations, as the text of an SVG file."""
    from views.partition.svg import partition_svg

    answer = search.answer
    title = f"{answer.dfg.name} on {search.arch.name}: total II {answer.total}"
    rows, crossings = timeline(search)
    return partition_svg(title=title, rows=rows, crossings=crossings, iterations=iterations)


def timeline(search: PartitionSearch) -> tuple[list[PartRow], list[tuple[str, int, int]]]:
    """Return the parts of the best partition, and which values cross from part to part."""
    from views.partition.rows import PartRow

    answer = search.answer
    assert answer.partition is not None
    rows = [
        PartRow(
            f"part {p}",
            len(own.part.dfg.operations),
            own.interval or 1,
            _cycles(own),
            len(own.part.stores),
            len(own.part.loads),
        )
        for p, own in enumerate(answer.mapped)
    ]
    part = answer.partition.part_of
    return rows, [(value, part[value], p) for value, p in _crossing(search).loads]


def _crossing(search: PartitionSearch) -> Crossing:
    from models.partition.partition import crossing

    assert search.answer.partition is not None
    return crossing(search.graph, search.answer.partition)


def _cycles(own: Mapped) -> int:
    return 0 if own.mapping is None else own.mapping.horizon
