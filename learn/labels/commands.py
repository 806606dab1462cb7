"""The commands of `python -m learn.labels`."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from heuristics.labels.arrays import fingerprint, read_array
from heuristics.labels.flow import Flow
from learn.common.telling import teller
from learn.common.torch_use import require_torch
from learn.labels.accuracy import LABELS, accuracy_of, known_samples
from learn.labels.array_view import array_view
from learn.labels.graphs import Case
from learn.labels.labels_options import (
    EvaluateOptions,
    GenerateOptions,
    PredictOptions,
    TeachingOptions,
    TrainOptions,
)
from learn.labels.parameters import TrainingOptions
from learn.labels.predict import predict_all
from learn.labels.samples import read_samples, require_array
from learn.labels.training import train_networks
from learn.labels.weights import load_weights, save_weights
from models.errors import InfeasibleError, InputError
from models.formats.text_files import require_place
from shell.budget import UNLIMITED
from shell.children import LOOK_SECONDS
from shell.command import EXIT
from shell.graph_files import load_dfg, require_operations
from shell.outputs import written
from xyzmap_packages import PREFIX

if TYPE_CHECKING:
    from heuristics.labels.labels import Labels
    from learn.labels.reached import Reached
    from models.data.architecture import Architecture

DONE = EXIT["optimal"]

PREDICTED_TAG = "xyzmap/predicted-labels/1"


def generate(inputs: Mapping[str, str], options: GenerateOptions) -> int:
    """Label random DFGs with a teacher, and print the number that have labels."""
    require_place(options.out)
    return _generate(inputs["arch"], options, options.out)


def train(inputs: Mapping[str, str], options: TrainOptions) -> int:
    """Train networks on samples that are given or generated, and write them to a file."""
    require_torch()
    arch = read_array(inputs["arch"])
    out = options.out or _file_name(arch, options)
    require_place(out)
    reached = _reached(options)
    data = options.data
    if data is None:
        data = f"{out.removesuffix('.json')}-{options.teacher}.jsonl"
        code = _generate(inputs["arch"], options, data)
        if code != DONE:
            return code
    samples = read_samples(data)
    require_array(samples, arch, inputs["arch"], data)
    chosen = TrainingOptions(
        kind=options.network,
        seed=options.seed,
        epochs=options.epochs,
        rate=options.rate,
        loss=options.loss,
        graphs=options.batch,
    )
    try:
        weights = train_networks(samples, arch, inputs["arch"], chosen, teller(options), reached)
    except InputError as error:
        raise error.inside(data) from None
    written(out, lambda: save_weights(weights, out))
    for line in _table(weights.accuracy):
        print(line)
    print(f"wrote {out}")
    return DONE


def _reached(options: TrainOptions) -> list[Reached]:
    """Return the IIs to learn from; raises `InputError` if the file has none."""
    if options.intervals is None:
        return []
    if options.network != "arrays":
        raise InputError("IIs are learned by the network for all arrays", "--intervals")
    from shell.guests import library

    try:
        found: list[Reached] = library("programs").reached_of(options.intervals)
    except (InputError, InfeasibleError) as error:
        raise InputError(str(error), options.intervals) from None
    if not found:
        raise InputError("no mapped pair is left to train on", options.intervals)
    return found


def _file_name(arch: Architecture, options: TrainOptions) -> str:
    """Return where weights go by default: `arrays.json`, or `lisa-4x4-DIGITS.json` of an array.

    The digits are its fingerprint.
    """
    if options.network == "arrays":
        return "arrays.json"
    word = "".join(c if c.isascii() and c.isalnum() else "-" for c in arch.name).strip("-")
    return f"{word[:40]}-{fingerprint(arch)}.json"


def evaluate(inputs: Mapping[str, str], options: EvaluateOptions) -> int:
    """Print the accuracy of networks on samples, beside labels that need no learning."""
    arch = read_array(inputs["arch"])
    weights = load_weights(arch, options.weights)
    samples = read_samples(options.data)
    require_array(samples, arch, inputs["arch"], options.data)
    chosen = [s for s in samples if s.labels is not None and s.held_out]
    known = known_samples(weights.vocabulary, chosen)
    if not known:
        rest = f"{len(samples)} samples, {len(chosen)} of them with labels and held out"
        raise InputError(f"no samples to measure: {rest}", options.data)
    accuracy = accuracy_of(weights, known)
    if options.json:
        members = {
            "arch": inputs["arch"],
            "samples": len(known),
            "unseen": len(chosen) - len(known),
            "accuracy": accuracy,
        }
        print(json.dumps(members))
        return DONE
    unseen = f" ({len(chosen) - len(known)} more with unseen operators)"
    print(f"{len(known)} samples{unseen if len(known) < len(chosen) else ''}")
    for line in _table(accuracy):
        print(line)
    return DONE


def predict(inputs: Mapping[str, str], options: PredictOptions) -> int:
    """Print the labels of a DFG."""
    arch = read_array(inputs["arch"])
    weights = load_weights(arch, options.weights)
    dfg = load_dfg(inputs["dfg"])
    require_operations(dfg, inputs["dfg"])
    flow = Flow.of(dfg)
    (labels,) = predict_all([Case(flow, array_view(arch), options.contexts)], weights)
    if options.json:
        print(json.dumps(_members(flow, labels)))
        return DONE
    for name, order in zip(flow.names, labels.order, strict=True):
        print(f"order {name} {order:.2f}")
    for (a, b), far in zip(flow.pairs, labels.association, strict=True):
        print(f"association {flow.names[a]} {flow.names[b]} {far:.2f}")
    for edge, space, cycles in zip(flow.edges, labels.spatial, labels.temporal, strict=True):
        ends = f"{flow.names[edge.source]} {flow.names[edge.target]} {edge.distance}"
        print(f"distance {ends} {space:.2f} {cycles:.2f}")
    return DONE


def _members(flow: Flow, labels: Labels) -> dict[str, object]:
    def short(numbers: np.ndarray) -> list[float]:
        return [round(float(x), 4) for x in numbers]

    spread = labels.spread
    scales = {} if spread is None else {name: short(getattr(spread, name)) for name in LABELS}
    pairs = zip(flow.pairs, short(labels.association), strict=True)
    reads = zip(flow.edges, short(labels.spatial), short(labels.temporal), strict=True)
    return {
        "schema": PREDICTED_TAG,
        "order": dict(zip(flow.names, short(labels.order), strict=True)),
        "association": [
            {"operations": [flow.names[a], flow.names[b]], "tiles": far} for (a, b), far in pairs
        ],
        "reads": [
            {
                "source": flow.names[edge.source],
                "target": flow.names[edge.target],
                "distance": edge.distance,
                "spatial": tiles,
                "temporal": cycles,
            }
            for edge, tiles, cycles in reads
        ],
        # Uncertainty of the network: the scales of Laplace distributions, in the order of the
        # above.
        "scales": scales,
    }


def _generate(spec: str, options: TeachingOptions, out: str) -> int:
    read_array(spec)
    if options.teacher == "optimal":
        command = [sys.executable, "-m", f"{PREFIX}learn.labels.teach", spec]
        for name in ("count", "seed", "jobs"):
            command += [f"--{name}", str(getattr(options, name))]
        return _run([*command, "--out", out, *["--quiet"] * options.quiet])
    if options.teacher == "planted":
        from learn.labels.planting import generate as plant

        plant(spec, options.count, options.seed, options.jobs, out, quiet=options.quiet)
        return DONE
    from learn.labels.iterate import generate as iterate

    iterate(spec, options.count, options.seed, options.jobs, out, quiet=options.quiet)
    return DONE


def _run(command: Sequence[str]) -> int:
    """Run a command to its end, and end it where this one is interrupted."""
    # In a session of its own Ctrl-C does not reach it but by this process.
    with subprocess.Popen(command, start_new_session=True) as process:
        try:
            while (code := process.poll()) is None:
                UNLIMITED.check()
                time.sleep(LOOK_SECONDS)
        finally:
            process.terminate()
    if code < 0:
        raise OSError(errno.ECHILD, f"killed by signal {-code}, perhaps out of memory", "teacher")
    return code


def _table(accuracy: dict[str, dict[str, float]]) -> list[str]:
    lines = [" ".join(["labels".ljust(10), *(name.rjust(11) for name in LABELS)])]
    for name, right in accuracy.items():
        shares = (f"{right[label]:.3f}".rjust(11) for label in LABELS)
        lines.append(" ".join([name.ljust(10), *shares]))
    return lines
