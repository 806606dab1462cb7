"""The programs of the streaming engine: what they compute, their sizes, and their files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.data.dfg import Number
from models.errors import InputError
from streaming.examples import build
from streaming.examples.__main__ import main
from streaming.examples.registry import FAMILIES, NAMED
from streaming.model.program import Program
from streaming.model.simulate import evaluate, value

DATA = Path(__file__).parents[2] / "examples" / "data" / "streaming"
THREAD = 3


def results(program: Program) -> dict[str, Number]:
    """Return the result of every instruction in a thread."""
    return evaluate(program, THREAD)


def variable(name: str) -> int:
    """Return the number of a variable in the same thread."""
    return value(name, THREAD, 0)


def test_committed_files_are_what_the_command_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["named", "fir:3", "-o", str(tmp_path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(NAMED) + 1
    for path in DATA.iterdir():
        assert path.read_bytes() == (tmp_path / path.name).read_bytes()
    assert main([]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == [family.usage for family in FAMILIES.values()]
    words = "sort fir fir:0 fir:x distance:2 ifft:6 ifft:8:loads matvec:4 random random:9:1:star"
    for word in words.split():
        with pytest.raises(InputError, match=word):
            build(word)


@pytest.mark.parametrize("points", [2, 4, 8, 16, 64])
def test_inverse_transforms_are_those_of_numpy(points: int) -> None:
    found = results(build(f"ifft:{points}"))
    numbers = [complex(variable(f"re_{k}"), variable(f"im_{k}")) for k in range(points)]
    wanted = np.fft.ifft(numbers)
    got = [complex(found[f"yre_{n}"], found[f"yim_{n}"]) for n in range(points)]
    assert np.allclose(got, wanted, rtol=0, atol=1e-9)


def test_the_distance_is_that_of_the_paper() -> None:
    found = results(build("distance"))
    wanted = sum((variable(axis) - variable(f"{axis}0")) ** 2 for axis in "xyz")
    assert found["squared"] == wanted


def test_sums_of_products() -> None:
    found = results(build("fir:5"))
    assert found["y4"] == sum(c * variable(f"x{k}") for k, c in enumerate((1, 2, 3, 2, 1)))
    for rows, columns in ((4, 4), (8, 3)):
        found = results(build(f"matvec:{rows}x{columns}"))
        for r in range(rows):
            products = (variable(f"a{r}_{c}") * variable(f"vx{c}") for c in range(columns))
            assert found[f"y{r}_{columns - 1}"] == sum(products)


def test_element_wise_sums() -> None:
    found = results(build("vector_add:3"))
    assert all(found[f"sum{k}"] == variable(f"va{k}") + variable(f"vb{k}") for k in range(3))
