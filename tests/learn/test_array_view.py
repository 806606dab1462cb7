"""What the network sees of an array: nothing that depends on names or order."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from archs.presets import architecture_preset
from heuristics.labels.flow import Flow
from heuristics.labels.labels import NUMBERS
from learn.labels.array_view import CLASSES, TILE_ATTRIBUTES, array_view
from learn.labels.fit_attributes import NODE_FIT, fit_of
from learn.labels.predict import predict_labels
from models.data.architecture import Architecture, SharedIssue
from tests.learn.label_samples import EVERY, made_weights, problem_of, small_dfg

ARRAYS = ("lisa:3x3", "hycube:3x4", "adres:4x4", "lisa-systolic:3x3", "mesh:3x3,io=all")


def turned(arch: Architecture) -> Architecture:
    """The same array with its components and paths in reverse."""
    return msgspec.structs.replace(arch, components=arch.components[::-1], paths=arch.paths[::-1])


@pytest.mark.parametrize("spec", ["lisa:3x3,io=pads", "hycube:3x4,io=memory"])
def test_labels_are_the_same_on_a_mirrored_array(spec: str) -> None:
    weights, problem = made_weights("arrays", vocabulary=EVERY), problem_of(small_dfg(), spec)
    mirrored = msgspec.structs.replace(problem, arch=turned(problem.arch))
    one, other = predict_labels(problem, weights), predict_labels(mirrored, weights)
    for name in NUMBERS:
        assert np.allclose(getattr(one, name), getattr(other, name))
    assert one.unsuited is not None and other.unsuited is not None
    assert np.allclose(one.unsuited, other.unsuited[:, ::-1])


def test_how_a_graph_fits() -> None:
    """Tests that slots in use count what competes for the same tiles, at an interval."""
    flow, view = Flow.of(small_dfg()), array_view(architecture_preset("lisa-simple:2x2"))
    fits = [fit_of(flow, view, interval) for interval in (1, 2)]
    used = NODE_FIT.index("slots in use")
    assert fits[0].node[:, used].tolist() == [6 / 4] * 6
    assert fits[1].node[:, used].tolist() == [6 / 8] * 6
    assert fits[0].able.shape == (2, 4 * len(set(flow.operators)))
    carried = [edge.distance for edge in flow.edges]
    assert fits[1].edge[:, 0].tolist() == carried
    assert fits[1].edge[:, 1].tolist() == [2 * distance for distance in carried]


def test_what_nothing_executes_has_no_tiles() -> None:
    flow, view = Flow.of(small_dfg()), array_view(architecture_preset("hycube:2x2,memory=left"))
    fit = fit_of(flow, view, 1)
    shares = fit.node[:, NODE_FIT.index("tiles that execute it")]
    assert shares[flow.operators.index("load")] == 0.5
    none = msgspec.structs.replace(
        small_dfg(),
        operators=tuple(
            msgspec.structs.replace(row, name="odd" if row.name == "mul" else row.name)
            for row in small_dfg().operators
        ),
        operations=tuple(
            msgspec.structs.replace(o, operator="odd" if o.operator == "mul" else o.operator)
            for o in small_dfg().operations
        ),
    )
    fit = fit_of(Flow.of(none), view, 1)
    assert np.isfinite(fit.node).all() and fit.node[1, 2] == 0


def test_tiles_of_a_mesh() -> None:
    view = array_view(architecture_preset("lisa:3x3,io=none"))
    assert view.size == 9
    names = {name: column for column, name in enumerate(TILE_ATTRIBUTES)}
    for kind in ("add", "mul", "load", "store", "const"):
        assert (view.tiles[:, CLASSES.index(kind)] == 1).all()
    assert sorted(view.tiles[:, names["links out"]].tolist()) == [2] * 4 + [3] * 4 + [4]
    assert view.tiles[:, names["largest distance"]].max() == 4
    assert np.allclose(view.tiles[:, names["registers"]], np.log2(1 + 4))
    assert view.links.shape == (2, 24)


def test_an_external_memory_is_not_seen() -> None:
    one, other = (array_view(architecture_preset(f"hycube:3x3{x}")) for x in ("", ",io=memory"))
    assert one.size == other.size == 9
    assert np.allclose(one.apart, other.apart)


def test_a_limit_that_the_external_memory_shares() -> None:
    arch = architecture_preset("mesh:2x2")
    limit = SharedIssue("bank", ("extmem", "pe_0_0", "pe_0_1"), ("mul",), 1)
    view = array_view(msgspec.structs.replace(arch, shared=(limit,)))
    assert view.rate("mul") == 3


def test_limits_that_components_share_count() -> None:
    view = array_view(architecture_preset("adres:4x4"))
    assert view.rate("load") == 4
    assert view.rate("add") == 16
    assert view.slots("load").sum() == 16
