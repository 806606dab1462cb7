"""Mappings as tables, as pictures over time (`svg`) and on their arrays (`routes_svg`)."""
