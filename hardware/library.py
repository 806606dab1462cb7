"""The hardware methods of `xyzmap.Mapped`."""

from __future__ import annotations

import json
from typing import Any

from hardware.configuration.build import configuration
from hardware.configuration_json import configuration_to_json
from hardware.model.realise import Form, difference, realised
from models.data.mapping import Mapping
from models.data.problem import Kind, Problem


def configuration_of(problem: Problem, mapping: Mapping) -> dict[str, Any]:
    """Return the configuration of a legal mapping as in its JSON."""
    made: dict[str, Any] = json.loads(configuration_to_json(configuration(problem, mapping)))
    return made


def difference_of(
    problem: Problem, mapping: Mapping, kind: Kind, iterations: int, seed: int
) -> str | None:
    """Return the first difference between a graph and the words of its mapping; None if equal.

    Words have 64 bits; `kind` is the kind of the register files. Raises `InputError` for a mapping
    without such registers or hardware.
    """
    made = realised(problem, mapping, Form(kind, width=64, iterations=iterations))
    return difference(problem.dfg, made.machine, made.words, seed)
