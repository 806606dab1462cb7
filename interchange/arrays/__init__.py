"""Arrays in the files of other tools."""
