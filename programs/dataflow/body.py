"""The statements of a loop's body as terms, loads and stores: one iteration, without branches.

Conditions become predicates of stores and selections; loads and arithmetic are unconditional.
"""

from __future__ import annotations

from itertools import count
from typing import Literal, NamedTuple, TypeAlias

from programs.dataflow.kernel import layout
from programs.dataflow.opcodes import Work
from programs.dataflow.options import Addresses
from programs.dataflow.references import Reference, References
from programs.dataflow.terms import Apply, Carried, Cell, Counter, Load, Outside, Owner, Terms
from programs.loops.affine import Affine, Constraint, affine
from programs.loops.expressions import (
    LOGICAL,
    Access,
    Binary,
    Call,
    Cast,
    Constant,
    Expression,
    Index,
    Opaque,
    Read,
    Select,
    Unary,
)
from programs.loops.region import Region, Statement
from programs.loops.types import INT, LONG, NumberType

_AND, _OR = (Work("logical", word, INT, INT) for word in ("&&", "||"))
_ADD, _TIMES = (Work("binary", word, LONG, LONG) for word in "+*")

Key: TypeAlias = tuple[str, tuple[object, ...]]
"""An element within an iteration: non-affine subscripts are numbers of terms."""


class Stored(NamedTuple):
    """A store: the terms of its value, its address and its predicate, or None.

    `number` is its position among all references; stores of cells come last.
    """

    number: int
    access: Access
    value: int
    address: int | None
    predicate: int | None


class Body:
    """One iteration: `terms`, the `loads` among them, and `stores`."""

    def __init__(
        self,
        region: Region,
        references: References,
        private: frozenset[str],
        addresses: Addresses,
    ) -> None:
        self.region, self.references = region, references
        self.layout, self.addresses = layout(region), addresses
        self.types = {name: declared.type for name, declared in region.declared.items()}
        self.terms = Terms()
        self.loads: list[Reference] = []
        self.stores: list[Stored] = []
        self.cells: dict[Access, int] = {}
        self._cell_guards: dict[Access, int | None] = {}
        self._available: dict[Key, int] = {}
        self._of_key: dict[Key, Access] = {}
        self._keys: dict[int, Key] = {}
        self._numbers = count()
        for statement in references.loop.body:
            assert isinstance(statement, Statement)
            self._statement(statement)
        for access, value in self.cells.items():
            # The value of a private scalar is not read later.
            if access.name not in private:
                self._store_cell(access, value)

    def value_of(self, owner: Owner) -> int:
        """Return the term of a cell's value at the end of an iteration, or of a stored value."""
        kind, which = owner
        if kind == "cell":
            assert isinstance(which, Access)
            if which not in self.cells:
                # Written only under unsatisfiable conditions.
                return self.terms.add(Carried(owner, 1))
            return self.cells[which]
        return next(store.value for store in self.stores if store.number == which)

    # Statements.

    def _statement(self, statement: Statement) -> None:
        guard = self._guard(statement)
        target = statement.target
        opaque = self._opaque(target)
        value = self._expression(statement.value)
        number = next(self._numbers)
        decided = None if guard is None else self.terms.value(guard)
        if decided == 0:
            return
        if decided is not None:
            guard = None
        if target in self.references.cells:
            self._assign_cell(target, value, guard)
        else:
            self._assign(number, target, opaque, value, guard)

    def _guard(self, statement: Statement) -> int | None:
        parts = [self._constraint(constraint) for constraint in statement.guard.constraints]
        if statement.guard.predicate is not None:
            parts.append(self._expression(statement.guard.predicate))
        found = None
        for part in parts:
            found = part if found is None else self.terms.apply(_AND, found, part)
        return found

    def _constraint(self, constraint: Constraint) -> int:
        """Return the term of an affine constraint: a comparison with an invariant."""
        loop = self.references.loop
        factor = constraint.affine.coefficient(loop.index)
        rest = constraint.affine - affine({loop.index: factor})
        if constraint.equality:
            left, word = self._affine_of_index(factor, LONG), "=="
            right = self._outside(-rest)
        elif factor < 0:
            left, word = self._affine_of_index(-factor, LONG), "<="
            right = self._outside(rest)
        else:
            left, word = self._affine_of_index(factor, LONG), ">="
            right = self._outside(-rest)
        return self.terms.apply(Work("binary", word, INT, LONG), left, right)

    def _affine_of_index(self, factor: int, type: NumberType) -> int:
        if not factor:
            return self.terms.immediate(0, type)
        return self.terms.apply(
            _TIMES, self.terms.add(Counter()), self.terms.immediate(factor, type)
        )

    def _outside(self, value: Affine, type: NumberType = LONG) -> int:
        if value.is_constant:
            return self.terms.immediate(value.constant, type)
        return self.terms.add(Outside(value))

    def _assign_cell(self, cell: Access, value: int, guard: int | None) -> None:
        if guard is None:
            self._cell_guards[cell] = None
        else:
            value = self._select(guard, value, self._cell(cell), self.types[cell.name])
            before = self._cell_guards.get(cell, guard)
            joined = None if before is None else self.terms.apply(_OR, before, guard)
            self._cell_guards[cell] = joined
        self.cells[cell] = value

    def _store_cell(self, cell: Access, value: int) -> None:
        number = len(self.references.all) + len(self.stores)
        # A scalar may be rewritten with its own value; an element might not exist.
        guard = self._cell_guards[cell] if cell.subscripts else None
        self.stores.append(Stored(number, cell, value, self._address(cell, ()), guard))

    def _assign(
        self, number: int, target: Access, opaque: tuple[int, ...], value: int, guard: int | None
    ) -> None:
        key = self._key(target, opaque)
        before = self._available.get(key)
        for other in [x for x in self._available if x[0] == target.name]:
            if self.references.overlap(target, self._of_key[other]).now:
                del self._available[other]
        if guard is None:
            self._drop_overwritten(key, number)
            self._available[key] = value
        elif before is not None:
            self._available[key] = self._select(guard, value, before, self.types[target.name])
        self._of_key[key] = target
        self.stores.append(Stored(number, target, value, self._address(target, opaque), guard))

    def _drop_overwritten(self, key: Key, number: int) -> None:
        """Drop earlier stores to the same element without a read from memory in between."""
        for store in [x for x in self.stores if self._keys.get(x.number) == key]:
            between = [
                load.access
                for load in self.loads
                if load.access.name == key[0] and store.number < load.number
            ]
            if not any(self.references.overlap(store.access, x).now for x in between):
                self.stores.remove(store)
        self._keys[number] = key

    # Expressions. Reads are numbered in the order in which `Statement.reads` lists them.

    def _expression(self, expression: Expression) -> int:
        terms, type = self.terms, expression.type
        match expression:
            case Constant(value):
                return terms.immediate(value, type)
            case Index(name):
                if name == self.references.loop.index:
                    return terms.add(Counter())
                return terms.add(Outside(affine({name: 1})))
            case Read(access):
                return self._read(access)
            case Unary("!", operand):
                of = operand.type
                zero = terms.immediate(0 if of.is_int else 0.0, of)
                return terms.apply(Work("binary", "==", INT, of), self._expression(operand), zero)
            case Unary(word, operand):
                return terms.apply(Work("unary", word, type, type), self._expression(operand))
            case Cast(operand):
                return terms.apply(Work("cast", "", type, operand.type), self._expression(operand))
            case Binary(word, left, right):
                form: Literal["logical", "binary"] = "logical" if word in LOGICAL else "binary"
                one, two = self._expression(left), self._expression(right)
                return terms.apply(Work(form, word, type, left.type), one, two)
            case Select(condition, if_true, if_false):
                test = self._expression(condition)
                one, two = self._expression(if_true), self._expression(if_false)
                return self._select(test, one, two, type)
            case Call(function, arguments):
                parts = [self._expression(argument) for argument in arguments]
                return terms.apply(Work("call", function, type, type), *parts)

    def _select(self, condition: int, one: int, two: int, type: NumberType) -> int:
        return self.terms.apply(Work("select", "?:", type, type), condition, one, two)

    def _read(self, access: Access) -> int:
        opaque = self._opaque(access)
        reference = self.references.all[next(self._numbers)]
        assert reference.access == access
        if access in self.references.cells:
            return self._cell(access)
        key = self._key(access, opaque)
        if key in self._available:
            return self._available[key]
        forwarded = self.references.forwarded(reference)
        if forwarded is not None:
            found = self.terms.add(Carried(("store", forwarded.store), forwarded.distance))
        else:
            address = self._address(access, opaque)
            found = self.terms.add(Load(reference.number, access, address))
            self.loads.append(reference)
        self._available[key], self._of_key[key] = found, access
        return found

    def _cell(self, cell: Access) -> int:
        """Return the current term of a cell."""
        if cell in self.cells:
            return self.cells[cell]
        if cell in self.references.written:
            return self.terms.add(Carried(("cell", cell), 1))
        return self.terms.add(Cell(cell))

    def _opaque(self, access: Access) -> tuple[int, ...]:
        return tuple(
            self._expression(s.expression) for s in access.subscripts if isinstance(s, Opaque)
        )

    @staticmethod
    def _key(access: Access, opaque: tuple[int, ...]) -> Key:
        numbers = iter(opaque)
        parts = (s if isinstance(s, Affine) else next(numbers) for s in access.subscripts)
        return access.name, tuple(parts)

    def _address(self, access: Access, opaque: tuple[int, ...]) -> int | None:
        """Return the term of the computed part of an address, or None."""
        terms, numbers = self.terms, iter(opaque)
        parts: list[int] = []
        strides = self.layout.strides[access.name]
        for subscript, stride in zip(access.subscripts, strides, strict=True):
            if isinstance(subscript, Opaque):
                parts.append(terms.apply(_TIMES, next(numbers), terms.immediate(stride, LONG)))
        if self.addresses == "operations":
            index = self.references.loop.index
            place = self.layout.offset(access) + self.layout.bases[access.name]
            factor = place.coefficient(index)
            if factor:
                parts.append(self._affine_of_index(factor, LONG))
            rest = place - affine({index: factor})
            if rest != affine() or not parts:
                parts.append(self._outside(rest))
        total = None
        for part in parts:
            total = part if total is None else terms.apply(_ADD, total, part)
        return total


def computed_by(term: object) -> tuple[int, ...]:
    """Return the terms that a term reads in the same iteration."""
    match term:
        case Apply(_, operands):
            return operands
        case Load(_, _, address) if address is not None:
            return (address,)
    return ()
