"""A software pipeline as words of the machine: first numbers, prologue, kernel, epilogues.

The kernel begins an iteration in each round, and ends with the branch, which continues the loop.
Iterations begun too early are dropped behind it: the epilogue completes the others. If a loop ends
before the kernel is full, the prologue leaves by the opposite branch for an epilogue of its own, so
that any number of iterations from 1 on is right.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ecosystems.openedge.placed import Place, Placed, Work

OPPOSITE = {"BLT": "BGE", "BGE": "BLT", "BEQ": "BNE", "BNE": "BEQ"}
Cells = dict[Place, str]


@dataclass(frozen=True)
class OpenEdgeProgram:
    """The words of a program, and the index of its kernel."""

    words: list[list[list[str]]]
    kernel: int


def program_of(placed: Placed) -> OpenEdgeProgram:
    """Return the program of a placed loop."""
    return _Writing(placed).program()


@dataclass
class _Writing:
    placed: Placed
    words: list[Cells] = field(default_factory=list)

    def program(self) -> OpenEdgeProgram:
        """Return all words, with the targets of branches."""
        placed = self.placed
        self.words += self._first_numbers()
        begun = len(self.words)
        leaves: list[tuple[int, int]] = []
        for turn in range(placed.stages):
            last = turn - placed.branch.cycle // placed.contexts
            kernel = len(self.words)
            for cells in self._round(turn):
                # Nothing happens in the first contexts of a prologue.
                if cells or len(self.words) > begun or turn == placed.stages - 1:
                    self.words.append(cells)
            if last >= 0:
                leaves.append((last, len(self.words) - 1))
        *early, (last, end) = leaves
        self.words[end][placed.branch.element] = f"{placed.branch.cell}, {kernel}"
        self._epilogue(last)
        for last, at in early:
            opcode, _, rest = placed.branch.cell.partition(" ")
            self.words[at][placed.branch.element] = f"{OPPOSITE[opcode]} {rest}, {len(self.words)}"
            self._epilogue(last)
        return OpenEdgeProgram([self._grid(cells) for cells in self.words], kernel)

    def _grid(self, cells: Cells) -> list[list[str]]:
        rows, columns = range(self.placed.rows), range(self.placed.columns)
        return [[cells.get((row, column), "NOP") for column in columns] for row in rows]

    def _first_numbers(self) -> list[Cells]:
        """Return words that write the values of iterations before the first to registers.

        Only values read from step 0 on; an output keeps its value to the next word only.
        """
        found: dict[Place, list[tuple[int, str]]] = {}
        for work in self.placed.work:
            for back, number in enumerate(work.first, 1):
                step = work.cycle - back * self.placed.contexts
                if step < 0 <= step + work.kept:
                    found.setdefault(work.element, []).append((step, _begun(work, number)))
        # The simulator takes a branch to 0 for none.
        most = max(map(len, found.values()), default=1)
        words: list[Cells] = [{} for _ in range(most)]
        for element, cells in found.items():
            for place, (_, cell) in enumerate(reversed(sorted(cells)), 1):
                words[-place][element] = cell
        return words

    def _round(self, turn: int, last: int | None = None) -> list[Cells]:
        """Return the words of a round, for iterations from 0 to the `last` one."""
        words: list[Cells] = [{} for _ in range(self.placed.contexts)]
        for work in self.placed.work:
            stage, context = divmod(work.cycle, self.placed.contexts)
            iteration = turn - stage
            if iteration >= 0 and (last is None or iteration <= last):
                words[context][work.element] = work.cell
            elif -len(work.first) <= iteration < 0:
                words[context][work.element] = _begun(work, work.first[-1 - iteration])
        return words

    def _epilogue(self, last: int) -> None:
        """Add the rest of the iterations to the `last` one, after its branch, and `EXIT`."""
        after = last + self.placed.branch.cycle // self.placed.contexts + 1
        for turn in range(after, last + self.placed.stages):
            self.words += self._round(turn, last)
        while self.words and not self.words[-1]:
            self.words.pop()
        self.words.append({(0, 0): "EXIT"})


def _begun(work: Work, number: int) -> str:
    return f"{work.begin}, {number}" if number else f"{work.begin}, ZERO"
