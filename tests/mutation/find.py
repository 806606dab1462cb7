"""Which tests may kill a mutant: those that execute its lines, the nearest and shortest first."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import takewhile
from pathlib import Path

from tests.mutation.mutants import Mutant

BATCHES = ((2, 2.0), (6, 12.0), (10**6, 30.0))
"""So many cases of one test, and so many seconds, are run at a time, until one fails."""


class Contexts:
    """What the plugin `tests.mutation.contexts` has written into a folder."""

    def __init__(self, folder: Path) -> None:
        from coverage import CoverageData

        self.seconds: dict[str, float] = {}
        for file in folder.glob("seconds.*.json"):
            self.seconds |= json.loads(file.read_text())
        self._data = [CoverageData(str(file)) for file in folder.glob("lines.*")]
        for data in self._data:
            data.read()
        self._of = cache(self._tests_by_line)

    def _tests_by_line(self, file: str) -> dict[int, set[str]]:
        found: dict[int, set[str]] = {}
        for data in self._data:
            for name in data.measured_files():
                if name.endswith(f"/{file}"):
                    for line, tests in data.contexts_by_lineno(name).items():
                        found.setdefault(line, set()).update(self.seconds.keys() & set(tests))
        return found

    def batches(self, mutant: Mutant) -> list[tuple[list[str], float]]:
        """Return lists of tests, each with the seconds that they take."""
        tests = sorted(self._covering(mutant), key=lambda test: self._order(mutant, test))
        found, used = [], set[str]()
        for cases, limit in BATCHES:
            count, total, chosen = Counter[str](), 0.0, []
            for test in tests:
                name = test.partition("[")[0]
                if test not in used and count[name] < cases and total < limit:
                    count[name] += 1
                    total += self.seconds[test] + 0.01
                    chosen.append(test)
            used.update(chosen)
            if chosen:
                found.append((chosen, total))
        return found

    def _covering(self, mutant: Mutant) -> set[str]:
        """The tests of the lines that are changed; of the file, if it changes what is loaded."""
        text = Path(mutant.file).read_text()
        begin = text[: text.index(mutant.old)].count("\n") + 1
        old, new = mutant.old.splitlines(), mutant.new.splitlines()
        pairs = zip(old, new, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        by_line = self._of(mutant.file)
        lines = range(begin + min(same, len(old) - 1), begin + len(old))
        found = set[str]().union(*(by_line.get(line, set()) for line in lines))
        return found or set[str]().union(*by_line.values())

    def _order(self, mutant: Mutant, test: str) -> tuple[bool, bool, float]:
        """Tests of its room come first, and of these the tests of its file."""
        room, stem = mutant.file.split("/")[0], Path(mutant.file).stem
        near = test.startswith(f"tests/{room}/")
        return not near, f"test_{stem}" not in test, self.seconds[test]
