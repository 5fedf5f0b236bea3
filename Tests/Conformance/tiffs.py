"""Writes tiled TIFFs of every kind of slides and scans, tile by tile, and reads their stored tiles with another library."""

import io
import math
import struct

import imagecodecs
import numpy
import tifffile
from PIL import Image, ImageFile

import pictures

# Pillow's buffer for progressive JPEGs assumes that they are smaller than their pixels.
ImageFile.MAXBLOCK = 1 << 20


def jpeg(pixels, **options):
    """A JPEG with all its tables and a JFIF marker."""
    out = io.BytesIO()
    Image.fromarray(pixels.squeeze(2) if pixels.shape[2] == 1 else pixels).save(out, "JPEG", **{"quality": 85, **options})
    return out.getvalue()


def segments(data):
    """Yields (marker, bytes) of a JPEG; the last one reaches from the scan to the end."""
    at = 2
    while data[at + 1] != 0xda:
        end = at + 2 + int.from_bytes(data[at + 2:at + 4], "big")
        yield data[at + 1], data[at:end]
        at = end
    yield 0xda, data[at:]


def unmarked(data):
    """The JPEG without APP markers and with components 1, 2, 3: nothing tells its colour space."""
    out = b"\xff\xd8"
    for marker, segment in segments(data):
        if 0xe0 <= marker <= 0xef:
            continue
        segment = bytearray(segment)
        if marker in (0xc0, 0xc1, 0xc2):
            for index in range(segment[9]):
                segment[10 + 3 * index] = index + 1
        if marker == 0xda:
            for index in range(segment[4]):
                segment[5 + 2 * index] = index + 1
        out += segment
    return out


def split(data):
    """Splits a JPEG into its tables, as an abbreviated JPEG, and the rest."""
    parts = list(segments(data))
    tables = b"".join(segment for marker, segment in parts if marker in (0xdb, 0xc4))
    rest = b"".join(segment for marker, segment in parts if marker not in (0xdb, 0xc4))
    return b"\xff\xd8" + tables + b"\xff\xd9", b"\xff\xd8" + rest


def rgb_jpeg(pixels, quality=85, subsampling="444"):
    """A JPEG whose components are red, green and blue, as in many slides."""
    return imagecodecs.jpeg8_encode(pixels, level=quality, colorspace="RGB", outcolorspace="RGB", subsampling=subsampling)


def padded_tiles(pixels, side):
    """Yields tiles row by row. The padding beyond the picture is conspicuous, so that a missing cut shows."""
    height, width = pixels.shape[:2]
    full = numpy.random.default_rng(9).integers(
        0, 255, (math.ceil(height / side) * side, math.ceil(width / side) * side, pixels.shape[2]), dtype="uint8")
    full[:height, :width] = pixels
    for y in range(0, height, side):
        for x in range(0, width, side):
            yield numpy.ascontiguousarray(full[y:y + side, x:x + side])


def floored(pixels):
    """Half the size, rounded down."""
    height, width = pixels.shape[0] // 2 * 2, pixels.shape[1] // 2 * 2
    return pictures.boxed(pixels[:height, :width].astype("float64")).round().astype("uint8")


def ceiled(pixels):
    return pictures.halved(pixels.astype("float64")).round().astype("uint8")


def write(path, levels, encode, *, side=256, photometric="ycbcr", compression="jpeg", sub=False, tables=None, subsampling=(1, 1),
          between=(), **options):
    """Writes levels of tiles that `encode` makes. `between`: (pixels, kind of subfile) of pages in strips behind the full size."""
    with tifffile.TiffWriter(path, **options) as writer:
        for index, pixels in enumerate(levels):
            writer.write(
                (encode(tile) for tile in padded_tiles(pixels, side)),
                shape=pixels.shape if pixels.shape[2] > 1 else pixels.shape[:2], dtype="uint8", tile=(side, side),
                photometric=photometric, compression=compression,
                compressionargs={"outcolorspace": "rgb"} if photometric == "rgb" and compression == "jpeg" else None,
                subifds=len(levels) - 1 if sub and index == 0 else None, subfiletype=1 if index and not between else 0, jpegtables=tables,
                subsampling=subsampling if photometric == "ycbcr" else None, planarconfig="contig" if pixels.shape[2] > 1 else None,
                metadata={"axes": "YXS"} if options.get("ome") and index == 0 else None)
            for page, kind in between if index == 0 else ():
                writer.write(page, photometric="rgb", subfiletype=kind, metadata=None)


def write_ndpi(path, levels):
    """Writes a slide like Hamamatsu's: each directory of the TIFF is one JPEG, with restart markers that locate its parts."""
    with tifffile.TiffWriter(path) as writer:
        for index, pixels in enumerate(levels):
            writer.write(
                iter([jpeg(pixels, quality=90, subsampling=0, restart_marker_blocks=8)]), shape=pixels.shape, dtype="uint8",
                photometric="ycbcr", compression="jpeg", rowsperstrip=pixels.shape[0], subsampling=(1, 1), metadata=None,
                extratags=[(65420, "I", 1, 1, True), (65421, "f", 1, 20.0 / 2**index, True), (65422, "i", 1, 0, True),
                           (65423, "i", 1, 0, True), (65424, "i", 1, 0, True), (65427, "s", 0, "reference", True)])


def write_sparse(path, width, height, side=512, white=()):
    """Writes a grey tiled pyramid of any size in a small file. Only the tiles of the full size that are named as (column, row) have a
    place in it; the others are black."""
    levels = [(width, height)]
    while max(levels[-1]) > side:
        levels.append((math.ceil(levels[-1][0] / 2), math.ceil(levels[-1][1] / 2)))
    data = bytearray(b"II*\0\0\0\0\0")
    link = 4

    def append(bytes_):
        data.extend(b"\0" * (len(data) % 2))
        data.extend(bytes_)
        return len(data) - len(bytes_)

    tile = append(b"\xff" * side * side)
    for index, (w, h) in enumerate(levels):
        columns = math.ceil(w / side)
        places = [0] * (columns * math.ceil(h / side))
        for column, row in white if index == 0 else ():
            places[row * columns + column] = tile
        arrays = [
            values[0] if len(values) == 1 else append(struct.pack(f"<{len(values)}I", *values))
            for values in (places, [side * side if place else 0 for place in places])]
        entries = [
            (254, 4, 1, min(index, 1)), (256, 4, 1, w), (257, 4, 1, h), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (277, 3, 1, 1),
            (322, 4, 1, side), (323, 4, 1, side), (324, 4, len(places), arrays[0]), (325, 4, len(places), arrays[1])]
        at = append(struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *entry) for entry in entries) + b"\0\0\0\0")
        data[link:link + 4] = struct.pack("<I", at)
        link = len(data) - 4
    path.write_bytes(data)


class StoredLevel:
    """A tiled level, read by another library."""

    def __init__(self, path, page):
        self.data = path.read_bytes()
        self.width, self.height, self.side = page.imagewidth, page.imagelength, page.tilewidth
        self.columns = math.ceil(self.width / self.side)
        self.places = list(zip(page.dataoffsets, page.databytecounts))
        self.is_webp, self.photometric, self.tables = page.compression.name == "WEBP", int(page.photometric), page.jpegtables
        self.offsets_at = page.tags["TileOffsets"].valueoffset

    def place(self, column, row):
        return self.places[row * self.columns + column]

    def stored(self, column, row):
        offset, count = self.place(column, row)
        return self.data[offset:offset + count]

    def decoded(self, column, row):
        """The pixels of a whole stored tile, padding included."""
        if self.is_webp:
            return imagecodecs.webp_decode(self.stored(column, row))
        colours = {6: "YCBCR", 2: "RGB", 1: "GRAYSCALE"}[self.photometric]
        pixels = imagecodecs.jpeg8_decode(
            self.stored(column, row), tables=self.tables, colorspace=colours,
            outcolorspace="GRAYSCALE" if colours == "GRAYSCALE" else "RGB")
        return pixels[:, :, None] if pixels.ndim == 2 else pixels


def stored_levels(path):
    """All tiled levels of the first picture of a file, the full size first."""
    with tifffile.TiffFile(path) as file:
        pages = [file.pages[0], *(file.pages[0].pages or []), *list(file.pages)[1:]]
        pages = [page.aspage() if hasattr(page, "aspage") else page for page in pages]
        return [StoredLevel(path, page) for page in pages if page.is_tiled]
