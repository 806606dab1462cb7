"""How right the predicted labels are: `python -m bench.lisa_labels` (Table II of LISA).

For every array and both teachers: random DFGs of seeds that no training used are labelled by the
teacher, and compared with what the networks of that teacher predict, and with labels that need no
learning. Writes `docs/results/lisa_labels.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import get_args

from bench.frame import Asker, Namespace, Parts, bench, jobs, option, some
from bench.lisa_sets import ARRAYS, array
from bench.lisa_weights import WEIGHTS, Shelf
from bench.page import table
from bench.workers import together, working
from heuristics.labels.labels import mean_labels, read_labels
from heuristics.labels.tiles import tile_distances
from learn.labels.samples import Sample, Teacher
from models.data.problem import Problem
from models.errors import InputError
from models.process.command import natural
from solvers.questions.entries import Entry
from solvers.questions.teach_labels.optimal_mappings import optimal_mappings

FIRST_SEED = 900_000
"""Training uses seeds far below; those of `learn.labels` end at a million."""

OTHER = 1000
"""The seed with which the teacher is asked again."""

NO_LABELS, AGAIN = "no labels", "teacher again"

LABELS = ("order", "association", "spatial", "temporal")
"""In the order of the paper's table."""

TEACHERS: tuple[Teacher, ...] = get_args(Teacher)

PAPER = {
    "lisa:4x4": (0.788, 0.856, 0.932, 0.992),
    "lisa:3x3": (0.648, 0.939, 0.992, 0.938),
    "lisa:4x4,registers=1": (0.758, 0.885, 0.951, 0.977),
    "lisa:4x4,memory=left": (0.738, 0.852, 0.941, 0.988),
    "lisa:8x8": (0.685, 0.716, 0.914, 0.990),
    "lisa-systolic:5x5": (0.759, 0.768, 0.907, 1.000),
}
"""Table II: schedule order, association, spatial distance, temporal distance."""

ABOUT = (
    "The share of labels that are right by the paper's criteria: a schedule order that is the same"
    " after rounding, an association or a spatial distance that is off by at most 1, a temporal"
    " distance that is off by at most 2. What is right is what the teacher found for DFGs that no"
    " training has seen. `annealing` is the paper's teacher, `optimal` reads labels off proven"
    " optimal mappings. `trivial` is ASAP order and constants, `late` ALAP order, `initial` what"
    " the paper's training data starts from: these need no learning. `teacher again` is the optimal"
    " teacher itself with another seed, on the DFGs for which it finds mappings then: how much"
    " labels differ between mappings that are equally good. The paper's figures are for its own"
    " DFGs and labels, so that they compare with caution.\n"
)


@dataclass
class Row:
    """The shares that are right against one teacher on one array, by whose labels they are.

    `samples` are numbers of DFGs.
    """

    spec: str
    teacher: str
    unlabelled: int = 0
    samples: dict[str, int] = field(default_factory=dict)
    shares: dict[str, dict[str, float]] = field(default_factory=dict)
    trained: dict[str, dict[str, float]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Task:
    """A random DFG that a teacher is to label, and a folder of weights."""

    arch: str
    teacher: Teacher
    seed: int
    weights: Path

    def key(self) -> dict[str, object]:
        """What the answer depends on."""
        named = {"arch": self.arch, "teacher": self.teacher, "seed": self.seed}
        return {**named, **Shelf(self.weights).key}


@bench(
    "lisa_labels",
    "Accuracy of predicted labels",
    option("--count", type=natural, default=100, metavar="N", help="DFGs for each"),
    jobs(2),
    some("--only", ARRAYS, "ARRAY"),
    some("--teachers", TEACHERS, "TEACHER"),
    WEIGHTS,
    smoke="--count 1 --jobs 1 --only lisa:3x3 --teachers optimal planted",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Label and measure."""
    shelf, rows = Shelf(options.weights), []
    with working(asker, measure, options.jobs, None) as ask:
        for spec in options.only:
            networks = shelf.told(asker, spec)
            for teacher in options.teachers:
                seeds = range(FIRST_SEED, FIRST_SEED + options.count)
                tasks = [Task(spec, teacher, seed, shelf.folder) for seed in seeds]
                entries = together(options.jobs, [partial(ask, task) for task in tasks])
                rows.append(row(spec, teacher, networks, entries))
    yield from page(rows)


def measure(task: Task) -> Entry:
    """Label a DFG, and count which labels there are, and how many are right, by whose they are.

    Networks are those of this teacher only.
    """
    from learn.labels.accuracy import accuracy_of, known_samples, label_accuracy

    sample = _teacher(task.arch, task.teacher)(task.seed)
    if sample.labels is None:
        return {"status": NO_LABELS, "note": sample.note}
    count = label_accuracy([(sample.targets(), sample.targets())]).count
    shares: dict[str, dict[str, float]] = {}
    for each in Shelf(task.weights).of(array(task.arch)):
        mine = task.teacher in each.weights.training.teachers
        if mine and known_samples(each.weights.vocabulary, [sample]):
            found = accuracy_of(each.weights, [sample])
            shares |= {f"{each.weights.kind} networks": found.pop("networks"), **found}
    if task.teacher == "optimal":
        shares |= _again(sample)
    right = {
        name: {label: round(share * count[label]) for label, share in own.items()}
        for name, own in shares.items()
    }
    return {"status": "labelled", "labels": count, "right": right}


@cache
def _teacher(spec: str, teacher: Teacher) -> Callable[[int], Sample]:
    """Return what labels the DFG of a seed."""
    if teacher == "optimal":
        from solvers.questions.teach_labels import solve

        return solve.Teacher(spec).sample
    if teacher == "planted":
        from learn.labels.planting import Planter

        return Planter(spec).sample
    from learn.labels import iterate

    return iterate.Teacher(array(spec), spec).sample


def _again(sample: Sample) -> dict[str, dict[str, float]]:
    """Return how right the optimal teacher with another seed is, where it finds mappings then."""
    from learn.labels.accuracy import label_accuracy

    arch = array(sample.arch)
    problem = Problem(sample.dfg, arch, 1)
    mappings = optimal_mappings(problem, seed=OTHER).mappings
    if not mappings:
        return {}
    tiles = tile_distances(arch)
    labels = [read_labels(sample.flow, problem, each, tiles) for each in mappings]
    return {AGAIN: label_accuracy([(mean_labels(labels), sample.targets())]).right}


def row(spec: str, teacher: Teacher, networks: list[Entry], entries: list[Entry]) -> Row:
    """Return how right all labels are on these DFGs."""
    found = Row(spec, teacher, sum(entry["status"] == NO_LABELS for entry in entries))
    mine = [each for each in networks if teacher in each["teachers"]]
    if not mine:
        found.notes.append(f"no networks of the {teacher} teacher for `{spec}`")
    for each in mine:
        if each["last_seed"] >= FIRST_SEED:
            what = f"trained with seeds up to {each['last_seed']}, and such are used here"
            raise InputError(what, each["file"])
        if each["held_out"] is not None:
            found.trained[f"{each['kind']} networks"] = each["held_out"]
    labelled = [entry for entry in entries if entry["status"] != NO_LABELS]
    for name in dict.fromkeys(name for entry in labelled for name in entry["right"]):
        own = [entry for entry in labelled if name in entry["right"]]
        found.samples[name] = len(own)
        # A label that does not occur counts as right.
        found.shares[name] = {
            label: sum(entry["right"][name][label] for entry in own) / every if every else 1.0
            for label in LABELS
            for every in [sum(entry["labels"][label] for entry in own)]
        }
    return found


def page(rows: list[Row]) -> Parts:
    """Yield the parts of the page."""
    body: list[list[object]] = []
    for spec in dict.fromkeys(row.spec for row in rows):
        body.append([f"`{spec}`", "", "the paper's", "", *(f"{x:.3f}" for x in PAPER[spec])])
        for row in rows:
            if row.spec == spec:
                body += _lines(row)
    yield ABOUT
    yield table(["array", "teacher", "labels", "DFGs", *LABELS], body)
    yield (
        "`held out` are the DFGs that the file of weights was measured on when it was trained; all"
        " other rows are of DFGs labelled for this page. A figure below the paper's is marked ↓,"
        " one below that of trivial labels ✗.\n"
    )
    notes = [f"* {note}\n" for row in rows for note in row.notes]
    for row in rows:
        if row.unlabelled:
            words = f"the {row.teacher} teacher found no labels for {row.unlabelled} DFGs"
            notes.append(f"* `{row.spec}`: {words}\n")
    if notes:
        yield "".join(notes)


def _lines(row: Row) -> list[list[object]]:
    trivial = row.shares.get("trivial", {})
    lines: list[list[object]] = []
    for name, shares in row.trained.items():
        marked = [_marked(row.spec, label, shares, {}) for label in LABELS]
        lines.append(["", row.teacher, f"{name}, held out", "", *marked])
    for name, shares in row.shares.items():
        learned = name.endswith("networks")
        marked = [
            _marked(row.spec, label, shares, trivial) if learned else f"{shares[label]:.3f}"
            for label in LABELS
        ]
        lines.append(["", row.teacher, name, row.samples[name], *marked])
    return lines


def _marked(spec: str, label: str, shares: dict[str, float], trivial: dict[str, float]) -> str:
    below = " ↓" if shares[label] < PAPER[spec][LABELS.index(label)] else ""
    useless = " ✗" if shares[label] < trivial.get(label, 0.0) else ""
    return f"{shares[label]:.3f}{below}{useless}"


if __name__ == "__main__":
    sys.exit(main())
