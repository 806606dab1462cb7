"""Every way to compute the values of a DFG, listed without the transformations of the models.

`trees` writes a DFG out with one order of every sum after the other. `ways_written` has the
operations of a DFG, `ways_shared` those of all orders, with one value for all equal partial
results; `with_patterns` adds multi-node operations. Of `models` this reads the data classes only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations, product

import msgspec

from models.data.computation import Transform
from models.data.dfg import Dfg, Operand, Operation, Operator

Tree = Operand | tuple  # a leaf, or two trees
Leaves = tuple[Operand, ...]
Ways = dict[str, list[tuple[str, Leaves]]]
"""For each computed value, the operators or patterns, with operands, that compute it."""
Shape = Callable[[Leaves, bool], list[Tree]]
Which = Callable[[Operator], bool]


def operator_of(dfg: Dfg, name: str) -> Operator:
    return next(o for o in dfg.operators if o.name == name)


def named(dfg: Dfg) -> set[str]:
    """What order edges and priorities name."""
    pairs = [(e.before, e.after) for e in dfg.order] + [(p.first, p.then) for p in dfg.priorities]
    return {name for pair in pairs for name in pair}


@dataclass(frozen=True)
class Sum:
    """Operations of one operator that nothing else can tell apart from their last one."""

    root: str
    operator: Operator
    leaves: Leaves
    inner: tuple[str, ...]


def sums(dfg: Dfg) -> list[Sum]:
    """Every associative operation that no other one takes in, with what it takes in."""
    made = {step.name: step for step in dfg.operations}
    readers: dict[str, list[tuple[Operation, Operand]]] = {name: [] for name in made}
    for step in dfg.operations:
        for operand in step.operands:
            if operand.value in made:
                readers[operand.value].append((step, operand))

    def taken_in(step: Operation) -> bool:
        operator = operator_of(dfg, step.operator)
        if not operator.associative or operator.effect or len(readers[step.name]) != 1:
            return False
        reader, operand = readers[step.name][0]
        hidden = step.name not in dfg.results and step.name not in named(dfg)
        return reader.operator == step.operator and operand.distance == 0 and hidden

    def below(step: Operation) -> tuple[list[Operand], list[str]]:
        leaves, inner = [], []
        for operand in step.operands:
            part = made.get(operand.value)
            if part is not None and taken_in(part):
                more, names = below(part)
                leaves += more
                inner += [*names, part.name]
            else:
                leaves.append(operand)
        return leaves, inner

    found = []
    for step in dfg.operations:
        operator = operator_of(dfg, step.operator)
        if operator.associative and not operator.effect and not taken_in(step):
            leaves, inner = below(step)
            found.append(Sum(step.name, operator, tuple(leaves), tuple(inner)))
    return found


def shapes(leaves: Leaves, commutative: bool) -> list[Tree]:
    """Every binary tree over the leaves, equal ones once; without commuting in their order."""
    if len(leaves) == 1:
        return [leaves[0]]
    found: dict[str, Tree] = {}
    for left, right in splits(leaves, commutative):
        for tree in product(shapes(left, commutative), shapes(right, commutative)):
            shown = sorted(map(repr, tree)) if commutative else list(map(repr, tree))
            found.setdefault(repr(shown), tuple(sorted(tree, key=repr)) if commutative else tree)
    return list(found.values())


def splits(leaves: Leaves, commutative: bool) -> Iterator[tuple[Leaves, Leaves]]:
    if not commutative:
        for at in range(1, len(leaves)):
            yield leaves[:at], leaves[at:]
        return
    for mask in range(1, 2 ** (len(leaves) - 1)):
        left = tuple(leaf for n, leaf in enumerate(leaves) if not mask >> n & 1)
        yield left, tuple(leaf for n, leaf in enumerate(leaves) if mask >> n & 1)


def chains(leaves: Leaves, commutative: bool) -> list[Tree]:
    """The trees that add one leaf after the other; without commuting the one from the left."""
    orders = permutations(leaves) if commutative else [leaves]
    found: dict[str, Tree] = {}
    for first, second, *rest in orders:
        tree: Tree = (first, second)
        for leaf in rest:
            tree = (tree, leaf)
        found.setdefault(repr(tree), tree)
    return list(found.values())


def commutes(operator: Operator) -> bool:
    return operator.commutative


def always(operator: Operator) -> bool:
    return True


def trees(dfg: Dfg, shape: Shape = shapes, which: Which = always) -> Iterator[Dfg]:
    """Yield `dfg` with every combination of orders of its sums, one order for each."""
    large = [own for own in sums(dfg) if len(own.leaves) > 2 and which(own.operator)]
    gone = {name for own in large for name in (own.root, *own.inner)}
    kept = [step for step in dfg.operations if step.name not in gone]
    for chosen in product(*(shape(own.leaves, own.operator.commutative) for own in large)):
        steps = list(kept)
        for own, tree in zip(large, chosen, strict=True):
            parts: list[Operation] = []
            _write(own, tree, "", parts)
            steps += parts
        yield msgspec.structs.replace(dfg, operations=tuple(steps))


def _write(own: Sum, tree: tuple, path: str, parts: list[Operation]) -> Operand:
    operands = []
    for side, letter in zip(tree, "lr", strict=True):
        leaf = isinstance(side, Operand)
        operands.append(side if leaf else _write(own, side, path + letter, parts))
    name = f"{own.root}%{path}" if path else own.root
    parts.append(Operation(name, own.operator.name, tuple(operands)))
    return Operand(name)


def ways_written(dfg: Dfg) -> Ways:
    return {step.name: [(step.operator, step.operands)] for step in dfg.operations}


def ways_shared(dfg: Dfg, which: Which = always) -> Ways:
    """All orders of all sums, in which a partial result is one value wherever it occurs.

    A sum that no order edge or priority names is itself a partial result of larger ones; the
    first one, where several are equal.
    """
    everything = sums(dfg)
    large = [own for own in everything if len(own.leaves) > 2 and which(own.operator)]
    gone = {name for own in large for name in (own.root, *own.inner)}
    ways = {n: w for n, w in ways_written(dfg).items() if n not in gone}
    names: dict[tuple[str, Leaves], str] = {}

    def key(operator: Operator, leaves: Leaves) -> tuple[str, Leaves]:
        shown = sorted(leaves, key=lambda o: (o.value, o.distance))
        return operator.name, tuple(shown) if operator.commutative else leaves

    for own in everything:
        if own.root not in named(dfg):
            names.setdefault(key(own.operator, own.leaves), own.root)

    def fill(name: str, operator: Operator, leaves: Leaves) -> None:
        ways[name] = []
        for left, right in splits(leaves, operator.commutative):
            ways[name].append((operator.name, (part(operator, left), part(operator, right))))

    def part(operator: Operator, leaves: Leaves) -> Operand:
        if len(leaves) == 1:
            return leaves[0]
        own = key(operator, leaves)
        if own not in names:
            names[own] = f"part {own}"
            fill(names[own], operator, leaves)
        return Operand(names[own])

    for own in large:
        fill(own.root, own.operator, own.leaves)
    return ways


def with_patterns(dfg: Dfg, ways: Ways) -> Ways:
    """Add what the patterns of the DFG match; a value that something names is not taken in."""
    fixed = named(dfg)

    def match(words: list[str], name: str) -> Iterator[tuple[Leaves, list[str]]]:
        """Yield the free operands of a pattern at a value, and the words after the pattern."""
        word, rest = words[0], words[1:]
        for operator, operands in ways[name]:
            if operator != word:
                continue
            free = operator_of(dfg, word).commutative
            for order in set(permutations(operands)) if free else {operands}:
                yield from lay(rest, order)

    def lay(words: list[str], operands: Leaves) -> Iterator[tuple[Leaves, list[str]]]:
        if not operands:
            yield (), words
            return
        first, others = operands[0], operands[1:]
        if words[0] == "_":
            below: Iterator[tuple[Leaves, list[str]]] = iter([((first,), words[1:])])
        elif first.distance == 0 and first.value in ways and first.value not in fixed:
            below = match(words, first.value)
        else:
            return
        for read, after in below:
            for more, end in lay(after, others):
                yield (*read, *more), end

    found = {name: list(own) for name, own in ways.items()}
    for pattern in dfg.patterns:
        for name, own in found.items():
            reads = {read for read, _ in match(list(pattern.expression), name)}
            own += [(pattern.name, read) for read in sorted(reads, key=repr)]
    return found


def as_operators(dfg: Dfg) -> Dfg:
    """The same DFG in which every pattern is an operator that nothing uses."""
    extra = []
    for pattern in dfg.patterns:
        words = [w for w in pattern.expression if w != "_"]
        latency = max(operator_of(dfg, word).latency for word in words)
        extra.append(Operator(pattern.name, pattern.expression.count("_"), latency=latency))
    return msgspec.structs.replace(dfg, operators=(*dfg.operators, *extra), patterns=())


def every_way(dfg: Dfg, how: Transform) -> Iterator[Ways]:
    """Yield ways to compute the values of a DFG: what is possible is so with one of them.

    Enumeration shares partial results. A tree of exchangers, or a chain, has one order at a time;
    what does not commute is enumerated beside the trees, and a chain as it stands.
    """
    if how == "none":
        yield with_patterns(dfg, ways_written(dfg))
    elif how == "enumerate":
        yield with_patterns(dfg, ways_shared(dfg))
    elif how == "chain":
        for written in trees(dfg, chains):
            yield with_patterns(written, ways_written(written))
    else:
        for written in trees(dfg, shapes, commutes):
            yield with_patterns(written, ways_shared(written, lambda o: not commutes(o)))
