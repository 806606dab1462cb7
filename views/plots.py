"""The house's look for plots: matplotlib's settings, and files that depend on the data only.

Text stays text in SVG, and fonts are embedded as TrueType in PDF, as journals ask for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from models.errors import InputError
from models.formats.text_files import require_place, write_bytes
from views.style import DASHES, FAINT, FINE, GRID, LINE, MARKERS, POINTS, SERIES, SMALL, TEXT

ENDINGS = (".svg", ".pdf", ".png")
METADATA: dict[str, dict[str, object]] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
SETTINGS: dict[str, object] = {
    "axes.axisbelow": True,
    "axes.edgecolor": FAINT,
    "axes.grid": True,
    "axes.labelcolor": TEXT,
    "axes.labelsize": POINTS,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": POINTS,
    "figure.titlesize": POINTS,
    "font.family": ["DejaVu Sans"],
    "font.size": POINTS,
    "grid.color": GRID,
    "grid.linewidth": FINE,
    "legend.fontsize": SMALL,
    "legend.frameon": False,
    "legend.title_fontsize": SMALL,
    "lines.linewidth": LINE,
    "lines.markersize": 4.5,
    "pdf.fonttype": 42,
    "savefig.dpi": 200,
    "svg.fonttype": "none",
    "svg.hashsalt": "xyzmap",
    "text.color": TEXT,
    "text.parse_math": False,  # names come from users' files
    "xtick.color": FAINT,
    "xtick.labelcolor": TEXT,
    "xtick.labelsize": SMALL,
    "ytick.color": FAINT,
    "ytick.labelcolor": TEXT,
    "ytick.labelsize": SMALL,
}


def require_plot(path: str | None) -> None:
    """Raise `InputError` before long work if a requested plot could not be drawn.

    matplotlib is imported: that takes longer than a command has to write files once it is stopped.
    """
    if path is None:
        return
    if not path.lower().endswith(ENDINGS):
        raise InputError("a plot is written as .svg, .pdf or .png", path)
    if find_spec("matplotlib") is None:
        raise InputError("--plot needs matplotlib: pip install 'xyzmap[plots]'")
    require_place(path)
    import_module("matplotlib.figure")


@contextmanager
def drawing(path: str, width: float, height: float) -> Iterator[Any]:
    """Yield a figure of a size in inches to draw on; write it unless an exception is raised.

    The settings of the user's own matplotlib do not count. Raises `InputError` when the file cannot
    be written.
    """
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        parameters: Any = matplotlib.rcParams
        parameters.update(SETTINGS)
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        ending = path[path.rfind(".") :].lower()
        file = BytesIO()
        figure.savefig(file, format=ending[1:], metadata=METADATA.get(ending))
        write_bytes(path, file.getvalue())


def series(number: int) -> dict[str, Any]:
    """Return colour, marker and dashes of a line: any one of them distinguishes it."""
    return {
        "color": SERIES[number % len(SERIES)],
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": DASHES[number % len(DASHES)],
    }


def legend_below(figure: Any, columns: int) -> None:
    """Put one legend of all panels below them, where it does not cover data."""
    handles: dict[str, Any] = {}
    for axis in figure.axes:
        for handle, label in zip(*axis.get_legend_handles_labels(), strict=True):
            handles.setdefault(label, handle)
    if handles:
        figure.legend(handles.values(), handles, loc="outside lower center", ncols=columns)
