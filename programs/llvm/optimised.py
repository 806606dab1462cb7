"""LLVM's function passes at -O2 on a simplified function, in a process of their own.

Left out is what makes another loop of a loop, or none: vectors and unrolling, the recognition of
idioms (a loop becomes `memset`, or a table of a CRC), and final values computed without the loop.
So is partial redundancy elimination of loads: it makes a random input of what memory holds, and
passes on the graph reuse more loads (`programs.rewrites`). The switches are those of the whole
process, and some texts end it, hence the child.
"""

from __future__ import annotations

import re
from typing import Any

from models.errors import NotSupportedError
from programs.llvm.child import answered
from programs.llvm.needed_text import needed_text

SWITCHES = ("-disable-loop-idiom-all", "-enable-load-pre=false", "-replexitval=never")
_PRAGMAS = re.compile(r", !llvm\.loop !\d+")
"""Wishes of the source for a loop, such as to unroll it."""
BODY = re.compile(r"^define [^\n]*?@(?:\"([^\"]*)\"|([\w.$-]+))\((?s:.*?)^\}\n", re.MULTILINE)


def optimised(text: str, name: str) -> str:
    """Return the text of a simplified module with an optimised function of this name.

    Raises `NotSupportedError` if LLVM ends instead.
    """
    made = answered(lambda: _optimised(text, name))
    if made is None:
        raise NotSupportedError("LLVM ended while it optimised the function")
    return made


def _optimised(text: str, name: str) -> str:  # pragma: no cover  # in another process
    import llvmlite.binding as llvm

    module = llvm.parse_assembly(_PRAGMAS.sub("", needed_text(text, [name])))
    _run(llvm, module, name)
    return str(module)


def _run(llvm: Any, module: Any, name: str) -> None:  # pragma: no cover
    """Run the passes on a function; loops get one latch and dedicated exits, as others have."""
    for switch in SWITCHES:
        llvm.set_option("xyzmap", switch)
    tuned = llvm.create_pipeline_tuning_options(2)
    tuned.loop_vectorization = tuned.slp_vectorization = False
    tuned.loop_unrolling = tuned.loop_interleaving = False
    builder = llvm.create_pass_builder(
        llvm.Target.from_default_triple().create_target_machine(), tuned
    )
    function = module.get_function(name)
    builder.getFunctionPassManager().run(function, builder)
    last = llvm.create_new_function_pass_manager()
    for each in ("lower_switch", "loop_simplify", "aggressive_dce", "lcssa"):
        getattr(last, f"add_{each}_pass")()
    last.run(function, builder)
