"""Pictures of graphs, arrays and mappings for notebooks."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from models.data import pictures
from models.data.dfg import Dfg
from models.errors import InputError
from xyzmap import build_dfg, load_architecture, load_mapping, min_cycles

DFG = build_dfg("horner", {"m": ("mul", "x", "a"), "y": ("add", "m", "b")}, ["y"])


def texts(shown: Any) -> list[str]:
    root = ElementTree.fromstring(shown._repr_svg_())
    return ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]


def test_graphs_and_arrays_are_pictures() -> None:
    assert {"horner", "m", "y", "x"} <= {*texts(DFG)}
    assert {"pe_0_0", "pe_1_1", "extmem"} <= {*texts(load_architecture("mesh:2x2"))}


def test_mappings_are_pictures(tmp_path: Any) -> None:
    """Tests that a mapping shows its operations, with its problem and without."""
    mapped = min_cycles(DFG, "mesh:2x2", deterministic=True).mapping
    assert mapped is not None
    places = [issue.component for issue in mapped.mapping.issues]
    assert {"horner on mesh:2x2", "m", "y", *places} <= {*texts(mapped.mapping)}
    mapped.save(tmp_path / "m.json")
    again = load_mapping(tmp_path / "m.json", DFG, "mesh:2x2")
    read = json.loads((tmp_path / "m.json").read_text())
    assert load_mapping(read, DFG, "mesh:2x2").mapping == again.mapping
    with pytest.raises(InputError, match=r"^the mapping given: \$.horizon: "):
        load_mapping({**read, "horizon": object()}, DFG, "mesh:2x2")
    assert {"horner on mesh:2x2", *places} <= {*texts(again)}


def test_what_cannot_be_drawn_has_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests a graph with too many matches, an error elsewhere: it has no picture."""
    monkeypatch.setattr("xyzmap.notebook.dfg_svg", _refuse)
    assert DFG._repr_svg_() is None
    monkeypatch.setattr(pictures, "_draw", lambda data: None)
    assert load_architecture("mesh:2x2")._repr_svg_() is None


def _refuse(dfg: Dfg) -> str:
    raise InputError("too many matches")
