"""Whole specs of the arrays of jobs, with the options that a preset gets because of the graph."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from models.errors import InputError
from shell.options import BadValueError, Options, options_of
from sweeps.choices import File, Option


class Specs:
    """Presets with the options that they get for graphs; each is made once."""

    def __init__(self, kind: type[Options], *, cut: bool) -> None:
        """`cut` is that of `read_array`."""
        self._kind, self._cut = kind, cut
        self._known: dict[tuple[str, Path, Any], str] = {}

    def whole(self, spec: str, graph: Path, options: Sequence[Option]) -> str:
        """Return the spec of a preset for a graph, which is read as the options of the job say.

        If the graph cannot be read, the spec is returned unchanged, and the job reports the fault.
        """
        with suppress(InputError):
            given = _given(self._kind, options)
            key = spec, graph, given
            if key not in self._known:
                self._known[key] = self._made(spec, graph, given)
            return self._known[key]
        return spec

    def _made(self, spec: str, graph: Path, given: Any) -> str:
        from archs.presets import suited
        from models.notes import note, noted
        from solvers.questions.inputs import needs_of, read_dfg

        # The job prints these notes itself.
        with noted():
            dfg = read_dfg(str(graph), given)
            needs = needs_of((dfg,), given.operators, cut=self._cut)
        return suited(spec, needs, note)


def _given(kind: type[Options], options: Sequence[Option]) -> Any:
    """Return the options that control the reading of a graph; files have paths of the sweep."""
    from solvers.questions.shared_options import GraphOptions

    known = options_of(kind)
    by_name = {one.name.replace("-", "_"): field for field, one in known.items()}
    fields = {field.name for field in dataclasses.fields(GraphOptions)}
    values: dict[str, Any] = {}
    for option in options:
        field = by_name.get(option.name.replace("-", "_"), "")
        if field in fields and option.words:
            word = option.words[0]
            text = str(word.path) if isinstance(word, File) else word
            try:
                values[field] = True if text is None else known[field].convert(text)
            except BadValueError as error:
                raise InputError(str(error)) from None
    return GraphOptions(**values)
