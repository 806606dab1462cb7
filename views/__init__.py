"""Tables for the terminal, pictures, pages, and the progress of a search.

A package per subject: `mapping`, `array`, `graph`; `html` has the parts of reports. Views of guests
lie in the guests. All share the colours and sizes of `style` and the SVG writer `drawing`;
`pictures` writes SVG and PDF files, `plots` configures matplotlib, `progress` observes a search.
The room imports `models` and `shell` only, computes no mapping, and prints only progress.
rich, matplotlib, igraph and the PDF writers are imported at the first rendering.
"""
