"""The configuration of an array for a mapping, context by context, and its checker."""
