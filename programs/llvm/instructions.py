"""Instructions of a loop as operations."""

from __future__ import annotations

from functools import lru_cache

from models.data.dfg import Operand
from models.errors import NotSupportedError
from programs.llvm.builder import SCALAR, Builder
from programs.llvm.calls import add_call, add_part
from programs.llvm.memory import Access
from programs.llvm.module import Instruction
from programs.llvm.predicates import joined, taken
from programs.llvm.undefined import PROMISES

CASTS = ("freeze", "bitcast", "inttoptr", "ptrtoint", "ptrtoaddr")
PLAIN = frozenset(
    "add sub mul sdiv udiv srem urem shl lshr ashr and or xor fadd fsub fmul fdiv frem fneg"
    " sext zext trunc sitofp uitofp fptosi fptoui fpext fptrunc select".split()
)

REVERSED = {"slt": "ugt", "sle": "uge", "sgt": "ult", "sge": "ule"}
"""A signed bit is 0 or -1, but 0 or 1 in graphs."""


def add_instruction(made: Builder, found: Instruction, block: str) -> None:
    """Add the operations of an instruction, and the operand of its value.

    Raises `NotSupportedError` for instructions without operations.
    """
    opcode = found.opcode
    if opcode == "br":
        return
    if opcode == "phi":
        made.read[found.name] = _chosen(made, found, block)
    elif opcode in CASTS:
        made.read[found.name] = _cast(made, found)
    elif opcode == "getelementptr":
        made.read[found.name] = _address(made, found)
    elif opcode in ("load", "store"):
        _access(made, found, block)
    elif opcode in ("icmp", "fcmp"):
        operands = map(made.operand, found.operands)
        bits = opcode == "icmp" and found.operands[0].type == "i1"
        how = REVERSED.get(found.predicate, found.predicate) if bits else found.predicate
        made.read[found.name] = made.add(found.name, f"{opcode}.{how}", "i1", *operands)
    elif opcode == "sitofp" and found.operands[0].type == "i1":
        word = made.once(f"{found.name}.sext", "sext", "i32", made.operand(found.operands[0]))
        made.read[found.name] = made.add(found.name, opcode, found.type, word)
    elif opcode in PLAIN:
        operands = map(made.operand, found.operands)
        made.read[found.name] = made.add(found.name, opcode, found.type, *operands)
    elif opcode == "call":
        add_call(made, found, block)
    elif opcode == "extractvalue":
        add_part(made, found)
    else:
        raise NotSupportedError(f"instruction '{opcode}'")
    if opcode in PLAIN or opcode == "icmp":
        made.promise(found.name, promises(found))


def promises(found: Instruction) -> frozenset[str]:
    """Return the flags of an instruction, such as `nsw`."""
    return _flags(found.text) & PROMISES


def _cast(made: Builder, found: Instruction) -> Operand:
    """Return a bitcast, truncated or zero-extended word."""
    operand = made.operand(found.operands[0])
    own, of = (made.layout.word(type_) for type_ in (found.type, found.operands[0].type))
    for type_ in (own, of):
        if not SCALAR.fullmatch(type_):
            raise NotSupportedError(f"'{found.name}' of type {type_}")
    if found.opcode in ("freeze", "bitcast"):
        alike = own == of or not {"float", "double"} & {own, of}
        return operand if alike else made.add(found.name, "bitcast", own, operand)
    bits, from_ = (64 if type_ == "ptr" else int(type_[1:]) for type_ in (own, of))
    if bits == from_:
        return operand
    return made.add(found.name, "trunc" if bits < from_ else "zext", own, operand)


def _chosen(made: Builder, phi: Instruction, block: str) -> Operand:
    """Return a phi after branches: the value of the taken edge."""
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
    """Return an address: a base, products of indices, and a byte offset."""
    terms, offset = made.layout.offsets(found)
    address = made.operand(found.operands[0])
    word, bits = f"i{made.layout.pointer}", made.layout.pointer
    within = promised_of_address(found)
    parts: list[Operand] = []
    for index, size in terms:
        operand = made.operand(index)
        if (own := int(index.type[1:])) != bits:
            cast = "sext" if own < bits else "trunc"
            operand = made.once(f"{found.name}.index", cast, word, operand)
        if size != 1:
            operand = made.once(f"{found.name}.scaled", "mul", word, operand, made.number(size))
            made.promise(operand.value, within & {"nsw", "nuw"})
        parts.append(operand)
    if offset:
        parts.append(made.number(offset))
    for number, part in enumerate(parts):
        name = found.name if number == len(parts) - 1 else made.name(f"{found.name}.{number}")
        address = made.add(name, "add", "ptr", address, part)
        made.promise(name, within & {"nusw", "nuw"})
    return address


def promised_of_address(found: Instruction) -> frozenset[str]:
    """Return the no-wrap flags that a `getelementptr` implies for its sum."""
    words = _flags(found.text)
    signed = {"nsw", "nusw"} if {"inbounds", "nusw"} & words else set[str]()
    return frozenset(signed | ({"nuw"} & words))


@lru_cache(4096)
def _flags(text: str) -> frozenset[str]:
    """Return the words before the operands of an instruction, its flags among them."""
    return frozenset(text.partition("=")[2].split(maxsplit=8)[:8])


def _access(made: Builder, found: Instruction, block: str) -> None:
    if " atomic " in found.text:
        what = f"an atomic {found.opcode}, which other threads wait for"
        raise NotSupportedError(f"{what}: make the text without, such as -D_Atomic=")
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
    volatile = " volatile " in found.text
    size = made.layout.size(type_)
    made.accesses.append(Access(name, store, found.operands[-1], size, volatile=volatile))
