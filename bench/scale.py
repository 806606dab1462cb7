"""What building and loading a large model costs: a random DFG of 200 values on an 8×8 mesh.

`python -m bench.scale` writes `docs/results/scale.md`: seconds and bytes per clause, what each
family contributes, and where the time goes.
"""

from __future__ import annotations

import cProfile
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from archs.files import load_architecture
from bench.frame import Asker, Namespace, Parts, bench, number, time_limit
from bench.page import columns, table
from examples.aes import aes
from examples.random_graph import random_graph
from models.data.problem import Problem
from models.formats.dfg_json import dfg_to_json
from models.space_time.constraint_model import ConstraintModel
from models.space_time.xyz import build
from solvers.backends.cnf import Cnf, Encodings, lower
from solvers.backends.sat import SatSession
from solvers.questions.entries import Entry
from solvers.search.bounds import Arithmetic

CHOICES = {
    "bimander:2 for every group": Encodings(wide=1 << 30),
    "bimander:2 up to 100 literals, product beyond (default)": Encodings(),
    "product for every group": Encodings(wide=0),
}
"""Of at-most-one encodings."""
LINES = 14
"""How many functions of a profile are shown."""


@bench(
    "scale",
    "Cost of the model",
    time_limit(60),
    number("--values", 200, "of the random graph"),
    smoke="--values 10",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Measure both instances."""
    values, limit = options.values, f"{options.time_limit:g}"
    yield _instance(asker, "aes 3 at 52 cycles", lambda: Problem(*aes(3)), 52)
    yield _instance(
        asker,
        f"{values} random values on mesh:8x8",
        lambda: Problem(random_graph(values), load_architecture("mesh:8x8")),
        None,
    )
    words = ["solvers.min_cycles", "{dfg}", "mesh:8x8", "--time-limit", limit, "--json"]
    names = ("status", "cycles", "lower_bound", "lower_bound_reason")
    files = {"dfg": dfg_to_json(random_graph(values))}
    answer = asker.ask(words, files, lambda done, _: done.entry(*names))
    yield (
        f"## The search within `--time-limit {limit}`\n\n"
        f"Ended after {answer['seconds']:.2f} s with {answer['megabytes']} MB over all processes:"
        f" {answer['status']}, cycles {answer['cycles']}, lower bound {answer['lower_bound']}"
        f" ({answer['lower_bound_reason']}).\n"
    )


def _instance(asker: Asker, title: str, problem: Callable[[], Problem], horizon: int | None) -> str:
    found = asker.entry({"instance": title}, lambda: _cost(problem(), horizon))
    horizon, clauses = found["horizon"], found["clauses"]
    profile = asker.entry({"profile of": title}, lambda: _profile(problem(), horizon))
    return "\n".join(
        [
            f"## {title}\n",
            f"Horizon {horizon}: {found['variables']:,} variables, {clauses:,} clauses,"
            f" {found['literals']:,} literals; {found['bytes'] / clauses:.1f} bytes per clause in"
            f" the model, {found['bytes_in_solver'] / clauses:.0f} in the solver; peak"
            f" {found['megabytes']:.0f} MB.\n",
            columns(
                found["phases"].items(),
                ("phase", lambda own: own[0]),
                ("seconds", lambda own: f"{own[1]:.2f}"),
                ("ns per clause", lambda own: f"{own[1] / clauses * 1e9:.0f}"),
            ),
            *(
                table([head, "clauses"], [[name, f"{n:,}"] for name, n in found[name].items()])
                for head, name in (("family", "families"), ("at-most-one encoding", "encodings"))
            ),
            "What is left, by profile:\n",
            columns(
                profile["functions"],
                ("function", lambda one: f"`{one['name']}`"),
                ("calls", lambda one: f"{one['calls']:,}"),
                ("own seconds", lambda one: f"{one['own']:.3f}"),
                ("cumulative", lambda one: f"{one['seconds']:.3f}"),
            ),
        ]
    )


def _cost(problem: Problem, horizon: int | None) -> Entry:
    """Return seconds by phase, sizes, and clauses by family and by choice of encodings."""
    clock = time.perf_counter()
    arithmetic = Arithmetic(problem)
    horizon = horizon or arithmetic.first_horizon()[0]
    bounded = time.perf_counter()
    model = build(problem, horizon).constraints
    built = time.perf_counter()
    cnf = lower(model)
    lowered, before = time.perf_counter(), _peak()
    session = SatSession(cnf)
    loaded, peak = time.perf_counter(), _peak()
    session.close()
    return {
        "horizon": horizon,
        "variables": cnf.variables,
        "clauses": cnf.clause_count,
        "literals": sum(int((block != 0).sum()) for block in cnf.blocks),
        "bytes": sum(block.nbytes for block in cnf.blocks),
        "bytes_in_solver": (peak - before) * 2**20,
        "megabytes": peak,
        "seconds": loaded - clock,
        "phases": {
            "arithmetic bound": bounded - clock,
            "build": built - bounded,
            "lower to CNF": lowered - built,
            "load into the solver": loaded - lowered,
        },
        "families": dict(_families(model, cnf).most_common()),
        "encodings": {name: lower(model, each).clause_count for name, each in CHOICES.items()},
    }


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _families(model: ConstraintModel, cnf: Cnf) -> Counter[str]:
    counts: Counter[str] = Counter()
    for block in model.clauses:
        counts[block.family] += len(block.rows)
    for group in cnf.encoded:
        counts[f"{group.family} (encoded)"] += group.template.size * len(group.rows)
    return counts


def _profile(problem: Problem, horizon: int) -> Entry:
    """Return the functions with the most seconds, those of what they call included."""
    profile = cProfile.Profile()
    profile.enable()
    SatSession(lower(build(problem, horizon).constraints)).close()
    profile.disable()
    functions = sorted(profile.getstats(), key=lambda one: -one.totaltime)[:LINES]
    return {
        "functions": [
            {
                "name": one.code
                if isinstance(one.code, str)
                else f"{Path(one.code.co_filename).name}: {one.code.co_name}",
                "calls": one.callcount,
                "own": one.inlinetime,
                "seconds": one.totaltime,
            }
            for one in functions
        ]
    }


if __name__ == "__main__":
    sys.exit(main())
