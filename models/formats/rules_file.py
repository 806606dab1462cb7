"""Files of rewrite rules: read into a DFG, with the operators and constants that rules need.

Sections: `.f` operators as in the `dfgmap` format, `NAME ARITY [c] [a]`, for operators that the
DFG does not have; `.r` rules, `[NAME:] LEFT -> RIGHT`, one per line below. Sides are prefix
expressions of operators, numbers, and variables, which are all other words. A word that begins
with `#` starts a comment.
"""

from __future__ import annotations

from msgspec.structs import replace

from models.data.dfg import Constant, Dfg, Number, Operator, Rule
from models.errors import InputError
from models.formats.text_files import decode_text, read_bytes
from models.semantics.algebraic_laws import check_algebraic_laws
from models.semantics.rule_checks import check_rule_values
from models.semantics.rule_terms import Literal, number_key, parts, sides
from models.transform.rules import check_ends

MOST_CHARACTERS = 2000  # of a line
MOST_RULES = 100
SECTIONS = (".f", ".r")


def load_rules(path: str, dfg: Dfg) -> Dfg:
    """Return `dfg` with the rules of a file, after those it has, ready to be applied.

    Rules without a name are called `r1`, `r2`, … by their place in the file; a number on a right
    side becomes a constant. Raises `InputError` with file, line and fault, also for rules that
    change values, that cannot be checked, or that can match their own result forever.
    """
    return rules_from_text(decode_text(read_bytes(path), path), path, dfg)


def rules_from_text(text: str, where: str, dfg: Dfg) -> Dfg:
    """Return `dfg` with the rules of a text; `where` names the file in errors."""
    try:
        return _Reader(dfg).read(text)
    except InputError as error:
        raise error.inside(where) from None


class _Reader:
    """The state while reading one text: operators, constants and rules so far."""

    def __init__(self, dfg: Dfg) -> None:
        self.dfg = dfg
        self.operators = dict(dfg.operator_by_name)
        self.taken = {rule.name for rule in dfg.rules}
        self.names = {*dfg.values, *dfg.constant_by_name}
        self.numbers = {number_key(number) for number in dfg.constant_by_name.values()}
        self.constants: list[Constant] = []
        self.rules: dict[str, tuple[int, Rule]] = {}

    def read(self, text: str) -> Dfg:
        sections: dict[str, list[tuple[int, list[str]]]] = {name: [] for name in SECTIONS}
        section = ""
        for number, words in _lines(text):
            if words[0].startswith("."):
                section = words[0]
                if section not in SECTIONS:
                    known = ", ".join(SECTIONS)
                    raise _error(number, f"unknown section '{section[:40]}'; known: {known}")
                if len(words) > 1:
                    raise _error(number, f"'{section}' stands alone on its line")
            elif not section:
                raise _error(number, f"'{words[0][:40]}' is in no section; begin with .f or .r")
            else:
                sections[section].append((number, words))
        for number, words in sections[".f"]:
            self._operator(number, words)
        if len(sections[".r"]) > MOST_RULES:
            line = sections[".r"][MOST_RULES][0]
            raise _error(line, f"more than {MOST_RULES} rules")
        for place, (number, words) in enumerate(sections[".r"], 1):
            self._rule(number, words, place)
        return self._checked()

    def _operator(self, number: int, words: list[str]) -> None:
        name, *rest = words
        if not rest or not rest[0].isdecimal() or not rest[0].isascii() or len(rest[0]) > 4:
            raise _error(number, f"operator '{name}' needs its number of operands: NAME N c a")
        for flag in rest[1:]:
            if flag not in ("a", "c"):
                raise _error(number, f"unknown property '{flag}' of '{name}'; known: a, c")
        arity, commutes, associates = int(rest[0]), "c" in rest[1:], "a" in rest[1:]
        own = self.operators.get(name)
        if own is not None:
            if (own.arity, own.commutative, own.associative) != (arity, commutes, associates):
                flags = " c" * own.commutative + " a" * own.associative
                raise _error(number, f"operator '{name}' is already '{name} {own.arity}{flags}'")
            return
        if name in self.dfg.pattern_by_name:
            raise _error(number, f"'{name}' is already the name of a pattern")
        if associates and arity != 2:
            raise _error(number, f"associative operator '{name}' has arity {arity}, must be 2")
        made = Operator(name, arity, commutes, associates)
        try:
            check_algebraic_laws(replace(_EMPTY, operators=(made,)))
        except InputError as error:
            raise _error(number, error.what) from None
        self.operators[name] = made

    def _rule(self, number: int, words: list[str], place: int) -> None:
        name = f"r{place}"
        if len(words[0]) > 1 and words[0].endswith(":"):
            name, words = words[0][:-1], words[1:]
        if name in self.rules:
            first = self.rules[name][0]
            raise _error(number, f"duplicate rule '{name}', first defined in line {first}")
        if name in self.taken:
            raise _error(number, f"duplicate rule '{name}': the graph has one of that name")
        if words.count("->") != 1:
            raise _error(number, f"rule '{name}' reads NAME: LEFT -> RIGHT, with one '->'")
        middle = words.index("->")
        rule = Rule(name, tuple(words[:middle]), tuple(words[middle + 1 :]))
        try:
            terms = sides(name, rule.left, rule.right, {o.name: o.arity for o in self._table()})
        except InputError as error:
            raise _error(number, error.what) from None
        for part in parts(terms.right):
            if isinstance(part, Literal) and number_key(part.number) not in self.numbers:
                self._constant(part.number)
        self.rules[name] = (number, rule)

    def _constant(self, number: Number) -> None:
        name, count = str(number), 1
        while name in self.names:
            count += 1
            name = f"{number}#{count}"
        self.names.add(name)
        self.numbers.add(number_key(number))
        self.constants.append(Constant(name, number))

    def _table(self) -> tuple[Operator, ...]:
        return tuple(self.operators.values())

    def _checked(self) -> Dfg:
        """Return the DFG with all rules; errors name the line of the rule that they are about."""
        made = replace(
            self.dfg, operators=self._table(), constants=(*self.dfg.constants, *self.constants)
        )
        for number, rule in self.rules.values():
            try:
                alone = replace(made, rules=(rule,))
                check_rule_values(alone)
                check_ends(alone)
            except InputError as error:
                raise _error(number, error.what) from None
        made = replace(made, rules=(*self.dfg.rules, *(rule for _, rule in self.rules.values())))
        check_ends(made)
        return made


_EMPTY = Dfg("rules", (), (), ())


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """Return (line number, words) of every line that is more than a comment."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MOST_CHARACTERS:
            raise _error(number, f"longer than {MOST_CHARACTERS} characters")
        words: list[str] = []
        for word in line.split():
            if word.startswith("#"):
                break
            words.append(word)
        if words:
            found.append((number, words))
    return found


def _error(number: int, what: str) -> InputError:
    return InputError(what, f"line {number}")
