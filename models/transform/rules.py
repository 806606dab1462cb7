"""Rewrite rules: other operations for values that a rule's left side matches, up to saturation.

Where operators may be reordered, that includes all orders of the associative operators that rules
may change: a rule applies in every order, and its new values are reordered too. Rules whose
application never ends are refused: they are tried on graphs that are their left sides.
"""

from __future__ import annotations

from collections.abc import Container

from msgspec.structs import replace

from models.data.computation import Candidate
from models.data.dfg import Constant, Dfg, Operand, Operation, Rule
from models.errors import InputError
from models.semantics.rule_checks import check_rule_values
from models.semantics.rule_terms import Literal, Node, Term, Variable, parts
from models.transform.draft import Draft
from models.transform.saturation import saturated

MOST_ROUNDS = 12
MOST_NEW = 400


def add_rules(draft: Draft, opaque: Container[str], reorder: bool) -> None:
    """Add the candidates that rules give to the values of the DFG, except to `opaque` ones.

    Raises `InputError` for a rule that changes values or never ends, and for too many new values or
    candidates.
    """
    dfg = draft.dfg
    check_rule_values(dfg)
    check_ends(dfg)
    graph = saturated(draft, opaque, ruled_operators(dfg) if reorder else frozenset())
    order = graph.in_order()
    for name in order:
        made = graph.made[name].values()
        draft.put(name, [Candidate(own.operator, own.operands, (name,)) for own in made])
    keys = {name: draft.keys[name] for name in order if graph.is_new(name)}
    draft.keys.clear()
    draft.keys.update(keys)


def ruled_operators(dfg: Dfg) -> frozenset[str]:
    """Return the associative operators whose values the rules of `dfg` may change.

    The operators that rules contain; all of them, if a rule replaces one value by another, which
    any operator may read.
    """
    if any(not isinstance(terms.right, Node) for terms in dfg.sides_by_rule.values()):
        return frozenset(row.name for row in dfg.operators if row.associative)
    return frozenset(
        part.operator
        for terms in dfg.sides_by_rule.values()
        for side in terms
        for part in parts(side)
        if isinstance(part, Node) and dfg.operator_by_name[part.operator].associative
    )


def check_ends(dfg: Dfg) -> None:
    """Raise `InputError` for the first rule that can match its own result forever.

    Every left side is rewritten by its own rule, then by all rules. A rule that keeps making new
    values for `MOST_ROUNDS` rounds, or more than `MOST_NEW` of them, is taken to go on.
    """
    for rule in dfg.rules:
        left, right = dfg.sides_by_rule[rule.name]
        wanted = _fixed(dfg, left)
        if any(part != right and _fixed(dfg, part) == wanted for part in parts(right)):
            raise InputError(_line(rule.name))
        if not _ends(dfg, rule, (rule,)):
            raise InputError(_line(rule.name))
    for rule in dfg.rules:
        if not _ends(dfg, rule, dfg.rules):
            # The faulty rule is one without which the others end.
            blamed = (
                r for r in dfg.rules if _ends(dfg, rule, tuple(o for o in dfg.rules if o != r))
            )
            name = next(blamed, rule).name
            raise InputError(f"{_line(name)}, together with the other rules")


def _line(name: str) -> str:
    return f"rule '{name}' can match its own result forever"


def _fixed(dfg: Dfg, term: Term) -> Term:
    """Return a term with the order of commutative operands fixed."""
    if not isinstance(term, Node):
        return term
    operands = tuple(_fixed(dfg, operand) for operand in term.operands)
    if dfg.operator_by_name[term.operator].commutative:
        operands = tuple(sorted(operands, key=repr))
    return Node(term.operator, operands)


def _ends(dfg: Dfg, rule: Rule, rules: tuple[Rule, ...]) -> bool:
    try:
        saturated(Draft(_instance(dfg, rule, rules)), (), frozenset(), MOST_NEW, MOST_ROUNDS)
    except InputError:
        return False
    return True


def _instance(dfg: Dfg, rule: Rule, rules: tuple[Rule, ...]) -> Dfg:
    """Return the graph of the left side of a rule, its variables being inputs."""
    left = dfg.sides_by_rule[rule.name].left
    constants = list(dfg.constants)
    operations: list[Operation] = []
    inputs: dict[str, str] = {}

    def name_of(term: Term) -> str:
        if isinstance(term, Variable):
            return inputs.setdefault(term.name, f"i{len(inputs)}'")
        if isinstance(term, Literal):
            constants.append(Constant(f"c{len(constants)}'", term.number))
            return constants[-1].name
        operands = tuple(Operand(name_of(operand)) for operand in term.operands)
        operations.append(Operation(f"o{len(operations)}'", term.operator, operands))
        return operations[-1].name

    root = name_of(left)
    taken = {*inputs.values(), *(operation.name for operation in operations)}
    return replace(
        dfg,
        inputs=tuple(inputs.values()),
        operations=tuple(operations),
        results=(root,),
        constants=tuple(replace(c, name=f"{c.name}~") if c.name in taken else c for c in constants),
        order=(),
        priorities=(),
        patterns=(),
        initial=(),
        rules=rules,
        lines=(),
    )
