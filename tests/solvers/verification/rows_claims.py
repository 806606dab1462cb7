"""Forged claims about cycles and intervals as a whole: pins, symmetries, mappings, rewritings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.solvers.verification.claims import Edits

Row = tuple[str, Edits, str]
"""A kind of genuine certificate, what makes it false, and words of the refusal."""

Rows = dict[str, list[Row]]
"""The rows of each file of `solvers/verification` whose statement refuses them."""


def add(*more: Any) -> Callable[[list[Any]], list[Any]]:
    """A list, longer."""
    return lambda old: [*old, *more]


ADD3 = {"dfg:patterns": [{"name": "twice", "expression": ["+", "+", "_", "_", "_"]}]}
NO_CONTEXTS = {"contexts": None, "reason.contexts": None}
THIRD = {"horizon": 3, "bounds.0.horizon": 3}
"""Three cycles, which are enough: no fact of the verifier excludes them by itself."""

FILE_PORTS = {"arch:components.1.file_ports": True, "arch:components.1.read_ports": 2}

CLAIMS: Rows = {
    "directory": [
        ("path", {"dfg": "../dfg.json"}, "'../dfg.json' leaves the directory"),
        ("path", {"dfg": ""}, "file name '' leaves"),
        ("path", {"dfg": "link/../../dfg.json"}, "leaves the directory"),
        ("proof", {"file:proof.cnf": "p cnf 1 2\n1" + " " * 2**22 + "0\n"}, "line 2: longer than"),
    ],
    "claim": [
        ("optimal", {"lower_bound": 0}, "a lower bound of cycles is at least 1"),
        ("path", {"value": 3}, "'infeasible' has no value"),
        ("path", {"mapping": "mapping.json"}, "and no mapping"),
        ("path", {"horizon": 0}, "a horizon is at least 1"),
        ("optimal", {"value": None}, "'optimal' needs a value and a mapping"),
        ("optimal", {"value": 2}, "lower bound 3 and value 2 contradict"),
        ("optimal", {"value": 2, "status": "feasible"}, "contradict 'feasible'"),
        ("optimal", {"lower_bound": 2}, "lower bound 2 and value 3 contradict"),
        ("path", {"horizon": None}, "neither a horizon, nor a reason for None contexts"),
        ("slots", {"contexts": 2}, "nor a reason for 2 contexts"),
        ("slots", {"reason": None}, "nor a reason for 1 contexts"),
        ("optimal", {"value": 4, "lower_bound": 4}, "mapping.json: it has 3 cycles, not 4"),
        ("path", {"bounds.0.horizon": 1}, "bound for 1 cycle: critical path: cycle 2 is not"),
        ("optimal", {"bounds": []}, "no bound refutes a horizon of 2"),
        ("optimal", {"bounds.0.horizon": 1, "bounds.0.cycle": 1}, "refutes a horizon of 2"),
        ("path", {"horizon": 3}, "no bound refutes a horizon of 3"),
        ("path", {"lower_bound": 4}, "no bound refutes a horizon of 3"),
        # Where results cannot stay, one horizon says nothing of smaller ones.
        ("proof", {"arch:components.0.capacity": 9, "lower_bound": 3}, "horizon of 1"),
        ("counting", {"arch:components.0.transient": True, "lower_bound": 2}, "horizon of 1"),
        ("sum proof", {"rewrites": ["any order (chain)"]}, "'any order (chain)', which no file"),
        ("accumulators", {"rewrites": ["3 accumulators"]}, "'3 accumulators', which no file"),
        ("accumulators", {"rewrites": 2 * ["2 accumulators"]}, "'2 accumulators', which no file"),
        ("accumulators", {"rewrites": []}, "its rewrites lack '2 accumulators'"),
        ("inductions", {"rewrites": []}, "its rewrites lack 'own inductions'"),
    ],
    "understood": [
        ("longest", FILE_PORTS, "longest: it does not take 'file_ports' into account"),
        ("ring", FILE_PORTS, "cyclic: it does not take 'file_ports' into account"),
        ("addressed", FILE_PORTS, "longest: it does not take 'file_ports' into account"),
    ],
    "mapped": [
        ("files", {"register_files": "static"}, "register files, static: "),
        ("optimal", {"mapping:issues": []}, "mapping.json: "),
        ("loaded", {"mapping:loaded": []}, "operand 'b' (distance 0) is neither there"),
        ("loaded", {"mapping:loaded": [["a", "p"], ["b", "p"]]}, "p holds 2, at most 1: a, b"),
        ("loaded", {"mapping:loaded": [["b", "p"], ["b", "p"]]}, "is listed twice"),
        ("loaded", {"mapping:loaded": [["b", "ext"]]}, "operand 'b' (distance 0) is neither there"),
        ("loaded", {"dfg:invariants": ["a"]}, "it is no invariant of the loop"),
        ("loaded", {"arch:components.1.invariants": 0}, "p holds 1, at most 0: b"),
        ("optimal", {"mapping:issues": [["n", "p", 2]]}, "(and "),
        ("optimal", {"mapping:architecture": "other"}, "mapping.json: "),
        ("ii", {"mapping:holds.2.2": 3}, "mapping.json: "),
        ("pinned", {"pins.0.components": ["ext"]}, "'n' is executed on p in cycle 1, not on ext"),
        ("pinned", {"pins.0.components": []}, "in cycle 1, not on "),
        ("pinned", {"pins.0.cycle": 2}, "not in cycle 2"),
        ("pinned", {"pins.0.context": 0}, "not in context 0"),
        ("optimal", {"pins": [{"operation": "n", "context": 1}]}, "there are no contexts"),
        ("pinned", {"pins": add({"operation": "n", "cycle": 2})}, "not in cycle 2"),
    ],
    "pins": [
        ("pinned", {"pins.0.operation": "a"}, "'a' is no operation that has a place"),
        ("pinned", {"transform": "enumerate"} | ADD3, "not where multi-node operations are"),
        ("pinned", {"pins.0.components": ["p", "x"]}, "'n' is pinned to unknown components"),
    ],
    "reasons": [
        ("path", {"bounds.0.horizon": 0}, "bound for 0 cycles: a horizon is at least 1"),
        (
            "proof",
            {"transform": "select", "arch:components.1.issue": 2} | ADD3,
            "one cycle may have two multi-node operations",
        ),
        (
            "proof",
            {
                "transform": "chain",
                "pins": [{"operation": "n"}],
                "dfg:operations": [{"name": "n", "operator": "+", "operands": ["a", "a"]}],
            },
            "a pinned sum may be a part of another sum",
        ),
        ("memory", {"arch:max_contexts": 4}, "it has room for 4 contexts"),
        ("memory", {"arch:max_contexts": None}, "it has room for 4 contexts"),
        ("memory", NO_CONTEXTS, "it has room for None contexts"),
        ("longest", NO_CONTEXTS, "longest: not without contexts"),
        ("longest", {"pins": [{"operation": "s", "cycle": 7}]}, "pinned to a cycle cannot be"),
        ("longest", {"arch:components.0.capacity": 9}, "results cannot stay"),
        ("longest", {"arch:components.0.transient": True}, "results cannot stay"),
        (
            "longest",
            {"reason.bound.horizon": 3, "reason.bound.cycle": 3},
            "may be of use, not only 3",
        ),
        ("longest", {"arch:components.1.transient": True}, "any number of cycles may be of use"),
    ],
    "placement": [
        ("placement", {"bounds.0.placement.value": "a"}, "'a' need not be executed"),
        ("placement", {"bounds.0.placement.symmetries.0.paths": {}}, "not a symmetry"),
        ("placement", {"bounds.0.placement.symmetries.0.components": {"p": "q"}}, "not a symm"),
        ("placement", {"arch:components.2.capacity": 1}, "not a symmetry"),
        ("placement", {"bounds.0.placement.symmetries": []} | THIRD, "no symmetry moves 'q'"),
        ("placement", {"bounds.0.placement.components": []} | THIRD, "no symmetry moves 'p'"),
    ],
    "arrival": [
        ("arrival", {"bounds.0.arrival.chains": []}, "results must be named"),
        ("arrival", {"bounds.0.arrival.chains": lambda old: old * 2}, "each in one chain only"),
        ("arrival", {"arch:external": None, "dfg:results": []}, "there is no external component"),
        ("arrival", {"arch:components.0.capacity": 9}, "'ext' need not keep what arrives"),
        ("arrival", {"arch:components.0.transient": True}, "'ext' need not keep"),
        ("arrival", {"arch:components.0.issue": 1}, "'ext' need not keep"),
        ("arrival", {"arch:paths.2.targets": ["ext", "q"]}, "a bus leads to 'ext' and elsewhere"),
        ("arrival", {"bounds.0.arrival.paths": ["op"]}, "not the paths to 'ext', each once"),
        ("arrival", {"bounds.0.arrival.paths": add("ip")}, "not the paths to 'ext'"),
        (
            "arrival",
            {
                "transform": "enumerate",
                "dfg:operations": [
                    {"name": "u", "operator": "+", "operands": ["a", "b"]},
                    {"name": "v", "operator": "+", "operands": ["b", "a"]},
                ],
            },
            "not where equal sums or constants are reordered",
        ),
        (
            "arrival",
            {
                "transform": "enumerate",
                "dfg:constants": [{"name": "k", "value": 1}, {"name": "l", "value": 1}],
                "dfg:operations": [
                    {"name": "u", "operator": "+", "operands": ["a", "k"]},
                    {"name": "v", "operator": "+", "operands": ["b", "l"]},
                ],
            },
            "not where equal sums or constants are reordered",
        ),
        ("arrival", {"bounds.0.arrival.chains.0.exchanges": []}, "an exchange of each next two"),
        ("arrival", {"bounds.0.arrival.chains.0.results": ["u", "a"]}, "a chain of results"),
        ("arrival", {"bounds.0.arrival.chains.0.exchanges.0.a": "a"}, "not a symmetry"),
        ("arrival", {"bounds.0.arrival.chains.0.exchanges.0": {}}, "no exchange of 'u' and 'v'"),
        ("arrival", {"bounds.0.arrival.first": []}, "must be the first in the order"),
        ("arrival", {"bounds.0.arrival.first": ["oq"]}, "must be the first in the order"),
        ("arrival", {"bounds.0.arrival.symmetries.0.paths": {}}, "not a symmetry"),
        ("arrival", {"bounds.0.arrival.symmetries": []}, "no symmetry leads from 'oq'"),
    ],
    "interval": [
        ("interval", {"lower_bound": 0}, "a lower bound of contexts is at least 1"),
        ("interval", {"accumulators": 2}, "accumulators of a graph that is not there"),
        ("interval", {"value": 2}, "'infeasible' has a bound, no value, no mapping"),
        ("interval", {"lower_bound": 1, "reasons": []}, "'infeasible' has a bound"),
        ("ii", {"value": None}, "'optimal' needs a value and a mapping"),
        ("ii", {"lower_bound": 2}, "lower bound 2 and value 1 contradict"),
        ("ii", {"value": 2}, "lower bound 1 and value 2 contradict"),
        ("ii", {"arch:max_contexts": 1, "value": 2, "status": "feasible"}, "have 2 contexts"),
        ("ii", {"value": 0, "status": "feasible"}, "lower bound 1 and value 0 contradict"),
        ("ii", {"value": 2, "status": "feasible"}, "it has contexts 1, not 2"),
        ("interval", {"reasons": []}, "not one reason against II 1"),
        ("interval", {"reasons": lambda old: old * 2}, "not one reason against II 1"),
        ("interval", {"reasons.0.contexts": 2}, "not one reason against II 1"),
        ("ii", {"reasons": [{"type": "never", "contexts": 1, "value": "n"}]}, "not excluded"),
        ("interval", {"reasons.0.units": 0}, "reason against II 1: slots: 1 units are there"),
    ],
    "accumulators": [
        ("accumulators", {"dfg:name": "graph"}, "'graph' has no 2 of them"),
        ("accumulators", {"accumulators": 3}, "has no 3 of them"),
        ("accumulators", {"dfg:initial.0.numbers": [7, 1]}, "those of 's' begin with other"),
        ("accumulators", {"dfg:initial": []}, "those of 's' begin with other numbers"),
        ("accumulators", {"written:operations.1.operands.0": {"value": "a", "distance": 1},
                          "dfg:operations.1.operands.0": {"value": "a", "distance": 2}},
         "'a' is no operation"),
        ("accumulators", {"dfg:operators.0.associative": False}, "no such laws"),
        ("accumulators", {"dfg:operators.0.commutative": False}, "no such laws"),
        ("accumulators", {"dfg:operators.0.effect": True}, "no such laws"),
        ("accumulators", {"dfg:operators.0.name": "mean", "dfg:operations.0.operator": "mean",
                          "dfg:operations.1.operator": "mean"}, "no such laws"),
        ("accumulators", {"dfg:operations.1.operands.0": "s"}, "'s' of 's' is observed"),
        ("accumulators", {"dfg:order": [{"before": "t", "after": "s"}]}, "'s' of 's' is obs"),
        ("accumulators", {"dfg:priorities": [{"first": "s", "then": "t"}]}, "'s' of 's' is obs"),
        ("accumulators", {"dfg:operations": lambda old: [
            old[0], {**old[1], "operands": [{"value": "s", "distance": 1}, "b"]}]},
         "is observed otherwise"),
        ("accumulators", {"dfg:operations.0.operator": "mul",
                          "dfg:operations.0.operands": ["a", "b"],
                          "dfg:operations.1.operands.0": {"value": "s", "distance": 2},
                          "written:operations.1.operands.0": {"value": "s", "distance": 1}},
         "'s' reaches itself not by 'mul' alone"),
    ],
    "inductions": [
        ("inductions", {"dfg:name": "another"}, "'another' is no rewriting of 'graph'"),
        ("inductions", {"dfg:results": []}, "other results than in the graph as written"),
        ("inductions", {"dfg:operators.0.latency": 2}, "other operators than"),
        ("inductions", {"dfg:order": [{"before": "i", "after": "j"}]}, "other order than"),
        ("inductions", {"dfg:constants.1.value": 3.0}, "another constant 'k'"),
        ("inductions", {"dfg:operations": lambda old: old[:2], "dfg:results": ["r"],
                        "written:results": ["r"], "dfg:inputs": ["x", "r"]}, "other inputs"),
        ("inductions", {"written:operations": add(
            {"name": "w", "operator": "put", "operands": ["x"]})}, "'w' is missing"),
        ("inductions", {"dfg:initial": add({"value": "x", "numbers": [1]})}, "inputs have other"),
        ("inductions", {"dfg:initial.0.numbers": [6]}, "'i' has other numbers before the first"),
        ("inductions", {"dfg:initial.1.numbers": [9]}, "'j' is not the same in every iteration"),
        ("inductions", {"dfg:operations.1.operands.1": "k"}, "'j' is not the same"),
        ("inductions", {"dfg:operations.2.operator": "mul"}, "'r' is not the same"),
        ("inductions", {"written:initial": add({"value": "j", "numbers": [8]})}, "read 'j'"),
        ("inductions", {f"{file}:operations.2.operands.0": {"value": "j", "distance": 1}
                        for file in ("written", "dfg")}, "other iterations read 'j'"),
    ],
}  # fmt: skip
