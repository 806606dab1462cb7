"""Certificates as data: small genuine ones of every kind, and edits that make them false."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path as File
from typing import Any

import msgspec

from models.data.architecture import Architecture, Component, Path
from models.data.dfg import Dfg, Operand, Operation, Operator
from models.data.problem import Problem
from models.formats.native_json import architecture_to_json, dfg_to_json
from solvers.questions.verify.check import claim_of
from solvers.verification.directory import Clock, Directory

Files = dict[str, Any]
"""The files of a certificate: JSON as trees, all others as text or bytes."""

Edits = Mapping[str, Any]
"""New values by place. `bounds.0.units` is in `certificate.json`, `dfg:results` in `dfg.json`; a
name with a dot before the colon, or without a colon but of a file, is the whole file. A function
makes the new value from the old one."""

OPERATORS = (
    Operator("f", 1),
    Operator("g", 2),
    Operator("put", 1, effect=True),
    Operator("+", 2, commutative=True, associative=True),
    Operator("slow", 1, latency=5),
    Operator("neg", 1),
)


def operation(text: str) -> Operation:
    """`s g a t@1` is s = g(a, t of one iteration ago)."""
    name, operator, *read = text.split()
    parts = [word.partition("@") for word in read]
    return Operation(name, operator, tuple(Operand(v, int(d or 0)) for v, _, d in parts))


def graph(text: str, results: str = "", inputs: str = "a b", **more: Any) -> Dfg:
    """A graph of operations between semicolons."""
    steps = tuple(operation(part) for part in text.split(";") if part.strip())
    given = {"operators": OPERATORS, **more}
    return Dfg("graph", inputs=tuple(inputs.split()), operations=steps,
               results=tuple(results.split()), **given)  # fmt: skip


def array(parts: Iterable[Component], paths: str, **more: Any) -> Architecture:
    """An array with paths like `in ext>p:1`: from ext to p, of width 1; `:` is unlimited."""
    wires = []
    for text in paths.split(";"):
        name, ends = text.split()
        ends, _, width = ends.partition(":")
        sources, targets = (tuple(side.split(",")) for side in ends.split(">"))
        wires.append(Path(name, sources, targets, int(width) if width else None))
    return Architecture("array", tuple(parts), tuple(wires), **{"external": "ext", **more})


EXT = Component("ext", initial="all", holds_intermediates=False)


def element(name: str = "p", **fields: Any) -> Component:
    """A component that issues one operation per cycle."""
    return Component(name, **{"issue": 1, **fields})


def one(width: int | str = "", ext: Component = EXT, **fields: Any) -> Architecture:
    """A memory, an element, and a path each way."""
    return array((ext, element(**fields)), f"in ext>p:{width};out p>ext:{width}")


def plain(value: Any) -> Any:
    """What msgspec writes, as a tree that can be edited."""
    return msgspec.json.decode(msgspec.json.encode(value))


def cycles(problem: Problem, *bounds: Any, **fields: Any) -> Files:
    """A claim that no mapping has as many cycles as the last of `bounds` says.

    With `reason`, that none has any number of cycles.
    """
    claim = {
        "question": "min_cycles", "status": "infeasible", "value": None, "lower_bound": 1,
        "horizon": bounds[-1].horizon if bounds else None, "contexts": problem.contexts,
        "dfg": "dfg.json", "architecture": "arch.json", "mapping": None, "bounds": plain(bounds),
        "versions": {}, "transform": problem.transform, "schema": "xyzmap/certificate/1",
    }  # fmt: skip
    return files(problem, claim | plain(fields))


def interval(problem: Problem, *reasons: Any, **fields: Any) -> Files:
    """A claim that no mapping has so few contexts as there are `reasons`."""
    claim = {
        "question": "min_ii", "status": "infeasible", "value": None,
        "lower_bound": len(reasons) + 1, "dfg": "dfg.json", "architecture": "arch.json",
        "mapping": None, "reasons": plain(reasons), "versions": {},
        "transform": problem.transform, "schema": "xyzmap/certificate/1",
    }  # fmt: skip
    return files(problem, claim | plain(fields))


def files(problem: Problem, claim: dict[str, Any], **more: Any) -> Files:
    """The files of a claim about a problem."""
    return {
        "certificate.json": claim,
        "dfg.json": json.loads(dfg_to_json(problem.dfg)),
        "arch.json": json.loads(architecture_to_json(problem.arch)),
        **more,
    }


def proof(symbols: str, clauses: str) -> Files:
    """The files of a refutation by unit propagation; lines are between semicolons."""
    lines = [line.strip() for line in clauses.split(";")]
    most = max((abs(int(w)) for line in lines for w in line.split()), default=0)
    return {
        "proof.cnf": "\n".join([f"p cnf {most} {len(lines)}", *(f"{x} 0" for x in lines), ""]),
        "proof.symbols": symbols.replace(";", "\n") + "\n",
        "proof.lrat": refuted([[int(w) for w in line.split()] for line in lines]),
    }


def refuted(clauses: list[list[int]]) -> bytes:
    """The empty clause as a lemma of binary LRAT, with hints in the order of unit propagation."""
    true, hints = set[int](), list[int]()
    while True:
        for number, clause in enumerate(clauses, start=1):
            open_ = [x for x in clause if -x not in true]
            if number not in hints and len(open_) < 2:
                hints.append(number)
                break
        if not open_:
            return bytes([97, 2 * len(clauses) + 2, 0, *(2 * n for n in hints), 0])
        true.add(*open_)


def edited(made: Files, edits: Edits) -> Files:
    """A copy of a certificate with new values."""
    found = {name: copy.deepcopy(content) for name, content in made.items()}
    for place, value in edits.items():
        name, _, path = place.rpartition(":")
        keys = path.split(".")
        at: Any = found
        if place in found or name == "file":
            keys = [path]
        else:
            at = found[f"{name or 'certificate'}.json"]
        for key in keys[:-1]:
            at = at[int(key) if isinstance(at, list) else key]
        last: Any = int(keys[-1]) if isinstance(at, list) else keys[-1]
        at[last] = value(at[last]) if callable(value) else value
    return found


def write(made: Files, folder: File) -> File:
    """Write a certificate; names may lead into folders."""
    for name, content in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
    return folder


def verify(folder: File, report: Callable[[str], None] = lambda line: None) -> str:
    """What is proved by a certificate; raises what the verifier raises."""
    return claim_of(Directory(folder), Clock(), report).verify()
