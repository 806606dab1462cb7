"""Forged certificates: none is verified, crashes the verifier, hangs it or fills the memory."""

from __future__ import annotations

import json
import math
import os
import resource
import shutil
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from solvers.verify import main
from tests.adversary.case import Outcome, need
from tests.adversary.workers import Case, outcomes
from tests.solvers.forgeries import (
    ALIAS,
    MAKERS,
    Claim,
    cores,
    forge,
    lines,
    step,
    write,
)

KINDS = tuple(MAKERS)
SECONDS, PATIENCE = 2, 30
"""Seconds of the processor that a check may take, and of time until one that waits is killed."""
MEGABYTES = 1024
HOLE = 8 << 30
FORGED = "x\nverified: 1 cycles are optimal for 'one' on 'pair'"
HUGE = (2**31, 2**31 + 1, 2**32 + 2, 2**63, 2**64 + 1, 2 * 10**9, 10**30)


@dataclass
class Batch:
    """Forged folders, which one process verifies, one after the other, with limits for each.

    A process that ends in the middle has crashed, or used up its time; another one goes on.
    """

    place: Path
    bases: dict[tuple[str, bool], Claim]
    folders: dict[str, Path] = field(default_factory=dict)

    def folder(self, name: str) -> Path:
        """Return a new folder's name."""
        found = self.place / f"forged{len(self.folders)}"
        assert name not in self.folders
        self.folders[name] = found
        return found

    def made(self, name: str, kind: str, true: bool) -> Claim:
        """A copy of a claim of a kind that is verified, or of one that lacks its proof."""
        base = self.bases[kind, true]
        folder = self.folder(name)
        shutil.copytree(base.folder, folder)
        return Claim(folder, json.loads(json.dumps(base.claim)))

    def forged(self, name: str, kind: str, write_proof: Callable[[Claim], object]) -> None:
        """Add a false claim with a forged proof, written by `write_proof`."""
        forge(self.made(f"{kind}: {name}", kind, False), kind, write_proof)

    def edited(self, name: str, kind: str, edit: Callable[[Claim], object]) -> None:
        """Add a claim that would be verified, but for what `edit` does to it."""
        made = self.made(f"{kind}: {name}", kind, True)
        edit(made)
        made.save()

    def require_refused(self) -> None:
        """Check that none is verified, in time, and that no line is forged.

        They are rejected, cannot be read, or are larger than a limit on sizes.
        """
        assert self.folders
        cases = [Case(name, "", n, PATIENCE) for n, name in enumerate(self.folders)]
        found = [one for one in outcomes(cases, self.check, 1) if one.verdict != "refused"]
        assert not found, "".join(f"\n{one.part}: {one.verdict}: {one.what}" for one in found)

    def check(self, case: Case) -> Outcome:
        """Verify one, in the process of its own."""
        limits()
        stdout, stderr = StringIO(), StringIO()
        with redirect_stdout(stdout), redirect_stderr(stderr):
            code = main([str(self.folders[case.part]), "--time-limit", "20"])
        said = f"{code}: {stdout.getvalue()[-300:]}{stderr.getvalue()[-600:]}"
        every = [*stdout.getvalue().splitlines(), *stderr.getvalue().splitlines()]
        need(code in (1, 2) or (code == 30 and " limit of " in every[-1]), said)
        need(not [line for line in every if line.startswith("verified")], said)
        need(all(line.isprintable() for line in every), repr(said))
        need(every[-1].startswith(("rejected: ", "error: ", "unknown: ", "verify: ")), said)
        return Outcome(case.part, "", case.seed, "refused")


def limits() -> None:
    """Give this process so much memory, and so many seconds of the processor from now on."""
    if resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY:
        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        size += MEGABYTES << 20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    most = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(used) + SECONDS, most))


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, bool], Claim]:
    """Claims of each kind, and what the verifier imports and compiles: no part of a check."""
    found = {}
    for kind in KINDS:
        folder = tmp_path_factory.mktemp(kind)
        found[kind, False] = made = MAKERS[kind](folder)
        for proof in ("0\n", b""):
            forge(made, kind, honest(kind, proof))
            assert main([str(folder)]) == 1
        if kind != "none":
            folder = tmp_path_factory.mktemp("true") / kind
            found[kind, True] = true_claim(kind, folder)
    return found


@pytest.fixture
def batch(tmp_path: Path, bases: dict[tuple[str, bool], Claim]) -> Batch:
    return Batch(tmp_path, bases)


def honest(kind: str, proof: str | bytes = "0\n") -> Callable[[Claim], None]:
    """A proof whose clauses hold and do not contradict each other."""
    return lambda made: made.proof(lines(kind, 1, 2), ["1 0", "-2 0"], proof)


def test_an_honest_proof_of_the_same_making_is_verified(tmp_path: Path) -> None:
    """Tests that what is refused below is refused for what is forged in it."""
    made = MAKERS["none"](tmp_path)
    made.claim["horizon"] = 2
    made.claim["bounds"][0]["horizon"] = 2
    made.proof(["x 1 n ext 1"], ["1 0", "-1 0"])
    made.save()
    assert main([str(tmp_path)]) == 0
    made.proof(["x 1 n ext 1"], ["1 0", "-1 0"], step(3, (), (1, 2)))
    made.save()
    assert main([str(tmp_path)]) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_that_are_cut_are_no_other_variables(kind: str, batch: Batch) -> None:
    """Tests clauses that contradict each other only where variables are cut to some bits."""
    for bits in (31, 32, 64):
        far = 2**bits + 1
        for name, proof in (("drup", "0\n"), ("lrat", step(3, (), (1, 2)))):
            batch.forged(
                f"{bits} bits, {name}",
                kind,
                lambda made, far=far, proof=proof: made.proof(
                    lines(kind, far, 1), [f"{far} 0", "-1 0"], proof
                ),
            )
    batch.require_refused()


@pytest.mark.parametrize("kind", KINDS)
def test_large_numbers(kind: str, batch: Batch) -> None:
    """Tests what crashes an engine or fills the memory: variables, headers, literals of lemmas."""
    for number in HUGE:
        batch.forged(
            f"variable {number}",
            kind,
            lambda made, n=number: made.proof(lines(kind, n, 1), [f"{n} -1 0", f"-{n} 0"]),
        )
    for place, head in enumerate(HEADERS):
        batch.forged(
            f"header {place}",
            kind,
            lambda made, head=head: made.proof(
                lines(kind, 1, 2), ["1 0", "-2 0"], variables=head[0], count=head[1]
            ),
        )
    lemmas = [*(f"{number} 0\n0\n" for number in HUGE), f"-{ALIAS} 0\n0\n", *LEMMAS]
    for place, proof in enumerate(lemmas):
        batch.forged(f"lemma {place}: {proof[:20]!r}", kind, honest(kind, proof))
    batch.require_refused()


HEADERS = ((2 * 10**9, 2), (2**31, 2), (2**63, 2), (2, 2 * 10**9), ("9" * 4000, 2), (2, "9" * 5000))
LEMMAS = (
    f"d {2**63} 0\n0\n",
    "1_0 0\n0\n",
    "٣ 0\n0\n",
    "9" * 5000 + " 0\n",
    "1" * 100_000,
)
BINARY = {
    "nothing": b"",
    "no hints": step(3),
    "hints that do not do": step(3, (), (1, 2)),
    "a hint to itself": step(3, (), (1, 2, 3)),
    "a hint to the next one": step(3, (), (4,)) + step(4, (), (3,)),
    "a negative hint": step(3, (), (-1, -2)),
    "a clause twice": step(3, (), (1, 1)),
    "the number of a clause": step(1, (-1,), (1,)) + step(3, (), (1, 1)),
    "the number 0": step(0, (), (1, 2)),
    "a negative number": step(-3, (), (1, 2)),
    "a number of 32 bits and more": step(2**32 + 1, (-1,), (1,)) + step(4, (), (1, 1)),
    "hints of 32 bits and more": step(3, (), (2**32 + 1, 2**32 + 2)),
    "hints of 64 bits and more": step(3, (), (2**64 + 1, 2**64 + 2)),
    "a literal of 32 bits and more": step(3, (-(2**32) - 1,), (1, 2)) + step(4, (), (1, 3)),
    "a literal of 31 bits": step(3, (2**30,), (1,)) + step(4, (), (3,)),
    "a new variable": step(3, (7,)) + step(4, (), (3,)),
    "a number of many bytes": b"a" + b"\x80" * 4000 + b"\x01\x00\x00",
    "a number without an end": b"a\x06" + b"\xff" * 4000,
    "half a step": step(3, (), (1, 2))[:-1],
    "an unknown letter": b"x" + step(3)[1:],
    "text": b"3 0 1 2 0\n",
    "something deleted": b"d\x02\x00" + step(3, (), (1, 2)),
    "all deleted": b"d" + b"\xfe\xff\xff\xff\x0f" * 500 + b"\x00" + step(3, (), (1, 2)),
    "a million steps": step(3, (1,), (1,)) * 100_000,
}


@pytest.mark.parametrize("kind", ["cycles", "interval", "streaming", "minimum"])
def test_binary_proofs(kind: str, batch: Batch) -> None:
    """Tests proofs with hints that show nothing, for clauses that are true."""
    for name, proof in BINARY.items():
        batch.forged(name, kind, honest(kind, proof))
    batch.require_refused()


SYMBOLS = (
    f"x {2**26 + 1} n ext 3",
    f"x 3 n ext {2 * 10**9}",
    f"x 3 n ext {2**63}",
    "x 1 n pe 3",
    f"group 1 {2**31} 3 4",
    f"group 1 {2 * 10**9} 3 4",
    f"template 1 {2 * 10**9} 1 0",
    f"template 1 3 {2**63} 1\ndefine {2**63} 1 2",
    f"template 1 2 1 {2 * 10**9}",
    f"template 1 2 1 1\ndefine 1 {2**32 + 1} 2",
    f"template {10**30} 2 1 0",
    f"template 1 40 20 1\ndefine 20 {' '.join(map(str, range(1, 41)))}",
    f"chains {2 * 10**9} 1",
    f"chains 1 {2**63}",
    f"chain 3 n in {2 * 10**9} 3",
    f"done 3 n {2 * 10**9}",
    f"way 3 n pe 1 neg a {2 * 10**9}",
    f"part {'p' * 100_000} neg a 0",
    "part n neg a 0",
    "x " * 200_000,
)


@pytest.mark.parametrize("kind", ["cycles", "interval", "minimum"])
def test_symbols(kind: str, batch: Batch) -> None:
    """Tests lines of symbols with numbers and names that fill the memory, or mean another thing."""
    for place, line in enumerate(SYMBOLS):
        batch.forged(
            f"line {place}: {line[:40]}",
            kind,
            lambda made, line=line: made.proof(
                [*lines(kind, 1, 2), line], ["1 0", "-2 0", "1 -2 3 0"], variables=10
            ),
        )
    batch.require_refused()


def named(made: Claim, name: str) -> Path:
    """The file of a claim that plays a part."""
    part = {"cnf": "proof.cnf", "symbols": "proof.symbols", "proof": "proof.drat"}.get(name)
    if part is None:
        return made.folder / str(made.claim.get(name, "certificate.json"))
    folder = cores(made)[0].folder if "cores" in made.claim else made.folder
    return folder / part


def pipe(path: Path) -> None:
    os.mkfifo(path)


def link(to: str, path: Path) -> None:
    path.symlink_to(to)


def hole(path: Path) -> None:
    path.touch()
    os.truncate(path, HOLE)


INSTEAD: dict[str, Callable[[Path], Any]] = {
    "nothing": lambda path: None,
    "a pipe": pipe,
    "a directory": Path.mkdir,
    "a hole": hole,
    "zeros": partial(link, "/dev/zero"),
    "the terminal": partial(link, "/dev/stdin"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a file outside": partial(link, "/etc/passwd"),
}


def test_files_that_are_none(batch: Batch) -> None:
    """Tests what is not a plain file of a moderate size, in every place."""
    for name in ("certificate", "cnf", "symbols", "proof", "mapping", "dfg"):
        for what in INSTEAD:
            _instead(batch, "cycles", name, what)
    batch.require_refused()


def test_files_of_other_questions(batch: Batch) -> None:
    """Tests the same of intervals, streaming programs and smallest arrays."""
    for kind, names in (
        ("interval", ("cnf", "proof")),
        ("streaming", ("symbols", "program")),
        ("minimum", ("whole", "symbols")),
    ):
        for name in names:
            for what in ("a pipe", "a hole", "zeros"):
                _instead(batch, kind, name, what)
    batch.require_refused()


def _instead(batch: Batch, kind: str, name: str, what: str) -> None:
    made = batch.made(f"{kind}: {what} instead of {name}", kind, False)
    forge(made, kind, honest(kind))
    path = named(made, name)
    path.unlink()
    INSTEAD[what](path)


NAMES = (
    FORGED,
    "x\rverified: all",
    "x\x1b[1A\x1b[2Kverified",
    "x\x85verified",
    "x\u2028verified",
    "x\u202everified",
    "x\0",
    "x\x7f",
)


@pytest.mark.parametrize("name", NAMES)
def test_names_with_line_breaks(name: str, batch: Batch) -> None:
    """Tests that no name writes a line of its own, wherever it comes from."""
    for kind, olds in (
        ("cycles", ("one", "pair", "n", "pe", "in")),
        ("interval", ("one", "pair", "n")),
        ("streaming", ("flow", "v")),
        ("minimum", ("pair", "one", "elements")),
    ):
        for old in olds:
            batch.edited(f"'{old}'", kind, lambda made, old=old: made.rename(old, name))
    batch.require_refused()


def true_claim(kind: str, folder: Path) -> Claim:
    """A claim that is verified."""
    import xyzmap
    from tests.solvers.forgeries import FLOW, ONE, TWO

    asked: dict[str, Callable[[], object]] = {
        "cycles": lambda: xyzmap.min_cycles(ONE, TWO, certificate=folder),
        "interval": lambda: xyzmap.min_ii(ONE, TWO, certificate=folder),
        "streaming": lambda: xyzmap.map_stream(FLOW, ii=1, tiles=2, jobs=1, certificate=folder),
        "minimum": lambda: xyzmap.prune(ONE, TWO, minimise=["elements"], certificate=folder),
    }
    asked[kind]()
    assert main([str(folder)]) == 0
    return Claim(folder, json.loads((folder / "certificate.json").read_text("utf-8")))


@pytest.mark.parametrize("kind", ["cycles", "interval", "streaming", "minimum"])
def test_texts_of_the_claim(kind: str, batch: Batch) -> None:
    """Tests unknown fields, file names and words that errors repeat."""
    file = {"streaming": "program", "minimum": "whole"}.get(kind, "dfg")
    listed = {"interval": "reasons", "minimum": "cores"}.get(kind, "bounds")
    for name in NAMES[:5]:
        for place, fields in (
            ("field", {name: 1}),
            ("file", {file: name}),
            ("status", {"status": name}),
            ("type", {listed: [{"type": name}]}),
        ):
            batch.edited(f"{place} {name!r}", kind, lambda made, f=fields: made.claim.update(f))
    batch.require_refused()


def test_a_lower_bound_of_what_cannot_be(batch: Batch) -> None:
    """Tests that no claim "no mapping has 2 cycles" comes with a bound that is not shown."""
    for bound in (4, 10**6, 2**62, -5, 0):
        made = batch.made(f"at least {bound}", "none", False)
        made.claim |= {"horizon": 2, "lower_bound": bound}
        made.claim["bounds"][0]["horizon"] = 2
        made.proof(["x 1 n ext 1"], ["1 0", "-1 0"])
        made.save()
    batch.require_refused()


def _all(batch: Batch, kind: str, edits: dict[str, Callable[[Claim], object]]) -> None:
    for name, edit in edits.items():
        batch.edited(name, kind, edit)
    batch.require_refused()


def _mapping(made: Claim, **fields: object) -> None:
    name = str(made.claim["mapping"])
    write(made.folder / name, made.json(name) | fields)


def _dfg(made: Claim, edit: Callable[[dict[str, Any]], object]) -> None:
    tree = made.json("dfg.json")
    edit(tree)
    write(made.folder / "dfg.json", tree)


def _arch(made: Claim, edit: Callable[[dict[str, Any]], object]) -> None:
    tree = made.json("architecture.json")
    edit(tree)
    write(made.folder / "architecture.json", tree)


def _far(horizon: int) -> dict[str, Any]:
    path = {"type": "critical path", "horizon": horizon, "value": "n", "component": "ext"}
    return {**path, "cycle": horizon}


def _impossible(made: Claim, horizon: int) -> None:
    made.claim |= {"status": "infeasible", "value": None, "mapping": None, "lower_bound": 1}
    made.claim |= {"horizon": horizon, "bounds": [_far(horizon)]}


def _longer(made: Claim, value: int) -> None:
    made.claim |= {"value": value, "lower_bound": value, "bounds": [_far(value - 1)]}
    _mapping(made, horizon=value)


def _counted(made: Claim, **fields: Any) -> None:
    bound = {"type": "counting", "horizon": 8, "resource": "issue", "components": ["pe"]}
    bound |= {"first": 1, "last": 7, "items": ["n"], "units": 0}
    made.claim |= {"value": 9, "lower_bound": 9, "bounds": [bound | fields]}
    _mapping(made, horizon=9, holds=made.json("mapping.json")["holds"] + _held(9))


def _held(horizon: int) -> list[list[object]]:
    return [["n", "ext", k] for k in range(3, horizon)]


FAR = 2 * 10**9
CYCLES: dict[str, Callable[[Claim], object]] = {
    "a horizon of 2 000 000 000": lambda c: _impossible(c, FAR),
    "a horizon of 2 ** 62": lambda c: _impossible(c, 2**62),
    "a horizon of 2 ** 64": lambda c: _impossible(c, 2**64),
    "a negative horizon": lambda c: _impossible(c, -1),
    "3 000 000 000 cycles": lambda c: _longer(c, 3 * 10**9),
    "2 ** 40 cycles": lambda c: _longer(c, 2**40),
    "9 cycles without a bound": lambda c: (_longer(c, 9), c.claim.update(bounds=[])),
    "no contexts": lambda c: c.claim.update(contexts=0),
    "an interval in cycles that are none": lambda c: _counted(c, first=-5, last=-1),
    "an interval of all cycles": lambda c: _counted(c, first=1, last=FAR),
    "a horizon of its own": lambda c: _counted(c, horizon=FAR, last=FAR - 1),
    "units below zero": lambda c: _counted(c, units=-1),
    "an item twice": lambda c: _counted(c, items=["n"] * 9, units=7),
    "so many items": lambda c: _counted(c, items=["n"] * 300_000, units=7),
    "so many bounds": lambda c: c.claim.update(bounds=[_far(8)] * 20_000, value=9, lower_bound=9),
    "a slow operator": lambda c: _dfg(c, lambda d: d["operators"][0].update(latency=FAR)),
    "a slow path": lambda c: _arch(c, lambda a: a["paths"][0].update(latency=FAR)),
    "an operand of long ago": lambda c: (
        _dfg(c, lambda d: d["operations"][0].update(operands=[{"value": "a", "distance": FAR}])),
        c.claim.update(contexts=1),
        _mapping(c, contexts=1),
    ),
    "an operator of so many operands": lambda c: _dfg(
        c, lambda d: d["operators"][0].update(arity=FAR)
    ),
    "something held in a far cycle": lambda c: _mapping(
        c, holds=[*c.json("mapping.json")["holds"], ["n", "ext", FAR]]
    ),
    "deep lists": lambda c: c.text("mapping.json", "[" * 10**6),
    "deep names": lambda c: c.claim.update(dfg="a/" * 5000 + "dfg.json"),
    "a name with a zero": lambda c: c.claim.update(dfg="dfg.json\0"),
    "the folder above": lambda c: c.claim.update(dfg="../dfg.json"),
    "another schema": lambda c: c.claim.update(schema="xyzmap/certificate/2"),
}


def test_claims_of_cycles(batch: Batch) -> None:
    """Tests claims with numbers that are too large, or contradict what they rest on."""
    _all(batch, "cycles", CYCLES)


def _reason(made: Claim, **fields: Any) -> None:
    made.claim |= {"value": 2, "lower_bound": 2, "reasons": [{"contexts": 1, **fields}]}
    _mapping(made, contexts=2)


def _circle(made: Claim, **fields: Any) -> None:
    circle = {"type": "recurrence", "operations": ["n"], "cycles": [2], "distances": [1]}
    _reason(made, **circle | fields)


def _few(made: Claim, **fields: Any) -> None:
    slots = {"type": "slots", "resource": "issue", "components": ["pe", "spare"]}
    _reason(made, **slots | {"items": ["n"] * 3, "units": 2} | fields)


def _each(made: Claim, most: int) -> None:
    made.claim |= {"value": most, "lower_bound": most, "reasons": []}
    _mapping(made, contexts=most)


INTERVALS: dict[str, Callable[[Claim], object]] = {
    "2 000 000 000 contexts": lambda c: _each(c, FAR),
    "2 ** 62 contexts": lambda c: _each(c, 2**62),
    "2 ** 64 contexts": lambda c: _each(c, 2**64),
    "a circle that is none": _circle,
    "a circle of 2 ** 62 cycles": lambda c: _circle(c, cycles=[2**62]),
    "a circle of distance 0": lambda c: _circle(c, distances=[0]),
    "a circle of distance below 0": lambda c: _circle(c, distances=[-1]),
    "a circle without operations": lambda c: _circle(c, operations=[], cycles=[], distances=[]),
    "so long a circle": lambda c: _circle(
        c, operations=["n"] * 10**5, cycles=[2] * 10**5, distances=[1] * 10**5
    ),
    "cycles for other operations": lambda c: _circle(c, cycles=[2, 9**9]),
    "an item three times": _few,
    "units below 0": lambda c: _few(c, units=-1, items=["n"]),
    "no components": lambda c: _few(c, components=[], units=0, items=["n"]),
    "an unknown resource": lambda c: _few(c, resource=FORGED),
    "never": lambda c: _reason(c, type="never", value="n"),
    "never what is unknown": lambda c: _reason(c, type="never", value=FORGED),
    "longest at 2 000 000 000": lambda c: _reason(c, type="longest", bound=_far(FAR)),
    "longest at 2 ** 64": lambda c: _reason(c, type="longest", bound=_far(2**64)),
    "longest below 0": lambda c: _reason(c, type="longest", bound=_far(-1)),
    "infeasible up to 2 000 000 000": lambda c: c.claim.update(
        status="infeasible", value=None, mapping=None, lower_bound=FAR,
        reasons=[{"type": "never", "contexts": 1, "value": "n"}],
    ),
    "deep files": lambda c: c.text("dfg.json", '{"a":' * 10**5),
}  # fmt: skip


def test_claims_of_intervals(batch: Batch) -> None:
    """Tests the same of initiation intervals."""
    _all(batch, "interval", INTERVALS)


def _path(made: Claim, ii: int, count: int) -> None:
    bound = {"type": "critical path", "ii": ii, "cycles": count - 1, "instruction": "v"}
    made.claim |= {"ii": ii, "cycles": count, "lower_cycles": count, "bounds": [bound]}
    tree = made.json("mapping.json")
    tree["ii"] = ii
    tree["placements"][1][2] = count - made.claim["engine"]["pipeline"]
    write(made.folder / "mapping.json", tree)


def _none(made: Claim, *found: dict[str, Any], ii: int = 1) -> None:
    made.claim |= {"status": "infeasible", "cycles": None, "lower_cycles": None, "mapping": None}
    made.claim |= {"bounds": list(found), "ii": ii}


def _engine(made: Claim, **fields: Any) -> None:
    made.claim["engine"] |= fields
    tree = made.json("mapping.json")
    tree["engine"] = dict(made.claim["engine"])
    write(made.folder / "mapping.json", tree)


STREAMS: dict[str, Callable[[Claim], object]] = {
    "a cycle more": lambda c: _path(c, 1, c.claim["cycles"] + 1),
    "2 000 000 000 cycles": lambda c: _path(c, 1, FAR),
    "2 ** 62 cycles": lambda c: _path(c, 1, 2**62),
    "II 2 000 000 000": lambda c: _path(c, FAR, c.claim["cycles"]),
    "II 2 ** 64": lambda c: _path(c, 2**64, 12),
    "II 0": lambda c: _path(c, 0, 12),
    "a bound at II 2 ** 62": lambda c: _none(
        c, {"type": "critical path", "ii": 2**62, "cycles": 2**62, "instruction": "v"}
    ),
    "the smallest II of 2 000 000 000": lambda c: (
        _path(c, FAR, c.claim["cycles"]),
        c.claim.update(objective="ii", lower_ii=FAR),
    ),
    "tiles below 0": lambda c: _none(
        c, {"type": "spokes", "ii": 1, "instructions": ["u", "v"], "tiles": -1}
    ),
    "an instruction many times": lambda c: _none(
        c, {"type": "spokes", "ii": 1, "instructions": ["u"] * 9, "tiles": 2}
    ),
    "a crowd that is none": lambda c: _none(
        c, {"type": "crowd", "ii": 1, "instructions": ["u", "v"], "source": None}
    ),
    "a crowd many times": lambda c: _none(
        c, {"type": "crowd", "ii": 1, "instructions": ["v"] * 5000, "source": "u"}
    ),
    "so many tiles": lambda c: _engine(c, tiles=FAR),
    "no pipeline": lambda c: _engine(c, pipeline=0),
    "hops of 2 000 000 000 cycles": lambda c: _engine(c, hops=[FAR]),
    "hops of so many distances": lambda c: (
        _path(c, 1, c.claim["cycles"] + 1),
        _engine(c, hops=[1] * 10**6, relay=True, tiles=1024),
    ),
    "a proof of 2 000 000 000 cycles": lambda c: _streamed(c, 1, FAR),
    "a proof at II 2 000 000 000": lambda c: _streamed(c, FAR, 9),
    "a start in a far cycle": lambda c: _streamed(c, 1, 9, f"start 3 0 {FAR}"),
    "a start in a cycle of 64 bits": lambda c: _streamed(c, 1, 9, f"start 3 0 {2**64}"),
    "a far tile": lambda c: _streamed(c, 1, 9, f"above 3 0 {FAR}"),
    "a far distance": lambda c: _streamed(c, 1, 9, f"distance 3 0 1 {2**63}"),
    "another instruction": lambda c: _streamed(c, 1, 9, f"tile 3 {FAR} 0"),
    "an instruction below 0": lambda c: _streamed(c, 1, 9, "tile 3 -1 0"),
}


def _streamed(made: Claim, ii: int, count: int, *more: str) -> None:
    files = {"cnf": "proof.cnf", "symbols": "proof.symbols", "proof": "proof.drat"}
    bound = {"type": "proof", "ii": ii, "cycles": count, "mirrored": None, **files}
    _none(made, bound, ii=ii)
    made.proof(["start 1 0 0", "start 2 0 1", *more], ["1 0", "-2 3 0"], variables=3)


def test_claims_of_streaming(batch: Batch) -> None:
    """Tests the same of the streaming engine."""
    _all(batch, "streaming", STREAMS)


def _core(made: Claim, **fields: Any) -> None:
    made.claim["cores"][0] |= fields


def _feature(made: Claim, *words: Any) -> None:
    _core(made, features=[list(words)])


def _hard(made: Claim) -> None:
    """Many cores of which no small set of features has one each."""
    names = [f"pe{n}" for n in range(200)]
    features = [
        [["elements", names[n], ""], ["elements", names[n * 7 % 200], ""]] for n in range(200)
    ]
    core = made.claim["cores"][0]
    made.claim["cores"] = [{**core, "features": each} for each in features]


MINIMA: dict[str, Callable[[Claim], object]] = {
    "a higher bound": lambda c: c.claim.update(lower_bound=c.claim["lower_bound"] + 1),
    "a bound of 2 ** 62": lambda c: c.claim.update(lower_bound=2**62),
    "a bound of 2 ** 64": lambda c: c.claim.update(lower_bound=2**64),
    "no cores": lambda c: c.claim.update(cores=[]),
    "a core without features": lambda c: _core(c, features=[]),
    "a core of an unknown kind": lambda c: _feature(c, FORGED, "pe", ""),
    "a core of an unknown part": lambda c: _feature(c, "elements", FORGED, ""),
    "a core of a far unit": lambda c: _feature(c, "units", "pe", FAR),
    "a core of another kernel": lambda c: _core(c, kernel=FAR),
    "a core of a kernel below 0": lambda c: _core(c, kernel=-1),
    "a core that is the claim": lambda c: _core(c, certificate="."),
    "a core outside": lambda c: _core(c, certificate="../../"),
    "a core that is a file": lambda c: _core(c, certificate="whole.json"),
    "many cores": _hard,
    "weights without an end": lambda c: c.claim.update(weights={"elements": "1e999999999"}),
    "weights over 0": lambda c: c.claim.update(weights={"elements": "1/0"}),
    "weights of a million digits": lambda c: c.claim.update(weights={"elements": "9" * 10**6}),
    "weights below 0": lambda c: c.claim.update(weights={"elements": "-1"}),
    "weights with a long fraction": lambda c: c.claim.update(
        weights={"elements": f"1/{'7' * 4000}", "paths": f"1/{'3' * 4000}"}
    ),
    "unknown kinds": lambda c: c.claim.update(kinds=[FORGED]),
    "a kind many times": lambda c: c.claim.update(kinds=["elements"] * 10**5),
    "what is kept is unknown": lambda c: c.claim.update(keep=[FORGED]),
    "a horizon of 2 000 000 000": lambda c: c.claim["jobs"][0].update(horizon=FAR),
    "a horizon of 2 ** 62": lambda c: c.claim["jobs"][0].update(horizon=2**62),
    "no jobs": lambda c: c.claim.update(jobs=[]),
    "so many registers": lambda c: (
        c.claim.update(kinds=["registers"]),
        [
            write(c.folder / name, _wide(c.json(name)))
            for name in (c.claim["whole"], c.claim["left"])
        ],
    ),
}


def _wide(arch: dict[str, Any]) -> dict[str, Any]:
    for part in arch["components"]:
        if "capacity" in part:
            part["capacity"] = FAR
    return arch


def test_claims_of_smallest_arrays(batch: Batch) -> None:
    """Tests the same of smallest arrays."""
    _all(batch, "minimum", MINIMA)


def test_a_core_that_contains_itself(batch: Batch) -> None:
    """Tests a folder of a core that is a link to the claim."""

    def again(made: Claim) -> None:
        made.claim["cores"][0]["certificate"] = "again"
        (made.folder / "again").symlink_to(".")

    batch.edited("again", "minimum", again)
    batch.require_refused()
