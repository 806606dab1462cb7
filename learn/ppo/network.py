"""Networks that read observations: a graph network with attention (§3.6, Fig. 4), and plain MLPs.

Modules of torch and PyTorch Geometric. Programs come as dense matrices, padded; the graph network
reads only parts that no placement changes, so it runs once for each graph of a batch, for any
number of its steps.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention
from torch_geometric.nn import MessagePassing
from torch_geometric.utils import dense_to_sparse, scatter, to_dense_batch

from learn.common.torch_use import remove_written
from learn.ppo.features import DYNAMIC, SLOT
from learn.ppo.inference import Parameters
from learn.ppo.observation import ObservationLayout
from learn.ppo.shape import FORBIDDEN, SEEN, Shape
from learn.ppo.tasks import STATIC


def network_of(shape: Shape, layout: ObservationLayout) -> MappingNetwork:
    """Return a network with random parameters."""
    if shape.arch == "mlp":
        return Mlp(shape, layout)
    network = GraphNetwork(shape, layout)
    remove_written()
    return network


def network_with(shape: Shape, parameters: Parameters, layout: ObservationLayout) -> MappingNetwork:
    """Return a network with these parameters, which fit its shape."""
    network = network_of(shape, layout)
    network.load_state_dict(tensors(parameters))
    return network.eval()


def tensors(parameters: Parameters) -> dict[str, Tensor]:
    """Return parameters as modules take them."""
    return {name: torch.from_numpy(array) for name, array in parameters.items()}


class MappingNetwork(nn.Module):
    """Takes vectors [batch, length]; gives logits [batch, tiles · ii] and values [batch]."""

    def __init__(self, shape: Shape, layout: ObservationLayout) -> None:
        super().__init__()
        self.shape, self.layout = shape, layout

    def parts(self, vectors: Tensor, *names: str) -> list[Tensor]:
        """Return these parts of the vectors, in their shapes."""
        layout = self.layout
        return [vectors[:, layout.parts[name]].reshape(-1, *layout.shapes[name]) for name in names]


class Mlp(MappingNetwork):
    """The baseline: three layers on the whole vector."""

    def __init__(self, shape: Shape, layout: ObservationLayout) -> None:
        super().__init__(shape, layout)
        self.body = _layers(layout.length - 1, 2 * shape.hidden, shape.hidden, shape.hidden)
        self.actor, self.critic = nn.Linear(shape.hidden, layout.places), nn.Linear(shape.hidden, 1)
        _small(self.actor)

    def forward(self, vectors: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values."""
        # The number of the task is not an input; node numbers are scaled like the others.
        scale = torch.ones_like(vectors[0, 1:])
        scale[:2] = 1 / self.layout.nodes
        found = self.body(vectors[:, 1:] * scale)
        return self.actor(found), self.critic(found)[:, 0]


class GraphEncoder(MessagePassing):
    """Rounds of messages along edges and against them, with weights of their own."""

    def __init__(self, shape: Shape) -> None:
        super().__init__("mean")
        width = shape.embedding
        self.first = nn.Linear(len(STATIC), width)
        self.rounds = nn.ModuleList(nn.Linear(3 * width, width) for _ in range(shape.rounds))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(shape.rounds))

    def forward(self, static: Tensor, reads: Tensor) -> Tensor:
        """Return [nodes, embedding]; `reads` [2, .] go from sources to readers."""
        h = torch.relu(self.first(static))
        for change, norm in zip(self.rounds, self.norms, strict=True):
            around = [self.propagate(way, x=h) for way in (reads, reads.flip(0))]
            h = norm(h + torch.relu(change(torch.cat((h, *around), 1))))
        return h


class GraphAttention(nn.Module):
    """Global graph attention: the present instruction queries all nodes of the graph (§5.1).

    Keys and values are the nodes themselves: matrices of their own would add nothing to those of
    the query and of the output, and take most of the time.
    """

    def __init__(self, shape: Shape, state: int) -> None:
        super().__init__()
        self.heads, self.width = shape.attention, shape.embedding + len(DYNAMIC)
        self.query = nn.Linear(shape.embedding + state, self.heads * self.width)
        self.out = nn.Linear(self.heads * self.width, shape.graph)

    def forward(self, asking: Tensor, nodes: Tensor, there: Tensor) -> Tensor:
        """Return [batch, graph]: the attention of `asking` to the `nodes` selected by `there`.

        Shapes: [batch, embedding + state], [batch, nodes, embedding + DYNAMIC], [batch, nodes].
        """
        query = self.query(asking).view(-1, self.heads, self.width)
        found = scaled_dot_product_attention(query, nodes, nodes, there[:, None])
        return torch.relu(self.out(found.flatten(1)))


class GraphNetwork(MappingNetwork):
    """The graph, the attention of the present instruction to it, and the device; an actor and a
    critic.
    """

    def __init__(self, shape: Shape, layout: ObservationLayout) -> None:
        super().__init__(shape, layout)
        width = shape.embedding
        (state,) = layout.shapes["state"]
        self.encoder, self.attention = GraphEncoder(shape), GraphAttention(shape, state)
        flat = shape.head == "flat"
        told = layout.places * len(SEEN) if flat else shape.slot
        self.device = _layers(told, 2 * width, width)
        self.trunk = _layers(shape.graph + 2 * width + state, shape.hidden, shape.hidden)
        self.critic = nn.Sequential(_layers(shape.hidden, width), nn.Linear(width, 1))
        if flat:
            self.actor = nn.Linear(shape.hidden, layout.places)
            _small(self.actor)
        else:
            self.rating = SlotRating(shape)

    def forward(self, vectors: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values."""
        state, dynamic, slots = self.parts(vectors, "state", "dynamic", "slots")
        _, first, which = _unique(vectors[:, 0])
        static, adjacency = self.parts(vectors[first], "static", "adjacency")
        size = vectors[:, 2].long()
        most = int(size.max())
        there = torch.arange(most, device=vectors.device)[None] < size[:, None]
        real = there[first]
        reads, _ = dense_to_sparse(adjacency[:, :most, :most].contiguous(), real)
        h = self.encoder(static[:, :most][real], reads.flip(0))
        h, _ = to_dense_batch(h, real.nonzero()[:, 0], max_num_nodes=most)
        own = h[which, vectors[:, 1].long()]
        nodes = torch.cat((h[which], dynamic[:, :most]), 2)
        asked = self.attention(torch.cat((own, state), 1), nodes, there)
        if self.shape.head == "flat":
            found = self._mixed(asked, own, slots[:, :, SEEN].flatten(1), state)
            return self.actor(found), self.critic(found)[:, 0]
        rated = slots[:, :, 0] > 0
        if self.shape.every:
            rated = torch.ones_like(rated)
        row, place = rated.nonzero(as_tuple=True)
        looked = self.rating.look(slots[row, place])
        mean = scatter(torch.relu(looked), row, dim_size=len(slots), reduce="mean")
        found = self._mixed(asked, own, mean, state)
        logits = looked.new_full(rated.shape, FORBIDDEN)
        rates = self.rating(looked, found, row)
        return logits.index_put((row, place), rates), self.critic(found)[:, 0]

    def _mixed(self, asked: Tensor, own: Tensor, device: Tensor, state: Tensor) -> Tensor:
        return self.trunk(torch.cat((asked, own, self.device(device), state), 1))


class SlotRating(nn.Module):
    """One small network for every slot: its own numbers, and the context of its observation."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.look = nn.Linear(len(SLOT), shape.slot)
        self.context = nn.Linear(shape.hidden, shape.slot)
        self.inner, self.out = nn.Linear(shape.slot, shape.slot), nn.Linear(shape.slot, 1)
        _small(self.out)

    def forward(self, looked: Tensor, context: Tensor, row: Tensor) -> Tensor:
        """Return [slots]: the logits of slots of these rows of the context."""
        seen = torch.relu(looked + self.context(context)[row])
        return self.out(torch.relu(self.inner(seen)))[:, 0]


def _unique(numbers: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Return the different numbers, where each comes first, and which each place has."""
    found, which = torch.unique(numbers, return_inverse=True)
    first = torch.empty_like(found, dtype=torch.long)
    # Of equal places any one will do: they show the same graph.
    first[which] = torch.arange(len(numbers), device=numbers.device)
    return found, first, which


def _layers(*widths: int) -> nn.Sequential:
    """Return linear layers, each with its ReLU."""
    found: list[nn.Module] = []
    for before, after in zip(widths, widths[1:], strict=False):
        found += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*found)


def _small(layer: Any) -> None:
    """Let a policy begin with all places almost equally likely."""
    nn.init.normal_(layer.weight, std=0.01)
    nn.init.zeros_(layer.bias)
