"""Options that several questions have: graphs, arrays, partial mappings, limits, and files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from models.data.certificate import RegisterFiles
from models.data.computation import Transform
from models.data.constraints import Constraint
from models.errors import InputError
from shell.options import (
    DFGMAP,
    FOREIGN,
    MEMORY_LIMIT,
    OPTIONS_FILE,
    PICTURE,
    REPORT,
    TIME_LIMIT,
    Options,
    OutputOptions,
    choice,
    file,
    flag,
    out_file,
    seconds,
    seed,
    switch,
    texts,
    whole,
)
from shell.parser import Input

DFG = Input(
    "dfg",
    "DFG",
    "dataflow graph: .json, dfgmap .txt, .dot, Morpher .xml, SAT-MapIt NAME_nodes, or CCF"
    " NAME_node.txt;"
    " - is standard input",
)
ARCH = Input("arch", "ARCH", "architecture file, or a preset: mesh:3x3,io=left")
MAPPING = Input("mapping", "MAPPING", "a mapping as JSON")

ALL = "show every component and cycle, not only tiles in use and contexts"
ORDER = "order of operations"
PARTIAL = "partial mappings"


@dataclass(frozen=True, kw_only=True)
class GraphOptions(Options):
    """Options of reading a dataflow graph."""

    multi_node: bool = switch(
        "use the DFG's multi-node operations, such as multiply-add (default on)", group=ORDER
    )
    operators: str | None = file(
        "names, laws and classes of the graph's operators, as JSON", "input file", group=ORDER
    )
    constants: Literal["immediate", "operations"] | None = choice(
        "constants of the file: operands at no cost, or operations (default: as in that format's"
        " own tool)",
        group=FOREIGN,
    )
    sources: Literal["inputs", "operations"] | None = choice(
        "loads without operands and inputs of the file: inputs, or operations (default: as in that"
        " format's own tool)",
        group=FOREIGN,
    )


@dataclass(frozen=True, kw_only=True)
class TransformOptions(Options):
    """Reassociation in questions that model all orders."""

    transform: Transform = choice(
        "reassociate operators, as in min-cycles",
        "none",
        group=ORDER,
    )


@dataclass(frozen=True, kw_only=True)
class ArrayOptions(Options):
    """Data that the `dfgmap` format of architectures lacks, and the use of the external memory."""

    array_options: str | None = file(OPTIONS_FILE, "input file", name="options", group=DFGMAP)
    registers: int | None = whole(
        "registers per PE; 0: no limit (default 2)",
        "R",
        low=-(1 << 31),
        high=(1 << 31),
        group=DFGMAP,
    )
    units: int | None = whole("functional units per PE (default 1)", "U", group=DFGMAP)
    hold_intermediates: bool = flag(
        "the external memory may hold intermediate values", group=DFGMAP
    )
    no_read_back: bool = flag(
        "read no value back from the external memory: inputs come from a memory of their own",
        group="array",
    )


@dataclass(frozen=True, kw_only=True)
class RegisterFileOptions(Options):
    """The kind of register files for the values of a mapping."""

    register_files: RegisterFiles | None = choice(
        "kind of register files: own: the kind that the array states for each file, else static"
        " (default if the array states a kind); counted: no component keeps more values than it has"
        " registers, without addresses (default otherwise); moves: the same, and a value may go to"
        " another register of its file in any cycle; static: a value keeps its address; rotating:"
        " each round renames the registers; unroll: static, in a kernel of the fewest rounds that"
        " fits; bounds hold for every kind, unless their reason names one",
        group="hardware",
    )


@dataclass(frozen=True, kw_only=True)
class RecomputeOptions(Options):
    """Whether a mapping may compute a value in several places, or again."""

    recompute: bool = switch(
        "allow several issues of an operation per iteration if that saves transfers or registers"
        " (default on)",
        group=ORDER,
    )


@dataclass(frozen=True, kw_only=True)
class PartialOptions(Options):
    """Operations that are executed in given places only, and parts taken out of the array."""

    pins: tuple[str, ...] = texts(
        "execute OP only on COMPONENT (or a tile, or a glob pattern), only in a cycle, or only"
        " in a context: OP=COMPONENT, OP=COMPONENT@CYCLE, OP=@CYCLE, OP=%CONTEXT; repeatable",
        "OP=WHERE",
        name="pin",
        group=PARTIAL,
    )
    pins_file: str | None = file(
        "a JSON list of pins: strings as of --pin, or objects",
        "input file",
        name="pins",
        group=PARTIAL,
    )
    forbids: tuple[str, ...] = texts(
        "take a tile, component or path out of the array, by its name, its coordinates (2_3)"
        " or a glob pattern; repeatable",
        "TILE",
        name="forbid",
        group=PARTIAL,
    )


@dataclass(frozen=True, kw_only=True)
class OwnConstraintOptions(Options):
    """Constraints of a user's own. From Python `constraints` may be the list of them as well."""

    constraints: str | tuple[Constraint, ...] | None = file(
        "keep the constraints of this JSON or TOML file: sums, pairs, implications and times over"
        " the facts of a mapping",
        "input file",
        group=PARTIAL,
    )


@dataclass(frozen=True, kw_only=True)
class SearchOptions(Options):
    """The seed and the limits of a search: seconds of the whole question, and megabytes."""

    seed: int = seed()
    time_limit: float | None = seconds(TIME_LIMIT, group="search")
    memory_limit: int | None = whole(MEMORY_LIMIT, "MB", group="search")


@dataclass(frozen=True, kw_only=True)
class ProofSearchOptions(SearchOptions):
    """Options of searches that prove an optimum: repeated answers, and limits that exclude."""

    deterministic: bool = flag(
        "the same answer every time, on an idle machine and beside other work, unless a time limit"
        " ends the search",
        group="search",
    )
    explain: bool = flag("name the limits that exclude a better answer, or any", group="output")


SOLVER = "a solver that `xyzmap solvers` lists, with its options: cp-sat:workers=2"


def solver_help(default: str) -> str:
    """Return the help text of `--solver`, with the default at its end."""
    return f"{SOLVER} (default {default})"


def require_solvers(names: Iterable[str]) -> None:
    """Raise `InputError` for a solver that is unknown or not installed."""
    from solvers.backends.registry import chosen

    for name in names:
        if name != "auto":
            chosen(name).require()


def require_clauses(names: Iterable[str], **encodings: bool) -> None:
    """Raise `InputError` for an encoding that is given, where none of the solvers has clauses."""
    from solvers.backends.registry import chosen

    given = [f"--{name.replace('_', '-')}" for name, is_given in encodings.items() if is_given]
    if given and names and not any(n == "auto" or chosen(n).backend.family == "SAT" for n in names):
        what = f"{given[0]} goes with SAT solvers, which `xyzmap solvers` lists"
        raise InputError(f"{what}: {', '.join(names)} takes limits as they are")


@dataclass(frozen=True, kw_only=True)
class MappingFiles(OutputOptions):
    """Files of an answer that is one mapping."""

    out: str | None = out_file("the mapping, as JSON")
    picture: str | tuple[str, ...] | None = file(
        PICTURE + "the schedule",
        "picture",
        group="output",
    )
    html: str | None = file(REPORT + "which plays the mapping", "output file", group="output")
    table: bool = flag(
        "print the schedule (default: on a terminal, where it fits)",
        group="output",
        python=False,
    )
    all: bool = flag(
        f"{ALL}; print the table however wide",
        group="output",
        python=False,
    )
