"""`python -m programs.dfg FILE`: the innermost loops of C and LLVM IR as graphs."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from programs.rewrites.pass_names import (
    ALL,
    EXPANDED,
    MOST,
    copies,
    expanded_names,
    pass_names,
)
from shell.options import (
    Options,
    choice,
    flag,
    json_flag,
    listed,
    option,
    out_file,
    plain_text,
    seed,
    text,
    texts,
    whole,
)
from shell.parser import Input
from solvers.questions.ask import Question
from solvers.questions.command import command

if TYPE_CHECKING:
    from models.data.dfg import Dfg
    from programs.llvm.builder import LoopGraph
    from programs.llvm.comparison import Report
    from programs.llvm.isolated import Found
    from programs.llvm.whole import Checked

DIFFERENT = 1
"""The exit code if a graph and the compiled loop differ."""

UNTESTED = 10
"""The exit code if no run of the compiled loop was conclusive."""


@dataclass(frozen=True, kw_only=True)
class DfgOptions(Options):
    """Options of the loop, of its compilation, and of the output of its graph."""

    function: str | None = text("the function that has the loop", "NAME")
    loop: int | None = whole("the N-th innermost loop, of the function or the file", "N")
    defines: tuple[str, ...] = option(
        (),
        listed(plain_text),
        "define a macro, as for a C compiler",
        name="define",
        short="D",
        metavar="NAME[=VALUE]",
        repeat=True,
    )
    include: tuple[str, ...] = texts("folder of C headers", "DIR", short="I")
    as_written: bool = flag("the graph of the loop as written, without any pass")
    flag: tuple[str, ...] = texts("another argument for clang, such as --flag=-std=c11", "WORD")
    assume: Literal["nothing", "restrict"] = choice(
        "assumption about the code: restrict: different pointers, arguments or read before the"
        " loop, never point into the same memory",
        "nothing",
    )
    passes: tuple[str, ...] | None = option(
        None,
        pass_names,
        f"passes that make the graph smaller: some of {', '.join(ALL)}; all by default",
        short="O",
        metavar="PASS[,PASS…]",
    )
    without: tuple[str, ...] = option(
        (),
        expanded_names,
        f"operations that the array lacks, computed from others: some of {', '.join(EXPANDED)}",
        metavar="WORD[,WORD…]",
    )
    unroll: str = option(
        "1",
        copies,
        f"iterations per unrolled body: a number, or auto, which is the one from 1 to {MOST} with"
        " the least bound on the II per iteration on --arch",
        metavar="K",
    )
    arch: str | None = text(
        "the array, as for min-ii: for what its memory units do, and for --unroll auto", "ARCH"
    )
    samples: int = whole(
        "compare the graph with the compiled loop on N random inputs", "N", 100, low=0
    )
    seed: int = seed()
    json: bool = json_flag()
    out: str | None = out_file("the graph, as JSON")


QUESTION = Question(
    name="dfg",
    about="Write an innermost loop of C, or of LLVM's text, as a dataflow graph. The graph is run"
    " against the compiled loop first.",
    inputs=(Input("file", "FILE", "LLVM's text: .ll; or C, where clang or ziglang is installed"),),
    options=DfgOptions,
    codes="exit codes: 0 done, 1 the graph and the compiled loop differ, 10 written, but no run"
    " could be compared, 2 usage or input error",
)


def run(inputs: Mapping[str, object], options: DfgOptions) -> int:
    """Describe a loop, and write its graph; return the exit code. Raises `InputError`."""
    from pathlib import Path

    from models.errors import InputError
    from models.formats.native_json import dfg_to_json
    from models.formats.text_files import write_text
    from programs.llvm.compiler import words_for_clang
    from programs.llvm.isolated import loop_of

    if options.out is not None and Path(options.out).suffix not in ("", ".json"):
        raise InputError("the graph is written as JSON: name a .json file", options.out)
    if options.as_written and options.passes:
        raise InputError("--as-written takes no pass: give -O or --as-written, not both")
    if options.unroll == "auto" and options.arch is None:
        raise InputError("--unroll auto needs an array: --arch ARCH")
    found = loop_of(
        str(inputs["file"]),
        options.function,
        options.loop,
        words_for_clang(options.defines, options.include, options.flag),
        options.assume == "restrict",
        options.samples,
        options.seed,
        () if options.as_written else options.passes or ALL,
        lambda graph, said: _unrolled(graph, options, said),
        options.without,
        _units(options),
    )
    report = found.report
    lines = _told(found) + found.said
    code = 0
    if options.samples:
        lines += _compared(report, options.samples)
        if report.whole is not None:
            lines += _whole(report.whole, options.samples)
        if report.difference or (report.whole is not None and report.whole.difference):
            code = DIFFERENT
        elif not report.compared:
            code = UNTESTED
    if options.out is not None and code != DIFFERENT:
        write_text(options.out, dfg_to_json(found.dfg))
    print(dfg_to_json(found.dfg) if options.json else "\n".join(lines))
    return code


def _units(options: DfgOptions) -> tuple[str, ...]:
    """Return what the memory units of the array do beside loads and stores."""
    from programs.rewrites.memory_units import units_of
    from solvers.questions.inputs import read_array
    from solvers.questions.shared_options import ArrayOptions

    return () if options.arch is None else units_of(read_array(options.arch, ArrayOptions()))


def _unrolled(graph: LoopGraph, options: DfgOptions, said: list[str]) -> LoopGraph:
    """Return the graph of some iterations at a time; add a line on the choice to `said`."""
    from programs.rewrites.unrolled import throughput, unrolled
    from solvers.questions.inputs import read_array
    from solvers.questions.shared_options import ArrayOptions

    if options.unroll != "auto":
        return unrolled(graph, int(options.unroll))
    found = throughput(graph, read_array(options.arch, ArrayOptions(), graph.dfg))
    best = min(found, key=lambda k: (found[k], k))
    each = ", ".join(f"{k}: {found[k]:.3g}" for k in found)
    said.append(f"unrolled {best} times: bounds on the II per iteration by arithmetic: {each}")
    return unrolled(graph, best)


def _compared(report: Report, trials: int) -> list[str]:
    """Return the report on the runs of a graph and of the compiled loop."""
    from programs.llvm.comparison import COMPARED, DIFFERENT, LONG, UNDEFINED

    if report.untested:
        return [f"the graph is untested: {report.untested}"]
    line = _counts(report.verdicts, (*COMPARED, DIFFERENT))
    lines = [f"compared with the compiled loop on {trials} random inputs: {line}"]
    if report.verdicts[LONG]:
        lines.append(f"{LONG}: both were stopped after {report.most} iterations")
    if report.difference:
        lines.append(f"different: {report.difference}")
    elif not report.compared:
        lines.append("no run could be compared: the graph is untested")
        if report.verdicts[UNDEFINED] == trials:
            way = "--flag=-fwrapv, or text of clang -fwrapv, lets sums and products wrap around"
            lines.append(f"all runs are undefined in C: {way}")
    return lines


def _whole(checked: Checked, trials: int) -> list[str]:
    """Return the report on the runs of a function after LLVM's passes and of that of the text."""
    if checked.untested:
        return [f"LLVM's passes are untested: {checked.untested}"]
    line = _counts(checked.verdicts, ("same", "different"))
    lines = [f"its function after LLVM's passes, and as written, on {trials} random inputs: {line}"]
    return lines + ([f"different: {checked.difference}"] if checked.difference else [])


def _counts(verdicts: Counter[str], compared: tuple[str, ...]) -> str:
    """Return the numbers of runs by outcome, those that were compared first."""
    from programs.llvm.trials import AGAIN

    parts = {verdict: f"{verdict} {n}" for verdict, n in sorted(verdicts.items()) if n}
    said = [part for verdict, part in parts.items() if verdict in compared]
    none = [part for verdict, part in parts.items() if verdict not in (*compared, AGAIN)]
    again = f"; {verdicts[AGAIN]} {AGAIN}, of smaller numbers" if verdicts[AGAIN] else ""
    return (
        "; not comparable: ".join(", ".join(each) for each in (said or ["none"], none) if each)
        + again
    )


def _told(graph: Found) -> list[str]:
    """Return the description of a graph, and of the facts that it does not contain."""
    dfg = graph.dfg
    lines = [
        f"{dfg.name}: {len(dfg.operations)} operations, {len(dfg.inputs)} inputs,"
        f" {len(dfg.results)} results, {len(dfg.order)} order edges"
    ]
    if graph.written is not None:
        lines.append(_smaller(graph.written, dfg, graph.copies))
    if graph.assumed:
        from programs.llvm.memory import EVEN_SO

        shown = "; ".join(graph.assumed[:4]) + "; …" * (len(graph.assumed) > 4)
        covered = any(not pair.endswith(EVEN_SO) for pair in graph.assumed)
        more = " (--assume restrict if different pointers never do)" if covered else ""
        lines.append(f"may use the same address: {shown}{more}")
    lines += [
        f"initial value: {one.value} is {first}, {distance} iterations before the first"
        for one in dfg.initial
        for distance, first in enumerate(one.numbers, 1)
        if isinstance(first, str)
    ]
    lines += [f"before the loop: {one.input} = {one.formula}" for one in dfg.before]
    places = {one.operation: one.line for one in dfg.lines}
    lines += [
        f"leaves the loop at {name}: {places.get(name) or f'{a} to {b}'}"
        for name, (a, b) in graph.exits.items()
    ]
    return lines


def _smaller(written: tuple[int, int], dfg: Dfg, copies: int) -> str:
    """Return what passes have made of the graph as written."""
    from programs.rewrites.passes import said

    now = [each.operator.startswith(("load", "store")) for each in dfg.operations]
    what = said(dfg)
    return (
        f"as written {written[0]} operations ({written[1]} loads and stores), now {len(now)}"
        f" ({sum(now)})"
        + f" in {copies} iterations, each with its exits" * (copies > 1)
        + f": {what}" * bool(what)
    )


main = command(QUESTION, run)

if __name__ == "__main__":
    sys.exit(main())
