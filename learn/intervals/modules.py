"""The network of PT-Map as modules of PyTorch Geometric, for training and as reference.

`learn.intervals.network` computes the same with numpy alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch_geometric.data import HeteroData
from torch_geometric.nn import MLP, GATConv, GCNConv, global_mean_pool
from torch_geometric.nn.inits import glorot, zeros
from torch_geometric.utils import scatter, to_dense_batch

from learn.common.torch_use import remove_written
from learn.intervals.batches import Pair
from learn.intervals.features import CLASSES, Floats
from learn.intervals.network import HEADS, LAYERS, SLOPE, Variant

RENAMED = {
    "heads.": "",
    ".lins.": ".",
    ".lin.weight": ".weight",
    ".lin_edge.weight": ".edge",
    ".att_src": ".source",
    ".att_dst": ".target",
    ".att_edge": ".between",
    "align_bias": "align.bias",
    "align.program.weight": "align.program",
    "align.array.weight": "align.array",
    "known.program.weight": "known.program",
    "known.array.weight": "known.array",
}
"""Parts of parameter names, and the corresponding parts in files of weights."""


def pair_data(pair: Pair) -> HeteroData:
    """Return a graph on an array as data of PyTorch Geometric."""
    graph, array = pair.graph, pair.array
    executes = np.zeros((len(array.node), len(CLASSES)), dtype=np.float32)
    executes[array.units] = array.executes
    data = HeteroData(known=torch.from_numpy(pair.known)[None])
    data["operation"].x = torch.from_numpy(graph.node)
    data["operation"].kind = torch.from_numpy(graph.kind)
    data["operation", "joins", "operation"].edge_index = _ends(graph.source, graph.target)
    data["operation", "joins", "operation"].edge_attr = torch.from_numpy(graph.edge)
    data["tile"].x = torch.from_numpy(array.node)
    data["tile"].executes = torch.from_numpy(executes)
    data["tile", "joins", "tile"].edge_index = _ends(array.source, array.target)
    data["tile", "joins", "tile"].edge_weight = torch.from_numpy(array.weight)
    return data


def _ends(source: Any, target: Any) -> Tensor:
    return torch.from_numpy(np.stack((source, target)))


class EdgeGAT(GATConv):
    """Graph attention whose messages carry the attributes of edges, too."""

    def __init__(self, columns: int, width: int, edge: int) -> None:
        super().__init__(
            columns,
            width // HEADS,
            HEADS,
            negative_slope=SLOPE,
            add_self_loops=False,
            edge_dim=edge,
        )

    def forward(self, x: Tensor, edge_index: Tensor, edge_attr: Tensor) -> Tensor:
        """Return [n, width]."""
        found, (_, share) = super().forward(x, edge_index, edge_attr, return_attention_weights=True)
        carried = self.lin_edge(edge_attr).view(-1, self.heads, self.out_channels)
        carried = (share[:, :, None] * carried).flatten(1)
        return found + scatter(carried, edge_index[1], dim_size=len(x))


class IntervalNetwork(nn.Module):
    """A graph attention network, a graph convolution, their alignment, and a head per task."""

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self.variant = variant
        node, edge, part, pair = variant.widths
        width = variant.width
        self.program = nn.ModuleList(
            EdgeGAT(width if n else node, width, edge) for n in range(LAYERS)
        )
        self.array = nn.ModuleList(
            GCNConv(width if n else part, width, normalize=False) for n in range(LAYERS)
        )
        together = 2 * width + pair + variant.direct
        sides = ("program", "array")
        if variant.align:
            self.align = nn.ModuleDict({x: nn.Linear(width, width, bias=False) for x in sides})
            self.align_bias = nn.Parameter(torch.empty(variant.forms))
            together += variant.forms
            if pair:
                self.known = nn.ModuleDict({side: nn.Linear(pair, width) for side in sides})
        self.heads = nn.ModuleDict(
            {task: MLP([together, variant.hidden, 1], norm=None) for task in variant.tasks}
        )
        # Glorot and Bengio, 2010.
        for value in self.parameters():
            (glorot if value.ndim > 1 else zeros)(value)
        remove_written()

    def forward(
        self, data: Any, tasks: Iterable[str] = (), trips: Tensor | None = None
    ) -> dict[str, Tensor]:
        """Return one number per pair and task for a batch of `pair_data`.

        `trips` [B, 1] is the logarithm of iterations, for direct predictions alone.
        """
        variant = self.variant
        operations, tiles = data["operation"], data["tile"]
        node, edge, part, _ = variant.widths
        joins = data["operation", "joins", "operation"]
        operation, attributes = operations.x[:, :node], joins.edge_attr[:, :edge]
        for layer, attend in enumerate(self.program):
            new = attend(operation, joins.edge_index, attributes).relu()
            operation = operation + new if layer else new
        joins = data["tile", "joins", "tile"]
        tile = tiles.x[:, :part]
        for layer, convolve in enumerate(self.array):
            new = convolve(tile, joins.edge_index, joins.edge_weight).relu()
            tile = tile + new if layer else new
        means = {
            "program": global_mean_pool(operation, operations.batch, data.num_graphs),
            "array": global_mean_pool(tile, tiles.batch, data.num_graphs),
        }
        rest = [data.known] if variant.full else []
        if variant.align:
            if variant.full:
                means = {side: means[side] * self.known[side](data.known) for side in means}
            rest.append(self._aligned(data, operation, tile))
        if trips is not None and variant.direct:
            rest.append(trips)
        vector = torch.cat([*means.values(), *rest], dim=1)
        return {task: self.heads[task](vector)[:, 0] for task in tasks or variant.tasks}

    def _aligned(self, data: Any, operation: Tensor, tile: Tensor) -> Tensor:
        """Return [B, forms]: the mean over operations and units of rectified bilinear forms."""
        operations, tiles = data["operation"], data["tile"]
        kind = functional.one_hot(operations.kind, len(CLASSES)).to(tile.dtype)
        kind, _ = to_dense_batch(kind, operations.batch)
        executes, _ = to_dense_batch(tiles.executes, tiles.batch)
        left, _ = to_dense_batch(self.align["program"](operation), operations.batch)
        right, _ = to_dense_batch(self.align["array"](tile), tiles.batch)
        able = kind @ executes.transpose(1, 2)
        able = able / able.sum((1, 2), keepdim=True).clamp(min=1)
        left, right = (
            x.unflatten(2, (self.variant.forms, -1)).transpose(1, 2) for x in (left, right)
        )
        score = left @ right.transpose(2, 3) / left.shape[-1] ** 0.5
        score = (score + self.align_bias[:, None, None]).relu()
        return (score * able[:, None]).sum((2, 3))


def arrays_of(network: IntervalNetwork) -> dict[str, Floats]:
    """Return the parameters as files of weights have them: rows in, columns out."""
    shapes, found = network.variant.shapes(), {}
    for name, value in network.named_parameters():
        stored, numbers = _stored(name), value.detach().numpy()
        numbers = numbers.T if numbers.ndim == 2 else numbers.reshape(shapes[stored])
        found[stored] = numbers.copy()
    return {name: found[name] for name in shapes}


def load_arrays(network: IntervalNetwork, arrays: Mapping[str, Floats]) -> None:
    """Let a network have the parameters of a file of weights."""
    with torch.no_grad():
        for name, value in network.named_parameters():
            given = torch.from_numpy(arrays[_stored(name)])
            value.copy_(given.T if value.ndim == 2 else given.reshape(value.shape))


def _stored(name: str) -> str:
    for part, stored in RENAMED.items():
        name = name.replace(part, stored)
    return name
