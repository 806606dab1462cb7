"""A plot of a sweep: how many jobs each choice of options solves within how many seconds."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from models.errors import InputError
from models.text_files import require_place
from solvers.sweep.report import SOLVED, groups
from solvers.sweep.run import Swept


def require_plot(path: str) -> None:
    """Raise `InputError` before a long sweep where it could not be drawn."""
    if not path.endswith((".svg", ".png")):
        raise InputError("a plot is written as .svg or .png", path)
    if find_spec("matplotlib") is None:
        raise InputError("--plot needs matplotlib: pip install 'xyzmap[plots]'")
    require_place(path)


def write_plot(found: Swept, path: str) -> None:
    """Draw a staircase for each question and choice of options; solved is what is proven.

    Raises `InputError` when the file cannot be written.
    """
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(8, 5), layout="constrained")
    axis = figure.subplots()
    most = max((result.seconds for result in found.results.values()), default=1.0)
    for group in groups(found):
        times = sorted(result.seconds for result in group.results if result.status in SOLVED)
        steps = [0.0, *times, most]
        counts = [0, *range(1, len(times) + 1), len(times)]
        axis.step(steps, counts, where="post", label=f"{group.name} ({len(times)}/{group.jobs})")
    axis.set_xlabel("seconds of a job's whole process")
    axis.set_ylabel("jobs solved: proven optimal or infeasible")
    axis.yaxis.set_major_locator(MaxNLocator(integer=True))
    axis.grid(linewidth=0.3)
    if found.jobs:
        for text in axis.legend(fontsize="small").get_texts():
            text.set_parse_math(False)
    settings: Any = {"svg.hashsalt": "xyzmap", "svg.fonttype": "none"}
    try:
        with matplotlib.rc_context(settings):
            figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)
    except OSError as error:
        raise InputError(f"cannot write: {error.strerror}", path) from None
