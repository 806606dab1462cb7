"""What the verifier finds by a second judge, where the first one is blind; and other programs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path as File
from typing import Any

from models.register_files.registers import Shortage
from solvers.questions.verify.second_opinion import as_text, second_opinion
from tests.solvers.verification.claims import Edits, verify
from tests.solvers.verification.rows_claims import add

Judges = dict[str, Any]
Blinded = tuple[str, str, Judges, Edits, str]
"""A file, a kind, what takes the place of judges, edits, and words of the refusal."""

HERE = "solvers.verification."
LEGAL: Judges = {f"{HERE}mapped.check": lambda *_: []}

BLINDED: list[Blinded] = [
    ("mapped", "optimal", LEGAL, {"mapping:transfers": []}, "mapping.json: simulation: "),
    ("mapped", "optimal", LEGAL, {"mapping:holds.2.2": 1}, "mapping.json: simulation: "),
    ("streaming_claim", "stream", {"streaming.verification.claim.check": lambda *_: []},
     {"mapping:placements.1": ["v", 0, 2], "cycles": 5, "lower_cycles": 5, "bounds": []},
     "mapping.json: "),
    ("rules", "proof", {f"{HERE}rules.UNDERSTANDS": frozenset()},
     {"arch:components": add({"name": "s", "switch": True})},
     "no rule of the verifier speaks of 'switch'"),
    ("mapped", "files",
     {f"{HERE}mapped.allocate": lambda *_: (Shortage("p", 1, 1, 2, "too few"),)},
     {}, "register files, rotating: too few"),
    ("mapped", "files",
     {f"{HERE}mapped.registers_faults": lambda *_: ["a register twice"]}, {},
     "register files, rotating: a register twice"),
    ("verification", "files",
     {"hardware.verification.difference": lambda *_: "'n' is 1, not 2"}, {},
     "words: they do not compute the graph: 'n' is 1, not 2"),
]  # fmt: skip


def cut_off(folder: File) -> None:
    """Export a proof of one byte."""
    assert verify(folder)
    as_text(b"a", "lrat")


def disbelieved(folder: File) -> None:
    """Ask a program that does not accept the proof."""
    words = f"{sys.executable} -c 'print(\"s NOT VERIFIED\")'"
    second_opinion(folder, words, lambda: 60.0, lambda line: None)


OTHERS: list[tuple[str, Callable[[File], None], str]] = [
    ("second_opinion", cut_off, "the proof is cut off"),
    ("second_opinion", disbelieved, "proof.lrat: not accepted by "),
]
