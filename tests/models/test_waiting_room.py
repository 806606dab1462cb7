"""How many computed values can be held or on their way at a time."""

from __future__ import annotations

from msgspec.structs import replace

from models.counting.places import room
from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operator
from models.data.problem import Problem
from tests.models.mappings import operations

OPERATORS = (
    Operator("+", 2),
    Operator("get", 0, effect=True),
    Operator("put", 1, effect=True),
    Operator("slow", 1, latency=2),
)
SUM = Dfg("sum", OPERATORS, (), operations("a get; b get; s + a b; p put s"))


def test_registers_paths_and_issues() -> None:
    """Tests what is on its way, and issues of one cycle; a memory that takes nothing has none."""
    parts = [Component(f"pe{n}", issue=2, capacity=2) for n in range(2)]
    parts += [Component("in", initial="all"), Component("out", holds_intermediates=False)]
    link = Path("link", ("pe0",), ("pe1",), 2, 3)
    paths = (link, Path("feed", ("in",), ("pe0",)), Path("off", ("pe1",), ("out",)))
    arch = Architecture("two", tuple(parts), paths)
    problem = Problem(SUM, arch, 20)
    # Four registers, six values on the link, and three of four issues.
    assert room(problem) == 4 + 6 + 3
    slow = (*SUM.operations, *operations("z slow s"))
    assert room(replace(problem, dfg=replace(SUM, operations=slow))) == 4 + 6 + 3 + 4
    endless = replace(arch, paths=(replace(link, width=None), *paths[1:]))
    assert room(replace(problem, arch=endless)) is None
    back = (*paths, Path("back", ("pe1",), ("in",)))
    assert room(replace(problem, arch=replace(arch, paths=back))) is None


def test_an_element_that_no_value_gets_to_has_no_places() -> None:
    """Tests the registers of an element that is apart, and has other operators."""
    pe = Component("pe", issue=1, capacity=2)
    spare = Component("spare", issue=1, capacity=9, ops=("slow",))
    arch = Architecture("one", (pe, spare), ())
    assert room(Problem(SUM, arch, 20)) == 2


def test_places_that_no_computed_value_reaches_do_not_count() -> None:
    """Tests a buffer that only a memory of inputs fills."""
    parts = (
        Component("pe", issue=1, capacity=2),
        Component("in", initial="all"),
        Component("buffer", capacity=5),
    )
    arch = Architecture("fed", parts, (Path("fill", ("in",), ("buffer",)),))
    assert room(Problem(SUM, arch, 20)) == 2
