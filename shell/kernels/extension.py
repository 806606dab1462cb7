"""The text in C of an extension module: translated functions, and those that Python calls."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from shell.kernels.functions import Function
from shell.kernels.program import Program
from shell.kernels.types import FLOAT, INT, NONE, Array, Record, Tuple, Type, c_name, parameter

PRELUDE = Path(__file__).with_name("prelude.h")

MADE = {INT: "PyLong_FromLongLong", FLOAT: "PyFloat_FromDouble", "bool": "PyBool_FromLong"}


def extension(program: Program, digest: str, files: list[str]) -> str:
    """Return the text of a module `_kernels`; `files` are its sources, with their SHA-256 sum."""
    outer = [each for each in program.functions.all if each.is_outer]
    most = max((sum(map(_arrays, each.parameters.values())) for each in outer), default=0)
    parts = [f"#define MOST_ARRAYS {max(most, 1)}", PRELUDE.read_text(encoding="utf-8")]
    parts += map(_array_struct, program.arrays())
    parts += map(_tuple_struct, program.functions.tuples.values())
    parts += map(_record_struct, program.records())
    parts += [f"{each.head};" for each in program.functions.all]
    parts += [each.text() for each in program.functions.all]
    parts += map(_record_reader, program.records())
    parts += map(_wrapper, outer)
    parts += _module(outer, digest, files)
    return "\n\n".join(parts) + "\n"


def python_name(function: Function) -> str:
    """Return the name by which an extension module has a function."""
    return f"{function.module.name}.{function.node.name}"


def _arrays(kind: Type) -> int:
    """Return the number of arrays of a parameter."""
    if isinstance(kind, Record):
        return sum(map(_arrays, kind.fields.values()))
    return int(isinstance(kind, Array))


def _array_struct(kind: Array) -> str:
    return f"typedef struct {{ {kind.element.c} *at; int64_t n[{max(kind.axes, 1)}]; }} {kind.c};"


def _tuple_struct(kind: Tuple) -> str:
    fields = " ".join(f"{item} f{n};" for n, item in enumerate(kind.items))
    return f"typedef struct {{ {fields} }} {kind.c};"


def _record_struct(kind: Record) -> str:
    fields = " ".join(f"{c_name(each)} {name}_;" for name, each in kind.fields.items())
    return f"typedef struct {{ {fields} }} {kind.c};"


def _record_reader(kind: Record) -> str:
    lines = [
        f"static bool get_{kind.c}(Held *held, PyObject *given, {kind.c} *to)",
        "{",
        f"if (PyTuple_Size(given) != {len(kind.fields)}) {{",
        f'if (!PyErr_Occurred()) PyErr_Format(PyExc_TypeError, "no {kind.c}");',
        "return false;",
        "}",
    ]
    for n, (name, each) in enumerate(kind.fields.items()):
        lines.append(f"if (!{_get(each, f'PyTuple_GetItem(given, {n})', f'to->{name}_')})")
        lines.append("return false;")
    return "\n".join([*lines, "return true;", "}"])


def _get(kind: Type, given: str, to: str) -> str:
    """Return a call that reads an argument; it is false where an exception is set."""
    if isinstance(kind, Array):
        size = f'sizeof *{to}.at, "{kind.element.codes}"'
        return f"get_array(held, {given}, &{to}.at, {to}.n, {kind.axes}, {size})"
    if isinstance(kind, Record):
        return f"get_{kind.c}(held, {given}, &{to})"
    return f"get_{c_name(kind)}({given}, &{to})"


def _wrapper(function: Function) -> str:
    count = len(function.parameters)
    lines = [
        f"static PyObject *call_{function.name}("
        "PyObject *own, PyObject *const *given, Py_ssize_t count)",
        "{",
        "Held arrays, *held = &arrays;",
        "held->count = 0;",
        "PyObject *answer = NULL;",
        *(f"{c_name(kind)} {name}_;" for name, kind in function.parameters.items()),
        f"if (count != {count})",
        f'return PyErr_Format(PyExc_TypeError, "%d arguments instead of {count}", (int)count);',
    ]
    for n, (name, kind) in enumerate(function.parameters.items()):
        lines += [f"if (!{_get(kind, f'given[{n}]', f'{name}_')})", "goto done;"]
    texts = [
        f"&{name}_" if parameter(kind) != c_name(kind) else f"{name}_"
        for name, kind in function.parameters.items()
    ]
    call = f"{function.name}({', '.join(texts)})"
    lines += [
        "if (setjmp(raised)) {",
        'PyErr_Format(PyExc_IndexError, "index out of range");',
        "goto done;",
        "}",
        *_answer(function.result, call),
        "done:",
        "release(held);",
        "return answer;",
        "}",
    ]
    return "\n".join(lines)


def _answer(kind: Type, call: str) -> Iterator[str]:
    if kind == NONE:
        yield f'{call};\nanswer = Py_BuildValue("");'
    elif isinstance(kind, Tuple):
        yield f"{kind.c} found = {call};"
        yield f"answer = PyTuple_New({len(kind.items)});"
        for n, item in enumerate(kind.items):
            yield f"PyTuple_SetItem(answer, {n}, {MADE[item]}(found.f{n}));"
    else:
        yield f"answer = {MADE[str(kind)]}({call});"


def _module(outer: list[Function], digest: str, files: list[str]) -> Iterator[str]:
    rows = "\n".join(
        f'    {{"{python_name(each)}", call_{each.name}, METH_FASTCALL, NULL}},' for each in outer
    )
    yield f"static PyMethodDef methods[] = {{\n{rows}\n    {{NULL, NULL, 0, NULL}},\n}};"
    yield (
        "static PyModuleDef module = {1, NULL, NULL, 0, NULL, "
        '"_kernels", NULL, -1, methods, NULL, NULL, NULL, NULL};'
    )
    yield "\n".join(
        [
            '__attribute__((visibility("default"))) PyObject *PyInit__kernels(void)',
            "{",
            "PyObject *made = PyModule_Create2(&module, STABLE_ABI);",
            f'if (made && (PyModule_AddStringConstant(made, "SOURCES", "{" ".join(files)}") < 0 ||',
            f'PyModule_AddStringConstant(made, "DIGEST", "{digest}") < 0))',
            "return NULL;",
            "return made;",
            "}",
        ]
    )
