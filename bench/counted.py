"""Register-file options of the result pages: registers are counted, as in the papers."""

COUNTED = ("--register-files", "counted")

OPTION = {"register_files": "counted"}
"""The same in the file of a sweep."""

SAID = (
    " Registers are counted (`--register-files counted`), as in the papers: at most so many values"
    " are alive at once, and which register each has is left open."
)
