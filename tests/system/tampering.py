"""Damaged certificates: none may be verified unless what it then claims is true."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from hypothesis import strategies as st

from archs.presets import architecture_preset
from examples.filters import dot
from examples.ring import ring
from models.data.problem import Problem
from models.errors import InfeasibleError
from models.formats.native_json import architecture_from_json, dfg_from_json
from streaming.model.engine import Engine
from streaming.model.program import program_from_json
from tests.fuzz.checks import bounded
from tests.fuzz.mutation import near, places, trees
from tests.solvers.verification.claims import write
from tests.solvers.verification.genuine import GENUINE
from tests.system.commands import called
from tests.system.engine_oracle import has_mapping
from tests.system.judge import Told, calm, contents, need
from tests.system.problems import drawn
from xyzmap import min_cycles

MOST = 8
"""Horizons beyond are not put to the oracle."""
LIMIT = 3.0
"""Seconds that the verifier may take by its own limit."""
CODES = {0: "verified", 1: "rejected", 2: "input error", 30: "limit"}

Draw = st.DrawFn
Files = dict[str, bytes]


@cache
def material() -> dict[str, Files]:
    """Genuine certificates: those that are made by hand, and proofs of solvers."""
    found = {}
    with TemporaryDirectory() as place:
        for kind, make in GENUINE.items():
            found[kind] = contents(write(make(), Path(place, "by hand", kind)))
        asked = [Problem(dot(4)[0], architecture_preset("mesh:2x2,registers=1"))]
        asked += [Problem(*ring(3, "pattern")), Problem(*ring(4, "pattern"))]
        asked += [drawn(random.Random(f"material {n}")) for n in range(8)]
        for n, problem in enumerate(asked):
            folder = Path(place, str(n))
            with suppress(InfeasibleError):
                min_cycles(
                    problem.dfg,
                    problem.arch,
                    contexts=problem.contexts,
                    transform=problem.transform,
                    max_cycles=MOST,
                    jobs=1,
                    time_limit=20,
                    certificate=str(folder),
                )
            if (folder / "certificate.json").exists():
                found[f"problem {n}"] = contents(folder)
    return found


# Rules: each changes files at a place that is drawn, or nothing where there is no such place.


def pick(draw: Draw, files: Files, *endings: str) -> str | None:
    """Return the name of one of the files."""
    found = sorted(name for name in files if not endings or name.endswith(endings))
    return draw(st.sampled_from(found)) if found else None


def load(files: Files, name: str | None) -> Any:
    """Return a JSON tree; None where it is none."""
    with suppress(KeyError, ValueError, RecursionError):
        return json.loads(files[name or ""])
    return None


def put(files: Files, name: str, tree: Any) -> None:
    """Write a JSON tree."""
    files[name] = json.dumps(tree).encode("utf-8", "surrogatepass")


def swap_files(draw: Draw, files: Files) -> None:
    """Exchange two files, or take one of another certificate."""
    name = pick(draw, files)
    theirs = files if draw(st.booleans()) else dict(draw(st.sampled_from([*material().values()])))
    other = pick(draw, theirs)
    if name and other:
        files[name], theirs[other] = theirs[other], files[name]


def damage_bytes(draw: Draw, files: Files) -> None:
    """Drop, flip, repeat, move or add bytes and words."""
    name = pick(draw, files)
    if name:
        files[name] = draw(near([files[name]]))


def damage_json(draw: Draw, files: Files) -> None:
    """Change a number or a text, or drop, repeat, exchange or nest a part."""
    name = pick(draw, files, ".json")
    if name and load(files, name) is not None:
        files[name] = draw(trees([files[name]]))


CLAIMED = set(
    """value lower_bound horizon status contexts transform cycles ii lower_ii lower_cycles objective
    bounds reasons mapping cores left kinds weights keep units first last items components mirrored
    placement arrival symmetries paths values exchanges chains total parts max_ii""".split()
)
WORDS = {
    "status": ("optimal", "feasible", "infeasible"),
    "transform": ("none", "enumerate", "xbtree", "select", "chain"),
    "objective": ("cycles", "ii"),
}


def change_claim(draw: Draw, files: Files) -> None:
    """Claim more, less or something else: one to three members of the claim at once."""
    tree = load(files, "certificate.json")
    every = [(holder, key) for holder, key in places(tree) if key in CLAIMED]
    if not every:
        return
    for holder, key in draw(st.lists(st.sampled_from(every), min_size=1, max_size=3)):
        old: Any = holder.get(key)
        new: Any = None
        if key in WORDS:
            new = draw(st.sampled_from(WORDS[key]))
        elif isinstance(old, int):
            new = draw(st.sampled_from((old - 1, old + 1, old + 2, old - 2, 1, None)))
        elif isinstance(old, list) and old:
            new = draw(st.sampled_from((old[:-1], old[1:], old[::-1], [*old, old[0]], [])))
        elif isinstance(old, dict) and old:
            one, two = (draw(st.sampled_from(sorted(old))) for _ in range(2))
            new = {**old, one: old[two]} if one != two else {k: old[k] for k in old if k != one}
        elif old is None:
            new = draw(st.sampled_from((1, 2, 5, "mapping.json")))
        holder[key] = new
    put(files, "certificate.json", tree)


TOGETHER = (
    ("value", "lower_bound", "horizon"), ("cycles", "lower_cycles"), ("ii", "lower_ii"),
    ("lower_bound",), ("horizon",), ("contexts",),
)  # fmt: skip


def claim_more(draw: Draw, files: Files) -> None:
    """Claim one less or one more of what is minimal, consistently in all places of the claim."""
    tree, names = load(files, "certificate.json"), draw(st.sampled_from(TOGETHER))
    shift = draw(st.sampled_from((-1, 1, 1, 2, 2**32)))
    for holder, key in places(tree):
        if key in names and isinstance(holder[key], int):
            holder[key] += shift
    put(files, "certificate.json", tree)


def damage_line(draw: Draw, files: Files) -> None:
    """Change a line of clauses, symbols or a proof; the header of a CNF fits its clauses."""
    name = pick(draw, files, ".cnf", ".symbols")
    lines = files[name].decode("latin-1").splitlines() if name else []
    head = lines.pop(0) if name and name.endswith(".cnf") and lines else ""
    if not name or not lines:
        return
    at, to = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    words, theirs = lines[at].split() or [""], lines[to].split() or [""]
    place = draw(st.integers(0, max(0, len(words) - 2)))
    kind = draw(st.sampled_from("drop repeat move unit flip flip less word near only cut".split()))
    if kind == "flip":
        words[place] = words[place].removeprefix("-") if "-" in words[place] else f"-{words[place]}"
    elif kind == "less":
        del words[place]
    elif kind == "word":
        words[place] = draw(st.sampled_from(theirs))
    elif kind == "near" and words[place].lstrip("-").isdigit():
        words[place] = str(int(words[place]) + draw(st.sampled_from((-1, 1, 2**31, 2**32))))
    lines[at] = " ".join(words)
    if kind == "drop":
        del lines[at]
    elif kind in ("repeat", "move"):
        lines.insert(to, lines.pop(at) if kind == "move" else lines[at])
    elif kind == "unit":
        lines.insert(at, draw(st.sampled_from(("1 0", "-1 0", "2 0", "0", "d 1 0"))))
    elif kind in ("only", "cut"):
        lines[0 if kind == "only" else at :] = ["0"] if kind == "only" else []
    if head:
        numbers = [int(w) for line in lines for w in line.split() if w.lstrip("-").isdigit()]
        lines.insert(0, f"p cnf {max(map(abs, numbers), default=0)} {len(lines)}")
    files[name] = "".join(f"{line}\n" for line in lines).encode("latin-1")


RULES: tuple[Callable[[Draw, Files], None], ...] = (
    swap_files, damage_bytes, damage_json, change_claim, change_claim, claim_more, damage_line,
    damage_line,
)  # fmt: skip


@st.composite
def damaged(draw: Draw) -> tuple[str, Files]:
    """The name of a genuine certificate, and its files after one to three rules."""
    kind = draw(st.sampled_from(sorted(material())))
    files = dict(material()[kind])
    for rule in draw(st.lists(st.sampled_from(RULES), min_size=1, max_size=3)):
        rule(draw, files)
    return kind, files


# The verdict.


def verified(files: Files) -> tuple[int, str]:
    """Verify files; return the exit code and the last line."""
    with TemporaryDirectory() as place, bounded():
        write(files, Path(place))
        done = called("solvers.verify", (place, f"--time-limit={LIMIT:g}"))
    calm(done.stderr)
    lines = (done.stdout + done.stderr).rstrip("\n").split("\n")
    need(all(line.isprintable() for line in lines), f"a line can be forged: {lines}")
    forged = any(line.startswith("verified") for line in lines[:-1])
    need(not forged, f"a line is forged: {lines}")
    return done.returncode, lines[-1]


def verdict(old: Files, new: Files) -> str:
    """Verify a damaged certificate. Raises `FalseError` where the verdict is not right."""
    code, said = verified(new)
    return truth(old, new, said) if code == 0 else CODES[code]


def truth(old_files: Files, new_files: Files, what: str) -> str:
    """Return why it is right to verify this. Raises `FalseError` where it is not.

    What the original claims is true. Everything else is decided by the naive oracles.
    """
    old, new = (load(files, "certificate.json") for files in (old_files, new_files))
    same = all(_content(old_files, old, key) == _content(new_files, new, key) for key in INPUTS)
    if same and _jobs(old_files, old) == _jobs(new_files, new) and _weaker(old, new):
        return "true as before"
    found = _decided(new, new_files)
    need(found is not False, what)
    return "undecided" if found is None else "true otherwise"


INPUTS = ("dfg", "program", "architecture", "whole", "left", "written")
PLAIN = (
    "question", "contexts", "transform", "engine", "kinds", "weights", "keep", "schema", "pins",
    "placed", "prices", "register_files", "accumulators", "store", "load",
)  # fmt: skip
VALUES = ("value", "horizon", "ii", "cycles", "status", "objective", "total", "max_ii", "parts")
BOUNDS = ("lower_bound", "lower_ii", "lower_cycles")


def _content(files: Files, claim: Any, key: str) -> Any:
    return load(files, claim[key]) if key in claim else None


def _jobs(files: Files, claim: Any) -> list[Any]:
    return [
        {**job, "dfg": load(files, job["dfg"]), "mapping": None, "symmetries": None}
        for job in claim.get("jobs", ())
    ]


def _weaker(old: Any, new: Any) -> bool:
    """Whether a claim about the same problem says no more than a true one."""
    defaults = {"transform": "none"}
    if any(old.get(key) != new.get(key, defaults.get(key)) for key in PLAIN):
        return False
    if any((old.get(key) or 0) < (new.get(key) or 0) for key in BOUNDS):
        return False
    if all(old.get(key) == new.get(key) for key in VALUES):
        return True
    same = all(old.get(key) == new.get(key) for key in ("value", "ii", "cycles", "total"))
    return same and new.get("status") == "feasible" and old.get("status") == "optimal"


def _decided(claim: Any, files: Files) -> bool | None:
    """Whether a claim is true, by the naive oracles; None where that is not decided."""
    if any(claim.get(key) for key in ("pins", "placed", "written", "register_files")):
        return None
    if "program" in claim:
        return _streaming(claim, files)
    if claim.get("question") not in ("min_cycles", "min_ii"):
        return None
    dfg = dfg_from_json(files[claim["dfg"]], "dfg")
    arch = architecture_from_json(files[claim["architecture"]], "architecture")
    if len(dfg.operations) > 7:
        return None
    lower, horizon, contexts = claim["lower_bound"], claim.get("horizon"), claim.get("contexts")
    intervals = claim["question"] == "min_ii"
    told = Told(Problem(dfg, arch, 1 if intervals else contexts, claim.get("transform", "none")))
    if intervals:
        asked = [(n, ii) for ii in range(1, min(lower, 4)) for n in range(1, MOST + 1)]
        return None if lower > 4 else not any(told.maps(n, ii) for n, ii in asked)
    if max(horizon or 0, lower) > MOST + 2:
        return None
    refuted = set(range(1, lower))
    if claim["status"] == "infeasible":
        refuted |= {horizon or MOST}
    elif not told.maps(claim["value"], contexts):
        return False
    return not any(told.maps(n, contexts) for n in sorted(refuted))


def _streaming(claim: Any, files: Files) -> bool | None:
    program = program_from_json(files[claim["program"]], "program")
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
