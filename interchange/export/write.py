"""Models as files of other tools: DIMACS, pseudo-Boolean, linear programs, CP-SAT."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interchange.export.export_options import NEEDS
from models.formats.text_files import require_place
from models.text import n_cycles

if TYPE_CHECKING:
    from models.space_time.xyz_model import XyzModel
    from solvers.backends.cnf import Encodings
    from solvers.backends.linear import Rows


def ending_of(path: str) -> str:
    """Return the ending. Raises `InputError` if no file can be written."""
    from models.errors import InputError, unknown
    from solvers.backends.registry import BACKENDS

    ending = os.path.splitext(path)[1]
    if ending not in NEEDS:
        raise InputError(unknown("ending", ending, NEEDS), path or "FILE")
    needed = NEEDS[ending]
    lacking = None if needed is None else BACKENDS[needed].missing()
    if lacking is not None:
        raise InputError(f"cannot write {ending}: {lacking}", path)
    require_place(path)
    return ending


def write_model(model: XyzModel, path: str, encodings: Encodings | None = None) -> list[str]:
    """Write `model` in the format of the path's ending; return the paths of the written files.

    An existing file is replaced only when the new one is complete. Raises `InputError`.
    """
    import tempfile

    from models.errors import InputError

    ending = ending_of(path)
    folder = os.path.dirname(os.path.realpath(path))
    try:
        with tempfile.TemporaryDirectory(prefix=".xyzmap-", dir=folder) as scratch:
            _write(model, os.path.join(scratch, f"model{ending}"), ending, encodings)
            tails = sorted(name.removeprefix(f"model{ending}") for name in os.listdir(scratch))
            for tail in tails:
                made = os.path.join(scratch, f"model{ending}{tail}")
                os.replace(made, os.path.realpath(path + tail))
    except OSError as error:
        raise InputError(f"cannot write: {error.strerror or error}", path) from None
    return [path + tail for tail in tails]


def _write(model: XyzModel, path: str, ending: str, encodings: Encodings | None) -> None:
    if ending == ".cnf":
        _write_cnf(model, path, encodings)
    elif ending == ".opb":
        with open(path, "w", encoding="utf-8") as file:
            write_opb(model, file.write)
    elif ending == ".lp":
        _write_lp(model, path)
    elif ending == ".mps":
        _write_mps(model, path)
    else:
        _write_cp_sat(model, path)


def _write_cnf(model: XyzModel, path: str, encodings: Encodings | None) -> None:
    from solvers.backends.cnf import lower, write_dimacs
    from solvers.certificates.symbols import write_symbols

    cnf = lower(model.constraints, encodings)
    with open(path, "w", encoding="ascii") as file:
        write_dimacs(cnf, file.write)
    with open(f"{path}.symbols", "w", encoding="utf-8") as file:
        write_symbols(model, cnf, file.write)


def write_opb(model: XyzModel, write: Callable[[str], object]) -> None:
    """Write the model in the linear format of the pseudo-Boolean competitions."""
    import numpy as np

    rows = rows_with_terms(model)
    limits = np.count_nonzero(np.isfinite(rows.lower)) + np.count_nonzero(np.isfinite(rows.upper))
    write(f"* #variable= {rows.variables} #constraint= {limits}\n")
    problem = model.problem
    question = (
        f"a mapping of {problem.dfg.name} onto {problem.arch.name}, {n_cycles(model.horizon)}"
    )
    write(f"* {' '.join(question.split())}\n")
    for number, name in enumerate(_column_names(model), 1):
        write(f"* x{number} {name}\n")
    costs = np.flatnonzero(rows.cost).tolist()
    if costs:
        write(f"min: {_sum(costs, [int(rows.cost[v]) for v in costs])} ;\n")
    # The format has no "at most": both sides are negated.
    for columns, coefficients, lower, upper in rows.each():
        if np.isfinite(lower):
            write(f"{_sum(columns, coefficients)} >= {int(lower)} ;\n")
        if np.isfinite(upper):
            write(f"{_sum(columns, [-c for c in coefficients])} >= {-int(upper)} ;\n")


def _sum(columns: list[int], coefficients: list[int]) -> str:
    terms = zip(columns, coefficients, strict=True)
    return " ".join(f"{coefficient:+d} x{column + 1}" for column, coefficient in terms)


def rows_with_terms(model: XyzModel) -> Rows:
    """Return the rows of the model, none of them empty, over at least one variable.

    Formats of files have no empty sums. With the first variable x, x ≥ 2 replaces a false one, and
    x ≤ 1 a true one.
    """
    from dataclasses import replace

    import numpy as np

    from solvers.backends.linear import rows_of

    rows = rows_of(model.constraints)
    if rows.variables == 0:
        rows = replace(rows, variables=1, cost=np.zeros(1))
    empty = np.diff(rows.start) == 0
    if not empty.any():
        return rows
    impossible = empty & ((rows.lower > 0) | (rows.upper < 0))
    places = rows.start[:-1][empty]
    return replace(
        rows,
        start=rows.start + np.concatenate([[0], np.cumsum(empty)]).astype(np.int32),
        index=np.insert(rows.index, places, 0),
        value=np.insert(rows.value, places, 1.0),
        lower=np.where(empty, np.where(impossible, 2.0, -np.inf), rows.lower),
        upper=np.where(empty, np.where(impossible, np.inf, 1.0), rows.upper),
    )


def _column_names(model: XyzModel) -> list[str]:
    """The names of the variables of `rows_with_terms`."""
    from interchange.export.names import names_of

    return names_of(model) or ["v_1"]


def _write_lp(model: XyzModel, path: str) -> None:
    from interchange.export.linear_text import write_lp
    from interchange.export.names import row_names

    rows, names = rows_with_terms(model), row_names(model.constraints)
    with open(path, "w", encoding="ascii") as file:
        write_lp(rows, _column_names(model), names, file.write)


def _write_mps(model: XyzModel, path: str) -> None:
    import highspy

    from interchange.export.names import row_names
    from solvers.backends.highs import lp_of

    lp = lp_of(rows_with_terms(model))
    lp.col_names_ = _column_names(model)
    lp.row_names_ = row_names(model.constraints)
    made: Any = highspy.Highs  # typed in some releases only
    highs = made()
    highs.setOptionValue("output_flag", False)
    if highs.passModel(lp) == highspy.HighsStatus.kError:
        raise RuntimeError("HiGHS rejects the model")
    written = highs.writeModel(path) != highspy.HighsStatus.kError
    # HiGHS says nothing of a full disk.
    if not written or not _ends(path, b"ENDATA"):
        raise OSError("HiGHS could not write all of it")


def _ends(path: str, word: bytes) -> bool:
    with open(path, "rb") as file:
        file.seek(max(0, os.path.getsize(path) - 16))
        return file.read().strip().endswith(word)


def _write_cp_sat(model: XyzModel, path: str) -> None:
    from interchange.export.names import names_of, row_names
    from solvers.backends.cp_sat import proto_of

    made = proto_of(model.constraints)
    for variable, name in zip(made.proto.variables, names_of(model), strict=True):
        variable.name = name
    for row, name in zip(made.proto.constraints, row_names(model.constraints), strict=True):
        row.name = name
    if not made.export_to_file(path):
        raise OSError("OR-Tools could not write it")
