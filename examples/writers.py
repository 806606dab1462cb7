"""Examples as files, and what the two commands that write them share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from models.data.architecture import Architecture
from models.data.dfg import Dfg
from models.formats.text_files import make_folder, write_text
from shell.command import Parser
from shell.options import FOLDER, QUIET

FORMATS = ("json", "dfgmap", "dot")


class ExampleParser(Parser):
    """A parser whose errors are `InputError`, with the option of the folder for files."""

    raises = True

    def add_output(self) -> None:
        """Add the option of the folder that files are written into."""
        about = f"{FOLDER}the files (default: here)"
        self.add_argument("-o", "--out", type=Path, default=Path(), metavar="DIR", help=about)
        self.add_argument("-q", "--quiet", action="store_true", help=QUIET)


def written(files: dict[str, str], folder: Path) -> Iterator[Path]:
    """Write texts by file name into a folder, which is made if need be; yield the paths."""
    make_folder(str(folder))
    for name, text in files.items():
        write_text(str(folder / name), text)
        yield folder / name


def files_of(dfg: Dfg, arch: Architecture | None, form: str) -> dict[str, str]:
    """Return the contents by file name; only the writers of the asked format are imported."""
    from archs.files import written as array_written
    from shell.graph_files import written as graph_written

    graph, array = ("f.txt", "e.txt") if form == "dfgmap" else (f"dfg.{form}", "arch.json")
    files = dict(graph_written(dfg, graph))
    if arch is not None:
        files[array], second = array_written(arch, array)
        if form == "dfgmap":
            files["g.txt"] = second
    return files
