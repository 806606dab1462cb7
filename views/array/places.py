"""The places of all parts in a picture of an array."""

from __future__ import annotations

from models.data.architecture import Architecture
from views.array.free import free_picture
from views.array.grid import grid_picture
from views.array.layout import Picture
from views.array.tiles import SIZES, Sizes, Tiles


def placed(whole: Architecture, left: Architecture, sizes: Sizes = SIZES) -> Picture:
    """Return the places of all parts of `whole`, of which `left` is kept."""
    tiles = Tiles(whole, sizes)
    return grid_picture(tiles, left) if tiles.cell else free_picture(tiles, left)
