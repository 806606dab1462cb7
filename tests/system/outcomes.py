"""Random cases in processes that may die, hang or fill the memory, and what became of each.

Every process works off its share of the cases, and says when it begins one. One that ends in the
middle has crashed, one that takes too long is killed; what is left is gone on with by another.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from tests.system.judge import FalseError

BAD = ("false", "crash", "hang", "memory")
"""What may never be: a claim that is not true, no answer, none in time, too much memory."""


@dataclass(frozen=True)
class Outcome:
    """One case: `verdict` is one of `BAD`, or a word that says what was right about it.

    `count` is how many single questions were compared, `what` is one line about a bad one.
    """

    part: str
    kind: str
    seed: int
    verdict: str
    what: str = ""
    count: int = 1
    seconds: float = 0.0

    @property
    def bad(self) -> bool:
        """Whether this may not be."""
        return self.verdict in BAD


class Case(NamedTuple):
    """What is to be done: `seconds` after which it hangs."""

    part: str
    kind: str
    seed: int
    seconds: float


Work = Callable[[Case], Outcome]


@dataclass
class _Worker:
    """A process with the cases that it has not finished; `begun` is when it began the first."""

    cases: list[Case]
    pid: int = 0
    handle: int = -1
    begun: float = 0.0
    text: bytes = b""
    done: list[Outcome] = field(default_factory=list)

    def start(self, work: Work) -> None:
        """Start the process on what is left."""
        reading, writing = os.pipe()
        self.begun, self.text = time.monotonic(), b""
        self.pid = os.fork()
        if self.pid == 0:
            os.close(reading)
            os.setsid()
            # Cases of the package end processes of theirs; this one is no job of a shell.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            try:
                for case in self.cases:
                    os.write(writing, b"\n")
                    os.write(writing, json.dumps(asdict(finished(work, case))).encode() + b"\n")
            finally:
                os._exit(0)
        os.close(writing)
        self.handle = reading

    def read(self) -> bool:
        """Take in what the process has said; whether it goes on."""
        data = os.read(self.handle, 1 << 16)
        self.text += data
        *lines, self.text = self.text.split(b"\n")
        for line in lines:
            if line:
                self.done.append(Outcome(**json.loads(line)))
                self.cases.pop(0)
            self.begun = time.monotonic()
        return bool(data)

    def end(self) -> int:
        """Kill what is left of the process and its children; return its status."""
        for kill in (os.killpg, os.kill):
            with suppress(ProcessLookupError):
                kill(self.pid, signal.SIGKILL)
        os.close(self.handle)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def lost(self, verdict: str, what: str) -> None:
        """Note that the case in hand has no outcome."""
        case = self.cases.pop(0)
        spent = time.monotonic() - self.begun
        self.done.append(Outcome(case.part, case.kind, case.seed, verdict, what, 1, spent))


def finished(work: Work, case: Case) -> Outcome:
    """Do a case in this process; an exception is an outcome as well."""
    begun = time.monotonic()
    try:
        return work(case)
    except FalseError as error:
        verdict, what = "false", str(error)
    except MemoryError as error:
        verdict, what = "memory", _last(error)
    except Exception as error:  # a fault of the product is what is looked for
        verdict, what = "crash", _last(error)
    what = " ".join(what.split())[:600]
    spent = time.monotonic() - begun
    return Outcome(case.part, case.kind, case.seed, verdict, what, 1, spent)


def _last(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{os.path.basename(f.filename)}:{f.lineno}" for f in frames[:-5:-1])
    return f"{type(error).__name__}: {error} at {places}"


def outcomes(cases: Sequence[Case], work: Work, jobs: int) -> Iterator[Outcome]:
    """Yield what becomes of all cases, in any order, done by so many processes."""
    # Neighbours take similar time, so each process has one of them.
    workers = [_Worker(list(cases[n::jobs])) for n in range(jobs)]
    with selectors.DefaultSelector() as ready:

        def begin(worker: _Worker) -> None:
            if worker.cases:
                worker.start(work)
                ready.register(worker.handle, selectors.EVENT_READ, worker)

        for worker in workers:
            begin(worker)
        while ready.get_map():
            for key, _ in ready.select(0.2):
                one: _Worker = key.data
                if not one.read():
                    ready.unregister(key.fd)
                    code = one.end()
                    if one.cases:
                        one.lost("crash", f"the process ended with {code}")
                    begin(one)
            for key in list(ready.get_map().values()):
                one = key.data
                if one.cases and time.monotonic() - one.begun > one.cases[0].seconds:
                    ready.unregister(key.fd)
                    one.end()
                    one.lost("hang", f"killed after {one.cases[0].seconds:g} s")
                    begin(one)
            for worker in workers:
                yield from worker.done
                worker.done.clear()
