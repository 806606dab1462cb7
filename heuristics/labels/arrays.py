"""Arrays by name, for networks that learn from many of them; and their fingerprints."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.data.architecture import Architecture


def read_array(spec: str) -> Architecture:
    """Return the architecture of a file or a preset. Raises `InputError` in one line."""
    from archs.files import load_architecture

    return load_architecture(spec)


def fingerprint(arch: Architecture) -> str:
    """Return 16 hexadecimal digits that distinguish architectures independent of their names."""
    from models.formats.json_text import to_plain

    members = {name: member for name, member in to_plain(arch).items() if name != "name"}
    for component in members["components"]:
        component.pop("position", None)
        component.pop("file", None)  # labels are of counted registers
    text = json.dumps(members, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
