"""The search: worker processes, bounds, and the policies that decide what is tried when."""
