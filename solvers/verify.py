"""`python -m solvers.verify DIR`: re-check a certificate with code that did not write it."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from models.errors import InputError, one_line
from models.formats.json_text import decode
from models.partition.certificate import PARTITION_CERTIFICATE_TAG
from models.process.command import Parser, guarded, positive, seconds
from models.process.memory import memory_limited, shortage
from models.process.signals import Signals, Stop
from models.streaming.certificate import STREAMING_CERTIFICATE_TAG
from solvers.questions.verify import coverage
from solvers.verification.claim import NAME, Claim
from solvers.verification.directory import Clock, Directory, RejectedError, TimeUpError
from solvers.verification.interval import IntervalClaim
from solvers.verification.minimum import MinimumClaim
from solvers.verification.partition_claim import PartitionClaim
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
    parser.add_argument(
        "directory", metavar="DIR", nargs="?", help="directory with certificate.json"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--time-limit", type=seconds, metavar="S", help="give up after S seconds")
    parser.add_argument(
        "--second",
        metavar="CHECKER",
        help="have proofs checked by this program, too: lrat-trim, lrat-check, cake_lpr, drat-trim,"
        " or a command that reads CNF and LRAT as text",
    )
    parser.add_argument("--export", metavar="OUT", help="write proofs as CNF, LRAT and symbols")
    parser.add_argument("--memory-limit", type=positive, metavar="MB", help="give up beyond it")
    parser.add_argument(
        "--coverage", action="store_true", help="list which claims have which certificates"
    )
    options = parser.parse_args(arguments)
    if options.coverage == (options.directory is not None):
        raise InputError("name a directory, or --coverage for the list of certificates")
    if options.coverage:
        print(coverage.as_json() if options.json else "\n".join(coverage.lines()))
        return VERIFIED
    clock = Clock(options.time_limit)
    lines: list[str] = []

    def report(line: str) -> None:
        lines.append(one_line(line))
        if not options.json:
            print(lines[-1], flush=True)

    def proceed(folder: Path) -> None:
        from solvers.questions.verify.second_opinion import export, second_opinion

        if options.second is not None:
            second_opinion(folder, options.second, clock.left, report)
        if options.export is not None:
            for line in export(folder, Path(options.export)):
                report(line)

    end = None if options.time_limit is None else begun + options.time_limit
    with memory_limited(options.memory_limit), Signals(end):
        code, outcome, line = check_directory(options.directory, clock, report, proceed)
    if options.json:
        found = {"outcome": outcome, "line": one_line(line), "checks": lines}
        print(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        stream = sys.stderr if code == UNUSABLE else sys.stdout
        print(one_line(f"{outcome}: {line}"), file=stream)
    return code


def check_directory(
    directory: str,
    clock: Clock,
    report: Callable[[str], None],
    proceed: Callable[[Path], object] = lambda folder: None,
) -> tuple[int, str, str]:
    """Check one certificate; return the exit code, the outcome in a word, and a line about it.

    `proceed` is called with the directory once the claim is verified; it may reject it yet.
    """
    root = Path(directory)
    try:
        if not root.is_dir():
            raise InputError("no such directory", directory)
        line = _claim(Directory(root), clock, report).verify()
        proceed(root)
        return VERIFIED, "verified", line
    except RejectedError as error:
        return REJECTED, "rejected", str(error)
    except InputError as error:
        return UNUSABLE, "error", str(error)
    except (TimeUpError, Stop, MemoryError) as limit:
        return LIMIT, "unknown", f"{shortage(limit) or limit}; nothing is verified"


def _claim(
    files: Directory, clock: Clock, report: Callable[[str], None]
) -> Claim | IntervalClaim | MinimumClaim | PartitionClaim | StreamingClaim:
    """Read a claim of the kind that the certificate says it is."""
    found = decode(files.read(NAME), NAME)
    kind = (found.get("schema"), found.get("question")) if isinstance(found, dict) else ("", "")
    if kind[0] == STREAMING_CERTIFICATE_TAG:
        return StreamingClaim.read(files, clock, report)
    if kind[0] == PARTITION_CERTIFICATE_TAG:
        return PartitionClaim.read(files, clock, report)
    if kind[1] == "prune_arch":
        return MinimumClaim.read(files, clock, report)
    return (IntervalClaim if kind[1] == "min_ii" else Claim).read(files, clock, report)


main = guarded(run, "verify")

if __name__ == "__main__":
    sys.exit(main())
