"""Intervals by the network for all arrays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from archs.presets import architecture_preset
from heuristics.intervals.arrays import array_of, evaluated
from heuristics.intervals.facts import Fitted
from heuristics.intervals.programs import arrays_of
from heuristics.labels.arrays import fingerprint
from learn.intervals.accuracy import Guess, guesses
from learn.intervals.shared import (
    SharedPredictor,
    any_weights,
    guesses_of,
    interval_predictor,
    reached_of,
)
from learn.labels.network import TASKS
from learn.labels.scales import Scale
from learn.labels.weights import save_weights, shipped_weights
from models.data.dfg import Dfg, Operation
from models.errors import InfeasibleError, InputError
from models.semantics.opcodes import operator_of
from tests.learn.interval_samples import body, example
from tests.learn.label_samples import EVERY, made_samples, made_weights, needs_torch

WEIGHTS = made_weights("arrays", vocabulary=EVERY, intervals=True)
ARRAYS = ("s4:3x3", "hycube:3x3", "adres:4x4,io=none", "random:15")


@pytest.mark.parametrize("spec", ARRAYS)
def test_nothing_is_predicted_below_its_bound(spec: str) -> None:
    arch, predict = architecture_preset(spec), SharedPredictor(WEIGHTS)
    for seed in range(4):
        facts = Fitted(arch).facts(body(seed))
        ii, filling = predict(body(seed), arch)
        assert ii >= facts.mii
        assert filling >= max(0, facts.critical_path - ii)
        assert predict(body(seed), arch) == (ii, filling)


def test_many_are_predicted_as_one_by_one_is() -> None:
    examples = [example(seed, spec) for seed in range(3) for spec in ("s4:3x3", "s4:2x2")]
    predict = SharedPredictor(WEIGHTS)
    alone = [predict(one.dfg, one.fitted.arch) for one in examples]
    assert guesses_of(WEIGHTS, examples) == alone
    assert guesses(WEIGHTS, examples) == [Guess(*said) for said in alone]


def test_what_has_no_operations_or_cannot_be_executed() -> None:
    predict, arch = SharedPredictor(WEIGHTS), architecture_preset("hycube:2x2")
    assert predict(Dfg("none", (), (), ()), arch) == (1, 0)
    odd = Dfg("odd", (operator_of("sqrt", 0),), (), (Operation("a", "sqrt"),))
    with pytest.raises(InfeasibleError, match="sqrt"):
        predict(odd, arch)


def test_files_are_told_apart(tmp_path: Path) -> None:
    assert isinstance(interval_predictor(), SharedPredictor)
    assert any_weights() is shipped_weights()
    for weights, message in (
        (made_weights("arrays", vocabulary=EVERY), "predict no intervals; train them with"),
        (made_weights("paper", vocabulary=EVERY), "not for all"),
    ):
        path = str(tmp_path / "w.json")
        save_weights(weights, path)
        with pytest.raises(InputError, match=message):
            interval_predictor(path)
    for name, content in (("w.npz", b""), ("w.npz", b"PK"), ("w", b"PK")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(InputError, match="no file of interval weights"):
            interval_predictor(str(tmp_path / name))


@pytest.mark.parametrize("columns", [1, 3, 25, 27])
def test_weights_for_other_numbers_are_refused(columns: int) -> None:
    scales = msgspec.structs.replace(
        WEIGHTS.scales, known=Scale((0.0,) * columns, (1.0,) * columns)
    )
    parameters = dict(WEIGHTS.parameters)
    for task in TASKS:
        rows = parameters[f"{task}.first"]
        parameters[f"{task}.first"] = tuple(row[:144] + (0.0,) * (columns + 1) for row in rows)
    weights = msgspec.structs.replace(WEIGHTS, scales=scales, parameters=parameters)
    with pytest.raises(InputError, match="train again"):
        SharedPredictor(weights)(body(1), architecture_preset("s4:3x3"))


def test_weights_that_overflow_are_refused() -> None:
    huge = {
        name: tuple(tuple(1e200 * x for x in row) for row in matrix)
        for name, matrix in WEIGHTS.parameters.items()
    }
    weights = msgspec.structs.replace(WEIGHTS, parameters=huge)
    with pytest.raises(InputError, match="is not a number"):
        SharedPredictor(weights)(body(1), architecture_preset("s4:3x3"))


def test_arrays_of_programs_are_not_those_that_are_measured_on() -> None:
    """Tests that numbers are of one program each, and no array is one of PT-Map's evaluation.

    That of seed 948 would be one under another name.
    """
    found = [arrays_of(seed) for seed in (*range(500, 530), 948)]
    drawn = [name for names in found for name in names if name.startswith("random:")]
    assert len(drawn) == len(set(drawn)) == 62
    presets = {fingerprint(array_of(name)) for name in ("s4", "r4", "h6", "sl8")}
    assert evaluated("r4:4x4,registers=4") and not evaluated("r4:4x4,registers=2")
    for names in found:
        assert not {fingerprint(array_of(name)) for name in names} & presets


@pytest.mark.training
@needs_torch
def test_heads_learn_where_the_least_interval_is_missed() -> None:
    from learn.labels.fit import fit
    from learn.labels.parameters import TrainingOptions

    # Only one number tells apart those that miss it.
    examples = []
    for seed in range(12):
        one = example(seed, "s4:3x3", 2 * (seed % 2))
        known = one.pair.known.copy()
        known[-1] = 3 * (seed % 2)
        examples.append(replace(one, pair=replace(one.pair, known=known)))
    parameters = fit(
        made_samples(3),
        EVERY,
        WEIGHTS.scales,
        TrainingOptions(epochs=60, rate=0.01),
        lambda line: None,
        reached_of(examples),
    )
    made = msgspec.structs.replace(WEIGHTS, parameters=parameters)
    said = [ii - one.mii for (ii, _), one in zip(guesses_of(made, examples), examples, strict=True)]
    assert said == [0, 2] * 6
