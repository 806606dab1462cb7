"""A module in LLVM's text: simplified, and its functions as plain data.

`llvmlite` parses the text and simplifies it: calls of functions that are there are inlined, memory
that never escapes becomes values, switches become branches, and loops get one latch, dedicated
exits, and their test at the end. What its interface does not tell is read from its printed text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from models.errors import InputError, unknown
from programs.llvm.target import laid_out

MOST_CHARACTERS = 20_000_000
"""Of a text: simplifying takes time and memory."""

_TARGET = re.compile(r"^(target triple|source_filename) = .*$", re.MULTILINE)
_MACHINE = re.compile(r'"(?:target-features|target-cpu|tune-cpu)"="[^"]*" ?')
_METADATA = re.compile(r",? !\w[\w.]* ![\w]+|^ *#dbg_.*\n", re.MULTILINE)
_PLACE = re.compile(r", !dbg !(\d+)")
_LABEL = re.compile(r"label %(?:\"([^\"]*)\"|([\w.$-]+))")
_PREDICATE = re.compile(
    r"\b[if]cmp (?:(?:fast|nnan|ninf|nsz|arcp|contract|afn|reassoc|samesign) )*(\w+)"
)
_GEP = re.compile(r"getelementptr (?:(?:inbounds|nusw|nuw) )*(.*), ptr ")


@dataclass(frozen=True)
class Value:
    """An operand: `name` of a value, or the text of a constant, and its type.

    `number` is that of a constant; a global or an expression of globals has none and is `fixed`.
    """

    name: str
    type: str
    number: int | float | None = None
    fixed: bool = False


@dataclass(frozen=True)
class Instruction:
    """An instruction of a block; `sources` are the blocks that a phi's operands come from.

    `line` says where it was written, such as `sum.c:12:5`, if the text does.
    """

    name: str
    opcode: str
    type: str
    operands: tuple[Value, ...]
    text: str
    sources: tuple[str, ...] = ()
    line: str = ""

    @property
    def predicate(self) -> str:
        """Of a comparison: `slt`. Raises `AssertionError` for others."""
        found = _PREDICATE.search(self.text)
        assert found is not None
        return found[1]

    @property
    def element(self) -> str:
        """Of a `getelementptr`: the type that its first index counts."""
        found = _GEP.search(self.text)
        assert found is not None
        return found[1]


@dataclass(frozen=True)
class Block:
    """A basic block: phis and instructions, and where its last one leads."""

    name: str
    instructions: tuple[Instruction, ...]

    @cached_property
    def successors(self) -> tuple[str, ...]:
        """The blocks that follow, in the order of the text: that for true comes first."""
        last = self.instructions[-1]
        return tuple(a or b for a, b in _LABEL.findall(last.text)) if last.opcode == "br" else ()


@dataclass(frozen=True)
class Function:
    """A function: its arguments that alias no other, and its blocks, the first of which begins."""

    name: str
    blocks: tuple[Block, ...]
    arguments: tuple[Value, ...]
    apart: frozenset[str]
    module: str
    """The text of the simplified module."""

    @cached_property
    def block_by_name(self) -> dict[str, Block]:
        """The blocks by name."""
        return {block.name: block for block in self.blocks}

    @cached_property
    def made_in(self) -> dict[str, str]:
        """The block of each instruction that has a value."""
        return {i.name: b.name for b in self.blocks for i in b.instructions if i.name}

    @cached_property
    def instruction_by_name(self) -> dict[str, Instruction]:
        """The instructions that have a value."""
        return {i.name: i for b in self.blocks for i in b.instructions if i.name}


def functions_of(text: str, where: str) -> list[Function]:
    """Return the functions of a module that have a body, simplified. Raises `InputError`."""
    try:
        import llvmlite.binding as llvm
    except ImportError:
        what = "LLVM's text needs the package llvmlite: pip install llvmlite"
        raise InputError(what, where) from None
    if len(text) > MOST_CHARACTERS:
        raise InputError(f"more than {MOST_CHARACTERS:,} characters", where)
    if "\0" in text:
        raise InputError("LLVM: a byte 0", where)
    text = laid_out(text, where)
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    try:
        module = llvm.parse_assembly(_MACHINE.sub("", _TARGET.sub("", text)))
        module.verify()
    except RuntimeError as error:
        raise InputError(complaint(error), where) from None
    _simplify(llvm, module)
    printed = str(module)
    lines, plain = _lines(printed), _METADATA.sub("", printed)
    return [_function(f, plain, lines) for f in module.functions if not f.is_declaration]


def _lines(printed: str) -> dict[str, str]:
    """Return the places in source files that a text names, by their numbers."""
    nodes = dict(re.findall(r"^!(\d+) = (?:distinct )?!(DI\w+\(.*\))$", printed, re.MULTILINE))

    def member(node: str, name: str, pattern: str) -> str:
        found = re.search(rf"\b{name}: {pattern}", nodes.get(node, ""))
        return found[1] if found else ""

    places = {}
    for number, node in nodes.items():
        if node.startswith("DILocation("):
            file = member(member(number, "scope", r"!(\d+)"), "file", r"!(\d+)")
            name = member(file, "filename", '"([^"]*)"')
            at = [member(number, word, r"(\d+)") for word in ("line", "column")]
            places[number] = ":".join(word for word in (name, *at) if word)
    return places


def pick(functions: list[Function], name: str | None, where: str) -> Function:
    """Return the function of a name, or the only one. Raises `InputError`."""
    names = [function.name for function in functions]
    if name is None and len(functions) == 1:
        return functions[0]
    if name is None:
        several = f"{len(names)} functions" if names else "no function with a body"
        raise InputError(
            f"{several}; choose one by --function{': ' * bool(names)}{', '.join(names[:20])}", where
        )
    if name not in names:
        raise InputError(unknown("function", name, names, 20), where)
    return functions[names.index(name)]


def _simplify(llvm: Any, module: Any) -> None:
    """Run the passes on a module, twice what others make possible."""
    machine = llvm.Target.from_default_triple().create_target_machine()
    for function in module.functions:
        if not function.is_declaration and function.linkage.name in ("internal", "private"):
            function.add_function_attribute("alwaysinline")
    manager = llvm.create_new_module_pass_manager()
    manager.add_always_inliner_pass()
    for _ in range(2):
        for each in ("sroa", "instruction_combine", "simplify_cfg", "new_gvn"):
            getattr(manager, f"add_{each}_pass")()
    manager.add_unify_function_exit_nodes_pass()
    for each in ("loop_simplify", "loop_rotate", "instruction_combine", "simplify_cfg"):
        getattr(manager, f"add_{each}_pass")()
    # Simplifying makes switches of branches, too.
    for each in (
        "new_gvn",
        "lower_switch",
        "loop_simplify",
        "aggressive_dce",
        "lcssa",
        "instruction_namer",
    ):
        getattr(manager, f"add_{each}_pass")()
    options = llvm.create_pipeline_tuning_options()
    manager.run(module, llvm.create_pass_builder(machine, options))


def complaint(error: RuntimeError) -> str:
    """Return what LLVM says in one line, with the line of the text."""
    lines = str(error).replace("LLVM IR parsing error\n", "").split("\n")
    return f"LLVM: {lines[0].removeprefix('<string>:')[:200]}"


def _function(function: Any, printed: str, lines: dict[str, str]) -> Function:
    blocks = tuple(
        Block(block.name, tuple(_instruction(i, lines) for i in block.instructions))
        for block in function.blocks
    )
    arguments = tuple(Value(a.name, str(a.type)) for a in function.arguments)
    apart = frozenset(
        a.name for a in function.arguments if any(b"noalias" in word for word in a.attributes)
    )
    return Function(function.name, blocks, arguments, apart, printed)


def _instruction(found: Any, lines: dict[str, str]) -> Instruction:
    operands = tuple(_value(o) for o in found.operands if str(o.type) != "label")
    sources = ()
    if found.opcode == "phi":
        sources = tuple(block.name for block in found.incoming_blocks)
    printed = str(found)
    at = _PLACE.search(printed)
    return Instruction(
        found.name,
        found.opcode,
        str(found.type),
        operands,
        _METADATA.sub("", printed).strip(),
        sources,
        lines.get(at[1], "") if at else "",
    )


def _value(found: Any) -> Value:
    kind = str(found.type)
    if not found.is_constant:
        return Value(found.name, kind)
    text = str(found).strip()
    number: int | float | None = None
    if found.value_kind.name in ("constant_int", "constant_fp"):
        number = found.get_constant_value(round_fp=True)
        if isinstance(number, int) and kind != "i1" and number >> (int(kind[1:]) - 1):
            number -= 1 << int(kind[1:])
    elif found.value_kind.name in ("constant_pointer_null", "undef_value", "poison_value"):
        number = 0
    if found.value_kind.name in ("function", "global_variable"):
        return Value(f"@{found.name}", kind, fixed=True)
    if found.value_kind.name in ("global_alias", "global_ifunc"):
        # An expression is not known to be memory of its own.
        return Value(f'ptr getelementptr (i8, ptr @"{found.name}", i64 0)', kind, fixed=True)
    return Value(text, kind, number, fixed=number is None)
