"""The body of a region: loops, and assignments under the conditions around them.

`if` becomes guards. If the operands of a condition may change before its last statement, the
condition is first stored in a local scalar.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pycparser import c_ast

from programs.loops.build import binary, cast, truth
from programs.loops.conditions import constraints_of, negation
from programs.loops.expressions import Access, Constant, Expression, Read, reads
from programs.loops.region import (
    ALWAYS,
    Guard,
    Loop,
    Node,
    Scalar,
    Statement,
)
from programs.loops.types import INT, NumberType
from programs.source.bounds import lower_bounds, upper_bounds
from programs.source.declarations import declare
from programs.source.expressions import Expressions, declared_type
from programs.source.literals import refuse
from programs.source.scope import IndexName, OuterIndex, Scope, Unusable
from programs.source.syntax import is_one_assignment, written

_REFUSED = {
    c_ast.While: "while",
    c_ast.DoWhile: "do",
    c_ast.Goto: "goto",
    c_ast.Label: "a label",
    c_ast.Break: "break",
    c_ast.Continue: "continue",
    c_ast.Return: "return",
    c_ast.Switch: "switch",
}
_ALLOWED = "allowed in a region: for, if, assignments, declarations of scalars"


class Body:
    """Turns the C statements of a region into loops and statements.

    `taken` are the names unavailable to local scalars, `indices` the names of loop indices declared
    outside their loops.
    """

    def __init__(self, scope: Scope, taken: set[str], indices: set[str]) -> None:
        self.scope, self.taken, self.indices = scope, taken, indices
        self.reader = Expressions(scope)
        self.count = 0

    def nodes(self, items: list[Any], guard: Guard = ALWAYS) -> tuple[Node, ...]:
        """Return the nodes of a list of C statements. Raises `ProgramError`."""
        return tuple(node for item in items for node in self._node(item, guard))

    def _node(self, node: Any, guard: Guard) -> Iterator[Node]:
        match node:
            case None | c_ast.EmptyStatement():
                return
            case c_ast.Compound():
                with self.scope.block():
                    yield from self.nodes(node.block_items or [], guard)
            case c_ast.DeclList():
                yield from self.nodes(node.decls, guard)
            case c_ast.Decl():
                yield from self._local(node, guard)
            case c_ast.Assignment():
                yield self._assignment(node, guard)
            case c_ast.UnaryOp(op="++" | "p++" | "--" | "p--"):
                yield self._increment(node, guard)
            case c_ast.If():
                yield from self._if(node, guard)
            case c_ast.For():
                yield from self._for(node, guard)
            case c_ast.Pragma():
                if node.string.split()[:1] in (["PTMAP"], ["ENDMAP"]):
                    raise refuse(node, "a region begins or ends within another's statement")
            case c_ast.FuncCall():
                self.reader.read(node)
                raise refuse(node, f"a call whose result is not used; {_ALLOWED}")
            case _:
                name = _REFUSED.get(type(node), f"{type(node).__name__} as a statement")
                raise refuse(node, f"{name}; {_ALLOWED}")

    def _statement(
        self, node: Any, target: Access, type: NumberType, value: Expression, guard: Guard
    ) -> Statement:
        name = f"S{self.count}"
        self.count += 1
        return Statement(name, target, cast(value, type), guard, node.coord.line)

    def _assignment(self, node: Any, guard: Guard) -> Statement:
        target, type = self._target(node.lvalue)
        value = self.reader.read(node.rvalue)
        if node.op != "=":
            operator = node.op[:-1]
            if operator in ("%", "&", "|", "^", "<<", ">>"):
                for part in (type, value.type):
                    if not part.is_int:
                        raise refuse(node, f"{node.op} of {part}; allowed: integers")
            value = binary(operator, Read(target, type), value)
        return self._statement(node, target, type, value, guard)

    def _increment(self, node: Any, guard: Guard) -> Statement:
        target, type = self._target(node.expr)
        value = binary(node.op.strip("p")[0], Read(target, type), Constant(1, INT))
        return self._statement(node, target, type, value, guard)

    def _target(self, node: Any) -> tuple[Access, NumberType]:
        if isinstance(node, c_ast.ID) and isinstance(self.scope[node.name], IndexName):
            raise refuse(node, f"loop index '{node.name}' is assigned in the body")
        target, type = self.reader.access(node)
        if getattr(self.reader.used[target.name], "initial", None) is not None:
            raise refuse(node, f"'{target.name}' is constant")
        return target, type

    def _local(self, node: Any, guard: Guard) -> Iterator[Node]:
        """Yield the nodes of a declaration in the region, a local scalar."""
        declare(node, self.scope)
        meaning = self.scope[node.name] if node.name is not None else None
        if isinstance(meaning, Unusable):
            raise refuse(node, f"'{node.name}' {meaning.reason}")
        if isinstance(meaning, Constant):
            return
        if not isinstance(meaning, Scalar):
            raise refuse(node, f"'{node.name}' is declared in the region; allowed there: scalars")
        if node.name in self.indices and node.init is None:
            self.scope[node.name] = OuterIndex(meaning.type)
            return
        made = Scalar(self._new(node.name), meaning.type, local=True)
        if node.init is None:
            self.scope[node.name] = made
            return
        # In C, the initialiser can refer to the new, uninitialised name.
        self.scope[node.name] = Unusable("is read before it has a value")
        value = self.reader.read(node.init)
        self.scope[node.name] = made
        self.reader.used[made.name] = made
        yield self._statement(node, Access(made.name), made.type, value, guard)

    def _new(self, name: str) -> str:
        wanted, n = name, 1
        while wanted in self.taken:
            n += 1
            wanted = f"{name}_{n}"
        self.taken.add(wanted)
        return wanted

    def _if(self, node: Any, guard: Guard) -> Iterator[Node]:
        condition = self.reader.read(node.cond)
        if isinstance(condition, Constant):
            with self.scope.block():
                yield from self._node(node.iftrue if condition.value else node.iffalse, guard)
            return
        constraints, predicate = constraints_of(condition)
        if predicate is not None and not is_one_assignment(node):
            changed = written(node.iftrue) | written(node.iffalse)
            names = {self._declared_name(name) for name in changed}
            if any(access.name in names for access in reads(condition)):
                kept = Scalar(self._new("condition"), INT, local=True)
                self.reader.used[kept.name] = kept
                place = Access(kept.name)
                yield self._statement(node, place, INT, truth(condition), guard)
                condition = binary("!=", Read(place, INT), Constant(0, INT))
                predicate = condition
        with self.scope.block():
            yield from self._node(node.iftrue, _also(guard, constraints, predicate))
        if node.iffalse is not None:
            constraints, predicate = constraints_of(negation(condition))
            with self.scope.block():
                yield from self._node(node.iffalse, _also(guard, constraints, predicate))

    def _declared_name(self, name: str) -> str:
        meaning = self.scope[name]
        return meaning.name if isinstance(meaning, Scalar) else name

    def _for(self, node: Any, guard: Guard) -> Iterator[Node]:
        index, start, type = self._index(node)
        lower = lower_bounds(start, self.reader)
        if isinstance(self.scope[index], IndexName):
            raise refuse(node, f"'{index}' is the index of a loop around already")
        with self.scope.block():
            self.scope[index] = IndexName(type)
            if node.cond is None:
                raise refuse(node, f"loop '{index}' has no condition; allowed: {index} < …")
            upper = upper_bounds(node.cond, index, self.reader)
            own = [b for b in (*lower, *upper) if index in b.affine.names]
            if own:
                raise refuse(node, f"a bound of loop '{index}' depends on '{index}'")
            step = self._step(node, index)
            body = self.nodes([node.stmt], guard)
        # A loop without statements has no effect.
        if body:
            yield Loop(index, _once(lower), _once(upper), body, step, type, node.coord.line)

    def _index(self, node: Any) -> tuple[str, Any, NumberType]:
        """Return the name, the first value and the type of a loop's index."""
        start = node.init
        if isinstance(start, c_ast.DeclList) and len(start.decls) == 1 and start.decls[0].init:
            made = start.decls[0]
            name, value, type = made.name, made.init, declared_type(made.type, self.scope)
        elif (
            isinstance(start, c_ast.Assignment)
            and start.op == "="
            and isinstance(start.lvalue, c_ast.ID)
        ):
            name, value = start.lvalue.name, start.rvalue
            meaning = self.scope[name]
            if isinstance(meaning, IndexName):
                raise refuse(node, f"'{name}' is the index of a loop around already")
            if isinstance(meaning, OuterIndex):
                type = meaning.type
            else:
                self.reader.access(start.lvalue)
                raise refuse(node, f"'{name}' is no scalar that can be an index")
        else:
            raise refuse(node, "a loop begins with no index; allowed: for (int i = …; …")
        if not isinstance(type, NumberType) or not type.is_int:
            raise refuse(node, f"loop index '{name}' is no integer; allowed: int, long")
        if not type.signed or type.width < 32:
            raise refuse(node, f"loop index '{name}' is {type}; allowed: int, long")
        return name, value, type

    def _step(self, node: Any, index: str) -> int:
        """Return the constant step of the index."""
        match node.next:
            case c_ast.UnaryOp(op="++" | "p++", expr=c_ast.ID(name=name)) if name == index:
                return 1
            case c_ast.Assignment(op="+=", lvalue=c_ast.ID(name=name)) if name == index:
                step = self.reader.read(node.next.rvalue)
            case c_ast.Assignment(
                op="=", lvalue=c_ast.ID(name=name), rvalue=c_ast.BinaryOp(op="+")
            ) if name == index:
                sides = (node.next.rvalue.left, node.next.rvalue.right)
                other = [x for x in sides if not (isinstance(x, c_ast.ID) and x.name == index)]
                if len(other) != 1:
                    raise refuse(node, f"the step of loop '{index}' is no constant")
                step = self.reader.read(other[0])
            case _:
                raise refuse(node, f"loop '{index}' does not count up; allowed: {index}++")
        if not isinstance(step, Constant) or not step.type.is_int:
            raise refuse(node, f"the step of loop '{index}' is no constant; allowed: integers ≥ 1")
        if step.value < 1:
            raise refuse(node, f"the step of loop '{index}' is {step.value}; allowed: ≥ 1")
        return int(step.value)


def _also(guard: Guard, constraints: tuple[Any, ...], predicate: Expression | None) -> Guard:
    """Return the conjunction of a guard with another condition."""
    both = guard.predicate
    if predicate is not None:
        both = predicate if both is None else binary("&&", both, predicate)
    return Guard(_once((*guard.constraints, *constraints)), both)


def _once(items: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(items))
