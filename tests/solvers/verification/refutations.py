"""What the engine makes of a problem: clauses, mappings, and certificates of refutations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from models.formats.mapping_json import mapping_to_json
from models.judge.checker import check
from models.space_time.decode import decode
from models.space_time.progress import rule_pins
from models.space_time.xyz import build
from models.space_time.xyz_model import XyzModel
from solvers.backends.cnf import Cnf, Encodings, lower, write_dimacs
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
    with Solver("cadical195", with_proof=True, bootstrap_with=cnf.clauses()) as solver:
        if solver.solve():
            return None
        lemmas = "".join(f"{line}\n" for line in solver.get_proof() or ["0"])
    name = f"horizon-{horizon}"
    for ending, put in (
        ("cnf", lambda to: write_dimacs(cnf, to)),
        ("symbols", lambda to: write_symbols(model, cnf, to)),
        ("drat", lambda to: to(lemmas)),
    ):
        with (folder / f"{name}.{ending}").open("w") as file:
            put(file.write)
    names = (f"{name}.{ending}" for ending in ("cnf", "symbols", "drat"))
    if isinstance(assumed, Placement):
        return Proof(horizon, *names, placement=assumed)
    return Proof(horizon, *names, arrival=assumed)


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
