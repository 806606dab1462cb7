"""The verifier on real refutations: every feature, every encoding."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path as File

import pytest

from encoders import ENCODINGS
from examples.ring import ring
from models.data.architecture import Architecture, Choice, Component, InitialContents, Path, Support
from models.data.dfg import Dfg, Operation, Operator, OrderEdge, Priority
from models.data.problem import Problem
from models.errors import InputError
from solvers.backends.cnf import Encodings
from solvers.verify import main
from tests.models.mappings import operation
from tests.solvers.test_verify_material import (
    encode,
    first_mapping,
    random_problem,
    write_claim,
    write_proof,
)

F = Operator("f", 1)
G = Operator("g", 2)
MUL = Operator("slow", 2, latency=2)
STORE = Operator("store", 1, effect=True)
EXT = Component("ext", initial="all", holds_intermediates=False)


def dfg(operations: list[Operation], results: tuple[str, ...], **more) -> Dfg:
    operators = (F, G, MUL, STORE)
    return Dfg("case", operators, ("a", "b", "c"), tuple(operations), results, **more)


def pair(latency: int = 0, width: int | None = 1, **element) -> Architecture:
    """Two elements, joined both ways and to the memory."""
    parts = [Component(name, **{"issue": 1, "capacity": 2, **element}) for name in ("p", "q")]
    paths = [Path(f"in_{c.name}", ("ext",), (c.name,), width, latency) for c in parts]
    paths += [Path(f"out_{c.name}", (c.name,), ("ext",), width) for c in parts]
    paths += [Path("pq", ("p",), ("q",), width), Path("qp", ("q",), ("p",), width, latency)]
    return Architecture("pair", (EXT, *parts), tuple(paths), "ext")


CHAIN = dfg([operation("u", "g", "a", "b"), operation("v", "g", "u", "c")], ("v",))
TREE = dfg(
    [
        operation("t", "g", "a", "b"),
        operation("u", "g", "b", "c"),
        operation("v", "slow", "t", "u"),
        operation("w", "g", "v", "t"),
        operation("x", "f", "a"),
        operation("y", "g", "x", "c"),
    ],
    ("v", "w", "y"),
)
SUM = dfg(
    [
        operation("t", "g", "a", "b"),
        operation("u", "g", "b", "c"),
        operation("v", "g", "t", "u"),
        operation("w", "f", "u"),
        operation("x", "f", "t"),
    ],
    ("v", "w", "x"),
)
LOOP = dfg(
    [
        operation("s", "g", "a", "s@1"),
        operation("t", "g", "s", "b"),
        operation("u", "g", "t@1", "c"),
    ],
    ("t", "u"),
)
STORES = dfg(
    [
        operation("s1", "store", "a"),
        operation("s2", "store", "b"),
        operation("s3", "store", "b"),
        operation("u", "g", "b", "c"),
    ],
    ("u",),
    order=(OrderEdge("s1", "s2"), OrderEdge("s2", "u")),
)
FIRST = dfg(
    [
        operation("u", "f", "a"),
        operation("v", "f", "b"),
        operation("x", "f", "b"),
        operation("w", "g", "u", "v"),
    ],
    ("w", "x"),
    priorities=(Priority("u", "v"), Priority("v", "w", ">="), Priority("a", "w")),
)
BUS = Architecture(
    "bus",
    (
        Component("ext", initial="all", holds_intermediates=False, read_ports=1, write_ports=1),
        Component("p", issue=1, capacity=2, write_ports=1, read_ports=1),
        Component("q", issue=1, capacity=2, write_ports=1),
    ),
    (
        Path("in", ("ext",), ("p", "q"), 2),
        Path("bus", ("p", "q"), ("p", "q", "ext"), 1),
    ),
    "ext",
)
ROM = Architecture(
    "rom",
    (
        Component("ext", initial=InitialContents(("a",)), holds_intermediates=False),
        Component("rom", initial=InitialContents((), (Choice(1, ("b", "c")),))),
        Component("rom2", initial=InitialContents((), (Choice(1, ("b", "c")),)), transient=True),
        Component("p", issue=1, capacity=2, ops=("g", "f", Support("slow", 1))),
    ),
    (
        Path("in", ("ext",), ("p",), 1),
        Path("from_rom", ("rom",), ("p",), 1),
        Path("from_rom2", ("rom2",), ("p",), 1, 1),
        Path("out", ("p",), ("ext",), 1),
    ),
    "ext",
)
CASES = {
    "chain": Problem(CHAIN, pair()),
    "path latency": Problem(SUM, pair(latency=1)),
    "operation latency": Problem(TREE, pair()),
    "one register": Problem(SUM, pair(capacity=1)),
    "transient": Problem(SUM, pair(transient=True)),
    "ports": Problem(SUM, pair(width=2, read_ports=1, write_ports=1)),
    "bus with ports": Problem(SUM, BUS),
    "pipelined": Problem(SUM, pair(), 3),
    "pipelined bus": Problem(SUM, BUS, 6),
    "recurrence": Problem(LOOP, pair(), 2),
    "effects in order": Problem(STORES, pair()),
    "priorities": Problem(FIRST, pair()),
    "choices": Problem(SUM, ROM),
}


@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize("name", CASES)
def test_every_refutation_is_verified(name: str, tmp_path: File, capsys) -> None:
    """Tests that optimality by proofs of all smaller horizons is verified."""
    problem = CASES[name]
    mapping, refuted = first_mapping(problem, range(1, 12))
    assert mapping is not None
    bounds = [write_proof(tmp_path, problem, horizon) for horizon in refuted]
    write_claim(tmp_path, problem, bounds, mapping)
    assert main([str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("mapping: legal")
    assert len(lines) == len(bounds) + 3
    assert lines[-1].startswith(f"verified: {mapping.horizon} cycles are optimal for '")


def names() -> list[str]:
    return [*ENCODINGS, "bimander:1", "bimander:3", "commander:2"]


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("encoding", names())
def test_every_encoding_is_verified(encoding: str, tmp_path: File) -> None:
    """Tests that proofs of the ring of four are verified whatever the encoding."""
    problem = Problem(*ring(4, "operator"))
    plain = encoding.partition(":")[0]
    wide = plain if ENCODINGS[plain].any_bound else "sequential"
    encodings = Encodings(encoding, wide, encoding if wide == plain else "product", 12)
    proof = write_proof(tmp_path, problem, 7, encodings)
    write_claim(tmp_path, problem, [proof])
    assert main([str(tmp_path)]) == 0


@pytest.mark.oracle
def test_random_refutations_are_verified(tmp_path: File) -> None:
    """Tests that refutations of random problems with random features are verified."""
    count = 0
    for seed in range(40):
        try:
            problem = random_problem(seed)
        except InputError:
            continue
        _, refuted = first_mapping(problem, range(1, 6))
        for horizon in refuted[-2:]:
            write_claim(tmp_path, problem, [write_proof(tmp_path, problem, horizon)])
            assert main([str(tmp_path)]) == 0, (seed, horizon)
            count += 1
    assert count > 30


def test_contents_that_may_not_fit_are_rejected(tmp_path: File, capsys) -> None:
    """Tests that a certain content is not forced into a register that mappings may reuse."""
    chain = dfg([operation("u", "f", "a"), operation("v", "f", "u")], ("v",))
    keeper = Component("p", issue=1, capacity=1, initial=InitialContents(("a",)))
    element = Component("q", issue=1, capacity=1)
    paths = (
        Path("in", ("ext",), ("p",), 1),
        Path("pq", ("p",), ("q",), 1),
        Path("out", ("q",), ("ext",), 1),
    )
    problem = Problem(chain, Architecture("keeper", (EXT, keeper, element), paths, "ext"), 1)
    cnf, _, mapping = encode(problem, 4)
    if mapping is None:
        write_claim(tmp_path, problem, [write_proof(tmp_path, problem, 4)])
        assert main([str(tmp_path)]) == 1
        assert "not justified: x[a, p, 0]" in capsys.readouterr().out
    assert cnf.clause_count


def test_nothing_is_shared_with_the_producer() -> None:
    """Tests that verifying imports neither the constraint model nor encoders nor windows."""
    code = "import sys, solvers.verify; print('\\n'.join(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    producers = (
        "space_time",
        "counting",
        "transform",
        "symmetry.automorphisms",
        "symmetry.invariant",
    )
    shared = [name for name in loaded if name.startswith(tuple(f"models.{p}" for p in producers))]
    shared += [name for name in loaded if name.split(".")[0] in ("encoders", "numpy", "pysat")]
    shared += [
        name for name in loaded if name in ("solvers.backends.cnf", "solvers.certificates.symbols")
    ]
    assert shared == []
