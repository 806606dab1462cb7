"""One question to a solver: a constraint model in; a solution, a refutation with its proof, or
neither out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from models.errors import InputError
from models.space_time.constraint_model import ConstraintModel
from shell.budget import UNLIMITED, Budget, Stopwatch, Work
from solvers.backends.backend import Improved, Outcome, Session, Settings
from solvers.backends.cnf import Cnf, lower
from solvers.backends.registry import chosen, goes_on, open_session
from solvers.backends.sat import SatSession
from solvers.certificates.refutation import Write, write_refutation
from solvers.tasks.messages import Built, Loaded
from solvers.tasks.solver_options import SolverOptions

BUILD_SECONDS = 1.5e-6
"""Work of building a clause, or a row, of a model."""


@dataclass(frozen=True)
class ProofFiles:
    """The files of a refutation: CNF, symbols and proof, by their `names` in a folder.

    `symbols(cnf, write, used)` writes the meaning of the variables in `used`.
    """

    folder: Path
    names: tuple[str, str, str]
    symbols: Callable[[Cnf, Write, Collection[int]], object]


@dataclass(frozen=True)
class Reply(Outcome):
    """The reply of a solver on a model; `seconds` by phase.

    A refutation leaves the paths of its `proof`, if one was requested; `unproven` is the reason for
    a missing proof: there is no room, or the solver's proof does not hold.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    proof: tuple[str, ...] = ()
    unproven: OSError | None = None


def refute(
    model: ConstraintModel,
    options: SolverOptions,
    budget: Budget = UNLIMITED,
    *,
    conflicts: int | None = None,
    watch: Callable[[int], bool] | None = None,
    start: Sequence[int] = (),
    files: ProofFiles | None = None,
    improved: Improved | None = None,
    tell: Callable[[Built | Loaded], object] = lambda message: None,
    since: Stopwatch | None = None,
    short_slices: bool = False,
) -> Reply:
    """Return a solution of `model`, a refutation with its proof in `files`, or neither.

    The search ends with its `budget`, after so many `conflicts`, or when `watch`, given the
    conflicts so far, returns False. Of the options count the solver, its encodings and seed, and
    whether effort is fixed. `start` are literals to start from; `improved` takes the solutions that
    a minimising solver finds on the way; `tell` hears when the model is translated, for which it
    has been built `since`, and when it is loaded. With `short_slices` both are looked at so often
    that a signal ends the search soon.
    """
    clock = Stopwatch() if since is None else since
    settings = Settings(
        options.encodings,
        options.seed,
        proof=files is not None,
        start=tuple(start),
        fixed_effort=options.fixed_effort,
        short_slices=short_slices,
    )
    session = open_session(options.solver, model, settings)
    Work.add(session.rows * BUILD_SECONDS)
    built = clock.seconds
    tell(Built(session.variables, session.rows, built))
    session.load()
    loaded = clock.seconds - built
    tell(Loaded())

    def goes_on(made: int) -> bool:
        return (
            (conflicts is None or made < conflicts)
            and not budget.over()
            and (watch is None or watch(made))
        )

    unlimited = conflicts is None and not budget.limited and watch is None
    outcome = session.solve(keep_going=None if unlimited else goes_on, improved=improved)
    solved = clock.seconds - built - loaded
    proof: tuple[str, ...] = ()
    unproven = None
    if files is not None and outcome.satisfiable is False:
        try:
            proof = _written(session, files)
        except OSError as error:
            unproven = error
    seconds = {"build": built, "load": loaded, "solve": solved}
    return Reply(
        outcome.satisfiable,
        outcome.model,
        outcome.conflicts,
        outcome.bound,
        seconds,
        proof,
        unproven,
    )


def _written(session: Session, files: ProofFiles) -> tuple[str, ...]:
    """Write the refutation that a session has found; return the paths. Raises `OSError`."""
    found = session.refutation()
    if found is None:
        raise OSError("the solver's proof is cut off, or wrong")

    def symbols(write: Write, used: Collection[int]) -> None:
        files.symbols(found.cnf, write, used)

    write_refutation(found, files.folder, files.names, symbols)
    return tuple(str(files.folder / name) for name in files.names)


def engine(model: ConstraintModel, options: SolverOptions, start: Sequence[int] = ()) -> SatSession:
    """Return an incremental SAT engine that has read a model.

    It keeps learned clauses, and takes assumptions and further clauses. `start` are literals to
    start from.
    """
    cnf = lower(model, options.encodings)
    Work.add(cnf.clause_count * BUILD_SECONDS)
    if options.seed:
        cnf.shuffle(options.seed)
    return SatSession(cnf, options.solver, start=start)


def engine_named(words: str) -> str:
    """Return the name of a solver as which `engine` can be opened. Raises `InputError`."""
    choice = chosen(words)
    choice.require()
    if not goes_on(choice.backend.name):
        raise InputError(f"solver '{words}' cannot go on after an answer; try glucose4")
    return choice.backend.name
