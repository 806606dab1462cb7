"""Indices that are narrower than addresses: what they may wrap around to costs no false order."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from programs.llvm.graph import loop_graph
from programs.llvm.layout import DataLayout
from programs.llvm.read import read_loops
from tests.programs.llvm.texts import graph_of, same

NARROW = """
define void @f(ptr noalias %v, {type} %n, {type} %from) {{
entry:
  br label %loop
loop:
  %k = phi {type} [ {first}, %entry ], [ %next, %loop ]
{index}
  %p = getelementptr i32, ptr %v, i64 %at
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %v, i64 %to
  %y = xor i32 %x, 5
  store i32 %y, ptr %q
  %next = add {flags}{type} %k, {step}
  %more = icmp ne {type} %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}}
"""


def distances(
    folder: Path,
    index: str,
    type_: str = "i32",
    first: str = "0",
    step: int = 1,
    flags: str = "",
) -> tuple[set[int], set[int]]:
    """Return the distances from the load to the store, and from the store to the load."""
    text = NARROW.format(type=type_, first=first, index=index, flags=flags, step=step)
    graph = graph_of(folder, text)
    order = {(each.before, each.after, each.distance) for each in graph.dfg.order}
    (store,) = (o.name for o in graph.dfg.operations if o.operator.startswith("store"))
    (load,) = (o.name for o in graph.dfg.operations if o.operator.startswith("load"))
    same(graph, 12, 0)
    return (
        {d for before, after, d in order if (before, after) == (load, store)},
        {d for before, after, d in order if (before, after) == (store, load)},
    )


def both(index: str) -> str:
    """Return the lines of an index that the load and the store share."""
    return index + "\n  %to = add i64 %at, 0"


ZEXT, SEXT = "  %at = zext {} %k to i64", "  %at = sext {} %k to i64"


@pytest.mark.parametrize("extended", [ZEXT, SEXT])
@pytest.mark.parametrize(
    ("type_", "step", "again"),
    [
        *(("i32", 1, set()), ("i32", 5, set()), ("i16", 1, set()), ("i16", 6, set())),
        *(("i8", 1, {256}), ("i8", -3, {256}), ("i8", 12, {64}), ("i8", 64, {4})),
    ],
)
def test_one_index(tmp_path: Path, extended: str, type_: str, step: int, again: set[int]) -> None:
    """Tests that an index meets itself at once, and after all that it can be: 2^bits / gcd.

    Tens of thousands of iterations later is too far.
    """
    found = distances(tmp_path, both(extended.format(type_)), type_, step=step)
    assert found == ({0} | again, again)


@pytest.mark.parametrize(
    ("index", "wanted"),
    [
        # v[(uint8_t)(k + 2)] is stored two iterations before v[(uint8_t)k] is it.
        ("%s = add i8 %k, 2\n%at = zext i8 %k to i64\n%to = zext i8 %s to i64", ({254}, {2})),
        ("%s = add i8 %k, 2\n%to = zext i8 %k to i64\n%at = zext i8 %s to i64", ({2}, {254})),
        ("%s = sub i8 %k, 1\n%at = sext i8 %k to i64\n%to = sext i8 %s to i64", ({1}, {255})),
        # With and without sign, they are the same for half of the indices.
        ("%at = sext i8 %k to i64\n%to = zext i8 %k to i64", ({0}, {1})),
        # An invariant start, and a difference beyond the word.
        (
            "%s = add i8 %k, %from\n%at = zext i8 %s to i64\n%to = zext i8 %s to i64",
            ({0, 256}, {256}),
        ),
        ("%at = zext i8 %k to i64\n%to = add i64 %at, 256", (set(), set())),
        ("%at = zext i8 %k to i64\n%to = add i64 %at, 255", ({1}, {255})),
        # A ring buffer: k modulo 16.
        ("%s = and i8 %k, 15\n%at = zext i8 %s to i64\n%to = zext i8 %s to i64", ({0, 16}, {16})),
        ("%s = mul i8 %k, 3\n%at = zext i8 %s to i64\n%to = zext i8 %s to i64", ({0, 256}, {256})),
        # What is not linear meets itself at once, and perhaps in any other iteration.
        ("%s = mul i8 %k, %k\n%at = zext i8 %s to i64\n%to = zext i8 %s to i64", ({0}, {1})),
        ("%s = mul i8 %k, %k\n%at = zext i8 %s to i64\n%to = add i64 %at, 1", ({1}, {1})),
        # One index is the other's next; half of a word is no smaller word.
        ("%at = zext i8 %k to i64\n%s = lshr i8 %k, 1\n%to = zext i8 %s to i64", ({0}, {1})),
    ],
)
def test_two_indices(tmp_path: Path, index: str, wanted: tuple[set[int], set[int]]) -> None:
    """Tests what two indices of 8 bits are to each other."""
    assert distances(tmp_path, index, "i8") == wanted


def test_flags_count_for_their_own_extension(tmp_path: Path) -> None:
    """Tests that `nsw` says nothing on a word that is extended without its sign, and `nuw`."""
    added = "%s = add {} i8 %k, %from\n%at = {} i8 %s to i64\n%b = {} i8 %from to i64\n"
    added += "%c = {} i8 %k to i64\n%to = add i64 %b, %c"
    for flag, extended, exact in [
        ("nsw", "sext", True),
        ("nuw", "zext", True),
        ("nsw", "zext", False),
        ("nuw", "sext", False),
    ]:
        index = added.format(flag, extended, extended, extended)
        found = distances(tmp_path, index, "i8", flags=f"{flag} ")
        assert found == (({0}, set()) if exact else ({0}, {1})), (flag, extended)


C = """
void wide(short *v, unsigned n) { for (unsigned k = 0; k < n; k++) v[k] = v[k] * 5 - 2; }
void half(int *v, short n) { for (short k = 0; k < n; k++) v[k] ^= 5; }
void halves(int *v, unsigned short n) { for (unsigned short k = 0; k != n; k++) v[k] ^= 5; }
void down(int *v, unsigned n) { while (n--) v[n] ^= 5; }
void row(int v[][64], unsigned r, unsigned n) { for (unsigned k = 0; k < n; k++) v[r][k] ^= 5; }
void flat(int *v, unsigned y, unsigned w) { for (unsigned k = 0; k < w; k++) v[y * w + k] ^= 5; }
void plain(int *v, int n) { for (int k = 0; k < n; k++) v[k] ^= 5; }
"""


@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not here")
@pytest.mark.parametrize("words", [(), ("-fwrapv",)])
def test_indices_of_c(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Tests that `v[k] ^= 5` orders no two iterations, whatever the type of the index."""
    path = tmp_path / "indices.c"
    path.write_text(C)
    for loop in read_loops(str(path), None, words):
        graph = loop_graph(loop, DataLayout([loop.function]))
        near = {o.distance for o in graph.dfg.order if o.distance < 256 and o.before != "exit"}
        assert (near, graph.assumed) == ({0}, ()), loop.title


STEPS = """
define void @f(ptr noalias %v, i64 %n) {{
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %double = shl nuw nsw i64 %k, 1
  %at = add nuw nsw i64 %double, {offset}
  %p = getelementptr i32, ptr %v, i64 %k
  %x = load i32, ptr %p
  %q = getelementptr i32, ptr %v, i64 %at
  %y = xor i32 %x, 5
  store i32 %y, ptr %q
  %next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}}
"""


@pytest.mark.parametrize(
    ("offset", "after", "before"),
    # v[k] is read, v[2k + offset] stored: in iteration k, and read again k + offset later.
    [(0, {0}, {1}), (1, set(), {1}), (4, set(), {4}), (-3, {0}, {1}), (-8, {0}, {1})],
)
def test_unlike_steps(offset: int, after: set[int], before: set[int], tmp_path: Path) -> None:
    """Tests the least distances of two indices that grow by other steps from 0 on."""
    text = STEPS.format(offset=offset).replace("nuw nsw i64 %double", "nsw i64 %double")
    graph = graph_of(tmp_path, text)
    (store,) = (o.name for o in graph.dfg.operations if o.operator.startswith("store"))
    order = {(o.before, o.after, o.distance) for o in graph.dfg.order}
    assert {d for a, b, d in order if (a, b) == ("x", store)} == after
    assert {d for a, b, d in order if (a, b) == (store, "x")} == before
    same(graph, 12, 0)


def test_a_word_that_wraps_around_beside_one_that_does_not(tmp_path: Path) -> None:
    """Tests v[k] stored and v[(k + 2) mod 2^32] read: two iterations before it is stored."""
    text = STEPS.format(offset=0).replace("%p = getelementptr i32, ptr %v, i64 %k", WRAPS)
    graph = graph_of(tmp_path, text.replace("i64 %at\n", "i64 %k\n"))
    (store,) = (o.name for o in graph.dfg.operations if o.operator.startswith("store"))
    order = {(o.before, o.after, o.distance) for o in graph.dfg.order}
    assert {each for each in order if each[0] != "exit"} == {("x", store, 2)}
    same(graph, 12, 0)


WRAPS = """%after = add nuw i64 %k, 2
  %low = and i64 %after, 4294967295
  %p = getelementptr i32, ptr %v, i64 %low"""
