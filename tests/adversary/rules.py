"""Rules that damage a certificate: files, numbers, names, clauses, symbols, proofs, claims.

Every rule changes the files of a folder at a place that is drawn, and says what it did; None where
it finds nothing to change.
"""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.adversary import lrat

Draw = random.Random
Rule = Callable[[Draw, Path, list[Path]], str | None]
"""Takes a folder, and others to take files from."""

NUMBERS: tuple[Any, ...] = (
    0, -1, 1, 2, 2**31 - 1, 2**31, 2**32, 2**32 + 1, 2**63 - 1, 2**63, 2**64 + 1, 2 * 10**9,
    3 * 10**9, -(2**31), -(2**63), 10**30, 0.5, 1.0, -0.0, 1e308, True, None, "1",
)  # fmt: skip
NAMES = (
    "", " ", "a b", "x\nverified: 1 cycles are optimal", "x\rverified", "\x1b[2Kx", "\x07", "\0",
    "x\u2028y", "x\u202ey", "\x85", "\x7f", "\udcff", "no such", "../dfg.json", "/etc/passwd", ".",
    "x" * 5000, "-1", "0", "a\tb", "ä",
)  # fmt: skip
SCARCE = 2 << 30
"""Bytes of a file that has a hole for contents."""


def files(folder: Path, *endings: str) -> list[Path]:
    """Return the plain files of a folder, of certain kinds where endings are given."""
    every = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    every = [path for path in every if not path.name.startswith(".")]
    return [path for path in every if not endings or path.suffix in endings]


def pick(draw: Draw, folder: Path, *endings: str) -> Path | None:
    """Return one of the files, now and then those of the claim itself rather than of a core."""
    found = files(folder, *endings)
    return draw.choice(found) if found else None


# Files.


def replace_file(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Put something that is no plain file in the place of a file."""
    path = pick(draw, folder)
    if path is None:
        return None
    kind = draw.choice(
        ("missing", "empty", "directory", "pipe", "link outside", "copy outside", "zero", "full",
         "random", "loop", "hole", "socket", "standard input")
    )  # fmt: skip
    contents = path.read_bytes()
    path.unlink()
    if kind == "empty":
        path.write_bytes(b"")
    elif kind == "directory":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "link outside":
        path.symlink_to("/etc/passwd")
    elif kind == "copy outside":
        outside = folder.with_name(f"{folder.name}.outside")
        outside.write_bytes(contents)
        path.symlink_to(outside)
    elif kind in ("zero", "full", "random"):
        path.symlink_to(f"/dev/{'urandom' if kind == 'random' else kind}")
    elif kind == "loop":
        path.symlink_to(path.name)
    elif kind == "hole":
        path.write_bytes(contents)
        os.truncate(path, SCARCE)
    elif kind == "socket":
        path.symlink_to("/proc/self/fd/0")
    elif kind == "standard input":
        path.symlink_to("/dev/stdin")
    return f"{path.relative_to(folder)}: {kind}"


def swap_files(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Exchange two files, or take one of another certificate."""
    path = pick(draw, folder)
    if path is None:
        return None
    if draw.random() < 0.5:
        other = pick(draw, folder)
        assert other is not None
        one, two = path.read_bytes(), other.read_bytes()
        path.write_bytes(two)
        other.write_bytes(one)
        return f"{path.name} and {other.name} exchanged"
    theirs = pick(draw, draw.choice(others), path.suffix)
    if theirs is None:
        return None
    shutil.copy(theirs, path)
    return f"{path.name} of {theirs.parent.name}"


def damage_bytes(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Drop, flip, repeat, move or add bytes."""
    path = pick(draw, folder)
    if path is None:
        return None
    data = bytearray(path.read_bytes())
    kind = draw.choice(("truncate", "drop", "flip", "insert", "repeat", "append", "encode", "ends"))
    at = draw.randrange(len(data) + 1)
    more = draw.randint(1, 20)
    if kind == "truncate":
        del data[at:]
    elif kind == "drop":
        del data[at : at + more]
    elif kind == "flip" and data:
        data[at % len(data)] ^= 1 << draw.randrange(8)
    elif kind == "insert":
        data[at:at] = draw.randbytes(more)
    elif kind == "repeat":
        data[at:at] = data[at : at + more]
    elif kind == "append":
        data += draw.choice((b"\n", b"0\n", b"1 0\n", b"\0", b"{}", b"\x80" * 30, b"a", b"a\2\0\0"))
    elif kind == "encode":
        data = bytearray(bytes(data).decode("latin-1").encode(draw.choice(("utf-16", "utf-8-sig"))))
    else:
        data = data.replace(b"\n", draw.choice((b"\r\n", b"\r", b"", b"\n\n", b" \n")))
    path.write_bytes(bytes(data))
    return f"{path.name}: {kind} at {at}"


# JSON.


def places(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the places of everything in a JSON tree."""
    found = [path] if path else []
    if isinstance(tree, dict):
        for key, value in tree.items():
            found += places(value, (*path, key))
    elif isinstance(tree, list):
        for number, value in enumerate(tree):
            found += places(value, (*path, number))
    return found


def reach(tree: Any, path: tuple[Any, ...]) -> Any:
    """Return what is at a place."""
    for step in path:
        tree = tree[step]
    return tree


def put(path: Path, tree: Any) -> None:
    """Write a JSON tree."""
    path.write_bytes(json.dumps(tree).encode("utf-8", "surrogateescape"))


def load(path: Path) -> Any:
    """Read a JSON tree; None where it is none."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def json_number(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Change one number of a JSON file."""

    def other(old: Any) -> Any:
        return draw.choice((old + 1, old - 1, -old, old + 2**32, *NUMBERS))

    return _json(draw, folder, lambda v: isinstance(v, int | float) and v is not True, other)


def json_name(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Change one text of a JSON file, to a hostile one or to another one of the file."""

    def other(old: str) -> str:
        kind = draw.random()
        return draw.choice(NAMES) if kind < 0.5 else old + draw.choice(NAMES) if kind < 0.7 else ""

    path = pick(draw, folder, ".json")
    tree = None if path is None else load(path)
    if path is None or tree is None:
        return None
    texts = [p for p in places(tree) if isinstance(reach(tree, p), str)]
    if not texts:
        return None
    place = draw.choice(texts)
    old = reach(tree, place)
    new = other(old) or reach(tree, draw.choice(texts))
    reach(tree, place[:-1])[place[-1]] = new
    put(path, tree)
    return f"{path.name} {place}: {old!r} to {new[:40]!r}"


def rename_everywhere(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Give a value, component or path a hostile name in all files."""
    path = pick(draw, folder, ".json")
    tree = None if path is None else load(path)
    if path is None or tree is None:
        return None
    names = [p for p in places(tree) if p[-1] == "name" and isinstance(reach(tree, p), str)]
    if not names:
        return None
    old, new = reach(tree, draw.choice(names)), draw.choice(NAMES)

    def renamed(one: Any) -> Any:
        if isinstance(one, dict):
            return {(new if k == old else k): renamed(v) for k, v in one.items()}
        if isinstance(one, list):
            return [renamed(v) for v in one]
        return new if one == old else one

    for file in files(folder, ".json"):
        found = load(file)
        if found is not None:
            put(file, renamed(found))
    for file in files(folder, ".symbols"):
        lines = file.read_bytes().decode("latin-1").splitlines()
        words = [[new if word == old else word for word in line.split()] for line in lines]
        text = "".join(" ".join(line) + "\n" for line in words)
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
    return f"{old!r} is {new[:40]!r} everywhere"


def json_shape(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Drop, repeat, reorder or nest parts of a JSON file."""
    path = pick(draw, folder, ".json")
    tree = None if path is None else load(path)
    if path is None or not isinstance(tree, dict | list):
        return None
    every = [p for p in places(tree) if isinstance(p, tuple)]
    if not every:
        return None
    place = draw.choice(every)
    holder, key, old = reach(tree, place[:-1]), place[-1], reach(tree, place)
    kind = draw.choice(("drop", "null", "repeat", "reverse", "empty", "nest", "add", "deep"))
    if kind == "drop":
        del holder[key]
    elif kind == "null":
        holder[key] = None
    elif kind == "repeat" and isinstance(holder, list):
        holder.insert(key, old)
    elif kind == "reverse" and isinstance(old, list):
        draw.shuffle(old)
    elif kind == "empty":
        holder[key] = type(old)() if old is not None else []
    elif kind == "nest":
        holder[key] = [old]
    elif kind == "add" and isinstance(holder, dict):
        holder["unknown"] = old
    elif kind == "deep":
        text = json.dumps(tree).replace(json.dumps(old), "[" * 20000, 1)
        path.write_text(text, encoding="utf-8")
        return f"{path.name}: nested deeply"
    else:
        holder[key] = reach(tree, draw.choice(every))
    try:
        put(path, tree)
    except ValueError:  # something contains itself
        return None
    return f"{path.name} {place}: {kind}"


def _json(
    draw: Draw, folder: Path, wanted: Callable[[Any], bool], change: Callable[[Any], Any]
) -> str | None:
    path = pick(draw, folder, ".json")
    tree = None if path is None else load(path)
    if path is None or tree is None:
        return None
    found = [p for p in places(tree) if wanted(reach(tree, p))]
    if not found:
        return None
    place = draw.choice(found)
    old = reach(tree, place)
    new = change(old)
    reach(tree, place[:-1])[place[-1]] = new
    put(path, tree)
    return f"{path.name} {place}: {old!r} to {new!r}"


CLAIMED = (
    "value", "lower_bound", "horizon", "status", "contexts", "transform", "cycles", "ii",
    "lower_ii", "lower_cycles", "objective", "bounds", "reasons", "mapping", "cores", "left",
    "kinds", "weights", "keep", "units", "first", "last", "items", "components", "mirrored",
)  # fmt: skip
WORDS = {
    "status": ("optimal", "feasible", "infeasible"),
    "transform": ("none", "enumerate", "xbtree", "select", "chain"),
    "objective": ("cycles", "ii"),
}


def claim(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Claim more, less or something else: one to three members of the claim at once."""
    path = folder / "certificate.json"
    tree = load(path) if path.is_file() else None
    if not isinstance(tree, dict):
        return None
    every = [p for p in places(tree) if p[-1] in CLAIMED]
    said = []
    for place in draw.sample(every, min(len(every), draw.choice((1, 1, 2, 3)))):
        try:
            old, holder = reach(tree, place), reach(tree, place[:-1])
        except (KeyError, IndexError, TypeError):
            continue
        new: Any = None
        if place[-1] in WORDS:
            new = draw.choice(WORDS[place[-1]])
        elif isinstance(old, int):
            new = draw.choice((old - 1, old + 1, old + 2, old - 2, 1, None))
        elif isinstance(old, list) and old:
            new = draw.choice((old[:-1], old[1:], [*old, draw.choice(old)], []))
        elif old is None:
            new = draw.choice((1, 2, 5, "mapping.json"))
        holder[place[-1]] = new
        said.append(f"{place}: {str(old)[:30]} to {str(new)[:30]}")
    put(path, tree)
    return "; ".join(said) or None


TOGETHER = (
    ("value", "lower_bound", "horizon"),
    ("cycles", "lower_cycles"),
    ("ii", "lower_ii"),
    ("lower_bound",),
    ("horizon",),
    ("contexts",),
)


def claim_more(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Claim one less or one more of what is minimal, consistently in all places of the claim."""
    path = folder / "certificate.json"
    tree = load(path) if path.is_file() else None
    if not isinstance(tree, dict):
        return None
    shift = draw.choice((-1, 1, 1, 2, 2**32))
    names = draw.choice(TOGETHER)
    changed = False
    for place in places(tree):
        old = reach(tree, place)
        if place[-1] in names and isinstance(old, int):
            reach(tree, place[:-1])[place[-1]] = old + shift
            changed = True
    put(path, tree)
    return f"{names} moved by {shift}" if changed else None


# Lines of CNF and symbols.


def cnf(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Change the clauses of a CNF, mostly with a header that fits."""
    path = pick(draw, folder, ".cnf")
    if path is None:
        return None
    lines = path.read_bytes().decode("latin-1").splitlines()
    if len(lines) < 2 or len(lines[0].split()) != 4:
        return None
    head, clauses = lines[0].split(), lines[1:]
    most = int(head[2]) if head[2].isdigit() else 1
    at = draw.randrange(len(clauses))
    words = clauses[at].split()
    kind = draw.choice(
        ("drop", "drop", "add", "unit", "empty", "flip", "flip", "less", "less", "large", "large",
         "header", "repeat", "shuffle", "odd", "split", "shift")
    )  # fmt: skip
    literal = draw.randrange(max(1, len(words) - 1))
    if kind == "drop":
        del clauses[at]
    elif kind == "add":
        some = [
            str(draw.choice((1, -1)) * draw.randint(1, most)) for _ in range(draw.randint(1, 4))
        ]
        clauses.insert(at, " ".join([*some, "0"]))
    elif kind == "unit":
        clauses.insert(at, f"{draw.choice((1, -1)) * draw.randint(1, most)} 0")
    elif kind == "empty":
        clauses.insert(at, "0")
    elif kind == "flip":
        words[literal] = words[literal][1:] if words[literal][0] == "-" else f"-{words[literal]}"
        clauses[at] = " ".join(words)
    elif kind == "less" and len(words) > 1:
        del words[literal]
        clauses[at] = " ".join(words)
    elif kind == "large":
        old = abs(int(words[literal])) if words[literal].lstrip("-").isdigit() else 1
        new = draw.choice((2**31, 2**32 + old, 2**63, 2**64 + old, -(2**32) - old, 2**26 + 1))
        words[literal] = str(new)
        clauses[at] = " ".join(words)
        most = draw.choice((most, abs(new)))
    elif kind == "header":
        head[draw.choice((2, 3))] = str(
            draw.choice((0, 1, most + 1, 2**31, 2**32, 10**12, -1, "x"))
        )
        path.write_text("\n".join([" ".join(head), *clauses, ""]), encoding="latin-1")
        return f"{path.name}: header {head}"
    elif kind == "repeat":
        clauses.insert(at, clauses[at])
    elif kind == "shuffle":
        draw.shuffle(clauses)
    elif kind == "odd":
        words[literal] = draw.choice(("+1", "1_0", "٣", "0x1", "1.0", "0", "--1", "01", "1e1", "²"))
        clauses[at] = " ".join(words)
    elif kind == "split":
        clauses[at] = clauses[at].replace(" ", draw.choice(("\t", "  ", "\n", " 0 ", "\x0b")), 1)
    elif kind == "shift":
        words = [str(int(w) + 2**32) if w.isdigit() and w != "0" else w for w in words]
        clauses[at], most = " ".join(words), 2**33
    text = "\n".join([f"p cnf {most} {len(clauses)}", *clauses, ""])
    path.write_text(text, encoding="utf-8")
    return f"{path.name}: {kind} clause {at + 1}"


def symbols(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Give variables other meanings, none, or two."""
    path = pick(draw, folder, ".symbols")
    if path is None:
        return None
    lines = path.read_bytes().decode("latin-1").splitlines()
    if not lines:
        return None
    at, to = draw.randrange(len(lines)), draw.randrange(len(lines))
    words, theirs = lines[at].split(), lines[to].split()
    kind = draw.choice(
        ("swap", "swap", "number", "word", "drop", "repeat", "move", "large", "name")
    )
    place = draw.randrange(len(words)) if words else 0
    if kind == "swap" and min(len(words), len(theirs)) > 2:
        lines[at] = " ".join([words[0], theirs[1], *words[2:]])
        lines[to] = " ".join([theirs[0], words[1], *theirs[2:]])
    elif kind in ("number", "large"):
        numbers = [n for n, word in enumerate(words) if word.lstrip("-").isdigit()]
        if numbers:
            place = draw.choice(numbers)
            old = int(words[place])
            near = (old + 1, old - 1, 0, -old)
            far = (old + 2**32, 2**31, 2**63, 2 * 10**9, 10**20, 2**26 + 1)
            words[place] = str(draw.choice(near if kind == "number" else far))
            lines[at] = " ".join(words)
    elif kind == "word" and theirs:
        words[place] = draw.choice(theirs)
        lines[at] = " ".join(words)
    elif kind == "drop":
        del lines[at]
    elif kind == "repeat":
        lines.insert(to, lines[at])
    elif kind == "move":
        lines.insert(to, lines.pop(at))
    elif words:
        words[place] = draw.choice(NAMES[6:]).replace("\udcff", "?")
        lines[at] = " ".join(words)
    path.write_bytes("".join(f"{line}\n" for line in lines).encode("utf-8"))
    return f"{path.name}: {kind} line {at + 1}"


def proof(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Change the steps of a proof, as text or as binary LRAT."""
    path = pick(draw, folder, ".drat", ".lrat", ".drup")
    if path is None:
        return None
    data = path.read_bytes()
    steps = lrat.read(data)
    if not data or steps is None:
        lines = data.decode("latin-1").splitlines()
        return _text_proof(draw, path, lines)
    if not steps:
        return None
    at, to = draw.randrange(len(steps)), draw.randrange(len(steps))
    step = steps[at]
    numbers = step.literals if draw.random() < 0.5 and step.literals else step.hints
    kind = draw.choice(
        ("drop", "swap", "repeat", "flip", "less", "more", "large", "id", "cut", "end")
    )
    place = draw.randrange(len(numbers)) if numbers else 0
    large = draw.choice((2**31, 2**32 + 1, 2**63, 2**64 + 1, 2 * 10**9, -(2**40)))
    if kind == "drop":
        del steps[at]
    elif kind == "swap":
        steps[at], steps[to] = steps[to], steps[at]
    elif kind == "repeat":
        steps.insert(to, step)
    elif kind == "flip" and numbers:
        numbers[place] = -numbers[place]
    elif kind == "less" and numbers:
        del numbers[place]
    elif kind == "more":
        numbers.insert(place, draw.choice((1, -1, step.number, step.number + 1, 5)))
    elif kind == "large" and numbers:
        numbers[place] = draw.choice((large, numbers[place] + 2**32, numbers[place] - 2**32))
    elif kind == "id":
        step.number = draw.choice((0, -1, 1, large, steps[to].number, step.number + 2**32))
    elif kind == "cut":
        del steps[at:]
    else:
        steps.append(lrat.Step(ord("a"), steps[-1].number + 1, [], draw.sample(range(1, 9), 3)))
    path.write_bytes(lrat.written(steps))
    return f"{path.name}: {kind} step {at + 1}"


def _text_proof(draw: Draw, path: Path, lines: list[str]) -> str | None:
    kind = draw.choice(("drop", "swap", "flip", "less", "cut", "first", "only", "large", "odd"))
    at = draw.randrange(len(lines)) if lines else 0
    to = draw.randrange(len(lines)) if lines else 0
    words = lines[at].split() if lines else []
    place = draw.randrange(max(1, len(words) - 1))
    if kind == "drop" and lines:
        del lines[at]
    elif kind == "swap" and lines:
        lines[at], lines[to] = lines[to], lines[at]
    elif kind == "cut":
        del lines[at:]
    elif kind == "first":
        lines.insert(0, draw.choice(("0", "1 0", "-1 0", "d 1 0", "c x", "1 0 2 0")))
    elif kind == "only":
        lines = ["0"]
    elif words and kind == "flip":
        words[place] = words[place][1:] if words[place][0] == "-" else f"-{words[place]}"
        lines[at] = " ".join(words)
    elif words and kind == "less":
        del words[place]
        lines[at] = " ".join(words)
    elif words and kind == "large":
        words[place] = str(draw.choice((2**31, 2**32 + 1, 2**63, 2 * 10**9, -(2**31), 10**40)))
        lines[at] = " ".join(words)
    elif words:
        words[place] = draw.choice(("+1", "1_0", "٣", "0", "x", "", "²"))
        lines[at] = " ".join(words)
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return f"{path.name}: {kind} line {at + 1}"


def shifted(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Shift a variable by a power of two in CNF and symbols, or in one of them."""
    path = pick(draw, folder, ".cnf")
    if path is None:
        return None
    head = path.read_bytes().decode("latin-1").split("\n", 1)[0].split()
    most = int(head[2]) if len(head) == 4 and head[2].isdigit() else 1
    old = draw.randint(1, max(1, most))
    new = old + draw.choice((2**32, 2**31, 2**64, 2**26))
    said = []
    for ending in draw.choice(((".cnf",), (".symbols",), (".cnf", ".symbols"))):
        file = path.with_suffix(ending)
        if not file.is_file():
            continue
        lines = []
        for line in file.read_bytes().decode("latin-1").splitlines():
            words = line.split()
            if words[:2] == ["p", "cnf"]:
                words[2] = str(max(most, new))
            elif ending == ".cnf":
                words = [{str(old): str(new), str(-old): str(-new)}.get(w, w) for w in words]
            elif len(words) > 1 and words[1] == str(old):
                words[1] = str(new)
            lines.append(" ".join(words))
        file.write_text("\n".join([*lines, ""]), encoding="latin-1")
        said.append(ending)
    return f"variable {old} is {new} in {path.stem}{said}"


def symmetry(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Change what a proof assumes because of a symmetry, or a symmetry of a kernel."""
    path = folder / "certificate.json"
    tree = load(path) if path.is_file() else None
    if tree is None:
        return None
    inside = ("placement", "arrival", "symmetries", "mirrored")
    every = [p for p in places(tree) if any(step in inside for step in p)]
    if not every:
        return None
    place = draw.choice(every)
    holder, old = reach(tree, place[:-1]), reach(tree, place)
    theirs = reach(tree, draw.choice(every))
    if isinstance(old, list) and old and draw.random() < 0.7:
        holder[place[-1]] = draw.choice((old[:-1], old[1:], old[::-1], [*old, old[0]]))
    elif isinstance(old, dict) and old and draw.random() < 0.7:
        key = draw.choice(list(old))
        if draw.random() < 0.5:
            del old[key]
        else:
            old[key] = draw.choice(list(old.values()))
    elif draw.random() < 0.5:
        holder[place[-1]] = None
    else:
        holder[place[-1]] = json.loads(json.dumps(theirs))
    put(path, tree)
    return f"certificate.json {place}"


RULES: dict[str, Rule] = {
    "file": replace_file,
    "swap": swap_files,
    "bytes": damage_bytes,
    "number": json_number,
    "name": json_name,
    "rename": rename_everywhere,
    "shape": json_shape,
    "claim": claim,
    "bound": claim_more,
    "clause": cnf,
    "symbol": symbols,
    "proof": proof,
    "shift": shifted,
    "symmetry": symmetry,
}
