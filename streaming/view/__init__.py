"""Mappings on the streaming engine as tables and pictures."""
