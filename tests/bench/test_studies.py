"""What studies compute by themselves: classes of zero patterns, held blocks, forms of pages."""

from __future__ import annotations

import pytest

from bench.pages.table3 import PAPER, VARIANTS
from bench.process import run
from bench.studies.formula import held
from bench.zero_patterns import classes, picture
from examples.matrices import sparse
from examples.ring import ring
from models.data.problem import Problem
from models.space_time.index import Index


def test_classes_of_zero_patterns() -> None:
    """Tests numbers of Živković, Linear Algebra and its Applications 414, without the zero one."""
    assert [len(classes(size)) for size in (1, 2, 3)] == [1, 6, 35]
    assert picture(7, 3) == "111/000/000"
    counts = [sum(9 - p.bit_count() == zeros for p in classes(3)) for zeros in PAPER]
    assert counts == [PAPER[zeros][1][-1] for zeros in PAPER]


def test_variants_of_the_array() -> None:
    _, arch = sparse(3, "511", mac="pattern")
    wider = {name: changed(arch) for name, (_, changed) in VARIANTS.items()}
    assert len(wider["two-way"].paths) > len(arch.paths) and wider["literal"] == arch
    assert {c.capacity for c in wider["registers3"].components if c.issue} == {3}


@pytest.mark.parametrize(("size", "count"), [(5, 12), (6, 16)])
@pytest.mark.parametrize("end", ["first", "last"])
def test_as_many_blocks_are_left_as_printed(size: int, count: int, end: str) -> None:
    blocks = Index(Problem(*ring(size, "pattern"), None, "xbtree")).computation.blocks
    kept = held(blocks, count, end)
    assert len(blocks) - len(kept) == count
    assert all(blocks[number].kind != "sorter" for number in kept)


def test_a_study_that_lacks_something_says_so() -> None:
    done = run("bench.studies.peer", "no-such-mapper", "none.json", "mesh:2x2", "1")
    assert done.code == 2 and done.errors.count("\n") == 1
