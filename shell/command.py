"""Parts shared by all commands: options, exit codes, one-line errors, signals."""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from models.errors import InfeasibleError, InputError, escaped, one_line
from models.notes import noted
from shell.memory import supervised
from shell.options import LARGEST, MOST
from shell.outputs import NotWrittenError
from shell.packages import version
from shell.renamed import meant_option
from shell.shortages import limited_to, shortage
from shell.signals import Signals, endings
from shell.streams import is_answer_lost, prepare_streams, settle, to_stderr

EXIT = {"optimal": 0, "feasible": 10, "infeasible": 20, "unknown": 30}
USAGE = 2


class _Version(argparse.Action):
    """Action of `--version`; the version is looked up only then."""

    def __init__(self, option_strings: Sequence[str], **more: Any) -> None:
        more |= {"dest": argparse.SUPPRESS, "default": argparse.SUPPRESS, "nargs": 0}
        super().__init__(option_strings, **more)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(f"xyzmap {version()}")
        parser.exit()


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line.

    With `raises`, they are `InputError`, for those who ask from Python.
    """

    raises = False

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._given: list[str] = []
        self.add_argument("-V", "--version", action=_Version, help="show the version and exit")

    def error(self, message: str) -> None:  # type: ignore[override]  # exits as well
        """Print one line and exit with 2."""
        message += self._meant(message)
        if self.raises:
            raise InputError(message.removeprefix("argument "))
        self.exit(USAGE, f"{self.prog}: {one_line(message)}; see --help\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Remember the words, for hints; those of a subcommand come here, too."""
        self._given = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse all words; what a subcommand does not know is its error."""
        found, left = self.parse_known_args(args, namespace)
        if left:
            self._asked(found).error(f"unrecognized arguments: {' '.join(left)}")
        return found

    def _asked(self, found: argparse.Namespace) -> argparse.ArgumentParser:
        """Return the parser of the subcommand that was asked for, or this one."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                chosen: argparse.ArgumentParser | None = action.choices.get(
                    getattr(found, action.dest)
                )
                return self if chosen is None else chosen
        return self

    def _meant(self, message: str) -> str:
        """Return a hint for a message: the likely meaning of an unknown option, or the missing
        words.
        """
        if "not allowed with argument" in message:
            return "; leave out one"
        if re.search(r"invalid int value", message):
            return "; write a whole number, such as 4"
        if "expected one argument" in message:
            names = message.split()[1].rstrip(":").split("/")
            pairs = zip(self._given, self._given[1:], strict=False)
            value = next((value for word, value in pairs if word in names), "")
            meant = value.startswith("-") and value not in self._option_string_actions
            return f"; write {names[-1]}={value}" if meant else ""
        unknown = re.match(r"unrecognized arguments: (?:.*?(--[\w-]+))?", message)
        if unknown is not None and re.search(r" (-v|--verbose)\b", message):
            return "; progress is shown without it, and -q hides it"
        if unknown is not None and unknown[1] is not None:
            near = meant_option(unknown[1].removeprefix("--"), self._names())
            return "" if near is None else f"; did you mean --{near}?"
        asked = unknown is not None or "arguments are required" in message
        return f"; write {self._needed()}" if asked else ""

    def _names(self) -> set[str]:
        """Return the long names of the options of this parser."""
        words = [word for action in self._actions for word in action.option_strings]
        return {word[2:] for word in words if word.startswith("--")}

    def _needed(self) -> str:
        """Return a command line with all required arguments only."""
        line = " ".join(self.format_usage().split()).removeprefix("usage: ")
        return re.sub(r" \[-(?:[^][]|\[[^][]*\])*\]", "", line)


def positive(text: str) -> int:
    """Return an integer from 1 to a million, for argparse."""
    value = int(text)
    if not 1 <= value <= MOST:
        raise argparse.ArgumentTypeError(f"{text} must be from 1 to {MOST}")
    return value


def natural(text: str) -> int:
    """Return an integer of at least 0 that every solver takes for a seed, for argparse."""
    value = int(text)
    if not 0 <= value <= LARGEST:
        raise argparse.ArgumentTypeError(f"{text} must be from 0 to {LARGEST}")
    return value


def seconds(text: str) -> float:
    """Return a positive number of seconds, for argparse."""
    value = float(text)
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"{text} must be a positive number of seconds")
    return value


positive.__name__ = natural.__name__ = "whole number"
seconds.__name__ = "number of seconds"


def guarded(run: Callable[[Sequence[str] | None], int], prog: str) -> Callable[..., int]:
    """Wrap a `main` so that errors of input end in one line on stderr and exit code 2.

    Where memory is exhausted, or there are no more processes or files, the exit code is 30, even if
    a library crashes then.
    """

    def main(arguments: Sequence[str] | None = None) -> int:
        if arguments is None and limited_to() is not None:
            return supervised(lambda: attempt(None), lambda why: say(f"{prog}: {why}"))
        return attempt(arguments)

    def attempt(arguments: Sequence[str] | None) -> int:
        whole = arguments is None
        # Threads of linear algebra are useless here, and make forking noisy.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        # Once all output is written, the interpreter ends undisturbed, with its own exit code.
        atexit.register(_ignore_signals)
        if whole:
            # Models are millions of small objects that stay.
            gc.set_threshold(50_000, 20, 20)
            prepare_streams()
        try:
            try:
                with Signals(prog=prog if whole else None), telling_notes(prog):
                    code = run(arguments)
                    with suppress(BrokenPipeError, AttributeError):  # without stdout
                        sys.stdout.flush()
            finally:
                if whole:
                    _ignore_signals()
            if is_answer_lost():
                say(f"{prog}: output: stdout is closed, so the answer is lost")
                code = USAGE
            if whole:
                _end_at_once(code)
            return code
        except InputError as error:
            say(f"{prog}: {error}")
            return USAGE
        except InfeasibleError as error:
            say(f"{prog}: infeasible: {error}")
            return EXIT["infeasible"]
        except KeyboardInterrupt as stop:
            return _stopped(prog, str(stop) or "interrupted", whole)
        except BrokenPipeError:
            return USAGE
        except Exception as error:
            reason = shortage(error)
            if reason is not None:
                return _stopped(prog, reason, whole)
            if isinstance(error, OSError):
                say(f"{prog}: {error.filename or 'output'}: {error.strerror or error}")
            elif isinstance(error, RecursionError):
                say(f"{prog}: input is nested too deeply")
            else:
                raise
            return USAGE
        finally:
            settle()

    return main


@contextmanager
def telling_notes(prog: str) -> Iterator[None]:
    """Print on stderr, after this block, the notes that no answer took.

    Input that is refused has one line, its own.
    """
    with noted() as lines:
        try:
            yield
        except InputError:
            lines.clear()
            raise
        finally:
            for line in lines:
                say(f"{prog}: {line}")


def typed(name: str, arguments: Sequence[str] | None) -> str:
    """Return the command name that the user typed, for the beginning of usage and errors.

    It is `name` where `arguments` are given, as by another function.
    """
    if arguments is not None:
        return name
    if sys.argv[0].startswith("xyzmap "):  # as `xyzmap.cli` leaves it
        return sys.argv[0]
    spec = sys.modules["__main__"].__spec__
    return name if spec is None else f"python -m {spec.name.removesuffix('.__main__')}"


def say(line: str) -> None:
    """Print one line on stderr."""
    to_stderr(one_line(line))


def _stopped(prog: str, reason: str, whole: bool) -> int:
    """Print the reason for a missing answer; `whole` if the command is the whole process."""
    say(f"{prog}: {reason}")
    if whole:
        _end_at_once(EXIT["unknown"])
    return EXIT["unknown"]


def _end_at_once(code: int) -> None:
    """End the process: freeing all modules takes long, and may crash where memory was short."""
    settle()
    atexit._run_exitfuncs()
    os._exit(code)


def _ignore_signals() -> None:
    for number in endings():
        signal.signal(number, signal.SIG_IGN)


def show(text: str) -> None:
    """Print lines for users, with unprintable characters escaped."""
    print(escaped(text, "\n"), flush=True)


def concluded(prog: str, failures: Sequence[InputError], code: int) -> int:
    """Report unwritten files on stderr; return the exit code, `code` if all were written.

    A file given up because the work was ended is reported, and is no error.
    """
    for failure in failures:
        say(f"{prog}: {failure}")
    return USAGE if any(not isinstance(f, NotWrittenError) for f in failures) else code
