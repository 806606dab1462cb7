"""The networks in PyTorch Geometric: those of LISA (Eqs. 1-7), and a wider one beside them.

Only training imports this module, and with it torch.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, NamedTuple

with warnings.catch_warnings():
    # PyTorch Geometric compiles scripts on import, which torch calls deprecated.
    warnings.simplefilter("ignore")
    import torch
    from torch import Tensor, nn
    from torch_geometric.nn import MessagePassing, global_mean_pool

from learn.labels.shapes import LAYERS, ROUNDS, WIDTH

if TYPE_CHECKING:
    from learn.labels.graphs import Graphs
    from learn.labels.shapes import Kind
    from learn.labels.weights import Matrix, Scales


class Batch(NamedTuple):
    """Flows as tensors: standardised attributes, and what `Graphs` says of their structure.

    `factors` is Eq. 5 for every read, a constant of the attributes as they are.
    """

    node: Tensor
    edge: Tensor
    pair: Tensor
    asap: Tensor
    reads: Tensor
    related: Tensor
    neighbours: Tensor
    graph: Tensor
    factors: Tensor
    graphs: int


def batch_of(graphs: Graphs, scales: Scales) -> Batch:
    """Return flows as tensors."""
    from learn.labels.graphs import scaled

    def real(values: object) -> Tensor:
        return torch.as_tensor(values, dtype=torch.float32)

    with torch.no_grad():
        factors = Factors()(real(graphs.edge), torch.as_tensor(graphs.touching))
    return Batch(
        node=real(scaled(graphs.node, scales.node)),
        edge=real(scaled(graphs.edge, scales.edge)),
        pair=real(scaled(graphs.pair, scales.pair)),
        asap=real(graphs.asap),
        reads=torch.as_tensor(graphs.reads),
        related=torch.as_tensor(graphs.related),
        neighbours=torch.as_tensor(graphs.neighbours),
        graph=torch.as_tensor(graphs.graph),
        factors=factors,
        graphs=graphs.count,
    )


class Factors(MessagePassing):
    """Eq. 5: one over the mean, sum, maximum and minimum of the attributes of the reads around.

    The reads around a read are all reads of the operations at its ends. Attributes are not
    standardised here. Most count things, but means, and differences of levels where a read is of a
    former iteration, can be small or negative; the factor is 1 where what it divides by is zero.
    """

    def __init__(self) -> None:
        super().__init__(aggr=["mean", "sum", "max", "min"])

    def forward(self, edge: Tensor, touching: Tensor) -> Tensor:
        """Return [edges, 4 * attributes]."""
        pooled = self.propagate(touching, x=edge)
        none = pooled == 0
        return torch.where(none, 1.0, 1 / torch.where(none, 1.0, pooled))

    def message(self, x_j: Tensor) -> Tensor:
        """Return the attributes of the other read."""
        return x_j


class OrderLayer(MessagePassing):
    """Eqs. 1 and 2; the first layer takes the attributes instead of the changes around it."""

    def __init__(self, width: int, first: bool, last: bool) -> None:
        super().__init__(aggr=["mean", "max", "min"])
        self.first = first
        self.w1 = nn.Linear(width if first else 3 * width, width)
        self.w3 = nn.Linear(1 if first else width, width)
        self.w2 = nn.Linear(width, 1 if last else width)

    def forward(self, state: Tensor, change: Tensor, neighbours: Tensor) -> tuple[Tensor, Tensor]:
        """Return h and m of the next layer."""
        pooled = change if self.first else self.propagate(neighbours, x=change)
        change = self.w1(pooled)
        return self.w2(self.w3(state) + change), change

    def message(self, x_j: Tensor) -> Tensor:
        """Return the change of the neighbour."""
        return x_j


class ScheduleOrder(nn.ModuleList):
    """The network of the schedule order: four layers, h starts as ASAP."""

    def __init__(self, width: int) -> None:
        super().__init__(OrderLayer(width, i == 0, i == LAYERS - 1) for i in range(LAYERS))

    def forward(self, batch: Batch) -> Tensor:
        """Return one number per operation."""
        state, change = batch.asap[:, None], batch.node
        for layer in self:
            state, change = layer(state, change, batch.neighbours)
        return state[:, 0]


class Mlp(nn.Module):
    """Eqs. 3 and 7: two maps with ReLU between them, and one number out."""

    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        self.first = nn.Linear(width, hidden)
        self.second = nn.Linear(hidden, 1)

    def forward(self, values: Tensor) -> Tensor:
        """Return one number per row."""
        return self.second(torch.relu(self.first(values)))[:, 0]


class SpatialDistance(nn.Module):
    """Eqs. 4 and 6."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.w1 = nn.Linear(width, width)
        self.w2 = nn.Linear(width, 1)
        self.w3 = nn.Linear(width, 4 * width)

    def forward(self, edge: Tensor, factors: Tensor) -> Tensor:
        """Return one number per read."""
        first = self.w1(edge)
        return self.w2(first)[:, 0] + (factors * self.w3(first)).sum(dim=1)


class PaperNetworks(nn.Module):
    """LISA's four networks, which share nothing."""

    def __init__(self, node: int, edge: int, pair: int) -> None:
        super().__init__()
        self.order = ScheduleOrder(node)
        self.association = Mlp(pair, pair)
        self.spatial = SpatialDistance(edge)
        self.temporal = Mlp(edge, edge)

    def forward(self, batch: Batch) -> tuple[Tensor, ...]:
        """Return order, association, spatial and temporal distance."""
        return (
            self.order(batch),
            self.association(batch.pair),
            self.spatial(batch.edge, batch.factors),
            self.temporal(batch.edge),
        )


class Round(MessagePassing):
    """One round of message passing, along the reads and against them, added to the state."""

    def __init__(self, edge: int) -> None:
        super().__init__(aggr=["mean", "max"])
        self.down = nn.Linear(WIDTH + edge, WIDTH)
        self.up = nn.Linear(WIDTH + edge, WIDTH)
        self.update_state = nn.Linear(6 * WIDTH, WIDTH)

    def forward(self, state: Tensor, batch: Batch) -> Tensor:
        """Return the next state of every operation."""
        size = (len(state), len(state))
        parts = [state]
        for map_, reads in ((self.down, batch.reads), (self.up, batch.reads.flip(0))):
            sent = torch.relu(map_(torch.cat([state[reads[0]], batch.edge], dim=1)))
            parts.append(self.propagate(reads, sent=sent, size=size))
        parts.append(global_mean_pool(state, batch.graph, batch.graphs)[batch.graph])
        return state + torch.relu(self.update_state(torch.cat(parts, dim=1)))

    def message(self, sent: Tensor) -> Tensor:
        """Return what was sent along every read."""
        return sent


class WideNetworks(nn.Module):
    """One trunk that passes messages both ways, and a head per label; order adds to ASAP."""

    def __init__(self, node: int, edge: int, pair: int) -> None:
        super().__init__()
        self.enter = nn.Linear(node, WIDTH)
        self.round = nn.ModuleList(Round(edge) for _ in range(ROUNDS))
        self.order = Mlp(2 * WIDTH, WIDTH)
        self.association = Mlp(3 * WIDTH + pair, WIDTH)
        self.spatial = Mlp(3 * WIDTH + edge, WIDTH)
        self.temporal = Mlp(3 * WIDTH + edge, WIDTH)

    def forward(self, batch: Batch) -> tuple[Tensor, ...]:
        """Return order, association, spatial and temporal distance."""
        state = torch.relu(self.enter(batch.node))
        for round_ in self.round:
            state = round_(state, batch)
        around = global_mean_pool(state, batch.graph, batch.graphs)[batch.graph]
        (a, b), (source, target) = batch.related, batch.reads
        both = [state[a] + state[b], (state[a] - state[b]).abs(), around[a], batch.pair]
        ends = torch.cat([state[source], state[target], around[source], batch.edge], dim=1)
        return (
            batch.asap + self.order(torch.cat([state, around], dim=1)),
            self.association(torch.cat(both, dim=1)),
            self.spatial(ends),
            self.temporal(ends),
        )


Networks = PaperNetworks | WideNetworks


def networks_of(kind: Kind, node: int, edge: int, pair: int) -> Networks:
    """Return untrained networks of one kind, for attributes of these widths."""
    return (PaperNetworks if kind == "paper" else WideNetworks)(node, edge, pair)


def start_at(networks: Networks, medians: list[float]) -> None:
    """Let the last bias of the last three networks start at a typical label.

    With small steps most of the training would go by until they got there. The schedule order
    starts at ASAP by itself.
    """
    spatial = networks.spatial
    last = spatial.w2 if isinstance(spatial, SpatialDistance) else spatial.second
    biases = (networks.association.second.bias, last.bias, networks.temporal.second.bias)
    with torch.no_grad():
        for bias, median in zip(biases, medians, strict=True):
            bias.fill_(median)


def matrices_of(networks: Networks) -> dict[str, Matrix]:
    """Return the parameters with five digits; each map is a matrix, its last column the bias."""
    found: dict[str, Matrix] = {}
    for name, part in networks.named_modules():
        if isinstance(part, nn.Linear):
            matrix = torch.cat([part.weight, part.bias[:, None]], dim=1).tolist()
            found[name] = tuple(tuple(float(f"{x:.5g}") for x in row) for row in matrix)
    return found


def set_matrices(networks: Networks, parameters: dict[str, Matrix]) -> None:
    """Give networks the parameters that `matrices_of` returned."""
    with torch.no_grad():
        for name, part in networks.named_modules():
            if isinstance(part, nn.Linear):
                matrix = torch.tensor(parameters[name], dtype=torch.float32)
                part.weight.copy_(matrix[:, :-1])
                part.bias.copy_(matrix[:, -1])
