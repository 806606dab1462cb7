"""Names of operations and inputs of a loop, as in the source.

An operation has the name of its source variable if the text states it, or else its value's name in
the text. A numbered value is named by its opcode and the number. Accesses and addresses without a
name are named after their base variable: `x.load`. A loop-carried variable has its plain name;
others have a number appended.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from models.data.dfg import Operand, Rewrite
from models.errors import escaped
from programs.llvm.builder import Builder, Condition
from programs.llvm.linear_forms import MOST_DEEP
from programs.llvm.module import Instruction, Value
from programs.llvm.unnamed import number_in_text

_OF_CLANG = re.compile(r"(?:arrayidx|arraydecay|add\.ptr|incdec\.ptr)[\d.i]*")
_NO_WORD = re.compile(r"\s|\\")
"""Characters forbidden in names of a graph; LLVM's names may have any."""
_SUFFIX = re.compile(r"(?:\.addr)?(?:\.i\d*)*\.\d+(?:\.lcssa\d*)?$")


def names_of(made: Builder) -> dict[str, str]:
    """Return the names of all operations and inputs."""
    every = (*made.inputs, *made.prepared, *made.operations)
    wanted = {name: _NO_WORD.sub("_", escaped(_wanted(made, name))) for name in every}
    arguments = {argument.name for argument in made.loop.function.arguments}
    first = [name for name in made.inputs if name in arguments]
    first += [name for name, _ in made.starts]
    taken = set(made.constants)
    names: dict[str, str] = {}
    for name in dict.fromkeys((*first, *wanted)):
        shown, number = wanted[name], 1
        while shown in taken:
            number += 1
            shown = f"{wanted[name]}.{number}"
        taken.add(shown)
        names[name] = shown
    return names


def rename(made: Builder, names: dict[str, str]) -> None:
    """Rename the operations and inputs of a graph under construction that `names` has."""

    def of(operand: Operand) -> Operand:
        return Operand(names.get(operand.value, operand.value), operand.distance)

    def key(name: str) -> str:
        return names.get(name, name)

    made.operations = {
        key(name): (word, tuple(map(of, operands)))
        for name, (word, operands) in made.operations.items()
    }
    made.prepared = {
        key(name): one._replace(
            operands=tuple(key(o) if isinstance(o, str) else o for o in one.operands)
        )
        for name, one in made.prepared.items()
    }
    made.types = {key(name): type_ for name, type_ in made.types.items()}
    made.inputs = {key(name): value for name, value in made.inputs.items()}
    made.promised = {key(name): words for name, words in made.promised.items()}
    made.lines = {key(name): line for name, line in made.lines.items()}
    made.exits = {key(name): edge for name, edge in made.exits.items()}
    made.accesses = [one._replace(operation=key(one.operation)) for one in made.accesses]
    made.read = {name: of(operand) for name, operand in made.read.items()}
    made.block = {
        name: one and Condition(of(one.operand), one.negated) for name, one in made.block.items()
    }


def named(made: Builder, done: Rewrite, names: Mapping[str, str]) -> Rewrite:
    """Return the record of a rewrite with names as in the source."""
    shown = names.get(done.operation) or _NO_WORD.sub("_", escaped(_wanted(made, done.operation)))
    by = done.by and Operand(names.get(done.by.value, done.by.value), done.by.distance)
    return msgspec.structs.replace(done, operation=shown, by=by)


def shown(made: Builder, value: Value) -> str:
    """Return the name in the source of a value from outside the loop."""
    known = made.loop.function.instruction_by_name.get(value.name)
    return _value(made, value.name, "value" if known is None else known.opcode)


def _wanted(made: Builder, name: str) -> str:
    known = made.loop.function.instruction_by_name
    value = made.inputs.get(name)
    if name in made.exits or (value is not None and value.fixed):
        return name
    if value is not None and value.name in known:
        return _value(made, value.name, known[value.name].opcode)
    if name in known:
        return _value(made, name, _opcode(made, name))
    if variable := _variable(made, name):
        return variable
    for access in made.accesses:
        if access.operation == name and access.store:
            base = _base(made, access.address)
            return f"{base}.store" if base else name
    # Such as `x.next`, which is derived from the name of a value.
    words = name.split(".")
    for length in range(len(words) - 1, 0, -1):
        for at in range(len(words) - length + 1):
            part = ".".join(words[at : at + length])
            if part in known:
                shown = _value(made, part, known[part].opcode)
                return ".".join((*words[:at], shown, *words[at + length :]))
    return name


def _opcode(made: Builder, name: str) -> str:
    if name in made.operations:
        return made.operations[name][0].partition(".")[0]
    if name in made.prepared:
        return made.prepared[name].opcode.partition(".")[0]
    return made.loop.function.instruction_by_name[name].opcode


def _value(made: Builder, name: str, opcode: str) -> str:
    """Return the name of the value of an operation with an opcode."""
    function = made.loop.function
    if variable := _variable(made, name):
        return variable
    found = function.instruction_by_name.get(name)
    if found is None:
        return name
    number = number_in_text(name)
    address = found.opcode == "getelementptr"
    # With variable information, other names are clang's: an address is named after its member.
    plain = number is not None or _OF_CLANG.fullmatch(name) or (address and function.variables)
    if plain and (address or found.opcode == "load") and (base := _base(made, found.operands[0])):
        return f"{base}.{'address' if address else 'load'}"
    return name if number is None else f"{opcode}{number}"


def _variable(made: Builder, name: str) -> str:
    """Return the variable of a value, if the text states it."""
    function, loop = made.loop.function, made.loop
    if of := function.variables.get(name):
        return of[0]
    found = function.instruction_by_name.get(name)
    if found is not None and found.opcode == "phi":
        # LLVM's name for a variable promoted from memory to values.
        slot = _SUFFIX.sub("", name)
        if slot in function.slots and slot != name:
            return slot
        merged = {of[0] for value in found.operands if (of := function.variables.get(value.name))}
        return merged.pop() if len(merged) == 1 else ""
    for phi in loop.phis:
        if phi.operands[loop.next(phi)].name == name and (variable := _variable(made, phi.name)):
            return variable
    return ""


def _base(made: Builder, value: Value) -> str:
    """Return the base variable of an address, if it has a name."""
    function, loop = made.loop.function, made.loop
    for _ in range(MOST_DEEP):
        if value.fixed:
            return value.name.lstrip("@") if value.name.startswith("@") else ""
        if variable := _variable(made, value.name):
            return variable
        found: Instruction | None = function.instruction_by_name.get(value.name)
        if found is None:
            return value.name
        if found in loop.phis:
            # It begins there.
            value = found.operands[loop.first(found)]
        elif found.opcode in ("getelementptr", "freeze", "bitcast"):
            value = found.operands[0]
        else:
            return "" if number_in_text(value.name) is not None else value.name
    return ""
