"""A module simplified by LLVM's passes.

Calls are inlined, memory that never escapes becomes values, switches become branches, and loops get
one latch, dedicated exits, and their test at the end. Text of `-O0` is simplified like any other:
the words `optnone` and `noinline`, which tell LLVM to leave functions alone, are left out. So is
`inrange` of constants, as compilers before clang 19 wrote it, which says nothing that is read.
"""

from __future__ import annotations

import re
from typing import Any

_LEFT_ALONE = re.compile(
    r'("[^"]*"|;[^\n]*)|(?<![\w.$%@!#"-])(?:optnone|noinline|inrange(?= i\d))(?![\w.$:"-])',
    re.ASCII,
)


def may_be_simplified(text: str) -> str:
    """Return the text of a module without words that keep LLVM from reading or simplifying it."""
    if not any(word in text for word in ("optnone", "noinline", "inrange")):
        return text
    return _LEFT_ALONE.sub(lambda found: found[1] or "", text)


def simplify(llvm: Any, module: Any) -> None:
    """Run the passes on a module, twice what others make possible."""
    machine = llvm.Target.from_default_triple().create_target_machine()
    manager = llvm.create_new_module_pass_manager()
    manager.add_always_inliner_pass()
    for _ in range(2):
        for each in ("sroa", "instruction_combine", "simplify_cfg", "new_gvn"):
            getattr(manager, f"add_{each}_pass")()
    manager.add_unify_function_exit_nodes_pass()
    for each in ("loop_simplify", "loop_rotate", "instruction_combine", "simplify_cfg"):
        getattr(manager, f"add_{each}_pass")()
    # Simplifying makes switches of branches, too.
    for each in ("new_gvn", "lower_switch", "loop_simplify", "aggressive_dce", "lcssa"):
        getattr(manager, f"add_{each}_pass")()
    options = llvm.create_pipeline_tuning_options()
    manager.run(module, llvm.create_pass_builder(machine, options))
