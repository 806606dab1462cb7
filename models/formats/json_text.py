"""Tagged JSON text: decoding with errors of one line, and writing that reads well.

Every native file starts with `"schema": "xyzmap/<kind>/<version>"`. The structs in `models`
are the only description of the fields.
"""

from __future__ import annotations

import json
import re
import types
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from models.errors import InputError, require_plain
from models.formats.text_files import decode_text

T = TypeVar("T")
_PATH = re.compile(r" - at `\$?(.*)`$")
VALUE = 'expected an object, a list, a text in "…", a number, true, false or null'
_BYTE = re.compile(r"\(byte (\d+)\)")

INPUTS = frozenset({"xyzmap/dfg/1", "xyzmap/architecture/1"})
"""The schemas of the first and second argument of commands."""


def decode_tagged(text: bytes | str, tag: str, where: str) -> dict[str, Any]:
    """Return the members of a JSON object whose `schema` is `tag`, without that member.

    Raises `InputError` as `decode` does, and for any text that is no object of that schema.
    """
    raw = decode(text, where)
    if not isinstance(raw, dict):
        raise InputError(f'expected an object that starts with "schema": "{tag}"', f"{where}: $")
    found = raw.pop("schema", None)
    if found != tag:
        what = "missing" if found is None else f"is {json.dumps(found)[:60]}"
        swapped = tag in INPUTS and isinstance(found, str) and found in INPUTS
        hint = "; are the two files swapped?" if swapped else ""
        raise InputError(f"{what}; expected '{tag}'{hint}", f"{where}: $.schema")
    return raw


def decode(text: bytes | str, where: str) -> Any:
    """Return the decoded value of a JSON text.

    Raises `InputError` on text that is not UTF-8 or JSON, for duplicate keys in an object, and as
    `require_plain` does.
    """
    try:
        data = text.encode() if isinstance(text, str) else text
        data = data.removeprefix(b"\xef\xbb\xbf")
        raw = msgspec.json.decode(data)
    except UnicodeDecodeError as error:
        decode_text(data, where)  # raises, with the line
        raise InputError(f"not UTF-8: {error.reason}", where) from None
    except UnicodeEncodeError as error:
        raise InputError(f"not UTF-8: {error.reason}", where) from None
    except RecursionError:
        raise InputError("nested too deeply for a file of this kind", where) from None
    except msgspec.DecodeError as error:
        raise InputError(_malformed(str(error), data), where) from None
    require_plain(raw, where)
    _require_unique(data, where)
    return raw


def decode_toml(data: bytes, where: str, hint: str = "") -> dict[str, Any]:
    """Return the decoded tables of a TOML text, as `decode` does for JSON."""
    import tomllib

    try:
        raw = tomllib.loads(decode_text(data, where))
    except RecursionError:
        raise InputError("nested too deeply for a file of this kind", where) from None
    except InputError:
        raise
    except ValueError as error:  # of Python, too, about numbers of many digits
        raise InputError(f"not TOML: {error}{hint}", where) from None
    require_plain(raw, where)
    return raw


class _Twice(NamedTuple):
    """Stands for an object with a duplicate key."""

    key: str


def _require_unique(data: bytes, where: str) -> None:
    """Raise `InputError` for a duplicate key in an object, whose value would be ambiguous."""
    found = False

    def checked(pairs: list[tuple[str, Any]]) -> object:
        nonlocal found
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
        found = True
        counts = Counter(key for key, _ in pairs)
        return _Twice(next(key for key, count in counts.items() if count > 1))

    try:
        # Numbers do not matter here, and long ones take long.
        raw = json.loads(data, object_pairs_hook=checked, parse_int=str, parse_float=str)
    except RecursionError:
        raise InputError("nested too deeply for a file of this kind", where) from None
    if found:
        key, path = next(_doubled(raw, "$"))
        raise InputError(f"the key '{key}' is listed twice; remove one", f"{where}: {path}")


def _doubled(raw: object, path: str) -> Iterator[tuple[str, str]]:
    """Yield duplicate keys with the path of their object."""
    if isinstance(raw, _Twice):
        yield raw.key, path
    elif isinstance(raw, dict):
        for key, value in raw.items():
            yield from _doubled(value, f"{path}.{key}")
    elif isinstance(raw, list):
        for position, value in enumerate(raw):
            yield from _doubled(value, f"{path}[{position}]")


def convert(raw: object, kind: type[T], where: str) -> T:
    """Return `raw`, as decoded from JSON, as a validated struct of type `kind`.

    Raises `InputError` with `where` and the JSON path in front.
    """
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        message = str(error)
        place = _PATH.search(message)
        path = place.group(1) if place else ""
        if isinstance(error.__cause__, InputError):
            raise error.__cause__.inside(f"{where}: ${path}" if path else where) from None
        what = _PATH.sub("", message).replace("`", "'")
        raise InputError(what + _allowed(what, kind, path), f"{where}: ${path}") from None
    except RecursionError:
        raise InputError("nested too deeply for a file of this kind", where) from None


def to_plain(value: object) -> Any:
    """Return a struct as dicts and lists, without the members that equal their defaults.

    Of a struct that is written as a list only the last members can be left out.
    """
    if isinstance(value, msgspec.Struct):
        defaults = _defaults(type(value))
        if value.__struct_config__.array_like:
            names = list(value.__struct_fields__)
            while names and getattr(value, names[-1]) == defaults[names[-1]]:
                names.pop()
            return [to_plain(getattr(value, name)) for name in names]
        return {
            name: to_plain(member)
            for name in value.__struct_fields__
            if (member := getattr(value, name)) != defaults[name]
        }
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    return value


def write_tagged(tag: str, members: dict[str, Any]) -> str:
    """Return JSON text, with the tag first and one list item per line.

    Raises `InputError` on numbers that JSON lacks (NaN and the infinities).
    """
    lines = [f'  "schema": "{tag}"']
    for name, member in members.items():
        spread = isinstance(member, list) and any(isinstance(x, (dict, list)) for x in member)
        if spread:
            items = ",\n".join(f"    {_compact(item)}" for item in member)
            lines.append(f'  "{name}": [\n{items}\n  ]')
        else:
            lines.append(f'  "{name}": {_compact(member)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _compact(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        raise InputError("JSON has no NaN and no infinity; use a finite number") from None


@cache
def _defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.name: field.default for field in msgspec.structs.fields(kind)}


def _malformed(message: str, data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "not JSON: UTF-16; save the file as UTF-8"
    byte = _BYTE.search(message)
    if byte is None:
        empty = 'the file is empty; expected an object that starts with "schema"'
        return "not JSON: " + (_PATH.sub("", message) if data.strip() else empty)
    at = int(byte.group(1))
    line = data.count(b"\n", 0, at) + 1
    if "trailing characters" in message:
        what = f"a second value begins (byte {at}); remove what is behind the first"
        return f"not JSON: line {line}: {what}"
    found = data[at : at + 20].decode(errors="replace").partition("\n")[0]
    if found.isprintable() and found:
        message = message.replace("invalid character", f"{VALUE}, found '{found}'")
    else:
        message += "; write characters that are not printable as escapes, such as \\n"
    return f"not JSON: line {line}: {message}"


def _allowed(what: str, kind: Any, path: str) -> str:
    """Return `; allowed: …` for unknown members and unknown words, `; add …` for missing ones."""
    missing = re.match(r"Object missing required field '(.*)'", what)
    if missing is not None:
        return f'; add "{missing[1]}"'
    if not what.startswith(("Object contains unknown", "Invalid enum")):
        return ""
    for name, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", path):
        for option in _options(kind):
            if name and isinstance(option, type) and issubclass(option, msgspec.Struct):
                kind = get_type_hints(option).get(_field(option, name))
            elif index and get_origin(option) is tuple:
                kind = get_args(option)[0]
            elif index and isinstance(option, type) and issubclass(option, msgspec.Struct):
                kind = get_type_hints(option).get(option.__struct_fields__[int(index)])
    words: list[str] = []
    for option in _options(kind):
        if get_origin(option) is Literal and what.startswith("Invalid enum"):
            words += [repr(word) for word in get_args(option)]
        elif isinstance(option, type) and issubclass(option, msgspec.Struct):
            is_member = what.startswith("Object contains")
            words += option.__struct_fields__ if is_member else ["an object"]
    return f"; allowed: {', '.join(words)}" if words else ""


def _field(kind: type[msgspec.Struct], name: str) -> str:
    """Return the field of a struct that a member of JSON sets."""
    return next(
        (field.name for field in msgspec.structs.fields(kind) if field.encode_name == name), name
    )


def _options(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
