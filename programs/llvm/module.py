"""A module of LLVM IR: simplified, with its functions as plain data.

`llvmlite` parses the text, and `inlining` and `passes` simplify it. Facts missing in the interface
of `llvmlite` are read from its printed text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from models.errors import InputError, unknown
from programs.llvm.inlining import Inlined, mark
from programs.llvm.optimised import optimised
from programs.llvm.passes import may_be_simplified, simplify
from programs.llvm.printed import METADATA, Printed, read_printed
from programs.llvm.target import laid_out
from programs.llvm.unnamed import name_all, title_of

MOST_CHARACTERS = 20_000_000
"""Maximum length of a text, as simplification takes time and memory."""

_TARGET = re.compile(r"^(target triple|source_filename) = .*$", re.MULTILINE)
_MACHINE = re.compile(r'"(?:target-features|target-cpu|tune-cpu)"="[^"]*" ?')
_LABEL = re.compile(r"label %(?:\"([^\"]*)\"|([\w.$-]+))")
_PREDICATE = re.compile(
    r"\b[if]cmp (?:(?:fast|nnan|ninf|nsz|arcp|contract|afn|reassoc|samesign) )*(\w+)"
)
_GEP = re.compile(r"getelementptr (?:(?:inbounds|nusw|nuw|inrange\([^)]*\)) )*(.*)")


@dataclass(frozen=True)
class Value:
    """An operand: `name` of a value, or the text of a constant, and its type.

    `number` is the value of a constant; a global or an expression of globals is `fixed` instead.
    """

    name: str
    type: str
    number: int | float | None = None
    fixed: bool = False


@dataclass(frozen=True)
class Instruction:
    """An instruction of a block; `sources` are the incoming blocks of a phi's operands.

    `line` is its source location, such as `sum.c:12:5`, if the text has one.
    """

    name: str
    opcode: str
    type: str
    operands: tuple[Value, ...]
    text: str
    sources: tuple[str, ...] = ()
    line: str = ""

    @cached_property
    def predicate(self) -> str:
        """The predicate of a comparison, such as `slt`. Raises `AssertionError` for others."""
        found = _PREDICATE.search(self.text)
        assert found is not None
        return found[1]

    @cached_property
    def element(self) -> str:
        """The element type of a `getelementptr`, the unit of its first index."""
        found = _GEP.search(self.text)
        assert found is not None
        depth = 0
        for place, letter in enumerate(found[1]):
            depth += (letter in "[{(<") - (letter in "]})>")
            if letter == "," and not depth:
                return found[1][:place]
        raise AssertionError(self.text)


@dataclass(frozen=True)
class Block:
    """A basic block: phis and instructions, with the terminator last."""

    name: str
    instructions: tuple[Instruction, ...]

    @cached_property
    def successors(self) -> tuple[str, ...]:
        """The successor blocks in text order: the one for true comes first."""
        return tuple(a or b for a, b in _LABEL.findall(self.instructions[-1].text))


class Texts(NamedTuple):
    """A module's text as LLVM parsed it, and its text after simplification."""

    parsed: str
    simplified: str


@dataclass(frozen=True)
class Function:
    """A function: its `noalias` arguments, and its blocks, the entry first."""

    name: str
    blocks: tuple[Block, ...]
    arguments: tuple[Value, ...]
    apart: frozenset[str]
    module: str
    """The text of the simplified module."""
    title: str = ""
    """The name in the source."""
    variables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The source variables of a value, by the name of the value."""
    slots: frozenset[str] = frozenset()
    """The names of stack slots in the text."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """The reasons why calls of functions of the module are not inlined."""
    calls: tuple[str, ...] = ()
    """The functions called before inlining."""
    helper: bool = False
    """Whether it is inlined into all its callers and needed only there."""
    texts: Texts | None = field(default=None, repr=False, compare=False)
    """The texts of its module before and after simplification, with metadata."""

    @cached_property
    def block_by_name(self) -> dict[str, Block]:
        """The blocks by name."""
        return {block.name: block for block in self.blocks}

    @cached_property
    def made_in(self) -> dict[str, str]:
        """The block of each instruction with a value."""
        return {i.name: b.name for b in self.blocks for i in b.instructions if i.name}

    @cached_property
    def instruction_by_name(self) -> dict[str, Instruction]:
        """The instructions with a value, by name."""
        return {i.name: i for b in self.blocks for i in b.instructions if i.name}


def functions_of(text: str, where: str) -> list[Function]:
    """Return the simplified functions of a module with a body. Raises `InputError`."""
    try:
        import llvmlite.binding as llvm
    except ImportError:
        what = "LLVM's text needs the package llvmlite: pip install 'xyzmap[programs]'"
        raise InputError(what, where) from None
    if len(text) > MOST_CHARACTERS:
        raise InputError(f"more than {MOST_CHARACTERS:,} characters", where)
    if "\0" in text:
        raise InputError("LLVM: a byte 0", where)
    text = laid_out(text, where)
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    plain = may_be_simplified(_MACHINE.sub("", _TARGET.sub("", text)))
    try:
        module = llvm.parse_assembly(plain)
        module.verify()
    except RuntimeError as error:
        raise InputError(complaint(error), where) from None
    slots = name_all(module, numbered=True)
    try:
        inlined = mark(module)
    except InputError as error:
        raise error.inside(where) from None
    simplify(llvm, module)
    name_all(module, numbered=False)
    return _functions(module, plain, inlined, slots)


def optimised_function(function: Function) -> Function:
    """Return a function after LLVM's function passes (`passes.optimised`).

    Raises `NotSupportedError` if LLVM cannot optimise it.
    """
    import llvmlite.binding as llvm

    assert function.texts is not None
    module = llvm.parse_assembly(optimised(function.texts.simplified, function.name))
    name_all(module, numbered=False)
    inlined = Inlined(dict(function.refused), frozenset(), {function.name: function.calls})
    made = _functions(module, function.texts.parsed, inlined, {function.name: function.slots})
    return next(each for each in made if each.name == function.name)


def named_text(parsed: str) -> str:
    """Return a module's text with a name for each value, argument and block."""
    import llvmlite.binding as llvm

    module = llvm.parse_assembly(parsed)
    name_all(module, numbered=True)
    return str(module)


def functions_as_written(text: str) -> dict[str, Function]:
    """Return the functions of a text with names, not simplified, by name."""
    import llvmlite.binding as llvm

    none = Inlined({}, frozenset(), {})
    found = _functions(llvm.parse_assembly(text), text, none, {})
    return {function.name: function for function in found}


def _functions(
    module: Any, parsed: str, inlined: Inlined, slots: Mapping[str, frozenset[str]]
) -> list[Function]:
    """Return the functions with a body of a simplified module."""
    printed = str(module)
    shown, texts = METADATA.sub("", printed), Texts(parsed, printed)
    defined = [each for each in module.functions if not each.is_declaration]
    return [
        _function(each, shown, texts, found, inlined, slots.get(each.name, frozenset()))
        for each, found in zip(defined, read_printed(printed), strict=True)
    ]


def pick(functions: list[Function], name: str, where: str) -> Function:
    """Return the function with a name in the text, or the only one with it in the source.

    Raises `InputError`.
    """
    by_name = {function.name: function for function in functions}
    if name in by_name:
        return by_name[name]
    titled = [function for function in functions if function.title == name]
    if len(titled) > 1:
        shown = ", ".join(function.name for function in titled[:8])
        raise InputError(f"{len(titled)} functions '{name}': choose by --function: {shown}", where)
    if not titled:
        known = {function.title for function in functions if not function.helper}
        raise InputError(unknown("function", name, known, 20), where)
    return titled[0]


def complaint(error: RuntimeError) -> str:
    """Return LLVM's error in one line, with the line of the text."""
    lines = str(error).replace("LLVM IR parsing error\n", "").split("\n")
    return f"LLVM: {lines[0].removeprefix('<string>:')[:200]}"


def _function(
    function: Any,
    module: str,
    texts: Texts,
    printed: Printed,
    inlined: Inlined,
    slots: frozenset[str],
) -> Function:
    lines = iter(printed.instructions)
    blocks = tuple(
        Block(block.name, tuple(_instruction(i, *next(lines)) for i in block.instructions))
        for block in function.blocks
    )
    arguments = tuple(Value(a.name, str(a.type)) for a in function.arguments)
    apart = frozenset(
        a.name for a in function.arguments if any(b"noalias" in word for word in a.attributes)
    )
    name = function.name
    return Function(
        name,
        blocks,
        arguments,
        apart,
        module,
        printed.title or title_of(name),
        printed.variables,
        slots,
        inlined.refused,
        inlined.calls.get(name, ()),
        name in inlined.helpers,
        texts,
    )


def _instruction(found: Any, text: str, line: str) -> Instruction:
    operands = tuple(_value(o) for o in found.operands if str(o.type) != "label")
    sources = ()
    if found.opcode == "phi":
        sources = tuple(block.name for block in found.incoming_blocks)
    return Instruction(
        found.name,
        found.opcode,
        str(found.type),
        operands,
        text,
        sources,
        line,
    )


def _value(found: Any) -> Value:
    kind = str(found.type)
    if not found.is_constant:
        return Value(found.name, kind)
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
        # An expression is not known to be separate memory.
        return Value(f'ptr getelementptr (i8, ptr @"{found.name}", i64 0)', kind, fixed=True)
    # A function is printed with its body.
    return Value(str(found).strip(), kind, number, fixed=number is None)
