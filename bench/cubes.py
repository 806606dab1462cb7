"""Refutations on a cluster: every number of `docs/results/cubes.md`.

`python -m bench.cubes` asks `solvers.min_cycles` whether so many cycles do, alone and with Dask's
workers as processes of this machine, one of which is killed in one of the runs, and solves cubes
one by one to see how large they are. `--resume FILE` keeps what is done.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.asker import run, texts, written
from bench.dask_cluster import dask_cluster
from bench.frame import Asker, Namespace, Parts, bench, option
from bench.page import columns
from bench.table3 import three_registers
from examples.matrices import sparse
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.space_time.symmetry_breaking import break_symmetry
from models.space_time.xyz import build
from solvers.backends.cnf import lower
from solvers.backends.sat import DEFAULT_SOLVER
from solvers.backends.spread.lookahead import Lookahead
from solvers.backends.spread.remote import packed, solve_cube
from solvers.backends.spread.session import ALONE_SECONDS, Node, cubes
from solvers.questions.entries import Entry

KILL_SECONDS = 15.0
"""After so long a worker is killed."""
VERIFY_SECONDS = "900"


@dataclass(frozen=True)
class Case:
    """A product with zeros, its array, and a number of cycles that are too few in any order."""

    name: str
    inputs: tuple[Dfg, Architecture]
    cycles: int
    symmetry: str = "on"

    @property
    def words(self) -> list[str]:
        """What to ask, with one process."""
        words = ["solvers.min_cycles", "{dfg}", "{arch}", "--cycles", str(self.cycles)]
        words += ["--transform", "enumerate", "--symmetry", self.symmetry]
        return [*words, "--workers", "1", "--json", "--quiet"]


def _case(size: int, pattern: str, cycles: int, symmetry: str = "on") -> Case:
    dfg, arch = sparse(size, pattern, "operator")
    return Case(pattern, (dfg, three_registers(arch)), cycles, symmetry)


CASES = {
    4: (_case(4, "1000100010001000", 7, "off"), _case(4, "0001001001001000", 8)),
    3: (_case(3, "110011101", 6),),
}
"""By the size of products; the last one is split."""
CLUSTERS = {4: ((0, 2, True), (1, 2, False), (0, 4, False)), 3: ((0, 1, False),)}
"""Cases, workers, and whether one of these is killed on the way."""
SPLITS = {4: (1, 8, 32, 128), 3: (1, 2)}


def asked(asker: Asker, case: Case, workers: int = 0, *, killed: bool = False) -> Entry:
    """Return the answer of a whole process, and what the verifier makes of its certificate."""

    def measure() -> Entry:
        if not workers:
            return _measured(case, [])
        with tempfile.TemporaryDirectory() as folder, dask_cluster(Path(folder), workers) as dask:
            timer = threading.Timer(KILL_SECONDS, dask.processes[-1].kill)
            if killed:
                timer.start()
            entry = _measured(case, ["--cluster", dask.file])
            timer.cancel()
            return entry | {"lost": sum(own.poll() is not None for own in dask.processes)}

    key = {"case": case.name, "cycles": case.cycles, "workers": workers, "killed": killed}
    return asker.entry(key, measure)


def _measured(case: Case, words: list[str]) -> Entry:
    with written(texts(*case.inputs)) as filled:
        proof = filled("{folder}/certificate")
        done = run(*map(filled, case.words), *words, "--certificate", proof)
        check = run("solvers.verify", proof, "--json", "--time-limit", VERIFY_SECONDS)
    entry = done.entry("status") | {"verify": check.answer["outcome"]}
    return entry | {"verify_seconds": round(check.seconds, 2), "cores": os.cpu_count()}


def split(asker: Asker, case: Case, count: int) -> Entry:
    """Return the seconds of each of so many cubes, and of splitting."""

    def measure() -> Entry:
        model = build(Problem(*case.inputs, None, "enumerate"), case.cycles)
        break_symmetry(model)
        cnf = lower(model.constraints)
        begun = time.perf_counter()
        lookahead = Lookahead(cnf, model.constraints.variables)
        nodes = cubes(Node(()), count, lookahead)
        took = time.perf_counter() - begun
        task = partial(_solved, packed(cnf))
        pool = multiprocessing.Pool(os.cpu_count())
        seconds = pool.map(task, [node.cube for node in nodes], chunksize=1)
        pool.close()
        pool.join()
        return {"splitting": round(took, 2), "cubes": sorted(seconds, reverse=True)}

    return asker.entry({"case": case.name, "cycles": case.cycles, "split": count}, measure)


def _solved(formula: bytes, cube: tuple[int, ...]) -> float:
    answer = solve_cube(formula, cube, DEFAULT_SOLVER, True, 0)
    assert answer.satisfiable is False
    return round(answer.seconds, 2)


@bench(
    "cubes",
    "Refutations on a cluster",
    option("--size", type=int, choices=CASES, default=4, help="of products (default 4)"),
    smoke="--size 3",
)
def main(options: Namespace, asker: Asker) -> Parts:
    """Ask for every refutation alone and on clusters, and for cubes of one."""
    cases = CASES[options.size]
    last = cases[-1]
    alone = {case: asked(asker, case) for case in cases}
    rows = [(case, 0, entry) for case, entry in alone.items()]
    for place, workers, killed in CLUSTERS[options.size]:
        found = asked(asker, cases[place], workers, killed=killed)
        rows.append((cases[place], workers, found))
    yield (
        "Matrix products with zeros, of `docs/results/sparse4.md`. Whole processes of `python -m"
        " solvers.min_cycles DFG ARCH --cycles N --transform enumerate --symmetry S --workers 1"
        " --certificate DIR`, alone and with `--cluster`. Scheduler, workers and the process that"
        f" asks share one machine of {rows[0][2]['cores']} cores, on which the process that asks"
        " solves as well: cores are short, and what is shown is that answers and certificates hold."
        f" The first {ALONE_SECONDS:g} s have no help. One run each, and chance is large: a solver"
        " goes on in slices whose ends depend on the clock, and so does what it learns."
        " *Certificate*: what `python -m solvers.verify DIR` says.\n"
    )
    yield columns(
        rows,
        ("W", lambda row: f"`{row[0].name}`"),
        ("cycles", lambda row: row[0].cycles),
        ("symmetry", lambda row: row[0].symmetry),
        ("workers", lambda row: row[1] or "-"),
        ("of these killed", lambda row: row[2].get("lost", "-")),
        ("answer", lambda row: row[2]["status"]),
        ("s", lambda row: row[2]["seconds"]),
        ("alone / this", lambda row: f"{alone[row[0]]['seconds'] / row[2]['seconds']:.2f}"),
        ("certificate", lambda row: row[2]["verify"]),
        ("verified in s", lambda row: row[2]["verify_seconds"]),
    )
    yield "## Sizes of cubes\n"
    yield (
        f"`{last.name}` with {last.cycles} cycles, split into N cubes at once, each solved with a"
        " proof by one process. N machines take as long as the longest cube; 100 machines, on"
        " paper, as long as that or a hundredth of all, without the cost of sending.\n"
    )
    yield columns(
        [(count, split(asker, last, count)) for count in SPLITS[options.size]],
        ("cubes", lambda own: len(own[1]["cubes"])),
        ("splitting, s", lambda own: own[1]["splitting"]),
        ("all, s", lambda own: f"{sum(own[1]['cubes']):.1f}"),
        ("longest, s", lambda own: own[1]["cubes"][0]),
        ("median, s", lambda own: own[1]["cubes"][len(own[1]["cubes"]) // 2]),
        (
            "100 machines, s",
            lambda own: f"{max(own[1]['cubes'][0], sum(own[1]['cubes']) / 100):.1f}",
        ),
    )


if __name__ == "__main__":
    sys.exit(main())
