"""What a person sees: tables for the terminal, pictures, and the progress of a search.

This room owns the presentation of graphs, arrays and mappings (`table`, `svg`, `dfg_svg`,
`array_svg`, `routes_svg`), the look of all of them and of plots (`style`, `plots`), their files
(`pictures`), and the observer that shows a running search (`progress`). It only reads: it may
import `models`, computes no mapping and prints nothing on its own account. Importing it is cheap;
rich, matplotlib and what writes PDF are imported when something is rendered with them.
"""
