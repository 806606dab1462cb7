"""Mapping as a game: one instruction is placed after the other, an action is tile · II + spoke."""

from __future__ import annotations

from typing import Any, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from learn.ppo.features import latencies
from learn.ppo.observation import ObservationLayout, Observer
from learn.ppo.ppo_options import Constraints, Order, Reward
from learn.ppo.tasks import Floats, Source, Task
from models.errors import InputError
from streaming.heuristics import Board

GOALS = (0.0, 0.5, 1.0)
"""Weights of tiles that episodes are played for."""

TILE = 2
"""The cost of a tile in cycles; with a larger one few tiles were learned at every weight."""


class MappingEnv(gymnasium.Env[Floats, np.int64]):
    """Episodes over the tasks of a source; observations are vectors of a `ObservationLayout`.

    Rewards are shares of `most`, the largest cost of the whole program in cycles, so that the total
    cost of an episode with masks is about 1 at the most, for every program:

    "latency" is −(t_n − t_p): n is ready in t_n, and of its operands p is ready last, in t_p; for
    starts, t_p is the launch of the flow (§3.5, where the sign is the other one, which would reward
    waiting). Later placements may delay earlier ones; such delays count as well, so that the sum
    over an episode is that of the mapping, in any order. "makespan" counts cycles that the mapping
    needs more than before, "bound" those that it will need at the least, first minus the bound of
    the empty mapping: the sum is the excess of a mapping over that bound.

    Without an allowed action the episode ends, and every remaining instruction costs the largest
    cost of one: in topological order no mapping with the same beginning costs more.

    With goals in the layout, every episode has a weight of tiles, drawn from `GOALS` or given by
    `reset(options={"goal": weight})`. A tile that gets its first instruction costs this share of
    `TILE` cycles, and cycles cost the rest of theirs (§4.2: a configuration guides the model to
    optimise different goals). Without goals the weight is 0.

    With `constraints` "mask", `action_masks` are the allowed places, and any other ends the episode
    as above. With "penalty" all actions are allowed: one that breaks a rule costs the largest cost
    of one instruction, and the same instruction is next; after `tries` of them in an episode it
    ends.

    `order` "random" takes instructions in another order in every episode; engines without waiting
    allow "topological" only. `reset(options={"placed": {name: (tile, spoke)}})` begins with a
    partial mapping. The last step's info has `cycles`, `complete`, `tile` and `start` of all
    instructions (-1 where not placed), `program`, `least`, the bound on its cycles, and `episode`,
    the sum `r` of rewards and the number `l` of steps.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  # as gymnasium declares it

    def __init__(
        self,
        source: Source,
        layout: ObservationLayout,
        *,
        order: Order = "topological",
        constraints: Constraints = "mask",
        reward: Reward = "latency",
        tries: int = 10,
    ) -> None:
        for value, allowed in ((order, Order), (constraints, Constraints), (reward, Reward)):
            if value not in get_args(allowed):
                raise InputError(f"'{value}'; allowed: {', '.join(get_args(allowed))}")
        if tries < 1:
            raise InputError(f"{tries} tries; allowed: 1 or more")
        self.source, self.layout = source, layout
        self.order, self.constraints, self.reward, self.tries = order, constraints, reward, tries
        low, high = layout.limits
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self.action_space = spaces.Discrete(layout.places)
        self._observers: dict[int, Observer] = {}
        self.task: Task
        self.board: Board

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin an episode.

        Raises `InputError` for impossible partial mappings, and for complete ones.
        """
        super().reset(seed=seed)
        self.task = self.source(self.np_random)
        self.board = self.task.board.copy()
        self._place((options or {}).get("placed", {}))
        order = np.array(self.task.order)
        if self.order == "random":
            if not self.task.rules.engine.waiting:
                raise InputError("engines without waiting need the topological order")
            order = self.np_random.permutation(order)
        self._left = [int(n) for n in order[::-1] if self.board.tile[n] < 0]
        if not self._left:
            raise InputError(f"all instructions of '{self.task.rules.program.name}' are placed")
        if self.task.number not in self._observers:
            self._observers[self.task.number] = Observer(self.task, self.layout)
        self._observer = self._observers[self.task.number]
        self.goal = 0.0
        if self.layout.goals:
            given = (options or {}).get("goal")
            self.goal = float(self.np_random.choice(GOALS) if given is None else given)
        self._observer.goal = self.goal
        self._spent, self._total, self._steps = 0, 0.0, 0
        self._cost = self._mapping_cost()
        return self._look(), {}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return [tiles · ii] whether each action is allowed; at least one is."""
        if self.constraints == "penalty":
            return np.ones(self.layout.places, dtype=bool)
        found: NDArray[np.bool_] = self.starts.ravel() >= 0
        return found if found.any() else ~found

    def step(self, action: np.int64 | int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Place the next instruction."""
        tile, spoke = divmod(int(action), self.layout.ii)
        if self.starts[tile, spoke] < 0:
            return self._refused()
        self.board.place(self._left.pop(), tile, spoke)
        cost = self._mapping_cost()
        reward, self._cost = self._cost - cost, cost
        seen = self._look()
        over = not self._left
        if not over and not (self.starts >= 0).any():
            reward, over = reward - self.dead_end, True
        return self._told(seen, reward, over)

    @property
    def present(self) -> int:
        """The number of the instruction to place, of an episode that goes on."""
        return self._left[-1]

    @property
    def most(self) -> int:
        """The most that a mapping can cost, in cycles; rewards are shares of it."""
        return self.task.step * self.task.rules.size

    @property
    def dead_end(self) -> float:
        """The cost of ending now, in cycles."""
        return float(self.task.step * len(self._left))

    def _refused(self) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        self._spent += 1
        allowed = (self.starts >= 0).any()
        if self.constraints == "penalty" and self._spent < self.tries and allowed:
            return self._told(self._seen.copy(), -float(self.task.step), False)
        return self._told(self._seen.copy(), -self.dead_end, True)

    def _told(
        self, seen: Floats, reward: float, over: bool
    ) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        reward /= self.most
        self._total += reward
        self._steps += 1
        info: dict[str, Any] = {}
        if over:
            complete = self.board.complete
            info = {
                "program": self.task.rules.program.name,
                "least": self.task.least,
                "cycles": self.board.cycles if complete else None,
                "complete": complete,
                "tile": self.board.tile,
                "start": self.board.start,
                "episode": {"r": self._total, "l": self._steps, "t": 0.0},
            }
        return seen, reward, over, False, info

    def _look(self) -> Floats:
        """Find the allowed places of the next instruction; none at the end."""
        if self._left:
            self.starts = self.board.places(self._left[-1])
        else:
            self.starts = np.full((self.layout.tiles, self.layout.ii), -1, dtype=np.int64)
        n = self._left[-1] if self._left else self.task.order[-1]
        self._seen = self._observer.observe(self.board, n, self.starts)
        return self._seen

    def _place(self, placed: dict[str, tuple[int, int]]) -> None:
        rules = self.task.rules
        for name, (tile, spoke) in placed.items():
            if name not in rules.program.number:
                raise InputError(f"'{rules.program.name}' has no instruction '{name}'")
            n = rules.program.number[name]
            inside = 0 <= tile < self.layout.tiles and 0 <= spoke < self.layout.ii
            if not inside or self.board.tile[n] >= 0 or self.board.places(n)[tile, spoke] < 0:
                raise InputError(f"'{name}' cannot be on tile {tile} in spoke {spoke}")
            self.board.place(n, tile, spoke)

    def _mapping_cost(self) -> float:
        """Return the cost of the partial mapping: a reward is its decrease."""
        if not self.goal:
            return self._time_cost()
        tiles = np.unique(self.board.tile[self.board.tile >= 0]).size
        return (1 - self.goal) * self._time_cost() + self.goal * TILE * tiles

    def _time_cost(self) -> int:
        board, task = self.board, self.task
        if self.reward == "makespan":
            return board.cycles
        placed = board.tile >= 0
        if self.reward == "bound":
            ends = (board.start + board.tables.tail)[placed]
            return max(task.least, int(ends.max(initial=0)))
        return int(latencies(board.tables, board.tile, board.start))
