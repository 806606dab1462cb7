"""Measurements by the harness of the tests: `python -m bench.studies.system agreement|stop COUNT`.

`agreement` lets all solvers decide random problems, `stop` ends every command at every point.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from importlib import import_module
from itertools import islice
from pathlib import Path

from bench.process import Answer
from bench.studies import printed


def main(what: str, count: str) -> Answer:
    """Return counts of answers by solver, or the seconds that commands take to end."""
    return {"agreement": agreement, "stop": stop}[what](int(count))


def agreement(count: int) -> Answer:
    """Return how many questions each solver answers, and who disagrees."""
    kinds = list(import_module("tests.system.problems").KINDS)
    compare = import_module("tests.system.agreement").compare
    entries = [compare(kinds[n % len(kinds)], n // len(kinds)) for n in range(count)]
    said: dict[str, Counter[str]] = {}
    words = {True: "yes", False: "no", None: "no answer"}
    questions = [question for entry in entries for question in entry["questions"]]
    for question in questions:
        for solver, answer in question["answers"].items():
            said.setdefault(solver, Counter())[words[answer]] += 1
    lines = [{"solver": solver, **counts} for solver, counts in said.items()]
    wrong = [line for entry in entries for line in entry["differences"]]
    return {"problems": count, "questions": len(questions), "lines": lines, "wrong": wrong}


def stop(count: int) -> Answer:
    """Return how long commands take to end at a point, and what is wrong; the first of them."""
    cases = import_module("tests.system.cases")
    ended = import_module("tests.system.interruptions").stop
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        inputs = Path(folder, "inputs")
        inputs.mkdir()
        cases.write_inputs(inputs, list(cases.CASES))
        todo = [(n, k) for n in cases.CASES for k in range(len(cases.POINTS))]
        for place, (name, number) in enumerate(islice(todo, count)):
            found = ended(name, number, inputs, Path(folder, str(place)))
            lines.append({"command": name, "point": found.point, "seconds": found.seconds})
            lines[-1]["wrong"] = found.wrong
    return {"lines": lines}


if __name__ == "__main__":
    printed(main, *sys.argv[1:])
