"""Distribution (fission): one loop becomes several over the same values, one per part."""

from __future__ import annotations

from dataclasses import replace

from programs.loops.region import Node, Region
from programs.transform.editor import Editor
from programs.transform.records import Distribute, NotApplicableError


def distribute(editor: Editor, step: Distribute) -> Region:
    """Return the region with a loop cut before some parts of its body.

    Raises `NotApplicableError` unless the cuts are increasing positions within the body.
    """
    loop = editor.loop(step.loop)
    ends = (0, *step.cuts, len(loop.body))
    if not step.cuts or any(one >= two for one, two in zip(ends, ends[1:], strict=False)):
        raise NotApplicableError(
            f"loop '{loop.index}' is cut at {step.cuts}; allowed: rising numbers between"
            f" 1 and {len(loop.body) - 1}",
            editor.region.where(loop),
        )

    def make() -> list[Node]:
        parts = [editor.copy(node) for node in loop.body]
        return [
            replace(loop, body=tuple(parts[start:end]))
            for start, end in zip(ends, ends[1:], strict=False)
        ]

    return editor.replace(step.loop, 1, make)
