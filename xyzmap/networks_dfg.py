"""Dataflow graphs from networkx graphs, as DOT files are read.

Edges without an `operand` take the free places, in the order of `graph.pred`: that in which the
edges into their target were added. Edges without a `distance` and nodes without a `result` get them
by the rules of DOT files, and notes name the edges and nodes with another reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from operator import index
from typing import TYPE_CHECKING, Any

import msgspec

from models.data.dfg import Constant, Dfg, Operand, Operation, OrderEdge
from models.errors import InputError, unknown
from models.formats.carried import Link, distances, drawn_apart, listed
from models.formats.results import dead_ends, truth
from models.formats.unread import unread_of_edge, unread_of_node
from models.notes import note
from models.semantics.opcodes import CONSTANTS, OUTPUTS, operators_of
from xyzmap.networks import EXTRAS
from xyzmap.networks_shared import named, validated

if TYPE_CHECKING:
    import networkx

OPCODES = ("opcode", "op_code", "op")
NUMBERS = ("value", "const_value")


def dfg_from_networkx(
    graph: networkx.Graph[Any], name: str | None = None, *, results: Iterable[Any] | None = None
) -> Dfg:
    """Return the dataflow graph of a directed graph, with or without parallel edges.

    Nodes need an `opcode` or a `value`; others without predecessors are inputs. Edges without
    `operand` take the free places, in the order of `graph.pred`. `results` names the nodes that are
    results; if it is None and no node has `result`, `graph.graph["results"]` does. Without all of
    these, results are found as in DOT files: operations without an effect that no other one reads
    in the same iteration. Loop-carried edges of cycles without `distance`, and operators that the
    graph does not list, are found as in DOT files too. Raises `InputError`.
    """
    where = name or graph.name or "graph"
    if not graph.is_directed():
        raise InputError("a dataflow graph is directed: use networkx.DiGraph", where)
    read = _Read(graph, where)
    return read.dfg(None if results is None else [named(node) for node in results])


class _Read:
    """The nodes of a graph by their names, the operands of each, and the edges that only order."""

    def __init__(self, graph: Any, where: str) -> None:
        self.graph, self.where = graph, where
        self.nodes: dict[str, dict[str, Any]] = {}
        for node, data in graph.nodes(data=True):
            if named(node) in self.nodes:
                raise InputError(f"two nodes have the name '{named(node)}'", where)
            self.nodes[named(node)] = data
        self.opcodes = {
            node: str(_plain(_first(data, OPCODES)))
            for node, data in self.nodes.items()
            if _first(data, OPCODES) is not None
        }
        self.links: list[Link] = []
        self.order: list[OrderEdge] = []
        edges = [edge for edge in self._edges() if not self._orders(*edge)]
        for source, target, data in edges:
            far = self._whole(data, "distance", target)
            self.links.append(Link(source, target, far, drawn=drawn_apart(data)))
        opcodes = {node: self.opcodes.get(node, "") for node in self.nodes}
        found = distances(self.links, opcodes, where)
        self.reads = self._reads(edges, found)
        self._tell_unread()

    def _edges(self) -> list[tuple[str, str, dict[str, Any]]]:
        """The edges, those into a node in the order of its predecessors."""
        graph, found = self.graph, []
        for node in graph:
            for source, data in graph.pred[node].items():
                parallel = data.values() if graph.is_multigraph() else [data]
                found += [(named(source), named(node), each) for each in parallel]
        return found

    def _orders(self, source: str, target: str, data: dict[str, Any]) -> bool:
        """Whether an edge only orders two operations; it is kept if so."""
        word = _plain(data.get("order"))
        if word in (None, "") or not truth(str(word), "order", self._into(target)):
            return False
        far = self._whole(data, "distance", target)
        self.order.append(OrderEdge(source, target, far or 0))
        return True

    def _whole(self, data: Mapping[str, Any], key: str, target: str) -> int | None:
        """Return a whole number; files that networkx reads may have it as text."""
        found = _plain(data.get(key))
        if found is None:
            return None
        if isinstance(found, str) and found.isascii() and found.isdigit() and len(found) < 10:
            return int(found)
        if not isinstance(found, bool | str):
            with suppress(TypeError):
                return index(found)  # of numpy, too
        what = f"{key} {str(found)[:40]!r} of an edge into '{target}' is no whole number"
        raise InputError(what, self.where)

    def _into(self, target: str) -> str:
        return f"{self.where}: an edge into '{target}'"

    def _reads(
        self, edges: list[tuple[str, str, dict[str, Any]]], far: list[int]
    ) -> dict[str, tuple[Operand, ...]]:
        placed: dict[str, dict[int, Operand]] = {}
        free: dict[str, list[Operand]] = {}
        for (source, target, data), distance in zip(edges, far, strict=True):
            position = self._whole(data, "operand", target)
            operand = Operand(source, distance)
            if position is None:
                free.setdefault(target, []).append(operand)
            elif position in placed.setdefault(target, {}):
                raise InputError(f"node '{target}' has two operands {position}", self.where)
            else:
                placed[target][position] = operand
        reads = {}
        for node in {**placed, **free}:
            own, more = placed.get(node, {}), iter(free.get(node, []))
            count = len(own) + len(free.get(node, []))
            if any(not 0 <= k < count for k in own):
                what = f"node '{node}': 'operand' must be 0 to {count - 1}, each once"
                raise InputError(what, self.where)
            reads[node] = tuple(own[k] if k in own else next(more) for k in range(count))
        self._tell_parallel(free)
        return reads

    def _tell_parallel(self, free: dict[str, list[Operand]]) -> None:
        """Name the nodes of which networkx has lost the order of the edges."""
        lost = []
        for node, operands in free.items():
            sources = [operand.value for operand in operands]
            if len(set(sources)) < len(sources) and len(set(sources)) > 1:
                lost.append(node)
        if lost:
            what = f"parallel edges into {listed(lost)} are taken one after the other"
            note(f"{what}; operand=0, 1, … says which is which", self.where)

    def dfg(self, wanted: list[str] | None) -> Dfg:
        """Return the graph, with these results where they are given."""
        inputs, constants, folded, kept = [], [], [], []
        marks = self._marks(wanted)
        opcodes, reads = dict(self.opcodes), dict(self.reads)
        for node, data in self.nodes.items():
            number = _first(data, NUMBERS)
            if node not in opcodes and number is not None and marks.get(node):
                opcodes[node] = "const"
                kept.append(node)
            if node in opcodes and number is not None:
                constants.append(Constant(f"{node}.const", _number(number)))
                if reads.get(node) or opcodes[node].lower() not in CONSTANTS:
                    folded.append(node)
                reads[node] = (*reads.get(node, ()), Operand(f"{node}.const"))
            elif number is not None:
                constants.append(Constant(node, _number(number)))
            elif node not in opcodes and node in reads:
                raise InputError(f"node '{node}' reads values and has no 'opcode'", self.where)
            elif node not in opcodes:
                inputs.append(node)
        if kept:
            note(f"constants that are results are operations: {listed(kept)}", self.where)
        if folded:
            what = f"operations with a number of their own read it last: {listed(folded)}"
            note(what, self.where)
        found = {node: (word, len(reads.get(node, ()))) for node, word in opcodes.items()}
        rows = msgspec.to_builtins(self.graph.graph.get("operators"))
        made = operators_of(found)
        operators = made if rows is None else {}
        effects = {node for node in opcodes if made[node].effect}
        if rows is not None:
            has = {row.get("name") for row in rows if isinstance(row, dict) and row.get("effect")}
            effects = {node for node, word in opcodes.items() if word in has}
        operations = tuple(
            Operation(node, operators[node].name if operators else word, reads.get(node, ()))
            for node, word in opcodes.items()
        )
        extras = {
            each: tuple(self.graph.graph[each]) for each in EXTRAS if each in self.graph.graph
        }
        extras.setdefault("operators", tuple({o.name: o for o in operators.values()}.values()))
        return validated(
            Dfg,
            self.where,
            name=self.where,
            inputs=tuple(inputs),
            operations=operations,
            results=self._results(wanted, marks, {n: reads.get(n, ()) for n in opcodes}, effects),
            constants=tuple(constants),
            order=tuple(self.order),
            **extras,
        )

    def _marks(self, wanted: list[str] | None) -> dict[str, bool]:
        """Return the result marks of nodes: true for a result, false for none."""
        if wanted is not None:
            for node in wanted:
                if node not in self.nodes:
                    raise InputError(unknown("result", node, self.nodes), self.where)
            chosen = set(wanted)
            return {node: node in chosen for node in self.nodes}
        return {
            node: truth(str(_plain(data["result"])), "result", f"{self.where}: node '{node}'")
            for node, data in self.nodes.items()
            if data.get("result") is not None
        }

    def _results(
        self,
        wanted: list[str] | None,
        marks: Mapping[str, bool],
        reads: Mapping[str, tuple[Operand, ...]],
        effects: set[str],
    ) -> tuple[str, ...]:
        """Return the results, in the given order, or else in that of the nodes."""
        if wanted is not None:
            return tuple(wanted)
        marked = [node for node, mark in marks.items() if mark]
        if "results" in self.graph.graph:
            own = [named(node) for node in self.graph.graph["results"]]
            return self._stated(own, marked if marks else own)
        outputs = any(word.lower() in OUTPUTS for word in self.opcodes.values())
        found = {*marked, *dead_ends(reads, effects, marks, outputs, self.where, "result=False")}
        return tuple(node for node in self.nodes if node in found)

    def _stated(self, own: list[str], marked: list[str]) -> tuple[str, ...]:
        """Return the nodes that are marked, in the order of the graph's own list."""
        for node in own:
            if node not in self.nodes:
                raise InputError(unknown("result", node, self.nodes), self.where)
        if other := [node for node in own if node not in marked]:
            what = f"graph['results'] names {listed(other)}, without result=True: no results"
            note(what, self.where)
        place = {node: n for n, node in enumerate(own)}
        return tuple(sorted(marked, key=lambda node: place.get(node, len(place))))

    def _tell_unread(self) -> None:
        """Note the attributes of nodes and edges that are not read."""
        nodes = {
            key: None
            for data in self.nodes.values()
            for key in map(str, data)
            if unread_of_node(key)
        }
        edges = {
            str(key): None
            for _, _, data in self.graph.edges(data=True)
            for key, value in data.items()
            if key == "port" or unread_of_edge(str(key), _plain(value))
        }
        for found, what in (
            (edges, "attributes of edges that are not read (operand=0, distance=1 are)"),
            (nodes, "attributes of nodes that are not read"),
        ):
            if found:
                note(f"{what}: {listed(found)}", self.where)


def _first(data: Mapping[str, Any], keys: Iterable[str]) -> Any:
    return next((data[key] for key in keys if key in data), None)


def _plain(word: Any) -> Any:
    """Return a text without the quotes that readers of DOT files leave around it."""
    return word.strip().strip('"').strip() if isinstance(word, str) else word


def _number(number: Any) -> Any:
    """Return a number; files that networkx reads may have it as text."""
    text = _plain(number)
    if not isinstance(text, str):
        return number
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return number
