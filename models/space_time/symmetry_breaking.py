"""Breaking symmetries: clauses that leave at least one mapping if any exists.

A mapping renamed by a symmetry of the architecture that fixes the DFG is a mapping again. So if a
mapping exists, one exists in which a given operation that every mapping executes is issued on a
representative of its component's orbit.

Rows of a matrix product can be exchanged, with their operations, on an unchanged array. So of a
mapping and all its exchanges it suffices to admit one in which the results arrive cycle by cycle,
and path by path within a cycle, in a given order. A symmetry of the array itself can be used up as
well: it chooses the path over which the first of them arrives.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from models.data.architecture import Architecture
from models.data.certificate import Arrival, Chain, Placement, Renaming
from models.data.problem import Problem
from models.distinct import distinct
from models.space_time.xyz_model import XyzModel
from models.symmetry.automorphisms import architecture_symmetries, symmetries
from models.symmetry.symmetry import Symmetry, component_orbits, path_orbits
from models.transform.clusters import groups


def break_symmetry(model: XyzModel) -> Arrival | Placement | None:
    """Add clauses that leave at least one mapping if any exists; return their assumption.

    An order of interchangeable results prunes more than a place for one operation: on the ring of
    five PEs it divides conflicts by ten, the place by less than two.
    """
    return rule_arrival(model) or rule_placement(model)


def rule_placement(model: XyzModel) -> Placement | None:
    """Add ⋁ w[l,j,k] over the candidates l that execute one value, j a representative of its orbit.

    The value is the one with the fewest places. Returns the assumption, None where the architecture
    has no symmetry.
    """
    executed = sorted(model.index.executed)
    if not executed:
        return None
    places = [np.count_nonzero(model.w[model.index.carriers[i]]) for i in executed]
    value = executed[int(np.argmin(places))]
    placement = _placement(model, value)
    if placement is not None:
        _require(model, value, placement, slice(None))
    return placement


def rule_first(model: XyzModel) -> tuple[str, Placement | None]:
    """Add ⋁ w[l,j,0] of the value with the most readers and operands, in a cyclic relaxation.

    Its ring can be turned so that the value is issued in cycle 0, on the representative of its
    orbit. Returns the value, and the assumption on its place.
    """
    index = model.index
    readers = dict.fromkeys(sorted(index.executed), 0)
    for i in readers:
        for d, _ in index.operands[i]:
            readers[i] += 1
            if d in readers:
                readers[d] += 1
    value = max(readers, key=readers.__getitem__)
    placement = _placement(model, value)
    _require(model, value, placement, slice(0, 1))
    return index.values[value], placement


def _placement(model: XyzModel, value: int) -> Placement | None:
    """The representatives of the orbits of components; None without a symmetry."""
    generators = architecture_symmetries(model.problem)
    orbits = component_orbits(generators)
    if all(len(orbit) == 1 for orbit in orbits):
        return None
    order = model.index.component
    return Placement(
        value=model.index.values[value],
        components=tuple(min(orbit, key=order.__getitem__) for orbit in orbits),
        symmetries=tuple(
            Renaming(
                {a: b for a, b in generator.components.items() if a != b},
                {a: b for a, b in generator.paths.items() if a != b},
            )
            for generator in generators
        ),
    )


def _require(model: XyzModel, value: int, placement: Placement | None, cycles: slice) -> None:
    """Add that a value is executed where its placement has it, in some of these cycles."""
    index = model.index
    places = range(len(index.problem.arch.components))
    chosen = places if placement is None else [index.component[c] for c in placement.components]
    literals = model.w[np.ix_(index.carriers[value], chosen)][:, :, cycles]
    literals = distinct(literals[literals > 0])
    model.constraints.add_clauses("symmetry", literals[None, :])


def rule_arrival(model: XyzModel, *, turned: bool = True) -> Arrival | None:
    """Add Y[s,h,k] → X[r,e,k-1] ∨ ⋁ Y[r,g,k] over the paths g before h, s next after r.

    Over paths that carry several values, g may be h itself. With `turned`, ¬Y[f,h,k] for the first
    result f, where a symmetry of the array leads from h to an earlier path. Returns the assumption,
    None where no two results are interchangeable.
    """
    problem, index = model.problem, model.index
    if index.external is None or not collects(problem.arch) or tells_equals_apart(problem):
        return None
    chains = _chains(problem)
    if not chains:
        return None
    names = [path.name for path in problem.arch.paths]
    into = [names[h] for h in index.paths_into[index.external]]
    generators = architecture_symmetries(problem) if turned else []
    first = {min(orbit, key=names.index) for orbit in path_orbits(generators)} or set(into)
    order = sorted(into, key=lambda name: (name not in first, names.index(name)))
    places = [names.index(name) for name in order]
    wide = [problem.arch.paths[h].width != 1 for h in places]
    rows = []
    for chain in chains:
        for r, s in pairwise(index.value[name] for name in chain.results):
            for n, h in enumerate(places):
                before = places[: n + wide[n]]
                for k in np.flatnonzero(model.y[s, h]):
                    row = [-model.y[s, h, k], model.x[r, index.external, k - 1]]
                    rows.append(row + [model.y[r, g, k] for g in before])
    width = max(map(len, rows), default=0)
    padded = np.array([[*row, *[0] * (width - len(row))] for row in rows], dtype=np.int32)
    model.constraints.add_clauses("arrival", padded)
    turned_away = [h for name, h in zip(order, places, strict=True) if name not in first]
    leader = model.y[index.value[chains[0].results[0]], turned_away]
    model.constraints.add_clauses("arrival", -leader[leader > 0][:, None])
    return Arrival(
        chains=tuple(chains),
        paths=tuple(order),
        first=tuple(name for name in order if name in first),
        symmetries=tuple(
            Renaming(
                {a: b for a, b in generator.components.items() if a != b},
                {a: b for a, b in generator.paths.items() if a != b},
            )
            for generator in generators
        ),
    )


def collects(arch: Architecture) -> bool:
    """Whether results only arrive at the external component by paths to it alone, and stay."""
    if arch.external is None:
        return False
    external = arch.component_by_name[arch.external]
    into = [path for path in arch.paths if arch.external in path.targets]
    stays = external.capacity is None and not external.transient and not external.issue
    return stays and bool(into) and all(len(path.targets) == 1 for path in into)


def tells_equals_apart(problem: Problem) -> bool:
    """Whether a value may have a use that an equal one has not, though the DFG is symmetric.

    Where sums are reordered, the first of several equal ones stands for that partial result of
    others, and partial results with equal constants of different names are different values.
    """
    dfg = problem.dfg
    if problem.transform == "none":
        return False
    found = groups(dfg)
    sums = [
        (group.operator, tuple(sorted((leaf.value, leaf.distance) for leaf in group.leaves)))
        for group in found
    ]
    terms = {leaf.value for group in found for leaf in group.leaves}
    numbers = [repr(number) for name, number in dfg.constant_by_name.items() if name in terms]
    return len(set(sums)) < len(sums) or len(set(numbers)) < len(numbers)


def _chains(problem: Problem) -> list[Chain]:
    """Sets of results of which any two can be exchanged, and the exchanges of neighbours."""
    fixed = {component.name for component in problem.arch.components}
    swaps: dict[frozenset[str], Symmetry] = {}
    for generator in symmetries(problem, fixed_components=fixed):
        moved = frozenset(r for r in problem.dfg.results if generator.values[r] != r)
        if len(moved) == 2 and all(a == b for a, b in generator.paths.items()):
            swaps.setdefault(moved, generator)
    found, seen = [], set()
    for root in problem.dfg.results:
        if root in seen:
            continue
        # The exchange of the root with each result that swaps lead to.
        with_root: dict[str, Symmetry | None] = {root: None}
        waiting = [root]
        while waiting:
            name = waiting.pop(0)
            for pair, swap in swaps.items():
                other = next(iter(pair - {name})) if name in pair else name
                if other not in with_root:
                    own = with_root[name]
                    with_root[other] = swap if own is None else own.then(swap).then(own)
                    waiting.append(other)
        seen |= set(with_root)
        chain = [name for name in problem.dfg.results if name in with_root]
        if len(chain) > 1:
            found.append(Chain(tuple(chain), tuple(_neighbours(chain, with_root))))
    return found


def _neighbours(chain: list[str], with_root: dict[str, Symmetry | None]) -> list[dict[str, str]]:
    """The exchange of each two neighbours, as the values that it renames."""
    found = []
    for a, b in pairwise(chain):
        first, second = with_root[a], with_root[b]
        if first is None or second is None:
            swap = first or second
        else:
            swap = first.then(second).then(first)
        assert swap is not None
        found.append({old: new for old, new in swap.values.items() if old != new})
    return found
