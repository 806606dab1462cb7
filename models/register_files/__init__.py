"""Addresses in register files for all kept values: kinds of files, allocation, check."""
