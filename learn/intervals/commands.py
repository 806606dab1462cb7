"""The commands of `python -m learn.intervals`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from learn.common.line_file import LineFile
from learn.common.shared_options import JobsOptions, WeightsOptions
from learn.common.telling import teller
from learn.common.torch_use import require_torch
from learn.common.workers import label_seeds
from learn.intervals.accuracy import ALL, GROUPS, AnyWeights, errors, measured, network_guesses
from learn.intervals.data import examples_of
from learn.intervals.intervals_options import (
    EvaluateOptions,
    GenerateOptions,
    TrainOptions,
    TuneOptions,
)
from learn.intervals.samples import LINES, Sample, sample_of
from learn.intervals.shared import any_weights, interval_predictor
from learn.intervals.training import VARIANTS, train_network
from learn.intervals.weights import Weights, load_weights, save_weights
from models.errors import InputError
from models.formats.text_files import require_place
from models.text import n_cycles
from programs.intervals.arrays import array_of
from programs.intervals.facts import Fitted
from programs.intervals.programs import labelled_program
from shell.command import EXIT
from shell.graph_files import load_dfg, require_operations
from shell.outputs import written

PROG = "intervals"
DONE = EXIT["optimal"]


@dataclass(frozen=True)
class Mapper:
    """Labels the program of a seed, on its random arrays or on given ones."""

    arrays: tuple[str, ...]

    def sample(self, seed: int) -> Sample:
        """Return the sample of a seed."""
        return sample_of(seed, labelled_program(seed, self.arrays))


def generate(inputs: Mapping[str, str], options: GenerateOptions) -> int:
    """Map random programs on random arrays."""
    require_place(options.out)
    wanted = range(options.seed, options.seed + options.count)
    _generate(options.out, wanted, (), options)
    return DONE


def _generate(path: str, wanted: range, arrays: tuple[str, ...], options: JobsOptions) -> None:
    for spec in arrays:
        array_of(spec)
    with LineFile(path, LINES) as file:
        for sample in file.samples:
            found = tuple(pair.array for pair in sample.pairs)
            if arrays and found != arrays:
                raise InputError(f"has samples of {', '.join(found)}, not of {arrays[0]}", path)
        label_seeds(
            file,
            wanted,
            Mapper(arrays).sample,
            options.jobs,
            prog=PROG,
            things="programs",
            quiet=options.quiet,
        )


def train(inputs: Mapping[str, str], options: TrainOptions) -> int:
    """Train a network, or an ablation, on samples."""
    require_torch()
    from learn.intervals.fit import FitOptions

    _require_archive(options.out)
    chosen = FitOptions(options.epochs, options.batch, options.rate, options.seed)
    samples = LINES.samples(options.data)
    try:
        weights = train_network(samples, VARIANTS[options.network], chosen, teller(options, PROG))
    except InputError as error:
        raise error.inside(options.data) from None
    return _finish(weights, options.out)


def _require_archive(path: str) -> None:
    """Raise `InputError` for a path without `.npz`, or where weights cannot be written."""
    if not path.endswith(".npz"):
        raise InputError("name a file that ends with .npz", f"--out {path}")
    require_place(path)


def tune(inputs: Mapping[str, str], options: TuneOptions) -> int:
    """Go on training for one array, on random programs that are mapped on it."""
    require_torch()
    from learn.intervals.fit import FitOptions

    _require_archive(options.out)
    array_of(inputs["arch"])
    start = load_weights(options.weights)
    data = options.store or f"{options.out.removesuffix('.npz')}.jsonl"
    wanted = range(options.seed, options.seed + options.count)
    _generate(data, wanted, (inputs["arch"],), options)
    samples = [sample for sample in LINES.samples(data) if sample.seed in wanted]
    held_out = [example for example in examples_of(samples) if example.held_out]
    before = errors(network_guesses(start, held_out), held_out) if held_out else {}
    chosen = FitOptions(options.epochs, options.batch, options.rate, options.seed)
    try:
        weights = train_network(samples, start.card.variant, chosen, teller(options, PROG), start)
    except InputError as error:
        raise error.inside(data) from None
    print(f"before tuning: {before[ALL]:.2f} % off")
    return _finish(weights, options.out)


def evaluate(inputs: Mapping[str, str], options: EvaluateOptions) -> int:
    """Print errors on programs held out: of networks, and of the MII model."""
    named: dict[str, AnyWeights] = {"network": any_weights(options.weights)}
    for word in options.ablation:
        name, sign, path = word.partition("=")
        if not sign:
            raise InputError("write NAME=FILE", f"--ablation {word}")
        named[name] = any_weights(path)
    samples = [sample for sample in LINES.samples(options.data) if sample.held_out]
    examples = examples_of(samples)
    if not examples:
        raise InputError("no samples to measure: no mapped pair is held out", options.data)
    found, shares = measured(named, examples)
    if options.json:
        print(json.dumps({"pairs": len(examples), "errors": found, "shares": shares}))
        return DONE
    print(f"{len(examples)} pairs held out; error of cycles in %")
    for line in _table(found):
        print(line)
    for name, share in shares.items():
        print(f"{name}: {share:.3f}")
    return DONE


def predict(inputs: Mapping[str, str], options: WeightsOptions) -> int:
    """Print the predicted II of a graph.

    Raises `InfeasibleError` where the array cannot execute it.
    """
    predictor = interval_predictor(options.weights)
    dfg, arch = load_dfg(inputs["dfg"]), array_of(inputs["arch"])
    require_operations(dfg, inputs["dfg"])
    ii, filling = predictor(dfg, arch)
    facts = Fitted(arch).facts(dfg)
    if options.json:
        print(json.dumps({"ii": ii, "filling": filling, "min_ii": facts.mii}))
    else:
        print(f"II = {ii} (at least {facts.mii}), {n_cycles(filling)} for filling and draining")
    return DONE


def _finish(weights: Weights, path: str) -> int:
    written(path, lambda: save_weights(weights, path))
    for line in _table({k: v for k, v in weights.card.metrics.items() if k != "shares"}):
        print(line)
    for name, share in weights.card.metrics.get("shares", {}).items():
        print(f"{name}: {share:.3f}")
    print(f"wrote {path}")
    return DONE


def _table(found: dict[str, dict[str, float]]) -> list[str]:
    columns = [name for name in GROUPS if any(name in x for x in found.values())]
    lines = [" ".join(["error in %".ljust(16), *(name.rjust(8) for name in columns)])]
    for name, row in found.items():
        cells = (f"{row[column]:.2f}".rjust(8) for column in columns)
        lines.append(" ".join([name.ljust(16), *cells]))
    return lines
