"""One look for every picture and plot: colours, fonts, widths of lines, sizes.

Colours are those of Okabe and Ito, which colour-blind readers can tell apart. Neighbours in a list
differ in lightness as well, and no meaning rests on colour alone, so that all can be printed in
grey. Lengths in pictures are in pixels, of which 96 are an inch; those of plots are named.
"""

from __future__ import annotations

from dataclasses import dataclass

FONT = "'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif"

SKY, YELLOW, VERMILION, BLUE = "#56B4E9", "#F0E442", "#D55E00", "#0072B2"
ORANGE, GREEN, PURPLE, GREY = "#E69F00", "#009E73", "#CC79A7", "#9AA0A6"

PALETTE = (
    SKY, YELLOW, VERMILION, GREY, GREEN, ORANGE, BLUE, PURPLE,
    "#A9D8F4", "#EBA073", "#F8F2A3", "#73CFB4", "#CDD0D3", "#7FB8D9", "#E6BCD3", "#F5CC73",
)  # fmt: skip
"""Of operators, whose boxes carry their text as well: eight hues, and then lighter ones of them
for graphs with many operators."""

TEXT, FAINT, BRIGHT, DARK = "#1f2328", "#57606a", "#ffffff", "#111418"
"""Of words: main and other ones, and those on dark and on light fills. White is the ground."""
OUTLINE, ARROW, EDGE = "#8c959f", "#6e7781", "#000000"
"""Of labels, of arrows among many, and of filled boxes, where it is transparent."""
TAIL, BAR_EDGE = "#cfe6f6", "#2f7fb0"
"""Colours of a bar: its paler part, and its outline."""
SHADES = ("#f3f6fa", "#e6edf5", "#faf5ec", "#f1ebf6", "#eaf4ee", "#f9eeee")
"""Of contexts and spokes: far paler than any box, each with its number."""
HELD = "#dde3ea"
"""Colour of idle things: values that are held, slots that are free."""
STRIPE, GRID, GONE = "#f6f8fa", "#e1e5ea", "#c3c9d0"
"""Colours of every second row, of background lines, and of removed parts."""
PATH, SHARED = "#3b6ea5", "#86549e"
"""Colours of paths; and of shared links: buses, messages, values that cross parts."""
PLACES = {  # fill and outline
    "element": ("#f3f6fa", "#4a6785"),
    "memory": ("#faf5ec", "#b08a3e"),
    "external": ("#eaf4ee", "#4d8a66"),
    "removed": (BRIGHT, GONE),
}

TINTS = {
    (False, False): "#e2e2e2", (True, False): "#fbe3cf", (False, True): "#d5ece2",
    (True, True): "#f9f3c4",
}  # fmt: skip
"""Of elements where they differ: do they multiply or divide, do they load or store? Those that only
add have the usual one; the words in an element say more."""

PROVEN, REFUTED, OPEN, BOUND = BLUE, GREEN, VERMILION, "#777777"
"""Colours of points of plots, whose markers have the same meaning: optimal, infeasible, not
decided, a bound.
"""

PRINTED = 10.7
"""The size of text that has 8 points on paper."""
TITLE_SIZE, FACTS_SIZE, LEGEND_SIZE = 17.0, 11.0, PRINTED
LEGEND_ROW = 20.0


@dataclass(frozen=True)
class Page:
    """The most that a picture is wide. A `figure` has exactly that width and no heading: its
    caption has the words.
    """

    width: float
    figure: bool = False

    def fit(self, wanted: float, least: float = 280.0) -> float:
        """Return the width of a picture whose parts need so much."""
        return max(self.width, wanted) if self.figure else max(wanted, least)


ONE_COLUMN, TWO_COLUMNS = 3.5, 7.16
"""Widths of plots in inches, in a journal of two columns."""
PAGE = Page(96 * TWO_COLUMNS)
POINTS, SMALL = 8.0, 7.0
"""Sizes of text in plots, in points."""
LINE, FINE = 1.2, 0.4
"""Widths of lines in plots, in points: data, and grid."""
SERIES = ("#000000", ORANGE, BLUE, SKY, VERMILION, GREEN, PURPLE)
"""Of lines in plots, each with a marker and dashes of its own."""
NETS = ("", "6 2", "1.5 2", "6 2 1.5 2", "3 2")
"""Dashes of nets in pictures, for each round of the colours."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES: tuple[object, ...] = ("-", "--", ":", "-.", (0, (5, 1)), (0, (3, 1, 1, 1, 1, 1)))
