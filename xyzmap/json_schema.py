"""The published JSON Schemas of the native formats, derived from the structs.

`python -m xyzmap.json_schema` rewrites `docs/schema/*.schema.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.data.mapping import Mapping
from models.formats.constraints_file import CONSTRAINTS_TAG, Constraints
from models.formats.native_json import ARCHITECTURE_TAG, DFG_TAG, MAPPING_TAG
from models.formats.operators_file import OPERATORS_TAG, Operators
from shell.guests import guests

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "schema"


def schemas() -> dict[str, dict[str, Any]]:
    """Return the JSON Schemas (draft 2020-12) by file name."""
    dfg, mapping = _tagged(Dfg, DFG_TAG), _tagged(Mapping, MAPPING_TAG)
    for reader in (*_reading(dfg), *_reading(mapping)):
        operands = reader["properties"]["operands"]
        operands["items"] = {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Operand"}]}
    return {
        "dfg.schema.json": dfg,
        "architecture.schema.json": _tagged(Architecture, ARCHITECTURE_TAG),
        "mapping.schema.json": mapping,
        "operators.schema.json": _tagged(Operators, OPERATORS_TAG),
        "constraints.schema.json": _tagged(Constraints, CONSTRAINTS_TAG),
        **{
            name: _tagged(kind, tag)
            for guest in guests()
            if guest.formats is not None
            for name, (kind, tag) in guest.formats().items()
        },
    }


def schema_text(schema: dict[str, Any]) -> str:
    """Return a schema as the text of its file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def write_schemas(folder: Path = FOLDER) -> None:
    """Write every schema into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas().items():
        (folder / name).write_text(schema_text(schema), encoding="utf-8")


def _tagged(kind: type[msgspec.Struct], tag: str) -> dict[str, Any]:
    _, definitions = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    body = definitions.pop(kind.__name__)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{tag}.schema.json",
        **_clean(body),
        "properties": {"schema": {"const": tag}, **_clean(body["properties"])},
        "required": ["schema", *body["required"]],
        "$defs": _clean(definitions),
    }


def _reading(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The definitions of a schema that have operands."""
    every: list[dict[str, Any]] = list(schema["$defs"].values())
    return [body for body in every if "operands" in body.get("properties", {})]


def _clean(value: Any) -> Any:
    """Return a schema with its docstrings unwrapped and its tuples as lists."""
    if isinstance(value, dict):
        return {
            name: " ".join(member.split()) if isinstance(member, str) else _clean(member)
            for name, member in value.items()
        }
    return [_clean(item) for item in value] if isinstance(value, (list, tuple)) else value


if __name__ == "__main__":
    write_schemas()
