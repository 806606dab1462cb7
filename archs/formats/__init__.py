"""Architecture files: the native JSON, and the formats of dfgmap and Morpher."""
