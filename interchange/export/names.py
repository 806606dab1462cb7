"""Names of variables and rows that state their meaning, in characters that every format accepts.

Names consist of letters, digits and `_` and begin with a lower-case letter. If names of values or
components become equal in these characters, both get `.` and a number.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict

import numpy as np

from models.data.computation import Read, Wire
from models.space_time.constraint_model import ConstraintModel, Literals
from models.space_time.xyz_model import XyzModel

LONGEST = 200
"""Readers of LP and MPS files stop at 255 characters, or soon after."""

UNFIT = re.compile(r"[^A-Za-z0-9_]")


def names_of(model: XyzModel) -> list[str]:
    """Return the name of every variable of `model`; variable v is in place v - 1.

    `x_VALUE_COMPONENT_CYCLE`, `y_VALUE_PATH_CYCLE`, `z_VALUE_COMPONENT_CYCLE`;
    `way_VALUE_COMPONENT_CYCLE_from_OPERANDS` for a value with several candidates;
    `done_OPERATION_CYCLE`, `latch_` and `drive_VALUE_PATH_COMPONENT_CYCLE`; `q_BLOCK_OUTPUT_INPUT`
    and `p_BLOCK_OUTPUT_COMPONENT_CYCLE` of exchangers and sorters, and `v_NUMBER` for variables in
    no array of the model.
    """
    names = [f"v_{number}" for number in range(1, model.constraints.variables + 1)]
    index = model.index
    values = index.values
    components = [component.name for component in model.problem.arch.components]
    paths = [path.name for path in model.problem.arch.paths]
    for kind, array, places in (
        ("x", model.x, components),
        ("y", model.y, paths),
        ("z", model.z, components),
        *((kind, own, components) for kind, own in model.marks.items()),
    ):
        cells = np.argwhere(array).tolist()
        for variable, (i, j, k) in zip(array[array > 0].tolist(), cells, strict=True):
            names[variable - 1] = f"{kind}_{values[i]}_{places[j]}_{k}"
    for n, way in enumerate(index.candidates):
        if index.chosen[way.value]:
            reads = "_".join(map(_operand, way.candidate.operands))
            for (j, k), variable in _cells(model.w[n]):
                place = f"{values[way.value]}_{components[j]}_{k}"
                names[variable - 1] = f"way_{place}_from_{reads}"
    for setting, variable in model.q.items():
        names[variable - 1] = f"q_{setting.block}_{setting.output}_{setting.input}"
    for wire, array in model.p.items():
        for (j, k), variable in _cells(array):
            names[variable - 1] = f"p_{wire.block}_{wire.output}_{components[j]}_{k}"
    for operation, done in model.done.items():
        for k, variable in enumerate(done.tolist()):
            names[variable - 1] = f"done_{values[operation]}_{k}"
    for kind, ends in (("latch", model.ports.latched), ("drive", model.ports.driven)):
        for (h, j), array in ends.items():
            for (i, k), variable in _cells(array):
                names[variable - 1] = f"{kind}_{values[i]}_{paths[h]}_{components[j]}_{k}"
    return unique(names)


def row_names(constraints: ConstraintModel) -> list[str]:
    """Return the names of the rows, in the order of `solvers.backends.linear.rows_of`.

    `clause_FAMILY_NUMBER`, the number being that within the family; `limit_FAMILY_OBJECT_CYCLE`.
    """
    names: list[str] = []
    reached: dict[str, int] = defaultdict(int)
    for block in constraints.clauses:
        first = reached[block.family]
        reached[block.family] += len(block.rows)
        names += [f"clause_{block.family}_{n}" for n in range(first, reached[block.family])]
    for group in constraints.groups:
        names += [f"limit_{group.family}_{place.name}_{place.cycle}" for place in group.places]
    return unique(names)


def unique(names: list[str]) -> list[str]:
    """Return unique names in the allowed characters."""
    fit = [UNFIT.sub("_", name)[:LONGEST] for name in names]
    count = Counter(fit)
    # No fit name has a dot, so these cannot be those of others.
    return [n if count[n] == 1 else f"{n}.{number}" for number, n in enumerate(fit, 1)]


def _cells(array: Literals) -> list[tuple[list[int], int]]:
    """The places of an array's variables, and the variables."""
    return list(zip(np.argwhere(array).tolist(), array[array > 0].tolist(), strict=True))


def _operand(read: Read) -> str:
    if isinstance(read, Wire):
        return f"block{read.block}_{read.output}"
    return f"{read.value}_back{read.distance}" if read.distance else read.value
