"""Random graphs as users of networkx and of DOT write them: the same program, or a note."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import xyzmap
from models.data.dfg import Dfg
from models.formats.dot_dfg import dfg_from_dot
from models.notes import noted
from tests.models.drawn_graphs import drawn, executed
from tests.models.format_trips import differences

networkx = pytest.importorskip("networkx")
FEATURES = ("carried", "constants", "names", "several", "effects", "results")


def graphs(count: int, name: str) -> list[tuple[random.Random, Dfg]]:
    found = []
    for seed in range(count):
        chance = random.Random(f"{name} {seed}")
        features = {feature for feature in FEATURES if chance.random() < 0.5}
        found.append((chance, drawn(chance, features)))
    return found


def network(dfg: Dfg, chance: random.Random, places: bool, marks: bool) -> Any:
    """Return a graph whose nodes and operations come in any order."""
    parallel = any(len({x.value for x in o.operands}) < len(o.operands) for o in dfg.operations)
    made = (networkx.MultiDiGraph if parallel else networkx.DiGraph)(name="top")
    nodes: list[tuple[str, dict[str, Any]]] = [(value, {}) for value in dfg.inputs]
    nodes += [(each.name, {"value": each.value}) for each in dfg.constants]
    nodes += [(each.name, {"opcode": each.operator}) for each in dfg.operations]
    for name, about in chance.sample(nodes, len(nodes)):
        made.add_node(name, **about)
    for operation in chance.sample(dfg.operations, len(dfg.operations)):
        reads = list(enumerate(operation.operands))
        for place, read in chance.sample(reads, len(reads)) if places else reads:
            about = {"distance": read.distance} if read.distance else {}
            about |= {"operand": place} if places else {}
            made.add_edge(read.value, operation.name, **about)
    for value in dfg.values if marks else ():
        made.nodes[value]["result"] = value in dfg.results
    return made


@pytest.mark.parametrize("places", [True, False])
@pytest.mark.parametrize("marks", [True, False])
def test_networks(places: bool, marks: bool, amount: Callable[[int], int]) -> None:
    """Tests operands by places or by the order of edges, results by marks or by name."""
    exact = 0
    drawings = graphs(amount(300), "networks")
    for chance, dfg in drawings:
        more = {} if marks else {"results": list(dfg.results)}
        with noted() as lines:
            found = xyzmap.dfg_from_networkx(network(dfg, chance, places, marks), **more)
        same = not differences(executed(dfg), executed(found))
        # networkx keeps no order among edges from one node and those from another.
        assert same or any("parallel edges" in line for line in lines)
        exact += same
    assert exact > len(drawings) * 0.9


def test_dot_of_cgra_me(amount: Callable[[int], int]) -> None:
    """Tests DOT with nodes and edges in any order, and with all that edges can say."""
    for chance, dfg in graphs(amount(300), "dot"):
        lines = [f"{value}[opcode=input,result={_mark(dfg, value)}];" for value in dfg.inputs]
        lines += [f"{each.name}[opcode=const,value={each.value}];" for each in dfg.constants]
        for operation in dfg.operations:
            own = operation.name
            lines.append(f"{own}[opcode={operation.operator},result={_mark(dfg, own)}];")
            for place, read in enumerate(operation.operands):
                about = f"operand={place},distance={read.distance}"
                lines.append(f"{read.value}->{own}[{about}];")
        text = "digraph top {\n" + "\n".join(chance.sample(lines, len(lines))) + "\n}\n"
        with noted():
            found = dfg_from_dot(text, "f.dot", "top", "immediate", "inputs")
        assert differences(executed(dfg), executed(found)) == [], text


def _mark(dfg: Dfg, value: str) -> str:
    return str(value in dfg.results).lower()
