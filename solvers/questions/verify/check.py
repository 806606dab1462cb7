"""Re-checking one certificate: the claim of its directory, and the outcome."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from models.errors import InputError
from models.formats.json_text import decode
from shell.budget import Stop
from shell.guests import Verifiable, guests
from shell.shortages import ShortageError, shortage
from solvers.verification.claim import NAME, Claim
from solvers.verification.directory import Clock, Directory, RejectedError, TimeUpError
from solvers.verification.interval import IntervalClaim

VERIFIED, REJECTED, UNUSABLE, LIMIT = 0, 1, 2, 30
"""Exit codes."""


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
            what = "no such directory; --certificate DIR of a command writes one"
            raise InputError(what, directory)
        if not (root / NAME).exists():
            what = f"there is no {NAME} in it; --certificate DIR of a command writes one"
            raise InputError(what, directory)
        line = claim_of(Directory(root), clock, report).verify()
        proceed(root)
        return VERIFIED, "verified", line
    except RejectedError as error:
        return REJECTED, "rejected", str(error)
    except InputError as error:
        return UNUSABLE, "error", str(error)
    except (TimeUpError, Stop, MemoryError, ShortageError) as limit:
        return LIMIT, "unknown", f"{shortage(limit) or limit}; nothing is verified"


def claim_of(files: Directory, clock: Clock, report: Callable[[str], None]) -> Verifiable:
    """Read a claim of the kind that the certificate says it is."""
    found = decode(files.read(NAME), NAME)
    facts = found if isinstance(found, dict) else {}
    schema, question = str(facts.get("schema")), facts.get("question")
    for guest in guests():
        if schema in guest.claims:
            return guest.claims[schema]()(files, clock, report)
    return (IntervalClaim if question == "min_ii" else Claim).read(files, clock, report)
