"""Measurements of the product: one runnable file per page of `docs/results`.

A file says which cases, which questions and which columns. A few modules do the rest: `asker` runs
commands as whole processes and keeps what is measured, `workers` asks several at a time, `store`
has the rows of which a page is made, `page` writes tables and pages, `frame` is the command line;
`figures` are medians and means over runs. `pages` knows all pages, `sources` the code that each
measures, and `scoreboard` puts their figures beside those of the papers.
This room may import every other room, and no other room may import it. `python -m bench` lists its
pages, and runs what writes them.
"""

import xyzmap_packages  # noqa: F401  # refuses to go on where a foreign folder hides a package
