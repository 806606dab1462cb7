"""Written 0-1 programs mean the same to readers of other projects: CBC, GLPK and HiGHS."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from interchange.export.linear_text import write_lp
from interchange.export.write import write_model
from solvers.backends.linear import Rows
from tests import hanging
from tests.interchange.test_export import CASES, model_of


def by_cbc(path: Path) -> float | None:
    """Return the optimum that CBC finds, None if it finds none: the program of the package pulp."""
    pulp = pytest.importorskip("pulp")
    folder = Path(pulp.__file__).parent / "solverdir/cbc/linux/i64"
    if not (program := folder / "cbc").exists():
        pytest.skip("pulp brings no CBC for this machine")
    done = subprocess.run(
        [str(program), path.name, "solve", "solution", "cbc.txt"],
        cwd=path.parent,
        text=True,
        capture_output=True,
        timeout=hanging.SECONDS,
    )
    assert not re.search(r"### ERROR|### WARNING", done.stdout), done.stdout
    first, *lines = (path.parent / "cbc.txt").read_text().splitlines()
    found = re.fullmatch(r"Optimal - objective value (\S+)", first)
    if found is None:
        assert first.startswith(("Infeasible", "Integer infeasible")), first
        return None
    assert all(float(line.split()[2]) in (0, 1) for line in lines)
    return float(found[1])


def by_glpk(path: Path) -> float | None:
    """Return the same of GLPK."""
    glpk = pytest.importorskip("swiglpk")
    glpk.glp_term_out(glpk.GLP_OFF)
    made = glpk.glp_create_prob()
    if path.suffix == ".lp":
        assert glpk.glp_read_lp(made, None, str(path)) == 0
    else:
        assert glpk.glp_read_mps(made, glpk.GLP_MPS_FILE, None, str(path)) == 0
    count = glpk.glp_get_num_cols(made)
    kinds = {glpk.glp_get_col_kind(made, n + 1) for n in range(count)}
    assert kinds == {glpk.GLP_BV}
    settings = glpk.glp_iocp()
    glpk.glp_init_iocp(settings)
    settings.presolve = glpk.GLP_ON
    code = glpk.glp_intopt(made, settings)
    best = glpk.glp_mip_obj_val(made)
    status = glpk.glp_mip_status(made)
    glpk.glp_delete_prob(made)
    if code == glpk.GLP_ENOPFS or status == glpk.GLP_NOFEAS:
        return None
    assert (code, status) == (0, glpk.GLP_OPT)
    return float(best)


def by_highs(path: Path) -> float | None:
    """Return the same of HiGHS."""
    highspy = pytest.importorskip("highspy")
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    highs.run()
    if highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
        return None
    assert highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return float(highs.getInfo().objective_function_value)


READERS = (by_cbc, by_glpk, by_highs)


def program(seed: int) -> tuple[Rows, float | None]:
    """Return a random program, and its optimum by enumeration: None if nothing satisfies it."""
    draw = random.Random(seed)
    count, lines = draw.randrange(1, 9), draw.randrange(9)
    rows = []
    for _ in range(lines):
        used = sorted(draw.sample(range(count), draw.randint(1, count)))
        factors = [draw.choice((-3, -1, 1, 1, 2)) for _ in used]
        bound = draw.randint(-2, 3)
        least = draw.random() < 0.5
        rows.append((used, factors, bound if least else -np.inf, np.inf if least else bound))
    cost = np.array([draw.choice((-2, 0, 0, 1, 3)) for _ in range(count)], dtype=float)
    made = Rows(
        count,
        np.cumsum([0, *(len(used) for used, *_ in rows)]).astype(np.int32),
        np.array([v for used, *_ in rows for v in used], dtype=np.int32),
        np.array([f for _, factors, *_ in rows for f in factors], dtype=float),
        np.array([row[2] for row in rows], dtype=float),
        np.array([row[3] for row in rows], dtype=float),
        cost,
    )
    best = min(
        (
            float(cost @ np.array(x))
            for x in product((0, 1), repeat=count)
            if all(
                least <= sum(f * x[v] for v, f in zip(used, factors, strict=True)) <= most
                for used, factors, least, most in rows
            )
        ),
        default=None,
    )
    return made, best


@pytest.mark.parametrize("reader", READERS)
def test_random_programs(
    reader: Callable[[Path], float | None], tmp_path: Path, amount: Callable[[int], int]
) -> None:
    """Tests status and optimum of LP files with objectives, half of them without a solution."""
    none = 0
    for seed in range(amount(120)):
        rows, wanted = program(seed)
        none += wanted is None
        path = tmp_path / f"{seed}.lp"
        with path.open("w", encoding="ascii") as file:
            names = [f"clause_{n}" for n in range(rows.count)]
            write_lp(rows, [f"x_{n}.{n}" for n in range(rows.variables)], names, file.write)
        found = reader(path)
        assert found == (None if wanted is None else pytest.approx(wanted)), seed
    assert none


@pytest.mark.oracle(keep=6)
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("ending", [".lp", ".mps"])
@pytest.mark.parametrize("case", CASES)
def test_models(
    case: str, ending: str, reader: Callable[[Path], float | None], tmp_path: Path
) -> None:
    """Tests that each reads from a model's file what is known of it."""
    if ending == ".mps":
        pytest.importorskip("highspy")
    path = tmp_path / f"model{ending}"
    write_model(model_of(case), str(path))
    assert (reader(path) is not None) == CASES[case][2]
