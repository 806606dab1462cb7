"""Transforming and mapping programs: from a C file to an answer per region."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from models.data.architecture import Architecture
from models.data.certificate import RegisterFiles
from models.errors import InputError
from models.formats.text_files import make_folder
from models.register_files.files import asked_files
from programs.cost import BUFFERS, Buffers, Predict, mii_model
from programs.explore import ExploreOptions, draws, explore, restricted
from programs.loops import Region
from programs.question.answer import ProgramsAnswer, RegionAnswer, counted
from programs.question.check import Checked, check
from programs.question.finish import Finish
from programs.question.kernels import KernelFact, KernelMapper
from programs.question.optimize_options import DATA_BYTES, OptimizeOptions
from programs.question.settle import settle
from programs.source import read_file
from programs.transform import variant_of
from shell.budget import Budget, Stopwatch
from shell.events import Observer, lines_to
from solvers.questions.inputs import path_of, read_array
from solvers.tasks.mappings import addressed, require_sizes
from solvers.tasks.solver_options import SolverOptions

CONTEXTS = 8
"""Default contexts of arrays without a limit, as in PT-Map."""

MAPPING = 15.0
"""Seconds for mapping candidates of a region, on arrays of usual size."""

EXPLORING = 0.6
"""The share of limited time for exploration."""

CHECKING, CHECKING_SECONDS = 0.1, 3.0
"""The share of limited time reserved for executing winners, and its maximum in seconds."""

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Programs:
    """The regions of a C file, the array, and the II predictor."""

    path: str
    defines: Mapping[str, str]
    regions: tuple[Region, ...]
    arch: Architecture
    buffers: Buffers
    predict: Predict
    files: RegisterFiles


def read(inputs: Mapping[str, object], options: OptimizeOptions) -> Programs:
    """Read the problem, and create the output folder. Raises `InputError`."""
    if options.out is not None:
        make_folder(options.out)
    path, defines = path_of(inputs["program"], str), _defines(options.defines)
    regions = read_file(path, defines)
    arch = read_array(inputs["arch"], options)
    files = asked_files(arch, options.register_files)
    if files != "counted":
        require_sizes(arch)
    buffers = replace(_buffers(arch, options.buffer), double=options.double_buffering)
    return Programs(path, defines, regions, arch, buffers, _predictor(options.predictor), files)


def solve(
    problem: Programs, options: OptimizeOptions, observer: Observer, budget: Budget
) -> ProgramsAnswer:
    """Return an answer for every region, until the end of `budget` or a signal ends the search."""
    answer = ProgramsAnswer(
        problem.path,
        problem.arch,
        problem.buffers,
        problem.defines,
        expected=len(problem.regions),
        register_files=problem.files,
        recompute=options.recompute,
    )
    try:
        for region in problem.regions:
            _region(answer, region, problem.predict, options, budget, lines_to(observer))
            if answer.regions[-1].stopped == "interrupted":
                break
    except KeyboardInterrupt as stop:
        if not answer.regions:
            raise
        answer.regions[-1].stopped = str(stop) or "interrupted"
    return answer


def _defines(words: Sequence[str]) -> dict[str, str]:
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        found[name] = value if equals else "1"
    return found


def _buffers(arch: Architecture, size: int | None) -> Buffers:
    found = BUFFERS.get(arch.name.partition(":")[0].lower())
    if found is None:
        elements = sum(component.issue > 0 for component in arch.components)
        contexts = arch.max_contexts or CONTEXTS
        found = Buffers(arch.name, DATA_BYTES, contexts, context_bytes=8 * max(1, elements))
    if arch.max_contexts is not None:
        found = replace(found, contexts=arch.max_contexts)
    return found if size is None else replace(found, data_bytes=size)


def _predictor(name: str) -> Predict:
    if name == "mii":
        return mii_model
    try:
        from learn.intervals.shared import interval_predictor
    except ModuleNotFoundError as error:
        raise InputError(f"no predictor of IIs: {error}", "--predictor gnn") from None
    predict: Predict = interval_predictor()
    return predict


def _region(
    answer: ProgramsAnswer,
    region: Region,
    predict: Predict,
    options: OptimizeOptions,
    budget: Budget,
    tell: Tell,
) -> None:
    """Answer one region; an interruption keeps the results so far."""

    def heard(fact: KernelFact) -> None:
        what = "not mapped" if fact.ii is None else f"II {fact.ii} by {fact.found_by}"
        tell(f"kernel of {len(fact.dfg.operations)} operations, II ≥ {fact.lower}: {what}")

    most = min(filter(None, (answer.buffers.contexts, answer.arch.max_contexts, options.max_ii)))
    mapper = KernelMapper(
        answer.arch,
        most,
        SolverOptions(seed=options.seed, memory_limit=options.memory_limit),
        options.jobs or os.cpu_count() or 1,
        observer=heard,
        recompute=answer.recompute,
        files=addressed(answer.register_files),
    )
    finish = Finish(variant_of(region), answer.buffers, mapper, options.mode, tell=tell)
    if predict is not mii_model:
        # The predictor needs to know the use of the array.
        finish.optimistic, finish.fullness = False, (1.0,)
    one = RegionAnswer(region, finish)
    answer.regions.append(one)
    try:
        kept = min(CHECKING_SECONDS, CHECKING * budget.left())
        _search(answer, one, predict, options, Budget(budget.end - kept), tell)
    except KeyboardInterrupt as stop:
        one.stopped = str(stop) or "interrupted"
    finally:
        mapper.stop()
    watch = Stopwatch()
    try:
        _conclude(answer, one, options, budget)
    except KeyboardInterrupt as stop:
        one.stopped = str(stop) or "interrupted"
    one.seconds["checking"] = watch.seconds


def _search(
    answer: ProgramsAnswer,
    one: RegionAnswer,
    predict: Predict,
    options: OptimizeOptions,
    budget: Budget,
    tell: Tell,
) -> None:
    finish = one.finish
    clock = _Clock(one.seconds)
    # The untransformed program comes first, so that an answer exists in any case.
    finish.baseline(budget)
    clock.lap("original")
    asked = ExploreOptions(mode=options.mode, keep=options.candidates)
    if not finish.optimistic:
        asked = replace(asked, fullness=(1.0,))
    space = restricted(asked, options.space)
    mapping = options.map_time or MAPPING * finish.mapper.pace
    if options.method == "random":
        own = budget.within(mapping)
        drawn = draws(one.region, answer.arch, answer.buffers, space, options.seed, own)
        finish.draw(drawn, own)
    else:
        one.exploration = explore(
            one.region,
            answer.arch,
            answer.buffers,
            space,
            predict,
            lambda p: tell(f"{p.tree}: nest {p.done} of {p.total}, {p.candidates} candidates"),
            # Time must be left to map the explored programs.
            budget.part(EXPLORING),
            finish.mapper.jobs,
        )
        clock.lap("exploration")
        finish.search(one.exploration, budget.within(mapping), budget)
    clock.lap("mapping")
    # Kernels of other programs may still be running.
    finish.mapper.stop()
    winner = finish.winner
    if winner is not None and not winner.proven:
        try:
            settle(winner, finish.mapper, budget.within(options.prove_time), tell)
        finally:
            finish.again(winner)
    clock.lap("proving")
    if budget.over():
        one.stopped = budget.why


class _Clock:
    """Measures the time of consecutive phases."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds, self.watch = seconds, Stopwatch()

    def lap(self, name: str) -> None:
        """Record the seconds since the last call."""
        self.seconds[name], self.watch = self.watch.seconds, Stopwatch()


def _conclude(
    answer: ProgramsAnswer, one: RegionAnswer, options: OptimizeOptions, budget: Budget
) -> None:
    """Count and check the mapped programs."""
    finish = one.finish
    if finish.original is not None:
        one.original = counted(finish.original, answer.arch)
    if finish.winner is not None:
        one.winner = counted(finish.winner, answer.arch)
        # Executing a program takes long; what ended the search ends it, too.
        stopped = budget.why
        if options.check != "never" and stopped is not None:
            one.checked = Checked(reason=f"the search was stopped: {stopped}")
        elif options.check != "never":
            always = options.check == "always"
            one.checked = check(one.region, finish.winner, answer.arch, options.seed, always)
