"""Every partition of a small graph: the smallest total of all of them, by any numbers of parts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise, product

import pytest

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.mapping import Mapping
from models.errors import InputError
from partition.model.partition import Partition
from partition.model.split import Part
from partition.question import methods
from partition.question.answer import Settings
from partition.question.every import every, sets_of
from partition.question.mapping import MappedPart
from partition.question.search import PartitionSearch
from tests.partition.random_partitions import random_array, random_dfg
from xyzmap import min_ii

NOTHING = Part(Dfg("none", (), (), (), ()), {}, {})


def small(seed: int, most: int = 7) -> PartitionSearch | None:
    """A small graph, for any number of parts or a given one; None where none is possible."""
    source = random.Random(f"every {seed}")
    settings = Settings(source.randint(1, 6), source.choice((None, None, 2, 3)), jobs=1)
    dfg = random_dfg(seed, most, rich=False)
    if not dfg.results:
        return None  # nothing is to be mapped, which readers refuse
    try:
        return PartitionSearch(dfg, random_array(seed), settings)
    except InputError:
        return None


def partitions(search: PartitionSearch) -> set[Partition]:
    """All partitions of the blocks that keep every edge forward, by trying all part numbers."""
    graph, parts = search.graph, search.settings.parts
    count = parts or len(graph.blocks)
    return {
        search.members(part)
        for part in product(range(count), repeat=len(graph.blocks))
        if all(part[a] <= part[b] for a, b in graph.edges)
        and (parts is None or len(set(part)) == parts)
    }


class Invented:
    """Parts with IIs and bounds by chance, in the place of a mapper."""

    def __init__(self, seed: int, most: int) -> None:
        self._chance, self._most = random.Random(seed), most
        self._known: dict[frozenset[str], tuple[MappedPart, int | None]] = {}
        self.tried: list[int] = []

    def part(self, members: Sequence[str]) -> MappedPart:
        """What is known of a part."""
        return self._of(members)[0]

    def smallest(self, members: Sequence[str]) -> int | None:
        """The smallest II of a part; None where it has no mapping."""
        return self._of(members)[1]

    def _of(self, members: Sequence[str]) -> tuple[MappedPart, int | None]:
        key = frozenset(members)
        if key not in self._known:
            lower = self._chance.randint(1, 1 + len(members))
            ii = lower + self._chance.choice((0, 0, 1, 3))
            part = MappedPart(NOTHING, lower)
            self._known[key] = part, None if ii > self._most else ii
        return self._known[key]

    def map(self, by: str, members: Sequence[str], percent: int) -> None:
        """Map a part."""
        own, ii = self._of(members)
        own.impossible = "too large" if ii is None else None
        own.mapping = None if ii is None else Mapping("", "", 1, ii, (), (), ())

    def take(self, by: str, partition: Partition, targets: Sequence[int]) -> None:
        """Take a partition whose parts are all mapped."""
        assert [self.part(members).interval for members in partition.parts] == targets
        self.tried.append(sum(targets))


def test_the_smallest_total_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests ways through sets of blocks against all partitions, with IIs of parts by chance."""
    found, none = 0, 0
    for seed in range(60):
        search = small(seed, 5)
        if search is None:
            continue
        invented = Invented(seed, search.settings.max_ii)
        monkeypatch.setattr(search, "known", invented.part)
        monkeypatch.setattr(search, "map_part", invented.map)
        monkeypatch.setattr(search, "try_partition", invented.take)
        monkeypatch.setattr(search.limits, "interval", lambda counts, least: 1)
        sets = sets_of(search.graph)
        assert sets is not None
        for _ in every(search, sets):
            pass
        totals = []
        for partition in partitions(search):
            own = [invented.smallest(members) for members in partition.parts]
            if None not in own:
                totals.append(sum(ii or 0 for ii in own))
        assert invented.tried == ([min(totals)] if totals else []), seed
        assert bool(search.answer.notes) == (not totals)
        found, none = found + bool(totals), none + (not totals)
    assert found > 9 and none > 2


def test_sets_are_all_that_may_have_run() -> None:
    for seed in range(20):
        search = small(seed)
        if search is None:
            continue
        edges, count = search.graph.edges, len(search.graph.blocks)
        closed = [
            own for own in range(1 << count) if all(own >> a & 1 for a, b in edges if own >> b & 1)
        ]
        sets = sets_of(search.graph)
        assert sets is not None and sorted(sets) == closed
        assert all(one.bit_count() <= other.bit_count() for one, other in pairwise(sets))
        assert sets_of(search.graph, len(sets) - 1) is None


def test_nothing_crosses_without_stores() -> None:
    """Tests an array that stores nothing: only operations that share no value are apart."""
    operators = (Operator("f", 1),)
    steps = [("x", "a"), ("y", "x"), ("z", "a")]
    made = tuple(Operation(name, "f", (Operand(read),)) for name, read in steps)
    dfg = Dfg("three", operators, ("a",), made, ("y", "z"))
    memory = Component("ext", initial="all", holds_intermediates=False)
    paths = (Path("in", ("ext",), ("pe",)), Path("out", ("pe",), ("ext",)))
    pe = Component("pe", issue=1, capacity=4, ops=("f",))
    arch = Architecture("small", (memory, pe), paths, "ext")
    search = PartitionSearch(dfg, arch, Settings(2, jobs=1))
    answer = search.run(methods.steps_of(methods.Options()))
    assert answer.partition is not None
    assert {*map(frozenset, answer.partition.parts)} == {frozenset("xy"), frozenset("z")}


@pytest.mark.oracle
@pytest.mark.parametrize("seed", range(30))
def test_small_graphs_that_have_a_partition(seed: int) -> None:
    """Tests that the smallest total of all partitions is found, each part with its smallest II."""
    search = small(seed, 6)
    if search is None:
        return
    answer = search.run(methods.steps_of(methods.Options()))
    known: dict[tuple[str, ...], int | None] = {}
    totals = []
    for partition in partitions(search):
        for members in partition.parts:
            if members not in known:
                part = search.splitter.part(members, "part").dfg
                known[members] = _smallest(part, search)
        own = [known[members] for members in partition.parts]
        if None not in own:
            totals.append(sum(ii or 0 for ii in own))
    assert answer.total == min(totals, default=None)
    assert answer.bound <= min(totals, default=answer.bound)
    assert answer.status != "infeasible" or not totals


def _smallest(part: Dfg, search: PartitionSearch) -> int | None:
    """The smallest II of a part; None where its loads or stores have no place, or it has none."""
    try:
        found = min_ii(part, search.arch, max_ii=search.settings.max_ii, jobs=1)
    except InputError:
        return None
    assert found.status in ("optimal", "infeasible")
    return found.value
