"""Addresses in register files for all that a mapping keeps: kinds of files, allocation, check."""
