"""Damaged certificates: none may be verified unless what it then claims is true.

`bench` writes genuine ones by `write_material` of `tests.system.material`, and has a
`Tampering(material, folder)` damage and judge one for each case of `tests.system.outcomes`.
"""

from __future__ import annotations

import json
import random
import resource
import shutil
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from archs.formats.arch_json import architecture_from_json
from models.data.problem import Problem
from models.formats.dfg_json import dfg_from_json
from models.streaming.engine import Engine
from models.streaming.program import program_from_json
from tests.system.commands import called, python, run
from tests.system.engine_oracle import has_mapping
from tests.system.judge import FalseError, calm
from tests.system.material import Genuine
from tests.system.oracle import Told
from tests.system.outcomes import Case, Outcome, finished
from tests.system.rules import RULES, files, load, places, reach

MEGABYTE = 1 << 20
MOST = 8
"""Horizons beyond are not put to the oracle."""
LIMIT = 3.0
"""Seconds that the verifier may take by its own limit."""
EXCESS = 2.0
"""Seconds beyond its limit after which it has hung."""
MEMORY = 1024
"""Megabytes that it may take besides what the process has at the start."""
SAMPLE = 25
"""Of so many damaged certificates one is verified by the command line."""
CODES = {0: "verified", 1: "rejected", 2: "input error", 30: "limit"}


@dataclass(frozen=True)
class Tampering:
    """Damages certificates; a seed says which, how, and how often."""

    material: Sequence[Genuine]
    scratch: Path

    def __call__(self, case: Case) -> Outcome:
        """Damage a certificate and verify it; say what became of it."""
        draw = random.Random(f"tampering {case.seed}")
        with tempfile.TemporaryDirectory(dir=self.scratch) as place:
            folder = Path(place) / "damaged"
            genuine, said, names = self.damaged(draw, folder)
            done = f"{genuine.question}: {'; '.join(said)}"
            inner = finished(partial(self.verify, genuine, folder, draw), case)
            verdict = inner.verdict
            if verdict == "undecided" and set(names) == {"rename"} and _renamed(genuine, folder):
                verdict = "true as before"
            shown = verdict == "undecided" or inner.bad
            what = f"{done}: {inner.what}"[:600] if shown else ""
            return replace(inner, kind=names[0], verdict=verdict, what=what)

    def verify(self, genuine: Genuine, folder: Path, draw: random.Random, case: Case) -> Outcome:
        """Verify a damaged certificate, and decide whether the verdict is right."""
        begun = time.monotonic()
        code, line = verified(folder, draw.randrange(SAMPLE) == 0)
        spent = time.monotonic() - begun
        said = f"{code} {line}"
        verdict = CODES.get(code, "crash")
        if spent > LIMIT + EXCESS:
            verdict = "hang"
        elif verdict == "verified":
            verdict = self.truth(genuine, folder, said)
        return Outcome(case.part, case.kind, case.seed, verdict, said, 1, spent)

    def damaged(self, draw: random.Random, folder: Path) -> tuple[Genuine, list[str], list[str]]:
        """Write a damaged certificate; return the original, what was done, and by which rules."""
        while True:
            genuine = draw.choice(self.material)
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(genuine.folder, folder)
            others = [one.folder for one in draw.sample(list(self.material), 2)]
            said, names = [], []
            for name in draw.choices(list(RULES), k=draw.choice((1, 1, 1, 2, 3))):
                done = RULES[name](draw, folder, others)
                if done is not None:
                    said.append(done)
                    names.append(name)
            if said:
                return genuine, said, names

    def truth(self, genuine: Genuine, folder: Path, what: str) -> str:
        """Return why it is right to verify this. Raises `FalseError` where it is not.

        What the original claims is true. Everything else is decided by the naive oracles.
        """
        old, new = load(genuine.folder / "certificate.json"), load(folder / "certificate.json")
        for tree in (old, new):
            tree.pop("versions", None)
        question = all(_same(genuine.folder, folder, old, new, key) for key in ("dfg", "program",
                       "architecture", "whole", "left"))  # fmt: skip
        question = question and _jobs(genuine.folder, old) == _jobs(folder, new)
        if question and _weaker(old, new):
            return "true as before"
        found = _decided(new, folder)
        if found is None:
            return "undecided"
        if not found:
            raise FalseError(what)
        return "true otherwise"


def verified(folder: Path, command: bool) -> tuple[int, str]:
    """Verify a folder; return the exit code and the last line. Exceptions are passed on."""
    words = (str(folder), f"--time-limit={LIMIT:g}")
    if command:
        done = run(python("solvers.verify", *words), memory=(MEMORY + 512) * MEGABYTE)
        calm(done.stderr)
        return done.returncode, _last_line(done.stdout + done.stderr)
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_size() + MEMORY * MEGABYTE, before[1]))
    try:
        done = called("solvers.verify", words)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
    return done.returncode, _last_line(done.stdout + done.stderr)


def _last_line(text: str) -> str:
    """Return the last line. Raises `FalseError` where a name has made a line of its own."""
    lines = text.rstrip("\n").split("\n")
    for line in lines:
        if not line.isprintable():
            raise FalseError(f"a line can be forged: {line[-300:]!r}")
    if any(line.startswith("verified") for line in lines[:-1]):
        raise FalseError(f"a line is forged: {lines[-2][:100]!r}, {lines[-1][:100]!r}")
    return lines[-1]


def _size() -> int:
    """The bytes of address space that this process has now."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def _same(one: Path, two: Path, old: Any, new: Any, key: str) -> bool:
    """Whether two claims have the same problem, by what their files say."""
    if (key in old) != (key in new):
        return False
    if key not in old:
        return True
    return _content(one / old[key]) == _content(two / new[key])


def _content(path: Path) -> str:
    found = load(path)
    return json.dumps(found, sort_keys=True)


def _jobs(folder: Path, claim: Any) -> list[Any]:
    return [
        {**job, "dfg": _content(folder / job["dfg"]), "mapping": None, "symmetries": None}
        for job in claim.get("jobs", ())
    ]


def _renamed(genuine: Genuine, folder: Path) -> bool:
    """Whether as many texts are in the files as before, so that no two names became one."""
    counts = []
    for place in (genuine.folder, folder):
        texts: set[str] = set()
        for path in files(place, ".json"):
            tree = load(path)
            texts |= {str(x) for p in places(tree) if isinstance(x := reach(tree, p), str)}
        counts.append(len(texts))
    return counts[0] == counts[1]


def _weaker(old: Any, new: Any) -> bool:
    """Whether a claim about the same problem says no more than a true one."""
    plain = ("question", "contexts", "transform", "engine", "kinds", "weights", "keep", "schema")
    for key in plain:
        if old.get(key) != new.get(key) and {key: old.get(key)} != {key: new.get(key, "none")}:
            return False
    values = ("value", "horizon", "ii", "cycles", "status", "objective")
    if all(old.get(key) == new.get(key) for key in values):
        return all(_least(old, key) >= _least(new, key) for key in BOUNDS)
    if new.get("status") == "feasible" and old.get("status") in ("optimal", "feasible"):
        same = all(old.get(key) == new.get(key) for key in ("value", "ii", "cycles"))
        return same and all(_least(old, key) >= _least(new, key) for key in BOUNDS)
    return False


BOUNDS = ("lower_bound", "lower_ii", "lower_cycles")


def _least(claim: Any, key: str) -> float:
    found = claim.get(key)
    return 0 if found is None else float(found)


def _decided(claim: Any, folder: Path) -> bool | None:
    """Whether a claim is true, by the naive oracles; None where that is not decided."""
    if "program" in claim:
        return _streaming(claim, folder)
    if claim.get("question") == "prune_arch":
        return None
    if claim["question"] == "min_cycles" and claim.get("horizon") is not None:
        horizons = [bound.get("horizon") or 0 for bound in claim["bounds"]]
        if claim["lower_bound"] > max([claim.get("horizon") or 0, *horizons]) + 1:
            return False  # more than anything in it says
    dfg = dfg_from_json((folder / claim["dfg"]).read_bytes(), "dfg")
    arch = architecture_from_json((folder / claim["architecture"]).read_bytes(), "architecture")
    if len(dfg.operations) > 8:
        return None
    intervals = claim["question"] == "min_ii"
    contexts = 1 if intervals else claim.get("contexts")
    told = Told(Problem(dfg, arch, contexts, claim.get("transform", "none")))
    if intervals:
        known = [
            told.maps(n, t)
            for t in range(1, min(claim["lower_bound"], 4))
            for n in range(1, MOST + 1)
        ]
        if True in known:
            return False
        return None if claim["value"] is not None and claim["value"] > 4 else not any(known)
    lower, horizon = claim["lower_bound"], claim.get("horizon")
    if claim["status"] == "infeasible":
        if horizon is None:  # with any number of cycles
            lower = max(lower, MOST + 1)
            horizon = MOST
        if max(horizon, lower) > 2 * MOST:
            return None
        refuted = {horizon, *range(1, lower)}
    else:
        refuted = set(range(1, min(lower, 2 * MOST)))
        if told.maps(claim["value"], contexts) is False:
            return False
    return not any(told.maps(n, contexts) for n in sorted(refuted))


def _streaming(claim: Any, folder: Path) -> bool | None:
    program = program_from_json((folder / claim["program"]).read_bytes(), "program")
    engine = msgspec.convert(claim["engine"], Engine)
    if len(program.instructions) > 5:
        return None
    beyond = engine.pipeline + 8
    if claim["status"] == "infeasible":
        asked = [(claim["ii"], beyond)]
    else:
        asked = [(ii, beyond) for ii in range(1, claim["lower_ii"] or 1)]
        asked.append((claim["ii"], (claim["lower_cycles"] or 1) - 1))
    found = [has_mapping(program, engine, ii, most) for ii, most in asked]
    return False if True in found else None if None in found else True
