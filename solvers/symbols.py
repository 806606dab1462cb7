"""The symbol table of a CNF: what every variable means, for certificates and exports.

Text, one line each: `x VAR VALUE COMPONENT CYCLE`, `y VAR VALUE PATH CYCLE`,
`z VAR OPERATION COMPONENT CYCLE`, `done VAR OPERATION CYCLE`,
`latch VAR VALUE PATH COMPONENT CYCLE`, `drive VAR VALUE PATH COMPONENT CYCLE`,
`route VAR VALUE COMPONENT CYCLE` (stored in passing, in a slot). `chains MOST UNIT PATH…` says
what chains of transfers within a cycle weigh: UNIT a hop, and 1 over each PATH; all are needed with
at most MOST; and `chain VAR VALUE PATH N CYCLE`: by a chain of at most N. Where a value can
be computed in several ways, `way VAR VALUE COMPONENT CYCLE OPERATOR`, followed by `OPERAND
DISTANCE` for every operand. A partial result that the DFG does not have is introduced by `part
NAME OPERATOR`, followed by `LEAF DISTANCE` for everything that it is made of. Auxiliaries of
encodings: `template ID N BOUND AUX`, then AUX lines `define THRESHOLD LOCAL…` ("at least
THRESHOLD of these of the 1 … N literals are true"), then `group ID FIRST_AUX LITERAL…`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from models.constraint_model import Literals
from models.dfg import Operand
from models.index_array import circling
from models.xyz import XyzModel
from models.xyz_switches import chain_limit
from solvers.cnf import Cnf


def write_symbols(model: XyzModel, cnf: Cnf, write: Callable[[str], object]) -> None:
    """Write the symbol table of `cnf`, which was lowered from `model` without guards.

    What the control signals of exchangers and sorters mean is not written.
    """
    _write_parts(model, write)
    problem = model.problem
    values = model.index.values
    components = [component.name for component in problem.arch.components]
    paths = [path.name for path in problem.arch.paths]
    for kind, array, places in (("x", model.x, components), ("y", model.y, paths)):
        _write_array(kind, array, values, places, write)
    _write_array("z", model.z, values, components, write)
    _write_array("route", model.routes, values, components, write)
    _write_chains(model, paths, write)
    _write_ways(model, components, write)
    for operation, done in model.done.items():
        for k, variable in enumerate(done.tolist()):
            write(f"done {variable} {values[operation]} {k}\n")
    for kind, ends in (("latch", model.ports.latched), ("drive", model.ports.driven)):
        for (h, j), own in ends.items():
            for i, k in np.argwhere(own).tolist():
                write(f"{kind} {own[i, k]} {values[i]} {paths[h]} {components[j]} {k}\n")
    _write_groups(cnf, write)


def _write_chains(model: XyzModel, paths: list[str], write: Callable[[str], object]) -> None:
    limit = chain_limit(model.index)
    if limit is None or not model.grounded:
        return
    unit = 0 if model.problem.arch.max_hops is None else limit.unit
    around = "".join(f" {paths[h]}" for h in sorted(circling(model.index)))
    write(f"chains {len(model.chains)} {unit}{around}\n")
    for n, layer in enumerate(model.chains):
        for i, h, k in np.argwhere(layer).tolist():
            write(f"chain {layer[i, h, k]} {model.index.values[i]} {paths[h]} {n} {k}\n")


def _write_parts(model: XyzModel, write: Callable[[str], object]) -> None:
    for name, key in model.index.computation.keys.items():
        if key[0] == "subset":
            _, operator, leaves = key
            assert isinstance(leaves, tuple)
            write(f"part {name} {operator}{''.join(map(_operand, leaves))}\n")


def _write_ways(model: XyzModel, components: list[str], write: Callable[[str], object]) -> None:
    index = model.index
    for n, way in enumerate(index.ways):
        if index.chosen[way.value]:
            name, performed = index.values[way.value], way.candidate
            reads = "".join(_operand(o) for o in performed.operands if isinstance(o, Operand))
            for j, k in np.argwhere(model.w[n]).tolist():
                place = f"{name} {components[j]} {k}"
                write(f"way {model.w[n, j, k]} {place} {performed.operator}{reads}\n")


def _operand(read: Operand) -> str:
    return f" {read.value} {read.distance}"


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
