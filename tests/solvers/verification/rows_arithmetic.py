"""Forged bounds and reasons by arithmetic: each is refused by the rule that it breaks."""

from __future__ import annotations

from typing import Any

from tests.solvers.verification.rows_claims import Rows, add

LAWFUL = {"name": "ff", "expression": ["f", "slow", "_"]}
NO_CONTEXTS = {"contexts": None, "reason.contexts": None}
HELD = {"arch:components.1.initial": {"values": ["a"], "choices": []}}
CHOSEN = {"arch:components.1.initial": {"values": [], "choices": [{"at_most": 1, "of": ["a"]}]}}


def bound(**fields: Any) -> dict[str, Any]:
    return {f"bounds.0.{name}": value for name, value in fields.items()}


def reason(**fields: Any) -> dict[str, Any]:
    return {f"reason.{name}": value for name, value in fields.items()}


ARITHMETIC: Rows = {
    "arithmetic": [
        ("path", bound(component="x"), "unknown component 'x'"),
        ("path", bound(cycle=1), "cycle 1 is not the first after 2 cycles"),
        ("path", bound(value="a"), "no mapping needs 'a' in ext"),
        ("counting", {"bounds": [{"type": "critical path", "horizon": 3, "value": "d",
                                  "component": "p", "cycle": 3}]}, "no mapping needs 'd' in p"),
        ("path", bound(component="p"), "end of cycle 1 already, not 2"),
        ("path", {"horizon": 3, **bound(horizon=3, cycle=3)}, "of cycle 2 already, not 3"),
        ("counting", bound(items=["u", "v", "d"]), "counting: no mapping needs operation 'd'"),
        ("counting", bound(first=2, last=3), "'u' has the cycles 1 to 1, not only 2 to 3"),
        ("counting", bound(first=0, last=0), "'u' has the cycles 1 to 1, not only 0 to 0"),
        ("counting", bound(units=1), "2 units are there, not 1"),
        ("counting", bound(first=0), "4 units are there, not 2"),
        ("counting", bound(items=["u", "v"]), "2 items fit into 2 units"),
        ("counting", {"horizon": 4, **bound(horizon=4)}, "has the cycles 1 to 2, not only 1"),
        ("exits", {"arch:paths.0.width": 2}, "2 units are there, not 1"),
        ("exits", {"arch:paths.0.width": None, "arch:components.0.read_ports": 2}, "2 units are"),
        ("exits", {"horizon": 4, **bound(horizon=4)}, "has the cycles 1 to 2, not only 1 to 1"),
        ("entries", {"arch:paths.1.width": 2}, "2 units are there, not 1"),
        ("entries", {"horizon": 4, **bound(horizon=4)}, "has the cycles 2 to 3, not only 2 to 2"),
    ],
    "demands": [
        ("exits", {"dfg:invariants": ["a"], "arch:components.1.invariants": 1},
         "input 'a' need not leave ext"),
        ("counting", bound(resource="patience"), "unknown resource 'patience'"),
        ("slots", reason(resource="patience"), "slots: unknown resource 'patience'"),
        ("counting", bound(items=["u", "v", "v"]), "an item is listed twice"),
        ("counting", bound(components=["p", "q", "q"]), "a component is listed twice"),
        ("counting", bound(components=["p", "q", "x"]), "unknown component 'x'"),
        ("crossing", reason(operations=["x", "x"]), "an operation is listed twice"),
        ("crossing", reason(paths=["in", "x"]), "unknown path 'x'"),
        ("crossing", reason(values=["s", "a"]), "unknown value 'a'"),
        ("counting", bound(items=["u", "v", "x"]), "no mapping needs operation 'x'"),
        ("counting", bound(components=["p"]), "'u' can be issued on q as well"),
        ("slots", reason(components=["q"]), "'u' can be issued on p as well"),
        ("shared", reason(components=["q"]), "can be issued on p as well"),
        ("sum", {"dfg:patterns": [{"name": "t", "expression": ["+", "+", "_", "_", "_"]}]},
         "one multi-node operation executes two of the items"),
        ("passing", reason(components=["p", "r"]), "may be stored in passing in q, too"),
        ("passing", reason(items=["v", "w", "x", "y", "x in passing"]), "'x' need not be stored"),
        ("passing", {"arch:components.1.switch": True}, "'v' need not be stored in passing"),
        ("passing", {"arch:components.1.routing_issues": False}, "'v' need not be stored"),
        ("passing", {"arch:components.1.ops": ["g", "f"]}, "'v' need not be stored"),
        ("passing", {"arch:paths": add({"name": "pr", "sources": ["p"], "targets": ["r"]})},
         "'v' need not be stored"),
        ("exits", HELD, "input 'a' need not leave ext"),
        ("exits", CHOSEN, "input 'a' need not leave ext"),
        ("exits", {"arch:components.0.initial": {"values": ["b"]}, **HELD}, "'a' need not leave"),
        ("exits", bound(items=["s", "a"]), "input 's' need not leave ext"),
        ("exits", {"dfg:inputs": ["a", "b", "c"], **bound(items=["a", "c"])}, "'c' need not"),
        ("exits", bound(components=["p"]), "'a' need not leave p"),
        ("entries", bound(items=["u", "a"]), "'a' is no result that ext collects"),
        ("entries", bound(components=["p"]), "'u' is no result that p collects"),
        ("entries", {"dfg:results": ["u"]}, "'v' is no result that ext collects"),
        ("entries", {"dfg:results": ["u", "v", "a"], **bound(items=["u", "a"])},
         "ext may hold 'a' from the start"),
        ("exits", bound(components=["ext", "p"]), "exit width is that of one component"),
        ("entries", bound(components=[]), "entry width is that of one component"),
        ("exits", {"arch:components.0.issue": 1}, "ext issues operations itself"),
        ("entries", {"arch:components.0.issue": 1}, "ext issues operations itself"),
        ("exits", {"arch:paths.0.width": None}, "the exit width is unlimited"),
        ("entries", {"arch:paths.1.width": None}, "the entry width is unlimited"),
        ("exits", {"arch:paths": lambda old: [
            {**old[0], "width": None}, old[1], {**old[0], "name": "late", "latency": 1}],
            "arch:components.0.read_ports": 1}, "the exit width is unlimited"),
    ],
    "scarce": [
        ("slots", reason(items=["u", "d"]), "slots: no mapping needs operation 'd'"),
        ("slots", NO_CONTEXTS, "with ever more cycles there are ever more units"),
        ("slots", reason(units=1), "2 units are there, not 1"),
        ("slots", {"contexts": 2, "reason.contexts": 2}, "4 units are there, not 2"),
        ("slots", reason(items=["u", "v"]), "2 items fit into 2 units"),
        ("shared", {"arch:shared.0.at_most": 2}, "2 units are there, not 1"),
        ("shared", {"arch:shared.0.ops": ["g"]}, "2 units are there, not 1"),
        ("shared", {"arch:shared.0.components": ["p"]}, "2 units are there, not 1"),
        ("shared", {"arch:shared": []}, "2 units are there, not 1"),
        ("passing", {"arch:components.1.issue": 2}, "4 units are there, not 3"),
    ],
    "crossing": [
        ("crossing", reason(components=["m", "m"]), "crossing: a component is listed twice"),
        ("crossing", NO_CONTEXTS, "with ever more cycles there are ever more units"),
        ("crossing", reason(units=0), "1 units are there, not 0"),
        ("crossing", reason(operations=["x", "y"]), "3 units are there, not 1"),
        ("crossing", {"arch:paths.0.width": 2}, "2 units are there, not 1"),
        ("crossing", {"contexts": 2, "reason.contexts": 2}, "2 units are there, not 1"),
        ("crossing", {"arch:components.0.ops": ["put", "+"]}, "3 units are there, not 1"),
        ("crossing", reason(values=["s"]), "1 items fit into 1 units"),
        ("crossing", reason(components=["pe"]), "'s' may stay elsewhere"),
        ("crossing", reason(values=["s", "x"]), "'x' may stay elsewhere"),
        ("crossing", {"arch:external": None} | reason(values=["s", "y"]), "'y' may stay elsewhere"),
        ("crossing", {"arch:components.1.ops": ["+", "put"]}, "may stay elsewhere"),
        ("crossing", reason(paths=["in", "back"]), "a path of unlimited width"),
        ("crossing", reason(paths=[]), "another path leads to m"),
        ("crossing", {"arch:paths": add({"name": "2", "sources": ["pe"], "targets": ["m"]})},
         "another path leads to m"),
        ("crossing", {"arch:paths.2": {"name": "off", "sources": ["pe"], "targets": ["ext"]},
                      "arch:paths": lambda old: [*old, {"name": "on", "sources": ["ext"],
                                                        "targets": ["m"]}]},
         "another path leads to m"),
        ("crossing", {"dfg:operations.2.operator": "f", "arch:components.0.ops": ["put", "f"],
                      "dfg:operations": lambda old: [
                          *old, {"name": "z", "operator": "put", "operands": ["x"]}]}
         | reason(operations=["x", "y", "z"], values=["s", "t", "x"]),
         "'x' is listed as an operation and as a value"),
    ],
    "recurrences": [
        ("recurrence", reason(cycles=[5]), "each operation has its cycles and its distance"),
        ("recurrence", reason(distances=[0, 1, 0]), "each operation has its cycles"),
        ("recurrence", reason(operations=[], cycles=[], distances=[]), "each operation has"),
        ("recurrence", {f"reason.{k}": lambda old: old * 2
                        for k in ("operations", "cycles", "distances")}, "is listed twice"),
        ("recurrence", reason(operations=["s", "x"]), "no mapping needs operation 'x'"),
        ("recurrence", {"dfg:patterns": [LAWFUL]}, "'s' may be executed within another operation"),
        ("recurrence", reason(operations=["t", "s"]), "does not wait for 't' of 0 iterations"),
        ("recurrence", reason(distances=[1, 1]), "does not wait for 's' of 1 iterations"),
        ("recurrence", reason(distances=[0, 2]), "does not wait for 't' of 2 iterations"),
        ("recurrence", reason(operations=["s"], cycles=[5], distances=[1]), "does not wait"),
        ("recurrence", reason(cycles=[6, 1]), "'t' may be issued 5 cycles after 's', not only 6"),
        ("recurrence", reason(cycles=[5, 2]), "'s' may be issued 1 cycle after 't', not only 2"),
        ("recurrence", {"arch:components.1.ops": [{"name": "slow", "latency": 4}, "f"]},
         "'t' may be issued 4 cycles after 's', not only 5"),
        ("recurrence", reason(cycles=[0, 1]), "1 cycle over distance 1 fit into 1"),
        ("recurrence", {"contexts": 6, "reason.contexts": 6}, "6 cycles over distance 1 fit into"),
        ("recurrence", {
            "dfg:order": [{"before": "s", "after": "t"}, {"before": "t", "after": "s",
                                                          "distance": 1}],
            "dfg:operations.0.operands": ["a"], "dfg:operations.1.operands": ["b"],
            "reason.cycles": [5, 2]}, "may be issued 1 cycle after 't'"),
        ("recurrence", {
            "dfg:priorities": [{"first": "s", "then": "t", "sign": ">="}],
            "dfg:operations.1.operands": ["b"],
            "dfg:order": [{"before": "t", "after": "s", "distance": 1}]},
         "'t' may be issued 4 cycles after 's', not only 5"),
    ],
    "possible": [
        ("never", reason(value="a"), "never: no mapping needs 'a'"),
        ("never", {"arch:components.1.ops": ["f"]}, "never: 's' may be executed on p"),
        ("never", {"arch:components.1.ops": None}, "never: 's' may be executed on p"),
    ],
}  # fmt: skip

STILL_TRUE = [
    ("path", bound(component="ext", value="n") | {"arch:paths.1.latency": 3}),
    ("counting", {"horizon": 3, **bound(units=2)}),
    ("exits", {"arch:paths.0.width": None, "arch:components.0.read_ports": 1}),
    ("entries", {"arch:paths.1.width": None, "arch:components.0.write_ports": 1}),
    ("shared", {"arch:shared.0.components": ["q", "p"]}),
    ("crossing", {"dfg:results": ["s"]}),
    ("crossing", reason(operations=["x", "y"], units=3, values=["s", "t"])),
    ("recurrence", {"reason.cycles": [4, 0]}),
    ("recurrence", {"contexts": 5, "reason.contexts": 5}),
    ("never", {"arch:components.1.ops": None, "arch:paths": lambda old: old[:1]}),
]
