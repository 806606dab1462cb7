"""Weights, samples and checkpoints: damaged files are read whole or refused, and run no code."""

from __future__ import annotations

import io
import os
import pickle
import zipfile
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from learn.intervals.weights import Card, Weights
from learn.intervals.weights import load_weights as load_intervals
from learn.intervals.weights import save_weights as save_intervals
from models.errors import InputError
from tests.fuzz.checks import fuzzed, read_or_refused
from tests.fuzz.mutation import near, trees
from tests.learn.interval_samples import SMALL

needs_torch = pytest.mark.skipif(find_spec("torch_geometric") is None, reason="no torch")


class _Evil:
    """What runs code where a pickle is loaded."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(_Evil.made),)

    made = Path()


def _archive(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, contents in members.items():
            archive.writestr(name, contents)
    return data.getvalue()


def _array(value: object, **more: bool) -> bytes:
    data = io.BytesIO()
    np.save(data, np.asarray(value), **more)
    return data.getvalue()


def _header(shape: str, kind: str = "<f4") -> bytes:
    """A .npy member that promises more than it has."""
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode()


def members_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@st.composite
def damaged_archives(draw: st.DrawFn, original: dict[str, bytes]) -> bytes:
    """Archives of arrays, damaged inside, as a whole, or in what members promise."""
    members = dict(original)
    name = draw(st.sampled_from(sorted(members)))
    odd = [_header("(10000000000000,)"), _header("(-1,)"), _header("(0,)"), _header("(2,)", "|O"),
           _header("()", "<U9"), _header("((),)"), _header("x" * 50), _array([1.0]), _array("a"),
           _array([[np.nan]]), b"", b"\x93NUMPY", b"\x80\x04."]  # fmt: skip
    how = draw(st.integers(0, 3))
    if how == 0:
        members[name] = draw(st.sampled_from(odd))
    elif how == 1:
        members[name] = draw(near([members[name][:400]]))
    elif how == 2:
        members[draw(st.sampled_from([f"../{name}", f"/{name}", "a/", "x", "x.npy"]))] = (
            members.pop(name)
        )
    method = draw(st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2]))
    data = bytearray(_archive(members, method))
    for _ in range(draw(st.integers(0, 3)) if how == 3 else 0):
        data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(data[: draw(st.integers(0, len(data)))] if draw(st.integers(0, 5)) == 0 else data)


def save_small_intervals(path: Path) -> None:
    shapes = {name: np.zeros(shape, np.float32) for name, shape in SMALL.shapes().items()}
    save_intervals(Weights(Card(SMALL, {}, {}, {}), shapes), str(path))


def save_small_policy(path: Path) -> None:
    from learn.ppo.observation import ObservationLayout
    from learn.ppo.shape import Shape
    from learn.ppo.weights import Card, save_parameters

    sizes = {"embedding": 2, "graph": 2, "rounds": 1, "attention": 1, "slot": 2, "hidden": 2}
    shape, layout = Shape(**sizes), ObservationLayout(8, 4, 3)
    zeros = {name: np.zeros(of, np.float32) for name, of in shape.parameters(layout).items()}
    save_parameters(zeros, Card(shape, 8, 4, 3), str(path))


def load_policy(path: str) -> object:
    from learn.ppo.weights import load_parameters

    return load_parameters(path)


WEIGHTS = {
    "interval": (save_small_intervals, load_intervals),
    "policy": (save_small_policy, load_policy),
}


@pytest.mark.parametrize("kind", ["policy", "interval"])
def test_archives(kind: str, tmp_path: Path) -> None:
    """Tests damaged ones, arrays of objects, which run no code, and huge members."""
    save, load = WEIGHTS[kind]
    path = tmp_path / "w.npz"
    save(path)
    load(str(path))
    original = members_of(path)

    @fuzzed(40)
    @given(damaged_archives(original))
    def check(data: bytes) -> None:
        path.write_bytes(data)
        read_or_refused(lambda: load(str(path)))

    check()
    _Evil.made = tmp_path / "made"
    name = next(name for name in original if name.endswith(".npy"))
    for bad, said in (
        (_array([_Evil()], allow_pickle=True), f"no file of {kind} weights"),
        (bytes(70 << 20), "unpacked larger than 64 MiB"),
    ):
        path.write_bytes(_archive({**original, name: bad}))
        with pytest.raises(InputError, match=said):
            load(str(path))
    assert not _Evil.made.exists()


def test_cards_of_policies(tmp_path: Path) -> None:
    save_small_policy(tmp_path / "policy.npz")
    card = [(tmp_path / "policy.json").read_bytes()]

    @fuzzed(30)
    @given(near(card) | trees(card))
    def check(data: bytes) -> None:
        (tmp_path / "policy.json").write_bytes(data)
        read_or_refused(lambda: load_policy(str(tmp_path / "policy.npz")))

    check()


@needs_torch
def test_checkpoints_run_no_code(tmp_path: Path) -> None:
    import torch

    from learn.ppo.runs import Run

    run = Run(tmp_path)
    _Evil.made = tmp_path / "made"
    for contents in (
        pickle.dumps(_Evil()),
        pickle.dumps({"network": 1}),
        b"",
        b"PK\x03\x04",
        _archive({"checkpoint/data.pkl": pickle.dumps(_Evil()), "checkpoint/version": b"3"}),
    ):
        (tmp_path / "checkpoint.pt").write_bytes(contents)
        with pytest.raises(InputError, match="is no checkpoint of this run"):
            run.restore(policy())
    torch.save({"network": _Evil()}, tmp_path / "checkpoint.pt")
    with pytest.raises(InputError, match="is no checkpoint of this run"):
        run.restore(policy())
    for state in ([], {"network": 3}, {"network": {}, "optimizer": {}, "done": 1}, None):
        torch.save(state, tmp_path / "checkpoint.pt")
        with pytest.raises(InputError, match="is no checkpoint of this run"):
            run.restore(policy())
    assert not _Evil.made.exists()


def policy() -> Any:
    """What a checkpoint is restored into, as far as that is looked at."""
    import torch

    network = torch.nn.Linear(1, 1)
    return SimpleNamespace(network=network, optimizer=torch.optim.SGD(network.parameters()))
