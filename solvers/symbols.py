"""The symbol table of a CNF: what every variable means, for certificates and exports.

Text, one line each: `x VAR VALUE COMPONENT CYCLE`, `y VAR VALUE PATH CYCLE`,
`z VAR OPERATION COMPONENT CYCLE`, `done VAR OPERATION CYCLE`,
`latch VAR VALUE PATH COMPONENT CYCLE`, `drive VAR VALUE PATH COMPONENT CYCLE`. Auxiliaries of
encodings: `template ID N BOUND AUX`, then AUX lines `define THRESHOLD LOCAL…` ("at least
THRESHOLD of these of the 1 … N literals are true"), then `group ID FIRST_AUX LITERAL…`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.constraint_model import Literals
from models.xyz import XyzModel
from solvers.cnf import Cnf


def write_symbols(model: XyzModel, cnf: Cnf, write: Callable[[str], object]) -> None:
    """Write the symbol table of `cnf`, which was lowered from `model` without guards."""
    problem = model.problem
    values = model.index.values
    components = [component.name for component in problem.arch.components]
    paths = [path.name for path in problem.arch.paths]
    for kind, array, places in (("x", model.x, components), ("y", model.y, paths)):
        _write_array(kind, array, values, places, write)
    _write_array("z", model.z, values, components, write)
    for operation, done in model.done.items():
        for k, variable in enumerate(done.tolist()):
            write(f"done {variable} {values[operation]} {k}\n")
    for kind, ends in (("latch", model.ports.latched), ("drive", model.ports.driven)):
        for (h, j), own in ends.items():
            for i, k in np.argwhere(own).tolist():
                write(f"{kind} {own[i, k]} {values[i]} {paths[h]} {components[j]} {k}\n")
    _write_groups(cnf, write)


def _write_array(
    kind: str,
    array: Literals,
    values: tuple[str, ...],
    places: list[str],
    write: Callable[[str], object],
) -> None:
    cells = np.argwhere(array)
    variables = array[array > 0].tolist()
    write(
        "".join(
            f"{kind} {variable} {values[i]} {places[j]} {k}\n"
            for variable, (i, j, k) in zip(variables, cells.tolist(), strict=True)
        )
    )


def _write_groups(cnf: Cnf, write: Callable[[str], object]) -> None:
    numbers: dict[int, int] = {}
    for group in cnf.encoded:
        template = group.template
        if id(template) not in numbers:
            numbers[id(template)] = len(numbers)
            write(
                f"template {numbers[id(template)]} {template.n} {template.bound} {template.aux}\n"
            )
            for subset, threshold in template.definitions:
                write(f"define {threshold} {' '.join(map(str, subset))}\n")
        for g, row in enumerate(group.rows.tolist()):
            first = group.first_aux + g * template.aux
            write(f"group {numbers[id(template)]} {first} {' '.join(map(str, row))}\n")
