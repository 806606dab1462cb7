"""Programs optimised for an array: candidates mapped, counted cycle by cycle, checked, written."""
