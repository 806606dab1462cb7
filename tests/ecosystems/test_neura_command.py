"""`xyzmap neura` in the place of the compiler's script: its words, lines, files and codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ecosystems.neura.__main__ import main
from ecosystems.neura.check import faults
from ecosystems.neura.document import read_document
from ecosystems.neura.samples import sample
from ecosystems.neura.timing import TIMINGS, Convention
from ecosystems.neura.written import read_written
from solvers.verify import main as verify
from tests.ecosystems.neura_answers import SAMPLE, document

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("convention", TIMINGS)
def test_the_words_of_the_compiler(convention: Convention, tmp_path: Path, capsys: Capture) -> None:
    """Tests the call of the compiler: the file is written, and five words are proven the fewest."""
    out, folder = tmp_path / "out.json", tmp_path / "proof"
    words = [str(SAMPLE), "--min-ii", "5", "--max-ii", "8", "--emit", str(out), "--quiet"]
    assert main([*words, "--timing", convention, "--certificate", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "MAPPED_II = 5 (placement+schedule+routing)"
    assert lines[1].startswith(
        "at least 5: with 4 contexts, the recurrence phi_2 -> add_7 -> cmp_8"
    )
    assert lines[2] == "no smaller II has a mapping"
    # The tests of the compiler refuse these words.
    assert not any(word in "\n".join(lines) for word in ("TRUE_MIN_II", "proven optimal"))
    assert faults(document(), read_written(out.read_bytes(), "out"), TIMINGS[convention]) == []
    assert verify([str(folder)]) == 0
    assert "II 5 is the smallest" in capsys.readouterr().out


def test_options_of_later_callers(tmp_path: Path, capsys: Capture) -> None:
    """Tests that an option of a later compiler is no failure: what is unknown is left out."""
    out = tmp_path / "out.json"
    words = [str(SAMPLE), "--min-ii", "5", "--max-ii", "8", "--max-route-nodes", "50000"]
    assert main([*words, "--later", "3", "--emit", str(out), "--quiet"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("MAPPED_II = 5 (") and json.loads(out.read_text())
    note = "left out, as this command has no such option: --later 3"
    assert captured.err.endswith(f"neura: note: {note}\n")
    with pytest.raises(SystemExit) as end:
        main([str(SAMPLE), "other.json"])
    assert end.value.code == 2 and "unrecognized arguments: other.json" in capsys.readouterr().err


def test_placements_only(tmp_path: Path, capsys: Capture) -> None:
    """Tests that the compiler can be left to look for routes; what is written has none."""
    out = tmp_path / "out.json"
    assert main([str(SAMPLE), "--emit", str(out), "--placements-only", "--quiet"]) == 0
    assert capsys.readouterr().out.startswith("MAPPED_II = 5 (placement+schedule)\n")
    assert "routes" not in json.loads(out.read_text())
    assert faults(document(), read_written(out.read_bytes(), "out"), TIMINGS["rtl"]) == []


def test_json(capsys: Capture) -> None:
    """Tests the record, with the answer in the compiler's terms."""
    words = [str(SAMPLE), "--json", "--quiet", "-v", "--fallback", "--seconds", "12"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["ii"], told["lower_bound"], told["status"]) == (5, 5, "optimal")
    assert told["answer"]["compiled_ii"] == 5 and len(told["answer"]["routes"]) == 19
    assert told["min_ii"] == 1 and told["max_ii"] == 8


def _changed(tmp_path: Path, **arch: object) -> str:
    raw = json.loads(SAMPLE.read_bytes())
    raw["arch"] |= arch
    made = tmp_path / "changed.json"
    made.write_text(json.dumps(raw))
    return str(made)


def test_no_mapping_is_no_error(tmp_path: Path, capsys: Capture) -> None:
    """Tests that what has no mapping is said as the script says it; nothing is written."""
    out = tmp_path / "out.json"
    assert main([str(SAMPLE), "--max-ii", "4", "--emit", str(out), "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "NO_MAPPED_II_WITHIN_BUDGET (through II=4)"
    assert lines[-1] == "no II up to 4 has a mapping"
    assert not out.exists()


def test_class_without_a_tile(tmp_path: Path, capsys: Capture) -> None:
    """Tests that a class whose list of tiles is empty leaves no mapping, for that reason."""
    able = json.loads(SAMPLE.read_bytes())["arch"]["fu_class_tiles"] | {"mul": []}
    assert main([_changed(tmp_path, fu_class_tiles=able), "--quiet"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["NO_MAPPED_II_WITHIN_BUDGET (through II=8)", "no tile executes mul"]
    assert "no II up to 8 has a mapping" in lines


def test_descent_begins_with_large_graphs(tmp_path: Path, capsys: Capture) -> None:
    """Tests a graph of more than 20 operations, which heuristics look at first."""
    made = tmp_path / "loop.json"
    made.write_text(json.dumps(sample(6)))
    assert main([str(made), "--json", "--quiet"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ii"] == told["lower_bound"] == 5
    assert told["seconds"]["descent"] > 0 and told["found_by"] != "the mapping given"
    assert read_document(made.read_bytes(), "d").ops[0].op_class == "grant"


@pytest.mark.parametrize("convention", TIMINGS)
def test_operations_of_several_cycles(
    convention: Convention, tmp_path: Path, capsys: Capture
) -> None:
    """Tests that stages do not meet: other mappings are looked for where they do."""
    raw, made, out = sample(1), tmp_path / "loop.json", tmp_path / "out.json"
    for op in raw["ops"]:
        op["latency"] = 3 if op["class"] in ("fadd", "fmul", "mul", "mem") else 1
    made.write_text(json.dumps(raw))
    words = [
        str(made),
        "--timing",
        convention,
        "--emit",
        str(out),
        "--time-limit",
        "600",
        "--quiet",
    ]
    assert main(words) == 0
    assert capsys.readouterr().out.startswith("MAPPED_II = ")
    found = read_document(made.read_bytes(), "d")
    assert faults(found, read_written(out.read_bytes(), "w"), TIMINGS[convention]) == []


MISTAKES = {
    "min": (["--min-ii", "9"], "--min-ii 9 is larger than the largest II, 8"),
    "timing": (["--timing", "hardware"], "invalid choice: 'hardware'"),
    "max": (["--max-ii", "-1"], "-1 must be from 0 to"),
    "emit": (["--emit", str(SAMPLE)], "would overwrite this input"),
}


@pytest.mark.parametrize("words, line", MISTAKES.values(), ids=MISTAKES)
def test_mistakes(words: list[str], line: str, capsys: Capture) -> None:
    """Tests that each ends with one line and code 2."""
    try:
        code = main([str(SAMPLE), *words, "--quiet"])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    out, err = capsys.readouterr()
    assert (code, out) == (2, "") and line in err and err.count("\n") == 1


def test_bad_documents(tmp_path: Path, capsys: Capture) -> None:
    """Tests that a document that is none is refused with its name and the place."""
    made = _changed(tmp_path, fu_class_tiles={"add": [0]})
    assert main([made, "--quiet"]) == 2
    assert "changed.json: $.ops[0]: the class 'grant' is not in" in capsys.readouterr().err
    (tmp_path / "no.json").write_text("{")
    assert main([str(tmp_path / "no.json")]) == 2
    assert "no.json: not JSON" in capsys.readouterr().err
