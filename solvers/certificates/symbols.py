"""The symbol table of a CNF: the meaning of every variable, for certificates and exports.

Text, one line each: `x VAR VALUE COMPONENT CYCLE`, `y VAR VALUE PATH CYCLE`, `z VAR OPERATION
COMPONENT CYCLE`, `done VAR OPERATION CYCLE`, `latch VAR VALUE PATH COMPONENT CYCLE`, `drive VAR
VALUE PATH COMPONENT CYCLE`, `route VAR VALUE COMPONENT CYCLE` (stored in passing, in a slot),
and lines of the same form for other variables of a value, a component and a cycle. `cell VAR
CONSTRAINT SIDE KEY`: some fact of a side of a user's constraint, which is counted by its place, has
a key, whose words are quoted as in URLs and joined by `/`.
`chains MOST UNIT PATH…` gives the weights of chains of transfers within a cycle: UNIT a hop, and 1
over each PATH; all are needed with at most MOST; and `chain VAR VALUE PATH N CYCLE`: by a chain of
at most N. For a value with several candidates, `way VAR VALUE COMPONENT CYCLE OPERATOR`, followed
by `OPERAND DISTANCE` for every operand. A partial result that the DFG does not have is introduced
by `part NAME OPERATOR`, followed by `LEAF DISTANCE` for each of its leaves. Auxiliaries of
encodings: `template ID N BOUND AUX`, then AUX lines `define THRESHOLD LOCAL…` ("at least THRESHOLD
of these of the 1 … N literals are true"; with a line `weights` before them, one weight for each
literal, their sum is), then `group ID FIRST_AUX LITERAL…`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import count
from urllib.parse import quote

import numpy as np

from encoders.template import Template
from models.data.dfg import Operand
from models.space_time.constraint_model import Literals
from models.space_time.index_array import circling
from models.space_time.transfers import chain_limit
from models.space_time.xyz_model import XyzModel
from solvers.backends.cnf import Cnf

Write = Callable[[str], object]


def write_symbols(
    model: XyzModel, cnf: Cnf, write: Write, used: Collection[int] | None = None
) -> None:
    """Write the symbol table of `cnf`, which was lowered from `model` without guards.

    With `used`, only of these variables, and of the groups that their auxiliaries belong to.
    Control signals of exchangers and sorters are not described.
    """
    groups = _groups(cnf, used)
    if used is not None:
        used = {*used, *(abs(n) for _, _, row in groups for n in row)}
    table = _Table(model, write, used)
    _write_parts(model, write)
    problem = model.problem
    components = [component.name for component in problem.arch.components]
    paths = [path.name for path in problem.arch.paths]
    table.array("x", model.x, components)
    table.array("y", model.y, paths)
    table.array("z", model.z, components)
    for kind, own in {"route": model.routes, **model.marks}.items():
        table.array(kind, own, components)
    for (number, side, *key), variable in model.cells.items():
        words = "/".join(quote(str(word), safe="") for word in key)
        table.line(variable, "cell", f"{number} {side} {words}")
    _write_chains(table, paths)
    _write_ways(table, components)
    values = model.index.values
    for operation, done in model.done.items():
        for k, variable in enumerate(done.tolist()):
            table.line(variable, "done", f"{values[operation]} {k}")
    for kind, ends in (("latch", model.ports.latched), ("drive", model.ports.driven)):
        for (h, j), own in ends.items():
            for i, k in np.argwhere(own).tolist():
                place = f"{paths[h]} {components[j]} {k}"
                table.line(own[i, k], kind, f"{values[i]} {place}")
    _write_groups(groups, write)


@dataclass(frozen=True)
class _Table:
    """Writes the lines of variables that are used; `None` are all."""

    model: XyzModel
    write: Write
    used: Collection[int] | None

    def line(self, variable: int, kind: str, meaning: str) -> None:
        if self.used is None or variable in self.used:
            self.write(f"{kind} {variable} {meaning}\n")

    def array(self, kind: str, array: Literals, places: list[str]) -> None:
        values, variables = self.model.index.values, array[array > 0].tolist()
        cells = np.argwhere(array).tolist()
        for variable, (i, j, k) in zip(variables, cells, strict=True):
            self.line(variable, kind, f"{values[i]} {places[j]} {k}")


def _write_chains(table: _Table, paths: list[str]) -> None:
    model = table.model
    limit = chain_limit(model.index)
    if limit is None or not model.grounded:
        return
    unit = 0 if model.problem.arch.max_hops is None else limit.unit
    around = "".join(f" {paths[h]}" for h in sorted(circling(model.index)))
    table.write(f"chains {len(model.chains)} {unit}{around}\n")
    for n, layer in enumerate(model.chains):
        for i, h, k in np.argwhere(layer).tolist():
            table.line(layer[i, h, k], "chain", f"{model.index.values[i]} {paths[h]} {n} {k}")


def _write_parts(model: XyzModel, write: Write) -> None:
    for name, key in model.index.computation.keys.items():
        if key[0] == "subset":
            _, operator, leaves = key
            assert isinstance(leaves, tuple)
            write(f"part {name} {operator}{''.join(map(_operand, leaves))}\n")


def _write_ways(table: _Table, components: list[str]) -> None:
    model, index = table.model, table.model.index
    for n, way in enumerate(index.candidates):
        if index.chosen[way.value]:
            name, performed = index.values[way.value], way.candidate
            reads = "".join(_operand(o) for o in performed.operands if isinstance(o, Operand))
            for j, k in np.argwhere(model.w[n]).tolist():
                place = f"{name} {components[j]} {k}"
                table.line(model.w[n, j, k], "way", f"{place} {performed.operator}{reads}")


def _operand(read: Operand) -> str:
    return f" {read.value} {read.distance}"


def _groups(cnf: Cnf, used: Collection[int] | None) -> list[tuple[Template, int, list[int]]]:
    """The groups of which an auxiliary is used: template, first auxiliary, literals."""
    found = []
    for group in cnf.encoded:
        aux = group.template.aux
        for first, row in zip(count(group.first_aux, aux), group.rows.tolist(), strict=False):
            if used is None or any(n in used for n in range(first, first + aux)):
                found.append((group.template, first, row))
    return found


def _write_groups(groups: list[tuple[Template, int, list[int]]], write: Write) -> None:
    numbers: dict[int, int] = {}
    for template, first, row in groups:
        if id(template) not in numbers:
            numbers[id(template)] = len(numbers)
            write(
                f"template {numbers[id(template)]} {template.n} {template.bound} {template.aux}\n"
            )
            if template.weights:
                write(f"weights {' '.join(map(str, template.weights))}\n")
            for subset, threshold in template.definitions:
                write(f"define {threshold} {' '.join(map(str, subset))}\n")
        write(f"group {numbers[id(template)]} {first} {' '.join(map(str, row))}\n")
