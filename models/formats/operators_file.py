"""Files that define the operators of a graph: JSON with the tag `xyzmap/operators/1`.

An entry names an operator, its aliases in a graph, and its differences from the table of
instructions. The operators of the graph get these names and laws.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from models.data.architecture import opcode_of
from models.data.dfg import Dfg, Operation, Operator
from models.data.sizes import MOST_LATENCY, require_most
from models.errors import InputError, known, meant
from models.formats.json_text import convert, decode_tagged
from models.formats.text_files import read_bytes
from models.notes import note
from models.semantics.algebraic_laws import check_algebraic_laws
from models.semantics.opcodes import kind_of, operator_of
from models.semantics.vocabulary import BY_NAME, Kind

OPERATORS_TAG = "xyzmap/operators/1"
_ARITY = re.compile(r"^/\d+", re.ASCII)


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of an operator, and its differences from the table of instructions.

    `aliases` are other names for it. With `arity`, it stands for operators with so many operands
    only. Units of the class `kind` execute it, units of all classes where that is `any`.
    """

    name: str
    aliases: tuple[str, ...] = ()
    arity: int | None = None
    kind: Kind | Literal["any"] | None = msgspec.field(name="class", default=None)
    commutative: bool | None = None
    associative: bool | None = None
    effect: bool | None = None
    latency: int | None = None


class Operators(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All entries of a file; the first one that fits an operator is taken."""

    operators: tuple[Entry, ...]

    def entry(self, operator: Operator) -> Entry | None:
        """Return the entry of an operator of a graph; letter case does not matter."""
        word = opcode_of(operator.name).lower()
        return next(
            (
                each
                for each in self.operators
                if word in (each.name.lower(), *(alias.lower() for alias in each.aliases))
                and each.arity in (None, operator.arity)
            ),
            None,
        )

    @property
    def kinds(self) -> dict[str, str]:
        """The class of each operator that has one here."""
        return {each.name: each.kind for each in self.operators if each.kind is not None}


def load_operators(path: str) -> Operators:
    """Return the entries of a file. Raises `InputError` in one line."""
    return operators_from_json(read_bytes(path), path)


def operators_from_json(text: bytes | str, where: str) -> Operators:
    """Return the entries of a text; `where` names the file in errors."""
    found = convert(decode_tagged(text, OPERATORS_TAG, where), Operators, where)
    taken: dict[tuple[str, int | None], str] = {}
    for position, each in enumerate(found.operators):
        place = f"{where}: $.operators[{position}]"
        require_most(each.latency, MOST_LATENCY, f"latency of '{each.name}'", place)
        for word in (each.name, *each.aliases):
            if not word or "/" in word.strip("/") or word.split() != [word]:
                raise InputError(f"'{word}' is no operator: it has a blank or a '/'", place)
            key = word.lower(), each.arity
            if key in taken:
                raise InputError(f"'{word}' already means '{taken[key]}'", place)
            taken[key] = each.name
    return found


def with_operators(dfg: Dfg, given: Operators, where: str) -> Dfg:
    """Return a graph with its operators named, and with the laws, as `given` says.

    Entries of other graphs do not matter. Raises `InputError` where all are, for laws that do not
    hold on numbers, and for operators that get one name and differ otherwise.
    """
    entries = {operator.name: given.entry(operator) for operator in dfg.operators}
    if dfg.operators and not any(entries.values()):
        words = dict.fromkeys(opcode_of(operator.name) for operator in dfg.operators)
        raise InputError(f"none of these operators is in the graph{known(words, 20)}", where)
    _tell_unlike(given, entries, where)
    made: dict[str, Operator] = {}
    names: dict[str, str] = {}
    # The largest arity keeps the plain name, as in `operators_of`.
    for operator in sorted(dfg.operators, key=lambda each: -each.arity):
        entry = entries[operator.name]
        new = operator if entry is None else _changed(operator, entry)
        if new.name in made and made[new.name].arity != new.arity:
            word = opcode_of(new.name)
            new = replace(new, name=f"{word}/{new.arity}{new.name.removeprefix(word)}")
        if made.setdefault(new.name, new) != new:
            what = f"'{operator.name}' and another operator would both be '{new.name}'"
            raise InputError(f"{what}, with other laws or latencies", where)
        names[operator.name] = new.name
        if entry is not None:
            try:
                check_algebraic_laws(Dfg("law", (new,), (), ()), reordered=False)
            except InputError as error:
                raise InputError(error.what, where) from None
    operators = tuple(made[name] for name in dict.fromkeys(names[o.name] for o in dfg.operators))
    try:
        return _renamed(dfg, operators, names)
    except InputError as error:
        raise error.inside(where) from None


def _tell_unlike(given: Operators, entries: dict[str, Entry | None], where: str) -> None:
    """Note the words of a file that may be misspelt: no operator has them, and one is like them."""
    bare = sorted({opcode_of(name) for name, entry in entries.items() if entry is None})
    used = {opcode_of(name).lower() for name in entries}
    for position, each in enumerate(given.operators):
        for word in (each.name, *each.aliases):
            if word.lower() in used or kind_of(word) is not None or each in entries.values():
                continue
            if near := meant(word, bare):
                note(f"the graph has no '{word}'{near}", f"{where}: $.operators[{position}]")


def _changed(operator: Operator, entry: Entry) -> Operator:
    """Return an operator as its entry has it, with the laws of the table where that knows it."""
    types = _ARITY.sub("", operator.name.removeprefix(opcode_of(operator.name)))
    same = opcode_of(operator.name).lower() == entry.name.lower()
    own = operator if same else operator_of(entry.name, operator.arity)
    if operator.type == "float":
        own = replace(own, associative=False)

    def chosen(word: bool | None, otherwise: bool) -> bool:
        return otherwise if word is None else word

    return replace(
        operator,
        name=entry.name + types,
        commutative=chosen(entry.commutative, own.commutative),
        associative=chosen(entry.associative, own.associative),
        effect=chosen(entry.effect, own.effect),
        latency=operator.latency if entry.latency is None else entry.latency,
    )


def _renamed(dfg: Dfg, operators: tuple[Operator, ...], names: dict[str, str]) -> Dfg:
    def words(expression: Iterable[str]) -> tuple[str, ...]:
        return tuple(names.get(word, word) for word in expression)

    return replace(
        dfg,
        operators=operators,
        operations=tuple(
            Operation(each.name, names[each.operator], each.operands) for each in dfg.operations
        ),
        patterns=tuple(replace(each, expression=words(each.expression)) for each in dfg.patterns),
    )


def representatives(given: Operators) -> dict[str, str]:
    """Return an instruction of the class of each operator that has one, for choosing a preset."""
    first = {each.kind: each.name for each in reversed(BY_NAME.values())}
    return {name: first[kind] for name, kind in given.kinds.items() if kind in first}
