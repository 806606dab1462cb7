from __future__ import annotations

from pathlib import Path

import pytest

from views.plots import drawing, legend_below, series

matplotlib = pytest.importorskip("matplotlib")
NAME = "a $x_1$ <&>"


def plot(path: Path) -> bytes:
    with drawing(str(path), 3.5, 2.5) as figure:
        axis, other = figure.subplots(2)
        axis.plot([1, 2], [3, 4], label=NAME, **series(0))
        other.plot([1, 2], [3, 4], label=NAME, **series(0))
        other.plot([1, 2], [4, 3], label="second", **series(1))
        axis.set_title(NAME)
        legend_below(figure, 2)
    return path.read_bytes()


@pytest.mark.oracle(keep=2)
@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_the_file_depends_on_the_data_only(ending: str, tmp_path: Path) -> None:
    first = plot(tmp_path / f"a.{ending}")
    before = dict(matplotlib.rcParams)
    with matplotlib.rc_context({"font.size": 30.0, "lines.linewidth": 9.0, "axes.grid": False}):
        assert plot(tmp_path / f"b.{ending}") == first
    assert dict(matplotlib.rcParams) == before


def test_text_stays_text_and_no_mathematics(tmp_path: Path) -> None:
    text = plot(tmp_path / "a.svg").decode()
    assert text.count("a $x_1$ &lt;&amp;&gt;") == 2  # the title, and one entry for both panels
    assert "<dc:date>" not in text and "second" in text
