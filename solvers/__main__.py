"""`python -m solvers`: the solvers for `--solver`, what they can and lack, or the pipelines."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from shell.command import say
from shell.options import Options, flag, json_flag
from solvers.questions.ask import Question
from solvers.questions.command import command

if TYPE_CHECKING:
    from solvers.backends.backend import Backend

CAPABILITIES = ("decides", "proof", "native", "start", "objective")


@dataclass(frozen=True, kw_only=True)
class SolversOptions(Options):
    """How solvers are listed."""

    json: bool = json_flag()
    pipelines: bool = flag("list the pipelines of heuristics that min-ii --pipeline takes")


QUESTION = Question(
    name="solvers",
    about="List the solvers.",
    inputs=(),
    options=SolversOptions,
    codes="""
capabilities: decides (finds mappings and refutes; without it, only refutes), proof (refutations
leave a proof for `xyzmap verify`), native (at-most-K limits without encoding), start (takes a
mapping to start from), objective (minimises, with a bound)

pipelines: each has rounds of stages; a stage visits one II after the other, in the order named, and
gives turns to heuristics at each. Growing seconds double from round to round; patient ones also
grow in proportion to operations, beyond 40.
""",
)


def run(inputs: Mapping[str, object], options: SolversOptions) -> int:
    """List the solvers, or the pipelines; return the exit code."""
    from solvers.backends.registry import all_backends

    if options.pipelines:
        print(_pipelines(json=options.json), end="")
        return 0
    backends = all_backends(lambda line: say(f"solvers: {line}"))
    missing = {name: backend.missing({}) for name, backend in backends.items()}
    made = as_json if options.json else listing
    print(made(list(backends.values()), missing), end="")
    return 0


def _pipelines(*, json: bool) -> str:
    """Return the pipelines of heuristics as text, or as JSON."""
    from json import dumps

    from solvers.mappers.choices import listing
    from solvers.mappers.pipelines import PIPELINES

    if not json:
        return listing()
    listed = [asdict(pipeline) for pipeline in PIPELINES.values()]
    return dumps({"pipelines": listed}, indent=2, default=list) + "\n"


def as_json(backends: list[Backend], missing: dict[str, str | None]) -> str:
    """Return the solvers as JSON; `missing` is null for available solvers."""
    import json

    listed = [
        {
            "name": backend.name,
            "family": backend.family,
            "about": backend.about,
            "missing": missing[backend.name],
            "can": _capabilities(backend),
            "options": backend.options,
        }
        for backend in backends
    ]
    return json.dumps({"solvers": listed}, indent=2, ensure_ascii=False) + "\n"


def listing(backends: list[Backend], missing: dict[str, str | None]) -> str:
    """Return tables of all solvers, of their options, and of missing requirements."""
    rows = [["NAME", "FAMILY", "READY", "CAN", "ABOUT"]]
    options: list[list[str]] = []
    lacking: list[list[str]] = []
    for backend in backends:
        reason = missing[backend.name]
        can = " ".join(_capabilities(backend)) or "-"
        ready = "yes" if reason is None else "no"
        rows.append([backend.name, backend.family, ready, can, backend.about])
        options += [[f"{backend.name}:{key}=…", about] for key, about in backend.options.items()]
        if reason is not None:
            lacking.append([backend.name, reason])
    parts = [_aligned(rows)]
    if options:
        parts.append("options, separated by commas:\n" + _aligned(options, "  "))
    if lacking:
        parts.append("not ready:\n" + _aligned(lacking, "  "))
    return "\n".join(parts)


def _capabilities(backend: Backend) -> list[str]:
    return [name for name in CAPABILITIES if name in backend.can]


def _aligned(rows: list[list[str]], margin: str = "") -> str:
    """Return rows with columns two spaces apart; the last column has no padding."""
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]]
    lines = []
    for *cells, last in rows:
        padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
        lines.append(margin + "  ".join([*padded, last]) + "\n")
    return "".join(lines)


main = command(QUESTION, run)

if __name__ == "__main__":
    sys.exit(main())
