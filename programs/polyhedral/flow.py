"""Value-based flow: which write a read gets its value from, per reference.

Legality needs every pair of accesses to one element; keeping a value in a register needs only the
last write before each read. Flow is per *reference*: `x[i] + x[i - 1]` has two of them, and what is
known of one says nothing about the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from programs.loops.expressions import Opaque
from programs.loops.region import Region
from programs.polyhedral.dependences import Reference, references
from programs.polyhedral.domains import Domain, domains
from programs.polyhedral.schedules import copies, identity_origins


@dataclass(frozen=True)
class Flow:
    """Values that `target` reads, written by `source`.

    `relation` is an isl map from instances of the writing statement to those of the reading one.
    `certain` says that, at all of these pairs, the value is surely the one written there: no other
    write may come between, and both accesses are made, of that very element.
    """

    source: Reference
    target: Reference
    relation: Any
    certain: bool


def value_flow(region: Region) -> tuple[Flow, ...]:
    """Return the flow between all writes and reads of a region; certain and possible apart."""
    import islpy

    found = domains(region)
    made = copies(region, identity_origins(region))
    depth = max((len(copy.loops) for copy in made), default=0)
    tagged: dict[str, tuple[Domain, Reference]] = {}
    empty = islpy.UnionMap("{ }")
    reading, surely, perhaps, order = empty, empty, empty, empty
    for copy, domain in zip(made, found, strict=True):
        time = copy.schedule_map(domain.name, depth)
        for reference in references(domain):
            name = f"{domain.name}_{reference.number}"
            tagged[name] = domain, reference
            access = islpy.UnionMap.from_map(
                _named(domain.access_map(region, reference.access), name)
            )
            order = order.union(
                islpy.UnionMap.from_map(_named(_then(time, int(reference.write)), name))
            )
            if not reference.write:
                reading = reading.union(access)
            elif _certain(domain, reference):
                surely = surely.union(access)
            else:
                perhaps = perhaps.union(access)
    if reading.is_empty():
        return ()
    info = islpy.UnionAccessInfo.from_sink(reading)
    info = info.set_must_source(surely).set_may_source(perhaps).set_schedule_map(order)
    flow = info.compute_flow()
    must, may = flow.get_must_dependence(), flow.get_may_dependence()
    result: list[Flow] = []
    for relations, certain in ((must, True), (may.subtract(must), False)):
        for relation in _maps(relations):
            source_domain, source = tagged[relation.get_tuple_name(islpy.dim_type.in_)]
            target_domain, target = tagged[relation.get_tuple_name(islpy.dim_type.out)]
            relation = _named(relation, source_domain.name)
            relation = relation.set_tuple_name(islpy.dim_type.out, target_domain.name)
            # An opaque read may be of any element: the last write to one of them is a guess.
            sure = certain and _exact(target)
            result.append(Flow(source, target, relation, sure))
    return tuple(result)


def _certain(domain: Domain, reference: Reference) -> bool:
    return domain.statement.guard.predicate is None and _exact(reference)


def _exact(reference: Reference) -> bool:
    return not any(isinstance(subscript, Opaque) for subscript in reference.access.subscripts)


def _named(map: Any, name: str) -> Any:
    import islpy

    return map.set_tuple_name(islpy.dim_type.in_, name)


def _then(time: Any, number: int) -> Any:
    """Return a schedule with one more dimension: a statement reads, then writes."""
    import islpy

    place = time.dim(islpy.dim_type.out)
    longer = time.insert_dims(islpy.dim_type.out, place, 1)
    return longer.fix_val(islpy.dim_type.out, place, islpy.Val(number))


def _maps(union: Any) -> list[Any]:
    listed = union.get_map_list()
    return [listed.get_at(n) for n in range(listed.n_map())]
