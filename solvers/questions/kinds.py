"""Kinds of questions in sweeps: the command of each, and the members of its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from shell.options import Options

Numbers = tuple[int | None, int | None]


@dataclass(frozen=True)
class Kind:
    """One command: `python -m module` answers, `inputs` are keys of the TOML.

    `value` and its proven `bound` are members of its JSON; `numbers` computes both if they are not.
    If it `certifies`, it takes `--certificate`; if it `cuts`, it maps parts of its graphs, which
    load and store. If it makes `lines`, it takes `--out` instead of `--json`: training data, one
    sample per line; `first` and `always` are then words of every job.
    """

    module: str
    options: type[Options]
    inputs: tuple[str, ...]
    value: str
    bound: str | None
    numbers: Callable[[Mapping[str, Any]], Numbers] | None = None
    certifies: bool = False
    cuts: bool = False
    lines: bool = False
    first: tuple[str, ...] = ()
    always: tuple[str, ...] = ()


GRAPHS = ("dfgs", "architectures")
"""The inputs of a question about a graph on an array."""
