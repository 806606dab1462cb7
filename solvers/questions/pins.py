"""Reading of pins and forbidden components from options."""

from __future__ import annotations

import re
from collections.abc import Iterator

from archs.faults import matching, without
from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.pins import Pin, Pins
from models.errors import InputError, unknown
from models.formats.json_text import decode
from models.formats.text_files import read_bytes
from models.transform.pin_checks import may_execute, require_sound
from solvers.questions.shared_options import PartialOptions

_PLACE = re.compile(
    r"(?P<place>.*?)(?:@(?P<cycle>\d+))?(?:%(?P<context>\d+))?", re.ASCII | re.DOTALL
)
_MEMBERS = {"operation", "components", "cycle", "context"}
_MOST_DIGITS = 7


def read_pins(options: PartialOptions, dfg: Dfg, arch: Architecture) -> tuple[Pins, Architecture]:
    """Return the pins, and the array without its forbidden parts. Raises `InputError`."""
    if not (options.forbids or options.pins or options.pins_file):
        return Pins(), arch
    if arch.external in options.forbids:
        what = f"'{arch.external}' is the external component of '{arch.name}'"
        raise InputError(f"{what}, which cannot be forbidden; forbid others", "--forbid")
    try:
        left = without(arch, options.forbids)
    except InputError as error:
        raise error.inside("--forbid") from None
    found = [_from_text(text, dfg, left, f"--pin {text}") for text in options.pins]
    own = Pins(tuple(found))
    require_sound(dfg, left, own)
    if options.pins_file is None:
        return own, left
    listed = Pins(tuple(_from_file(options.pins_file, dfg, left)))
    both = Pins((*own.places, *listed.places))
    try:
        require_sound(dfg, left, both)
    except InputError as error:
        raise error.inside(options.pins_file) from None
    return both, left


def _from_text(text: str, dfg: Dfg, arch: Architecture, where: str) -> Pin:
    """Return the pin that OP=COMPONENT@CYCLE%CONTEXT means, each part of it optional."""
    if "=" not in text:
        raise InputError(
            "expected OP=COMPONENT, OP=COMPONENT@CYCLE, OP=@CYCLE or OP=%CONTEXT", where
        )
    # Names may contain the sign as well.
    ends = [n for n, sign in enumerate(text) if sign == "="]
    end = next((n for n in reversed(ends) if text[:n] in dfg.operation_by_name), ends[0])
    operation, rest = text[:end], text[end + 1 :]
    # A component may be called like a place in a cycle.
    place, cycle, context = rest, None, None
    if rest not in arch.component_by_name:
        parts = _PLACE.fullmatch(rest)
        assert parts is not None, "every part is optional"
        place = parts["place"]
        cycle, context = (_number(parts[field], field, where) for field in ("cycle", "context"))
        if re.search(r"[@%]", place) and not matching(arch, place):
            raise InputError(
                f"'{rest}' is no COMPONENT, COMPONENT@CYCLE, @CYCLE or %CONTEXT", where
            )
    components = _components(place, operation, dfg, arch, where) if place else None
    return Pin(operation, components, cycle, context)


def _number(text: str | None, field: str, where: str) -> int | None:
    if text is None:
        return None
    if len(text) > _MOST_DIGITS:
        raise InputError(f"{field} {text[:20]} is out of reach", where)
    return int(text)


def _components(
    word: str, operation: str, dfg: Dfg, arch: Architecture, where: str
) -> tuple[str, ...]:
    """Return the component of that name, or those that match and can execute the operation."""
    found = matching(arch, word)
    if not found:
        raise InputError(unknown("component", word, arch.component_by_name), where)
    defined = dfg.operation_by_name.get(operation)
    if defined is None or found == (word,):
        return found  # judged with the rest of the pin
    able = tuple(name for name in found if may_execute(dfg, arch, defined, name))
    if not able:
        raise InputError(
            f"no component of '{word}' can execute operator '{defined.operator}'", where
        )
    return able


def _from_file(path: str, dfg: Dfg, arch: Architecture) -> Iterator[Pin]:
    listed = decode(read_bytes(path), path)
    if not isinstance(listed, list):
        raise InputError("expected a list of pins", f"{path}: $")
    for position, item in enumerate(listed):
        where = f"{path}: $[{position}]"
        if isinstance(item, str):
            yield _from_text(item, dfg, arch, where)
        else:
            yield _from_object(item, dfg, arch, where)


def _from_object(item: object, dfg: Dfg, arch: Architecture, where: str) -> Pin:
    if not isinstance(item, dict):
        raise InputError("expected a pin: a string or an object", where)
    unknown = sorted(set(item) - _MEMBERS)
    if unknown:
        raise InputError(
            f"unknown member '{unknown[0]}'; allowed: {', '.join(sorted(_MEMBERS))}", where
        )
    operation = item.get("operation")
    if not isinstance(operation, str):
        raise InputError("needs an operation, by its name", f"{where}.operation")
    words = item.get("components")
    words = [words] if isinstance(words, str) else words
    components: tuple[str, ...] | None = None
    if words is not None:
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise InputError("expected a name or a list of names", f"{where}.components")
        found = [name for word in words for name in _components(word, operation, dfg, arch, where)]
        components = tuple(dict.fromkeys(found))
    numbers = {}
    for field in ("cycle", "context"):
        number = item.get(field)
        if number is not None and (type(number) is not int or not 0 <= number < 10**_MOST_DIGITS):
            raise InputError(f"{field} must be a whole number", f"{where}.{field}")
        numbers[field] = number
    return Pin(operation, components, numbers["cycle"], numbers["context"])
