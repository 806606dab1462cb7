"""What a command does, seen from outside: its options by `--help`, its cases by running them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.golden.cases import CASES, EXACT, FILES, FOLDERS, LOOSE, NAMES, ROOT

RECORD = Path(__file__).with_name("commands.json")
SECONDS = 300
VALUES = set(
    """schema question status outcome cycles ii total_ii max_ii lower_bound certified_lower_bound
    bound ii_bound cycles_bound at_least moved kept lower front elements memories paths jobs
    finished optimal min_ii filling size contexts instructions""".split()
)
"""Keys of JSON whose values depend on no choice of a search, no time and no machine."""
FIRM = {"schema", "question", "status"}
INNER = re.compile(r"\.(tried|parts|trace)\b")
"""Where values depend on which of two searches ends first."""
TIME = r"\d+(\.\d+)? ?(s|ms|seconds)\b"
TYPES = {str: "text", bool: "bool", int: "number", float: "number", type(None): "null"}
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "1000"}
Done = subprocess.CompletedProcess[str]


def run(module: str, words: list[str], folder: Path) -> Done:
    """Run `python -m module words`, or `xyzmap words`, in a folder and from this tree."""
    command = ["-c", script()] if module == "xyzmap" else ["-m", module]
    return subprocess.run(
        [sys.executable, *command, *words],
        cwd=folder, env=ENVIRONMENT, text=True, capture_output=True, timeout=SECONDS,
    )  # fmt: skip


def script() -> str:
    """Return what the console script does."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    module, function = project["scripts"]["xyzmap"].split(":")
    return f"import sys; from {module} import {function}; sys.exit({function}())"


# Options.


def options(module: str, folder: Path) -> dict[str, dict[str, str]]:
    """Return subcommand → its options; `''` stands for the command itself."""
    text = run(module, ["--help"], folder).stdout
    if module == "xyzmap":
        return {"": dict.fromkeys(re.findall(r"^  ([a-z][\w-]*) ", text, re.M), "flag")}
    found = {"": parsed(text)}
    for name in re.findall(r"^    ([a-z][\w-]*)(?:  |$)", text, re.M):
        found[name] = parsed(run(module, [name, "--help"], folder).stdout)
    return found


def parsed(text: str) -> dict[str, str]:
    """Return name → shape of the options in a help text.

    The shape is `flag`, or the metavariables or `{choices}`; then ` = WORD` where the help names a
    default of one word.
    """
    found = {}
    shape = re.compile(r"^ {2,4}(-\S.*?)(?:  +(.*))?$")
    lines = text.splitlines()
    for number, line in enumerate(lines):
        entry = shape.match(line)
        if entry is None:
            continue
        below = next(iter(lines[number + 1 : number + 2]), "")
        about = entry[2] or (below if below.startswith(" " * 9) else "")
        default = re.search(r"\(?default:? ([\w:.,-]*\w)\)?$", about)
        names = [name.split(" ", 1) for name in re.split(r", (?=-)", entry[1])]
        takes = next((name[1] for name in names if len(name) == 2), "flag")
        for name in names if "--help" not in entry[1] else ():
            found[name[0]] = takes + (f" = {default[1]}" if default else "")
    return found


def lost_options(before: dict[str, str], now: dict[str, str]) -> Iterator[str]:
    """Say which options are gone, or take other values or defaults."""
    for name, shape in before.items():
        takes, _, default = shape.partition(" = ")
        new_takes, _, new_default = now.get(name, "").partition(" = ")
        if not new_takes:
            yield f"{name} is gone"
        elif (takes == "flag") != (new_takes == "flag") or ("..." in takes) > ("..." in new_takes):
            yield f"{name} takes '{new_takes}' instead of '{takes}'"
        elif new_takes.startswith("{") and (missing := choices(takes) - choices(new_takes)):
            yield f"{name} no longer takes {sorted(missing)}"
        if default and new_default and default != new_default:
            yield f"{name} has the default {new_default} instead of {default}"


def choices(takes: str) -> set[str]:
    """Return the words of `{a,b}`."""
    listed = re.match(r"\{(.*?)\}", takes)
    return set(listed[1].split(",")) if listed else set()


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
            run(words[0], words[1:], folder)
        elif line.startswith("!"):
            name = NAMES.get(module)
            done = run(
                module if name is None else "xyzmap", [*shlex.split(name or ""), *words], folder
            )
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
    return re.sub(rf"\b({'|'.join(FOLDERS)})/", lambda match: f"{FOLDERS[match[1]]}/", text)


def files(folder: Path) -> set[str]:
    """Return the names of all files below a folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def did(module: str, words: list[str], folder: Path, before: set[str]) -> dict[str, Any]:
    """Run a case; return its exit code, output, files, and whether certificates hold."""
    done = run(module, words, folder)
    found: dict[str, Any] = {"exit": done.returncode}
    if "--quiet" in words:
        found["stderr"] = done.stderr.replace(str(ROOT), "ROOT")
    if "--json" in words:
        try:
            trees = [json.loads(done.stdout)]
        except ValueError:
            trees = [json.loads(line) for line in done.stdout.splitlines()]
        found["json"] = leaves(trees, FIRM if module in LOOSE else VALUES)
    else:
        first = next(iter(done.stdout.splitlines()), "").replace(str(ROOT), "ROOT")
        found["first"] = re.sub(r"\d+(\.\d+)?" if module in LOOSE else TIME, "N", first)
    new = sorted(files(folder) - before)
    found["files"] = new
    if module in EXACT:
        content = [(folder / name).read_bytes() for name in new] + [done.stdout.encode()]
        found["bytes"] = hashlib.sha256(b"\0".join(content)).hexdigest()[:12]
    folders = [name.removesuffix("/certificate.json") for name in new if "/certificate.j" in name]
    whole = [name for name in folders if not any(name.startswith(f"{top}/") for top in folders)]
    if whole:
        found["verified"] = [run("solvers.verify", [name], folder).returncode for name in whole]
    return found


def leaves(trees: list[Any], valued: set[str]) -> dict[str, str]:
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

    for tree in trees:
        walk("", "", tree)
    return {path: "|".join(sorted(kinds)) for path, kinds in found.items()}


def lost_fields(before: dict[str, str], now: dict[str, str]) -> Iterator[str]:
    """Say which paths of JSON are gone, or have other types or values."""
    for path, recorded in before.items():
        kinds, new = set(recorded.split("|")), now.get(path)
        inner = any(other.startswith((f"{path}.", f"{path}[")) for other in now)
        if new is None and not ("empty" in kinds and inner):
            yield f"{path} is gone"
        elif new is not None and not set(new.split("|")) <= kinds | {"empty"}:
            yield f"{path} is {new} instead of {recorded}"


# The record.


def write(record: dict[str, Any]) -> None:
    """Write the record, with a line for each case and for the options of each subcommand."""
    blocks = []
    for module, kept in record.items():
        parts = [
            f'  "{part}": {{\n'
            + ",\n".join(
                f"   {json.dumps(key)}: {json.dumps(value)}" for key, value in what.items()
            )
            + "\n  }"
            for part, what in kept.items()
        ]
        blocks.append(f' "{module}": {{\n' + ",\n".join(parts) + "\n }")
    RECORD.write_text("{\n" + ",\n".join(blocks) + "\n}\n")
