"""A guest of another package: a command that counts operations, its certificate, its sweeps."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from xyzmap.rooms.shell.graph_files import load_dfg
from xyzmap.rooms.shell.guests import Entry, Guest
from xyzmap.rooms.shell.options import OutputOptions, file, seconds, seed
from xyzmap.rooms.shell.parser import Main
from xyzmap.rooms.solvers.questions.ask import Question
from xyzmap.rooms.solvers.questions.command import command
from xyzmap.rooms.solvers.questions.kinds import Kind
from xyzmap.rooms.solvers.questions.shared_options import DFG
from xyzmap.rooms.solvers.verification.directory import Clock, Directory, RejectedError

NAME, GRAPH = "certificate.json", "dfg.json"


@dataclass(frozen=True, kw_only=True)
class CountOptions(OutputOptions):
    """Where the certificate goes."""

    seed: int = seed()
    time_limit: float | None = seconds("for all of it")
    certificate: str | None = file("write what verify re-checks", "output certificate")


def _run(inputs: Mapping[str, Any], options: CountOptions) -> int:
    answer = {"status": "optimal", "operations": len(load_dfg(inputs["dfg"]).operations)}
    if options.certificate is not None:
        claim = {"schema": "tiny/count/1", **answer}
        Path(options.certificate, NAME).write_text(json.dumps(claim))
        Path(options.certificate, GRAPH).write_bytes(Path(inputs["dfg"]).read_bytes())
    print(json.dumps(answer) if options.json else f"{answer['operations']} operations")
    return 0


main = command(Question("tiny-count", "Count.", inputs=(DFG,), options=CountOptions), _run)


@dataclass
class CountClaim:
    """A number of operations, and the graph."""

    files: Directory

    @classmethod
    def read(cls, files: Directory, clock: Clock, report: Callable[[str], None]) -> CountClaim:
        """Read it."""
        return cls(files)

    def verify(self) -> str:
        """Count again."""
        claimed = json.loads(self.files.read(NAME))["operations"]
        found = len(load_dfg(str(self.files.path(GRAPH))).operations)
        if found != claimed:
            raise RejectedError(f"{claimed} operations are claimed, there are {found}")
        return f"there are {found} operations"


def _main() -> Main:
    return main


def _claim() -> Callable[..., CountClaim]:
    return CountClaim.read


def _kind() -> Kind:
    return Kind("tiny_guest", CountOptions, ("dfgs",), "operations", "operations", certifies=True)


GUEST = Guest(
    name="tiny",
    commands={"tiny-count": Entry(_main, "begin", "count the operations of a graph")},
    claims={"tiny/count/1": _claim},
    sweeps={"tiny_count": _kind},
)

if __name__ == "__main__":
    sys.exit(main())
