"""The data layout of a text: offsets are those that its machine has, by LLVM and by the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.data.dfg import Dfg
from models.semantics.operators import evaluate
from programs.llvm.comparison import COMPARED, DIFFERENT, compared
from programs.llvm.layout import DataLayout
from tests.programs.llvm.texts import graph_of, loop, same, words_of

X86 = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
RISCV = "e-m:e-p:32:32-i64:64-n32-S128"
I386 = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
AARCH64 = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"
PACKED = "e-p:64:64-i64:32-n32:64"


def text(layout: str | None, members: str, member: int, type_: str, index: str = "i32") -> str:
    """A sum of one member of the structures of an array."""
    stated = "" if layout is None else f'target datalayout = "{layout}"\n'
    add = "fadd" if type_ == "double" else "add"
    zero = "0.0" if type_ == "double" else "0"
    return loop(
        f"""  %s = phi {type_} [ {zero}, %entry ], [ %t, %loop ]
  %q = getelementptr inbounds %struct.row, ptr %p, {index} %i
  %a = getelementptr inbounds %struct.row, ptr %q, {index} 0, i32 {member}
  %v = load {type_}, ptr %a
  %t = {add} {type_} %s, %v""",
        f"{type_} @f(ptr %p, {index} %n)",
        f"ret {type_} %t",
        f"{stated}%struct.row = type {{ {members} }}",
        index=index,
    )


def addresses(dfg: Dfg, count: int) -> list[int]:
    """What the load of a graph reads in so many iterations, with the array at 1000."""
    load = next(o for o in dfg.operations if o.operator.startswith("load"))
    inputs = {name: [1000 if name == "p" else 99] * count for name in dfg.inputs}
    return [int(row[load.operands[0].value]) for row in evaluate(dfg, count, inputs)]


CASES = [
    # By the rules of the machine: where a member is, and the bytes of all.
    (X86, "i32, ptr, i32", 2, "i32", 16, 24),
    (X86, "i32, i64, i32", 1, "i64", 8, 24),
    (X86, "i32, double", 1, "double", 8, 16),
    (AARCH64, "i8, i64, i16", 2, "i16", 16, 24),
    (RISCV, "i32, ptr, i32", 2, "i32", 8, 12),
    (RISCV, "i32, i64, i32", 1, "i64", 8, 24),
    (RISCV, "i32, double", 1, "double", 8, 16),
    (I386, "i32, ptr, i32", 2, "i32", 8, 12),
    (I386, "i32, double, i32", 2, "i32", 12, 16),
    (I386, "i32, i64, i32", 1, "i64", 4, 16),
    (PACKED, "i32, i64, i32", 1, "i64", 4, 16),
]


@pytest.mark.parametrize(("layout", "members", "member", "type_", "at", "size"), CASES)
def test_offsets_are_those_of_the_text(
    layout: str, members: str, member: int, type_: str, at: int, size: int, tmp_path: Path
) -> None:
    """Tests addresses against numbers that come from the rules of each machine."""
    dfg = graph_of(tmp_path, text(layout, members, member, type_)).dfg
    assert addresses(dfg, 4) == [1000 + i * size + at for i in range(4)]


@pytest.mark.parametrize("layout", [X86, AARCH64, RISCV])
def test_the_compiled_loop_has_the_layout_of_the_text(
    layout: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests that addresses are executed as LLVM makes them: a wrong offset is noticed."""
    shown = text(layout, "i32, ptr, i32", 2, "i32")
    assert not same(graph_of(tmp_path, shown), 40, 30).untested
    right = DataLayout.offsets

    def wrong(self: DataLayout, found: object) -> object:
        terms, offset = right(self, found)  # type: ignore[arg-type]  # an instruction
        return [(index, size + 4) for index, size in terms], offset

    monkeypatch.setattr(DataLayout, "offsets", wrong)
    assert compared(graph_of(tmp_path, shown), 40, 1).verdicts[DIFFERENT]


def test_addresses_of_32_bits_are_words_of_32_bits(tmp_path: Path) -> None:
    """Tests that no operation is wider, and that indices are cut off."""
    graph = graph_of(tmp_path, text(RISCV, "i32, ptr, ptr", 1, "i32", index="i64"))
    row = {o.name: o for o in graph.dfg.operators}
    wide = {o.name for o in graph.dfg.operations if row[o.operator].type in ("i64", "ptr")}
    assert wide == {"j"} and "trunc" in words_of(graph)
    assert same(graph, 40, 1).verdicts[COMPARED[0]]
