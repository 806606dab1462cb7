"""Checks that a given renaming leaves a problem unchanged.

It compares the problem with its renamed self, field by field, and shares no code with the search
for symmetries. The fields are those of `models.data.dfg` and `models.data.architecture`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from models.constraints.properties import kept_by
from models.data.architecture import Architecture, Component, InitialContents, Path
from models.data.computation import Cluster
from models.data.dfg import Dfg, Number, Operand
from models.data.problem import Problem
from models.symmetry.symmetry import Symmetry

Renaming = dict[str, str]


def is_automorphism(
    problem: Problem, clusters: tuple[Cluster, ...], symmetry: Symmetry
) -> str | None:
    """Return a line on a property that `symmetry` breaks, or None if it is a symmetry of `problem`.

    Clusters are checked: each has to match the DFG, and its inner operations must have no other
    use. Raises no exception.
    """
    return next(_broken(problem, clusters, symmetry), None)


def _broken(problem: Problem, clusters: tuple[Cluster, ...], symmetry: Symmetry) -> Iterator[str]:
    dfg, arch = problem.dfg, problem.arch
    kept = kept_by(problem)
    if not (kept.places and kept.names):
        yield "a user's constraint names what it may move"
        return
    cluster_fault = next(_unfaithful(dfg, clusters), None)
    if cluster_fault is not None:
        yield cluster_fault
        return
    inner = {name for cluster in clusters for name in cluster.inner}
    for what, renaming, names in (
        ("value", symmetry.values, [value for value in dfg.values if value not in inner]),
        ("component", symmetry.components, [part.name for part in arch.components]),
        ("path", symmetry.paths, [path.name for path in arch.paths]),
    ):
        fault = _no_permutation(what, renaming, names)
        if fault is not None:
            yield fault
            return
    yield from _values(dfg, clusters, symmetry.values)
    yield from _between_operations(dfg, symmetry.values)
    yield from _components(arch, symmetry)
    yield from _paths(arch, symmetry)
    yield from _shared(arch, symmetry)


def _no_permutation(what: str, renaming: Renaming, names: Collection[str]) -> str | None:
    for listed, where in ((renaming, "renamed"), (renaming.values(), "an image")):
        odd = set(listed) ^ set(names)
        if odd:
            name = min(odd)
            return f"{what} '{name}' is {f'not {where}' if name in names else 'unknown'}"
    return None


def _unfaithful(dfg: Dfg, clusters: tuple[Cluster, ...]) -> Iterator[str]:
    """Yield clusters that are not a tree of operations of the DFG, or are used apart from their
    root.
    """
    inside: dict[str, str] = {}
    for cluster in clusters:
        for name in (cluster.root, *cluster.inner):
            operation = dfg.operation_by_name.get(name)
            if operation is None or operation.operator != cluster.operator:
                yield f"cluster '{cluster.root}': '{name}' is no operation '{cluster.operator}'"
                return
            if name in inside:
                yield f"cluster '{cluster.root}': '{name}' is in two places"
                return
            inside[name] = cluster.root
        if cluster.inner and not dfg.operator_by_name[cluster.operator].associative:
            yield f"cluster '{cluster.root}': operator '{cluster.operator}' is not associative"
    roots = {cluster.root for cluster in clusters}
    hidden = set(inside) - roots
    visible = [*dfg.results]
    visible += [name for edge in dfg.order for name in (edge.before, edge.after)]
    visible += [name for priority in dfg.priorities for name in (priority.first, priority.then)]
    for name in visible:
        if name in hidden:
            yield f"cluster '{inside[name]}': '{name}' is needed outside"
    reads = Counter(o.value for operation in dfg.operations for o in operation.operands)
    for name in sorted(hidden):
        # Unless each is read once, walking down from the root may take exponential time.
        if reads[name] != 1:
            yield f"cluster '{inside[name]}': '{name}' is read {reads[name]} times, not once"
            return
    for cluster in clusters:
        yield from _wrong_leaves(dfg, cluster)


def _wrong_leaves(dfg: Dfg, cluster: Cluster) -> Iterator[str]:
    leaves: list[Operand] = []
    missing = set(cluster.inner)
    waiting = [*reversed(dfg.operation_by_name[cluster.root].operands)]
    while waiting:
        operand = waiting.pop()
        if operand.value in missing and operand.distance == 0:
            missing.remove(operand.value)
            waiting += reversed(dfg.operation_by_name[operand.value].operands)
        else:
            leaves.append(operand)
    commutative = dfg.operator_by_name[cluster.operator].commutative
    same = Counter(leaves) == Counter(cluster.leaves) if commutative else False
    if missing or not (same or tuple(leaves) == cluster.leaves):
        yield f"cluster '{cluster.root}': its leaves are not those of its operations"


def _same_number(number: Number | str) -> tuple[type, str]:
    return type(number), repr(number)


def _values(dfg: Dfg, clusters: tuple[Cluster, ...], renaming: Renaming) -> Iterator[str]:
    inputs, results, invariants = set(dfg.inputs), set(dfg.results), set(dfg.invariants)
    leaves_of = {cluster.root: cluster.leaves for cluster in clusters}
    before = {item.value: [*map(_same_number, item.numbers)] for item in dfg.initial}
    for value, image in renaming.items():
        shown = f"value '{value}' -> '{image}'"
        if (value in inputs) != (image in inputs):
            yield f"{shown}: one is an input, the other is computed"
            return
        if (value in invariants) != (image in invariants):
            yield f"{shown}: one is an invariant, the other is not"
        if (value in results) != (image in results):
            yield f"{shown}: one is a result, the other is not"
        if before.get(value) != before.get(image):
            yield f"{shown}: initial numbers differ"
        if value in inputs:
            continue
        first, second = dfg.operation_by_name[value], dfg.operation_by_name[image]
        if first.operator != second.operator:
            yield f"{shown}: operators differ, '{first.operator}' and '{second.operator}'"
            continue
        if (value in leaves_of) != (image in leaves_of):
            yield f"{shown}: one is a cluster, the other is not"
        expected = _read(dfg, leaves_of.get(value, first.operands), renaming)
        found = _read(dfg, leaves_of.get(image, second.operands), None)
        if dfg.operator_by_name[first.operator].commutative:
            same = Counter(expected) == Counter(found)
        else:
            same = expected == found
        if not same:
            yield f"{shown}: operands differ"


def _read(
    dfg: Dfg, operands: tuple[Operand, ...], renaming: Renaming | None
) -> list[tuple[object, int]]:
    """Operands as (renamed value, or number of a constant, and distance), in order."""
    constants = dfg.constant_by_name
    return [
        (
            _same_number(constants[operand.value])
            if operand.value in constants
            else renaming[operand.value]
            if renaming is not None
            else operand.value,
            operand.distance,
        )
        for operand in operands
    ]


def _between_operations(dfg: Dfg, renaming: Renaming) -> Iterator[str]:
    edges = Counter((edge.before, edge.after, edge.distance) for edge in dfg.order)
    for (a, b, distance), times in edges.items():
        if edges[renaming[a], renaming[b], distance] != times:
            yield f"order edge '{a}' -> '{b}': its image is not as often there"
    ranks = Counter((rank.first, rank.then, rank.sign) for rank in dfg.priorities)
    for (a, b, sign), times in ranks.items():
        if ranks[renaming[a], renaming[b], sign] != times:
            yield f"priority '{a}' {sign} '{b}': its image is not as often there"


def _components(arch: Architecture, symmetry: Symmetry) -> Iterator[str]:
    by_name = arch.component_by_name
    external = arch.external
    if external is not None and symmetry.components[external] != external:
        yield f"external component '{external}' moves"
    for name, image in symmetry.components.items():
        shown = f"component '{name}' -> '{image}'"
        first, second = by_name[name], by_name[image]
        for field in Component.__struct_fields__:
            if field in ("name", "ops", "initial", "position"):
                continue
            if getattr(first, field) != getattr(second, field):
                yield f"{shown}: {field} differs"
        if (first.ops is None) != (second.ops is None) or first.latency_of != second.latency_of:
            yield f"{shown}: ops differ"
        yield from _contents(shown, first, second, symmetry.values)


def _contents(shown: str, first: Component, second: Component, renaming: Renaming) -> Iterator[str]:
    one, other = first.initial, second.initial
    if not isinstance(one, InitialContents) or not isinstance(other, InitialContents):
        if one != other:
            yield f"{shown}: initial contents differ"
        return
    if {renaming[value] for value in one.values} != set(other.values):
        yield f"{shown}: initial values differ"
    expected = Counter((c.at_most, frozenset(renaming[v] for v in c.of)) for c in one.choices)
    if expected != Counter((c.at_most, frozenset(c.of)) for c in other.choices):
        yield f"{shown}: initial choices differ"


def _paths(arch: Architecture, symmetry: Symmetry) -> Iterator[str]:
    for name, image in symmetry.paths.items():
        first, second = arch.path_by_name[name], arch.path_by_name[image]
        for field in Path.__struct_fields__:
            if field == "name":
                continue
            expected, found = getattr(first, field), getattr(second, field)
            if field in ("sources", "targets"):
                expected, found = {symmetry.components[end] for end in expected}, set(found)
            if expected != found:
                yield f"path '{name}' -> '{image}': {field} differs"


def _shared(arch: Architecture, symmetry: Symmetry) -> Iterator[str]:
    given = Counter((x.at_most, frozenset(x.ops), frozenset(x.components)) for x in arch.shared)
    for (at_most, ops, components), times in given.items():
        image = frozenset(symmetry.components[name] for name in components)
        if given[at_most, ops, image] != times:
            yield f"the shared limit on {', '.join(sorted(components))} has no such image"
