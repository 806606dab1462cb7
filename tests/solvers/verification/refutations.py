"""What the engine makes of a problem: clauses, mappings, and certificates of refutations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path as File
from typing import Any

import msgspec
import numpy as np
from pysat.solvers import Solver

from models.data.certificate import Arrival, Bound, Placement, Proof
from models.data.mapping import Mapping
from models.data.pins import Pins
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.formats.native_json import mapping_to_json
from models.judge.checker import check
from models.space_time.decode import decode
from models.space_time.progress import rule_pins
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from solvers.backends.cnf import Cnf, Encodings, lower, write_dimacs
from solvers.backends.sat import SatSession
from solvers.certificates.lrat import Trimmed, trim
from solvers.certificates.symbols import write_symbols
from tests.solvers.verification.claims import cycles, write

Assume = Callable[[XyzModel], Arrival | Placement | None]


def encode(
    problem: Problem, horizon: int, encodings: Encodings | None = None, pins: Pins | None = None
) -> tuple[Cnf, list[str], Mapping | None]:
    """Return the CNF, the lines of its symbols, and a mapping if there is one."""
    model = build(problem, horizon)
    rule_pins(model, pins or Pins())
    cnf = lower(model.constraints, encodings)
    symbols: list[str] = []
    write_symbols(model, cnf, symbols.append)
    return cnf, "".join(symbols).splitlines(), solved(model, cnf)


def solved(model: XyzModel, cnf: Cnf) -> Mapping | None:
    with Solver("cadical195", bootstrap_with=cnf.clauses()) as solver:
        for clause in one_way(model):
            solver.add_clause(clause)
        found = solver.solve()
        return decode(model, [v for v in solver.get_model() if v > 0]) if found else None


def one_way(model: XyzModel) -> Iterator[list[int]]:
    """What an issue performs is one way, and nothing is performed without an issue."""
    for i, ways in enumerate(model.index.candidates_of):
        for j, k in np.argwhere(model.z[i]).tolist() if model.index.chosen[i] else ():
            performed = [int(n) for n in model.w[ways, j, k] if n]
            yield from ([-n, int(model.z[i, j, k])] for n in performed)
            yield from ([-one, -other] for one, other in combinations(performed, 2))


def legal(problem: Problem, horizon: int) -> Mapping | None:
    """A reduced legal mapping that is found without windows, if there is one."""
    model = build(problem, horizon, windowed=False)
    mapping = solved(model, lower(model.constraints))
    assert mapping is None or check(problem, mapping) == []
    return mapping


def write_proof(
    folder: File,
    problem: Problem,
    horizon: int,
    encodings: Encodings | None = None,
    pins: Pins | None = None,
    assume: Assume = lambda model: None,
) -> Proof | None:
    """Write the refutation of a horizon, and return it as a bound; None where it has a mapping."""
    model = build(problem, horizon)
    rule_pins(model, pins or Pins())
    assumed = assume(model)
    cnf = lower(model.constraints, encodings)
    trimmed = trimmed_proof(cnf)
    if trimmed is None:
        return None
    name = f"horizon-{horizon}"
    with (folder / f"{name}.cnf").open("w") as file:
        write_dimacs(cnf, file.write)
    with (folder / f"{name}.symbols").open("w") as file:
        write_symbols(model, cnf, file.write)
    (folder / f"{name}.lrat").write_bytes(of_all_clauses(trimmed, cnf.clause_count))
    names = (f"{name}.{ending}" for ending in ("cnf", "symbols", "lrat"))
    if isinstance(assumed, Placement):
        return Proof(horizon, *names, placement=assumed)
    return Proof(horizon, *names, arrival=assumed)


def trimmed_proof(cnf: Cnf) -> Trimmed | None:
    """What a solver's refutation needs; None where there is a mapping."""
    if cnf.has_empty_clause:
        empty = [len(clause) for clause in cnf.clauses()].index(0)
        return Trimmed([empty], bytes((ord("a"), 4, 0, 2, 0)))
    session = SatSession(cnf, "cadical195", proof=True)
    refuted = not session.solve().satisfiable
    found = trim(session.proof(), cnf.clause_count) if refuted else None
    session.close()
    return found


def of_all_clauses(trimmed: Trimmed, count: int) -> bytes:
    """The same proof with the numbers that its clauses have among all of the CNF."""
    needed = len(trimmed.clauses)

    def number(own: int) -> int:
        return trimmed.clauses[own - 1] + 1 if own <= needed else own - needed + count

    steps = read_steps(trimmed.lrat) or []
    return written(
        [Step(s.letter, number(s.number), s.literals, [*map(number, s.hints)]) for s in steps]
    )


def first_mapping(problem: Problem, horizons: range) -> tuple[Mapping | None, list[int]]:
    """The first mapping within `horizons`, and the horizons before it that have none."""
    refuted = []
    for horizon in horizons:
        try:
            mapping = encode(problem, horizon)[2]
        except InfeasibleError:
            return None, []
        if mapping is not None:
            return mapping, refuted
        refuted.append(horizon)
    return None, refuted


def write_claim(
    folder: File, problem: Problem, bounds: list[Bound], mapping: Mapping | None = None, **more: Any
) -> None:
    """Write an optimal certificate, or an infeasible one when there is no mapping."""
    if mapping is not None:
        value = mapping.horizon
        more = {"status": "optimal", "value": value, "lower_bound": value, "horizon": None,
                "mapping": "mapping.json", **more}  # fmt: skip
        (folder / "mapping.json").write_text(mapping_to_json(mapping))
    write(cycles(problem, *bounds, **msgspec.to_builtins(more)), folder)


@dataclass
class Step:
    """A step; of a deletion, `hints` are the identifiers that are deleted."""

    letter: int
    number: int = 0
    literals: list[int] = field(default_factory=list)
    hints: list[int] = field(default_factory=list)


def written(steps: list[Step]) -> bytes:
    """Return the bytes of the steps."""
    found = bytearray()
    for step in steps:
        found.append(step.letter)
        added = [step.number, *step.literals, 0] if step.letter == ord("a") else []
        for value in [*added, *step.hints, 0]:
            rest = 2 * abs(value) + (value < 0)
            while rest > 127:
                found.append(rest & 127 | 128)
                rest >>= 7
            found.append(rest)
    return bytes(found)


def read_steps(data: bytes) -> list[Step] | None:
    """Return the steps of a proof; None where it is none in binary LRAT."""
    place, steps = 0, []

    def one() -> int:
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return -(value >> 1) if value & 1 else value >> 1

    try:
        while place < len(data):
            letter = data[place]
            place += 1
            if letter not in b"ad":
                return None
            number = one() if letter == ord("a") else 0
            literals = list(iter(one, 0)) if letter == ord("a") else []
            steps.append(Step(letter, number, literals, list(iter(one, 0))))
    except IndexError:
        return None
    return steps
