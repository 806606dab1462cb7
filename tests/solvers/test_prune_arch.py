"""Pruning: the smallest part of an array, against brute force, and the command as a whole."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from archs.arch_json import architecture_from_json, architecture_to_json
from examples.ring import ring
from models.architecture import Architecture
from models.certificate import is_monotone
from models.checker import check
from models.dfg_json import dfg_to_json
from models.errors import InputError
from models.problem import Problem
from models.prunable import Kernel, prunable, pruned
from solvers.answer import Question
from solvers.cnf import lower
from solvers.prune import Order, Prune, Pruner, kinds
from solvers.pruning import Pruned, Pruning
from solvers.search import search
from solvers.worker import Message, SolverOptions
from tests.models.decide import decided
from tests.models.random_problems import random_problem

ROOT = Path(__file__).parents[2]


def prune(*kernels: Kernel, order: Order = "fixed", exact: bool = True) -> Pruned:
    task = Prune(tuple(kernels), frozenset(), order, exact)
    return Pruning(tuple(kernels), task, SolverOptions(solver="glucose4")).run()


def feasible(kernels: tuple[Kernel, ...], arch: Architecture) -> bool:
    """Whether every kernel has a mapping onto `arch`; by fresh models."""
    for kernel in kernels:
        try:
            problem = Problem(kernel.problem.dfg, arch, kernel.problem.contexts)
        except InputError:
            return False
        if not decided(problem, kernel.horizon):
            return False
    return True


def fewest(kernels: tuple[Kernel, ...]) -> tuple[int, ...]:
    """The fewest elements, then memories, then paths, by trying all subsets."""
    arch = kernels[0].problem.arch
    names = [name for of in kinds(arch).values() for name in of]
    best: tuple[int, ...] | None = None
    for size in range(len(names) + 1):
        for gone in combinations(names, size):
            left = pruned(arch, gone)
            counts = tuple(len(of) for of in kinds(left).values())
            if (best is None or counts < best) and feasible(kernels, left):
                best = counts
    assert best is not None
    return best


def small_kernels() -> list[tuple[Kernel, ...]]:
    """Problems small enough for all subsets, at their fewest cycles."""
    found = []
    for seed in range(600, 680):
        problem = random_problem(seed, 2 if seed % 3 == 0 else None)
        size = sum(map(len, kinds(problem.arch).values()))
        if size > 7 or not is_monotone(problem.dfg, problem.arch):
            continue
        answer = search(Question(problem, max_cycles=6))
        if answer.cycles is not None:
            found.append((Kernel(problem, answer.cycles),))
        if len(found) == 8:
            break
    return found


def test_minimum_by_brute_force() -> None:
    """Tests that nothing smaller than the minimum does, on random arrays."""
    cases = small_kernels()
    assert len(cases) == 8
    for kernels in cases:
        answer = prune(*kernels)
        assert answer.status == "optimal"
        assert answer.arch is not None
        assert feasible(kernels, answer.arch)
        assert tuple(answer.counts.values()) == fewest(kernels)
        assert {kind: answer.counts[kind] for kind in answer.lower} == answer.lower


@pytest.mark.parametrize("order", ["fixed", "random", "least-used"])
def test_greedy_leaves_nothing_to_remove(order: Order) -> None:
    """Tests that without any one thing that greedy removal leaves there is no mapping."""
    kernels = (Kernel(Problem(*ring(3, "operator")), 8),)
    answer = prune(*kernels, order=order, exact=False)
    # Another order may end with less, so this is no minimum.
    assert answer.status == "feasible" and answer.stopped is None
    assert answer.arch is not None and not answer.lower
    for of in kinds(answer.arch).values():
        for name in of:
            assert not feasible(kernels, pruned(answer.arch, [name])), name


def test_two_kernels() -> None:
    """Tests that an array for two kernels does for both, and for each alone no more is needed."""
    arch = ring(3, "operator")[1]
    first = Kernel(Problem(ring(3, "operator")[0], arch), 8)
    second = Kernel(Problem(ring(2, "operator")[0], arch), 7)
    both = prune(first, second)
    assert both.status == "optimal" and both.arch is not None
    for kernel, mapping in zip((first, second), both.mappings, strict=True):
        assert check(Problem(kernel.problem.dfg, both.arch), mapping) == []
        alone = prune(kernel)
        assert list(alone.counts.values()) <= list(both.counts.values())


def test_what_is_kept() -> None:
    """Tests that what is to be kept is there, and counted in the bound."""
    kernel = Kernel(Problem(*ring(3, "operator")), 12)
    free = prune(kernel)
    assert free.arch is not None and free.counts["elements"] < 3
    keep = frozenset({"pe0", "pe1", "pe2"})
    task = Prune((kernel,), keep, "fixed", exact=True)
    answer = Pruning((kernel,), task, SolverOptions(solver="glucose4")).run()
    assert answer.counts["elements"] == 3
    assert answer.lower["paths"] == answer.counts["paths"]


def test_switched_off_means_gone() -> None:
    """Tests that a model with switches off and a model of the smaller array agree."""
    kernel = Kernel(Problem(*ring(3, "operator")), 9)
    found = prunable([kernel])
    cnf = lower(found.constraints)
    sent: list[Message] = []
    pruner = Pruner(found, cnf, "glucose4", sent.append)
    assert pruner.greedy("fixed", 0)
    names = {message["name"] for message in sent if message["kind"] in ("removed", "needed")}
    assert names == {*found.components, *found.paths}
    removed = {message["name"] for message in sent if message["kind"] == "removed"}
    assert removed <= pruner.gone
    assert feasible((kernel,), pruned(found.arch, removed))


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "solvers.prune_arch", *arguments]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=100)


@pytest.fixture
def inputs(tmp_path: Path) -> list[str]:
    dfg, arch = ring(3, "operator")
    files = [tmp_path / "dfg.json", tmp_path / "arch.json"]
    files[0].write_text(dfg_to_json(dfg))
    files[1].write_text(architecture_to_json(arch))
    return [str(file) for file in files]


def test_command(inputs: list[str], tmp_path: Path) -> None:
    """Tests the command from the files to the array that is left, which is mapped again."""
    out = tmp_path / "left.json"
    done = command(*inputs, "--cycles", "8", "--architecture", str(out), "--json", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    record = json.loads(done.stdout)
    assert (record["status"], record["question"]) == ("optimal", "prune_arch")
    left = architecture_from_json(out.read_text(), "left")
    assert {kind: len(names) for kind, names in kinds(left).items()} == record["counts"]
    again = search(Question(Problem(ring(3, "operator")[0], left), max_cycles=8))
    assert again.cycles is not None


def test_fewest_cycles_by_default(inputs: list[str]) -> None:
    """Tests that without --cycles no cycle is lost, and that progress is on stderr."""
    done = command(*inputs)
    assert done.returncode == 0
    assert "cycles on the whole array (optimal)" in done.stderr
    assert "no fewer than" in done.stderr
    assert done.stdout.startswith("optimal: 'ring3' with ")


def test_no_mapping_to_begin_with(inputs: list[str]) -> None:
    """Tests that too few cycles are infeasible, not an empty array."""
    done = command(*inputs, "--cycles", "4", "--quiet")
    assert (done.returncode, done.stdout) == (20, "")
    assert "infeasible: " in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--cycles", "8,9"], "--cycles has 2 numbers for 1 kernels"),
        (["--cycles", "0"], "argument --cycles"),
        (["--contexts", "x"], "argument --contexts"),
        (["--keep", "pe9"], "--keep: 'pe9' is neither a component nor a path"),
        (["--architecture", "/no/such/place/a.json"], "is not a directory"),
        (["--solver", "cp-sat"], "cannot go on after an answer"),
        (["--solver", "nosuch"], "unknown solver 'nosuch'"),
    ],
)
def test_bad_options(inputs: list[str], arguments: list[str], message: str) -> None:
    """Tests that each is refused in one line."""
    done = command(*inputs, *arguments, "--quiet")
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr and done.stderr.count("\n") == 1


def test_bad_inputs(inputs: list[str], tmp_path: Path) -> None:
    """Tests a missing kernel, and an operator that nothing has."""
    done = command(inputs[1])
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    record = json.loads(Path(inputs[1]).read_text())
    for component in record["components"]:
        component["ops"] = ["+"]
    other = tmp_path / "other.json"
    other.write_text(json.dumps(record))
    done = command(inputs[0], str(other), "--quiet")
    assert done.returncode in (2, 20) and "Traceback" not in done.stderr
