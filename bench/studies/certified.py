"""The cost of a certificate: `python -m bench.studies.certified REPEATS MODULE WORDS…`.

The search without a certificate, the same search with one, and its verification, in turn.
"""

from __future__ import annotations

import sys
import tempfile
from statistics import median

from bench.asking import VERIFY_SECONDS
from bench.process import Answer, run
from bench.studies import printed


def main(repeats: str, *words: str) -> Answer:
    """Return the answer, and medians of seconds."""
    plain, certified, verified = list[float](), list[float](), list[float]()
    outcome, answer = "verified", Answer()
    for _ in range(int(repeats)):
        plain.append(run(*words).seconds)
        with tempfile.TemporaryDirectory() as folder:
            done = run(*words, "--certificate", f"{folder}/certificate")
            answer = done.picked("status", "cycles", "ii")
            certified.append(done.seconds)
            limit = ("--json", "--time-limit", str(VERIFY_SECONDS))
            check = run("solvers.verify", f"{folder}/certificate", *limit)
        said = check.answer["outcome"] if check.output else "nothing to verify"
        outcome = outcome if said == "verified" else said
        verified.append(check.seconds)
    return {
        **answer,
        "outcome": outcome,
        "plain": round(median(plain), 2),
        "certified": round(median(certified), 2),
        "verified": round(median(verified), 2),
    }


if __name__ == "__main__":
    printed(main, *sys.argv[1:])
