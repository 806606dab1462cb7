"""SAT solvers in separate programs that read DIMACS: Kissat, CaDiCaL, any command."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from models.errors import InputError
from models.space_time.constraint_model import ConstraintModel
from shell.children import finished
from solvers.backends.backend import Improved, Outcome, Settings
from solvers.backends.cnf import lower, write_dimacs
from solvers.backends.scratch import scratch

OPTIONS = {
    "command": "the command line; the formula's file name is appended, or stands for {cnf}, and"
    " {out} is a file for the answer, as MiniSat and its kin write it"
}

CONFLICTS = re.compile(r"^c conflicts:\s+(\d+)", re.MULTILINE)
SATISFIABLE, UNSATISFIABLE = 10, 20


def path_of(program: str) -> str | None:
    """Return where `program` is: on the PATH, or installed as a Python package brings it."""
    found = shutil.which(program)
    if found is None and os.path.basename(program) == program:
        # A wheel of Kissat has it here.
        import sysconfig

        inside = Path(sysconfig.get_paths()["purelib"]) / "sage_wheels" / "bin" / program
        found = str(inside) if os.access(inside, os.X_OK) else None
    return found


def usable_program(name: str, options: dict[str, str]) -> str | None:
    """Return a reason why the program `name`, or the command of `options`, cannot run, or None.

    Raises `InputError` for an empty or unreadable command.
    """
    words = _words(options["command"]) if "command" in options else [name]
    if words == ["dimacs"]:
        return "name the program: dimacs:command='…'"
    if path_of(words[0]) is None:
        return f"there is no program '{words[0]}' on the PATH"
    return None


def _words(command: str) -> list[str]:
    try:
        import shlex

        words = shlex.split(command)
    except ValueError as error:
        raise InputError(f"solver command '{command}': {error}") from None
    if not words:
        raise InputError("the solver's command is empty")
    return words


class Program:
    """A session with a program."""

    def __init__(self, model: ConstraintModel, settings: Settings, name: str) -> None:
        self._name, self._settings = name, settings
        self._cnf = lower(model, settings.encodings)
        if settings.seed:
            self._cnf.shuffle(settings.seed)
        self.variables, self.rows = self._cnf.variables, self._cnf.clause_count
        self._formula = _File("formula.cnf")
        self._answer = _File("answer.txt")

    def load(self) -> None:
        """Write the formula."""
        with open(self._formula.path, "w", encoding="ascii") as file:
            write_dimacs(self._cnf, file.write)

    def _command(self) -> list[str]:
        words = _words(self._settings.options.get("command", self._name))
        words[0] = path_of(words[0]) or words[0]
        places = {"{cnf}": self._formula.path, "{out}": self._answer.path}
        if "{cnf}" not in words:
            words.append("{cnf}")
        return [places.get(word, word) for word in words]

    def solve(
        self,
        keep_going: Callable[[int], bool] | None = None,
        improved: Improved | None = None,
    ) -> Outcome:
        """Run the program to its end, without progress; `RuntimeError` for unreadable output."""
        try:
            files = (self._formula, self._answer)
            handles = [each.handle for each in files if each.handle is not None]
            done = finished(self._command(), handles=handles, alone=False)
            answer = self._answer.text()
        except OSError as error:
            raise RuntimeError(f"{self._name}: {error.strerror or error}") from None
        finally:
            self._formula.close()
            self._answer.close()
        return self._outcome(done.returncode, f"{done.stdout}\n{_as_lines(answer)}", done.stderr)

    def _outcome(self, code: int, text: str, complaints: str) -> Outcome:
        counted = CONFLICTS.search(text)
        conflicts = int(counted[1]) if counted else 0
        status = next((line[2:].strip() for line in text.splitlines() if line[:2] == "s "), None)
        if status == "UNSATISFIABLE":
            return Outcome(False, [], conflicts)
        if status == "SATISFIABLE":
            words = [w for line in text.splitlines() if line[:2] == "v " for w in line[2:].split()]
            try:
                return Outcome(True, [n for n in map(int, words) if n > 0], conflicts)
            except ValueError:
                raise RuntimeError(f"{self._name}: a line of values is not numbers") from None
        if code in (0, SATISFIABLE, UNSATISFIABLE) or status == "UNKNOWN":
            return Outcome(None, [], conflicts)
        last = (complaints or text).strip().splitlines()[-1:] or ["no output"]
        raise RuntimeError(f"{self._name}: exit code {code}: {last[0]}")

    def refutation(self) -> None:
        """Return None: proofs of programs have no hints."""


def _as_lines(answer: str) -> str:
    """Return a file of MiniSat's kind, `SAT` and a line of literals, as a competition has it."""
    status, _, literals = answer.strip().partition("\n")
    known = {"SAT": "SATISFIABLE", "UNSAT": "UNSATISFIABLE"}.get(status.strip())
    return "" if known is None else f"s {known}\nv {literals}\n"


class _File:
    """A file for a program: in memory where that is possible."""

    def __init__(self, name: str) -> None:
        self.handle: int | None = None
        if hasattr(os, "memfd_create"):
            self.handle = os.memfd_create(name)
            # The program inherits the handle, and finds itself under this name.
            self.path = f"/proc/self/fd/{self.handle}"
        else:
            folder = scratch(os.getpid())
            os.makedirs(folder, mode=0o700, exist_ok=True)
            self.path = os.path.join(folder, name)

    def text(self) -> str:
        """Return what a program has written; nothing if it has not."""
        if self.handle is None:
            return Path(self.path).read_text("ascii") if os.path.exists(self.path) else ""
        size = os.fstat(self.handle).st_size
        return os.pread(self.handle, size, 0).decode("ascii", "replace")

    def close(self) -> None:
        """Free a file in memory."""
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None

    def __del__(self) -> None:
        self.close()
