"""Common parts of the reports of several questions, such as lines on register files."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Collection, Iterable

from models.data.architecture import Architecture
from models.data.certificate import RegisterFiles
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.judge.checker_operations import repeated
from models.register_files.files import files_by_kind, files_shown
from shell.command import show
from solvers.search.answer import Reached
from views.html.verdict import Fact

ROOM = 8
"""Lines of a terminal beside a table: its own title and legend, the verdict and a prompt."""


FREEDOM = {
    "none": "",
    "enumerate": " with reassociation",
    "xbtree": " with any tree for every sum",
    "select": " with any tree for every sum",
    "chain": " with any chain for every sum",
}
"""The words of a verdict on the order of operations, by transformation."""


def rewritten(rewrites: Collection[str]) -> Fact:
    """Return the fact for a page which problem is mapped."""
    return "mapped problem", ", ".join(rewrites) or "as written"


def told_facts(*pairs: tuple[str, str | None]) -> list[Fact]:
    """Return the facts that have a text."""
    return [(label, text) for label, text in pairs if text is not None]


SHOWN = 8
"""Operations that a line names."""


def repeated_line(problem: Problem, mapping: Mapping | None) -> str | None:
    """Return a line on the operations that are issued more than once per iteration, if any are."""
    return again_line({} if mapping is None else repeated(problem.dfg, mapping))


def again_line(found: dict[str, int]) -> str | None:
    """Return the line for operations by name with the number of their issues, None for none."""
    if not found:
        return None
    listed = ", ".join(f"{name} ×{times}" for name, times in list(found.items())[:SHOWN])
    return f"issued more than once: {listed}" + (", …" if len(found) > SHOWN else "")


def told_recompute(recompute: bool) -> str:
    """Return the `recompute` option as it is written."""
    return "on" if recompute else "off"


def repeated_record(problem: Problem, mapping: Mapping | None) -> dict[str, object]:
    """Return for JSON the `recompute` option, and the issues of each repeated operation."""
    return {
        "recompute": told_recompute(problem.recompute),
        "issued_again": {} if mapping is None else repeated(problem.dfg, mapping),
    }


def repeated_facts(problem: Problem, mapping: Mapping | None) -> list[Fact]:
    """Return the same facts for a page."""
    line = repeated_line(problem, mapping)
    return [] if line is None else [("issued more than once", line.partition(": ")[2])]


def draw_schedule(path: str, problem: Problem, mapping: Mapping) -> None:
    """Draw a mapping over time, as SVG or PDF by the ending of `path`. Raises `InputError`."""
    # Drawing is loaded by those who draw: small questions end in less time than it takes.
    from views.mapping.svg import mapping_svg
    from views.pictures import write_picture

    write_picture(path, mapping_svg(problem, mapping))


def show_schedule(
    problem: Problem, mapping: Mapping | None, words: str, *, asked: bool, whole: bool = False
) -> None:
    """Print a schedule as a table, where it is `asked` for or fits the terminal; a `whole` one has
    every component and cycle, however wide it is.

    The `words` of the answer follow, so that they remain on the screen.
    """
    in_terminal = sys.stdout is not None and sys.stdout.isatty()
    if mapping is None or not (asked or whole or in_terminal):
        return
    from views.mapping.sources import sources_text
    from views.mapping.table import mapping_table, mapping_text

    sources = sources_text(problem, mapping)
    if in_terminal and not whole:
        from rich.console import Console

        table, size = mapping_table(problem, mapping), shutil.get_terminal_size()
        if not asked and not table.fits(size.columns, size.lines - ROOM):
            return
        print()
        Console().print(table)
        print()
    else:
        show("\n" + mapping_text(problem, mapping, width=None if whole else PAGE_WIDTH))
    if sources:
        show(sources)
    show(words)


PAGE_WIDTH = 120
"""Letters of a line, where there is no terminal."""
MEANINGS = {
    "moves": "a value may go to another register of its file in any cycle",
    "static": "a value keeps its address",
    "rotating": "registers are renamed in every round",
    "unroll": "a value keeps its address in a kernel of several rounds",
}


def under_constraints(problem: Problem) -> str:
    """Return `, under N constraints`, or nothing."""
    count = len(problem.constraints)
    return f", under {count} constraint{'s'[: count > 1]}" if count else ""


def constraints_record(problem: Problem, reached: Iterable[Reached]) -> dict[str, object]:
    """Return the names of the user's constraints, and objectives, where there are any."""
    names = [each.name for each in problem.constraints]
    objectives = [each.record() for each in reached]
    found: dict[str, object] = {"constraints": names} if names else {}
    return found | ({"objectives": objectives} if objectives else {})


def objective_facts(reached: Iterable[Reached]) -> list[Fact]:
    """Return objectives for a page."""
    return [(each.name, str(each).partition(": ")[2]) for each in reached]


def files_line(arch: Architecture, kind: RegisterFiles) -> str | None:
    """Return a line on the register files that mappings need; None for counted registers."""
    if kind == "counted":
        return None
    shown = files_shown(arch, kind)
    return f"register files: {shown}" + (f" ({MEANINGS[kind]})" if kind in MEANINGS else "")


def files_record(arch: Architecture, kind: RegisterFiles) -> dict[str, object]:
    """Return the kind for JSON, and the components of each kind where these differ."""
    return {
        "register_files": kind,
        "files": files_by_kind(arch, "own") if kind == "own" else None,
    }
