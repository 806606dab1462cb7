"""Tests that whole jobs of users end as they did: exit codes, answers, and figures for papers."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.system.jobs import FOLDER, JOBS, lacks, transcript

pytestmark = pytest.mark.guests

POINTS = 72
"""Points of an inch."""
LEAST = 6.0
"""The smallest text of a figure, in points."""
WIDE = 3.3
"""Inches of a column."""


@pytest.mark.process
@pytest.mark.parametrize("name", JOBS)
def test_a_job_ends_as_it_did(name: str, tmp_path: Path) -> None:
    """Tests the transcript beside the script; `make accept` writes it anew."""
    if missing := lacks(name):
        pytest.skip(f"there is no {missing[0]}")
    told = transcript(name, tmp_path)
    assert told == (FOLDER / name).with_suffix(".txt").read_text()
    assert "Traceback" not in told and "time limit" not in told
    for figure in tmp_path.glob("*.svg" if name == "figure.sh" else "no figure"):
        wide, text = sizes(figure)
        assert wide == pytest.approx(WIDE, abs=0.01) and text >= LEAST, figure.name
    for figure in tmp_path.glob("*.pdf"):
        box = re.search(rb"/MediaBox \[ *0 0 ([\d.]+)", figure.read_bytes())
        assert box is not None and float(box[1]) == pytest.approx(WIDE * POINTS, abs=0.5)


def sizes(figure: Path) -> tuple[float, float]:
    """Return the width of an SVG in inches, and its smallest text in points."""
    root = ElementTree.parse(figure).getroot()
    width = root.get("width", "")
    inches = float(width.removesuffix("in")) if width.endswith("in") else float(width) / 96
    scale = inches * POINTS / float(root.get("viewBox", f"0 0 {width}").split()[2])
    texts = [float(one.get("font-size", "inf")) for one in root.iter() if one.text]
    return inches, min(texts, default=0.0) * scale
