"""The door of learning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shell.guests import Entry, Guest, Labelling, is_there
from shell.parser import Main
from xyzmap_packages import PREFIX

if TYPE_CHECKING:
    from solvers.questions.kinds import Kind


def _labels() -> Main:
    from learn.labels.__main__ import main

    return main


def _teach_labels() -> Main:
    from learn.labels.teach.__main__ import main

    return main


def _intervals() -> Main:
    from learn.intervals.__main__ import main

    return main


def _ppo() -> Main:
    from learn.ppo.__main__ import main

    return main


def _labelling() -> Labelling:
    from learn.labels.predict import labels_for

    return labels_for


def _labels_sweep() -> Kind:
    from learn.labels.teach.teach_options import TeachLabelsOptions
    from solvers.questions.kinds import Kind

    module, arrays = f"{PREFIX}learn.labels.teach", ("architectures",)
    return Kind(module, TeachLabelsOptions, arrays, "samples", None, lines=True)


def _intervals_sweep() -> Kind:
    from learn.intervals.intervals_options import GenerateOptions
    from solvers.questions.kinds import Kind

    return Kind(
        f"{PREFIX}learn.intervals",
        GenerateOptions,
        (),
        "samples",
        None,
        lines=True,
        first=("generate",),
        always=("--jobs", "1"),
    )


MANY = "ask many questions, or many solvers"
SERVED = {"intervals": "programs", "ppo": "streaming"}
"""Packages of this guest that serve another one, and go with it."""


def _is_of_use(name: str) -> bool:
    return name not in SERVED or is_there(SERVED[name])


COMMANDS = {
    "labels": Entry(_labels, MANY, "labels that guide annealing: samples, training, accuracy"),
    "teach-labels": Entry(_teach_labels, MANY, "labels of random DFGs, from proven minima"),
    "intervals": Entry(_intervals, MANY, "predicted IIs: data, training, accuracy"),
    "ppo": Entry(_ppo, MANY, "the policy of the streaming engine: training, measuring"),
}
SWEEPS = {"labels": _labels_sweep, "intervals": _intervals_sweep}

GUEST = Guest(
    name="learn",
    commands={name: entry for name, entry in COMMANDS.items() if _is_of_use(name)},
    labels=_labelling,
    sweeps={name: kind for name, kind in SWEEPS.items() if _is_of_use(name)},
)
