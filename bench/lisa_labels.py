"""How right the predicted labels are: `python -m bench.lisa_labels` (Table II of LISA).

For every array and both teachers: random DFGs of seeds that no training used are labelled by the
teacher, and compared with what the networks of that teacher predict, and with labels that need no
learning. Writes `docs/results/lisa_labels.md`. The teachers' labels are kept in `--data FOLDER`,
so that an interrupted run goes on where it was.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from bench.frame import Asker, Namespace, Parts, bench, jobs, option, some
from bench.lisa_sets import ARRAYS, array
from bench.lisa_weights import WEIGHTS, Shelf, Trained
from bench.page import table
from heuristics.labels.flow import Flow
from heuristics.labels.labels import mean_labels, read_labels
from heuristics.labels.tiles import tile_distances
from learn.labels.samples import Sample, Teacher, read_samples
from learn.labels.weights import ANY
from models.data.problem import Problem
from models.errors import InputError
from models.process.command import natural
from solvers.questions.teach_labels.optimal_mappings import optimal_mappings

FIRST_SEED = 900_000
"""Training uses seeds far below; those of `learn.labels` end at a million."""

OTHER = 1000
"""The seed with which the teacher is asked again."""

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
    """Accuracies against one teacher on one array, by whose labels they are."""

    spec: str
    teacher: Teacher
    samples: int = 0
    unlabelled: int = 0
    shares: dict[str, dict[str, float]] = field(default_factory=dict)
    trained: dict[str, dict[str, float]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    again: dict[str, float] = field(default_factory=dict)
    asked_again: int = 0


@bench(
    "lisa_labels",
    "Accuracy of predicted labels",
    option("--count", type=natural, default=100, metavar="N", help="DFGs for each"),
    jobs(2),
    some("--only", ARRAYS, "ARRAY"),
    some("--teachers", TEACHERS, "TEACHER"),
    option(
        "--data",
        type=Path,
        default=Path("out/labels"),
        metavar="FOLDER",
        help="what the teachers say is kept here (default out/labels)",
    ),
    WEIGHTS,
)
def main(options: Namespace, _: Asker) -> Parts:
    """Label and measure."""
    shelf = Shelf(options.weights)
    rows = []
    for spec in options.only:
        for teacher in options.teachers:
            labelled = samples(spec, teacher, options.count, options.jobs, options.data)
            rows.append(measured(spec, teacher, labelled, list(shelf.of(array(spec)))))
    yield from page(rows)


def samples(spec: str, teacher: Teacher, count: int, jobs: int, data: Path) -> list[Sample]:
    """Return what a teacher says of unseen DFGs, those labelled before included.

    Raises `InputError` where the teacher fails.
    """
    if count == 0:
        return []
    data.mkdir(parents=True, exist_ok=True)
    word = "".join(c if c.isalnum() else "-" for c in spec)
    path = data / f"unseen-{word}-{teacher}.jsonl"
    command = [sys.executable, "-m", "learn.labels", "generate", spec, "--teacher", teacher]
    command += ["--count", str(count), "--seed", str(FIRST_SEED), "--jobs", str(jobs)]
    code = subprocess.run([*command, "--out", str(path)], check=False).returncode
    if code:
        raise InputError(f"the teacher '{teacher}' ended with exit code {code}", spec)
    wanted = range(FIRST_SEED, FIRST_SEED + count)
    return [sample for sample in read_samples(str(path)) if sample.seed in wanted]


def measured(spec: str, teacher: Teacher, labelled: list[Sample], trained: list[Trained]) -> Row:
    """Return how right all labels are on these samples; networks of this teacher only."""
    from learn.labels.accuracy import accuracy_of, known_samples

    row = Row(spec, teacher)
    row.unlabelled = sum(sample.labels is None for sample in labelled)
    mine = [each for each in trained if teacher in each.weights.training.teachers]
    if not mine:
        row.notes.append(f"no networks of the {teacher} teacher for `{spec}`")
    for each in mine:
        kind = f"{each.weights.kind} networks"
        last = each.weights.training.last_seed
        if last >= FIRST_SEED:
            what = f"trained with seeds up to {last}, and such are used here"
            raise InputError(what, str(each.path))
        if "networks" in each.weights.accuracy and each.weights.fingerprint != ANY:
            row.trained[kind] = each.weights.accuracy["networks"]
        known = known_samples(each.weights.vocabulary, labelled)
        if known:
            row.samples = len(known)
            found = accuracy_of(each.weights, known)
            row.shares[kind] = found.pop("networks")
            row.shares |= found
    if teacher == "optimal":
        row.again, row.asked_again = again(labelled)
    return row


def again(labelled: list[Sample]) -> tuple[dict[str, float], int]:
    """Return how right the optimal teacher with another seed is, and of how many DFGs."""
    from learn.labels.accuracy import label_accuracy

    both = []
    for sample in labelled:
        if sample.labels is not None:
            dfg, arch = sample.dfg, array(sample.arch)
            problem = Problem(dfg, arch, 1)
            mappings = optimal_mappings(problem, seed=OTHER).mappings
            if mappings:
                flow, tiles = Flow.of(dfg), tile_distances(arch)
                labels = [read_labels(flow, problem, each, tiles) for each in mappings]
                both.append((mean_labels(labels), sample.targets()))
    return label_accuracy(both).right, len(both)


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
        needed = name not in ("trivial", "late", "initial")
        marked = [
            _marked(row.spec, label, shares, trivial) if needed else f"{shares[label]:.3f}"
            for label in LABELS
        ]
        lines.append(["", row.teacher, name, row.samples, *marked])
    if row.asked_again:
        told = [f"{row.again[label]:.3f}" for label in LABELS]
        lines.append(["", row.teacher, "teacher again", row.asked_again, *told])
    return lines


def _marked(spec: str, label: str, shares: dict[str, float], trivial: dict[str, float]) -> str:
    below = " ↓" if shares[label] < PAPER[spec][LABELS.index(label)] else ""
    useless = " ✗" if shares[label] < trivial.get(label, 0.0) else ""
    return f"{shares[label]:.3f}{below}{useless}"


if __name__ == "__main__":
    sys.exit(main())
