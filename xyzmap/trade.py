"""How small an array can be, for how many cycles."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from models.errors import InputError
from models.process.packages import require_package
from solvers.questions.trade_off.html import curve_html
from solvers.trade_off import as_json, begin, parser, status_of, table
from xyzmap.answers import Answer, plain
from xyzmap.asked import asked, listed, stopping, switch
from xyzmap.inputs import ArchLike, DfgLike, File, Numbers, Reordering, Tell, Words
from xyzmap.mapped import Rows
from xyzmap.pruned import inputs, weights

if TYPE_CHECKING:
    from solvers.questions.trade_off.curve import Curve


@dataclass(frozen=True, repr=False, eq=False)
class TradeOff(Answer):
    """The smallest array for each number of cycles, of contexts, or of cycles lost.

    There is no single `value`: every point is a row of `points`. The picture is the curve.
    """

    curve: Curve | None = field(default=None, compare=False)

    @property
    def points(self) -> Rows:
        """A row per point, from the fastest on: `status`, `counts`, `cost`, `bounds` and more."""
        return Rows(self.record["points"])

    @property
    def front(self) -> list[int]:
        """The points at which something is smaller than at every faster one."""
        return list(self.record["front"])

    def save(self, file: str | os.PathLike[str]) -> None:
        """Raise `InputError`: every point has mappings of its own, in `points`."""
        raise InputError("a curve has no mapping of its own; `points` has those of each point")

    def svg(self, file: str | os.PathLike[str] | None = None) -> str:
        """Return the curve as a picture; raises `InputError` where matplotlib is missing."""
        require_package("matplotlib", "a plot", "plots")
        from solvers.questions.trade_off.plot import write_plot

        assert self.curve is not None
        with tempfile.TemporaryDirectory(prefix="xyzmap-") as folder:
            path = Path(folder, "curve.svg")
            write_plot(self.curve, str(path))
            if file is not None:
                write_plot(self.curve, os.fspath(file))
            return path.read_text(encoding="utf-8")


def trade_off(
    dfgs: DfgLike | Sequence[DfgLike],
    arch: ArchLike,
    *,
    cycles: Numbers | None = None,
    contexts: Numbers | None = None,
    slack: Numbers | None = None,
    kernel_weights: Numbers | None = None,
    minimise: Words | None = None,
    cost: str | Mapping[str, float] | None = None,
    keep: Sequence[str] = (),
    transform: Reordering = "none",
    multi_node: bool = True,
    rules: File | None = None,
    solver: str | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    point_limit: float | None = None,
    memory_limit: int | None = None,
    resume: File | None = None,
    on_progress: Tell | None = None,
) -> TradeOff:
    """Return the smallest array for each of several numbers of cycles or contexts.

    `cycles`, `contexts` or `slack` is what is swept: several numbers, such as `range(8, 15)`.
    `kernel_weights` are those of slack, one for each kernel. The other keywords are the options of
    `solvers.trade_off`, limits in seconds and megabytes; `resume` is a file that keeps points.
    Raises `InputError` for whatever cannot be used, `TimeoutError` where the time is up before the
    search begins.
    """
    begun = time.perf_counter()
    options = asked(
        parser(),
        inputs(dfgs, arch),
        on_progress,
        cycles=listed(cycles),
        contexts=listed(contexts),
        slack=listed(slack),
        weights=listed(kernel_weights),
        minimise=listed(minimise),
        cost=weights(cost),
        keep=list(keep),
        transform=transform,
        multi_node=switch(multi_node),
        rules=rules,
        solver=solver,
        seed=seed,
        time_limit=time_limit,
        point_limit=point_limit,
        memory_limit=memory_limit,
        resume=resume,
    )
    with stopping(time_limit):
        sweep = begin(options, None if time_limit is None else begun + time_limit)
    try:
        sweep.run()
    except KeyboardInterrupt as stop:
        sweep.curve.stopped = str(stop) or "interrupted"
    curve = sweep.curve
    return TradeOff(
        "trade_off",
        status_of(curve),
        None,
        None,
        "",
        None,
        plain(as_json(curve, time.perf_counter() - begun)),
        table(curve),
        curve.stopped,
        report=lambda: curve_html(curve, status_of(curve)),
        curve=curve,
    )
