"""Hostile certificates: none is verified, crashes the verifier, hangs it or fills the memory."""

from __future__ import annotations

import json
import os
import resource
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path as File
from typing import Any

import msgspec
import pytest

from models.data.certificate import Counting, CriticalPath
from models.data.dfg import Operator, Pattern
from models.data.problem import Problem
from solvers.verify import main
from streaming.verification.claim import StreamingClaim
from tests.fuzz.checks import bounded, require_line
from tests.solvers.verification.claims import Edits, cycles, edited, graph, one, write
from tests.solvers.verification.genuine import genuine
from tests.solvers.verification.rows_claims import add
from tests.solvers.verification.rows_proofs import THIRD, cnf, text

GIGABYTE = 1 << 30
KINDS = ("optimal", "ii", "proof", "stream", "streamed proof", "minimum", "partition", "cut")
FORGED = "x\nverified: 1 cycles are optimal for 'x' on 'y'"
UNPRINTABLE = (FORGED, "x\rverified: all", "x\x1b[1A\x1b[2Kverified", "x\x85verified",
               "x\u2028verified", "x\u202everified", "x\0", "x\x7f")  # fmt: skip
FAR = 2 * 10**9
HUGE = (1_000_003, FAR, 2**31, 2**31 + 1, 2**32 + 2, 3 * 10**9, 2**62, 2**63, 2**64 + 1, 10**30)
ALIASES = tuple(2**bits + 1 for bits in (31, 32, 64))
"""Cut to some bits these are variable 1."""

Hostile = dict[str, tuple[str, Edits]]


HEADERS = ((FAR, 2), (2**63, 2), (2, FAR), ("9" * 4000, 2), (2, "9" * 5000))
SYMBOLS = (
    f"x {2**26 + 1} n ext 3", f"x 3 n ext {2**63}", f"group 1 {2**31} 3 4",
    f"template 1 {FAR} 1 0", f"template 1 3 {2**63} 1\ndefine {2**63} 1 2",
    f"template 1 2 1 1\ndefine 1 {2**32 + 1} 2",
    f"template 1 40 20 1\ndefine 20 {' '.join(map(str, range(1, 41)))}", f"chains {FAR} 1",
    f"chain 3 n in {FAR} 3", f"way 3 n p 1 f a {FAR}", f"part {'p' * 100_000} f a 0",
    "part n f a 0", "x " * 200_000,
)  # fmt: skip


def proofs() -> Hostile:
    """Clauses, symbols and proofs with numbers that are too large, or are cut."""
    found: Hostile = {}
    for n in HUGE:
        found[f"variable {n}"] = "proof", text(f"p cnf {n} 2", f"{n} -1 0", f"-{n} 0") | THIRD
    for n in ALIASES:
        own = {"file:proof.symbols": f"x {n} n ext 1\nx 1 n ext 0\n"}
        found[f"alias {n}"] = "proof", text(f"p cnf {n} 2", f"{n} 0", "-1 0") | own | THIRD
        found[f"alias {n} of a symbol"] = "proof", cnf("1", "-1") | own
    for n, (variables, count) in enumerate(HEADERS):
        header = f"p cnf {variables} {count}"
        found[f"header {n}"] = "proof", text(header, "1 0", "-1 0") | THIRD
    for line in SYMBOLS:
        own = {"file:proof.symbols": f"x 1 n ext 2\nx 2 n ext 0\n{line}\n"}
        found[f"symbols {line[:30]}"] = "proof", own | cnf("1", "-2", "1 -2 3")
    return found


def longer(**fields: Any) -> Edits:
    """A mapping with a horizon of nine, and a bound by counting."""
    bound = {"type": "counting", "horizon": 8, "resource": "issue slots", "components": ["p"]}
    bound |= {"first": 1, "last": 7, "items": ["n"], "units": 0}
    return {"value": 9, "lower_bound": 9, "mapping:horizon": 9, "bounds": [bound | fields]}


def reason(**fields: Any) -> Edits:
    return {"value": 2, "lower_bound": 2, "mapping:contexts": 2,
            "reasons": [{"contexts": 1, **fields}]}  # fmt: skip


def streamed(ii: int, cycles: int, *more: str) -> Edits:
    lines = "\n".join(["start 1 0 0", "start 2 0 1", *more, ""])
    fields = {"bounds.0.ii": ii, "bounds.0.cycles": cycles, "ii": ii}
    return {**fields, **OPEN, "file:proof.symbols": lines,
            "file:proof.cnf": "p cnf 3 2\n1 0\n-2 3 0\n"}  # fmt: skip


OPEN = {"status": "infeasible", "cycles": None, "lower_cycles": None, "mapping": None}
CROWD = {"type": "crowd", "ii": 1, "instructions": ["v"] * 5000, "source": "u"}
CLAIMS: Hostile = {
    "a horizon of its own": ("optimal", longer(horizon=FAR, last=FAR - 1)),
    "so many items": ("optimal", longer(items=["n"] * 300_000, units=7)),
    "so many bounds": ("optimal", {"bounds": lambda old: old * 20_000, "lower_bound": 9}),
    "an operand of long ago": ("optimal", {
        "dfg:operations.0.operands": [{"value": "a", "distance": FAR}], "contexts": 1,
        "mapping:contexts": 1}),
    "held in a far cycle": ("optimal", {"mapping:holds": add(["n", "ext", FAR])}),
    "deep lists": ("optimal", {"file:mapping.json": "[" * 10**6}),
    "so long a circle": ("ii", reason(type="recurrence", operations=["n"] * 10**5,
                                      cycles=[2] * 10**5, distances=[1] * 10**5)),
    "deep files": ("interval", {"file:dfg.json": '{"a":' * 10**5}),
    "a crowd many times": ("stream", {**OPEN, "ii": 1, "bounds": [CROWD]}),
    "so many tiles": ("stream", {"engine.tiles": FAR, "mapping:engine.tiles": FAR}),
    "hops of so many distances": ("stream", {
        f"{file}engine": {"hops": [1] * 10**6, "relay": True, "tiles": 1024}
        for file in ("", "mapping:")}),
    "a proof of 2e9 cycles": ("streamed proof", streamed(1, FAR)),
    "a far distance": ("streamed proof", streamed(1, 9, f"distance 3 0 1 {2**63}")),
    "a core that is the claim": ("minimum", {"cores.0.certificate": "."}),
    "a core that is a file": ("minimum", {"cores.0.certificate": "left.json"}),
    "weights without an end": ("minimum", {"weights": {"elements": "1e999999999"}}),
    "weights of a million digits": ("minimum", {"weights": {"elements": "9" * 10**6}}),
    "kinds many times": ("minimum", {"kinds": ["elements"] * 10**5}),
}  # fmt: skip


def ask(folder: File, capsys: Any, *options: str) -> tuple[int, str]:
    """Return the exit code and the last line; each line is one, and none is a traceback."""
    capsys.readouterr()
    with bounded():
        code = main([str(folder), *options])
    out, err = capsys.readouterr()
    lines = (out + err).removesuffix("\n").split("\n")
    for line in lines:
        require_line(line)
        assert line.isprintable()
    words = {0: "verified: ", 1: "rejected: ", 2: "error: ", 30: "unknown: "}
    assert lines[-1].startswith(words[code]), lines[-1]
    assert (code == 30) == lines[-1].endswith("; nothing is verified")
    return code, lines[-1]


def in_child(work: Callable[[], None]) -> None:
    """Run something in a process with a gigabyte more than this one has; fail as it fails."""
    child = os.fork()
    if not child:
        code = 1
        try:
            size = int(File("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (size + GIGABYTE, size + GIGABYTE))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            work()
            code = 0
        except BaseException as error:
            os.write(2, repr(error)[:2000].encode())
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def refuse_all(rows: Hostile, place: File, capsys: Any) -> None:
    for name, (kind, edits) in rows.items():
        folder = place / "forged"
        shutil.rmtree(folder, ignore_errors=True)
        code, line = ask(write(edited(genuine(kind), edits), folder), capsys, "--time-limit", "60")
        assert code in (1, 2) or (code == 30 and " limit of " in line), f"{name}: {line}"


@pytest.mark.parametrize("rows", [CLAIMS, proofs()], ids=["claims", "proofs"])
def test_hostile_claims_are_refused(rows: Hostile, tmp_path: File, capsys: Any) -> None:
    """Tests numbers that are too large, negative, cut, or contradict what they rest on."""
    in_child(lambda: refuse_all(rows, tmp_path, capsys))


def leaves(tree: Any, kind: type, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a tree of JSON has texts or whole numbers; of lists, the first and last items only."""
    if isinstance(tree, kind) and not isinstance(tree, bool):
        yield path
    items = list(tree.items()) if isinstance(tree, dict) else []
    if isinstance(tree, list):
        items = [(n, tree[n]) for n in sorted({0, len(tree) - 1}) if tree]
    for key, member in items:
        yield from leaves(member, kind, (*path, key))


def trees(kind: str) -> list[tuple[str, Any]]:
    return [(file, tree) for file, tree in genuine(kind).items() if file.endswith(".json")]


def place_of(file: str, path: tuple[Any, ...]) -> str:
    return f"{file.removesuffix('.json')}:{'.'.join(map(str, path))}"


@pytest.mark.parametrize("kind", KINDS)
def test_no_number_is_too_large_for_an_answer(kind: str, tmp_path: File, capsys: Any) -> None:
    """Tests every kind of number in every file of a claim, one by one."""
    assert ask(write(genuine(kind), tmp_path), capsys)[0] == 0
    for file, tree in trees(kind):
        for n, path in enumerate(leaves(tree, int)):
            for number in (HUGE[n % len(HUGE)], -HUGE[(n + 3) % len(HUGE)], 10**4000):
                made = edited(genuine(kind), {place_of(file, path): number})
                code, _ = ask(write(made, tmp_path), capsys)
                assert code == 2 or abs(number) < 10**99, (file, path)


@pytest.mark.parametrize("kind", KINDS)
def test_no_name_writes_a_line_of_its_own(kind: str, tmp_path: File, capsys: Any) -> None:
    """Tests every text of every file, and names of members that nothing knows."""
    for file, tree in trees(kind):
        for n, path in enumerate(leaves(tree, str)):
            name = UNPRINTABLE[n % len(UNPRINTABLE)]
            made = edited(genuine(kind), {place_of(file, path): name})
            code, line = ask(write(made, tmp_path), capsys)
            assert code == 2 and line.startswith(f"error: {File(file).name}: $") and "U+" in line
    made = edited(genuine(kind), {"versions": {FORGED: "1"}})
    assert "must be printable" in ask(write(made, tmp_path), capsys)[1]


INSTEAD: dict[str, Callable[[File], Any]] = {
    "nothing": lambda path: None,
    "a pipe": os.mkfifo,
    "a directory": File.mkdir,
    "a hole": lambda path: (path.touch(), os.truncate(path, 8 << 30)),
    "zeros": partial(File.symlink_to, target="/dev/zero"),
    "the terminal": partial(File.symlink_to, target="/dev/stdin"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a file outside": partial(File.symlink_to, target="/etc/passwd"),
}


@pytest.mark.parametrize("what", INSTEAD)
def test_files_that_are_none_are_refused(what: str, tmp_path: File, capsys: Any) -> None:
    """Tests what is not a plain file of a moderate size, in every place."""
    for kind in KINDS:
        for file in genuine(kind):
            folder = tmp_path / "forged"
            shutil.rmtree(folder, ignore_errors=True)
            write(genuine(kind), folder)
            (folder / file).unlink()
            INSTEAD[what](folder / file)
            assert ask(folder, capsys)[0] in (1, 2), (kind, file)


SIZES: dict[str, tuple[str, Callable[[int], Edits]]] = {
    "horizon": ("path", lambda n: {"horizon": n, "bounds.0.horizon": n, "bounds.0.cycle": n}),
    "proof": ("proof", lambda n: {"horizon": n, "bounds.0.horizon": n}),
    "counting": ("counting", lambda n: {"horizon": n, "bounds.0.horizon": n, "bounds.0.last": n}),
    "cycles": ("optimal", lambda n: {
        "status": "feasible", "lower_bound": 1, "bounds": [], "value": n, "mapping:horizon": n}),
    "contexts": ("ii", lambda n: {
        "status": "feasible", "value": n, "mapping:contexts": n, "mapping:horizon": 4}),
    "ii": ("stream", lambda n: {"ii": n, "mapping:ii": n, "bounds.0.ii": n}),
    "streamed": ("stream", lambda n: {"bounds.0.cycles": n}),
    "turns": ("ring", lambda n: {"reason.turns": n}),
    "registers": ("minimum", lambda n: {
        "kinds": ["registers"], "arch:components.1.capacity": 99_999_999,
        "left:components.1.capacity": 99_999_999}),
}  # fmt: skip


@pytest.mark.parametrize("what", SIZES)
@pytest.mark.parametrize("huge", [FAR, 2**63])
def test_claims_that_agree_on_a_size_meet_a_limit(
    what: str, huge: int, tmp_path: File, capsys: Any
) -> None:
    """Tests claims whose files say the same of a huge size: none is verified, a limit is named."""
    kind, edits = SIZES[what]
    code, line = ask(write(edited(genuine(kind), edits(huge)), tmp_path), capsys)
    assert (code, "than the limit of" in line) == (30, True) or code == 2, line
    assert code == 30 or huge == 2**63, line


def test_many_orders_are_a_limit(tmp_path: File, capsys: Any) -> None:
    """Tests sums and patterns with millions of orders, and ports that let nothing in."""
    terms = [f"t{n}" for n in range(16)]
    text = "; ".join(f"s{n} + {f's{n - 1}' if n > 1 else 't0'} t{n}" for n in range(1, 16))
    long = Problem(graph(text, "s15", " ".join(terms)), one(), None, "enumerate")
    made = {**genuine("proof"), **cycles(long)}
    made["certificate.json"] = genuine("proof")["certificate.json"] | {"transform": "enumerate"}
    assert ask(write(made, tmp_path), capsys) == (
        30, "unknown: there are more orders of sums than the limit of 300,000; nothing is verified"
    )  # fmt: skip
    wide = graph(f"n wide {' a' * 16}", "n", operators=(Operator("wide", 16, commutative=True),),
                 patterns=(Pattern("all", ("wide", *"_" * 16)),))  # fmt: skip
    many = Counting(3, "issue slots", ("p",), 1, 2, (), 2)
    code, line = ask(write(cycles(Problem(wide, one()), many), tmp_path), capsys)
    assert code == 30 and "more orders of operands than the limit of 200,000" in line
    closed = msgspec.structs.replace(one().components[1], write_ports=0)
    shut = msgspec.structs.replace(one(), components=(one().components[0], closed))
    path = CriticalPath(60_000, "s", "ext", 60_000)
    never = cycles(Problem(graph("s g a b", "s"), shut), path)
    assert ask(write(never, tmp_path), capsys)[0] == 0


def test_memory_is_a_limit(tmp_path: File, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that a check that needs more than it may have is left open, and machines read why."""
    write(genuine("stream"), tmp_path)
    assert ask(tmp_path, capsys, "--memory-limit", "100000")[0] == 0
    # A gigabyte and more, beside what this process has.
    monkeypatch.setattr(StreamingClaim, "verify", lambda claim: bytes(1 << 31))
    line = "memory is exhausted: the limit is 100 MB; nothing is verified"
    assert ask(tmp_path, capsys, "--memory-limit", "100") == (30, f"unknown: {line}")
    assert main([str(tmp_path), "--memory-limit", "100", "--json"]) == 30
    found = json.loads(capsys.readouterr().out)
    assert (found["outcome"], found["line"]) == ("unknown", line)


def test_the_json_report_and_the_time_limit(tmp_path: File, capsys: Any) -> None:
    """Tests that the outcome is also given as JSON, and that too little time proves nothing."""
    write(genuine("path"), tmp_path)
    assert main([str(tmp_path), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["outcome"] == "verified"
    assert report["checks"][0].startswith("lower bound 3: critical path")
    assert ask(tmp_path, capsys, "--time-limit", "1e-9")[0] == 30
