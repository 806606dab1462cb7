"""Loops in LLVM's text for tests, their graphs, and the comparison with the compiled loop."""

from __future__ import annotations

from pathlib import Path

import msgspec

from models.data.dfg import Constant
from programs.llvm.builder import LoopGraph
from programs.llvm.comparison import Report, compared
from programs.llvm.read import read_graph


def loop(
    body: str,
    head: str = "void @f(ptr %a, i64 %n)",
    last: str = "ret void",
    before: str = "",
    latch: str = "loop",
    end: str = "%n",
    index: str = "i64",
) -> str:
    """Return a function with one loop over `%i`, which begins at 0 and ends below `end`."""
    flags, less = ("nuw nsw", "ult") if index == "i64" else ("nsw", "slt")
    return f"""{before}
define {head} {{
entry:
  br label %loop
loop:
  %i = phi {index} [ 0, %entry ], [ %j, %{latch} ]
{body}
  %j = add {flags} {index} %i, 1
  %c = icmp {less} {index} %j, {end}
  br i1 %c, label %loop, label %done
done:
  {last}
}}
"""


def at(name: str, array: str = "%a", type_: str = "i32", index: str = "%i") -> str:
    """Return a load of an element, called `name`."""
    return (
        f"  %p{name} = getelementptr inbounds {type_}, ptr {array}, i64 {index}\n"
        f"  %{name} = load {type_}, ptr %p{name}\n"
    )


def graph_of(
    folder: Path, text: str, function: str | None = None, *, restrict: bool = False
) -> LoopGraph:
    """Return the graph of a text's loop."""
    path = folder / "f.ll"
    path.write_text(text)
    return read_graph(str(path), function, restrict=restrict)


def same(graph: LoopGraph, trials: int = 40, least: int = 10) -> Report:
    """Require that a graph does what the compiled loop does, on at least so many inputs."""
    report = compared(graph, trials, 1)
    assert not report.difference and report.compared >= least, report
    return report


def changed(graph: LoopGraph, **members: object) -> LoopGraph:
    """Return the same loop with another graph."""
    dfg = msgspec.structs.replace(graph.dfg, **members)
    return LoopGraph(**{**vars(graph), "dfg": dfg})


def with_numbers(graph: LoopGraph, others: dict[float, float]) -> LoopGraph:
    """Return the same loop with other constants in its graph."""
    numbers = tuple(
        Constant(c.name, others.get(c.value, c.value)) if not isinstance(c.value, str) else c
        for c in graph.dfg.constants
    )
    assert numbers != graph.dfg.constants
    return changed(graph, constants=numbers)


def words_of(graph: LoopGraph) -> list[str]:
    """Return the opcodes of a graph, without types."""
    return [o.operator.partition("/")[0] for o in graph.dfg.operations]
