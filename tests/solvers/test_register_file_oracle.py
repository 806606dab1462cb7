"""The smallest interval of tiny loops for each kind of register file, by trying everything.

The other side is a model in which every schedule, place and register number is a variable.
"""

from __future__ import annotations

import random

import msgspec
import pytest

from hardware.model.realise import Form, difference, realised
from models.data.architecture import Architecture, Component, Path, RegisterFile
from models.data.certificate import RegisterFiles
from models.data.dfg import Dfg
from models.data.problem import Problem
from models.judge.checker import check
from models.register_files.registers_check import registers_faults
from tests.models.mappings import operation
from tests.models.naive_registers import files_feasible
from tests.solvers.addressed_problems import ADD, element, random_carried
from xyzmap import min_ii

FILES: tuple[RegisterFile, ...] = ("static", "moves", "rotating", "unroll")
KINDS: tuple[RegisterFiles, ...] = ("counted", "moves", "static", "rotating", "unroll")
LOOPS = 60
MOST = 4
CONTEXTS = 4
"""Of the context memory: with one or two of them, a kernel can be unrolled."""


def tiny(seed: int) -> Problem:
    """Sums on one element, with a context memory of few words."""
    problem = random_carried(seed)
    return Problem(problem.dfg, msgspec.structs.replace(problem.arch, max_contexts=CONTEXTS), 1)


def least(problem: Problem, kind: RegisterFiles, horizon: int) -> int | None:
    """The smallest interval of schedules with so many cycles, by trying everything."""
    for contexts in range(1, min(MOST, problem.arch.max_contexts or MOST) + 1):
        own: Problem = msgspec.structs.replace(problem, contexts=contexts)
        rounds = (problem.arch.max_contexts or CONTEXTS) // contexts
        if files_feasible(own, horizon + 2 * contexts, kind, rounds):
            return contexts
    return None


@pytest.mark.oracle(keep=4)
@pytest.mark.parametrize("seed", range(LOOPS))
def test_every_kind(seed: int) -> None:
    """Tests that the smallest interval is that of trying everything, for each kind of file.

    What is proven is never more. The mapping is legal, and its words compute what the graph does.
    """
    problem, found = tiny(seed), dict[str, int | None]()
    for kind in KINDS:
        answer = min_ii(problem.dfg, problem.arch, max_ii=MOST, register_files=kind)
        cycles = answer.record["cycles"] or 0
        found[kind] = least(problem, kind, max(9, cycles))
        assert answer.value == found[kind], kind
        if found[kind] is not None:
            assert answer.lower_bound <= found[kind]
        if answer.status == "infeasible":
            assert found[kind] is None
        if answer.mapping is not None and kind != "counted":
            own = msgspec.structs.replace(problem, contexts=answer.value)
            assert check(own, answer.mapping.mapping) == []
            made = realised(own, answer.mapping.mapping, Form(kind))
            assert difference(own.dfg, made.machine, made.words, seed) is None
            assert made.registers.contexts <= CONTEXTS
    assert found["moves"] == found["counted"]
    sizes = {kind: number or MOST + 1 for kind, number in found.items()}
    assert sizes["counted"] <= min(sizes["rotating"], sizes["unroll"])
    assert sizes["unroll"] <= sizes["static"]


def mixed(seed: int) -> Problem:
    """A loop on an element beside another one or a file apart, with files of different kinds."""
    source = random.Random(f"mixed {seed}")
    parts = [Component("ext", initial="all", holds_intermediates=False)]
    files = source.sample(FILES, 2)
    parts += [
        Component(name, issue=issue, capacity=source.choice((2, 3)), file=file)
        for name, issue, file in zip(("pe0", "pe1"), (1, source.randint(0, 1)), files, strict=True)
    ]
    ends = [("ext", "pe0"), ("pe0", "pe1"), ("pe1", "pe0"), ("pe0", "ext")]
    paths = tuple(Path(f"{a}-{b}", (a,), (b,), width=1) for a, b in ends)
    arch = Architecture("mixed", tuple(parts), paths, "ext", max_contexts=CONTEXTS)
    return Problem(random_carried(seed).dfg, arch, 1)


@pytest.mark.oracle(keep=3)
@pytest.mark.parametrize("seed", range(30))
def test_mixed_files(seed: int) -> None:
    """Tests arrays whose files differ: the smallest interval is that of trying everything.

    An array that states kinds is asked for these, and one that states none counts. The words of the
    mapping compute what the graph does.
    """
    problem = mixed(seed)
    answer = min_ii(problem.dfg, problem.arch, max_ii=MOST)
    assert answer.record["register_files"] == "own"
    assert {name for names in answer.record["files"].values() for name in names} == {"pe0", "pe1"}
    assert answer.value == least(problem, "own", max(9, answer.record["cycles"] or 0))
    if answer.mapping is not None:
        own = msgspec.structs.replace(problem, contexts=answer.value)
        assert check(own, answer.mapping.mapping) == []
        made = realised(own, answer.mapping.mapping, Form("own"))
        assert registers_faults(own, answer.mapping.mapping, made.registers) == []
        assert difference(own.dfg, made.machine, made.words, seed) is None
        assert made.registers.contexts == answer.record["kernel_contexts"] <= CONTEXTS
    parts = tuple(msgspec.structs.replace(part, file=None) for part in problem.arch.components)
    silent = msgspec.structs.replace(problem.arch, components=parts)
    answer = min_ii(problem.dfg, silent, max_ii=MOST)
    assert answer.record["register_files"] == "counted"
    counted = msgspec.structs.replace(problem, arch=silent)
    assert answer.value == least(counted, "counted", max(9, answer.record["cycles"] or 0))


@pytest.mark.oracle(keep=3)
@pytest.mark.parametrize("seed", range(20))
def test_the_shortest(seed: int) -> None:
    """Tests that no mapping with addresses has fewer cycles at the interval that is found."""
    problem, kinds = (mixed(seed), ("own",)) if seed % 2 else (tiny(seed), ("static", "rotating"))
    for kind in kinds:
        answer = min_ii(problem.dfg, problem.arch, max_ii=MOST, register_files=kind, shortest=True)
        if answer.mapping is None:
            continue
        own: Problem = msgspec.structs.replace(problem, contexts=answer.value)
        mapping, rounds = answer.mapping.mapping, CONTEXTS // (answer.value or 1)
        assert check(own, mapping) == []
        made = realised(own, mapping, Form(kind))
        assert registers_faults(own, mapping, made.registers) == []
        fits = [files_feasible(own, n, kind, rounds) for n in range(1, mapping.horizon + 1)]
        assert fits.index(True) + 1 == mapping.horizon, kind


CARRIED = random_carried(1)
"""y = a + y@2, whose II is 1 where two registers may pass y on."""
COUNTEREXAMPLES: dict[RegisterFiles, tuple[Problem, int, int | None]] = {
    # No address can be written and kept in one context.
    "static": (CARRIED, 1, 2),
    # What is kept fills both registers in every phase, and the walk falls into two.
    "rotating": (
        Problem(
            Dfg(
                "walk",
                (ADD,),
                ("a",),
                (
                    operation("v0", "+", "a", "v1@1"),
                    operation("v1", "+", "v0", "v1@1"),
                    operation("v2", "+", "v1", "v0"),
                ),
                ("v2",),
            ),
            element(2),
            1,
        ),
        3,
        4,
    ),
    # A context memory of one word has no room for a second round.
    "unroll": (
        msgspec.structs.replace(
            CARRIED, arch=msgspec.structs.replace(CARRIED.arch, max_contexts=1)
        ),
        1,
        None,
    ),
}
"""Of each kind: a loop, and its smallest intervals with counted registers and this kind."""


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("kind", COUNTEREXAMPLES)
def test_the_kinds_differ(kind: RegisterFiles) -> None:
    """Tests loops that counting allows at an interval, and this kind of file only at a larger."""
    problem, counted, own = COUNTEREXAMPLES[kind]
    for files, due in (("counted", counted), (kind, own)):
        found = min_ii(problem.dfg, problem.arch, max_ii=own, register_files=files)
        assert found.value == due and counted <= found.lower_bound
    assert least(problem, kind, 15) == own
