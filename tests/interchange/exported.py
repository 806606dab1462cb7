"""Readers of exported models, independent of what writes them: each returns a solution."""

from __future__ import annotations

import re
from pathlib import Path

from interchange.export import names as symbol_names
from models.space_time.xyz_model import XyzModel


def true_in_cnf(path: Path) -> list[int] | None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver("glucose3", bootstrap_with=CNF(from_file=str(path)).clauses) as solver:
        return [v for v in solver.get_model() if v > 0] if solver.solve() else None


TERMS = r"(?:[+-]\d+ x\d+ )+"
CONSTRAINT = re.compile(rf"({TERMS})>= (-?\d+) ;")


def read_opb(path: Path) -> tuple[list[tuple[dict[int, int], int]], dict[int, str], int]:
    """Return constraints (coefficients and the least sum), the names, and the variables."""
    header, *lines = path.read_text(encoding="utf-8").split("\n")
    counts = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", header)
    assert counts is not None and lines.pop() == ""
    names, constraints = {}, []
    for line in lines:
        if line.startswith("*"):
            if re.fullmatch(r"\* x\d+ \S+", line):
                _, number, name = line.split()
                names[int(number[1:])] = name
            continue
        found = CONSTRAINT.fullmatch(line)
        assert found is not None, line
        words = found[1].split()
        terms = {int(x[1:]): int(c) for c, x in zip(words[::2], words[1::2], strict=True)}
        assert len(terms) == len(words) // 2, "a variable is there twice"
        constraints.append((terms, int(found[2])))
    assert len(constraints) == int(counts[2])
    assert {v for terms, _ in constraints for v in terms} <= set(range(1, int(counts[1]) + 1))
    return constraints, names, int(counts[1])


def true_in_opb(path: Path) -> list[int] | None:
    """Solve by cardinalities: with coefficients ±1, a sum counts literals."""
    from pysat.solvers import Solver

    constraints, names, variables = read_opb(path)
    assert len(names) == variables == len(set(names.values()))
    with Solver("minicard") as solver:
        for terms, least in constraints:
            assert set(terms.values()) <= {-1, 1}
            false = [-v * c for v, c in terms.items()]
            most = len(terms) - (least + list(terms.values()).count(-1))
            if most < 0:
                solver.append_formula([[1], [-1]])
            else:
                solver.add_atmost(false, most)
        return [v for v in solver.get_model() if v > 0] if solver.solve() else None


def true_in_linear(path: Path, model: XyzModel) -> list[int] | None:
    import highspy

    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    lp = highs.getLp()
    assert set(lp.integrality_) <= {highspy.HighsVarType.kInteger}
    assert len(set(lp.row_names_)) == lp.num_row_
    assert set(lp.row_names_) == set(symbol_names.row_names(model.constraints))
    highs.run()
    if highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
        return None
    assert highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
    # A reader may number the columns as it likes; the names say which is which.
    number = {name: v for v, name in enumerate(symbol_names.names_of(model), 1)}
    values = highs.getSolution().col_value
    return [number[n] for n, x in zip(lp.col_names_, values, strict=True) if x > 0.5]


def true_in_proto(path: Path, model: XyzModel) -> list[int] | None:
    from google.protobuf import text_format
    from ortools.sat import cp_model_pb2
    from ortools.sat.python import cp_model

    proto = cp_model_pb2.CpModelProto()
    if path.suffix == ".pbtxt":
        text_format.Parse(path.read_text(encoding="utf-8"), proto)
    else:
        proto.ParseFromString(path.read_bytes())
    assert [v.name for v in proto.variables] == symbol_names.names_of(model)
    assert [row.name for row in proto.constraints] == symbol_names.row_names(model.constraints)
    made = cp_model.CpModel()
    assert made.proto.parse_text_format(str(proto))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(made)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    if status == cp_model.INFEASIBLE:
        return None
    return [v for v, value in enumerate(solver.response_proto.solution, 1) if value]


def decided(path: Path, model: XyzModel) -> list[int] | None:
    if path.suffix == ".cnf":
        return true_in_cnf(path)
    if path.suffix == ".opb":
        return true_in_opb(path)
    if path.suffix in (".lp", ".mps"):
        return true_in_linear(path, model)
    return true_in_proto(path, model)
