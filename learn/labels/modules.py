"""The networks of labels as modules of PyTorch Geometric, for training and as reference.

`learn.labels.inference` computes the same with numpy alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import leaky_relu, rms_norm
from torch_geometric.data import HeteroData
from torch_geometric.nn import MLP, Linear, MessagePassing, MultiAggregation, SimpleConv
from torch_geometric.nn import global_mean_pool as mean_of

from learn.common.torch_use import remove_written
from learn.labels.graphs import FloatArray, Graphs, standardised
from learn.labels.network import (
    HIDDEN,
    LAYERS,
    LEAK,
    ROUNDS,
    TASKS,
    TILE_ROUNDS,
    TILE_WIDTH,
    TINY,
    WIDTH,
    Kind,
    Outputs,
)
from learn.labels.scales import Scales

RENAMED = {"heads.": "", ".lins.0": ".first", ".lins.1": ".second", ".lin": ""}
"""Parts of module names, and the corresponding parts in files of weights."""

READS = ("operation", "reads", "operation")
LEVEL = ("operation", "is level with", "operation")
NEAR = ("operation", "is near", "operation")
LINKS = ("tile", "links", "tile")
FITS = ("tile", "fits", "operator")


def data_of(graphs: Graphs, scales: Scales, kind: torch.dtype = torch.float32) -> HeteroData:
    """Return cases as the networks see them, as one graph of PyTorch Geometric."""

    def rows(values: FloatArray) -> Tensor:
        return torch.as_tensor(values, dtype=kind)

    x = standardised(graphs, scales)
    data = HeteroData(count=x.count)
    data["operation"].x = rows(x.node)
    data["operation"].asap = rows(x.asap)
    data["operation"].operator = torch.as_tensor(x.operator)
    data["operation"].batch = torch.as_tensor(x.graph)
    data[READS].edge_index = torch.as_tensor(x.reads)
    data[READS].edge_attr = rows(x.edge)
    data[LEVEL].edge_index = torch.as_tensor(x.related)
    data[LEVEL].edge_attr = rows(x.pair)
    if scales.tile.mean:
        data.whole = rows(x.whole)
        data["tile"].x = rows(x.tile)
        data["tile"].batch = torch.as_tensor(x.array)
        data[LINKS].edge_index = torch.as_tensor(x.links)
        data[FITS].edge_index = torch.as_tensor(x.able).flip(0)
        data["operator"].num_nodes = x.operators
    else:
        data[NEAR].edge_index = torch.as_tensor(x.neighbours)
        data[READS].factors = _factors(rows(graphs.edge), torch.as_tensor(x.touching))
    return data


def _factors(edge: Tensor, touching: Tensor) -> Tensor:
    """Return the factors of Eq. 5, see `learn.labels.inference.read_factors`."""
    pool = MultiAggregation(["mean", "sum", "max", "min"])
    below = pool(edge[touching[0]], touching[1], dim_size=len(edge), dim=0)
    return torch.where(below == 0, 1.0, 1 / torch.where(below == 0, 1.0, below))


def network_of(kind: Kind, widths: Sequence[int]) -> PaperNetwork | ArrayNetwork:
    """Return a network with random parameters, from torch's generator, for attributes of these
    widths.
    """
    network = PaperNetwork(*widths[:3]) if kind == "paper" else ArrayNetwork(*widths)
    remove_written()
    return network


class ScheduleOrder(MessagePassing):
    """A layer of Eqs. 1 and 2; the first takes the attributes instead of the changes around."""

    def __init__(self, layer: int, node: int) -> None:
        super().__init__(["mean", "max", "min"])
        self.first = layer == 0
        self.w1 = Linear(node if self.first else 3 * node, node)
        self.w3 = Linear(1 if self.first else node, node)
        self.w2 = Linear(node, 1 if layer == LAYERS - 1 else node)

    def forward(self, state: Tensor, change: Tensor, near: Tensor) -> tuple[Tensor, Tensor]:
        """Return the states of operations, and their changes."""
        change = self.w1(change if self.first else self.propagate(near, x=change))
        return self.w2(self.w3(state) + change), change


class PaperNetwork(nn.Module):
    """LISA's four networks, which share no parameters."""

    def __init__(self, node: int, edge: int, pair: int) -> None:
        super().__init__()
        self.order = nn.ModuleList(ScheduleOrder(layer, node) for layer in range(LAYERS))
        self.association = MLP([pair, pair, 1], norm=None)
        self.spatial = nn.ModuleDict(
            {"w1": Linear(edge, edge), "w2": Linear(edge, 1), "w3": Linear(edge, 4 * edge)}
        )
        self.temporal = MLP([edge, edge, 1], norm=None)

    def forward(self, data: Any) -> Outputs:
        """Return labels."""
        state, change = data["operation"].asap[:, None], data["operation"].x
        for layer in self.order:
            state, change = layer(state, change, data[NEAR].edge_index)
        reads = data[READS]
        # Eqs. 4 and 6.
        first = self.spatial["w1"](reads.edge_attr)
        weighted = (reads.factors * self.spatial["w3"](first)).sum(1)
        return Outputs(
            state[:, 0],
            self.association(data[LEVEL].edge_attr)[:, 0],
            self.spatial["w2"](first)[:, 0] + weighted,
            self.temporal(reads.edge_attr)[:, 0],
        )


class TileRound(MessagePassing):
    """Messages among tiles along links, in both directions."""

    def __init__(self) -> None:
        super().__init__("mean")
        self.lin = Linear(3 * TILE_WIDTH, TILE_WIDTH)

    def forward(self, state: Tensor, links: Tensor) -> Tensor:
        """Return the states of tiles after the round."""
        around = [self.propagate(way, x=state) for way in (links, links.flip(0))]
        return _normalised(state + _leaky(self.lin(torch.cat([state, *around], 1))))


class ReadConv(MessagePassing):
    """Messages along reads, or against them, with the attributes of reads."""

    def __init__(self, edge: int) -> None:
        super().__init__(["mean", "max"])
        self.lin = Linear(WIDTH + edge, WIDTH)

    def forward(self, state: Tensor, reads: Tensor, edge_attr: Tensor) -> Tensor:
        """Return the mean and the maximum of the messages to each operation."""
        found: Tensor = self.propagate(reads, x=state, edge_attr=edge_attr)
        return found

    def message(self, x_j: Tensor, edge_attr: Tensor) -> Tensor:
        """Return the messages."""
        return _leaky(self.lin(torch.cat([x_j, edge_attr], 1)))


class Round(nn.Module):
    """A round of messages among operations."""

    def __init__(self, edge: int) -> None:
        super().__init__()
        self.down, self.up = ReadConv(edge), ReadConv(edge)
        self.update_state = Linear(7 * WIDTH, WIDTH)

    def forward(self, state: Tensor, reads: Any, around: Tensor) -> Tensor:
        """Return the states of operations after the round, which read their case `around`."""
        down = self.down(state, reads.edge_index, reads.edge_attr)
        up = self.up(state, reads.edge_index.flip(0), reads.edge_attr)
        update = torch.cat([state, down, up, around], 1)
        return _normalised(state + _leaky(self.update_state(update)))


class ArrayNetwork(nn.Module):
    """The network for all arrays: the states of tiles and operations, and a head for each label."""

    def __init__(
        self, node: int, edge: int, pair: int, tile: int, whole: int, known: int = 0
    ) -> None:
        super().__init__()
        w, t = WIDTH, TILE_WIDTH
        self.tile = nn.ModuleDict({"enter": Linear(tile, t)})
        self.tile.update({str(n): TileRound() for n in range(TILE_ROUNDS)})
        self.whole, self.enter = Linear(whole + t, w), Linear(node + t + w, w)
        self.round = nn.ModuleList(Round(edge) for _ in range(ROUNDS))
        sizes = {
            "order": [3 * w, w, 2],
            "association": [4 * w + pair, w, 2],
            "spatial": [4 * w + edge, w, 2],
            "temporal": [4 * w + edge, w, 2],
        }
        if known:
            sizes |= {task: [3 * w + known, HIDDEN, 1] for task in TASKS}
        slope = {"negative_slope": LEAK}
        self.heads = nn.ModuleDict(
            {
                name: MLP(size, norm=None, act="leaky_relu", act_kwargs=slope)
                for name, size in sizes.items()
            }
        )
        self.query, self.key = Linear(3 * w, t), Linear(t, t)
        self.fitting = SimpleConv("mean")

    def forward(self, data: Any) -> Outputs:
        """Return labels with their scales, and the queries and keys of operations and tiles."""
        state, tiles, whole = self.encoded(data)
        graph, (source, target) = data["operation"].batch, data[READS].edge_index
        around = torch.cat([mean_of(state, graph, data.count), whole], 1)[graph]
        a, b = data[LEVEL].edge_index
        both = [state[a] + state[b], (state[a] - state[b]).abs(), around[a], data[LEVEL].edge_attr]
        ends = [state[source], state[target], around[source], data[READS].edge_attr]
        own = torch.cat([state, around], 1)
        median, scales = {}, []
        for name, rows in {
            "order": own,
            "association": torch.cat(both, 1),
            "spatial": torch.cat(ends, 1),
            "temporal": torch.cat(ends, 1),
        }.items():
            head: Any = self.heads[name]
            found, hidden = head(rows, return_emb=True)
            median[name] = found[:, 0]
            # The loss of the scale does not train the layers below the median.
            scales.append(head.lins[-1](hidden.detach())[:, 1])
        median["order"] = data["operation"].asap + median["order"]
        return Outputs(**median, scales=tuple(scales), query=self.query(own), key=self.key(tiles))

    def intervals(self, data: Any, known: Tensor) -> dict[str, Tensor]:
        """Return [cases] for each task of IIs, with the features `known` [cases, .]."""
        state, _, whole = self.encoded(data)
        pool = MultiAggregation(["mean", "max"])
        pooled = pool(state, data["operation"].batch, dim_size=data.count, dim=0)
        rows = torch.cat([pooled, whole, known], 1)
        return {task: self.heads[task](rows)[:, 0] for task in TASKS}

    def encoded(self, data: Any) -> tuple[Tensor, Tensor, Tensor]:
        """Return the states of operations, tiles and cases."""
        operations, reads, graph = data["operation"], data[READS], data["operation"].batch
        tiles = _leaky(self.tile["enter"](data["tile"].x))
        for n in range(TILE_ROUNDS):
            tiles = self.tile[str(n)](tiles, data[LINKS].edge_index)
        mean = mean_of(tiles, data["tile"].batch, data.count)
        whole = _leaky(self.whole(torch.cat([data.whole, mean], 1)))
        size = (len(tiles), data["operator"].num_nodes)
        fitting = self.fitting((tiles, None), data[FITS].edge_index, size=size)
        enter = [operations.x, fitting[operations.operator], whole[graph]]
        state = _leaky(self.enter(torch.cat(enter, 1)))
        for layer in self.round:
            mean = mean_of(state, graph, data.count)
            state = layer(state, reads, torch.cat([mean, whole], 1)[graph])
        return state, tiles, whole


def _leaky(rows: Tensor) -> Tensor:
    return leaky_relu(rows, LEAK)


def _normalised(rows: Tensor) -> Tensor:
    """Return rows of mean square 1, so that no round makes them grow."""
    return rms_norm(rows, rows.shape[1:], eps=TINY)


def linears_of(network: nn.Module) -> dict[str, Linear]:
    """Return the affine maps by the names that files of weights give them."""
    found = {}
    for path, module in network.named_modules():
        if isinstance(module, Linear):
            for part, stored in RENAMED.items():
                path = path.replace(part, stored)
            found[path] = module
    return found


def arrays_of(network: nn.Module) -> dict[str, FloatArray]:
    """Return the parameters: each map is a matrix, its last column the bias."""
    return {
        name: torch.cat([one.weight, one.bias[:, None]], 1).detach().double().numpy()
        for name, one in linears_of(network).items()
    }


def load_arrays(network: nn.Module, arrays: Mapping[str, FloatArray]) -> None:
    """Let a network have the parameters of a file of weights."""
    with torch.no_grad():
        for name, linear in linears_of(network).items():
            matrix = torch.from_numpy(arrays[name])
            linear.weight.copy_(matrix[:, :-1])
            linear.bias.copy_(matrix[:, -1])
