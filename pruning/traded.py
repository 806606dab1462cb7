"""The trade-off between size and cycles: the Python interface."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from models.errors import InputError
from pruning.pruned import inputs
from pruning.trade_off.curve import Curve
from pruning.trade_off.options import TradeOffOptions
from pruning.trade_off.plot import write_plot
from pruning.trade_off.question import QUESTION
from shell.packages import require_package
from xyzmap.ask import Answer, asked, told, with_keywords
from xyzmap.inputs import ArchLike, DfgLike, Tell
from xyzmap.mapped import Rows


@dataclass(frozen=True, repr=False, eq=False)
class TradeOff(Answer):
    """The smallest array for each number of cycles, of contexts, or of slack cycles.

    `value` is None; every point is a row of `points`. The picture is the curve.
    """

    curve: Curve | None = field(default=None, compare=False)

    @property
    def points(self) -> Rows:
        """A row per point, the fastest first: `status`, `counts`, `cost`, `bounds` and more."""
        return Rows(self.record["points"])

    @property
    def front(self) -> list[int]:
        """The indices of the Pareto-optimal points: smaller than every faster point."""
        return list(self.record["front"])

    def save(self, file: str | os.PathLike[str]) -> None:
        """Raise `InputError`: each point has separate mappings, in `points`."""
        raise InputError("a curve has no mapping of its own; `points` has those of each point")

    def svg(self, file: str | os.PathLike[str] | None = None) -> str:
        """Return the curve as SVG. Raises `InputError` if matplotlib is missing."""
        require_package("matplotlib", "a plot", "plots")
        assert self.curve is not None
        with tempfile.TemporaryDirectory(prefix="xyzmap-") as folder:
            path = Path(folder, "curve.svg")
            write_plot(self.curve, str(path))
            if file is not None:
                write_plot(self.curve, os.fspath(file))
            return path.read_text(encoding="utf-8")


@with_keywords(TradeOffOptions)
def trade_off(
    dfgs: DfgLike | Sequence[DfgLike],
    arch: ArchLike,
    options: TradeOffOptions | None = None,
    *,
    on_progress: Tell | None = None,
    **keywords: Any,
) -> TradeOff:
    """Return the smallest array for each of several numbers of cycles or contexts.

    The keywords are the fields of `TradeOffOptions`, which may be given instead. `cycles`,
    `contexts` or `slack` is swept: several numbers, such as `range(8, 15)`. Raises `InputError` for
    unusable input, `TimeoutError` if the time is up before the search begins.
    """
    chosen, answer = asked(QUESTION, {"inputs": inputs(dfgs, arch)}, options, keywords, on_progress)
    return TradeOff(**told(QUESTION, answer, chosen), curve=answer)
