"""Rules whose application never ends: tried on graphs that are just their left sides."""

from __future__ import annotations

from msgspec.structs import replace

from models.data.dfg import Constant, Dfg, Operand, Operation, Rule
from models.errors import InputError
from models.semantics.rule_terms import Literal, Node, Term, Variable, parts
from models.transform.draft import Draft

MOST_ROUNDS = 12
MOST_NEW = 400


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
            # To blame is one without which the others end.
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
    from models.transform.rules import saturated  # it checks by this module what it rewrites

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
    )
