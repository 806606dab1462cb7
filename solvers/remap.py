"""`python -m solvers.remap DFG ARCH OLD_MAPPING`: a new mapping that keeps most of an old one."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from models.formats.text_files import require_place
from models.process.command import (
    EXIT,
    MOST,
    Parser,
    concluded,
    guarded,
    natural,
    positive,
    seconds,
    show,
    teller,
)
from models.process.signals import Signals, attempted
from solvers.questions.inputs import (
    ARCH_HELP,
    DFG_HELP,
    add_array_options,
    add_dfg_options,
    add_picture,
    read_array,
    read_dfg,
    read_mapping,
)
from solvers.questions.pin_options import add_pin_options, read_pins
from views.pictures import require_picture, write_picture

if TYPE_CHECKING:
    from models.data.mapping import Mapping
    from models.errors import InputError
    from solvers.questions.remap.search import Remapped, Remapping

PROG = "remap"

EPILOG = """
exit codes: 0 a mapping, and no other with as many cycles moves fewer operations, 10 a mapping,
perhaps not with the fewest moves, 20 proven infeasible (with --max-cycles N: within N cycles),
30 unknown (time limit, or longer schedules were not tried), 2 usage or input error
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Map a changed graph, or onto a changed array, with the initiation interval of"
        " an old mapping, such that as few operations as possible leave their component and cycle.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("dfg", metavar="DFG", help=DFG_HELP)
    p.add_argument("arch", metavar="ARCH", help=ARCH_HELP)
    p.add_argument("old", metavar="OLD_MAPPING", help="the mapping before the change, as JSON")
    p.add_argument("--max-moved", type=natural, metavar="M", help="move at most M operations")
    p.add_argument(
        "--max-cycles",
        type=positive,
        metavar="N",
        help="try no more than N cycles (default: two intervals and two cycles more than before)",
    )
    add_pin_options(p)
    add_dfg_options(p.add_argument_group("dataflow graph"))
    add_array_options(p)
    how = p.add_argument_group("search")
    how.add_argument("--seed", type=natural, default=0, metavar="S", help="reorder the clauses")
    how.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        help="for all of it (default: none to find a mapping, then 10 s to move less)",
    )
    out = p.add_argument_group("output")
    out.add_argument("--json", action="store_true", help="the answer as JSON on stdout")
    out.add_argument("--mapping", metavar="FILE", help="write the mapping as JSON")
    add_picture(out, "the schedule")
    out.add_argument("--html", metavar="FILE", help="write a report with the mapping to play")
    out.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p


def run(arguments: Sequence[str] | None = None) -> int:
    """Answer one question; return the exit code. Raises `InputError`."""
    begun = time.perf_counter()
    options = parser().parse_args(arguments)
    for path in (options.mapping, options.html):
        if path is not None:
            require_place(path)
    require_picture(options.picture)
    from models.process.signals import Stop

    running: Remapping | None = None
    deadline = None if options.time_limit is None else begun + options.time_limit
    with Signals(deadline):
        try:
            running = begin(options)
            running.run()
        except Stop as stop:
            if running is None:
                raise Stop(f"{stop} before the search began") from None
            running.answer.stopped = str(stop)
        answer = running.answer
        answer.seconds["whole"] = time.perf_counter() - begun
        failures = _write(answer, options)
    with suppress(BrokenPipeError):
        show(as_json(answer) if options.json else in_words(answer))
    return concluded(PROG, failures, EXIT[answer.status])


def begin(options: argparse.Namespace) -> Remapping:
    """Return the search that is asked for, not yet run; raise `InputError`."""
    from models.data.problem import Problem
    from models.errors import InputError, NotSupportedError
    from models.transform.pin_checks import require_possible
    from solvers.questions.remap.search import IMPROVE_SECONDS, RemapOptions, Remapping

    dfg, arch = read_dfg(options.dfg, options), read_array(options.arch, options)
    if dfg.rules:
        raise NotSupportedError(
            "re-mapping goes with no rewrite rules", options.rules or options.dfg
        )
    old = _old_mapping(options.old)
    pins, arch = read_pins(options, dfg, arch)
    try:
        problem = Problem(dfg, arch, old.contexts)
        require_possible(problem, pins)
    except InputError as error:
        raise error.inside(f"{options.dfg} on {options.arch}") from None
    if not any(issue.operation in dfg.operation_by_name for issue in old.issues):
        raise InputError(
            f"a mapping of '{old.dfg}', no operation of which is in '{dfg.name}'", options.old
        )
    chosen = RemapOptions(
        pins,
        options.max_moved,
        options.max_cycles,
        options.seed,
        IMPROVE_SECONDS if options.time_limit is None else options.time_limit,
    )
    return Remapping(problem, old, chosen, teller(options))


def _old_mapping(path: str) -> Mapping:
    """Read the old mapping; its names may be gone, its numbers must be possible."""
    from models.errors import InputError

    old = read_mapping(path)
    if not 1 <= old.horizon <= MOST:
        raise InputError(f"horizon {old.horizon} is not from 1 to {MOST}", path)
    if old.contexts is not None and not 1 <= old.contexts <= MOST:
        raise InputError(f"contexts {old.contexts} are not from 1 to {MOST}", path)
    cycles = [held.cycle for held in old.holds] + [sent.cycle for sent in old.transfers]
    for cycle in cycles + [issue.cycle for issue in old.issues]:
        if not 0 <= cycle < MOST:
            raise InputError(f"cycle {cycle} is not from 0 to {MOST - 1}", path)
    return old


def in_words(answer: Remapped) -> str:
    """Return the answer as lines for users."""
    from solvers.questions.remap.html import in_short, shown

    lines = [f"{answer.status}: {in_short(answer)}"]
    if answer.mapping is not None:
        if answer.status != "optimal":
            lines.append(f"at least {answer.at_least} have to move")
        lines += [f"  {m.operation}: {shown(m.before)} -> {shown(m.after)}" for m in answer.moved]
    if answer.stopped:
        lines.append(f"stopped: {answer.stopped}")
    return "\n".join(lines)


def as_json(answer: Remapped) -> str:
    """Return everything that is known as JSON text."""
    from models.formats.mapping_json import mapping_to_json
    from solvers.certificates.cycles import versions

    mapping = answer.mapping
    record = {
        "schema": "xyzmap/remap/1",
        "question": "remap",
        "dfg": answer.problem.dfg.name,
        "architecture": answer.problem.arch.name,
        "status": answer.status,
        "reason": answer.reason,
        "ii": answer.problem.contexts,
        "old_cycles": answer.old.horizon,
        "cycles": None if mapping is None else mapping.horizon,
        "moved": [
            {"operation": m.operation, "from": list(m.before), "to": list(m.after)}
            for m in answer.moved
        ],
        "at_least": answer.at_least,
        "kept": list(answer.kept),
        "new": list(answer.added),
        "tried": [
            {
                "cycles": tried.horizon,
                "outcome": tried.outcome,
                "freed": list(tried.freed),
                "seconds": round(tried.seconds, 4),
            }
            for tried in answer.tried
        ],
        "mapping": None if mapping is None else json.loads(mapping_to_json(mapping)),
        "stopped": answer.stopped,
        "versions": versions(),
        "seconds": {name: round(value, 4) for name, value in answer.seconds.items()},
    }
    return json.dumps(record, indent=1)


def _write(answer: Remapped, options: argparse.Namespace) -> list[InputError]:
    """Write the files asked for; return the failures after trying all of them."""
    from models.formats.mapping_json import mapping_to_json
    from models.formats.text_files import write_text
    from solvers.questions.remap.html import remap_html
    from views.mapping.svg import mapping_svg

    mapping, problem = answer.mapping, answer.problem
    report = (options.html, lambda: write_text(options.html, remap_html(answer)))
    if mapping is None:
        return attempted([report])
    picture = options.picture
    return attempted(
        [
            (options.mapping, lambda: write_text(options.mapping, mapping_to_json(mapping))),
            (picture, lambda: write_picture(picture, mapping_svg(problem, mapping))),
            report,
        ]
    )


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())
