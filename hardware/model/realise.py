"""A mapping as hardware: its registers, its machine and its words, or an `InputError`."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from hardware.configuration.build import configuration
from hardware.model.assemble import assemble
from hardware.model.expected import Begins, expected_run
from hardware.model.machine import Machine, machine_of
from hardware.model.reference import UnorderedError, reference
from hardware.model.simulate import UnknownError, simulate_words
from hardware.model.stimulus import Outcome, Stimulus, random_stimulus
from hardware.model.units import unit_of
from hardware.model.words import Words
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.data.problem import Kind, Problem, counted_contexts
from models.errors import InputError
from models.register_files.files import KINDS
from models.register_files.registers import Registers, Shortage, allocate
from models.register_files.registers_check import registers_faults

ITERATIONS = 12


class Form(msgspec.Struct, frozen=True):
    """The parameters of words: register files, word type, iterations, and address bits.

    Without address bits, all bits of an address count.
    """

    kind: Kind = "static"
    width: int = 32
    signed: bool = True
    iterations: int = ITERATIONS
    address_bits: int | None = None


class Realised(msgspec.Struct, frozen=True):
    """A mapping on a machine; `begins` are the cycles of its loads and stores."""

    machine: Machine
    registers: Registers
    words: Words
    begins: dict[str, int]


def registers_of(problem: Problem, mapping: Mapping, kind: Kind) -> Registers:
    """Allocate a register for each kept value. Raises `InputError` if that is impossible."""
    found = allocate(problem, mapping, kind)
    if not isinstance(found, Registers):
        raise InputError(_refusal(problem, mapping, kind, found))
    faults = registers_faults(problem, mapping, found)
    if faults:  # an internal error; wrong registers must not reach hardware
        raise InputError(f"the registers are not those of the mapping: {faults[0]}")
    return found


def _refusal(
    problem: Problem, mapping: Mapping, kind: Kind, shortages: tuple[Shortage, ...]
) -> str:
    """Return one line: the first component that lacks registers, and the kinds that suffice."""
    first = shortages[0]
    line = first.reason
    if len(shortages) > 1:
        line += f" (and {len(shortages) - 1} more)"
    if first.registers is None:
        return line
    others = [other for other in KINDS if other != kind]
    able = []
    for other in others:
        try:
            found = allocate(problem, mapping, other)
        except InputError:  # not decided
            continue
        if isinstance(found, Registers):
            more = f" ({counted_contexts(found.contexts)})" if found.unroll > 1 else ""
            able.append(f"{other}{more}")
    return f"{line}; possible: {', '.join(able)}" if able else line


def realised(problem: Problem, mapping: Mapping, form: Form) -> Realised:
    """Return a legal mapping as hardware.

    Raises `InputError` for mappings without registers or hardware, and for numbers that are too
    wide.
    """
    registers = registers_of(problem, mapping, form.kind)
    machine = machine_of(problem.arch, form.width, form.signed, form.kind, problem)
    made = configuration(problem, mapping)
    bits = form.address_bits or form.width
    words = assemble(machine, problem, mapping, made, registers, form.iterations, bits)
    return Realised(machine, registers, words, _begins(problem.dfg, mapping, machine.word))


def _begins(dfg: Dfg, mapping: Mapping, word: str) -> dict[str, int]:
    accesses = {
        o.name for o in dfg.operations if unit_of(dfg, o.operator, word).access in ("load", "store")
    }
    return {i.operation: i.cycle for i in mapping.issues if i.operation in accesses}


def difference(
    dfg: Dfg, machine: Machine, words: Words, seed: int = 0, begins: Begins | None = None
) -> str | None:
    """Execute words on random numbers; return the first difference from the graph, or None.

    Runs once on the inputs of a test bench, and once on inputs that differ in each iteration, if
    no two arrays overlap by chance. Raises `InputError` for words of another machine, and for a
    graph with unordered conflicting accesses, unless `begins` gives the cycles of the accesses.
    """
    size = words.word, words.iterations
    given, expected, _ = expected_run(dfg, words, seed, begins)
    wrong = _different(machine, words, given, expected)
    if wrong is None:
        given = random_stimulus(dfg, *size, words.address_bits, seed, "nothing")
        with suppress(UnorderedError):
            wrong = _different(machine, words, given, reference(dfg, *size, given))
    return wrong


def _different(machine: Machine, words: Words, given: Stimulus, expected: Outcome) -> str | None:
    try:
        found = simulate_words(machine, words, given)
    except UnknownError as error:
        return str(error)
    return first_difference(expected, found)


def first_difference(expected: Outcome, found: Outcome) -> str | None:
    """Return a line about the first differing number, or None."""
    for name, numbers in expected.outputs.items():
        for iteration, number in enumerate(numbers):
            other = found.outputs.get(name, numbers)
            if other[iteration] != number:
                return f"'{name}' of iteration {iteration} is {other[iteration]}, not {number}"
    for address in sorted({*expected.stored, *found.stored}):
        stored, due = found.stored.get(address), expected.stored.get(address)
        if due is None:
            return f"{stored} is stored at address {address}, and nothing is due there"
        if stored != due:
            has = "nothing is stored" if stored is None else f"{stored} is stored"
            return f"{has} at address {address}, not {due}"
    return None
