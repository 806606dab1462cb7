"""Hardware options: register files, words, iterations and the memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from models.errors import InputError
from models.notes import note
from models.text import counted
from shell.options import Options, choice, flag, whole
from solvers.questions.inputs import named, read_array
from solvers.questions.shared_options import ArrayOptions

if TYPE_CHECKING:
    from hardware.model.machine import Machine
    from hardware.model.realise import Form, Realised
    from models.data.dfg import Dfg
    from models.data.mapping import Mapping
    from models.data.problem import Kind, Problem

FILES = "hardware"


@dataclass(frozen=True, kw_only=True)
class WordOptions(Options):
    """The width and signedness of words."""

    bits: int | None = whole(
        "bits of a word, 2 to 64 (default 32, or 64 where types or numbers of a graph need it)",
        "N",
        low=2,
        high=64,
        group=FILES,
    )
    unsigned: bool = flag("words are unsigned", group=FILES)


@dataclass(frozen=True, kw_only=True)
class HardwareOptions(WordOptions):
    """The kind of register files, and the word options."""

    register_files: Literal["own", "static", "moves", "rotating", "unroll"] | None = choice(
        "kind of register files: static: a value keeps its address; moves: it may go to another"
        " register of its file; rotating: registers are renamed in every round; unroll: static, in"
        " a kernel of the fewest rounds; own: each as the array says, else static (default; moves"
        " for an array that states no kind, if static files do not suit the mapping)",
        group=FILES,
    )
    iterations: int = whole("iterations of a run", "N", 12, high=100_000, group=FILES)
    address_bits: int | None = whole(
        "bits of an address that count: the memory has 2^N words (default all)",
        "N",
        high=64,
        group=FILES,
    )


def form_of(options: HardwareOptions, problem: Problem, mapping: Mapping) -> tuple[Form, str]:
    """Return the form of words, and the reason if they exceed 32 bits without `--bits`.

    Raises `InputError` for a graph or an array without hardware.
    """
    from hardware.model.realise import Form
    from hardware.model.width import Width, width_of

    width = width_of(problem.dfg) if options.bits is None else Width(options.bits)
    form = Form(
        _files_of(options, problem, mapping),
        width.bits,
        not options.unsigned,
        options.iterations,
        options.address_bits,
    )
    return form, width.reason


def _files_of(options: HardwareOptions, problem: Problem, mapping: Mapping) -> Kind:
    """Return the kind of register files: the option, or the array's own.

    An array without a kind gets static files if they have addresses for all kept values of the
    mapping, and otherwise files with moves, for which the register count suffices.
    """
    from models.register_files.files import settled, states_kind
    from models.register_files.registers import Registers, allocate

    arch = problem.arch
    if options.register_files is not None or states_kind(arch):
        return settled(arch, options.register_files or "own")
    for kind in ("static", "moves"):
        if isinstance(allocate(problem, mapping, kind), Registers):
            if kind == "moves":
                what = "static register files have no addresses for this mapping: in these, a value"
                more = "may move to another register (moves)"
                note(f"{what} {more}; the array states no kind", arch.name)
            return kind
    return "static"


def told_meanings(dfg: Dfg, made: Realised, seed: int) -> None:
    """Report the meanings that hardware assumes for foreign operators. Raises `InputError`."""
    from hardware.model.expected import expected_run
    from hardware.model.shapes import assumptions
    from hardware.model.units import BINARY

    for line in assumptions(dfg, BINARY):
        note(line)
    unordered = expected_run(dfg, made.words, seed, made.begins).unordered
    if unordered:
        note(f"{unordered}; the run has them in the order of the mapping")


def read_machine(source: object, options: ArrayOptions, words: WordOptions, kind: Kind) -> Machine:
    """Read an array and return its hardware. Raises `InputError` if it has none."""
    from hardware.model.machine import machine_of
    from hardware.model.width import USUAL
    from models.register_files.files import settled

    arch = read_array(source, options)
    try:
        return machine_of(arch, words.bits or USUAL, not words.unsigned, settled(arch, kind))
    except InputError as error:
        raise error.inside(named(source)) from None


def sizes_of(machine: Machine) -> str:
    """Return the numbers of slots, registers, lanes and invariants in words."""
    registers, lanes = sum(machine.registers.values()), sum(machine.lanes.values())
    parts = [(len(machine.slots), "issue slot"), (registers, "register"), (lanes, "lane")]
    if held := len(machine.invariants()):
        parts.append((held, "invariant"))
    return ", ".join(counted(number, what) for number, what in parts)
