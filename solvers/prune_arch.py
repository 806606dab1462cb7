"""`python -m solvers.prune_arch DFG… ARCH`: the smallest part of an array that does the job."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from solvers.command import EXIT, Parser, Signals, guarded, natural, positive, seconds

if TYPE_CHECKING:
    from models.prunable import Kernel
    from solvers.prune import Prune
    from solvers.pruning import Pruned
    from solvers.worker import SolverOptions

PROG = "prune-arch"

EPILOG = """
exit codes: 0 proven minimal, 10 not proven minimal (always with --greedy), 20 no mapping at the
asked cycles to begin with, 30 unknown, 2 usage or input error
"""


def parser() -> argparse.ArgumentParser:
    """Return the command's options."""
    p = Parser(
        prog=PROG,
        description="Remove from an array what its kernels do not need: the fewest processing"
        " elements, then the fewest other components, then the fewest paths, proven.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("inputs", nargs="+", metavar="DFG… ARCH", help="kernels, and last the array")
    p.add_argument(
        "--cycles",
        type=_numbers,
        metavar="N,…",
        help="for each DFG, or one for all (default: the fewest on the whole array)",
    )
    p.add_argument("--contexts", type=_numbers, metavar="T,…", help="pipeline, as min-cycles does")
    p.add_argument("--keep", action="append", default=[], metavar="NAME", help="never remove this")
    how = p.add_argument_group("search")
    how.add_argument("--greedy", action="store_true", help="remove one by one only; no minimum")
    how.add_argument(
        "--order",
        choices=["fixed", "random", "least-used"],
        default="fixed",
        help="what greedy removal tries first (default: in the order of the file)",
    )
    how.add_argument("--solver", default="glucose4", metavar="NAME", help="of PySAT: glucose4")
    how.add_argument("--seed", type=natural, default=0, metavar="S")
    how.add_argument("--time-limit", type=seconds, metavar="SECONDS")
    how.add_argument("--memory-limit", type=positive, metavar="MB")
    out = p.add_argument_group("output")
    out.add_argument("--architecture", metavar="FILE", help="write the array that is left")
    out.add_argument("--json", action="store_true", help="the answer as JSON on stdout")
    out.add_argument("--quiet", action="store_true", help="no progress on stderr")
    return p


def _numbers(text: str) -> list[int]:
    return [positive(part) for part in text.split(",")]


_numbers.__name__ = "list of whole numbers"


def run(arguments: Sequence[str] | None = None) -> int:
    """Answer one question; return the exit code. Raises `InputError`."""
    begun = time.perf_counter()
    options = parser().parse_args(arguments)
    from solvers.min_cycles_options import require_place
    from solvers.pruning import Pruning
    from solvers.search import Stop

    if options.architecture is not None:
        require_place(options.architecture)
    running: Pruning | None = None
    with Signals(Stop, options.time_limit):
        try:
            kernels = _kernels(options)
            tell = None if options.quiet else _tell
            running = Pruning(kernels, _task(options, kernels), _solver(options), tell)
            running.run()
        except Stop as stop:
            if running is None:
                print(f"{PROG}: {stop} before the search began", file=sys.stderr)
                return EXIT["unknown"]
            running.answer.stopped = str(stop)
    answer = running.answer
    answer.seconds["whole"] = time.perf_counter() - begun
    if options.architecture is not None and answer.arch is not None:
        from archs.files import save_architecture

        save_architecture(answer.arch, options.architecture)
    with suppress(BrokenPipeError):
        print(_as_json(answer) if options.json else _in_words(answer))
    return EXIT[answer.status]


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _kernels(options: argparse.Namespace) -> tuple[Kernel, ...]:
    """Read the inputs; find the fewest cycles where none are given."""
    from archs.files import load_architecture
    from models.dfg_files import load_dfg
    from models.errors import InfeasibleError, InputError
    from models.problem import Problem
    from models.prunable import Kernel
    from solvers.answer import Question
    from solvers.search import Stop, search

    *files, last = options.inputs
    if not files:
        raise InputError("name at least one DFG, and the array last")
    arch = load_architecture(last)
    names = {thing.name for thing in arch.components} | {path.name for path in arch.paths}
    for name in options.keep:
        if name not in names:
            raise InputError(f"--keep: '{name}' is neither a component nor a path of '{arch.name}'")
    contexts = _each(options.contexts, len(files), "--contexts")
    cycles = _each(options.cycles, len(files), "--cycles")
    kernels = []
    for file, context, horizon in zip(files, contexts, cycles, strict=True):
        try:
            problem = Problem(load_dfg(file), arch, context)
        except InputError as error:
            raise error.inside(f"{file} on {last}") from None
        limit = options.time_limit
        answer = search(Question(problem, cycles=horizon, time_limit=limit))
        if answer.status == "infeasible":
            raise InfeasibleError(f"{file} on the whole of {last}: {answer.lower_reason}")
        if answer.cycles is None:
            raise Stop(f"{answer.stopped}: no mapping of {file} onto the whole array was found")
        if not options.quiet:
            known = answer.status if horizon is None else "as asked for"
            _tell(f"{problem.dfg.name}: {answer.cycles} cycles on the whole array ({known})")
        kernels.append(Kernel(problem, answer.cycles, answer.mapping))
    return tuple(kernels)


def _each(given: list[int] | None, files: int, option: str) -> list[int | None]:
    from models.errors import InputError

    if given is None or len(given) == 1:
        return [None if given is None else given[0]] * files
    if len(given) != files:
        raise InputError(f"{option} has {len(given)} numbers for {files} kernels")
    return list(given)


def _task(options: argparse.Namespace, kernels: tuple[Kernel, ...]) -> Prune:
    from solvers.prune import Prune

    return Prune(kernels, frozenset(options.keep), options.order, exact=not options.greedy)


def _solver(options: argparse.Namespace) -> SolverOptions:
    from models.errors import InputError
    from solvers.backends.registry import PYSAT, chosen
    from solvers.backends.sat import UNSLICED, name_of
    from solvers.worker import SolverOptions

    choice = chosen(options.solver)
    choice.require()
    if choice.backend.name not in PYSAT or name_of(choice.backend.name) in UNSLICED:
        raise InputError(f"solver '{options.solver}' cannot go on after an answer; try glucose4")
    solver = choice.backend.name
    return SolverOptions(solver=solver, seed=options.seed, memory_limit=options.memory_limit)


def _in_words(answer: Pruned) -> str:
    names = " and ".join(f"'{kernel.problem.dfg.name}'" for kernel in answer.kernels)
    array = f"'{answer.kernels[0].problem.arch.name}'"
    cycles = ", ".join(str(kernel.horizon) for kernel in answer.kernels)
    if answer.status == "infeasible":
        return f"infeasible: {names} on the whole of {array} has no mapping with {cycles} cycles"
    lines = []
    if answer.arch is None:
        lines.append(f"unknown: nothing could be removed from {array} in time")
    else:
        shown = ", ".join(f"{number} {kind}" for kind, number in answer.counts.items() if number)
        lines.append(f"{answer.status}: {names} with {cycles} cycles needs {shown} of {array}")
        bounds = (f"{number} {kind}" for kind, number in answer.lower.items())
        lines.append("at least: " + (", then ".join(bounds) or "not looked for"))
        lines.append("left: " + " ".join(component.name for component in answer.arch.components))
        lines.append("paths: " + " ".join(path.name for path in answer.arch.paths))
    if answer.stopped:
        lines.append(f"stopped: {answer.stopped}")
    return "\n".join(lines)


def _as_json(answer: Pruned) -> str:
    from archs.arch_json import architecture_to_json
    from models.mapping_json import mapping_to_json
    from solvers.certify import versions

    record = {
        "schema": "xyzmap/pruned/1",
        "question": "prune_arch",
        "kernels": [[kernel.problem.dfg.name, kernel.horizon] for kernel in answer.kernels],
        "architecture": answer.kernels[0].problem.arch.name,
        "status": answer.status,
        "counts": answer.counts,
        "lower_bounds": answer.lower,
        "removed": answer.gone,
        "left": None if answer.arch is None else json.loads(architecture_to_json(answer.arch)),
        "mappings": [json.loads(mapping_to_json(mapping)) for mapping in answer.mappings],
        "stopped": answer.stopped,
        "calls": answer.calls,
        "versions": versions(),
        "seconds": {name: round(value, 4) for name, value in answer.seconds.items()},
    }
    return json.dumps(record, indent=1)


main = guarded(run, PROG)

if __name__ == "__main__":
    sys.exit(main())
