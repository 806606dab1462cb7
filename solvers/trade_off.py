"""`python -m solvers.trade_off DFG… ARCH --cycles 8-14`: how small, for how many cycles."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from models.formats.text_files import require_place
from models.process.command import EXIT, MOST, Parser, concluded, guarded, seconds, show
from models.process.signals import Signals, attempted
from solvers.questions.inputs import add_plot
from solvers.questions.prune_arch.options import (
    add_shared,
    each,
    numbers,
    read_setup,
    solver_options,
    teller,
)
from solvers.questions.trade_off.rows import cells_of, heads_of

if TYPE_CHECKING:
    from models.errors import InputError
    from solvers.questions.prune_arch.options import Setup
    from solvers.questions.trade_off.curve import Axis, Curve, Point, Sweep
    from solvers.search.answer import Status

PROG = "trade-off"

MOST_POINTS = 1_000

EPILOG = """
exit codes: 0 every point is proven, 10 some are not, 20 no point has a mapping, 30 nothing is
known, 2 usage or input error
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="The smallest array that does the job, for each of several numbers of cycles"
        " or of contexts: the whole Pareto front, proven.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("--cycles", type=ranges, metavar="A-B", help="of every kernel: 8-14, or 8,10")
    p.add_argument(
        "--contexts",
        type=ranges,
        metavar="A-B",
        help="initiation intervals: 1-4; one for all kernels",
    )
    p.add_argument(
        "--slack",
        type=ranges,
        metavar="A-B",
        help="cycles that a kernel may lose, beyond the fewest on the whole array",
    )
    p.add_argument(
        "--weights",
        type=numbers,
        metavar="W,…",
        help="of the kernels: W times the cycles that a kernel loses are within the slack",
    )
    add_shared(p)
    p.add_argument("--point-limit", type=seconds, metavar="SECONDS", help="for each point")
    out = p.add_argument_group("output")
    out.add_argument("--resume", metavar="FILE", help="keep points there, and use those it has")
    add_plot(out, "the curve")
    out.add_argument("--html", metavar="FILE", help="write a report with all mappings")
    out.add_argument("--architectures", metavar="DIR", help="write the array of every point")
    out.add_argument("--json", action="store_true", help="the curve as JSON on stdout")
    out.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p


def ranges(text: str) -> list[int]:
    """Return `8-10,14` as numbers."""
    from solvers.questions.trade_off.curve import numbers_between

    found: set[int] = set()
    for number in numbers_between(text.split(",")):
        found.add(number)
        if len(found) > MOST_POINTS or not 0 <= number <= MOST:
            what = f"at most {MOST_POINTS} numbers, each from 0 to {MOST}"
            raise argparse.ArgumentTypeError(f"{text!r} is too much: {what}")
    return sorted(found)


ranges.__name__ = "range, such as 8-14"


def run(arguments: Sequence[str] | None = None) -> int:
    """Answer one question; return the exit code. Raises `InputError`."""
    begun = time.perf_counter()
    options = parser().parse_args(arguments)
    _check_places(options)
    from models.process.signals import Stop

    deadline = None if options.time_limit is None else begun + options.time_limit
    sweep: Sweep | None = None
    with Signals(deadline):
        try:
            sweep = begin(options, deadline)
            sweep.run()
        except Stop as stop:
            if sweep is None:
                raise Stop(f"{stop} before the search began") from None
            sweep.curve.stopped = str(stop)
        curve = sweep.curve
        failures = _write(options, curve)
    with suppress(BrokenPipeError):
        show(as_json(curve, time.perf_counter() - begun) if options.json else table(curve))
    return concluded(PROG, failures, EXIT[status_of(curve)])


def begin(options: argparse.Namespace, deadline: float | None) -> Sweep:
    """Return the sweep that is asked for, not yet run; raise `InputError`.

    Where a slack is asked for, the fewest cycles of every kernel are looked for first.
    """
    from models.errors import InputError
    from solvers.questions.entries import Entries
    from solvers.questions.trade_off.curve import Curve, Sweep

    axis = _axis(options)
    if "contexts" in (options.minimise or "").split(","):
        raise InputError("--minimise contexts is for prune-arch; here, --contexts 1-4 is a curve")
    entries = Entries(None if options.resume is None else Path(options.resume))
    engine = solver_options(options)
    setup = read_setup(options, options.contexts[:1] if options.contexts else None)
    setup.parts()  # refuses what cannot be pruned, before anything is searched
    curve = Curve(axis, setup, _points(options, axis, setup, deadline))
    return Sweep(curve, engine, entries, teller(options), options.point_limit, deadline)


def _check_places(options: argparse.Namespace) -> None:
    from models.formats.text_files import make_folder
    from views.plots import require_plot

    for path in (options.resume, options.html):
        if path is not None:
            require_place(path)
    require_plot(options.plot)
    if options.architectures is not None:
        make_folder(options.architectures)


def _axis(options: argparse.Namespace) -> Axis:
    """Return what is swept; raise `InputError` unless it is one thing."""
    from models.errors import InputError

    many = [
        name
        for name in ("cycles", "contexts")
        if getattr(options, name) is not None and len(getattr(options, name)) > 1
    ]
    if options.slack is not None:
        if options.cycles is not None or many:
            raise InputError("--slack goes with one number of --contexts, and without --cycles")
        axis: Axis = "slack"
    elif len(many) > 1:
        raise InputError("--cycles and --contexts are both ranges: one of them can be swept")
    else:
        axis = "contexts" if many == ["contexts"] else "cycles"
    if axis != "slack" and options.cycles is None:
        raise InputError("name the numbers of cycles, such as --cycles 8-14, or a --slack")
    if options.weights is not None and axis != "slack":
        raise InputError("--weights of kernels go with --slack")
    for name in ("cycles", "contexts"):
        if getattr(options, name) and getattr(options, name)[0] < 1:
            raise InputError(f"--{name} 0: at least 1 is needed")
    return axis


def _points(
    options: argparse.Namespace, axis: Axis, setup: Setup, deadline: float | None
) -> tuple[Point, ...]:
    """Return the points, the slowest first."""
    from solvers.questions.prune_arch.first import first_kernels
    from solvers.questions.trade_off.curve import Point

    count = len(setup.problems)
    contexts = tuple(problem.contexts for problem in setup.problems)
    if axis == "contexts":
        cycles = (options.cycles[0],) * count
        return tuple(Point(t, cycles, (t,) * count) for t in reversed(options.contexts))
    if axis == "cycles":
        return tuple(Point(n, (n,) * count, contexts) for n in reversed(options.cycles))
    weights = each(options.weights or [1], count, "--weights")
    kernels = first_kernels(
        setup, [None] * count, solver_options(options), teller(options), deadline
    )
    return tuple(
        Point(
            slack,
            tuple(
                kernel.horizon + slack // (weight or 1)
                for kernel, weight in zip(kernels, weights, strict=True)
            ),
            contexts,
        )
        for slack in reversed(options.slack)
    )


def status_of(curve: Curve) -> Status:
    """Return how much is known of all points together."""
    found = [entry["status"] for entry in curve.entries.values()]
    if not any(status in ("optimal", "feasible") for status in found):
        return "infeasible" if curve.proven else "unknown"
    return "optimal" if curve.proven else "feasible"


def table(curve: Curve) -> str:
    """The points in lines, the fastest first; `*` marks those of the front."""
    rows = [["", *heads_of(curve)]]
    front = curve.front
    for point in sorted(curve.points, key=lambda point: point.x):
        mark = "*" if point.x in front else ""
        rows.append([mark, *cells_of(curve, point)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    if curve.stopped:
        lines.append(f"stopped: {curve.stopped}")
    return "\n".join(lines)


def as_json(curve: Curve, whole: float) -> str:
    """Return everything that is known as JSON text; `whole` are the seconds it took."""
    from solvers.certificates.cycles import versions

    record = {
        "schema": "xyzmap/trade_off/1",
        "question": "trade_off",
        "axis": curve.axis,
        "kernels": [problem.dfg.name for problem in curve.setup.problems],
        "architecture": curve.setup.problems[0].arch.name,
        "front": curve.front,
        "points": [
            {
                curve.axis: point.x,
                "horizons": point.cycles,
                "contexts": point.contexts[0],
                **curve.entries.get(point.x, {"status": "not looked at"}),
            }
            for point in sorted(curve.points, key=lambda point: point.x)
        ],
        "proven": curve.proven,
        "stopped": curve.stopped,
        "versions": versions(),
        "seconds": {"whole": round(whole, 4)},
    }
    return json.dumps(record, indent=1)


def _write(options: argparse.Namespace, curve: Curve) -> list[InputError]:
    """Write the files asked for; return the failures after trying all of them."""
    from functools import partial

    from models.formats.text_files import write_text

    def report() -> None:
        from solvers.questions.trade_off.html import curve_html

        write_text(options.html, curve_html(curve, status_of(curve)))

    def plot() -> None:
        from solvers.questions.trade_off.plot import write_plot

        write_plot(curve, options.plot)

    # What takes long is last.
    saves: list[tuple[object, Callable[[], object]]] = []
    if options.architectures is not None:
        for x, entry in curve.entries.items():
            file = Path(options.architectures) / f"{curve.axis}-{x}.json"
            text = json.dumps(entry["left"], indent=1) + "\n"
            saves.append((entry["left"] and file, partial(write_text, str(file), text)))
    saves += [(options.html, report), (options.plot, plot)]
    return attempted(saves)


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())
