"""What building and loading a large model costs: a random DFG of 200 values on an 8×8 mesh.

`python -m bench.scale` writes `docs/results/scale.md`: seconds and bytes per clause, what each
family contributes, and where the time goes.
"""

from __future__ import annotations

import cProfile
import io
import pstats
import resource
import sys
import time
from collections import Counter

from archs.files import load_architecture
from bench.frame import Asker, Namespace, Parts, bench
from bench.page import table
from examples.aes import aes
from examples.random_graph import random_graph
from models.data.problem import Problem
from models.formats.dfg_json import dfg_to_json
from models.space_time.constraint_model import ConstraintModel
from models.space_time.xyz import build
from solvers.backends.cnf import Cnf, Encodings, lower
from solvers.backends.sat import SatSession
from solvers.search.bounds import Arithmetic


@bench("scale", "Cost of the model")
def main(_: Namespace, asker: Asker) -> Parts:
    """Measure both instances."""
    mesh = load_architecture("mesh:8x8")
    yield _instance("aes 3 at 52 cycles", Problem(*aes(3)), 52)
    yield _instance("200 random values on mesh:8x8", Problem(random_graph(200), mesh), None)
    words = ["solvers.min_cycles", "{dfg}", "mesh:8x8", "--time-limit", "60", "--json"]
    names = ("status", "cycles", "lower_bound", "lower_bound_reason")
    files = {"dfg": dfg_to_json(random_graph(200))}
    answer = asker.ask(words, files, lambda done, _: done.entry(*names))
    yield (
        "## The search within `--time-limit 60`\n\n"
        f"Ended after {answer['seconds']:.2f} s with {answer['megabytes']} MB over all processes:"
        f" {answer['status']}, cycles {answer['cycles']}, lower bound {answer['lower_bound']}"
        f" ({answer['lower_bound_reason']}).\n"
    )


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _instance(title: str, problem: Problem, horizon: int | None) -> str:
    clock = time.perf_counter()
    arithmetic = Arithmetic(problem)
    horizon = horizon or arithmetic.first_horizon()[0]
    bounded = time.perf_counter()
    model = build(problem, horizon)
    built = time.perf_counter()
    cnf = lower(model.constraints)
    lowered, before = time.perf_counter(), _peak()
    session = SatSession(cnf)
    loaded = time.perf_counter()
    clauses = cnf.clause_count
    literals = sum(int((block != 0).sum()) for block in cnf.blocks)
    stored = sum(block.nbytes for block in cnf.blocks)
    phases = {
        "arithmetic bound": bounded - clock,
        "build": built - bounded,
        "lower to CNF": lowered - built,
        "load into the solver": loaded - lowered,
    }
    rows: list[list[object]] = [
        [phase, f"{seconds:.2f}", f"{seconds / clauses * 1e9:.0f}"]
        for phase, seconds in phases.items()
    ]
    text = [
        f"## {title}\n",
        f"Horizon {horizon}: {cnf.variables:,} variables, {clauses:,} clauses,"
        f" {literals:,} literals; {stored / clauses:.1f} bytes per clause in the model,"
        f" {(_peak() - before) * 2**20 / clauses:.0f} in the solver; peak {_peak():.0f} MB.\n",
        table(["phase", "seconds", "ns per clause"], rows),
        _families(model.constraints.clauses, cnf),
        _encodings(model.constraints),
        "What is left, by profile (cumulative seconds):\n",
        _profile(problem, horizon),
    ]
    session.close()
    return "\n".join(text)


def _families(clauses: list, cnf: Cnf) -> str:
    counts: Counter[str] = Counter()
    for block in clauses:
        counts[block.family] += len(block.rows)
    for group in cnf.encoded:
        counts[f"{group.family} (encoded)"] += group.template.size * len(group.rows)
    return table(["family", "clauses"], [[name, f"{n:,}"] for name, n in counts.most_common()])


def _encodings(model: ConstraintModel) -> str:
    """What the default choice of at-most-one encodings saves, in clauses."""
    choices = {
        "bimander:2 for every group": Encodings(wide=1 << 30),
        "bimander:2 up to 100 literals, product beyond (default)": Encodings(),
        "product for every group": Encodings(wide=0),
    }
    rows: list[list[object]] = [
        [name, f"{lower(model, encodings).clause_count:,}"] for name, encodings in choices.items()
    ]
    return table(["at-most-one encoding", "clauses"], rows)


def _profile(problem: Problem, horizon: int) -> str:
    profile = cProfile.Profile()
    profile.enable()
    SatSession(lower(build(problem, horizon).constraints)).close()
    profile.disable()
    text = io.StringIO()
    pstats.Stats(profile, stream=text).strip_dirs().sort_stats("cumulative").print_stats(14)
    lines = [line for line in text.getvalue().splitlines() if line.strip()][4:]
    return "```\n" + "\n".join(lines) + "\n```\n"


if __name__ == "__main__":
    sys.exit(main())
