"""Measurements of the product: a file in `bench/pages` for each page of `docs/results`.

A page declares its cells, command lines that are run as whole processes, and how rows become
tables. `process` runs a command, `asking` has the cells that several pages ask, `runner` asks them
and keeps their `rows`, `tables` writes Markdown, and `scoreboard` puts figures beside those of the
papers. `studies` are processes that measure what no command of the product does. This room may
import every other room, and no other room may import it. `python -m bench` lists its pages.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
