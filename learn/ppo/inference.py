"""The networks of `learn.ppo.network` in numpy, which predicts: importing torch takes seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from learn.ppo.observation import ObservationLayout
from learn.ppo.shape import FORBIDDEN, SEEN, Shape
from learn.ppo.tasks import Floats, Task

TINY = 1e-5
"""The summand of a variance in torch's LayerNorm."""

ONE_THREAD = 1 << 18
"""Multiplications up to which OpenBLAS computes a product on one thread: with more threads these
small products are several times slower where another process computes.
"""

Parameters = Mapping[str, Floats]
"""Parameters by the names of `Shape.parameters`."""


@dataclass(frozen=True)
class Network:
    """A trained network for the observations of one task; it has no critic."""

    shape: Shape
    layout: ObservationLayout
    parameters: Parameters
    task: Task
    _encoded: list[Floats] = field(default_factory=list, repr=False)

    def logits(self, vectors: Floats) -> Floats:
        """Return [batch, tiles · ii] for vectors [batch, length] of the layout.

        `FORBIDDEN` where the network rates only allowed slots, and one is not.
        """
        if self.shape.arch == "mlp":
            scale = np.ones(self.layout.length - 1, dtype=np.float32)
            scale[:2] = 1 / self.layout.nodes
            found = vectors[:, 1:] * scale
            for n in range(3):
                found = _relu(self._linear(f"body.{2 * n}", found))
            return self._linear("actor", found)
        size, parts = self.task.rules.size, self.layout.parts
        state, present = vectors[:, parts["state"]], vectors[:, 1].astype(np.int64)
        dynamic = self._part(vectors, "dynamic")[:, :size]
        h = self._nodes()
        nodes = np.concatenate((np.broadcast_to(h, (len(vectors), *h.shape)), dynamic), axis=2)
        own = h[present]
        asked = self._attention(np.concatenate((own, state), axis=1), nodes)
        slots = self._part(vectors, "slots")
        if self.shape.head == "flat":
            device = slots[:, :, SEEN].reshape(len(slots), -1)
            return self._linear("actor", self._context(asked, own, device, state))
        rated = np.ones(slots.shape[:2], dtype=bool) if self.shape.every else slots[:, :, 0] > 0
        row, place = rated.nonzero()
        looked = self._linear("rating.look", slots[row, place])
        context = self._context(asked, own, _means(_relu(looked), rated.sum(axis=1)), state)
        seen = _relu(looked + self._linear("rating.context", context)[row])
        found = np.full(rated.shape, FORBIDDEN, dtype=np.float32)
        inner = _relu(self._linear("rating.inner", seen))
        found[row, place] = self._linear("rating.out", inner)[:, 0]
        return found

    def _nodes(self) -> Floats:
        """Return [size, embedding], which no placement changes."""
        if not self._encoded:
            ways = []
            for matrix in (self.task.adjacency, self.task.adjacency.T):
                ways.append(matrix / np.maximum(matrix.sum(axis=1, keepdims=True), 1))
            h = _relu(self._linear("encoder.first", self.task.nodes))
            for n in range(self.shape.rounds):
                around = np.concatenate((h, *(way @ h for way in ways)), axis=1)
                h = h + _relu(self._linear(f"encoder.rounds.{n}", around))
                h = h - h.mean(axis=1, keepdims=True)
                h /= np.sqrt((h * h).mean(axis=1, keepdims=True) + TINY)
                norm = f"encoder.norms.{n}"
                h = h * self.parameters[f"{norm}.weight"] + self.parameters[f"{norm}.bias"]
            self._encoded.append(h)
        return self._encoded[0]

    def _attention(self, asking: Floats, nodes: Floats) -> Floats:
        """Return [batch, graph]: the attention of `asking` [batch, .] to `nodes` [batch, size, .].

        Keys and values are the nodes themselves.
        """
        batch, _, width = nodes.shape
        query = self._linear("attention.query", asking).reshape(batch, self.shape.attention, width)
        share = query @ nodes.transpose(0, 2, 1) / np.float32(width**0.5)
        share = np.exp(share - share.max(axis=2, keepdims=True))
        share /= share.sum(axis=2, keepdims=True)
        return _relu(self._linear("attention.out", (share @ nodes).reshape(batch, -1)))

    def _context(self, asked: Floats, own: Floats, device: Floats, state: Floats) -> Floats:
        for name in ("device.0", "device.2"):
            device = _relu(self._linear(name, device))
        found = np.concatenate((asked, own, device, state), axis=1)
        for name in ("trunk.0", "trunk.2"):
            found = _relu(self._linear(name, found))
        return found

    def _part(self, vectors: Floats, name: str) -> Floats:
        return vectors[:, self.layout.parts[name]].reshape(-1, *self.layout.shapes[name])

    def _linear(self, name: str, rows: Floats) -> Floats:
        weight = self.parameters[f"{name}.weight"].T
        step = max(1, ONE_THREAD // weight.size)
        parts = [rows[n : n + step] @ weight for n in range(0, len(rows), step)]
        found: Floats = np.concatenate(parts or [rows @ weight])
        found += self.parameters[f"{name}.bias"]
        return found


def _relu(rows: Floats) -> Floats:
    return np.maximum(rows, 0)


def _means(rows: Floats, counts: np.ndarray) -> Floats:
    """Return the means of the first `counts[0]` rows, the next `counts[1]`, …; 0 for no rows."""
    found = np.zeros((len(counts), rows.shape[1]), dtype=np.float32)
    some = counts > 0
    if some.any():
        first = (counts.cumsum() - counts)[some]
        found[some] = np.add.reduceat(rows, first) / counts[some][:, None]
    return found
