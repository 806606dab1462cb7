"""Forged claims about smallest arrays, the streaming engine and partitions."""

from __future__ import annotations

from typing import Any

from tests.solvers.verification.claims import Edits
from tests.solvers.verification.rows_claims import Rows, add

SHARED = {"name": "port", "components": ["p", "q"], "ops": ["f"], "at_most": 1}
TURNED = {
    "values": {"a": "a", "n": "n"},
    "components": {"ext": "ext", "p": "q", "q": "p"},
    "paths": {"ip": "iq", "iq": "ip", "op": "oq", "oq": "op"},
}
EVERYTHING = [["memories", "ext", ""], ["elements", "p", ""], ["elements", "q", ""]]
PINNED = {"instruction": "u", "tile": 0, "spoke": 0}


def tree(*lines: str) -> Edits:
    return {"file:tree.txt": "\n".join([*lines, ""])}


def left(**fields: Any) -> Edits:
    """What is left of the array, with another element."""
    return {f"left:components.1.{name}": value for name, value in fields.items()}


def core(place: str, value: Any) -> Edits:
    return {f"core/{place}": value}


def bound(**fields: Any) -> Edits:
    return {f"bounds.0.{name}": value for name, value in fields.items()}


def symbols(text: str) -> Edits:
    return {"file:proof.symbols": text.replace("; ", "\n") + "\n"}


FEATURES = {"cores.0.features": [["elements", "p", ""]]}

ARRAYS: Rows = {
    "minimum": [
        ("minimum", {"jobs": []}, "no kernel"),
        ("minimum", {"kinds": []}, "kinds must be some of"),
        ("minimum", {"kinds": ["wires"]}, "kinds must be some of"),
        ("minimum", {"kinds": ["elements", "elements"]}, "each once"),
        ("prices", {"weights": {}}, "prices together with weights"),
        ("prices", {"kinds": ["elements", "paths", "operators"]}, "operators have no prices"),
        ("minimum", {"weights": {"paths": "1"}}, "a weight of 'paths', which is not counted"),
        ("minimum", {"keep": ["q"]}, "left.json: it lacks something that is to be kept"),
        ("minimum", {"lower_bound": 2}, "lower bound 2, but 1 do"),
        ("prices", {"lower_bound": 50}, "lower bound 50, but 49 do"),
        ("minimum", {"lower_bound": 0}, "the bound 0 is not the cost 1"),
        ("minimum", {"weights": {"elements": "2"}}, "the bound 1 is not the cost 2"),
        ("minimum", {"jobs.0.horizon": 4}, "mapping.json: 3 cycles, not 4"),
        ("minimum", {"jobs.0.symmetries": [{**TURNED, "paths": {}}]}, "kernel 0: not a symmetry"),
        ("minimum", {"arch:components.2.capacity": 1, "jobs.0.symmetries": [TURNED]},
         "kernel 0: not a symmetry"),
        ("minimum", {"cores.0.kernel": 1}, "core: there is no kernel 1"),
        ("minimum", {"cores.0.certificate": ""}, "a core without a certificate leaves components"),
        ("minimum", {"cores.0.certificate": "", "cores.0.features": EVERYTHING[:2]}, "a core: "),
        ("minimum", core("certificate:horizon", 2), "core: it does not refute 3 cycles"),
        ("minimum", core("certificate:status", "optimal"), "core: it does not refute 3 cycles"),
        ("minimum", core("certificate:pins", [{"operation": "n"}]), "it does not refute 3"),
        ("minimum", core("dfg:inputs", ["a", "b"]), "it is of another problem than kernel 0"),
        ("minimum", core("certificate:contexts", 1), "it is of another problem than kernel 0"),
        ("minimum", core("certificate:transform", "enumerate"), "it is of another problem"),
        ("minimum", FEATURES, "without the core: component 'q' is missing"),
        ("minimum", core("arch:components.0.issue", 1), "not the whole array without the core"),
        ("minimum", core("certificate:bounds", []), "core: certificate.json: no bound refutes"),
        ("minimum", {"cores.0.certificate": "", "jobs.0.symmetries": [TURNED],
                     "cores.0.features": [*EVERYTHING, ["elements", "x", ""]]},
         "'x' of a core is not in the array"),
        ("minimum", {"tree": None}, "no branch tree shows the bound; write it anew"),
        ("minimum", tree("add 0 1"), "tree.txt: line 1: the rows leave something possible"),
        ("minimum", {"cores": []}, "tree.txt: line 1: "),
        ("prices", {"lower_bound": 32}, "tree.txt: line 1: the rows leave something possible"),
        ("minimum", {"weights": {"elements": "-1"}}, "'-1' is no weight"),
        ("minimum", {"weights": {"elements": "9" * 41}}, "is no weight"),
        ("minimum", {"weights": {"elements": "1/0"}}, "'1/0' is no weight"),
        # How an array may differ from the whole one.
        ("minimum", {"arch:external": "p"}, "left.json: the external component differs"),
        ("minimum", {"left:max_contexts": 3}, "max_contexts differs"),
        ("minimum", {"left:max_hops": 3}, "max_hops differs"),
        ("minimum", {"left:max_routes": 3}, "max_routes differs"),
        ("minimum", {"arch:shared": [SHARED]}, "the shared limit 'port' differs"),
        ("minimum", {"arch:shared": [{**SHARED, "components": ["q"]}],
                     "left:shared": [{**SHARED, "components": ["p"]}]}, "limits nothing of the"),
        ("minimum", {"left:shared": [{**SHARED, "components": ["p"]}]}, "'port' is not in the who"),
        ("minimum", {"left:components": add({"name": "x"})}, "component 'x' is not in the whole"),
        ("minimum", {"left:paths": add({"name": "x", "sources": ["p"], "targets": ["p"]})},
         "path 'x' is not in the whole array"),
        *(("minimum", left(**{field: value}), f"{field} of 'p' differs") for field, value in {
            "initial": "all", "holds_intermediates": False, "transient": True, "switch": True,
            "routing_issues": True, "keeps_arrivals": False, "read_ports": 1, "write_ports": 1,
        }.items()),
        ("minimum", left(issue=2), "issue of 'p' is not smaller"),
        ("minimum", left(capacity=2), "capacity of 'p' is not smaller"),
        ("minimum", {"arch:components.1.capacity": 1, **left(capacity=2)}, "is not smaller"),
        ("minimum", left(ops=[{"name": "f", "latency": 1}]), "latencies of 'p' differ"),
        ("minimum", {"arch:components.1.ops": ["g"]}, "'p' does not support '"),
        ("minimum", {"left:paths.0.latency": 1}, "path 'ip' is another one"),
        ("minimum", {"left:paths.0.hops": 1}, "path 'ip' is another one"),
        ("minimum", {"left:paths.0.width": 2}, "width of 'ip' is not smaller"),
        ("minimum", {**FEATURES, "core/arch:components": add({"name": "q", "issue": 1})},
         "path 'iq' is missing"),
        ("minimum", {**FEATURES, "core/arch:components": lambda old: [
            *old, {"name": "q", "issue": 1, "capacity": 2}]}, "capacity of 'q' is not smaller"),
        ("minimum", {**FEATURES, "arch:components.2.capacity": 1, "left:components.1": {
            "name": "p", "issue": 1}, "core/arch:components": add(
            {"name": "q", "issue": 1, "capacity": 0})}, "capacity of 'q' is 0, without need"),
        ("minimum", core("arch:max_contexts", 1), "max_contexts differs"),
        ("minimum", {**FEATURES, "core/arch:components": add({"name": "q", "issue": 1}),
                     "core/arch:paths": [
            {"name": "iq", "sources": ["ext"], "targets": ["q"], "width": 1, "latency": 1}]},
         "path 'iq' is another one"),
        ("minimum", {**FEATURES, "arch:components.2.issue": 2, "core/arch:components":
                     lambda old: [*old, {"name": "q", "issue": 1}]}, "is 1, without need"),
        ("minimum", {**FEATURES, "core/arch:components": lambda old: [
            *old, {"name": "q", "issue": 1, "ops": ["g"]}]}, "'q' no longer supports '"),
    ],
    "parts": [
        ("minimum", {"kinds": ["registers"]}, "'p' has no limit of registers to count"),
        ("minimum", {"kinds": ["widths"], "arch:paths.0.width": None, "left:paths.0.width": None},
         "'ip' has no limit of widths to count"),
    ],
    "branching": [
        ("minimum", tree("add 0 1 1 1", "add 0 1 1 1"), "line 2: nothing is left to exclude"),
        ("minimum", tree("branch 0 0 0"), "line 1: no branch"),
        ("minimum", tree("branch 2 0"), "line 1: no branch"),
        ("minimum", tree(*["branch 0 0"] * 1001), "line 1001: no branch"),
        ("minimum", tree("add 0 1"), "line 1: the rows leave something possible"),
        ("minimum", tree("row 0 1 1 1", "add 2 0"), "line 2: the rows leave something possible"),
        ("cut", tree("branch 0 0", "add 0 1 9 1", "add 1 1 4 1"), "leave something possible"),
        ("cut", tree("above 0 0", "add 1 1 4 1", "add 0 1 9 1"), "leave something possible"),
        ("minimum", tree(""), "1 part(s) of the box are not excluded"),
        ("cut", tree("branch 0 0", "add 1 1 4 1"), "1 part(s) of the box are not excluded"),
        ("minimum", tree("add 0 1 1"), "line 1: no such rows"),
        ("minimum", tree("add 0 1 2 1"), "line 1: no such rows"),
        ("minimum", tree("add 0 -1"), "line 1: not understood"),
        ("minimum", tree("add 0 " + "9" * 101), "line 1: not understood"),
    ],
    "gates": [
        ("prices", {"prices.word": "float"}, "'float' is no type of words"),
        ("prices", {"prices.word": "u65"}, "'u65' is no type of words"),
        ("prices", {"prices.select": [0, 8, 7]}, "prices fall where there is more of something"),
        ("prices", {"prices.units.neg": -1}, "prices fall where there is more"),
        ("prices", {"prices.register": [1, 1, 1]}, "prices of what is not there"),
        ("prices", {"prices.select": [0, 0]}, "no price of a piece with "),
        ("prices", {"prices.units": {}}, "no price of the units of 'p'"),
    ],
    "streaming_claim": [
        ("stream", {"ii": 0}, "an initiation interval is at least 1"),
        ("crowd", {"cycles": 6}, "'infeasible' has neither cycles nor a mapping"),
        ("crowd", {"mapping": "mapping.json"}, "'infeasible' has neither cycles nor"),
        ("crowd", {"lower_cycles": 1}, "'infeasible' has neither cycles nor a mapping"),
        ("stream", {"cycles": None}, "'optimal' needs cycles, a bound and a mapping"),
        ("stream", {"mapping": None}, "'optimal' needs cycles, a bound and a mapping"),
        ("stream", {"lower_ii": 4}, "'lower_ii' is for the objective 'ii'"),
        ("stream", {"objective": "ii"}, "'lower_ii' is for the objective 'ii'"),
        ("stream", {"lower_cycles": 5}, "its lower bounds contradict 'optimal'"),
        ("stream", {"lower_cycles": 7, "status": "feasible"}, "bounds contradict 'feasible'"),
        ("stream", {"status": "feasible"}, "its lower bounds contradict 'feasible'"),
        ("stream", {"objective": "ii", "lower_ii": 5}, "its lower bounds contradict 'optimal'"),
        ("stream", {"bounds": []}, "no bound refutes 5 cycles with II 4"),
        ("stream", bound(ii=3), "no bound refutes 5 cycles with II 4"),
        ("stream", {"objective": "ii", "lower_ii": 4}, "nothing refutes II 1, with up to"),
        ("stream", {"placed": [{**PINNED, "tile": 2}]}, "'u' has no such tile or spoke"),
        ("stream", {"placed": [{**PINNED, "spoke": 4}]}, "'u' has no such tile or spoke"),
        ("stream", {"placed": [PINNED], "objective": "ii", "lower_ii": 4}, "for one II only"),
        ("stream", {"mapping:program": "other"}, "mapping.json: its program is not that of the"),
        ("stream", {"mapping:engine": {"tiles": 3}}, "its engine is not that of the claim"),
        ("stream", {"mapping:ii": 5}, "its initiation interval is not that of the claim"),
        ("stream", {"cycles": 7, "lower_cycles": 7}, "its number of cycles is not that"),
        ("stream", {"mapping:placements.0.2": 1}, "mapping.json: "),
        ("stream", {"placed": [{**PINNED, "tile": 1}]}, "'u' is not where it is placed"),
        ("stream", {"placed": [{**PINNED, "spoke": 1}]}, "'u' is not where it is placed"),
        ("stream", bound(cycles=-1), "bound for II 4: a number of cycles is not negative"),
        ("stream", bound(ii=0), "bound for II 0: an initiation interval is at least 1"),
        ("stream", bound(instruction="x"), "instructions must exist, and be named once"),
        ("stream", {"placed": [PINNED, PINNED]}, "instructions must exist, and be named once"),
        ("stream", bound(cycles=6), "'v' can start in 3, and 3 cycles can do"),
        ("stream", bound(instruction="u", cycles=6), "'u' can start in 0, and 6 cycles can do"),
        ("spokes", bound(tiles=0), "nothing keeps the instructions on 0 tile(s)"),
        ("spokes", {"program:instructions.1.operands": []}, "nothing keeps the instructions on 1"),
        ("spokes", bound(ii=2), "2 instructions have enough spokes"),
        ("spokes", bound(tiles=2), "2 instructions have enough spokes"),
        ("spokes", bound(instructions=["u"]), "1 instructions have enough spokes"),
        ("spokes", {"ii": 2}, "nothing refutes II 2"),
        ("spokes", {"ii": 2, "objective": "ii"}, "nothing refutes II 2"),
        ("crowd", bound(source="v"), "not all of the instructions read 'v'"),
        ("crowd", {"engine.siblings": False}, "'v' and 'w' may be on one tile"),
        ("crowd", bound(instructions=["v", "w", "u"]), "may be on one tile"),
        ("crowd", bound(instructions=["v", "w"]), "2 tile(s) are enough"),
        ("crowd", {"engine.tiles": 3}, "3 tile(s) are enough"),
        ("crowd", {"engine.tiles": 9, "bounds.0.source": "u"}, "5 tile(s) are enough"),
        ("streamed proof", {"placed": [PINNED], "bounds.0.mirrored": "u"}, "cannot be turned"),
        ("streamed proof", symbols("start 1 0 0; start 1 1 5"), "proof.symbols: line 2"),
    ],
    "streaming_clauses": [
        ("streamed proof", symbols("begin 1 0 0"), "line 1: not understood: 'begin 1 0 0'"),
        ("streamed proof", symbols("start 1 0"), "line 1: not understood"),
        ("streamed proof", symbols("start 1 2 0"), "line 1: not understood"),
        ("streamed proof", symbols("start 1 0 6"), "line 1: not understood"),
        ("streamed proof", symbols("tile 1 0 2"), "line 1: not understood"),
        ("streamed proof", symbols("spoke 1 0 4"), "line 1: not understood"),
        ("streamed proof", symbols("output 1 0 2"), "line 1: not understood"),
        ("streamed proof", symbols("arrive 1 1 0 2"), "line 1: not understood"),
        ("streamed proof", symbols("launch 1 0 0"), "line 1: not understood"),
        ("streamed proof", symbols("start 0 0 0"), "line 1: second line for variable 0"),
        ("streamed proof", symbols("start 1 0 0; start 1 1 5"), "second line for variable 1"),
        ("streamed proof", symbols("start 1 0 0"), "variable 2 has no meaning in the symbol"),
        ("streamed proof", symbols("start 1 0 0; start 2 0 5") | bound(cycles=6), "not justified"),
        ("streamed proof", bound(cycles=6), "clause 3: not justified, about start 0 0, start 1 0"),
        ("streamed proof", {"file:proof.cnf": "p cnf 0 1\n0\n", **bound(cycles=6)},
         "clause 1: not justified, about nothing"),
        ("streamed proof", {"file:proof.cnf": "p cnf 1 2\n1 0\n-1 0\n", **bound(cycles=9),
                            **symbols("tile 1 0 0")}, "not justified, about tile 0 0"),
    ],
    "partition_claim": [
        ("partition", {"max_ii": 0}, "IIs and numbers of parts are at least 1"),
        ("cut", {"total": 4}, "'infeasible' has a number of parts, and no mappings"),
        ("cut", {"parts": None}, "'infeasible' has a number of parts"),
        ("cut", {"operations": [["u", "v"]]}, "'infeasible' has a number of parts"),
        ("cut", {"mappings": ["mapping.json"]}, "'infeasible' has a number of parts"),
        ("cut", {"max_ii": 2}, "2 part(s) may take 4"),
        ("cut", {"lower_bound": 2}, "2 part(s) may take 2"),
        ("partition", {"total": None}, "its lower bound contradicts 'optimal'"),
        ("partition", {"lower_bound": 2}, "its lower bound contradicts 'optimal'"),
        ("partition", {"lower_bound": 0}, "its lower bound contradicts 'optimal'"),
        ("partition", {"status": "feasible"}, "its lower bound contradicts 'feasible'"),
        ("partition", {"mapping:contexts": 3}, "it has contexts 3, up to [2]"),
        ("partition", {"mapping:contexts": None}, "it has contexts None, up to [2]"),
        ("partition", {"mapping:contexts": 2, "arch:max_contexts": 1}, "up to [2, 1]"),
        ("partition", {"mapping:contexts": 2}, "the IIs of its mappings are not 1 together"),
        ("partition", {"parts": 2}, "1 part(s), not 2"),
        ("partition", {"operations": [[]]}, "certificate.json: "),
        ("partition", {"mapping:issues": []}, "certificate.json: part 0: "),
        ("cut", {"tree": None}, "nothing shows the bound 4"),
        ("cut", {"parts": 3, "lower_bound": 5}, "there are not 3 operations"),
        ("cut", tree("add 0 1"), "tree.txt: line 1: the rows leave something possible"),
        ("cut", {"dfg:operations.1.operands": ["a"]}, "tree.txt: line"),
        ("cut", {"arch:components.1.issue": 2}, "tree.txt: line"),
        ("partition", {"register_files": "static", "mapping:holds": lambda old: [
            *old, ["n", "p", 2]], "mapping:horizon": 4, "mapping:transfers.1.2": 3,
            "mapping:holds.2.2": 3}, "mapping.json: register files, static: "),
    ],
    "recurrences": [
        ("cut", {"recurrences": [{"type": "recurrence", "contexts": 1, "operations": ["u"],
                                  "cycles": [9], "distances": [1]}]}, "does not wait"),
    ],
    "partition_facts": [
        ("cut", {"recurrences": [{"type": "recurrence", "contexts": None, "operations": ["u"],
                                  "cycles": [9], "distances": [1]}]},
         "a recurrence is of a number of contexts"),
    ],
}  # fmt: skip
