"""A module simplified by LLVM's passes.

Calls are inlined, non-escaping memory is promoted to values, switches become branches, and loops
get one latch, dedicated exits, and a rotated test. Text of `-O0` is simplified like any other: the
attributes `optnone` and `noinline` are removed. So is `inrange` of constants in the syntax before
clang 19, which is not used.
"""

from __future__ import annotations

import re
from typing import Any

_LEFT_ALONE = re.compile(
    r'("[^"]*"|;[^\n]*)|(?<![\w.$%@!#"-])(?:optnone|noinline|inrange(?= i\d))(?![\w.$:"-])',
    re.ASCII,
)


def may_be_simplified(text: str) -> str:
    """Return the text of a module without attributes that prevent its parsing or simplification."""
    if not any(word in text for word in ("optnone", "noinline", "inrange")):
        return text
    return _LEFT_ALONE.sub(lambda found: found[1] or "", text)


def simplify(llvm: Any, module: Any) -> None:
    """Run the passes on a module; passes enabled by others run twice."""
    machine = llvm.Target.from_default_triple().create_target_machine()
    manager = llvm.create_new_module_pass_manager()
    manager.add_always_inliner_pass()
    for _ in range(2):
        for each in ("sroa", "instruction_combine", "simplify_cfg", "new_gvn"):
            getattr(manager, f"add_{each}_pass")()
    manager.add_unify_function_exit_nodes_pass()
    for each in ("loop_simplify", "loop_rotate", "instruction_combine", "simplify_cfg"):
        getattr(manager, f"add_{each}_pass")()
    # Simplification also turns branches into switches.
    for each in ("new_gvn", "lower_switch", "loop_simplify", "aggressive_dce", "lcssa"):
        getattr(manager, f"add_{each}_pass")()
    options = llvm.create_pipeline_tuning_options()
    manager.run(module, llvm.create_pass_builder(machine, options))
