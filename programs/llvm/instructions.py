"""Instructions of a loop as operations."""

from __future__ import annotations

import re

from models.data.dfg import Operand
from models.errors import NotSupportedError
from programs.llvm.builder import SCALAR, Builder
from programs.llvm.memory import Access
from programs.llvm.module import Instruction
from programs.llvm.predicates import joined, taken

SAME = ("freeze", "bitcast", "inttoptr", "ptrtoint", "addrspacecast")
PLAIN = frozenset(
    "add sub mul sdiv udiv srem urem shl lshr ashr and or xor fadd fsub fmul fdiv frem fneg"
    " sext zext trunc sitofp uitofp fptosi fptoui fpext fptrunc select".split()
)
INTRINSICS = {
    "smin": "smin", "smax": "smax", "umin": "umin", "umax": "umax", "abs": "abs",
    "fmuladd": "fma", "fma": "fma",
}  # fmt: skip
IGNORED = ("lifetime", "assume", "dbg", "experimental.noalias")
_CALLED = re.compile(r"@(?:\"([^\"]+)\"|([\w.$]+))\(")


def add_instruction(made: Builder, found: Instruction, block: str) -> None:
    """Add what an instruction does, and say how its value is read."""
    opcode = found.opcode
    if opcode == "br":
        return
    if opcode == "phi":
        made.read[found.name] = _chosen(made, found, block)
    elif opcode in SAME or (opcode == "call" and f"{found.type}" == "void" and _ignored(found)):
        if found.name:
            made.read[found.name] = made.operand(found.operands[0])
    elif opcode == "getelementptr":
        made.read[found.name] = _address(made, found)
    elif opcode in ("load", "store"):
        _access(made, found, block)
    elif opcode in ("icmp", "fcmp"):
        operands = map(made.operand, found.operands)
        made.read[found.name] = made.add(found.name, f"{opcode}.{found.predicate}", "i1", *operands)
    elif opcode in PLAIN:
        operands = map(made.operand, found.operands)
        made.read[found.name] = made.add(found.name, opcode, found.type, *operands)
    elif opcode == "call" and _called(found).startswith(("llvm.fshl.", "llvm.fshr.")):
        made.read[found.name] = _funnel(made, found)
    elif opcode == "call" and (intrinsic := _intrinsic(found)):
        wanted = found.operands[: {"abs": 1, "fma": 3}.get(intrinsic, 2)]
        made.read[found.name] = made.add(
            found.name, intrinsic, found.type, *map(made.operand, wanted)
        )
    elif opcode == "call":
        what = _called(found)
        raise NotSupportedError(f"a call of {what}, which is not in the text and cannot be inlined")
    else:
        raise NotSupportedError(f"instruction '{opcode}'")


def _funnel(made: Builder, found: Instruction) -> Operand:
    """Return a shift of two words side by side, such as a rotation, as shifts of each."""
    bits = int(found.type[1:])
    left = _called(found).startswith("llvm.fshl.")
    high, low, by = (made.operand(value) for value in found.operands[:3])

    def shift(word: str, value: Operand, *rest: Operand) -> Operand:
        return made.add(made.name(f"{found.name}.{word}"), word, found.type, value, *rest)

    number = found.operands[2].number
    if number is not None:
        by_high = int(number) % bits if left else bits - int(number) % bits
        if by_high in (0, bits):
            return high if left else low
        parts = (
            shift("shl", high, made.number(by_high)),
            shift("lshr", low, made.number(bits - by_high)),
        )
    else:
        inside = shift("and", by, made.number(bits - 1))
        rest = shift("xor", inside, made.number(bits - 1))
        # A shift by a whole word is undefined, so the other one goes one bit first.
        if left:
            half = shift("lshr", shift("lshr", low, made.number(1)), rest)
            parts = shift("shl", high, inside), half
        else:
            half = shift("shl", shift("shl", high, made.number(1)), rest)
            parts = half, shift("lshr", low, inside)
    return made.add(found.name, "or", found.type, *parts)


def _called(found: Instruction) -> str:
    match = _CALLED.search(found.text)
    return "a pointer" if match is None else match[1] or match[2]


def _ignored(found: Instruction) -> bool:
    return _called(found).startswith(tuple(f"llvm.{word}" for word in IGNORED))


def _intrinsic(found: Instruction) -> str | None:
    words = _called(found).split(".")
    return INTRINSICS.get(words[1]) if words[0] == "llvm" and len(words) > 1 else None


def _chosen(made: Builder, phi: Instruction, block: str) -> Operand:
    """Return a phi behind branches: the value that came by the edge that was taken."""
    values = [made.operand(value) for value in phi.operands]
    if all(value == values[0] for value in values):
        return values[0]
    chosen = values[-1]
    for number, (value, source) in enumerate(zip(values[:-1], phi.sources[:-1], strict=True)):
        edge = joined(made, made.block[source], taken(made, (source, block)))
        if edge is None:
            return value
        pair = (chosen, value) if edge.negated else (value, chosen)
        last = number == len(values) - 2
        name = phi.name if last else made.name(f"{phi.name}.{number}")
        chosen = made.add(name, "select", phi.type, edge.operand, *pair)
    return chosen


def _address(made: Builder, found: Instruction) -> Operand:
    """Return an address: a base, products of indices, and a number of bytes."""
    terms, offset = made.layout.offsets(found)
    address = made.operand(found.operands[0])
    parts: list[Operand] = []
    for index, size in terms:
        operand = made.operand(index)
        if index.type != "i64":
            operand = made.once(f"{found.name}.index", "sext", "i64", operand)
        if size != 1:
            operand = made.once(f"{found.name}.scaled", "mul", "i64", operand, made.number(size))
        parts.append(operand)
    if offset:
        parts.append(made.number(offset))
    for number, part in enumerate(parts):
        name = found.name if number == len(parts) - 1 else made.name(f"{found.name}.{number}")
        address = made.add(name, "add", "ptr", address, part)
    return address


def _access(made: Builder, found: Instruction, block: str) -> None:
    if " volatile " in found.text or " atomic " in found.text:
        raise NotSupportedError(f"a volatile or atomic {found.opcode}")
    store = found.opcode == "store"
    if not SCALAR.fullmatch(found.operands[0].type if store else found.type):
        raise NotSupportedError(
            f"a {found.opcode} of type {found.operands[0].type if store else found.type}"
        )
    predicate = made.block[block]
    operands = [
        made.operand(value) for value in (found.operands[::-1] if store else found.operands)
    ]
    word = found.opcode
    if predicate is not None:
        word += ".unless" if predicate.negated else ".if"
        operands.insert(0, predicate.operand)
    name = made.name(f"store.{len(made.accesses)}") if store else found.name
    type_ = found.operands[0].type if store else found.type
    made.add(name, word, type_, *operands)
    if not store:
        made.read[found.name] = Operand(name)
    made.accesses.append(Access(name, store, found.operands[-1], made.layout.size(type_)))
