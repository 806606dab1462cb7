"""Forged claims about addresses in one kind of register files."""

from __future__ import annotations

from typing import Any

from tests.solvers.verification.claims import Edits
from tests.solvers.verification.rows_claims import Rows, add


def circle(**fields: Any) -> dict[str, Any]:
    return {f"reasons.0.{name}": value for name, value in fields.items()}


def plainly(old: Any) -> Any:
    """The same reason, for files of every kind."""
    return {"type": "longest", "contexts": old["contexts"], "bound": old["bound"]}


KEPT = "may stay until 'x' reads it at any time"
PUT = {"name": "z", "operator": "put", "operands": ["v"]}
ROOM = {"name": "m"}
MEMORY = {"arch:components": add(ROOM), "arch:paths": add(
    {"name": "to", "sources": ["rf"], "targets": ["m"]},
    {"name": "from", "sources": ["m"], "targets": ["p"]},
)}  # fmt: skip
STAYS: Rows = {
    "stays": [
        ("stays", circle(reads=[False, True]), "each operation has its step"),
        ("stays", circle(cycles=[1, 1, 2, 2]), "each operation has its step"),
        ("stays", circle(distances=[]), "each operation has its step"),
        ("stays", circle(operations=[], reads=[], cycles=[], distances=[]), "has its step"),
        ("stays", {"register_files": "moves"}, "of static files, the claim is about moves"),
        ("stays", {"register_files": "counted"}, "of static files, the claim is about counted"),
        ("stays", {"register_files": "own"}, "of static files, the claim is about own"),
        ("stays", circle(files="unroll"), "of unroll files, the claim is about static"),
        ("stays", {"recompute": True}, "'v' may be executed again for each of its readers"),
        ("stays", circle(operations=["v", "x", "w"]), "'x' does not wait for 'v' of 0 iterations"),
        ("stays", circle(distances=[1, 0, 2]), "'w' does not wait for 'v' of 1 iterations"),
        ("stays", circle(cycles=[1, 2, 2]), "issued 1 cycle after 'w', not only 2"),
        ("stays", circle(distances=[0, 0, 3]), "'x' does not read 'v' of 3 iterations before"),
        ("stays", circle(distances=[0, 0, 0]), "'x' does not read 'v' of 0 iterations before"),
        ("stays", circle(reads=[False, True, True]), "'w' does not read 'x' of 0 iterations"),
        ("stays", circle(cycles=[1, 1, 1]), "read 'v' 2 cycles after its issue, not only 1"),
        # Counted registers keep a value for as many II as there are.
        ("stays", circle(files="counted"), "read 'v' 5 cycles after its issue, not only 2"),
        ("stays", circle(files="counted", cycles=[1, 1, 5]), "the circle has a solution"),
        ("stays", {"register_files": "moves", **circle(files="moves")}, "'v' 5 cycles after"),
        ("stays", {"register_files": "rotating", **circle(files="rotating")}, "'v' 5 cycles"),
        ("stays", {"register_files": "unroll", **circle(files="unroll")}, "'v' 5 cycles after"),
        (
            "stays",
            {"register_files": "own", "arch:components.2.file": "moves", **circle(files="own")},
            "'v' 5 cycles after its issue, not only 2",
        ),
        ("stays", circle(cycles=[0, 0, 2]), "the circle has a solution"),
        ("stays", circle(cycles=[1, 1, 4]), "the circle has a solution"),
        ("stays", {"dfg:operations.2.operands": ["w", "w"]}, "'x' does not read 'v'"),
        ("stays", {"dfg:operations.0.operator": "slow"}, "'v' 6 cycles after its issue"),
        (
            "stays",
            circle(cycles=[1, 1, 1]) | {"arch:components.2.issue": 1},
            "'v' 2 cycles after its issue, not only 1",
        ),
        # Each of these gives the value more time.
        ("stays", {"arch:paths.1.latency": 2}, "'v' 4 cycles after its issue, not only 2"),
        ("stays", {"arch:paths.2.latency": 1}, "'v' 3 cycles after its issue, not only 2"),
        ("stays", {"arch:components.1.keeps_arrivals": True}, KEPT),
        ("stays", {"arch:components.2.capacity": None}, KEPT),
        ("stays", {"arch:paths.2.targets": ["p", "rf"]}, KEPT),
        ("stays", MEMORY, KEPT),
    ],
    "recurrences": [
        ("stays", {"dfg:operations.3.operator": "f"}, "stays: no mapping needs operation 'v'"),
    ],
    "interval": [
        ("stays", circle(contexts=2), "not one reason against II 1"),
        ("addressed", {"lower_bound": 3}, "not one reason against II 2"),
    ],
    "reasons": [
        ("addressed", {"register_files": "rotating"}, "of static files, the claim is about rot"),
        ("addressed", {"register_files": "counted"}, "of static files, the claim is about count"),
        ("addressed", circle(files="counted"), "of counted files, the claim is about static"),
        ("addressed", {"register_files": "own"}, "of static files, the claim is about own"),
        ("addressed", circle(**{"bound.horizon": 12}), "cycles may be of use, not only 12"),
        ("addressed", {"pins": [{"operation": "v0", "cycle": 1}]}, "what is pinned to a cycle"),
        ("addressed", {"transform": "select"}, "no stays of all orders"),
        ("addressed", {"arch:components.0.capacity": 9}, "results cannot stay"),
    ],
    "clauses": [
        ("addressed", {"reasons.0": plainly}, "not justified: "),
        (
            "addressed",
            {"register_files": "rotating", **circle(files="rotating")},
            "not justified: ",
        ),
        (
            "addressed",
            {"register_files": "unroll", **circle(files="unroll")},
            "not justified: ",
        ),
        (
            "addressed",
            {"register_files": "own", "arch:components.1.file": "moves", **circle(files="own")},
            "not justified: ",
        ),
        ("addressed", {"arch:components.1.transient": True}, "not justified: "),
    ],
}

STILL_TRUE_STAYS: list[tuple[str, Edits]] = [
    ("stays", {"arch:components.1.transient": False, "arch:components.1.capacity": 2}),
    ("stays", circle(cycles=[1, 1, 3])),
    ("stays", {"register_files": "own", **circle(files="own")}),
    ("stays", {"register_files": "unroll", "arch:max_contexts": 1, **circle(files="unroll")}),
    ("stays", {"arch:components.2.capacity": 1, "register_files": "rotating",
               **circle(files="counted")}),
    ("stays", {"recompute": True, "dfg:operators.0.effect": True}),
    ("addressed", {"register_files": "own", **circle(files="own")}),
]  # fmt: skip
