"""The commands of `python -m learn.ppo`."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from learn.common.telling import teller
from learn.ppo.ppo_options import EvaluateOptions, ProgramOptions, TrainOptions
from models.errors import InputError
from models.formats.text_files import read_bytes
from shell.budget import Budget
from shell.command import EXIT
from shell.packages import require_package
from shell.signals import Signals
from shell.streams import to_stderr
from streaming.model.engine import Engine
from streaming.model.program import Program, program_from_json
from streaming.model.rules import Rules

if TYPE_CHECKING:
    from learn.ppo.measure import Result
    from learn.ppo.runs import Settings
    from learn.ppo.tasks import Source, Task

PROG = "ppo"
UNNAMED = "name program files, or --random A-B"
NOTHING = (math.nan, math.nan)
DONE, UNKNOWN = EXIT["optimal"], EXIT["unknown"]


def train(inputs: Mapping[str, str | None], options: TrainOptions) -> int:
    """Train a policy on one program or on random ones."""
    path, sizes = inputs["program"], options.random
    if bool(path) == (sizes is not None):
        raise InputError(f"{UNNAMED}{', not both' if path else ''}")
    budget, tell = Budget.of(options.time_limit or None), teller(options, PROG)
    for package in ("torch", "torch_geometric", "gymnasium", "sb3_contrib", "tensorboard"):
        require_package(package, "training", "rl")
    from learn.ppo.runs import Run
    from learn.ppo.tasks import Drawn, Task, fixed
    from learn.ppo.training import train_policy

    engine, single = _engine(options), None
    if sizes is None:
        single = Task(Rules(_program(str(path)), engine), options.ii)
        source, about, size = fixed([single]), single.rules.program.name, single.rules.size
        single.board.copy()  # infeasible programs end here
    else:
        source = Drawn(sizes, engine, options.ii)
        about, size = f"random, {sizes.least} to {sizes.most}, {source.pool} of them", sizes.most
    settings = _settings(options, about)
    if size > settings.nodes:
        raise InputError(f"{size} instructions; allowed: --nodes {settings.nodes}")
    run = Run.begin(options.out, settings, options.resume)
    try:
        with Signals(budget):
            start = None if run.has_checkpoint else _start(options, source, settings, budget)
            done = train_policy(
                source,
                run,
                settings,
                options.steps,
                budget,
                single=single,
                start=start,
                device=options.device,
                tell=tell,
            )
    except KeyboardInterrupt as stop:
        to_stderr(f"{PROG}: {stop}" + f"; {options.out} keeps what is learned" * run.has_checkpoint)
        return UNKNOWN
    print(f"{done} steps; policy in {options.out}")
    return DONE


def _settings(options: TrainOptions, about: str) -> Settings:
    from learn.ppo.runs import Settings
    from learn.ppo.shape import Shape

    head: Any = "flat" if options.network == "mlp" else options.head
    return Settings(
        about=about,
        shape=Shape(
            arch=options.network,
            head=head,
            every=options.constraints == "penalty",
            goals=options.goals,
        ),
        nodes=options.nodes,
        tiles=options.tiles,
        ii=options.ii,
        order=options.order,
        constraints=options.constraints,
        reward=options.reward,
        seed=options.seed,
        envs=options.envs,
        rollout=max(options.rollout, options.envs),
        batch=options.batch,
        epochs=options.epochs,
        rate=options.rate,
        entropy=options.entropy,
        warm=options.imitate,
        teacher=options.demonstrations,
    )


def _start(
    options: TrainOptions, source: Source, settings: Settings, budget: Budget
) -> dict[str, Any] | None:
    """Return the parameters to begin with, None for random ones."""
    from learn.ppo.network import tensors
    from learn.ppo.weights import load_parameters

    start = None
    if options.start is not None:
        card, start = load_parameters(options.start)
        if msgspec.structs.replace(card.shape, every=settings.shape.every) != settings.shape:
            raise InputError(
                "is a policy of another shape than --network, --head and --goals", options.start
            )
    if settings.warm:
        from learn.ppo.warm_start import examples_of, imitate

        tell = teller(options, PROG)
        examples = examples_of(source, settings, budget, tell)
        if examples is not None:
            return imitate(examples, settings, budget, tell, start).state_dict()
    return None if start is None else tensors(start)


def evaluate(inputs: Mapping[str, Sequence[str]], options: EvaluateOptions) -> int:
    """Map programs by a policy and by other methods; print means, or all of it as JSON lines."""
    if not inputs["program"] and options.random is None:
        raise InputError(UNNAMED)
    from learn.ppo.measure import measured
    from learn.ppo.predict import Mapper

    budget, tell = Budget.of(options.time_limit or None), teller(options, PROG)
    mapper = Mapper.load(options.policy)
    results: list[Result] = []
    for n, task in enumerate(_tasks(inputs["program"], options)):
        if budget.over():
            break
        found = measured(
            task, mapper.on(task, options.goal), options.tries, options.beam, options.seed
        )
        results += found
        if not (n + 1) % 10:
            tell(f"{n + 1} programs")
    if options.json:
        print(json.dumps({"results": msgspec.to_builtins(results)}))
    else:
        print("\n".join(table(results)))
    return UNKNOWN if budget.why == "interrupted" else DONE


def table(results: Sequence[Result]) -> list[str]:
    """Return one line per method: the number mapped, mean cycles, over the bound, and time."""
    lines = ["method              mapped  faults   cycles  / bound    tiles       ms"]
    for method in dict.fromkeys(r.method for r in results):
        some = [r for r in results if r.method == method]
        cycles = [(r.cycles, r.cycles / r.least) for r in some if r.cycles is not None]
        mean, over = (sum(c) / len(c) for c in zip(*cycles, strict=True)) if cycles else NOTHING
        used = [r.tiles for r in some if r.tiles is not None]
        tiles = sum(used) / len(used) if used else math.nan
        faults = sum(r.fault is not None for r in some)
        milliseconds = sum(r.milliseconds for r in some) / len(some)
        lines.append(
            f"{method:<16} {len(cycles):>4}/{len(some):<4} {faults:>6} {mean:>8.2f} {over:>8.3f}"
            f" {tiles:>8.2f} {milliseconds:>8.1f}"
        )
    return lines


def _tasks(paths: Sequence[str], options: EvaluateOptions) -> Iterator[Task]:
    from learn.ppo.tasks import HELD_OUT, Drawn, Task

    engine = _engine(options)
    for path in paths:
        yield Task(Rules(_program(path), engine), options.ii)
    if options.random is not None:
        drawn = Drawn(options.random, engine, options.ii, first=HELD_OUT + options.seed)
        found = (task for n in range(20 * options.count) if (task := drawn.task(n)) is not None)
        for _, task in zip(range(options.count), found, strict=False):
            yield task


def _program(path: str) -> Program:
    return program_from_json(read_bytes(path), path)


def _engine(options: ProgramOptions) -> Engine:
    return Engine(
        tiles=options.tiles,
        relay=options.relay,
        waiting=options.waiting,
        starts=options.starts,
    )
