"""Verifies a claim about the streaming engine: the mapping is legal, and it is optimal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

from models.formats.json_text import convert, decode_tagged
from models.text import n_cycles
from solvers.verification.directory import (
    MOST_SPOKES,
    Clock,
    Directory,
    RejectedError,
    require_extent,
)
from solvers.verification.refutation import check_clauses
from streaming.model.certificate import (
    STREAMING_CERTIFICATE_TAG,
    CriticalPath,
    Crowd,
    Proof,
    Spokes,
    StreamingBound,
    StreamingCertificate,
)
from streaming.model.check import check
from streaming.model.program import Program, program_from_json
from streaming.model.schedule import schedule_from_json
from streaming.model.simulate import simulate
from streaming.verification.clauses import StreamingJustifier
from streaming.verification.facts import StreamingFacts

NAME = "certificate.json"
THREADS, SEEDS = 4, (0, 1)


@dataclass
class StreamingClaim:
    """A certificate with its program; `report` receives one line per passed check."""

    files: Directory
    claim: StreamingCertificate
    program: Program
    clock: Clock
    report: Callable[[str], None]

    @classmethod
    def read(cls, files: Directory, clock: Clock, report: Callable[[str], None]) -> StreamingClaim:
        """Read a certificate and its program. Raises `InputError`."""
        raw = decode_tagged(files.read(NAME), STREAMING_CERTIFICATE_TAG, NAME)
        claim = convert(raw, StreamingCertificate, NAME)
        program = program_from_json(files.read(claim.program), claim.program)
        return cls(files, claim, program, clock, report)

    def verify(self) -> str:
        """Return the proved claim in one line; raise `RejectedError` if the proof fails."""
        claim = self.claim
        if claim.ii < 1:
            raise RejectedError(f"{NAME}: an initiation interval is at least 1")
        name = f"'{self.program.name}' on {claim.engine.tiles} tile(s)" + self._placed()
        if claim.status == "infeasible":
            empty = (claim.cycles, claim.lower_ii, claim.lower_cycles, claim.mapping)
            if empty != (None, None, None, None):
                raise RejectedError(f"{NAME}: 'infeasible' has neither cycles nor a mapping")
            if claim.objective == "ii":
                self._require_smaller(claim.ii + 1)
                return f"no mapping of {name} has an II up to {claim.ii}"
            self._bounds()
            self._require_none(claim.ii)
            return f"no mapping of {name} has II {claim.ii}"
        if claim.cycles is None or claim.lower_cycles is None or claim.mapping is None:
            raise RejectedError(f"{NAME}: '{claim.status}' needs cycles, a bound and a mapping")
        if (claim.objective == "ii") != (claim.lower_ii is not None):
            raise RejectedError(f"{NAME}: 'lower_ii' is for the objective 'ii'")
        # A given II needs no bound.
        lower_ii = claim.ii if claim.lower_ii is None else claim.lower_ii
        least = lower_ii == claim.ii and claim.lower_cycles == claim.cycles
        excess = lower_ii > claim.ii or claim.lower_cycles > claim.cycles
        if excess or least != (claim.status == "optimal"):
            raise RejectedError(f"{NAME}: its lower bounds contradict '{claim.status}'")
        self._mapping(claim.mapping, claim.cycles)
        self._require_smaller(claim.lower_ii or 1)
        fewer = claim.lower_cycles - 1
        # Every instruction takes at least one cycle.
        if fewer > 0 and not any(self._refutes(b, claim.ii, fewer) for b in claim.bounds):
            raise RejectedError(f"{NAME}: no bound refutes {n_cycles(fewer)} with II {claim.ii}")
        at = f"II {claim.ii}" + ("" if claim.lower_ii is None else ", the smallest one")
        if least:
            return f"{n_cycles(claim.cycles)} are the fewest of {name} with {at}"
        below = "" if claim.lower_ii is None else f"less than II {lower_ii}, and "
        return (
            f"{n_cycles(claim.cycles)} with II {claim.ii} are feasible for {name}; {below}fewer"
            f" than {n_cycles(claim.lower_cycles)} with II {claim.ii} are impossible"
        )

    def _placed(self) -> str:
        """Return the fixed placements in words; raise `RejectedError` if they are invalid."""
        claim = self.claim
        self._numbers(tuple(place.instruction for place in claim.placed))
        for place in claim.placed:
            if not (0 <= place.tile < claim.engine.tiles and 0 <= place.spoke < claim.ii):
                raise RejectedError(f"{NAME}: '{place.instruction}' has no such tile or spoke")
        if claim.placed and claim.objective == "ii":
            raise RejectedError(f"{NAME}: spokes are fixed for one II only")
        words = (f"'{p.instruction}' at tile {p.tile}, spoke {p.spoke}" for p in claim.placed)
        return f", with {', '.join(words)}," if claim.placed else ""

    def _mapping(self, name: str, cycles: int) -> None:
        """Check that the mapping fits program and engine, is legal, and computes the program."""
        schedule = schedule_from_json(self.files.read(name), name)
        found = (schedule.program, schedule.engine, schedule.ii, schedule.cycles)
        wanted = (self.program.name, self.claim.engine, self.claim.ii, cycles)
        for what, is_, claimed in zip(
            ("program", "engine", "initiation interval", "number of cycles"),
            found,
            wanted,
            strict=True,
        ):
            if is_ != claimed:
                raise RejectedError(f"{name}: its {what} is not that of the claim")
        spokes = (schedule.cycles + THREADS * schedule.ii) * schedule.engine.tiles
        require_extent("tiles times cycles", spokes, MOST_SPOKES)
        for wrong in check(self.program, schedule)[:1]:
            raise RejectedError(f"{name}: {wrong}")
        at = {p.instruction: (p.tile, p.start % schedule.ii) for p in schedule.placements}
        for place in self.claim.placed:
            if at[place.instruction] != (place.tile, place.spoke):
                raise RejectedError(f"{name}: '{place.instruction}' is not where it is placed")
        compared = 0
        for seed in SEEDS:
            self.clock.check()
            executed = simulate(self.program, schedule, THREADS, seed)
            if executed.fault is not None:
                raise RejectedError(f"{name}: {executed.fault}")
            compared += executed.compared
        self.report(f"mapping: all rules hold, {compared} results compared")

    def _bounds(self) -> None:
        """Check every bound, even bounds that the claim does not need."""
        for bound in self.claim.bounds:
            self.clock.check()
            try:
                line = self._bound(bound)
            except RejectedError as error:
                raise RejectedError(f"bound for II {bound.ii}: {error}") from None
            self.report(f"II {bound.ii}: {line}")

    def _facts(self, ii: int, cycles: int) -> StreamingFacts:
        number = self.program.number
        placed = [(number[p.instruction], p.tile, p.spoke) for p in self.claim.placed]
        # A placed spoke refers to `ii`; at another II the bound must hold without placements.
        kept = tuple(placed if ii == self.claim.ii else ())
        return StreamingFacts(self.program, self.claim.engine, ii, cycles, kept)

    def _numbers(self, names: tuple[str, ...]) -> list[int]:
        """Return instruction numbers; raise `RejectedError` for unknown or repeated names."""
        number = self.program.number
        if len(set(names)) < len(names) or not all(name in number for name in names):
            raise RejectedError("instructions must exist, and be named once")
        return [number[name] for name in names]

    def _bound(self, bound: StreamingBound) -> str:
        if bound.ii < 1:
            raise RejectedError("an initiation interval is at least 1")
        if isinstance(bound, Spokes):
            return self._spokes(bound)
        if isinstance(bound, Crowd):
            return self._crowd(bound)
        if bound.cycles < 0:
            raise RejectedError("a number of cycles is not negative")
        if isinstance(bound, CriticalPath):
            (n,) = self._numbers((bound.instruction,))
            facts = self._facts(bound.ii, bound.cycles)
            head, tail = facts.heads[n], facts.tails[n]
            if head + tail <= bound.cycles:
                raise RejectedError(
                    f"'{bound.instruction}' can start in {head}, and {n_cycles(tail)} can do"
                )
            return (
                f"'{bound.instruction}' starts in {head} or later, {n_cycles(tail)} or more follow"
            )
        return self._proof(bound)

    def _spokes(self, bound: Spokes) -> str:
        numbers = self._numbers(bound.instructions)
        group = self._facts(bound.ii, 0).group
        together = len({group[n] for n in numbers}) == 1
        if bound.tiles != self.claim.engine.tiles and not (bound.tiles == 1 and together):
            raise RejectedError(f"nothing keeps the instructions on {bound.tiles} tile(s)")
        if len(numbers) <= bound.tiles * bound.ii:
            raise RejectedError(f"{len(numbers)} instructions have enough spokes")
        return f"{len(numbers)} instructions, {bound.tiles} tile(s) with {bound.ii} spoke(s) each"

    def _crowd(self, bound: Crowd) -> str:
        facts = self._facts(bound.ii, 0)
        numbers = self._numbers(bound.instructions)
        tiles = self.claim.engine.tiles
        if bound.source is not None:
            (source,) = self._numbers((bound.source,))
            if not set(numbers) <= set(facts.readers[source]):
                raise RejectedError(f"not all of the instructions read '{bound.source}'")
            tiles = min(tiles, 2 * len(facts.latency) - 1)
        for a, b in combinations(numbers, 2):
            if frozenset((a, b)) not in facts.apart:
                names = [self.program.instructions[n].name for n in (a, b)]
                raise RejectedError(f"'{names[0]}' and '{names[1]}' may be on one tile")
        if len(numbers) <= tiles:
            raise RejectedError(f"{tiles} tile(s) are enough")
        return f"{len(numbers)} instructions on different tiles, of which there are {tiles}"

    def _proof(self, bound: Proof) -> str:
        facts = self._facts(bound.ii, bound.cycles)
        if bound.mirrored is not None and facts.placed:
            raise RejectedError("a row with fixed places cannot be turned round")
        mirrored = None if bound.mirrored is None else self._numbers((bound.mirrored,))[0]
        justifier = StreamingJustifier(facts, mirrored)
        try:
            justifier.read(self.files.lines(bound.symbols, self.clock))
        except RejectedError as error:
            raise RejectedError(f"{bound.symbols}: {error}") from None
        line = check_clauses(justifier.check, bound.cnf, bound.proof, self.files, self.clock)
        return f"not {n_cycles(bound.cycles)}: {line}"

    def _refutes(self, bound: StreamingBound, ii: int, cycles: int) -> bool:
        """Return whether a valid bound excludes all mappings at `ii` with `cycles` cycles."""
        if isinstance(bound, Crowd):
            return True
        if isinstance(bound, Spokes):
            return bound.ii == ii
        return bound.ii == ii and bound.cycles >= cycles

    def _require_smaller(self, least: int) -> None:
        """Raise `RejectedError` unless bounds exclude every II below `least`."""
        self._bounds()
        if not any(isinstance(bound, Crowd) for bound in self.claim.bounds):
            for ii in range(1, least):
                self._require_none(ii)

    def _require_none(self, ii: int) -> None:
        """Raise `RejectedError` unless a bound excludes every cycle count at `ii`."""
        enough = self._facts(ii, 0).enough
        if not any(self._refutes(bound, ii, enough) for bound in self.claim.bounds):
            raise RejectedError(f"{NAME}: nothing refutes II {ii}, with up to {n_cycles(enough)}")
