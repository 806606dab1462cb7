"""Former and likely names of options: they are refused, and the line names the present one."""

from __future__ import annotations

from collections.abc import Collection

RENAMED: dict[str, tuple[str, ...]] = {
    "architecture-options": ("out",),
    "arch": ("network",),
    "architecture": ("out",),
    "architectures": ("out",),
    "check": ("samples",),
    "cores": ("jobs",),
    "data": ("store",),
    "export": ("out",),
    "folder": ("out",),
    "graphs": ("batch",),
    "greedy": ("method",),
    "ii": ("max-ii",),
    "image": ("picture",),
    "keep": ("candidates",),
    "kind": ("network",),
    "mapping": ("out",),
    "mappings": ("out",),
    "no-refinement": ("refinement",),
    "no-siblings": ("siblings",),
    "no-waiting": ("waiting",),
    "objective": ("minimise",),
    "options-output": ("out-options",),
    "output": ("out",),
    "report": ("html",),
    "resume": ("store",),
    "rounds": ("iterations",),
    "samples": ("tries",),
    "search": ("method",),
    "single-output": ("multicast",),
    "study": ("store",),
    "svg": ("picture",),
    "threads": ("jobs",),
    "timeout": ("time-limit",),
    "variant": ("network",),
    "warm-start": ("imitate",),
    "weights": ("kernel-weights", "cut-weights"),
    "whole-table": ("all",),
    "words": ("instructions",),
    "workers": ("jobs",),
}
"""By former name, or one that is often tried, without dashes: the names that options have."""


def meant_option(name: str, known: Collection[str], likeness: float = 0.75) -> str | None:
    """Return the known option that an unknown one may mean: by its former name, or a near one.

    Names are words without dashes in front; those of Python and TOML have `_` for `-`.
    """
    by_dashes = {each.replace("_", "-"): each for each in known}
    word = name.replace("_", "-")
    near = [new for new in RENAMED.get(word, ()) if new in by_dashes]
    if not near:
        from difflib import get_close_matches

        near = get_close_matches(word, by_dashes, 1, likeness)
    return by_dashes[near[0]] if near else None
