"""DFGs as the text files of CCF, with the opcode numbers common to all its mappers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from interchange.graphs.ccf_dfg import (
    CONDITIONAL,
    CONSTANT,
    DATA,
    FLOATING,
    FLOATS,
    ORDER,
    PAIRS,
    PREDICATE,
    SELECT,
    UNPAIRED,
    WORDS,
)
from interchange.graphs.expressible import require_told_by_name, require_without
from interchange.graphs.satmapit_dfg import ids_of
from models.data.dfg import Dfg, Number, Operation
from models.errors import NotSupportedError
from models.semantics.opcodes import opcodes_of
from models.semantics.vocabulary import INSTRUCTIONS

CANNOT = "cannot be written for CCF"
_INTEGER, _FLOAT = 1, FLOATS[0]
_LONGEST = 10**20
_PAIR_OF = {word: (kind, addresses, data) for kind, (word, addresses, data) in PAIRS.items()}


def dfg_to_ccf(dfg: Dfg) -> dict[str, str]:
    """Return the texts of `NAME_node.txt` and `NAME_edge.txt`, by `node` and `edge`.

    Names that are not all different numbers become numbers; readers omit unread inputs and
    constants. Laws of operators are those of their opcodes: others are noted. Raises
    `NotSupportedError` for properties that the format lacks: other operators and effects,
    latencies, results that are inputs or that an operation reads in the same iteration, unread
    values that are no results, numbers of more than 20 digits, priorities, patterns and initial
    numbers.
    """
    require_without(dfg, ("priorities", "patterns", "initial"), CANNOT)
    if not dfg.operations:
        raise _cannot("a graph without operations")
    for operator in dfg.operators:
        if operator.latency != 1:
            raise _cannot(f"operator '{operator.name}' with latency {operator.latency}")
    _require_results(dfg)
    return _Writer(dfg).texts()


class _Writer:
    def __init__(self, dfg: Dfg) -> None:
        self.dfg, self.opcodes = dfg, opcodes_of(dfg)
        names = (*(o.name for o in dfg.operations), *dfg.inputs, *dfg.constant_by_name)
        self.ids = ids_of(names)
        self.free = max(self.ids.values()) + 1
        self.nodes, self.edges = list[str](), list[str]()

    def texts(self) -> dict[str, str]:
        words = {o.name: self._operation(o) for o in self.dfg.operations}
        require_told_by_name(self.dfg, words, CANNOT)
        for name in self.dfg.inputs:
            self._node(self.ids[name], CONSTANT, f"gVar{self.ids[name]}")
        for name, number in self.dfg.constant_by_name.items():
            self._node(self.ids[name], CONSTANT, _constant(name, number), isinstance(number, float))
        for order in self.dfg.order:
            ends = self.ids[order.before], self.ids[order.after]
            self._edge(*ends, order.distance, ORDER, 0)
        return {"node": "".join(self.nodes), "edge": "".join(self.edges)}

    def _operation(self, operation: Operation) -> str:
        """Write an operation, and return the opcode that a reader gives it."""
        own = address = self.ids[operation.name]
        word = self.opcodes[operation.name].lower()
        guarded = word.endswith(".if") or word == "select"
        name = _meant(word.removesuffix(".if"), len(operation.operands))
        if word == "select.if" or (guarded and not operation.operands):
            raise _cannot(f"operator '{word}' of {len(operation.operands)} operands")
        if name in _PAIR_OF:
            kind, addresses, data = _PAIR_OF[name]
            address, self.free = self.free, self.free + 1
            self._node(address, addresses[guarded], str(address))
            self._node(own, data[guarded], str(own))
            self._edge(address, own, 0, kind, 0)
        else:
            number, floating = _number(name, guarded)
            self._node(own, number, str(own), floating)
        for place, operand in enumerate(operation.operands):
            kind = DATA[operand.value in self.dfg.inputs]
            target = address if place == guarded else own
            if guarded and not place:
                kind, target = PREDICATE, own
            self._edge(self.ids[operand.value], target, operand.distance, kind, place)
        return f"{name}.if" if guarded and name != "select" else name

    def _node(self, own: int, number: int, name: str, floating: bool = False) -> None:
        self.nodes.append(f"{own} {number} {name} 0 {_FLOAT if floating else _INTEGER}\n")

    def _edge(self, source: int, target: int, distance: int, kind: str, place: int) -> None:
        self.edges.append(f"{source} {target} {distance} {kind} {place}\n")


def _require_results(dfg: Dfg) -> None:
    """Raise where a reader would take other values for results."""
    read = {
        operand.value
        for operation in dfg.operations
        for operand in operation.operands
        if not operand.distance and operand.value != operation.name
    }
    seen = {o.name for o in dfg.operations if o.name not in read and not dfg.has_effect(o.name)}
    for name in dfg.results:
        if name not in seen:
            raise _cannot(f"result '{name}', which is an input, has an effect or is read,")
    for name in sorted(seen - set(dfg.results)):
        raise _cannot(f"'{name}', which nothing reads and which is no result,")


def _meant(word: str, operands: int) -> str:
    """Return the instruction that a word stands for; `-` of one operand is `neg`."""
    named = [each.name for each in INSTRUCTIONS if word in each.words] or [word]
    return named[-1 if operands == 1 else 0]


def _names() -> Iterator[tuple[str, tuple[int, bool]]]:
    """Yield the meaning of each number, for integers and for floating-point numbers."""
    for number, word in WORDS.items():
        yield _meant(word, 2), (number, False)
        if word in FLOATING:
            yield FLOATING[word], (number, True)


NUMBERS: dict[str, tuple[int, bool]] = dict(reversed(list(_names())))


def _number(name: str, guarded: bool) -> tuple[int, bool]:
    """Return the number of an instruction, and whether its data are floating-point."""
    if name == "select" or (name == "phi" and not guarded):
        return SELECT, False
    if name in NUMBERS:
        return NUMBERS[name]
    other = re.fullmatch(r"op([1-9]\d{1,7})", name, re.ASCII)
    number = int(other[1]) if other else CONSTANT
    fixed = number in WORDS or number in (*UNPAIRED, SELECT, CONSTANT)
    if number < UNPAIRED[0] or fixed or (guarded and number == CONDITIONAL):
        raise _cannot(f"operator '{name}'" + " with a predicate" * guarded)
    return number, False


def _constant(name: str, number: Number) -> str:
    if isinstance(number, int) and abs(number) < _LONGEST:
        return f"ConstInt{number}"
    if isinstance(number, float) and math.isfinite(number):
        return f"ConstFP{number!r}"
    raise _cannot(f"constant '{name}' with the number {number}")


def _cannot(what: str) -> NotSupportedError:
    return NotSupportedError(f"{what} {CANNOT}", "")
