"""Searches as whole processes, with their certificates verified by another process."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.asker import Asker, Run, run, texts
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from solvers.questions.entries import Entry

DECIDED = ("optimal", "infeasible")
VERIFY_SECONDS = 900
"""How long the verification of one certificate may take."""
KEPT = ("status", "cycles", "ii", "lower_bound", "lower_bound_reason", "found_by")


def proven(
    asker: Asker,
    words: Sequence[str],
    files: Mapping[str, str],
    limit: float,
    verify: bool = True,
    certificate: bool = True,
    again: int = 0,
) -> Entry:
    """Return a command's answer; its `verify` says what `solvers.verify` makes of the certificate.

    An answer whose certificate is not verified, though that is wanted, is asked for again when a
    run is resumed. `again` counts repetitions, so that each is measured.
    """
    words = [*words, "--time-limit", f"{limit:g}", "--json", "--quiet"]
    words += ["--certificate", "{folder}/certificate"] * certificate

    def keep(done: Run, folder: Path) -> Entry:
        return done.entry(*KEPT) | _verified(folder / "certificate", verify)

    def good(entry: Entry) -> bool:
        return not verify or entry["verify"] not in ("not asked", "rejected", "error")

    return asker.ask(words, files, keep, good, {"verify": VERIFY_SECONDS, "again": again})


def _verified(proof: Path, verify: bool) -> Entry:
    none: Entry = {"verify_seconds": None, "verify_megabytes": None, "verify_line": ""}
    if not verify:
        return {"verify": "not asked", **none}
    if not (proof / "certificate.json").exists():
        return {"verify": "nothing to verify", **none}
    check = run("solvers.verify", str(proof), "--json", "--time-limit", str(VERIFY_SECONDS))
    claim = json.loads((proof / "certificate.json").read_text(encoding="utf-8"))
    return {
        "verify": check.answer["outcome"],
        "verify_seconds": round(check.seconds, 2),
        "verify_megabytes": round(check.megabytes),
        "verify_line": check.answer["line"],
        "certified": [claim.get(name) for name in ("status", "value", "lower_bound")],
    }


@dataclass(frozen=True)
class Cycles:
    """Asks for the fewest cycles, each time up to `tries` times with other random choices."""

    asker: Asker
    limit: float
    tries: int = 1
    verify: bool = True

    def ask(self, dfg: Dfg, arch: Architecture, *options: str) -> Entry:
        """Return what is known about the minimum number of cycles under `options`.

        With `--cycles N` a mapping decides the question too. `seconds` and `search_seconds`
        are the last try's and all tries' wall time.
        """
        words = ["solvers.min_cycles", "{dfg}", "{arch}", *options]
        decided = (*DECIDED, "feasible") if "--cycles" in options else DECIDED
        spent, entry = 0.0, Entry()
        for seed in range(self.tries):
            asked = [*words, "--seed", str(seed)]
            entry = proven(self.asker, asked, texts(dfg, arch), self.limit, self.verify)
            spent += entry["seconds"]
            if entry["status"] in decided:
                break
        return {**entry, "search_seconds": round(spent, 2)}


def answer(entry: Entry) -> str:
    """Return the status and the cycles, with what is proven where that is less."""
    text = f"{entry['status']}, {entry['cycles']} cycles"
    return text + ("" if entry["status"] == "optimal" else f" (at least {entry['lower_bound']})")


def reason(entry: Entry) -> str:
    """Return what proves that there is nothing better, in one word or two."""
    return str(entry["lower_bound_reason"]).split(":", maxsplit=1)[0]


def verdict(entry: Entry) -> str:
    """Return the verification's seconds, or why there are none."""
    if entry["verify"] == "verified":
        return f"{entry['verify_seconds']:.2f}"
    if entry["verify"] == "unknown":
        return f"> {VERIFY_SECONDS}"
    if entry["verify"] in ("rejected", "error"):
        return f"{entry['verify'].upper()}: {entry['verify_line']}"
    return str(entry["verify"])
