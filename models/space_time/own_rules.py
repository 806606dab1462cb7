"""Clauses and weighted limits of a user's constraints.

A *cell* is a variable for "some fact of a selection is in this group, or place, or cycle". Facts
imply their cell; where a constraint demands something, a cell implies one of its facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from models.constraints.meaning import Chosen, chosen
from models.constraints.properties import kept_by
from models.data.constraints import (
    Implies,
    Pair,
    Selection,
    Sum,
    Term,
    Time,
    contexts_of,
    tile_of,
)
from models.errors import InputError
from models.space_time.constraint_model import Literals, Place
from models.space_time.xyz_model import XyzModel

FAMILY = "constraint"

MOST_CLAUSES = 4_000_000
"""The most clauses of two facts of a constraint."""

Key = tuple[str | int, ...]


class Fact(NamedTuple):
    """A variable, and the fact that it stands for; `place` is a component or a path."""

    variable: int
    name: str
    place: str
    cycle: int


Cells = dict[Key, int]
"""The variable of each cell by its key."""


def rule_own(model: XyzModel) -> None:
    """Add the clauses and limits of every constraint of the problem."""
    if not model.problem.constraints:
        return
    facts, exact = Facts(model), not kept_by(model.problem).down
    if exact:
        _rule_known(model)
    for number, one in enumerate(model.problem.constraints):
        rules = _Rules(model, facts, number, one.name, exact)
        if isinstance(one, Sum):
            rules.sum(one)
        elif isinstance(one, Pair):
            rules.pair(one)
        elif isinstance(one, Implies):
            rules.implies(one)
        else:
            rules.time(one)


def _rule_known(model: XyzModel) -> None:
    """¬X[i,j,k] and ¬Y[i,h,k] after the last cycle in which an iteration may read i.

    Windows leave these out, as useless; without them a mapping could count what it cannot list.
    """
    for i, far in enumerate(model.index.farthest):
        last = model.horizon + far * model.period
        late = np.concatenate([model.x[i, :, last:].ravel(), model.y[i, :, last:].ravel()])
        model.constraints.add_clauses(FAMILY, -late[late > 0][:, None])


class Facts:
    """The facts of a model, by selection."""

    def __init__(self, model: XyzModel) -> None:
        self.model, problem = model, model.problem
        self.parts = [part.name for part in problem.arch.components]
        self.paths = [path.name for path in problem.arch.paths]
        self.limited = [part.capacity is not None for part in problem.arch.components]
        self.path_number = {name: h for h, name in enumerate(self.paths)}

    def of(self, side: Selection) -> Iterator[Fact]:
        """Yield the facts of a selection that have variables, in the order of these."""
        model, index, kind = self.model, self.model.index, side.kind
        found = chosen(model.problem, side.facts)
        array = {"X": model.x, "Y": model.y, "Z": model.z}[kind]
        where = self.path_number if kind == "Y" else index.component
        rows = sorted(index.value[name] for name in found.names)
        columns = sorted(where[place] for place in found.places)
        if not rows or not columns:
            return
        block = array[np.ix_(rows, columns)]
        wanted, period = contexts_of(side.facts.context), model.period
        places = self.paths if kind == "Y" else self.parts
        for i, j, k in np.argwhere(block > 0).tolist():
            if wanted is not None and (k % period if period else k) not in wanted:
                continue
            if kind == "X" and k == 0 and not self.limited[columns[j]]:
                continue
            variable = int(block[i, j, k])
            yield Fact(variable, index.values[rows[i]], places[columns[j]], k)


@dataclass(frozen=True)
class _Rules:
    """The rules of one constraint; `exact` ones also demand facts."""

    model: XyzModel
    facts: Facts
    number: int
    name: str
    exact: bool

    def context(self, fact: Fact) -> int:
        return fact.cycle % self.model.period if self.model.period else fact.cycle

    def key(self, fact: Fact, per: str | None) -> Key:
        match per:
            case None:
                return ()
            case "context":
                return (self.context(fact),)
            case "cycle":
                return (fact.cycle,)
            case "tile":
                return (tile_of(fact.place),)
            case "component" | "path":
                return (fact.place,)
            case "slot":
                return (fact.place, self.context(fact))
        return (fact.name,)

    def cells(self, groups: Iterable[tuple[Key, Fact]], word: str, *, alone: bool = False) -> Cells:
        """Return the cells of facts by key; a fact itself where it is the only one, unless also
        one `alone` gets a cell.

        `word` tells the cells of one side of the constraint from those of another.
        """
        members: dict[Key, list[int]] = {}
        for key, fact in groups:
            members.setdefault(key, []).append(fact.variable)
        constraints, found = self.model.constraints, Cells()
        for key, own in members.items():
            if len(own) == 1 and not alone:
                found[key] = own[0]
                continue
            cell = int(constraints.new_variables(np.ones(1, dtype=bool))[0])
            found[key] = cell
            self.model.cells[self.number, word, *key] = cell
            rows = np.array([[-variable, cell] for variable in own], dtype=np.int32)
            constraints.add_clauses(FAMILY, rows, self.name)
            if self.exact:
                row = np.array([[-cell, *own]], dtype=np.int32)
                constraints.add_clauses(FAMILY, row, self.name)
        return found

    def sum(self, one: Sum) -> None:
        groups: dict[Key, list[tuple[int, int, object]]] = {}
        for number, term in enumerate(one.of):
            for key in self.universe(term, one.per):
                groups.setdefault(key, [])
            found = list(self.facts.of(term))
            if term.used is None:
                for fact in found:
                    entry = (fact.variable, term.weight, self.slot(term, fact))
                    groups.setdefault(self.key(fact, one.per), []).append(entry)
                continue
            keyed = [((*self.key(f, one.per), *self.key(f, term.used)), f) for f in found]
            size = 0 if one.per is None else 1
            for key, cell in self.cells(keyed, f"of[{number}]", alone=True).items():
                groups.setdefault(key[:size], []).append((cell, term.weight, None))
        for key, members in groups.items():
            members.sort(key=lambda member: str(member[2]))
            place = Place(self.name, _number(key))
            self.model.constraints.add_weighted(FAMILY, one.most, one.least, place, members)

    def slot(self, term: Term, fact: Fact) -> object:
        """Return what at most one fact of a term takes at a time; None for a fact alone."""
        if term.kind != "Z" or self.model.problem.arch.component_by_name[fact.place].issue != 1:
            return None
        return fact.place, self.context(fact)

    def universe(self, term: Term, per: str | None) -> Iterable[Key]:
        """The groups of a sum, also those without facts."""
        if per is None:
            return [()]
        if per == "context" and self.model.period:
            return [(k,) for k in range(self.model.period)]
        if per in ("context", "cycle"):
            return [(k,) for k in range(1, self.model.horizon)]
        found: Chosen = chosen(self.model.problem, term.facts)
        if per == "tile":
            return dict.fromkeys((tile_of(place),) for place in found.places)
        named = found.places if per in ("component", "path") else found.names
        return [(name,) for name in named]

    def pair(self, one: Pair) -> None:
        sides = [list(self.facts.of(Selection(z=side))) for side in (one.first, one.second)]
        related = _Related(self.model, one)
        keyed = [[((*self.key(f, one.by), *self.key(f, one.per)), f) for f in s] for s in sides]
        first = self.cells(keyed[0], "first")
        second = first if one.first == one.second else self.cells(keyed[1], "second")
        rows: dict[tuple[int, int], None] = {}
        for a, own in first.items():
            for b, other in second.items():
                if a[1:] != b[1:] or not related.holds(str(a[0]), str(b[0])):
                    continue
                if a == b:
                    # One fact may be on both sides, and is no pair.
                    rows.update(dict.fromkeys(self.apart(keyed[0], keyed[1], a)))
                else:
                    rows[-max(own, other), -min(own, other)] = None
                self.require_few(len(rows))
        self.add(list(rows))

    def apart(
        self, first: list[tuple[Key, Fact]], second: list[tuple[Key, Fact]], key: Key
    ) -> Iterator[tuple[int, int]]:
        """Yield clauses against any two facts of a cell, one of each side."""
        ones = [fact.variable for own, fact in first if own == key]
        others = [fact.variable for own, fact in second if own == key]
        pairs = {(min(a, b), max(a, b)) for a in ones for b in others if a != b}
        yield from ((-b, -a) for a, b in sorted(pairs))

    def implies(self, one: Implies) -> None:
        given = [(self.key(f, one.per), f) for f in self.facts.of(one.if_any)]
        then: dict[Key, list[int]] = {}
        for fact in self.facts.of(one.then_any):
            then.setdefault(self.key(fact, one.per), []).append(fact.variable)
        for key, cell in self.cells(given, "if_any").items():
            row = np.array([[-cell, *then.get(key, ())]], dtype=np.int32)
            self.model.constraints.add_clauses(FAMILY, row, self.name)

    def time(self, one: Time) -> None:
        cells = []
        for word, name, late in (
            ("after", one.operations[0], one.end is not None),
            ("before", one.operations[1], one.minus_end is not None),
        ):
            found = []
            i = self.model.index.value[name]
            for j, k in np.argwhere(self.model.z[i] > 0).tolist():
                fact = Fact(int(self.model.z[i, j, k]), name, self.facts.parts[j], k)
                more = int(self.model.index.latency[i, j]) - 1 if late else 0
                found.append(((k + more,), fact))
            cells.append(self.cells(found, word))
        rows = [
            (-own, -other)
            for (a,), own in cells[0].items()
            for (b,), other in cells[1].items()
            if not one.admits(int(a) - int(b))
        ]
        self.add(rows)

    def require_few(self, count: int) -> None:
        if count > MOST_CLAUSES:
            raise InputError(f"constraint '{self.name}' takes more than {MOST_CLAUSES:,} clauses")

    def add(self, rows: list[tuple[int, int]]) -> None:
        self.require_few(len(rows))
        if rows:
            made: Literals = np.array(rows, dtype=np.int32)
            self.model.constraints.add_clauses(FAMILY, made, self.name)


class _Related:
    """Whether two places, by name, are in a relation of a pair that never holds."""

    def __init__(self, model: XyzModel, one: Pair) -> None:
        self.never = set(one.relations)
        key = tile_of if one.by == "tile" else str
        self.links = {
            (key(end), key(other))
            for path in model.problem.arch.paths
            for source in path.sources
            for target in path.targets
            for end, other in ((source, target), (target, source))
        }

    def holds(self, one: str, other: str) -> bool:
        if one == other:
            return "same" in self.never
        if "other" in self.never:
            return True
        return ("linked" if (one, other) in self.links else "unlinked") in self.never


def _number(key: Key) -> int:
    return key[0] if key and isinstance(key[0], int) else 0
