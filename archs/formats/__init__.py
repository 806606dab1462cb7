"""Architecture files: the native JSON."""
