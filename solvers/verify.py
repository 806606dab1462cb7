"""`python -m solvers.verify DIR`: re-check a certificate with code that did not write it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from models.errors import InputError, one_line
from shell.budget import UNLIMITED, Budget
from shell.options import (
    MEMORY_LIMIT,
    TIME_LIMIT,
    Options,
    flag,
    json_flag,
    out_folder,
    seconds,
    text,
    whole,
)
from shell.parser import Input
from solvers.questions.ask import Question
from solvers.questions.command import command


@dataclass(frozen=True, kw_only=True)
class VerifyOptions(Options):
    """Additional work beside re-checking, and limits."""

    json: bool = json_flag()
    time_limit: float | None = seconds(TIME_LIMIT)
    second: str | None = text(
        "check proofs by another program, too: lrat-trim, lrat-check, cake_lpr, drat-trim,"
        " or a command that reads CNF and LRAT as text",
        "CHECKER",
    )
    memory_limit: int | None = whole(MEMORY_LIMIT, "MB")
    coverage: bool = flag("list the certificate of every kind of claim")
    out: str | None = out_folder("proofs as CNF, LRAT and symbols")


QUESTION = Question(
    name="verify",
    about="Re-check a certificate: its mapping, and the proof that no better mapping exists.",
    inputs=(Input("directory", "DIR", "directory with certificate.json", optional=True),),
    options=VerifyOptions,
    codes="Exit code: 0 verified, 1 rejected, 2 unreadable input, 30 a limit was reached.",
)


def run(inputs: Mapping[str, str | None], options: VerifyOptions) -> int:
    """Check one certificate and return the exit code: 0 verified, 1 rejected, 2, or 30."""
    budget = Budget.of(options.time_limit)
    directory = inputs["directory"]
    if options.coverage and directory is None:
        from solvers.questions.verify import coverage

        print(coverage.as_json() if options.json else "\n".join(coverage.lines()))
        return 0
    if options.coverage or directory is None:
        raise InputError("name a directory, or --coverage for the list of certificates")
    from shell.memory import memory_limited
    from shell.signals import Signals
    from solvers.questions.verify.check import UNUSABLE, check_directory
    from solvers.verification.directory import Clock

    if options.second is not None:
        from solvers.questions.verify.second_opinion import command_of

        command_of(options.second)

    class Watched(Clock):
        """The clock of the verifier, which looks for signals, too."""

        def check(self) -> None:
            UNLIMITED.check()
            super().check()

    clock = Watched(options.time_limit)
    lines: list[str] = []

    def report(line: str) -> None:
        lines.append(one_line(line))
        if not options.json:
            print(lines[-1], flush=True)

    def proceed(folder: Path) -> None:
        from solvers.questions.verify.second_opinion import export, second_opinion

        if options.second is not None:
            second_opinion(folder, options.second, clock.left, report)
        if options.out is not None:
            for line in export(folder, Path(options.out)):
                report(line)

    with memory_limited(options.memory_limit), Signals(budget):
        code, outcome, line = check_directory(directory, clock, report, proceed)
    if options.json:
        found = {"outcome": outcome, "line": one_line(line), "checks": lines}
        print(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        stream = sys.stderr if code == UNUSABLE else sys.stdout
        print(one_line(f"{outcome}: {line}"), file=stream)
    return code


main = command(QUESTION, run)

if __name__ == "__main__":
    sys.exit(main())
