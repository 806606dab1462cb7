"""What the commands did when it was recorded: one table of lines over all questions.

A command's lines are run in order and in one folder, so that a line may read what another wrote.
`DATA`, `PROGRAMS`, `PICTURES` and `LOOPS` are of the checkout. Lines that begin with `!` are bad
input: an exit code, and a line that begins with a name. Lines that begin with `+` name another
module; they prepare the folder and are not recorded. `--json` is one object.
`python -m tests.accept golden` writes `golden.json`, what each line did and all options that there
are; new fields are allowed.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.docs.shared_options import actions, parsers
from tests.system.commands import ROOT, called
from xyzmap.cli import commands

RECORD = Path(__file__).with_name("golden.json")
FOLDERS = {
    "DATA": ROOT / "examples/data",
    "PROGRAMS": ROOT / "examples/programs",
    "PICTURES": ROOT / "docs/pictures",
    "LOOPS": ROOT / "examples/data/loops.ll",
    "NEURA": ROOT / "ecosystems/neura/data",
    "OPENEDGE": ROOT / "ecosystems/openedge/data",
}

OF_MODULES = {
    "ecosystems.neura": "neura",
    "ecosystems.neura.arch": "neura-arch",
    "ecosystems.openedge": "openedge",
    "ecosystems.vectorcgra": "vectorcgra",
    "learn.labels.teach": "teach-labels",
    "partition": "partition",
    "pruning": "prune-arch",
    "pruning.trade_off": "trade-off",
}
"""Packages that are `xyzmap NAME` by another name than their last part."""

LOOSE = {"learn.ppo", "learn.labels", "programs.optimize"}
"""Modules whose numbers depend on the version of torch, or on which of two searches ends first."""

EXACT = {"archs", "ecosystems.neura.arch", "examples", "hardware.configure", "hardware.rtl"}
"""Modules whose output and files are the same bytes on every machine."""

CASES = {
    "xyzmap.cli": """
        --help
        !no-such-command
        !--no-such-option
    """,
    "solvers.min_cycles": """
        +examples dot 2 -o dot2
        +examples dot 4 -o dot4
        DATA/ring4.dfg.json ring:4 --json --quiet --out m.json --certificate c --picture p.svg
        DATA/accumulate.dfg.json DATA/accumulate.arch.json --contexts 1 --quiet --html r.html
        DATA/ring4.dfg.json ring:4 --solver cadical195 --solver glucose4 --quiet
        dot2/dfg.json mesh:2x2,io=all --json --quiet --transform auto --certify --certificate d
        dot2/dfg.json mesh:2x2,io=all --cycles 4 --explain --quiet
        dot4/dfg.json mesh:2x2,registers=1 --json --quiet --solver glucose4
        dot4/dfg.json mesh:2x2,registers=1 --quiet --deterministic --certificate e
        !absent.json ring:4
        !DATA/ring4.dfg.json ring:4 --cycles 0
    """,
    "solvers.min_ii": """
        +examples dot 2 -o dot2
        DATA/accumulate.dfg.json DATA/accumulate.arch.json --shortest --json --quiet --certificate c
        dot2/dfg.json mesh:2x2,io=all --quiet --shortest --html r.html --out m
        DATA/ring4.dfg.json ring:4 --json --quiet --max-ii 5 --certificate d
        dot2/dfg.json mesh:2x2,io=all --json --quiet --method sa --forbid 0_0
        !DATA/accumulate.dfg.json ring:4,colour=1
        !DATA/accumulate.dfg.json ring:4 --method best
    """,
    "partition": """
        +examples dot 4 -o dot4
        dot4/dfg.json mesh:2x2,io=all --max-ii 1 --json --quiet --out parts --certificate c
        dot4/dfg.json full:3 --max-ii 2 --parts 2 --method exact --quiet --jobs 1 --json
        !DATA/ring4.dfg.json ring:3 --max-ii 0
        !DATA/ring4.dfg.json absent:3
    """,
    "programs.optimize": """
        PROGRAMS/trisolv.c s4 --quiet --json --out o --space none
        PROGRAMS/trisolv.c s4 --quiet --space none --candidates 1 --check never
        !absent.c s4
        !PROGRAMS/trisolv.c s4 --candidates 0
    """,
    "remap": """
        PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json --json --quiet --out m
        PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json --quiet --forbid 0_0
        !PICTURES/dot.dfg.json mesh:2x2,io=all absent.json
        !PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json --forbid absent
    """,
    "programs.dfg": """
        LOOPS --function gcd --samples 10
        LOOPS --function sum_list --samples 0 --json -o g.json
        !LOOPS
        !LOOPS --function gcd --loop 2
        !missing.ll
    """,
    "hardware.configure": """
        PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json --json
        PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json -o tables.txt
        PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json \
            --register-files moves --words w
        !PICTURES/dot.dfg.json mesh:2x2,io=all absent.json
        !DATA/ring4.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json
        !PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json --register-files static
    """,
    "hardware.area": """
        !absent.json
        !mesh:2x2,registers=unlimited
        !mesh:2x2 --bits 1
    """,
    "hardware.rtl": """
        mesh:2x2,io=all -o array
        mesh:2x2,io=all -o run --dfg PICTURES/dot.dfg.json --mapping PICTURES/dot.mapping.json \
            --register-files unroll
        !mesh:2x2,io=all
        !mesh:2x2,registers=unlimited -o array
        !mesh:2x2,io=all -o run --dfg PICTURES/dot.dfg.json
        !mesh:2x2,io=all -o run --dfg PICTURES/dot.dfg.json --mapping PICTURES/dot.mapping.json \
            --register-files static
    """,
    "streaming": """
        DATA/streaming/distance.json --ii 3 --json --quiet --certificate c --out m.json
        DATA/streaming/matvec4.json --method greedy --tries 3 --quiet --json
        DATA/streaming/distance.json --ii 3 --quiet --picture p.svg --method random --html r.html
        !absent.json
        !DATA/streaming/distance.json --hops 2,1,x
    """,
    "ecosystems.neura": """
        NEURA/loop.json --min-ii 5 --max-ii 8 --emit m.json --certificate c --quiet
        NEURA/loop.json --timing solver --json --quiet
        NEURA/loop.json --max-ii 4 --emit n.json --quiet
        NEURA/loop.json --placements-only --emit p.json --quiet
        !absent.json
        !NEURA/loop.json --min-ii 9
        !NEURA/array.yaml
    """,
    "ecosystems.neura.arch": """
        NEURA/array.yaml --out a.json
        standard --timing solver
        !absent.yaml
        !NEURA/array.yaml --timing other
    """,
    "ecosystems.openedge": """
        OPENEDGE/scaled.json satmapit:2x2 --value x=1000 --value y=2000 --value n=20 --graph g.json
        !OPENEDGE/scaled.json satmapit:2x2
        !OPENEDGE/scaled.json mesh:2x2 --value x=1000 --value y=2000 --value n=20
        !absent.json satmapit:2x2
    """,
    "ecosystems.vectorcgra": """
        !OPENEDGE/scaled.json 2x2 --iterations 20
        !OPENEDGE/scaled.json mesh:2x2 --value x=1000 --value y=2000 --value n=20 --iterations 20
        !OPENEDGE/scaled.json 2x2 --value x=1000 --value y=2000 --value n=20
        !absent.json 2x2 --iterations 20
    """,
    "sweeps": """
        DATA/sweep.toml --list --store s.sqlite
        small.toml --json --quiet --out a.csv --out b.md
        small.toml --quiet
        !absent.toml
        !small.toml --jobs 0
    """,
    "solvers.draw": """
        dfg DATA/ring4.dfg.json -o a.svg
        array mesh:3x3,io=left -o b.svg
        schedule PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json -o c.svg
        routes PICTURES/dot.dfg.json mesh:2x2,io=all PICTURES/dot.mapping.json -o d.svg
        !dfg absent.json -o a.svg
        !array mesh:3x3 -o a.txt
    """,
    "sweeps.compare": """
        +examples dot 2 -o dot2
        dot2/dfg.json mesh:2x2,io=all --cycles 4 --solver cadical195 --json --quiet
        dot2/dfg.json mesh:2x2,io=all --cycles 5 --solver minicard --at-most-k binomial --markdown a
        !DATA/ring4.dfg.json ring:4 --solver absent
        !DATA/ring4.dfg.json ring:4 --cycles 0
    """,
    "interchange.export": """
        +examples dot 2 -o dot2
        dot2/dfg.json mesh:2x2,io=all --cycles 5 -o a.cnf
        dot2/dfg.json mesh:2x2,io=all --cycles 5 -o a.lp --transform enumerate
        dot2/dfg.json mesh:2x2,io=all --cycles 5 -o a.opb --contexts 2
        !DATA/ring4.dfg.json ring:4 --cycles 8 -o a.txt
        !DATA/ring4.dfg.json ring:4 -o a.cnf
    """,
    "pruning": """
        +examples dot 2 -o dot2
        dot2/dfg.json mesh:2x2,io=all --cycles 5 --json --quiet --certificate c
        dot2/dfg.json mesh:2x2,io=all --cycles 5 --method greedy --quiet --out m
        dot2/dfg.json mesh:2x2,io=all --cycles 2 --quiet
        !dot2/dfg.json mesh:2x2,io=all --minimise absent
        !dot2/dfg.json
    """,
    "pruning.trade_off": """
        +examples dot 2 -o dot2
        dot2/dfg.json mesh:2x2,io=all --cycles 5-6 --minimise elements --json --quiet
        dot2/dfg.json mesh:2x2,io=all --cycles 4,5 --minimise elements --quiet --out a
        !dot2/dfg.json mesh:2x2,io=all --cycles 8-5
        !dot2/dfg.json mesh:2x2,io=all
    """,
    "solvers": """
        --json
        --pipelines
        !--absent
        !absent
    """,
    "solvers.verify": """
        +solvers.min_cycles DATA/ring4.dfg.json ring:4 --quiet --certificate c
        c --json
        c
        --coverage --json
        !absent
        !
    """,
    "archs": """
        --json
        mesh:2x2 --json
        DATA/ring4.arch.json
        mesh:2x2,io=all --format dfgmap -o e.txt
        !absent:2x2
        !mesh:2x2,io=everywhere
    """,
    "examples": """
        dot 2 -o a
        ring 2 --format dfgmap --mac pattern -o b
        loop sha1 --unroll 2 -o c
        random-loop 6 --seed 3 -o d
        !absent
        !ring 0
    """,
    "learn.labels.teach": """
        hycube:3x3,io=memory --count 1 --out s.jsonl --quiet
        !mesh:0x0 --out s.jsonl
        !hycube:3x3,io=memory
    """,
    "learn.labels": """
        predict PICTURES/dot.dfg.json lisa:4x4 --json
        predict PICTURES/dot.dfg.json lisa:4x4
        !predict PICTURES/dot.dfg.json ring:4
        !evaluate lisa:4x4 --data absent.jsonl
    """,
    "learn.ppo": """
        evaluate DATA/streaming/distance.json --json --beam 0 --tries 2
        !evaluate absent.json
        !train --out run --network absent
    """,
    "learn.intervals": """
        predict PICTURES/dot.dfg.json hycube:4x4,io=memory --json
        generate --count 1 --jobs 1 --out s.jsonl
        !predict absent.json hycube:4x4
        !evaluate --data absent.jsonl
    """,
}

FILES = {
    "sweeps": {
        "small.toml": """
            [[sweep]]
            question = "min_cycles"
            dfgs = ["DATA/accumulate.dfg.json"]
            architectures = ["DATA/accumulate.arch.json"]
            options.contexts = [1, 2]
        """
    }
}
"""Files that lie in the folder of a command from the start."""

VALUES = set(
    """schema question status outcome cycles ii total_ii max_ii lower_bound certified_lower_bound
    bound ii_bound cycles_bound at_least moved kept lower front elements memories paths jobs
    finished optimal min_ii filling size contexts instructions""".split()
)
"""Keys of JSON whose values depend on no choice of a search, no time and no machine."""
FIRM = {"schema", "question", "status"}
INNER = re.compile(r"\.(tried|parts|trace)\b")
"""Where values depend on which of two searches ends first."""
RACED = ".attempts"
"""The list that is empty if heuristics end before the first solver."""
TIME = r"\d+(\.\d+)? ?(s|ms|seconds)\b"
TYPES = {str: "text", bool: "bool", int: "number", float: "number", type(None): "null"}


# Options.


def options() -> dict[str, dict[str, str]]:
    """Return command or subcommand → its options → `flag` or what they take, and the default."""
    found = {}
    for name, parser in parsers():
        shapes = found[name] = dict[str, str]()
        for option, action in actions(parser).items():
            takes = "flag" if action.nargs == 0 else _takes(action)
            default = re.search(r"(?:\(|; )default ([^()]+)\)$", str(action.help))
            shapes[option] = takes + (f" = {default[1]}" if default else "")
    return found


def _takes(action: Any) -> str:
    listed = f"{{{','.join(map(str, action.choices))}}}" if action.choices else None
    return (listed or str(action.metavar)) + (" ..." if action.nargs in ("+", "*") else "")


# Cases.


def cases(module: str, folder: Path) -> dict[str, dict[str, Any]]:
    """Run the cases of a command in an empty folder; return line → what it did."""
    for name, text in FILES.get(module, {}).items():
        (folder / name).write_text(placed(re.sub(r"^\s+", "", text, flags=re.M)))
    found = {}
    for line in map(str.strip, CASES[module].strip().splitlines()):
        words = [placed(word) for word in shlex.split(line.lstrip("!+"))]
        before = files(folder)
        if line.startswith("+"):
            called(words[0], words[1:], folder)
        elif line.startswith("!"):
            name = OF_MODULES.get(module, module.rpartition(".")[2].replace("_", "-"))
            named = [name] if name in commands() else []
            done = called("xyzmap.cli" if named else module, [*named, *words], folder)
            found[line] = {
                "exit": done.returncode,
                "lines": done.stderr.count("\n"),
                "named": re.match(r"[\w. -]+: \S", done.stderr) is not None,
            }
        else:
            found[line] = did(module, words, folder, before)
    return found


def placed(text: str) -> str:
    """Put in the folders of the checkout."""
    return re.sub(rf"\b({'|'.join(FOLDERS)})(?=/|$)", lambda match: str(FOLDERS[match[1]]), text)


def files(folder: Path) -> set[str]:
    """Return the names of all files below a folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def did(module: str, words: list[str], folder: Path, before: set[str]) -> dict[str, Any]:
    """Run a case; return its exit code, output, files, and whether certificates hold."""
    done = called(module, words, folder)
    found: dict[str, Any] = {"exit": done.returncode}
    if "--quiet" in words:
        found["stderr"] = done.stderr.replace(str(ROOT), "ROOT")
    if "--json" in words:
        valued = FIRM if module in LOOSE else VALUES
        found["json"] = leaves(json.loads(done.stdout or "{}"), valued)
    else:
        first = next(iter(done.stdout.splitlines()), "").replace(str(ROOT), "ROOT")
        # A column of a table is as wide as the path of the checkout.
        first = re.sub(r"(?<=\S) {2,}", "  ", first)
        found["first"] = re.sub(r"\d+(\.\d+)?" if module in LOOSE else TIME, "N", first)
    new = sorted(files(folder) - before)
    found["files"] = new
    if module in EXACT:
        content = [(folder / name).read_bytes() for name in new] + [done.stdout.encode()]
        found["bytes"] = hashlib.sha256(b"\0".join(content)).hexdigest()[:12]
    folders = [name.removesuffix("/certificate.json") for name in new if "/certificate.j" in name]
    whole = [name for name in folders if not any(name.startswith(f"{top}/") for top in folders)]
    if whole:
        verified = [called("solvers.verify", [name], folder).returncode for name in whole]
        found["verified"] = verified
    return found


def leaves(tree: Any, valued: set[str]) -> dict[str, str]:
    """Return path → types or `=values` in JSON; names of objects with digits become `*`."""
    found: dict[str, set[str]] = {}

    def walk(path: str, key: str, value: Any) -> None:
        if value in ({}, []):
            found.setdefault(path, set()).add("empty")
        elif isinstance(value, dict):
            for name, inner in value.items():
                short = "*" if re.search(r"[^a-zA-Z_ -]", name) else name
                walk(f"{path}.{short}", name, inner)
        elif isinstance(value, list):
            for inner in value:
                walk(f"{path}[]", key, inner)
        else:
            known = key in valued and not INNER.match(path)
            found.setdefault(path, set()).add(
                f"={json.dumps(value)}" if known else TYPES[type(value)]
            )

    walk("", "", tree)
    return {path: "|".join(sorted(kinds)) for path, kinds in found.items()}


def lost_fields(before: dict[str, str], now: dict[str, str]) -> Iterator[str]:
    """Say which paths of JSON are gone, or have other types or values."""
    for path, recorded in before.items():
        if path.startswith(f"{RACED}[]") and now.get(RACED) == "empty":
            continue
        kinds, new = set(recorded.split("|")), now.get(path)
        inner = any(other.startswith((f"{path}.", f"{path}[")) for other in now)
        if new is None and not ("empty" in kinds and inner):
            yield f"{path} is gone"
        elif new is not None and not set(new.split("|")) <= kinds | {"empty"}:
            yield f"{path} is {new} instead of {recorded}"


def changes(module: str, kept: dict[str, Any], folder: Path) -> Iterator[str]:
    """Run the cases of a command; say what is not as it was recorded."""
    now = cases(module, folder)
    if list(now) != list(kept):
        yield "other lines than those that are recorded"
    for line, before in kept.items():
        for fault in lost_fields(before.get("json", {}), now[line].get("json", {})):
            yield f"{line}: {fault}"
        for key in before.keys() - {"json"}:
            if before[key] != now[line].get(key):
                yield f"{line}: {key} is {now[line].get(key)!r} instead of {before[key]!r}"


def write(record: dict[str, Any]) -> None:
    """Write the record, with a line for each case and for the options of each command."""
    blocks = []
    for name, kept in record.items():
        lines = (f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in kept.items())
        blocks.append(f' "{name}": {{\n' + ",\n".join(lines) + "\n }")
    RECORD.write_text("{\n" + ",\n".join(blocks) + "\n}\n")


def accept(modules: list[str], folder: Path) -> None:
    """Record what the commands do now; of some modules, or of all."""
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    record["options"] = options()
    for module in modules or CASES:
        (folder / module).mkdir()
        record[module] = cases(module, folder / module)
    write({name: record[name] for name in ("options", *CASES) if name in record})
