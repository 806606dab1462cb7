"""`python -m solvers.verify DIR`: re-check a certificate with code that did not write it."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from models.command import Parser, guarded, positive, seconds
from models.errors import InputError, one_line
from models.json_text import decode
from models.memory import memory_limited, shortage
from models.signals import Signals, Stop
from solvers.verification.claim import NAME, Claim
from solvers.verification.directory import Clock, Directory, RejectedError, TimeUpError
from solvers.verification.interval import IntervalClaim
from solvers.verification.minimum import MinimumClaim
from solvers.verification.streaming_certificate import STREAMING_CERTIFICATE_TAG
from solvers.verification.streaming_claim import StreamingClaim

VERIFIED, REJECTED, UNUSABLE, LIMIT = 0, 1, 2, 30


def run(arguments: Sequence[str] | None = None) -> int:
    """Check one certificate and return the exit code: 0 verified, 1 rejected, 2, or 30."""
    begun = time.perf_counter()
    parser = Parser(
        prog="verify",
        description="Re-check a certificate: its mapping, and why nothing better exists.",
        epilog="Exit code: 0 verified, 1 rejected, 2 input that cannot be read, 30 a limit.",
    )
    parser.add_argument("directory", metavar="DIR", help="directory with certificate.json")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--time-limit", type=seconds, metavar="S", help="give up after S seconds")
    parser.add_argument("--memory-limit", type=positive, metavar="MB", help="give up beyond it")
    options = parser.parse_args(arguments)
    lines: list[str] = []

    def report(line: str) -> None:
        lines.append(one_line(line))
        if not options.json:
            print(lines[-1], flush=True)

    end = None if options.time_limit is None else begun + options.time_limit
    with memory_limited(options.memory_limit), Signals(end):
        code, outcome, line = check_directory(options.directory, Clock(options.time_limit), report)
    if options.json:
        found = {"outcome": outcome, "line": one_line(line), "checks": lines}
        print(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        stream = sys.stderr if code == UNUSABLE else sys.stdout
        print(one_line(f"{outcome}: {line}"), file=stream)
    return code


def check_directory(
    directory: str, clock: Clock, report: Callable[[str], None]
) -> tuple[int, str, str]:
    """Check one certificate; return the exit code, the outcome in a word, and a line about it."""
    root = Path(directory)
    try:
        if not root.is_dir():
            raise InputError("no such directory", directory)
        return VERIFIED, "verified", _claim(Directory(root), clock, report).verify()
    except RejectedError as error:
        return REJECTED, "rejected", str(error)
    except InputError as error:
        return UNUSABLE, "error", str(error)
    except (TimeUpError, Stop, MemoryError) as limit:
        return LIMIT, "unknown", f"{shortage(limit) or limit}; nothing is verified"


def _claim(
    files: Directory, clock: Clock, report: Callable[[str], None]
) -> Claim | IntervalClaim | MinimumClaim | StreamingClaim:
    """Read a claim of the kind that the certificate says it is."""
    found = decode(files.read(NAME), NAME)
    kind = (found.get("schema"), found.get("question")) if isinstance(found, dict) else ("", "")
    if kind[0] == STREAMING_CERTIFICATE_TAG:
        return StreamingClaim.read(files, clock, report)
    if kind[1] == "prune_arch":
        return MinimumClaim.read(files, clock, report)
    return (IntervalClaim if kind[1] == "min_ii" else Claim).read(files, clock, report)


main = guarded(run, "verify")

if __name__ == "__main__":
    sys.exit(main())
