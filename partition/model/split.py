"""The DFG of each part: its own operations, and the stores and loads of its cut.

A value that later parts read is stored once in its own part, and loaded once in each part that
reads it, for any number of readers there (BOPart, Fig. 3). Iteration i of a load gives iteration i
of the value; readers of earlier iterations keep their distance. Inputs of the DFG and constants are
available in every part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

import msgspec

from models.data.dfg import Dfg, Initial, Operand, Operation, Operator
from models.errors import InputError
from partition.model.graph import PartitionGraph
from partition.model.partition import Partition


class MemoryOperators(NamedTuple):
    """The opcodes of the stores and loads between parts."""

    store: str = "store"
    load: str = "load"


MEMORY = MemoryOperators()


class Part(NamedTuple):
    """A part as a separate DFG.

    `stores` names the operation that stores each value here, `loads` the operation that loads it.
    """

    dfg: Dfg
    stores: dict[str, str]
    loads: dict[str, str]


class Splitter:
    """Makes parts of one DFG; names of stores and loads do not depend on the partition."""

    def __init__(
        self, dfg: Dfg, memory: MemoryOperators = MEMORY, graph: PartitionGraph | None = None
    ) -> None:
        self.dfg, self._operators = dfg, memory_operators(dfg, memory)
        self._readers = (graph or PartitionGraph(dfg)).readers
        names = _Names({*dfg.values, *dfg.constant_by_name})
        self._store = {value: names.new(f"{value}.{memory.store}") for value in self._readers}
        self._load = {value: names.new(f"{value}.{memory.load}") for value in self._readers}

    def part(self, members: Collection[str], name: str) -> Part:
        """Return the part with these operations; its stores and loads depend on them alone."""
        inside = frozenset(members)
        stores: dict[str, str] = {}
        loads: dict[str, str] = {}
        for value, readers in self._readers.items():
            here = [reader in inside for reader in readers]
            if value in inside and not all(here):
                stores[value] = self._store[value]
            elif value not in inside and any(here):
                loads[value] = self._load[value]
        return _part(self.dfg, name, inside, stores, loads, self._operators)

    def inside(self, members: Collection[str]) -> Dfg:
        """Return these operations as a separate DFG, with values of other operations as inputs.

        Values that other operations read are results, so that they are not dead code.
        """
        part = self.part(members, self.dfg.name)
        from_load = {name: value for value, name in part.loads.items()}
        made = {*part.stores.values(), *from_load}
        operations = tuple(
            Operation(
                o.name,
                o.operator,
                tuple(Operand(from_load.get(x.value, x.value), x.distance) for x in o.operands),
            )
            for o in part.dfg.operations
            if o.name not in made
        )
        changed: Dfg = msgspec.structs.replace(
            part.dfg,
            operations=operations,
            inputs=(*part.dfg.inputs, *from_load.values()),
            results=tuple(dict.fromkeys((*part.dfg.results, *part.stores))),
            initial=(),
        )
        return changed


def split(dfg: Dfg, partition: Partition, memory: MemoryOperators = MEMORY) -> tuple[Part, ...]:
    """Return the parts of a valid partition of `dfg` (see `partition.fault`)."""
    splitter = Splitter(dfg, memory)
    return tuple(
        splitter.part(members, f"{dfg.name}.{p}") for p, members in enumerate(partition.parts)
    )


def memory_operators(dfg: Dfg, memory: MemoryOperators) -> tuple[Operator, Operator]:
    """Return the operators of the stores and loads; names with an arity suffix as readers use it.

    `store` is `store/1` in a DFG whose own stores also take an address or have no effect. Raises
    `InputError` if the DFG uses that name for another operator.
    """
    return _operator(dfg, memory.store, 1), _operator(dfg, memory.load, 0)


def _operator(dfg: Dfg, opcode: str, arity: int) -> Operator:
    latency = dfg.operator_by_name[opcode].latency if opcode in dfg.operator_by_name else 1
    for name in (opcode, f"{opcode}/{arity}"):
        own = dfg.operator_by_name.get(name)
        if own is None and name not in dfg.pattern_by_name:
            return Operator(name, arity, latency=latency, effect=True)
        # Without an effect, a mapping may omit operations that only another part needs.
        if own is not None and own.arity == arity and own.effect:
            return own
    raise InputError(
        f"'{opcode}' and '{opcode}/{arity}' of '{dfg.name}' are no operators that values cross"
        f" parts by: those take {arity} operand(s) and have an effect"
    )


class _Names:
    """A generator of unused names."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)

    def new(self, wanted: str) -> str:
        name, n = wanted, 1
        while name in self._taken:
            n += 1
            name = f"{wanted}{n}"
        self._taken.add(name)
        return name


def _part(
    dfg: Dfg,
    name: str,
    members: frozenset[str],
    stores: dict[str, str],
    loads: dict[str, str],
    operators: tuple[Operator, Operator],
) -> Part:
    store, load = operators
    operations = [Operation(made, load.name) for made in loads.values()]
    read = set[str]()
    for operation in dfg.operations:
        if operation.name not in members:
            continue
        operands = tuple(
            Operand(loads.get(o.value, o.value), o.distance) for o in operation.operands
        )
        read.update(o.value for o in operands)
        operations.append(Operation(operation.name, operation.operator, operands))
    operations += [Operation(made, store.name, (Operand(value),)) for value, made in stores.items()]
    # An input that is also a result is delivered by exactly one part, even without readers.
    results = tuple(value for value in dfg.results if _home(dfg, value) in members)
    read.update(value for value in results if value in dfg.inputs)
    here = members | read
    initial = tuple(
        Initial(loads.get(known.value, known.value), known.numbers)
        for known in dfg.initial
        if known.value in loads or known.value in here
    )
    begun = {number for one in initial for number in one.numbers if isinstance(number, str)}
    table = {operator.name: operator for operator in dfg.operators}
    if loads:
        table.setdefault(load.name, load)
    if stores:
        table.setdefault(store.name, store)
    made = Dfg(
        name=name,
        operators=tuple(table.values()),
        inputs=tuple(value for value in dfg.inputs if value in read or value in begun),
        invariants=tuple(value for value in dfg.invariants if value in read or value in begun),
        operations=tuple(operations),
        results=results,
        constants=tuple(c for c in dfg.constants if c.name in read),
        order=tuple(e for e in dfg.order if e.before in members and e.after in members),
        priorities=tuple(p for p in dfg.priorities if p.first in here and p.then in members),
        patterns=dfg.patterns,
        initial=initial,
    )
    return Part(made, stores, loads)


def _home(dfg: Dfg, value: str) -> str:
    """Return the operation whose part delivers a result: itself, or an input's first reader."""
    if value in dfg.operation_by_name:
        return value
    return next((reader for reader, _ in dfg.consumers[value]), dfg.operations[0].name)
