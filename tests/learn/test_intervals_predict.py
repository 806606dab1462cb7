"""Intervals by PT-Map's network: never below a bound, and an error where nothing maps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archs.presets import architecture_preset
from heuristics.intervals.facts import Fitted
from learn.intervals import IntervalPredictor
from learn.intervals.network import Variant
from learn.intervals.predict import decided, raw_outputs, softplus
from learn.intervals.weights import checked, load_weights
from models.data.dfg import Dfg, Operation
from models.errors import InfeasibleError, InputError
from models.semantics.opcodes import operator_of
from tests.learn.interval_samples import SMALL, body, pair, parameters, weights

S4 = architecture_preset("s4:3x3")


@settings(deadline=None)
@given(
    st.floats(-9, 9), st.floats(-9, 9), st.floats(-99, 99), st.integers(1, 9), st.integers(0, 30)
)
def test_nothing_is_predicted_below_its_bound(
    equal: float, residual: float, filling: float, mii: int, path: int
) -> None:
    found = {"equal": equal, "residual": residual, "filling": filling}
    ii, fill = decided(found, mii, max(0, path - mii), path)
    assert ii >= mii
    # Odds of 1 or less never suffice; those of 1 + r / m do.
    assert ii == mii or equal < 0
    assert (ii == mii) == (-equal <= np.log1p(max(1, round(softplus(residual))) / mii))
    assert fill >= max(0, path - ii)


def test_single_predictions_are_those_of_batches() -> None:
    predictor = IntervalPredictor(weights())
    for seed in range(3):
        dfg = body(seed)
        found = {t: float(x[0]) for t, x in raw_outputs(weights(), [pair(dfg, "s4:3x3")]).items()}
        facts = Fitted(S4).facts(dfg)
        wanted = decided(found, facts.mii, facts.filling, facts.critical_path)
        assert predictor(dfg, S4) == predictor(dfg, S4) == wanted


def test_networks_that_predict_cycles_alone_predict_no_intervals() -> None:
    with pytest.raises(InputError, match="cycles alone"):
        IntervalPredictor(weights(Variant(width=16, forms=4, hidden=8, direct=True)))


@pytest.mark.parametrize("content", [b"", b"nothing", b"PK\x05\x06" + b"\0" * 18])
def test_other_files_are_no_weights(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "w.npz"
    path.write_bytes(content)
    with pytest.raises(InputError, match="no file of interval weights"):
        load_weights(str(path))


def test_parameters_must_fit_their_variant() -> None:
    card = weights().card
    for change, message in (
        ({"equal.1.bias": np.zeros(2, dtype=np.float32)}, "must be float32 of"),
        ({"other": np.zeros(1, dtype=np.float32)}, "unknown parameter 'other'"),
        ({"equal.1.bias": np.full(1, np.nan, dtype=np.float32)}, "not finite"),
    ):
        with pytest.raises(InputError, match=message):
            checked(card, {**parameters(SMALL), **change}, "here")


def test_an_operator_that_nothing_executes_is_infeasible() -> None:
    dfg = Dfg("odd", (operator_of("sqrt", 0),), (), (Operation("a", "sqrt"),))
    with pytest.raises(InfeasibleError, match="sqrt"):
        IntervalPredictor(weights())(dfg, architecture_preset("hycube:2x2"))


def test_a_graph_without_operations_takes_nothing() -> None:
    assert IntervalPredictor(weights())(Dfg("none", (), (), ()), S4) == (1, 0)
