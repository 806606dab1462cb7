"""Control words in the compiler's file of instructions, in its form with `index_per_ii`."""

from __future__ import annotations

from ecosystems.vectorcgra.array import BANKS, IN_BANK
from ecosystems.vectorcgra.tiles import Action, Register, Source, Tiles

NAMES = {
    "sel": "SEL", "phi": "PHI_CONST", "grant": "GRANT_PREDICATE", "return": "RETURN_VALUE",
    "constant": "CONSTANT", "mov": "DATA_MOV", "shl": "SHL", "lshr": "LSHR", "ashr": "ASHR",
}  # fmt: skip


def instructions_yaml(tiles: Tiles) -> str:
    """Return the file."""
    lines = [
        "array_config:",
        f"  columns: {tiles.columns}",
        f"  rows: {tiles.rows}",
        f"  compiled_ii: {tiles.contexts}",
        "  cores:",
    ]
    for (row, column), actions in sorted(tiles.work.items()):
        lines += [
            f"    - column: {column}",
            f"      row: {row}",
            f'      core_id: "{row * tiles.columns + column}"',
            "      entries:",
            '        - entry_id: "entry0"',
            "          instructions:",
        ]
        for action in sorted(actions, key=lambda a: a.cycle % tiles.contexts):
            lines += _instruction(action, tiles.contexts)
    return "\n".join(lines) + "\n"


def _instruction(action: Action, contexts: int) -> list[str]:
    name = NAMES.get(action.word, action.word.upper().replace(".", "_"))
    read = list(action.sources) + ([] if action.first is None else [action.first])
    made: list[Source] = [*action.ports, *([] if action.register is None else [action.register])]
    pad = " " * 14
    return [
        f"{pad}- index_per_ii: {action.cycle % contexts}",
        f"{pad}  operations:",
        f'{pad}    - opcode: "{name}"',
        f"{pad}      id: {action.number}",
        f"{pad}      time_step: {action.cycle}",
        f"{pad}      invalid_iterations: {action.cycle // contexts}",
        *_operands("src_operands", read, pad),
        *_operands("dst_operands", made, pad),
    ]


def _operands(kind: str, operands: list[Source], pad: str) -> list[str]:
    if not operands:
        return [f"{pad}      {kind}: []"]
    lines = [f"{pad}      {kind}:"]
    return lines + [
        f'{pad}        - {{operand: "{_operand(each)}", color: "RED"}}' for each in operands
    ]


def _operand(source: Source) -> str:
    if isinstance(source, Register):
        assert source.bank < BANKS
        return f"${source.bank * IN_BANK + source.index}"
    return f"#{source}" if isinstance(source, int) else source
