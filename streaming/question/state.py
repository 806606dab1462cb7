"""The state of a search on the streaming engine, and its updates by mappings and bounds.

Every accepted mapping has passed the checker and the simulator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from models.errors import InfeasibleError, InputError
from models.text import n_cycles
from shell.budget import Budget, Stopwatch
from solvers.tasks.mappings import SolverFaultError
from streaming.heuristics import Board
from streaming.model.bounds import Bound, least_cycles, least_ii
from streaming.model.check import check
from streaming.model.rules import Rules
from streaming.model.schedule import Schedule
from streaming.model.simulate import simulate
from streaming.question.answer import Objective, StreamingAnswer


@dataclass
class Proofs:
    """The folder of proofs, or None, and its contents: pairs of an II and the refuted cycles.

    `error` is the reason if a proof could not be written.
    """

    folder: Path | None = None
    at: set[tuple[int, int]] = field(default_factory=set)
    error: OSError | None = None

    def keep(self, ii: int, cycles: int) -> None:
        """Record the proof files of a refutation, if they were requested and written."""
        if self.folder is not None and self.error is None:
            self.at.add((ii, cycles))


@dataclass(frozen=True)
class Settings:
    """The settings: cycles at `ii`, or with the objective "ii" the least II up to `ii`.

    `solver` is "cp-sat", "cadical195" or both ("auto"). `tries` limits methods that never end.
    `hint` is "ppo" if the exact method also starts with a policy. `policy` is a file of weights
    (None: the shipped weights), and `beam` the width of its beam search. `placed` fixes the tile
    and spoke of instructions, by number.
    """

    ii: int
    objective: Objective = "cycles"
    method: str = "exact"
    solver: str = "auto"
    seed: int = 0
    jobs: int = 2
    tries: int | None = None
    hint: str = "greedy"
    policy: str | None = None
    beam: int | None = None
    placed: Mapping[int, tuple[int, int]] | None = None


class SearchState:
    """The answer so far, the settings, and the remaining time.

    `tell` takes progress lines. If `proofs` has a folder,
    SAT refutations leave their files there.
    """

    def __init__(
        self, rules: Rules, settings: Settings, budget: Budget, tell: Callable[[str], None]
    ) -> None:
        self.rules, self.settings, self._tell = rules, settings, tell
        self.proofs = Proofs()
        self.budget, self.watch = budget, Stopwatch()
        given = Bound(settings.ii, "given")
        interval = least_ii(rules) if settings.objective == "ii" else given
        self.answer = StreamingAnswer(rules, settings.objective, interval, least_cycles(rules))

    def accept(self, schedule: Schedule, by: str) -> None:
        """Keep a mapping if it is better than the best one.

        Raises `SolverFaultError` if it is illegal.
        """
        best = self.answer.schedule
        if best is not None and (best.ii, best.cycles) <= (schedule.ii, schedule.cycles):
            return
        faults = check(self.rules.program, schedule)
        executed = None if faults else simulate(self.rules.program, schedule)
        if executed is None or executed.fault is not None:
            fault = faults[0] if executed is None else executed.fault
            raise SolverFaultError(f"{by} gave a wrong mapping: {fault}")
        self.answer.schedule, self.answer.by = schedule, by
        self.answer.compared = executed.compared
        self._note(by)

    def raise_cycles(self, cycles: int, reason: str) -> None:
        """Raise the lower bound on the cycles, if it is better."""
        if cycles > self.answer.cycles.value:
            self.answer.cycles = Bound(cycles, reason)
            self._note(reason)

    def _note(self, by: str) -> None:
        answer, seconds = self.answer, self.watch.seconds
        best = answer.schedule
        found = "-" if best is None else f"{n_cycles(best.cycles)} at II {best.ii}"
        self._tell(f"{seconds:7.1f} s  {found}, at least {answer.cycles.value}  ({by})")
        answer.trace.append(
            {
                "seconds": round(seconds, 3),
                "ii": None if best is None else best.ii,
                "cycles": None if best is None else best.cycles,
                "bound": answer.cycles.value,
                "by": by,
            }
        )

    def board(self, ii: int) -> Board:
        """Return a board with the fixed instructions. Raises `InfeasibleError`."""
        board = Board(self.rules, ii)
        for n, (tile, spoke) in (self.settings.placed or {}).items():
            if not board.place(n, tile, spoke):
                name = self.rules.program.instructions[n].name
                raise InfeasibleError(f"nothing fits beside '{name}' where it is placed")
        return board


def settings_with(
    settings: Settings, placed: Mapping[str, tuple[int, int]], rules: Rules
) -> Settings:
    """Return settings that fix instructions by name.

    Raises `InputError` for unknown names and tiles.
    """
    number, tiles = rules.program.number, rules.engine.tiles
    for name, (tile, _) in placed.items():
        if name not in number:
            raise InputError(f"'{name}' is placed, but no instruction")
        if not 0 <= tile < tiles:
            raise InputError(f"'{name}' is placed on tile {tile}; there are 0 to {tiles - 1}")
    return replace(settings, placed={number[name]: place for name, place in placed.items()})
