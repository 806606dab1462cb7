"""The accuracy of predicted labels on an array: `python -m bench.studies.labels ARRAY COUNT`.

Random DFGs of seeds that no training used are labelled by the optimal teacher, and compared with
the predictions of the networks, and with labels that need no learning.
"""

from __future__ import annotations

import sys
from collections import Counter

from archs.presets import architecture_preset
from bench.process import Answer
from bench.studies import printed
from heuristics.labels.arrays import fingerprint
from heuristics.labels.labels import mean_labels, read_labels
from heuristics.labels.tiles import tile_distances
from learn.labels.accuracy import accuracy_of, known_samples, label_accuracy
from learn.labels.samples import Sample
from learn.labels.teach import solve
from learn.labels.teach.optimal_mappings import optimal_mappings
from learn.labels.weights import ANY, FOLDER, Weights, weights_from_json
from models.data.problem import Problem
from models.formats.text_files import read_bytes

FIRST_SEED = 900_000
"""Training uses seeds far below."""
OTHER = 1000
"""The seed with which the teacher is asked again."""
LABELS = ("order", "association", "spatial", "temporal")


def main(array: str, count: str) -> Answer:
    """Return the shares of right labels, by whose they are, with numbers of DFGs."""
    teacher = solve.Teacher(array)
    networks = list(shipped(array))
    right: dict[str, Counter[str]] = {}
    every: dict[str, Counter[str]] = {}
    graphs: Counter[str] = Counter()
    for seed in range(FIRST_SEED, FIRST_SEED + int(count)):
        sample = teacher.sample(seed)
        if sample.labels is None:
            graphs["no labels"] += 1
            continue
        known = label_accuracy([(sample.targets(), sample.targets())]).count
        for name, shares in _shares(sample, networks).items():
            graphs[name] += 1
            every.setdefault(name, Counter()).update(known)
            own = right.setdefault(name, Counter())
            own.update({label: round(share * known[label]) for label, share in shares.items()})
    lines = [
        {"labels": name, "graphs": graphs[name]}
        | {label: round(own[label] / every[name][label], 4) for label in LABELS}
        for name, own in right.items()
    ]
    return {"lines": lines, "unlabelled": graphs["no labels"]}


def shipped(array: str) -> list[Weights]:
    """Return the shipped networks of the optimal teacher for an array."""
    digits = fingerprint(architecture_preset(array))
    found = [weights_from_json(read_bytes(str(p)), str(p)) for p in sorted(FOLDER.glob("*.json"))]
    return [
        own
        for own in found
        if own.fingerprint in (ANY, digits) and "optimal" in own.training.teachers
    ]


def _shares(sample: Sample, networks: list[Weights]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for own in networks:
        if known_samples(own.vocabulary, [sample]):
            said = accuracy_of(own, [sample])
            found |= {f"{own.kind} networks": said.pop("networks"), **said}
    problem = Problem(sample.dfg, architecture_preset(sample.arch), 1)
    mappings = optimal_mappings(problem, seed=OTHER).mappings
    if mappings:
        tiles = tile_distances(problem.arch)
        labels = [read_labels(sample.flow, problem, each, tiles) for each in mappings]
        found["teacher again"] = label_accuracy([(mean_labels(labels), sample.targets())]).right
    return found


if __name__ == "__main__":
    printed(main, *sys.argv[1:])
