"""The text of a module that has a function of the text, and the same after all passes."""

from __future__ import annotations

import re
from typing import Any

from models.errors import InputError
from programs.llvm.calls import in_library
from programs.llvm.module import Function
from programs.llvm.needed_text import MENTIONED
from programs.llvm.optimised import BODY
from programs.llvm.target import LAYOUT, this_layout

_AFTER = "xyzmap.after"
FUEL = "xyzmap.blocks"
"""The variable that counts the blocks that a call may still execute."""

_SCALAR = re.compile(r"i([1-9]|[1-5]\d|6[0-4])|float|double|ptr")
_DECLARED = re.compile(r"^declare [^@\n]*@(?:\"([^\"]*)\"|([\w.$-]+))\(.*$", re.MULTILINE)
_TYPES = re.compile(r"^(%.*) = type .*$", re.MULTILINE)
_GROUPS = re.compile(r" #\d+(?=[ ,{)]|$)", re.MULTILINE)
_LABEL = re.compile(r"^(?:\"([^\"]*)\"|([\w.$-]+)):")
_TARGETS = re.compile(r"\blabel %(?:\"([^\"]*)\"|([\w.$-]+))")
_REFUSED = {
    "indirectbr": "it jumps to addresses",
    "invoke": "it may throw exceptions",
    "asm ": "it has assembly",
    "byval(": "it has arguments of structures",
    "thread_local": "it has variables of threads",
}


def joined(function: Function, whole: str) -> str:
    """Return a module with a function of the text `whole`, and with the same after all passes.

    `xyzmap.0` and `xyzmap.1` call them with arguments from slots of 8 bytes. Raises `InputError` if
    they cannot be run alone.
    """
    after = body_of(function.module, function.name)
    head = after.split("\n", 1)[0]
    for word, reason in _REFUSED.items():
        if word in whole or word in after:
            raise InputError(reason)
    name = re.compile(rf'@(?:"{re.escape(function.name)}"|{re.escape(function.name)})\(')
    other = name.sub(lambda _: f'@"{_AFTER}"(', head, count=1) + after[len(head) :]
    known = {a or b for a, b in _DECLARED.findall(whole)}
    known |= {found[1] or found[2] for found in BODY.finditer(whole)}
    types = dict.fromkeys(_TYPES.findall(whole))
    lines = [m[0] for m in _TYPES.finditer(function.module) if m[1] not in types]
    lines += [
        found[0]
        for found in _DECLARED.finditer(function.module)
        if (found[1] or found[2]) not in known and "@llvm.dbg" not in found[0]
    ]
    result = result_type(after)
    lines = [_GROUPS.sub("", line) for line in (*lines, f'@"{FUEL}" = global i64 0', other)]
    lines += [_caller(function, result, head, n) for n in (0, 1)]
    text = "\n".join((whole, *lines)).replace("@llvm.fmuladd.", "@llvm.fma.")
    # `unlike_here` has checked that its types have the same layout here.
    text = LAYOUT.sub(lambda _: f'target datalayout = "{this_layout()}"', text)
    return BODY.sub(lambda found: _counted(found[0]), text)


def body_of(text: str, name: str) -> str:
    """Return the definition of a function in a module's text."""
    return next(m[0] for m in BODY.finditer(text) if (m[1] or m[2]) == name)


def result_type(body: str) -> str:
    """Return the type of a function's result. Raises `InputError` for others than scalars."""
    head = body.split("\n", 1)[0]
    words = head.partition("@")[0].split()
    type_ = words[-1] if words else ""
    if type_ != "void" and not _SCALAR.fullmatch(type_):
        raise InputError(f"it returns a word of type {type_}")
    return type_


def _caller(function: Function, result: str, head: str, number: int) -> str:
    """Return a function that calls one of both with arguments from slots of 8 bytes."""
    name = _AFTER if number else function.name
    lines = [f'define void @"xyzmap.{number}"(ptr %in, ptr %out) {{', "entry:"]
    words = []
    written = _split(head)
    for n, (argument, text) in enumerate(zip(function.arguments, written, strict=True)):
        if not _SCALAR.fullmatch(argument.type):
            raise InputError(f"it has an argument of type {argument.type}")
        lines.append(f"  %p{n} = getelementptr i64, ptr %in, i64 {n}")
        if argument.type == "i1":
            lines += [f"  %b{n} = load i8, ptr %p{n}", f"  %a{n} = trunc i8 %b{n} to i1"]
        else:
            lines.append(f"  %a{n} = load {argument.type}, ptr %p{n}")
        # A narrow word is extended by the caller.
        how = " ".join(w for w in ("signext", "zeroext") if f" {w}" in text)
        words.append(f"{argument.type} {how} %a{n}")
    call = f'call {result} @"{name}"({", ".join(words)})'
    if result == "void":
        lines.append(f"  {call}")
    else:
        lines += [f"  %r = {call}", f"  store {result} %r, ptr %out"]
    return "\n".join([*lines, "  ret void", "}", ""])


def _split(head: str) -> list[str]:
    """Return the texts of the arguments in the first line of a definition."""
    inside = head.partition("@")[2].partition("(")[2]
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(inside):
        if letter in "([{<":
            depth += 1
        elif letter in ")]}>" and depth:
            depth -= 1
        elif letter in ",)" and not depth:
            parts.append(inside[start:at])
            start = at + 1
            if letter == ")":
                break
    parts = [part for part in parts if part.strip()]
    if any(part.strip() == "..." for part in parts):
        raise InputError("it takes any number of arguments")
    return parts


def _counted(body: str) -> str:
    """Return a function whose blocks count down; below 0 it ends the process."""
    lines = body.rstrip("\n").split("\n")
    if lines[0].startswith('define void @"xyzmap.0"') or '@"xyzmap.1"' in lines[0]:
        return body
    made: list[str] = []
    waiting = ""
    number = 0
    entry = True
    for line in lines:
        found = _LABEL.match(line)
        if found is not None:
            name = found[1] if found[1] is not None else found[2]
            if entry:
                entry = False
                made.append(line)
                continue
            waiting = name
            made.append(f'"{name}.counted":')
            continue
        text = line.strip()
        if waiting and text and " = phi " not in f" {text}" and not text.startswith(";"):
            number += 1
            v = f"%xyzmap.{number}"
            made += [
                f'  {v}.a = load i64, ptr @"{FUEL}"',
                f"  {v}.b = sub i64 {v}.a, 1",
                f'  store i64 {v}.b, ptr @"{FUEL}"',
                f"  {v}.c = icmp slt i64 {v}.b, 0",
                f'  br i1 {v}.c, label %xyzmap.stop, label %"{waiting}"',
                f'"{waiting}":',
            ]
            waiting = ""
        targets = _TARGETS.sub(lambda m: f'label %"{m[1] or m[2]}.counted"', line)
        made.append(targets)
    if number:
        made[-1:] = ["xyzmap.stop:", f"  {_stopped(lines)}", "}"]
    return "\n".join(made) + "\n"


def _stopped(lines: list[str]) -> str:
    """Return the instruction by which a function returns early."""
    returned = re.search(r"^\s+ret (.*)$", "\n".join(lines), re.MULTILINE)
    if returned is None:
        return "unreachable"
    type_ = returned[1].strip()
    if type_.startswith("void"):
        return "ret void"
    depth = 0
    for at, letter in enumerate(type_):
        depth += (letter in "[{(<") - (letter in "]})>")
        if letter == " " and not depth:
            return f"ret {type_[:at]} zeroinitializer"
    return "unreachable"


def require_known(module: Any, text: str) -> None:
    """Raise `InputError` for a call of a function that is not there."""
    bodies = "".join(found[0] for found in BODY.finditer(text))
    mentioned = {a or b for a, b in MENTIONED.findall(bodies)}
    for each in module.functions:
        known = each.name.startswith("llvm.") or in_library(each.name)
        if each.is_declaration and not known and each.name in mentioned:
            raise InputError(f"it calls {each.name}, which has no body in the text")
