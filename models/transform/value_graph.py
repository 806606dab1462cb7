"""Values and every operation that may compute each: a graph that grows and stays acyclic."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from models.data.dfg import Operand
from models.errors import InputError
from models.semantics.rule_terms import number_key
from models.transform.clusters import pinned
from models.transform.draft import Draft

MOST_VALUES = 20_000
MOST_OPERATIONS = 300_000


class Applied(NamedTuple):
    """An operator on operands."""

    operator: str
    operands: tuple[Operand, ...]


class ValueGraph:
    """Possible operations of each value of a DFG, and of new values, which are all different.

    `opaque` values are never computed differently. Two operations that are equal up to the order of
    commutative operands are one value, unless the DFG itself has several. Methods that add values
    or operations raise `InputError` beyond `most_values` and `MOST_OPERATIONS`.
    """

    def __init__(self, draft: Draft, opaque: Iterable[str], most_values: int = MOST_VALUES) -> None:
        dfg = draft.dfg
        self.dfg = dfg
        self.draft = draft
        self.most_values = most_values
        self.made: dict[str, dict[Applied, Applied]] = {}
        self.readers: dict[str, dict[str, None]] = {name: {} for name in dfg.values}
        self.changed: dict[str, None] = {}
        self.fixed = pinned(dfg)
        self._level = dict.fromkeys(dfg.values, 0)
        self._owner: dict[Applied, Operand] = {}
        self._merged: dict[str, Operand] = {}
        self._twins: list[tuple[str, Operand]] = []
        self._count = 0
        self._constants: dict[str, Operand] = {}
        first: dict[tuple[bool, int | float], str] = {}
        for name, number in dfg.constant_by_name.items():
            self._constants[name] = Operand(first.setdefault(number_key(number), name))
        self.number = {key: Operand(name) for key, name in first.items()}
        before: dict[str, list[str]] = {}
        for edge in dfg.order:
            if edge.distance == 0:
                self.readers[edge.before][edge.after] = None
                before.setdefault(edge.after, []).append(edge.before)
        hidden = set(opaque)
        for name in dfg.schedule_order:
            operation = dfg.operation_by_name[name]
            reads = [o.value for o in operation.operands if o.distance == 0]
            for value in reads:
                if value in self.readers:
                    self.readers[value][name] = None
            below = [v for v in (*reads, *before.get(name, ())) if v in self._level]
            self._level[name] = 1 + max((self._level[v] for v in below), default=0)
            if name not in hidden:
                self.made[name] = {}
        for name in self.made:
            operation = dfg.operation_by_name[name]
            self.add(name, Applied(operation.operator, operation.operands))

    def is_new(self, name: str) -> bool:
        """Whether a value is new, that is, not in the DFG."""
        return name not in self.dfg.operation_by_name and name in self.made

    def is_free(self, name: str) -> bool:
        """Whether other operations may compute a value."""
        operation = self.dfg.operation_by_name.get(name)
        return name in self.made and (operation is None or self._repeats(operation.operator))

    def plain(self, operand: Operand) -> Operand:
        """Return the operand that stands for `operand`: of equal constants, the first."""
        if operand.value in self._constants:
            return self._constants[operand.value]
        while operand.distance == 0 and operand.value in self._merged:
            operand = self._merged[operand.value]
        return operand

    def value(self, applied: Applied, key: tuple[object, ...]) -> Operand:
        """Return the value that an operation computes: an existing or a new one."""
        operator = applied.operator
        applied = Applied(operator, tuple(map(self.plain, applied.operands)))
        owner = self._owner.get(self.canonical(applied))
        if owner is not None:
            return self.plain(owner)
        name = self.fresh(operator, applied.operands, key)
        self.add(name, applied)
        return Operand(name)

    def fresh(self, operator: str, reads: Iterable[Operand], key: tuple[object, ...]) -> str:
        """Return the name of a new value without operations; `InputError` beyond `most_values`."""
        shown = ",".join(f"{o.value}@{o.distance}" if o.distance else o.value for o in reads)
        name = self.draft.fresh(f"{operator}({shown})" if len(shown) <= 60 else operator, key)
        if len(self.draft.keys) > self.most_values:
            raise InputError(
                f"the rewrite rules of '{self.dfg.name}' make more than {self.most_values} new"
                " values; leave some of them out"
            )
        self.made[name] = {}
        self.readers[name] = {}
        self._level[name] = 1
        return name

    def add(self, name: str, applied: Applied) -> bool:
        """Add an operation to the candidates of a value; False if known, or if that makes
        a cycle.
        """
        key = self.canonical(applied)
        if key in self.made[name]:
            return False
        below = [o.value for o in applied.operands if o.distance == 0 and o.value in self._level]
        if not self._lift(name, below):
            return False
        self.made[name][key] = applied
        for value in below:
            self.readers[value][name] = None
        self.changed[name] = None
        if self._repeats(applied.operator):
            owner = self._owner.get(key)
            if owner is None and name not in self.fixed:
                self._owner[key] = Operand(name)
            elif owner is not None and self.is_new(name):
                self.equate(name, owner)
        self.count()
        return True

    def count(self) -> None:
        """Count an operation, or a derivation of one. Raises `InputError` for too many."""
        self._count += 1
        if self._count > MOST_OPERATIONS:
            raise InputError(
                f"with its rewrite rules '{self.dfg.name}' has more than {MOST_OPERATIONS}"
                " operations to choose from; leave some rules out, or do not reorder"
            )

    def canonical(self, applied: Applied) -> Applied:
        """Return an operation with the order of commutative operands fixed."""
        operands = tuple(map(self.plain, applied.operands))
        if self.dfg.operator_by_name[applied.operator].commutative:
            operands = tuple(sorted(operands, key=lambda o: (o.value, o.distance)))
        return Applied(applied.operator, operands)

    def equate(self, name: str, other: Operand) -> None:
        """Note that a new value is equal to another one, for `merge`."""
        if other != Operand(name):
            self._twins.append((name, other))

    def merge(self) -> None:
        """Let new values that are equal to others be these, where that makes no cycle."""
        while self._twins:
            name, other = self._twins.pop()
            other = self.plain(other)
            if not self.is_new(name) or other == Operand(name):
                continue
            readers = [r for r in self.readers[name] if self._reads(r, name)]
            target = other.value if other.distance == 0 else ""
            if target in self._level and any(self._reaches(r, target) for r in readers):
                continue
            moved = self.made.pop(name)
            for key in moved:
                if self._owner.get(key) == Operand(name):
                    self._owner[key] = other
            self._merged[name] = other
            for reader in readers:
                self._reread(reader, name)
            if self.is_free(target):
                for applied in moved.values():
                    self.add(target, applied)

    def replace(self, reader: str, name: str, other: Operand) -> None:
        """Add operations of `reader` that read `other` instead of `name` of the same iteration."""
        for applied in tuple(self.made[reader].values()):
            if Operand(name) in applied.operands:
                operands = tuple(other if o == Operand(name) else o for o in applied.operands)
                self.add(reader, Applied(applied.operator, operands))

    def above(self, names: Iterable[str], levels: int) -> list[str]:
        """Return values and their readers, through `levels` levels, in a fixed order."""
        found = dict.fromkeys(names)
        front = list(found)
        for _ in range(levels):
            front = [r for name in front for r in self.readers.get(name, ()) if r not in found]
            front = list(dict.fromkeys(front))
            found.update(dict.fromkeys(front))
        return [name for name in found if name in self.made]

    def in_order(self) -> list[str]:
        """Return the values that can matter, each after its possible operands."""
        found = {name for name in self.made if not self.is_new(name)}
        waiting = [*found]
        while waiting:
            for applied in self.made[waiting.pop()].values():
                for operand in applied.operands:
                    if operand.value in self.made and operand.value not in found:
                        found.add(operand.value)
                        waiting.append(operand.value)
        places = {name: place for place, name in enumerate(self.made)}
        return sorted(found, key=lambda name: (self._level[name], places[name]))

    def _repeats(self, operator: str) -> bool:
        """Whether an operator is a pure function of its operands, of which it has at least one."""
        row = self.dfg.operator_by_name[operator]
        return not row.effect and row.arity > 0

    def _reads(self, reader: str, name: str) -> bool:
        made = self.made.get(reader, {}).values()
        return any(Operand(name) in applied.operands for applied in made)

    def _reread(self, reader: str, name: str) -> None:
        for key, applied in tuple(self.made[reader].items()):
            if Operand(name) in applied.operands:
                del self.made[reader][key]
                if self._owner.get(key) == Operand(reader):
                    del self._owner[key]
                self.add(
                    reader, Applied(applied.operator, tuple(map(self.plain, applied.operands)))
                )

    def _lift(self, name: str, below: list[str]) -> bool:
        """Raise the level of `name` above all of `below`; False where that makes a cycle."""
        top = max((self._level[value] for value in below), default=0)
        if top < self._level[name]:
            return True
        if any(self._reaches(name, value) for value in below):
            return False
        self._level[name] = top + 1
        waiting = [name]
        while waiting:
            value = waiting.pop()
            for reader in self.readers[value]:
                if self._level[reader] <= self._level[value]:
                    self._level[reader] = self._level[value] + 1
                    waiting.append(reader)
        return True

    def _reaches(self, name: str, target: str) -> bool:
        """Whether `target` is `name` or reads it, directly or not."""
        if name == target:
            return True
        seen = {name}
        waiting = [name]
        while waiting:
            for reader in self.readers[waiting.pop()]:
                if reader == target:
                    return True
                if reader not in seen and self._level[reader] < self._level[target]:
                    seen.add(reader)
                    waiting.append(reader)
        return False
