"""DFGs in the `dfg.json` of CGRA-Mapper and of OpenCGRA (Tan et al., ICCD 2020).

A list of nodes. CGRA-Mapper's have `id`, `org_opt` (LLVM's instruction), `pre` and `succ`,
OpenCGRA's `id`, `opt` (the unit's), `in`, `in_predicate` and `out`. Rules for facts that the files
leave open:

- Operands are in the order of `pre`, or of `in` and then `in_predicate`. CGRA-Mapper's follows its
  edges and not the instruction: where that matters, a note names the operations.
- Constants (`in_const`) have no numbers in the file: their operations read one operand less, with a
  note.
- The operations that a branch controls read it; such an edge of a cycle is loop-carried.
- Edges of cycles and results are found as in DOT files; `live_out_val` marks a result, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from models.data.dfg import Dfg, Operand, Operation
from models.errors import InputError, is_word
from models.formats.carried import Link, distances, listed
from models.formats.json_text import decode
from models.formats.results import dead_ends
from models.notes import note
from models.semantics.opcodes import is_phi, operators_of

REMEDY = "DOT with distance=1"
_WORDS = {
    "ld": "load", "str": "store", "brh": "br", "pas": "mov", "nah": "mov",
    "eq": "icmp.eq", "ne": "icmp.ne", "lt": "icmp.slt", "lte": "icmp.sle", "gt": "icmp.sgt",
    "gte": "icmp.sge", "lls": "shl", "lrs": "lshr", "rem": "srem", "div": "sdiv",
}  # fmt: skip
"""Operations of OpenCGRA's units, without the OPT_ in front."""


def dfg_from_cgra_mapper(data: bytes, where: str, name: str) -> Dfg:
    """Return the DFG in a text. Raises `InputError` with file, JSON path and fault."""
    raw = decode(data, where)
    if not isinstance(raw, list) or not all(isinstance(node, dict) for node in raw):
        raise InputError("expected a list of nodes, as in CGRA-Mapper's dfg.json", where)
    try:
        return _Graph(raw, where).dfg(name)
    except InputError as error:
        raise error if error.where.startswith(where) else error.inside(where) from None


class _Graph:
    """The opcodes and the operands, by the names of the nodes."""

    def __init__(self, raw: list[dict[str, Any]], where: str) -> None:
        self.where = where
        self.opcodes: dict[str, str] = {}
        self.pre: dict[str, list[str]] = {}
        self.marks: dict[str, bool] = {}
        self.constants: list[str] = []
        after: dict[str, list[str]] = {}
        for position, node in enumerate(raw):
            place = f"$[{position}]"
            name = _name(node.get("id"), f"{place}.id")
            if name in self.opcodes:
                raise InputError(f"id {name} is used twice; give each node its own", f"{place}.id")
            self.opcodes[name] = _opcode(node, name, place)
            self.pre[name] = _names(node, ("pre", "in"), place)
            self.pre[name] += _names(node, ("in_predicate",), place)
            after[name] = _names(node, ("succ", "out"), place)
            if node.get("in_const"):
                self.constants.append(name)
            if node.get("live_out_val"):
                self.marks[name] = True
        self._check(after)

    def _check(self, after: Mapping[str, list[str]]) -> None:
        """Raise `InputError` where an edge has one end only."""
        edges = {(source, name) for name, sources in self.pre.items() for source in sources}
        also = {(name, target) for name, targets in after.items() for target in targets}
        for source, target in sorted(edges | also):
            for end, other in ((source, target), (target, source)):
                if end not in self.opcodes:
                    what = f"node {other} has an edge with {end}, which is no node of the file"
                    raise InputError(f"{what}; write it before operations are fused", "$")
        for source, target in sorted(edges ^ also):
            lists = "successors of" if (source, target) in edges else "predecessors of"
            one, two = (target, source) if (source, target) in edges else (source, target)
            raise InputError(f"{one} is missing among the {lists} {two}; add it", "$")

    def dfg(self, name: str) -> Dfg:
        links = [Link(x, node, None) for node, sources in self.pre.items() for x in sources]
        far = iter(distances(links, self.opcodes, self.where, REMEDY))
        reads = {
            node: tuple(Operand(source, next(far)) for source in sources)
            for node, sources in self.pre.items()
        }
        found = {node: (opcode, len(reads[node])) for node, opcode in self.opcodes.items()}
        operators = operators_of(found)
        self._tell(reads)
        effects = {node for node, operator in operators.items() if operator.effect}
        return Dfg(
            name=name,
            operators=tuple({o.name: o for o in operators.values()}.values()),
            inputs=(),
            operations=tuple(Operation(x, operators[x].name, reads[x]) for x in self.opcodes),
            results=tuple(dead_ends(reads, effects, self.marks, False, self.where, "")),
        )

    def _tell(self, reads: Mapping[str, tuple[Operand, ...]]) -> None:
        known = operators_of({node: (word, 2) for node, word in self.opcodes.items()})
        loose = [
            node
            for node, operands in reads.items()
            if len({operand.value for operand in operands}) > 1
            and not known[node].commutative
            and not is_phi(self.opcodes[node])
        ]
        for names, what in (
            (loose, "operands are in the order of the predecessors, which may be another one"),
            (self.constants, "constants have no numbers here, and are left out"),
        ):
            if names:
                note(f"{what}: {listed(names)}", self.where)


def _name(value: object, place: str) -> str:
    if isinstance(value, bool) or not isinstance(value, int | str) or not is_word(str(value)):
        raise InputError("expected the number of a node", place)
    return str(value)


def _names(node: dict[str, Any], keys: tuple[str, ...], place: str) -> list[str]:
    """Return the nodes in a list, which may have a list for each output."""
    key = next((key for key in keys if key in node), keys[0])
    found: list[str] = []
    value = node.get(key, [])
    if not isinstance(value, list):
        raise InputError("expected a list of nodes", f"{place}.{key}")
    for position, item in enumerate(value):
        inner = item if isinstance(item, list) else [item]
        found += [_name(one, f"{place}.{key}[{position}]") for one in inner]
    return found


def _opcode(node: dict[str, Any], name: str, place: str) -> str:
    word = node.get("org_opt", node.get("opt", node.get("JSON_opt")))
    if not isinstance(word, str) or not is_word(word):
        raise InputError(f"node {name} needs a word as org_opt, or as opt", place)
    word = word.lower()
    if word.startswith("opt_"):
        word = word.removeprefix("opt_").removesuffix("_const")
        return _WORDS.get(word, word)
    return "icmp" if word == "cmp" else word  # which comparison it is, the file does not say
