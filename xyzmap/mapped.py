"""A mapping together with its problem: to look at, judge, execute, draw and save."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping as Dictionary
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import msgspec

from models.data.dfg import Number
from models.data.mapping import Mapping
from models.data.problem import Problem
from models.text import n_cycles

if TYPE_CHECKING:
    from models.data.problem import Kind
    from models.judge.simulator import SimulationReport
    from views.html.verdict import Verdict

Row = dict[str, Any]


class Rows(list[Row]):
    """A list of rows of plain data; a notebook shows it as a table."""

    def _repr_html_(self) -> str:
        heads = list(dict.fromkeys(key for row in self for key in row))
        lines = [[_cell("th", head) for head in heads]]
        lines += [[_cell("td", row.get(head)) for head in heads] for row in self]
        return "<table>" + "".join(f"<tr>{''.join(line)}</tr>" for line in lines) + "</table>"


def _cell(kind: str, value: object) -> str:
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    return f"<{kind}>{escape('' if value is None else str(value))}</{kind}>"


@dataclass(frozen=True, repr=False, eq=False)
class Mapped:
    """A mapping of a graph onto an array.

    Cycles are those of one iteration, from 0; contexts are cycles modulo the initiation interval,
    None without pipelining. A notebook shows it as a picture.
    """

    problem: Problem
    mapping: Mapping

    @property
    def cycles(self) -> int:
        """The cycles that one iteration takes."""
        return self.mapping.horizon

    @property
    def ii(self) -> int | None:
        """The initiation interval: the number of contexts."""
        return self.mapping.contexts

    @property
    def title(self) -> str:
        """The graph, the array, and the number of cycles."""
        pace = "" if self.ii is None else f", II = {self.ii}"
        names = f"{self.mapping.dfg} on {self.mapping.architecture}"
        return f"{names}: {n_cycles(self.cycles)}{pace}"

    def operations(self) -> Rows:
        """The executed operations: a row per issue, by cycle and component.

        Keys: `operation`, `operator`, `component`, `cycle`, `context`.
        """
        dfg, own = self.problem.dfg, {o.name: o.operator for o in self.mapping.intermediates}
        rows = Rows()
        for issue in sorted(self.mapping.issues, key=lambda i: (i.cycle, i.component, i.operation)):
            if issue.performs is not None:
                operator = issue.performs.operator
            elif issue.operation in own:
                operator = own[issue.operation]
            else:
                operator = dfg.operation_by_name[issue.operation].operator
            row = {"operation": issue.operation, "operator": operator, "component": issue.component}
            rows.append(row | self._time(issue.cycle))
        return rows

    def routes(self) -> Rows:
        """The transfers of values over paths: a row per transfer, by cycle of arrival.

        Keys: `value`, `path`, `sources`, `targets`, `cycle`, `context`.
        """
        ways = self.problem.arch.path_by_name
        return Rows(
            {
                "value": sent.value,
                "path": sent.path,
                "sources": list(ways[sent.path].sources),
                "targets": list(ways[sent.path].targets),
                **self._time(sent.cycle),
            }
            for sent in sorted(self.mapping.transfers, key=lambda s: (s.cycle, s.path, s.value))
        )

    def registers(self) -> Rows:
        """The values held at the end of each cycle: a row per component and cycle.

        Keys: `component`, `values`, `cycle`, `context`. The external memory is left out.
        """
        held: dict[tuple[int, str], list[str]] = {}
        for item in self.mapping.holds:
            if item.component != self.problem.arch.external:
                held.setdefault((item.cycle, item.component), []).append(item.value)
        return Rows(
            {"component": component, "values": sorted(values), **self._time(cycle)}
            for (cycle, component), values in sorted(held.items())
        )

    def _time(self, cycle: int) -> Row:
        return {"cycle": cycle, "context": None if self.ii is None else cycle % self.ii}

    def check(self) -> list[str]:
        """Return the faults that the checker finds, a line each; none for a legal mapping."""
        from models.judge.checker import check

        return [str(violation) for violation in check(self.problem, self.mapping)]

    def simulate(
        self,
        iterations: int | None = None,
        seed: int = 0,
        inputs: Dictionary[str, Sequence[Number]] | None = None,
        register_files: Kind | None = None,
    ) -> SimulationReport:
        """Execute the mapping cycle by cycle, and compare with the graph.

        `inputs` gives every input a number per iteration, else they are random, from `seed`;
        `iterations` None: enough to fill the pipeline. With `register_files`, the configuration
        words for such files are executed as well, with words of 64 bits and random numbers. Raises
        `InputError` for other inputs, and for a mapping without such registers or hardware.
        """
        from models.judge.simulator import enough_iterations, simulate

        count = enough_iterations(self.mapping) if iterations is None else iterations
        report = simulate(self.problem, self.mapping, count, seed, inputs)
        if register_files is None or not report.ok:
            return report
        from shell.guests import library

        hardware = library("hardware")
        wrong = hardware.difference_of(self.problem, self.mapping, register_files, count, seed)
        if wrong is None:
            return report
        return msgspec.structs.replace(report, ok=False, first_difference=f"words: {wrong}")

    def configuration(self) -> Row:
        """The configuration of the hardware in every context, as from `hardware.configure --json`.

        Raises `InputError` for a mapping that is not legal.
        """
        from models.errors import InputError
        from shell.guests import library

        faults = self.check()
        if faults:
            raise InputError(f"not a legal mapping: {faults[0]}")
        made: Row = library("hardware").configuration_of(self.problem, self.mapping)
        return made

    def table(self, width: int = 100) -> str:
        """Return cycles against components as text of at most `width` characters a line."""
        from views.mapping.table import mapping_text

        return mapping_text(self.problem, self.mapping, width=width)

    def svg(self, file: str | os.PathLike[str] | None = None) -> str:
        """Return the schedule as an SVG picture; write it, too, where a file is named."""
        from views.mapping.svg import mapping_svg

        return drawn(mapping_svg(self.problem, self.mapping), file)

    def array_svg(self, file: str | os.PathLike[str] | None = None) -> str:
        """Return the array as an SVG picture, with how much of it is used."""
        from views.array.svg import array_svg

        arch = self.problem.arch
        return drawn(array_svg(arch, arch, [self.mapping]), file)

    def html(
        self, file: str | os.PathLike[str] | None = None, verdict: Verdict | None = None
    ) -> str:
        """Return the interactive report, one HTML page; `verdict` is its section on the proof."""
        from views.html.page import report_html
        from views.html.verdict import Verdict

        said = verdict or Verdict("mapping", self.title)
        return written(report_html(self.problem, self.mapping, said), file)

    def to_dict(self) -> Row:
        """Return the mapping as plain data, as its JSON file has it."""
        from models.formats.native_json import mapping_to_json

        plain: Row = json.loads(mapping_to_json(self.mapping))
        return plain

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the mapping as JSON, which `load_mapping` and the commands read."""
        from models.formats.native_json import mapping_to_json

        written(mapping_to_json(self.mapping), file)

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        return f"Mapped({self.title})"

    def _repr_svg_(self) -> str:
        return self.svg()


def written(text: str, file: str | os.PathLike[str] | None) -> str:
    """Return a text; write it first where a file is named. Raises `InputError`."""
    if file is not None:
        from models.formats.text_files import write_text

        write_text(os.fspath(file), text)
    return text


def drawn(svg: str, file: str | os.PathLike[str] | None) -> str:
    """Return a picture as SVG; write it first where a file is named, as its ending says:
    `.svg`, `.pdf` or `.png`.

    Raises `InputError`.
    """
    if file is not None:
        from views.pictures import write_picture

        write_picture(os.fspath(file), svg)
    return svg
