"""Multi-node operations: candidates that execute several values' operations at a time.

The paper's section 5.1 and, through blocks, the end of its section 6.1 (clause 6.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import msgspec

from models.data.computation import Candidate, Read, Setting, Wire
from models.data.dfg import Dfg, Operand, Pattern
from models.errors import InputError
from models.transform.clusters import pinned
from models.transform.draft import Draft

MOST_STEPS = 500_000

Settings = tuple[Setting, ...]


def add_multi_node(draft: Draft) -> None:
    """Add the candidates of the DFG's patterns.

    All are found before the first is added, so that no pattern matches the work of another. Raises
    `InputError` for too many matches of a pattern: those through exchangers grow exponentially with
    the leaves of a cluster.
    """
    matcher = _Matcher(draft)
    found: dict[str, list[Candidate]] = {name: [] for name in draft.candidates}
    for pattern in draft.dfg.patterns:
        nodes = parse(draft.dfg, pattern)
        steps = 0
        for name, candidates in found.items():
            for match in matcher.matches(nodes, name):
                steps += 1
                if steps > MOST_STEPS:
                    raise InputError(
                        f"pattern '{pattern.name}' takes more than {MOST_STEPS} steps to match"
                        " in every order; transform by chain, or leave the pattern out"
                    )
                if match is not None:
                    _, operands, executes, settings = match
                    candidates.append(Candidate(pattern.name, operands, executes, settings))
    for name, candidates in found.items():
        if candidates:
            draft.put(name, (*draft.candidates[name], *_merged(candidates)))


def _merged(candidates: list[Candidate]) -> list[Candidate]:
    """Return one candidate for all with equal operator, operands and settings; it executes the
    union.
    """
    found: dict[tuple[object, ...], Candidate] = {}
    for candidate in candidates:
        key = (candidate.operator, candidate.operands, candidate.settings)
        same = found.get(key)
        executes = candidate.executes if same is None else same.executes
        more = tuple(name for name in candidate.executes if name not in executes)
        found[key] = msgspec.structs.replace(candidate, executes=executes + more)
    return list(found.values())


class _Match(NamedTuple):
    """A partial match: the nodes still to be matched, in the order of the pattern, and the
    operands, operations and settings so far.
    """

    todo: tuple[tuple[int, Read], ...] = ()
    operands: tuple[Read, ...] = ()
    executes: tuple[str, ...] = ()
    settings: Settings = ()


class _Matcher:
    """Finds patterns in the candidates that `draft` has at first."""

    def __init__(self, draft: Draft) -> None:
        self._blocks = tuple(draft.blocks)
        self._base: dict[tuple[str, str], list[Candidate]] = {}
        # Per value the operators by which another operation's pattern may compute it.
        self._operators: dict[str, set[str]] = {}
        fixed = pinned(draft.dfg)
        for name, candidates in draft.candidates.items():
            for candidate in candidates:
                self._base.setdefault((name, candidate.operator), []).append(candidate)
                if name not in fixed:
                    self._operators.setdefault(name, set()).add(candidate.operator)
        # Per block and operator, the inputs that lead to a value of that operator.
        self._towards: list[dict[str, list[int]]] = []
        for block in self._blocks:
            towards: dict[str, list[int]] = {}
            for place, read in enumerate(block.inputs):
                for operator in self._behind(read):
                    towards.setdefault(operator, []).append(place)
            self._towards.append(towards)

    def matches(self, nodes: list[Node], name: str) -> Iterator[_Match | None]:
        """Yield the complete matches of a pattern at value `name`, and None for other steps."""
        agenda = self._laid(nodes, len(nodes) - 1, name, _Match())
        while agenda:
            todo, operands, executes, settings = agenda.pop()
            free = 0
            while free < len(todo) and nodes[todo[free][0]].operator == FREE:
                free += 1
            operands = (*operands, *(read for _, read in todo[:free]))
            if free == len(todo):
                yield _Match((), operands, executes, settings)
                continue
            number, read = todo[free]
            for value, joined in self._sources(read, nodes[number].operator, settings):
                yield None
                if joined is not None:
                    match = _Match(todo[free + 1 :], operands, executes, joined)
                    agenda += self._laid(nodes, number, value, match)

    def _laid(self, nodes: list[Node], number: int, value: str, match: _Match) -> list[_Match]:
        """Return `match` with node `number` laid on every candidate of `value`."""
        node = nodes[number]
        executes = tuple(dict.fromkeys((*match.executes, value)))
        made = []
        for candidate in self._base.get((value, node.operator), ()):
            for layout in node.layouts:
                laid = (candidate.operands[slot] for slot in layout)
                todo = tuple(zip(node.children, laid, strict=True))
                wanted = ((nodes[child].operator, read) for child, read in todo)
                if all(word == FREE or word in self._behind(read) for word, read in wanted):
                    made.append(_Match(todo + match.todo, match.operands, executes, match.settings))
        return made

    def _sources(
        self, read: Read, operator: str, settings: Settings
    ) -> Iterator[tuple[str, Settings | None]]:
        """Yield the values of `operator` that `read` can be, with the settings that select them.

        Settings are None where a step back through a block contradicts `settings`.
        """
        waiting = [(read, settings)]
        while waiting:
            read, settings = waiting.pop()
            if isinstance(read, Operand):
                if operator in self._behind(read):
                    yield read.value, settings
                continue
            for place in self._towards[read.block].get(operator, ()):
                joined = self._joined(settings, read, place)
                if joined is None:
                    yield "", None
                else:
                    waiting.append((self._blocks[read.block].inputs[place], joined))

    def _behind(self, read: Read) -> set[str] | dict[str, list[int]]:
        """Return the operators that `read` may be a value of, and be executed together with."""
        if isinstance(read, Wire):
            return self._towards[read.block]
        return set() if read.distance else self._operators.get(read.value, set())

    def _joined(self, settings: Settings, wire: Wire, place: int) -> Settings | None:
        """Return `settings`, and input `place` for `wire`; None if they contradict each other."""
        block = self._blocks[wire.block]
        new = Setting(wire.block, wire.output, place)
        if block.kind == "exchanger":
            new = Setting(wire.block, (place - wire.output) % len(block.inputs), 0)
        for old in settings:
            if old == new:
                return settings
            # All settings of an exchanger have the same input, so that any two contradict.
            if old.block == new.block and (old.output == new.output or old.input == new.input):
                return None
        return tuple(sorted((*settings, new)))


FREE = "_"


class Node(NamedTuple):
    """A node of a pattern; equal subtrees are one node.

    `operator` is `FREE` for a free operand. `children` are nodes by number. `layouts` lists the
    assignments of the children to the operands of an operation, `layout[n]` being the operand of
    child n: all that differ for a commutative operator, one for any other.
    """

    operator: str
    children: tuple[int, ...]
    layouts: tuple[tuple[int, ...], ...]


def parse(dfg: Dfg, pattern: Pattern) -> list[Node]:
    """Return the nodes of `pattern`, each after its children, the root last."""
    numbers: dict[tuple[str, tuple[int, ...]], int] = {}
    nodes: list[Node] = []
    done: list[int] = []
    for word in reversed(pattern.expression):
        arity = 0 if word == FREE else dfg.operator_by_name[word].arity
        children = tuple(done.pop() for _ in range(arity))
        if (word, children) not in numbers:
            numbers[word, children] = len(nodes)
            commutative = word != FREE and dfg.operator_by_name[word].commutative
            nodes.append(Node(word, children, _layouts(children, commutative)))
        done.append(numbers[word, children])
    return nodes


def _layouts(children: tuple[int, ...], commutative: bool) -> tuple[tuple[int, ...], ...]:
    slots = range(len(children))
    if not commutative:
        return (tuple(slots),)
    found: list[dict[int, int]] = [{}]
    for child in dict.fromkeys(children):
        # Equal children are laid from left to right: a swap gives the same match.
        places = [place for place in slots if children[place] == child]
        found = [
            {**laid, **dict(zip(places, chosen, strict=True))}
            for laid in found
            for chosen in combinations(sorted({*slots} - {*laid.values()}), len(places))
        ]
    return tuple(tuple(laid[place] for place in slots) for laid in found)
