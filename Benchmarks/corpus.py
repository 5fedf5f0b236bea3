"""The images: mosaics of photographs, made once and kept. libvips streams them, so making them takes little memory.

A cell is a photograph of 2560x1440, flipped and shifted, so that neighbours differ, and the JPEG blocks of the photograph do not coincide
with those of the mosaic. The cells of one mosaic have added grain, like scans and photographs of high sensitivity.
"""

import math

from grid import TILE
from tools import SCRATCH, WALLPAPERS, WORK, run, unpack_peers

# The colour photographs of the package; its other images are drawings.
PHOTOS = ["BytheWater", "ColorfulCups", "EveningGlow", "FallenLeaf", "Kite", "OneStandsOut", "Path", "summer_1am"]
WIDTH, HEIGHT = 2560, 1440
GRAIN = 12

# Numbers of cells across and down, for a full run and for a quick one.
SIZES = {"m133": ((6, 6), (2, 2)), "m400": ((10, 11), (3, 3)), "m1194": ((18, 18), (4, 4))}

JPEG_444 = "Q=85,strip,subsample_mode=off"
JPEG_420 = "Q=85,strip,subsample_mode=on"

# Name, size, options of saving. The deflate TIFF is in strips, as scanners and image editors write it.
IMAGES = {
    "m133_444.jpg": ("m133", JPEG_444),
    "m133_420.jpg": ("m133", JPEG_420),
    "grain_420.jpg": ("m133", JPEG_420),
    "m1194_444.jpg": ("m1194", JPEG_444),
    "m1194_420.jpg": ("m1194", JPEG_420),
    "m133.png": ("m133", "compression=6,filter=all,strip"),
    "m133_deflate.tif": ("m133", "compression=deflate,predictor=horizontal,strip"),
    "m133_tiles.tif": ("m133", "compression=deflate,predictor=horizontal,tile,tile_width=256,tile_height=256,pyramid,strip"),
    "m133_pyramid.tif": ("m133", "compression=jpeg,Q=85,tile,tile_width=256,tile_height=256,pyramid,strip"),
    "m400_444.jpg": ("m400", JPEG_444),
}


# The smallest images of the growth rows are parts of another image.
PART = (4096, 2560)
PART_PLACE = (301, 101)

KINDS = {
    "m133.png": "PNG",
    "m133_deflate.tif": "deflate TIFF (strips)",
    "m133_pyramid.tif": "JPEG pyramidal TIFF",
    "m10_pyramid.tif": "JPEG pyramidal TIFF",
    "grain_420.jpg": "JPEG 4:2:0 with grain",
}


class Corpus:
    """Images by name, which are made when they are first requested."""

    def __init__(self, quick):
        self.folder = WORK / ("corpus-quick" if quick else "corpus")
        self.cells_of = {name: sizes[quick] for name, sizes in SIZES.items()}
        self.cells = SCRATCH / "cells"

    def path(self, name):
        path = self.folder / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            part = self.folder / f".part{path.suffix}"
            if name.startswith("m10_"):
                whole = name.replace("m10_", "m133_")
                options = IMAGES[whole][1]
                run("nice", "vips", "crop", self.path(whole), f"{part}[{options}]", *PART_PLACE, *PART)
            else:
                size, options = IMAGES[name]
                self.mosaic(*self.cells_of[size], f"{part}[{options}]", GRAIN if name.startswith("grain") else 0)
            part.rename(path)
        return path

    def folder_with(self, *names):
        """The folder of all images, after making the named ones."""
        for name in names:
            self.path(name)
        return self.folder

    def pixels(self, name):
        """The width and height of an image in pixels."""
        if name.startswith("m10_"):
            return PART
        across, down = self.cells_of[IMAGES[name][0]]
        return across * WIDTH, down * HEIGHT

    def levels(self, name):
        """The number of levels of an image's pyramid."""
        return math.ceil(math.log2(max(self.pixels(name)) / TILE)) + 1

    def title(self, name):
        width, height = self.pixels(name)
        kind = KINDS.get(name, "JPEG 4:4:4" if name.endswith("444.jpg") else "JPEG 4:2:0")
        return f"{width * height / 1e6:,.0f}-megapixel {kind}"

    def mosaic(self, across, down, target, grain):
        places = [(column, row) for row in range(down) for column in range(across)]
        names = [self.cell((column + 3 * row) % len(PHOTOS), (column + row // 2) % 4, grain) for column, row in places]
        run("nice", "vips", "arrayjoin", " ".join(names), target, "--across", across, cwd=self.cells)

    def cell(self, photo, turn, grain):
        """The file name of one cell. It is not compressed, so that any part can be read."""
        name = f"{photo}-{turn}-{grain}.v"
        if (self.cells / name).exists():
            return name
        unpack_peers()
        self.cells.mkdir(parents=True, exist_ok=True)

        def vips(operation, source, target, *arguments):
            run("nice", "vips", operation, *source, target, *arguments, cwd=self.cells)
            return (target,)

        steps = vips("crop", (WALLPAPERS / PHOTOS[photo] / "contents/images/2560x1600.jpg",), "crop.v", 0, 80, WIDTH, HEIGHT)
        steps = vips("wrap", steps, "wrap.v", "--x", 403 + 200 * turn, "--y", 211 + 100 * photo)
        if turn & 1:
            steps = vips("flip", steps, "horizontal.v", "horizontal")
        if turn & 2:
            steps = vips("flip", steps, "vertical.v", "vertical")
        if grain:
            noise = vips("gaussnoise", (), "noise.v", WIDTH, HEIGHT, "--mean", 0, "--sigma", grain, "--seed", 8 * turn + photo)
            steps = vips("add", steps + noise, "sum.v")
        vips("cast", steps, "part.v", "uchar")
        (self.cells / "part.v").rename(self.cells / name)
        return name
