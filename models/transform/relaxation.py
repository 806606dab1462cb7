"""A relaxation of all orders: necessary arithmetic on partial results, without listing orders.

Only the size of a partial result is known. Class k stands for all partial results of a cluster that
have more than 2^(k-1) and at most 2^k leaves, and any leaf may be any other. In every order that a
mapping chooses, no result is computed earlier than its class, or used later.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from models.data.computation import Block, Candidate, Cluster, Read, Wire
from models.data.dfg import Dfg, Operand
from models.transform.clusters import groups, pinned
from models.transform.draft import Draft
from models.transform.trees import sort_leaves

Pair = tuple[Read, Read]


def add_classes(draft: Draft, clusters: Iterable[Cluster]) -> None:
    """Add the classes of every cluster: each is computed from two smaller ones, the root from any.

    The larger operand of a result has at least half of its leaves; so, for a result of class k,
    it is of class k - 1 or k. Reading the own class is left out: that is neither the earliest
    candidate of one of the class, nor the last use of one, which is the root's. A value of
    the DFG that is a part of a cluster may be read instead of its class.
    """
    clusters = tuple(clusters)
    parts = _parts(draft.dfg, clusters)
    for cluster in clusters:
        _add(draft, cluster, parts[cluster.root])


def _add(draft: Draft, cluster: Cluster, parts: dict[int, list[str]]) -> None:
    root, operator, size = cluster.root, cluster.operator, len(cluster.leaves)
    both_ways = not draft.dfg.operator_by_name[operator].commutative
    first, second, *_ = sort_leaves(draft, cluster)
    classes: list[Pair] = [(first, second)]
    largest = (size - 2).bit_length()
    for k in range(1, largest + 1):
        name = draft.fresh(f"{root}<{2**k}", ("class", root, k))
        pairs = [_pair(classes, k - 1, b) for b in range(k)]
        _put(draft, name, operator, pairs, both_ways)
        if parts[k]:
            draft.blocks.append(Block("sorter", tuple(map(Operand, (name, *parts[k])))))
            block = len(draft.blocks) - 1
            classes.append((Wire(block, 0), Wire(block, 1)))
        else:
            classes.append((Operand(name), Operand(name)))
    half = (size - 1).bit_length() - 1
    last = range(half, largest + 1)
    pairs = [_pair(classes, a, b) for a in last for b in range(half + 1)]
    _put(draft, root, operator, pairs, both_ways)


def _pair(classes: list[Pair], larger: int, smaller: int) -> Pair:
    return (classes[larger][0], classes[smaller][1])


def _put(draft: Draft, name: str, operator: str, pairs: list[Pair], both_ways: bool) -> None:
    if both_ways:
        pairs = pairs + [(b, a) for a, b in pairs]
    draft.put(name, [Candidate(operator, pair, (name,)) for pair in pairs])


def _parts(dfg: Dfg, clusters: tuple[Cluster, ...]) -> dict[str, dict[int, list[str]]]:
    """For every cluster, by class, the values of the DFG that have some of its leaves only."""
    fixed = pinned(dfg)
    found: dict[str, dict[int, list[str]]] = {
        cluster.root: defaultdict(list) for cluster in clusters
    }
    readers: dict[tuple[str, Operand], set[str]] = defaultdict(set)
    for cluster in clusters:
        for leaf in cluster.leaves:
            readers[cluster.operator, leaf].add(cluster.root)
    leaves = {cluster.root: Counter(cluster.leaves) for cluster in clusters}
    for group in groups(dfg):
        sharing = [readers[group.operator, leaf] for leaf in set(group.leaves)]
        if group.root in fixed:
            continue
        for root in sorted(set.intersection(*sharing) - {group.root}):
            size = len(group.leaves)
            if size < leaves[root].total() and Counter(group.leaves) <= leaves[root]:
                found[root][(size - 1).bit_length()].append(group.root)
    return found
