"""The data of the report: every hold, transfer and issue at its cycle and place, and no other."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from models.data.mapping import Held, Issue, Mapping, Transfer
from models.data.problem import Problem
from views.html.mapping_data import mapping_data, numbered_values

Made = tuple[Problem, Mapping]


def expect_all(problem: Problem, mapping: Mapping) -> None:
    """Tests that the page's data have the holds, transfers and issues of a mapping, by name."""
    values = numbered_values(problem, mapping)
    data = mapping_data(problem, mapping, values)
    names = list(values)
    components = [component.name for component in problem.arch.components]
    paths = [path.name for path in problem.arch.paths]
    holds = {
        (names[value], components[place], cycle)
        for value, place, first, last in data["holds"]
        for cycle in range(first, last + 1)
    }
    transfers = [(names[t[0]], paths[t[1]], t[2]) for t in data["transfers"]]
    issues = [(names[i[0]], components[i[1]], i[2]) for i in data["issues"]]
    assert holds == {(h.value, h.component, h.cycle) for h in mapping.holds}
    assert transfers == [(t.value, t.path, t.cycle) for t in mapping.transfers]
    assert issues == [(i.operation, i.component, i.cycle) for i in mapping.issues]


cycles = st.integers(0, 9)
values = st.sampled_from(["a", "b", "c", "p", "s", "made up"])
places = st.sampled_from(["pe0", "last", "extmem"])


# The fixture is a function that makes a mapping anew at every call.
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.builds(Held, values, places, cycles), max_size=25, unique=True),
    st.lists(
        st.builds(Transfer, values, st.sampled_from(["in", "across", "out"]), cycles),
        max_size=8,
        unique=True,
    ),
    st.lists(
        st.builds(Issue, values, st.sampled_from(["pe0", "last"]), cycles), max_size=8, unique=True
    ),
    st.sampled_from([None, 1, 3]),
)
def test_everything_of_any_mapping_is_in_the_data(
    made: Callable[..., Made],
    holds: list[Held],
    transfers: list[Transfer],
    issues: list[Issue],
    contexts: int | None,
) -> None:
    problem, mapping = made(contexts=contexts)
    changed = replace(mapping, holds=tuple(holds), transfers=tuple(transfers), issues=tuple(issues))
    expect_all(problem, changed)


def test_transfers_know_where_they_come_from_and_who_uses_them(carried: Made) -> None:
    problem, mapping = carried
    data = mapping_data(problem, mapping, numbered_values(problem, mapping))
    left, right, mem = range(3)
    assert [transfer[3:] for transfer in data["transfers"]] == [
        [mem, 0, [left]],
        [left, 2, [right]],
        [mem, 2, [right]],
        [right, 3, [mem]],
        [mem, 6, [left]],
    ]


def test_values_in_static_files_have_addresses(made: Callable[..., Made]) -> None:
    """Tests that values which meet in a file have different registers, and others have none."""
    problem, mapping = made()
    stated = tuple(
        replace(c, file="static") if c.name == "pe0" else c for c in problem.arch.components
    )
    static = Problem(problem.dfg, replace(problem.arch, components=stated))
    data = mapping_data(static, mapping, numbered_values(static, mapping))
    registers = {tuple(held[:3]): held[4:] for held in data["holds"]}
    a, b, pe0 = 0, 1, 0
    assert sorted(registers[value, pe0, 1][0] for value in (a, b)) == [0, 1]
    assert all(bool(found) == (place == pe0) for (_, place, _), found in registers.items())
    few = tuple(replace(c, capacity=1) if c.name == "pe0" else c for c in stated)
    counted = Problem(problem.dfg, replace(problem.arch, components=few))
    data = mapping_data(counted, mapping, numbered_values(counted, mapping))
    assert all(len(held) == 4 for held in data["holds"])
