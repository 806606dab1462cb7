"""One question to `solvers.min_cycles` as a whole process, its certificate re-verified."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

from archs.formats.arch_json import architecture_to_json
from bench.measure import run
from bench.resume import Entry, Resume, digest
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.dfg_json import dfg_to_json

DECIDED = ("optimal", "infeasible")
VERIFY_SECONDS = 900
"""How long the verification of one certificate may take."""


@dataclass(frozen=True)
class Asker:
    """Asks questions with a time limit, each up to `tries` times with other random choices.

    `verify` runs `solvers.verify` on every certificate; an answer that is not verified is then
    asked for again when a run is resumed.
    """

    resume: Resume
    time_limit: float
    tries: int = 1
    verify: bool = True

    def ask(self, dfg: Dfg, arch: Architecture, *options: str) -> Entry:
        """Return what is known about the minimum number of cycles under `options`.

        With `--cycles N` a mapping decides the question too. `seconds` and `search_seconds`
        are the last try's and all tries' wall time.
        """
        spent = 0.0
        entry: Entry = {}
        for seed in range(self.tries):
            entry = self._try(dfg, arch, [*options, "--seed", str(seed)])
            spent += entry["seconds"]
            if entry["status"] in DECIDED:
                break
            if entry["status"] == "feasible" and "--cycles" in options:
                break
        return {**entry, "search_seconds": round(spent, 2)}

    def _try(self, dfg: Dfg, arch: Architecture, options: list[str]) -> Entry:
        texts = dfg_to_json(dfg), architecture_to_json(arch)
        words = [*options, "--time-limit", f"{self.time_limit:g}"]
        names: dict[str, object] = {"dfg": digest(texts[0]), "arch": digest(texts[1])}
        key = {"tool": "min_cycles", **names, "words": words, "verify": VERIFY_SECONDS}
        return self.resume.entry(key, lambda: self._measure(texts, words), self._good)

    def _good(self, entry: Entry) -> bool:
        return not self.verify or entry["verify"] not in ("not asked", "rejected", "error")

    def _measure(self, texts: tuple[str, str], words: list[str]) -> Entry:
        with tempfile.TemporaryDirectory() as folder:
            inputs = [Path(folder) / name for name in ("dfg.json", "arch.json")]
            for path, text in zip(inputs, texts, strict=True):
                path.write_text(text, encoding="utf-8")
            proof = str(Path(folder) / "certificate")
            out = ["--certificate", proof, "--json", "--quiet"]
            done = run("solvers.min_cycles", *map(str, inputs), *words, *out)
            if not done.output:
                raise RuntimeError(f"no answer (exit code {done.code}): {' '.join(done.command)}")
            answer = done.answer
            entry: Entry = {
                name: answer[name]
                for name in ("status", "cycles", "lower_bound", "lower_bound_reason", "found_by")
            }
            entry |= {"seconds": round(done.seconds, 2), "megabytes": round(done.megabytes)}
            return entry | self._verified(Path(proof))

    def _verified(self, proof: Path) -> Entry:
        if not self.verify:
            return {"verify": "not asked", "verify_seconds": None, "verify_line": ""}
        if not (proof / "certificate.json").exists():
            return {"verify": "nothing to verify", "verify_seconds": None, "verify_line": ""}
        check = run("solvers.verify", str(proof), "--json", "--time-limit", str(VERIFY_SECONDS))
        found = json.loads(check.output)
        claim = json.loads((proof / "certificate.json").read_text(encoding="utf-8"))
        return {
            "verify": found["outcome"],
            "verify_seconds": round(check.seconds, 2),
            "verify_line": found["line"],
            "certified": [claim["status"], claim["value"], claim["lower_bound"]],
        }


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
