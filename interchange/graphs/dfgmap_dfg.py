"""The `dfgmap` dataflow text format (`f.txt`), read and written.

Sections: `.i` and `.o` with names on the line; `.f` operators, `.m` multi-node operations,
`.n` values as prefix expressions, and `.p` priorities, one per line below. A value is defined
before it is used. Equal expressions (commutative ones up to order) are one value, named by the
first line that names it; later names are aliases. A nested expression that no line names is
called after its line: `y1.0`, `y1.1`, … in the order in which its operators are complete.
Patterns get the names `m0`, `m1`, …; the format has no numbers as constants.
Source of the format: https://github.com/MyskYko/dfgmap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Literal

from interchange.graphs.expressible import require_without
from models.data.dfg import Dfg, Operand, Operation, Operator, Pattern, Priority
from models.errors import InputError, NotSupportedError, unknown
from models.notes import note

SIGNS = (">", ">=", "<", "<=")
SECTIONS = (".i", ".o", ".f", ".m", ".n", ".p")
_Line = tuple[int, list[str]]


def dfg_from_dfgmap(text: str, where: str, name: str = "dfg") -> Dfg:
    """Return the DFG in a `dfgmap` dataflow text.

    The format has no name for the graph: `name` becomes it; `where` names the file in errors.
    Raises `InputError`: file, line, fault.
    """
    try:
        return _Reader(text, where).dfg(name)
    except InputError as error:
        raise error.inside(where) from None


def dfg_to_dfgmap(dfg: Dfg) -> str:
    """Return a DFG in the `dfgmap` dataflow format, one operation per line.

    The names of the graph and of its patterns are not part of the format. Raises
    `NotSupportedError` on everything else that the format cannot express.
    """
    _check_expressible(dfg)
    lines = [" ".join((".i", *dfg.inputs)), " ".join((".o", *dfg.results)), ".f"]
    for operator in dfg.operators:
        flags = " c" * operator.commutative + " a" * operator.associative
        lines.append(f"{operator.name} {operator.arity}{flags}")
    if dfg.patterns:
        lines += [".m", *(" ".join(pattern.expression) for pattern in dfg.patterns)]
    lines.append(".n")
    done = set(dfg.inputs)
    for x in dfg.operations:
        if any(operand.value not in done for operand in x.operands):
            order = dfg.schedule_order
            break
        done.add(x.name)
    else:
        order = tuple(dfg.operation_by_name)
    for name in order:
        x = dfg.operation_by_name[name]
        lines.append(" ".join((x.name, x.operator, *(operand.value for operand in x.operands))))
    if dfg.priorities:
        lines += [".p", *(f"{p.first} {p.sign} {p.then}" for p in dfg.priorities)]
    return "\n".join(lines) + "\n"


def lines_of(text: str) -> Iterator[_Line]:
    """Yield (line number, words) of every line that is not blank."""
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if words:
            yield number, words


def line_error(number: int, what: str) -> InputError:
    """Return the error for a line; the file goes in front of it."""
    return InputError(what, f"line {number}")


class _Reader:
    """The state while reading one text: the meaning of each name and each expression.

    A value is an index into `nodes`; a node is an input's name, or (operator, operands).
    """

    def __init__(self, text: str, where: str) -> None:
        self.where = where
        self.sections: dict[str, list[_Line]] = {section: [] for section in SECTIONS}
        self.operators: dict[str, Operator] = {}
        self.nodes: list[str | tuple[str, tuple[int, ...]]] = []
        self.names: list[str] = []
        self.value_of: dict[str, int] = {}
        self.defined_in: dict[str, int] = {}
        self.equal: dict[tuple[str, tuple[int, ...]], int] = {}
        self._taken: set[str] = set()
        self._split(text)

    def dfg(self, name: str) -> Dfg:
        for number, words in self.sections[".f"]:
            self._operator(number, words)
        for number, words in self.sections[".i"]:
            for word in words:
                self._define(number, word, self._node(word, word))
        lines = self.sections[".n"]
        self._taken |= {words[0] for _, words in lines} | set(self.value_of)
        unnamed: dict[int, str] = {}
        for number, words in lines:
            self._value(number, words, unnamed)
        self._name_the_rest(unnamed)
        patterns = [
            self._pattern(number, words, f"m{position}")
            for position, (number, words) in enumerate(self.sections[".m"])
        ]
        results: dict[int, str] = {}
        for number, words in self.sections[".o"]:
            for word in words:
                value = self._known(number, word)
                if results.setdefault(value, word) != word:
                    what = f"output '{word}' is the same value as '{results[value]}', one result"
                    note(what, f"{self.where}: line {number}")
        priorities = [p for n, words in self.sections[".p"] for p in self._priorities(n, words)]
        return Dfg(
            name=name,
            operators=tuple(self.operators.values()),
            inputs=tuple(node for node in self.nodes if isinstance(node, str)),
            operations=tuple(
                Operation(own, node[0], tuple(Operand(self.names[x]) for x in node[1]))
                for own, node in zip(self.names, self.nodes, strict=True)
                if not isinstance(node, str)
            ),
            results=tuple(self.names[x] for x in results),
            priorities=tuple(dict.fromkeys(priorities)),
            patterns=tuple(patterns),
        )

    def _split(self, text: str) -> None:
        section = ""
        for number, words in lines_of(text):
            if words[0] in (".i", ".o"):
                self.sections[words[0]].append((number, words[1:]))
                section = ""
            elif words[0] in SECTIONS:
                section = words[0]
                if len(words) > 1:
                    raise line_error(number, f"'{section}' must be alone on its line")
            elif words[0].startswith("."):
                raise line_error(
                    number, f"unknown section '{words[0]}'; known: {', '.join(SECTIONS)}"
                )
            elif not section:
                comment = " (there are no comments: remove the line)" * words[0].startswith("#")
                what = f"'{words[0]}' is in no section{comment}; begin with .f or .n"
                raise line_error(number, what)
            else:
                self.sections[section].append((number, words))

    def _operator(self, number: int, words: list[str]) -> None:
        name, *rest = words
        if not rest or not rest[0].isdecimal() or not rest[0].isascii() or len(rest[0]) > 4:
            raise line_error(number, f"operator '{name}' needs its number of operands: NAME N c a")
        for flag in rest[1:]:
            if flag not in ("a", "c"):
                raise line_error(number, f"unknown property '{flag}' of '{name}'; known: a, c")
        if name in self.operators:
            raise line_error(number, f"duplicate operator '{name}'")
        if "a" in rest[1:] and int(rest[0]) != 2:
            raise line_error(
                number, f"associative operator '{name}' has arity {rest[0]}, must be 2"
            )
        self.operators[name] = Operator(name, int(rest[0]), "c" in rest[1:], "a" in rest[1:])

    def _node(self, node: str | tuple[str, tuple[int, ...]], name: str = "") -> int:
        self.nodes.append(node)
        self.names.append(name)
        return len(self.nodes) - 1

    def _define(self, number: int, name: str, value: int) -> None:
        if name in self.value_of:
            first = self.defined_in[name]
            raise line_error(number, f"duplicate name '{name}', first defined in line {first}")
        if name in self.operators:
            raise line_error(number, f"'{name}' is already the name of an operator")
        if name.startswith(".") or name in SIGNS:
            raise line_error(number, f"'{name}' cannot be the name of a value")
        self.value_of[name] = value
        self.defined_in[name] = number

    def _known(self, number: int, name: str) -> int:
        if name in self.value_of:
            return self.value_of[name]
        if name in self._taken:
            what = f"'{name}' is read before it is defined; for loops, write the graph as JSON"
            raise line_error(number, what)
        is_number = re.fullmatch(r"[-+]?\d+(\.\d*)?", name, re.ASCII) is not None
        hint = "; there are no numbers: make it an input, or write the graph as JSON" * is_number
        raise line_error(number, unknown("value", name, self.value_of) + hint)

    def _value(self, number: int, words: list[str], unnamed: dict[int, str]) -> None:
        name, *expression = words
        if not expression:
            raise line_error(number, f"'{name}' has no expression")
        value = -1
        open_terms: list[tuple[str, list[int]]] = []
        for position, word in enumerate(expression):
            if word in self.operators:
                open_terms.append((word, []))
            elif open_terms:
                open_terms[-1][1].append(self._known(number, word))
            else:
                value = self._known(number, word)
            while open_terms and len(open_terms[-1][1]) == self.operators[open_terms[-1][0]].arity:
                operator, operands = open_terms.pop()
                value = self._expression(operator, tuple(operands))
                if open_terms:
                    unnamed.setdefault(value, name)
                    open_terms[-1][1].append(value)
            if not open_terms and position + 1 < len(expression):
                extra = expression[position + 1]
                raise line_error(number, f"'{extra}' after the end of the expression of '{name}'")
        if open_terms:
            operator, operands = open_terms[-1]
            raise line_error(
                number,
                f"operator '{operator}' takes {self.operators[operator].arity} operands,"
                f" found {len(operands)} in the expression of '{name}'",
            )
        self._define(number, name, value)
        if not self.names[value]:
            self.names[value] = name

    def _expression(self, operator: str, operands: tuple[int, ...]) -> int:
        commutes = self.operators[operator].commutative
        key = (operator, tuple(sorted(operands)) if commutes else operands)
        if key not in self.equal:
            self.equal[key] = self._node((operator, operands))
        return self.equal[key]

    def _name_the_rest(self, unnamed: dict[int, str]) -> None:
        numbers: dict[str, Iterator[int]] = {}
        for value, line_name in unnamed.items():
            if not self.names[value]:
                fresh = numbers.setdefault(line_name, count())
                name = next(x for k in fresh if (x := f"{line_name}.{k}") not in self._taken)
                self.names[value] = name
                self._taken.add(name)

    def _pattern(self, number: int, words: list[str], name: str) -> Pattern:
        if words[0] not in self.operators:
            raise line_error(number, unknown("operator", words[0], self.operators))
        missing = 1
        for word in words:
            if missing == 0:
                raise line_error(number, f"'{word}' after the end of the multi-node operation")
            missing += self.operators[word].arity - 1 if word in self.operators else -1
        if missing:
            raise line_error(number, f"the multi-node operation lacks {missing} operand(s)")
        return Pattern(name, tuple(word if word in self.operators else "_" for word in words))

    def _priorities(self, number: int, words: list[str]) -> Iterator[Priority]:
        if len(words) % 2 == 0 or len(words) < 3:
            raise line_error(number, "a priority reads NAME SIGN NAME [SIGN NAME]…")
        for left, sign, right in zip(words[::2], words[1::2], words[2::2], strict=False):
            if sign not in SIGNS:
                raise line_error(number, f"unknown sign '{sign}'; known: {' '.join(SIGNS)}")
            first, then = (left, right) if sign.startswith(">") else (right, left)
            a, b = self._known(number, first), self._known(number, then)
            if a == b:
                raise line_error(number, f"'{first}' and '{then}' are the same value")
            if isinstance(self.nodes[b], str):
                raise line_error(number, f"'{then}' is an input and cannot come after anything")
            strict: Literal[">", ">="] = ">=" if sign.endswith("=") else ">"
            yield Priority(self.names[a], self.names[b], strict)


def _check_expressible(dfg: Dfg) -> None:
    """Raise `NotSupportedError` for the first part that the format cannot express."""
    cannot = "cannot be written in the dfgmap format"
    require_without(dfg, ("constants", "order", "initial"), cannot)
    for operator in dfg.operators:
        if operator.latency != 1 or operator.effect:
            what = "an effect" if operator.effect else f"latency {operator.latency}"
            raise NotSupportedError(f"operator '{operator.name}' with {what} {cannot}")
    for name in (*dfg.operator_by_name, *dfg.values):
        if name.startswith(".") or (name in SIGNS and name not in dfg.operator_by_name):
            raise NotSupportedError(f"the name '{name}' {cannot}")
    for name in dfg.values:
        if name in dfg.operator_by_name:
            raise NotSupportedError(f"'{name}', both a value and an operator, {cannot}")
    first: dict[tuple[str, tuple[str, ...]], str] = {}
    for operation in dfg.operations:
        if any(operand.distance for operand in operation.operands):
            raise NotSupportedError(f"a loop-carried operand of '{operation.name}' {cannot}")
        reads = tuple(operand.value for operand in operation.operands)
        if dfg.operator_by_name[operation.operator].commutative:
            reads = tuple(sorted(reads))
        twin = first.setdefault((operation.operator, reads), operation.name)
        if twin != operation.name:
            raise NotSupportedError(
                f"'{twin}' and '{operation.name}', equal expressions that are two values, {cannot}"
            )
