from __future__ import annotations

import pytest

from programs.loops import Event, Region, execute, instances
from programs.loops.random_programs import RandomOptions, random_region, random_values
from programs.polyhedral import (
    Directions,
    dependences,
    directions,
    identity_origins,
    is_reduction,
    private_scalars,
    value_flow,
)
from programs.source import read_text
from tests.programs.applications import application

GEMM = """
    for (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++) for (int k = 0; k < 6; k++)
        a[i][j] += b[i][k] * c[k][j];
"""


def region(body: str) -> Region:
    head = "float a[8][8], b[8][8], c[8][8], x[40], y[40]; int n[40], s[40];\nvoid f(void)\n{\n"
    (found,) = read_text(f"{head}#pragma PTMAP\n{body}\n#pragma ENDMAP\n}}\n", "f.c")
    return found


def of_nest(body: str, depth: int, reassociate: bool = False) -> Directions:
    found = region(body)
    known = dependences(found, reassociate)
    return directions(known, found, identity_origins(found), (0,), depth)


def kinds(body: str) -> list[tuple[str, str]]:
    return sorted((d.kind, str(d.relation)) for d in dependences(region(body)).all)


def test_every_pair_of_references_has_its_relation() -> None:
    found = dependences(region("for (int i = 3; i < 9; i++) x[i] = x[i - 3] + x[i + 1];")).all
    assert [(d.kind, d.source.number, d.target.number) for d in found] == [
        ("WAR", 1, 2),
        ("RAW", 2, 0),
    ]
    distances = [d.relation.deltas().dim_min_val(0).to_python() for d in found]
    assert distances == [1, 3]


def test_guards_bound_dependences_and_predicates_do_not() -> None:
    guarded = "for (int i = 0; i < 9; i++) if (i < 2) x[i] = x[i + 5];"
    data = "for (int i = 0; i < 9; i++) if (y[i] < 2) x[i] = x[i + 5];"
    assert kinds(guarded) == []
    assert [kind for kind, _ in kinds(data)] == ["WAR"]


def test_opaque_subscripts_reach_the_whole_dimension() -> None:
    found = kinds("for (int i = 0; i < 9; i++) x[n[i]] = 1.0f;")
    assert [kind for kind, _ in found] == ["WAW"]
    other = "for (int i = 0; i < 8; i++) a[i][n[i]] = a[i][3];"
    assert kinds(other) == []


def test_quotients_are_affine_only_of_what_is_never_negative() -> None:
    halves = "for (int i = {}; i < 8; i++) x[i / 2 + 9] = 0.0f;"
    close = dependences(region(halves.format(0))).all[0].relation.deltas()
    assert close.dim_max_val(0).to_python() == 1
    # C rounds -1 / 2 to zero, so that nothing may be assumed below it.
    far = dependences(region(halves.format(-3))).all[0].relation.deltas()
    assert far.dim_max_val(0).to_python() == 10


def test_gemm_is_carried_by_its_sum_alone() -> None:
    found = of_nest(GEMM, 3)
    assert [(d.signs, d.least) for d in found.all] == [((0, 0, 1), (0, 0, 1))]
    assert found.parallel(0) and found.parallel(1) and not found.parallel(2)
    assert found.carried(2) == 1 and found.carried(0) is None
    assert not of_nest(GEMM, 3, reassociate=True).all


def test_directions_decide_about_orders_and_jamming() -> None:
    skewed = "for (int i = 1; i < 8; i++) for (int j = 0; j < 7; j++) a[i][j] = a[i - 1][j + 1];"
    found = of_nest(skewed, 2)
    assert [d.signs for d in found.all] == [(1, -1)]
    assert found.permutable((0, 1)) and not found.permutable((1, 0))
    assert found.jammable((1, 4)) and not found.jammable((2, 1))
    far = skewed.replace("i - 1", "i - 3").replace("i = 1", "i = 3")
    assert of_nest(far, 2).jammable((3, 4)) and not of_nest(far, 2).jammable((4, 1))
    stepped = far.replace("i++", "i += 3")
    assert of_nest(stepped, 2).carried(0) == 1


def test_permuted_directions_are_those_of_the_permuted_nest() -> None:
    found = of_nest(GEMM, 3).permuted((2, 0, 1))
    assert [d.signs for d in found.all] == [(1, 0, 0)]
    assert found.depth == 3


@pytest.mark.parametrize(
    "body, plain, reassociated",
    [
        ("s[0] += n[i];", True, True),
        ("s[0] = n[i] * s[0];", True, True),
        ("s[0] -= n[i];", True, True),
        ("s[0] = n[i] - s[0];", False, False),
        ("s[0] += s[i];", False, False),
        ("s[n[i]] += 2;", True, True),
        ("s[s[i]] += 2;", False, False),
        ("if (s[i]) s[0] += 2;", False, False),
        ("x[0] += y[i];", False, True),
        ("x[0] = x[i] + y[i];", False, False),
    ],
)
def test_reductions_are_those_whose_order_does_not_matter(
    body: str, plain: bool, reassociated: bool
) -> None:
    (statement,) = region(f"for (int i = 0; i < 9; i++) {body}").statements
    assert is_reduction(statement) == plain
    assert is_reduction(statement, reassociate=True) == reassociated


def test_scalars_that_live_in_one_body_are_private() -> None:
    assert [p.name for p in private_scalars(application("harris"))] == ["det", "trace"]
    loop = "for (int i = 0; i < 9; i++) {{ float t; {} }}"
    for body, expected in (
        ("t = x[i]; y[i] = t * t;", ["t"]),
        ("if (n[i]) t = x[i]; y[i] = t;", []),
        ("t = x[i]; for (int j = 0; j < 3; j++) y[i] = t;", []),
        ("t = x[i]; t = t + 1.0f; y[i] = t; t = y[0]; x[i] = t;", ["t"]),
    ):
        assert [p.name for p in private_scalars(region(loop.format(body)))] == expected, body
    outside = "float t; for (int i = 0; i < 9; i++) { y[i] = 1.0f; t = x[i]; } "
    assert [p.name for p in private_scalars(region(outside))] == ["t"]


def test_values_flow_per_reference() -> None:
    found = value_flow(region("for (int i = 3; i < 9; i++) x[i] = x[i - 3] + x[i - 1];"))
    distances = {f.target.number: f.relation.deltas().dim_min_val(0).to_python() for f in found}
    assert distances == {0: 3, 1: 1} and all(f.certain for f in found)
    doubt = value_flow(region("for (int i = 3; i < 9; i++) { x[i] = x[i - 1]; x[n[i]] = 0.0f; }"))
    assert doubt and not any(f.certain for f in doubt)


def last_writers(region: Region, values: dict) -> set[tuple]:
    """Which instance has written what each instance reads, as it is executed."""
    writers: dict[tuple, tuple] = {}
    found: set[tuple] = set()

    def see(event: Event) -> None:
        cell, instance = (event.name, event.element), (event.statement, event.iteration)
        if event.write:
            writers[cell] = instance
        elif cell in writers:
            found.add((writers[cell], instance))

    execute(region, values, see)
    return found


@pytest.mark.parametrize("start", range(0, 60, 30))
def test_flow_is_that_of_execution(start: int) -> None:
    plain = RandomOptions(trips=4, statements=1)
    for seed in range(start, start + 30):
        found = random_region(seed, plain)
        pairs: dict[bool, set[tuple]] = {True: set(), False: set()}
        depths = {statement.id: len(loops) for loops, statement in instances(found.body)}
        for flow in value_flow(found):
            ends = [(r.statement, depths[r.statement]) for r in (flow.source, flow.target)]
            pairs[flow.certain] |= points(flow.relation, ends)
        seen = last_writers(found, random_values(found, seed))
        assert seen <= pairs[True] | pairs[False], seed
        simple = all(s.guard.predicate is None for s in found.statements)
        if simple and not any("Select" in repr(s.value) for s in found.statements):
            assert pairs[True] <= seen, seed


def points(relation: object, ends: list[tuple[str, int]]) -> set[tuple]:
    """The pairs of instances in an isl map."""
    import islpy

    found: set[tuple] = set()
    (one, first), (two, second) = ends

    def add(point: islpy.Point) -> None:
        kind = islpy.dim_type.set
        numbers = [point.get_coordinate_val(kind, n).to_python() for n in range(first + second)]
        found.add(((one, tuple(numbers[:first])), (two, tuple(numbers[first:]))))

    relation.wrap().flatten().foreach_point(add)  # type: ignore[attr-defined]
    return found
