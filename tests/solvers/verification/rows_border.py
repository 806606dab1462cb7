"""Forged counts of what enters and leaves: each is refused by the rule that it breaks."""

from __future__ import annotations

from typing import Any

from tests.solvers.verification.rows_arithmetic import HELD, bound, reason
from tests.solvers.verification.rows_claims import Rows, add

FREE = "p passes values on without an issue slot"
NEITHER = "is no computed result, nor an input for its reader"
SHARED = "one issue may read two of the inputs"


def path(source: str, target: str) -> dict[str, Any]:
    """One more path of the array."""
    wire = {"name": "more", "sources": [source], "targets": [target], "width": 1}
    return {"arch:paths": add(wire)}


def step(name: str, operator: str, *operands: str) -> dict[str, Any]:
    return {"name": name, "operator": operator, "operands": list(operands)}


def pattern(*words: str) -> dict[str, Any]:
    return {"dfg:patterns": [{"name": "both", "expression": list(words)}]}


WIDE = {"arch:paths.0.width": 2}
BORDER: Rows = {
    "border": [
        ("border", {"arch:components.1.switch": True}, FREE),
        ("border", {"arch:components.1.routing_issues": False}, FREE),
        ("border", reason(components=["p", "q"]), "q passes values on without an issue slot"),
        ("border", reason(items=["s", "a for v", "v"]), f"'v' {NEITHER}"),
        ("border", reason(items=["s", "a for s", "b for v"]), f"'a for s' {NEITHER}"),
        ("border", reason(items=["s", "b for x", "a for v"]), f"'b for x' {NEITHER}"),
        ("border", reason(items=["s", "c for v", "b for v"]), f"'c for v' {NEITHER}"),
        ("border", {"dfg:operations": add(step("y", "f", "c")),
                    **reason(items=["s", "a for v", "c for y"])}, f"'c for y' {NEITHER}"),
        ("border", {"dfg:results": ["s", "c"], **reason(items=["s", "c", "a for v"])},
         f"'c' {NEITHER}"),
        ("border", {"dfg:results": ["s", "v"]}, f"'a for v' {NEITHER}"),
        ("border", pattern("g", "g", "_", "_", "_"), f"'a for v' {NEITHER}"),
        ("border", {"transform": "enumerate", "dfg:operations": [
            step("t", "+", "a", "b"), step("v", "+", "t", "c"), step("s", "f", "v")],
            **reason(items=["s", "a for v", "b for v"])}, f"'a for v' {NEITHER}"),
        ("border", {"arch:components.0.issue": 1}, "results may be computed in ext"),
        ("border", path("q", "ext"), "results may come from q"),
        ("border", path("q", "p") | {"arch:components.0.issue": 1,
                                     **reason(items=["a for v", "b for v"])},
         "'a' may be in ext from the start"),
        ("border", HELD, "'a' may be in p from the start"),
        ("border", {"arch:components.2.initial": {"values": ["b"], "choices": []}},
         "'b' may be in q from the start"),
        ("border", {"arch:components": add({"name": "rom", "initial": {"values": ["b"]},
                                            "routing_issues": True}),
                    **path("rom", "p"), **reason(components=["p", "rom"])},
         "'b' may be in rom from the start"),
        ("border", path("ext", "q"), "'a' may go to q"),
        ("border", {"arch:paths.0.targets": ["p", "q"]}, "'a' may go to q"),
        ("border", {"arch:components": add({"name": "rom", "initial": {"values": ["b"]}}),
                    **path("rom", "q")}, "'b' may go to q"),
        ("border", reason(items=["s", "a for v", "a for x"]), "an input is listed twice"),
        ("border", WIDE, SHARED),
        ("border", {"arch:paths.0.width": None}, SHARED),
        ("border", path("ext", "p"), SHARED),
        ("border", {"arch:components": add({"name": "rom", "initial": {"values": ["b"]}}),
                    **path("rom", "p")}, SHARED),
        ("border", WIDE | {"dfg:operations": [
            step("x", "f", "a"), step("v", "g", "x", "b"), step("s", "f", "v")],
            **pattern("g", "f", "_", "_"), **reason(items=["s", "a for x", "b for v"])}, SHARED),
    ],
    "demands": [
        ("border", reason(items=["s", "s", "a for v"]), "an item is listed twice"),
        ("border", reason(components=["p", "x"]), "unknown component 'x'"),
    ],
    "scarce": [
        ("border", reason(units=1), "2 units are there, not 1"),
        ("border", {"arch:components.1.issue": 2}, "4 units are there, not 2"),
        ("border", reason(items=["s", "a for v"]), "2 items fit into 2 units"),
    ],
    "arithmetic": [
        ("border cycles", bound(first=2, last=3), "'s' has the cycles 1 to 2, not only 2 to 3"),
        ("border cycles", {"horizon": 4, **bound(horizon=4)}, "cycles 1 to 3, not only 1 to 2"),
    ],
}  # fmt: skip

STILL_TRUE_BORDER = [
    ("border", WIDE | reason(items=["s", "a for x", "b for v"])),
    ("border", {"arch:components.1.routing_issues": False, "arch:components.1.capacity": 0}),
    ("border", {"arch:components.1.routing_issues": False,
                "arch:components.1.keeps_arrivals": False}),
    ("border", {"dfg:operations.0.operands": [{"value": "a", "distance": 2}, "b"]}),
]  # fmt: skip
