"""The rows of the table by their letters."""

from build_rows import jpeg, other
from flick_row import flicks
from growth_rows import PIXELS, images, memory, pixels
from tile_rows import hot_tiles, regions, stored_tiles
from unseen_row import unseen
from viewer_row import viewer_flicks

# A measurement is a function that takes the bench and returns lines. If it fails, the others still run.
ROWS = {
    "a": {"hot tiles": hot_tiles},
    "b": {"uncached tiles of a pyramidal TIFF": stored_tiles},
    "c": {f"pyramid of {name}": jpeg("c", name) for name in ("m133_444.jpg", "m133_420.jpg", "grain_420.jpg")},
    "d": {f"pyramid of {name}": jpeg("d", name) for name in ("m1194_444.jpg", "m1194_420.jpg")},
    "e": {f"pyramid of {name}": other("e", name) for name in ("m133.png", "m133_deflate.tif")},
    "f": {f"unseen {name}": unseen(name) for name in ("m133_444.jpg", "m133_420.jpg")},
    "g": {"regions of a pyramidal TIFF": regions},
    "h": {
        **{f"growth: pyramid of {name}": pixels(name) for name in PIXELS},
        "growth: number of images": images,
        "growth: memory after many requests": memory,
    },
    "i": {"flicks": flicks},
    "j": {"flicks in the viewer": viewer_flicks},
}
