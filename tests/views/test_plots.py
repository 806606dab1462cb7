from __future__ import annotations

from pathlib import Path

import pytest

from models.errors import InputError
from views.plots import drawing, legend_below, require_plot, series

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


def test_what_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require_plot(None)
    for name, line in (("a.eps", "as .svg, .pdf or .png"), ("no/a.svg", "is not a directory")):
        with pytest.raises(InputError, match=line):
            require_plot(str(tmp_path / name))
    with pytest.raises(InputError, match="cannot write"):
        plot(tmp_path / "no" / "a.svg")
    monkeypatch.setattr("views.plots.find_spec", lambda name: None)
    with pytest.raises(InputError, match="needs matplotlib: pip install"):
        require_plot(str(tmp_path / "a.svg"))


@pytest.mark.oracle(keep=1)
@pytest.mark.parametrize("ending", ["svg", "pdf", "png"])
def test_a_plot_that_cannot_be_finished_leaves_the_old_one(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"a.{ending}"
    path.write_bytes(b"old")

    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        plot(path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {path.name: b"old"}


def test_text_stays_text_and_no_mathematics(tmp_path: Path) -> None:
    text = plot(tmp_path / "a.svg").decode()
    assert text.count("a $x_1$ &lt;&amp;&gt;") == 2  # the title, and one entry for both panels
    assert "<dc:date>" not in text and "second" in text


def test_what_is_raised_while_drawing_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), drawing(str(tmp_path / "a.svg"), 2, 2):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []
