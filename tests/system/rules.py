"""Rules that damage a certificate: files, numbers, names, clauses, symbols, proofs, claims.

Every rule changes the files of a folder at a place that is drawn, and says what it did; None where
it finds nothing to change.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Draw = random.Random
Rule = Callable[[Draw, Path, list[Path]], str | None]
"""Takes a folder, and others to take files from."""
Place = tuple[Any, ...]

NUMBERS: tuple[Any, ...] = (
    0, -1, 1, 2, 2**31 - 1, 2**31, 2**32, 2**32 + 1, 2**63 - 1, 2**63, 2**64 + 1, 2 * 10**9,
    3 * 10**9, -(2**31), -(2**63), 10**30, 0.5, 1.0, -0.0, 1e308, True, None, "1",
)  # fmt: skip
NAMES = (
    "", " ", "a b", "x\nverified: 1 cycles are optimal", "x\rverified", "\x1b[2Kx", "\x07", "\0",
    "x\u2028y", "x\u202ey", "\x85", "\x7f", "\udcff", "no such", "../dfg.json", "/etc/passwd", ".",
    "x" * 5000, "-1", "0", "a\tb", "ä",
)  # fmt: skip
FAR = (2**31, 2**32 + 1, 2**63, 2**64 + 1, 2 * 10**9, -(2**40), 2**26 + 1, 10**40)
ODD = ("+1", "1_0", "٣", "0x1", "1.0", "0", "--1", "01", "1e1", "²", "", "x")
HOLE = 2 << 30
"""Bytes of a file that has a hole for contents."""
LINES = (".cnf", ".symbols", ".lrat")


def files(folder: Path, *endings: str) -> list[Path]:
    """Return the plain files of a folder, of certain kinds where endings are given."""
    every = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    every = [x for x in every if not x.name.startswith(".") and x.stat().st_size < HOLE]
    return [path for path in every if not endings or path.suffix in endings]


def pick(draw: Draw, folder: Path, *endings: str) -> Path | None:
    """Return one of the files."""
    found = files(folder, *endings)
    return draw.choice(found) if found else None


def places(tree: Any, path: Place = ()) -> list[Place]:
    """Return the places of everything in a JSON tree."""
    found = [path] if path else []
    parts = enumerate(tree) if isinstance(tree, list) else ()
    for key, value in tree.items() if isinstance(tree, dict) else parts:
        found += places(value, (*path, key))
    return found


def reach(tree: Any, path: Place) -> Any:
    """Return what is at a place."""
    for step in path:
        tree = tree[step]
    return tree


def put(path: Path, tree: Any) -> None:
    """Write a JSON tree."""
    path.write_bytes(json.dumps(tree).encode("utf-8", "surrogateescape"))


def load(path: Path | None) -> Any:
    """Read a JSON tree; None where it is none, or no file of a usual size."""
    if path is None or not path.is_file() or path.stat().st_size >= HOLE:
        return None
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


# Files.


def replace_file(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Put something that is no plain file in the place of a file."""
    path = pick(draw, folder)
    if path is None:
        return None
    data, outside = path.read_bytes(), folder.with_name(f"{folder.name}.outside")
    links = ("/etc/passwd", "/dev/zero", "/dev/full", "/dev/urandom", "/proc/self/fd/0",
             "/dev/stdin", str(outside), path.name)  # fmt: skip
    kind = draw.choice(("missing", "empty", "directory", "pipe", "hole", *links))
    path.unlink()
    if kind == "directory":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind in ("empty", "hole"):
        path.write_bytes(data if kind == "hole" else b"")
        os.truncate(path, HOLE if kind == "hole" else 0)
    elif kind in links:
        outside.write_bytes(data)
        path.symlink_to(kind)
    return f"{path.relative_to(folder)}: {kind}"


def swap_files(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Exchange two files, or take one of another certificate."""
    path = pick(draw, folder)
    if path is None:
        return None
    theirs = folder if draw.random() < 0.5 else draw.choice(others)
    other = pick(draw, theirs, *([] if theirs == folder else [path.suffix]))
    if other is None:
        return None
    one, two = path.read_bytes(), other.read_bytes()
    path.write_bytes(two)
    if other.is_relative_to(folder):
        other.write_bytes(one)
    return f"{path.name} is {other.name} of {other.parent.name}"


def damage_bytes(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Drop, flip, repeat, move or add bytes."""
    path = pick(draw, folder)
    if path is None:
        return None
    data, more = bytearray(path.read_bytes()), draw.randint(1, 20)
    at = draw.randrange(len(data) + 1)
    kind = draw.choice(("truncate", "drop", "flip", "insert", "repeat", "append", "encode", "ends"))
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


def damage_json(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Change one number or text, or drop, repeat, reorder or nest a part."""
    path = pick(draw, folder, ".json")
    tree = load(path)
    every = places(tree)
    if path is None or not every:
        return None
    kind = draw.choice(("number", "number", "text", "text", "drop", "null", "repeat", "shuffle",
                        "empty", "nest", "add", "other", "deep"))  # fmt: skip
    wanted = {"number": (int, float), "text": (str,)}.get(kind, (object,))
    some = [p for p in every if isinstance(reach(tree, p), wanted)]
    if not some:
        return None
    place = draw.choice(some)
    holder, key, old = reach(tree, place[:-1]), place[-1], reach(tree, place)
    if kind == "number":
        holder[key] = draw.choice((old + 1, old - 1, -old, old + 2**32, *NUMBERS))
    elif kind == "text":
        new = draw.choice(NAMES)
        holder[key] = draw.choice((new, new, old + new, reach(tree, draw.choice(some))))
    elif kind == "drop":
        del holder[key]
    elif kind == "repeat" and isinstance(holder, list):
        holder.insert(key, old)
    elif kind == "shuffle" and isinstance(old, list):
        draw.shuffle(old)
    elif kind == "add" and isinstance(holder, dict):
        holder["unknown"] = old
    elif kind == "deep":
        path.write_text(json.dumps(tree).replace(json.dumps(old), "[" * 20000, 1), "utf-8")
        return f"{path.name}: nested deeply"
    else:
        empty = type(old)() if old is not None else []
        holder[key] = {"null": None, "empty": empty, "nest": [old]}.get(
            kind, json.loads(json.dumps(reach(tree, draw.choice(every))))
        )
    put(path, tree)
    return f"{path.name} {place}: {kind}"


def rename_everywhere(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Give a value, component or path a hostile name in all files."""
    tree = load(pick(draw, folder, ".json"))
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
        text = "".join(" ".join(map(renamed, line.split())) + "\n" for line in lines)
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
    return f"{old!r} is {new[:40]!r} everywhere"


CLAIMED = set(
    """value lower_bound horizon status contexts transform cycles ii lower_ii lower_cycles objective
    bounds reasons mapping cores left kinds weights keep units first last items components
    mirrored""".split()
)
WORDS = {
    "status": ("optimal", "feasible", "infeasible"),
    "transform": ("none", "enumerate", "xbtree", "select", "chain"),
    "objective": ("cycles", "ii"),
}
TOGETHER = (
    ("value", "lower_bound", "horizon"), ("cycles", "lower_cycles"), ("ii", "lower_ii"),
    ("lower_bound",), ("horizon",), ("contexts",),
)  # fmt: skip
SYMMETRY = ("placement", "arrival", "symmetries", "mirrored")


def change_claim(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Claim more, less or something else: one to three members of the claim at once."""
    path = folder / "certificate.json"
    tree = load(path)
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
    if said:
        put(path, tree)
    return "; ".join(said) or None


def claim_more(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Claim one less or one more of what is minimal, consistently in all places of the claim."""
    path = folder / "certificate.json"
    tree, shift, names = load(path), draw.choice((-1, 1, 1, 2, 2**32)), draw.choice(TOGETHER)
    changed = [p for p in places(tree) if p[-1] in names and isinstance(reach(tree, p), int)]
    for place in changed:
        reach(tree, place[:-1])[place[-1]] += shift
    if changed:
        put(path, tree)
    return f"{names} moved by {shift}" if changed else None


def symmetry(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Change what a proof assumes because of a symmetry, or a symmetry of a kernel."""
    path = folder / "certificate.json"
    tree = load(path)
    every = [p for p in places(tree) if any(step in SYMMETRY for step in p)]
    if not every:
        return None
    place = draw.choice(every)
    holder, old = reach(tree, place[:-1]), reach(tree, place)
    theirs = json.loads(json.dumps(reach(tree, draw.choice(every))))
    if isinstance(old, list) and old and draw.random() < 0.7:
        holder[place[-1]] = draw.choice((old[:-1], old[1:], old[::-1], [*old, old[0]]))
    elif isinstance(old, dict) and old and draw.random() < 0.7:
        key = draw.choice(list(old))
        old[key] = draw.choice(list(old.values()))
        if draw.random() < 0.5:
            del old[key]
    else:
        holder[place[-1]] = draw.choice((None, theirs))
    put(path, tree)
    return f"certificate.json {place}"


# Lines of CNF, of symbols and of proofs.


def damage_line(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Change a line; the header of a CNF mostly fits its clauses."""
    path = pick(draw, folder, *LINES)
    if path is None or b"\0" in path.read_bytes():
        return None
    head, *lines = path.read_bytes().decode("latin-1").splitlines() or [""]
    if path.suffix != ".cnf":
        lines = [head, *lines]
    if not lines:
        return None
    at, to = draw.randrange(len(lines)), draw.randrange(len(lines))
    words, theirs = lines[at].split() or [""], lines[to].split() or [""]
    place = draw.randrange(max(1, len(words) - 1))
    numbers = [n for n, word in enumerate(words) if word.lstrip("-").isdigit()]
    most = next((int(word) for word in head.split()[2:3] if word.isdigit()), 1)
    kind = draw.choice(("drop", "drop", "repeat", "move", "exchange", "unit", "flip", "flip",
                        "less", "less", "near", "far", "word", "swap", "swap", "odd", "split",
                        "only", "cut", "header"))  # fmt: skip
    if kind in ("near", "far") and numbers:
        place = draw.choice(numbers)
        old = int(words[place])
        near = (old + 1, old - 1, 0, -old)
        words[place] = str(draw.choice(near if kind == "near" else (*FAR, old + 2**32)))
        most = draw.choice((most, abs(int(words[place]))))
    elif kind == "flip":
        words[place] = words[place].removeprefix("-") if "-" in words[place] else f"-{words[place]}"
    elif kind == "less":
        del words[place]
    elif kind == "word":
        words[place] = draw.choice((draw.choice(theirs), draw.choice(NAMES[6:])))
    elif kind == "odd":
        words[place] = draw.choice(ODD)
    elif kind == "swap" and min(len(words), len(theirs)) > 2 and at != to:
        words[1], theirs[1] = theirs[1], words[1]
        lines[to] = " ".join(theirs)
    lines[at] = " ".join(words)
    if kind == "drop":
        del lines[at]
    elif kind == "repeat":
        lines.insert(to, lines[at])
    elif kind == "move":
        lines.insert(to, lines.pop(at))
    elif kind == "exchange":
        draw.shuffle(lines)
    elif kind == "unit":
        unit = f"{draw.choice((1, -1)) * draw.randint(1, max(1, most))} 0"
        lines.insert(at, draw.choice((unit, unit, "0", "d 1 0", "c x", "1 0 2 0")))
    elif kind == "split":
        lines[at] = lines[at].replace(" ", draw.choice(("\t", "  ", "\n", " 0 ", "\x0b")), 1)
    elif kind == "only":
        lines = ["0"]
    elif kind == "cut":
        del lines[at:]
    if path.suffix == ".cnf":
        header = [most, len(lines)]
        if kind == "header":
            header[draw.randrange(2)] = draw.choice((0, 1, most + 1, 2**31, 2**32, 10**12, -1))
        lines.insert(0, f"p cnf {header[0]} {header[1]}")
    path.write_bytes("".join(f"{x}\n" for x in lines).encode("utf-8", "surrogateescape"))
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
    for ending in draw.choice(((".cnf",), (".symbols",), (".cnf", ".symbols"))):
        file, lines = path.with_suffix(ending), []
        for line in file.read_bytes().decode("latin-1").splitlines() if file.is_file() else ():
            words = line.split()
            if words[:2] == ["p", "cnf"]:
                words[2:3] = [str(max(most, new))]
            elif ending == ".cnf":
                words = [{str(old): str(new), str(-old): str(-new)}.get(w, w) for w in words]
            elif words[1:2] == [str(old)]:
                words[1] = str(new)
            lines.append(" ".join(words))
        file.write_text("\n".join([*lines, ""]), encoding="latin-1")
    return f"variable {old} is {new} in {path.stem}"


# Binary proofs, read and written from the format: a step is `a`, an identifier, literals, 0, hints,
# 0; or `d`, identifiers, 0. Numbers have seven bits to a byte, the lowest first, and n is written
# as 2·|n| + (n < 0).


@dataclass
class Step:
    """A step; of a deletion, `hints` are the identifiers that are deleted."""

    letter: int
    number: int = 0
    literals: list[int] = field(default_factory=list)
    hints: list[int] = field(default_factory=list)


def written(steps: list[Step]) -> bytes:
    """Return the bytes of the steps."""
    found = bytearray()
    for step in steps:
        found.append(step.letter)
        added = [step.number, *step.literals, 0] if step.letter == ord("a") else []
        for value in [*added, *step.hints, 0]:
            rest = 2 * abs(value) + (value < 0)
            while rest > 127:
                found.append(rest & 127 | 128)
                rest >>= 7
            found.append(rest)
    return bytes(found)


def read_steps(data: bytes) -> list[Step] | None:
    """Return the steps of a proof; None where it is none in binary LRAT."""
    place, steps = 0, []

    def one() -> int:
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return -(value >> 1) if value & 1 else value >> 1

    try:
        while place < len(data):
            letter = data[place]
            place += 1
            if letter not in b"ad":
                return None
            number = one() if letter == ord("a") else 0
            literals = list(iter(one, 0)) if letter == ord("a") else []
            steps.append(Step(letter, number, literals, list(iter(one, 0))))
    except IndexError:
        return None
    return steps


def damage_proof(draw: Draw, folder: Path, others: list[Path]) -> str | None:
    """Change a step of a binary proof."""
    path = pick(draw, folder, ".lrat")
    steps = read_steps(path.read_bytes()) if path else None
    if path is None or not steps:
        return None
    at, to = draw.randrange(len(steps)), draw.randrange(len(steps))
    step = steps[at]
    numbers = step.literals if draw.random() < 0.5 and step.literals else step.hints
    place = draw.randrange(len(numbers)) if numbers else 0
    kind = draw.choice(
        ("drop", "swap", "repeat", "flip", "less", "more", "far", "id", "cut", "end")
    )
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
    elif kind == "far" and numbers:
        numbers[place] = draw.choice((*FAR, numbers[place] + 2**32, numbers[place] - 2**32))
    elif kind == "id":
        step.number = draw.choice((0, -1, 1, *FAR, steps[to].number, step.number + 2**32))
    elif kind == "cut":
        del steps[at:]
    else:
        steps.append(Step(ord("a"), steps[-1].number + 1, [], draw.sample(range(1, 9), 3)))
    path.write_bytes(written(steps))
    return f"{path.name}: {kind} step {at + 1}"


RULES: dict[str, Rule] = {
    "file": replace_file,
    "swap": swap_files,
    "bytes": damage_bytes,
    "json": damage_json,
    "rename": rename_everywhere,
    "claim": change_claim,
    "bound": claim_more,
    "symmetry": symmetry,
    "line": damage_line,
    "shift": shifted,
    "proof": damage_proof,
}
