"""Reader of the symbol table: the meanings of the variables of a CNF, and its auxiliaries."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from solvers.verification.chains import Chains
from solvers.verification.directory import RejectedError
from solvers.verification.rules import WORDS, Item, Rules, shown
from solvers.verification.sums import Read
from solvers.verification.templates import Template

MOST_MEMBERS = 1 << 20
"""Limit on the members of a group: its clauses are checked by sets of that many bits."""


@dataclass
class Group:
    """Literals 1 … n of a template are the variables `members`; then come its auxiliaries."""

    template: Template
    first: int
    members: tuple[int, ...]
    _local: dict[int, int] | None = None

    def local(self, variable: int) -> int | None:
        """The template's number of a variable; None where it is not in this group."""
        if variable >= self.first:
            offset = variable - self.first
            if offset < len(self.template.definitions):
                return self.template.n + 1 + offset
        if self._local is None:
            self._local = {member: n for n, member in enumerate(self.members, start=1)}
        return self._local.get(variable)


@dataclass
class Symbols:
    """The meaning of every variable: an item, or an auxiliary of exactly one group."""

    items: dict[int, Item] = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)
    chains: Chains | None = None
    _owners: list[Group] = field(default_factory=list)
    _firsts: list[int] = field(default_factory=list)

    def owner(self, variable: int) -> Group | None:
        """The group that an auxiliary belongs to."""
        at = bisect_right(self._firsts, variable) - 1
        if at < 0:
            return None
        group = self._owners[at]
        return group if variable < group.first + len(group.template.definitions) else None

    def settle(self) -> None:
        """Sort the auxiliaries; `RejectedError` if they overlap each other or named variables."""
        self._owners = [group for group in self.groups if group.template.definitions]
        self._owners.sort(key=lambda group: group.first)
        self._firsts = [group.first for group in self._owners]
        end = 1
        for group in self._owners:
            if group.first < end:
                raise RejectedError(f"auxiliary {group.first} belongs to two groups")
            end = group.first + len(group.template.definitions)
        for variable in self.items:
            if self.owner(variable) is not None:
                raise RejectedError(f"variable {variable} has a name and is an auxiliary")


def read_symbols(rules: Rules, lines: Iterator[tuple[int, str]]) -> Symbols:
    """Return the symbols of a table; `RejectedError` where it contradicts itself or the problem.

    No two variables may mean the same: a limit counts items, and would count one twice.
    """
    symbols = Symbols()
    named = dict(rules.ways.named)
    meanings: set[Item] = set()
    templates: dict[str, tuple[Template, int]] = {}
    latest: tuple[Template, int] | None = None
    for number, line in lines:
        words = line.split()
        try:
            if words[0] == "part":
                _part(rules, named, words)
            elif words[0] == "chains" and symbols.chains is None:
                symbols.chains = Chains(rules, _number(words[1]), _number(words[2]), words[3:])
            elif words[0] in READERS or words[0] in WORDS:
                read = READERS.get(words[0], _item)
                variable, item = read(rules, named, words)
                if variable in symbols.items or item in meanings:
                    raise RejectedError(f"second line for variable {variable} or {shown(item)}")
                symbols.items[variable] = item
                meanings.add(item)
            elif words[0] == "weights" and latest is not None:
                latest[0].weigh([_number(word) for word in words[1:]])
            elif words[0] == "define" and latest is not None:
                latest[0].define(_number(words[1]), [_number(word) for word in words[2:]])
            elif words[0] == "template" and len(words) == 5:
                if words[1] in templates:
                    raise RejectedError(f"second template {words[1]}")
                n, bound, aux = (_number(word) for word in words[2:])
                if n > MOST_MEMBERS:
                    raise RejectedError(f"more than {MOST_MEMBERS} members")
                latest = templates[words[1]] = (Template(n, bound), aux)
            elif words[0] == "group" and len(words) >= 3:
                template, aux = templates[words[1]]
                if len(template.definitions) != aux:
                    found = len(template.definitions)
                    raise RejectedError(f"template {words[1]} has {found} definitions, not {aux}")
                members = tuple(_number(word) for word in words[3:])
                symbols.groups.append(Group(template, _number(words[2]), members))
            else:
                raise RejectedError(f"not understood: '{line[:60]}'")
        except RejectedError as error:
            raise RejectedError(f"line {number}: {error}") from None
        except (ValueError, IndexError, KeyError):
            raise RejectedError(f"line {number}: not understood: '{line[:60]}'") from None
    symbols.settle()
    return symbols


def _part(rules: Rules, named: dict[str, str], words: list[str]) -> None:
    """`part NAME OPERATOR LEAF DISTANCE …` names a partial result that the DFG does not have."""
    name, operator = words[1], words[2]
    terms = _reads(words[3:])
    if operator in rules.dfg.operator_by_name and rules.dfg.operator_by_name[operator].commutative:
        terms = tuple(sorted(terms))
    value = rules.ways.unnamed.get((operator, terms))
    if name in named or name in rules.dfg.constant_by_name:
        raise RejectedError(f"'{name}' has a meaning already")
    if value is None or value in named.values():
        raise RejectedError(f"'{name}' is no partial result that has no name yet")
    named[name] = value


def _reads(words: list[str]) -> tuple[Read, ...]:
    return tuple(zip(words[::2], map(_number, words[1::2]), strict=True))


def _way(rules: Rules, named: dict[str, str], words: list[str]) -> tuple[int, Item]:
    """`way VAR VALUE COMPONENT CYCLE OPERATOR OPERAND DISTANCE …`."""
    variable, cycle = _number(words[1]), _number(words[4])
    value, place = named.get(words[2]), words[3]
    constants = rules.dfg.constant_by_name
    reads = _reads(words[6:])
    if value is None or any(name not in named and name not in constants for name, _ in reads):
        raise RejectedError("unknown value or operand")
    operands = tuple((named.get(name, name), distance) for name, distance in reads)
    way = rules.ways.way(value, words[5], operands)
    if way is None or not rules.ways.chosen(value):
        raise RejectedError(f"'{words[5]}' on these operands is no choice to compute '{words[2]}'")
    if place not in rules.components:
        raise RejectedError(f"unknown place '{place}'")
    if variable < 1:
        raise RejectedError("variables start at 1")
    return variable, ("w", value, place, way.label, cycle)


def _cell(rules: Rules, named: dict[str, str], words: list[str]) -> tuple[int, Item]:
    """`cell VAR CONSTRAINT SIDE KEY`."""
    if len(words) != 5 or _number(words[2]) >= len(rules.problem.constraints):
        raise RejectedError("no cell of a constraint")
    variable = _number(words[1])
    if variable < 1:
        raise RejectedError("variables start at 1")
    return variable, ("cell", str(_number(words[2])), words[3], words[4], 0)


READERS = {"way": _way, "cell": _cell}
"""Items with words of their own."""


def _item(rules: Rules, named: dict[str, str], words: list[str]) -> tuple[int, Item]:
    kind = words[0]
    if len(words) != WORDS[kind]:
        raise RejectedError(f"'{kind}' takes {WORDS[kind] - 1} words")
    variable, name, cycle = _number(words[1]), words[2], _number(words[-1])
    place = words[3] if len(words) > 4 else ""
    end = words[4] if len(words) > 5 else ""
    operation = kind in ("z", "done")
    value = named.get(name)
    if value is None or (operation and value in rules.inputs):
        raise RejectedError(f"unknown {'operation' if operation else 'value'} '{name}'")
    places = rules.paths if kind in ("y", "latch", "drive", "chain") else rules.components
    if kind != "done" and place not in places:
        raise RejectedError(f"unknown place '{place}'")
    if kind == "chain":
        end = str(_number(end))
    elif end and end not in rules.components:
        raise RejectedError(f"unknown component '{end}'")
    if (kind == "latch" and not rules.latches(place, end)) or (
        kind == "drive" and not rules.drives(place, end)
    ):
        raise RejectedError(f"'{end}' is no end of a bus '{place}' with limited ports")
    if variable < 1:
        raise RejectedError("variables start at 1")
    return variable, (kind, value, place, end, cycle)


def _number(word: str) -> int:
    """Return a number of at most ten digits; `ValueError` for any other word."""
    if not (word.isascii() and word.isdecimal() and len(word) <= 10):
        raise ValueError
    return int(word)
