"""The images that the server under test serves. They are made here, so that every pixel is known."""

import io
import pathlib

import numpy
from PIL import Image, ImageFilter

DETAIL = (2303, 1511)
FLAT = (3001, 1999)
GREY = 128
DAMAGED = "cut.jpg"


def detail() -> Image.Image:
    """Grey noise with a grain of a few pixels: a shift by one pixel can be measured, and JPEG keeps the grain."""
    noise = numpy.random.default_rng(7).normal(128, 160, (DETAIL[1], DETAIL[0])).clip(0, 255).astype("uint8")
    soft = Image.fromarray(noise).filter(ImageFilter.GaussianBlur(1.6))
    return soft.convert("RGB")


def write(folder: pathlib.Path) -> None:
    """Writes a folder for the gallery: two large images, small ones in folders below, and one whose file is cut in half."""
    detail().save(folder / "detail.png", compress_level=1)
    Image.new("RGB", FLAT, (GREY, GREY, GREY)).save(folder / "flat.png", compress_level=1)
    small = {
        "maps/Açores.png": (90, 60),
        "maps/lisboa.png": (60, 90),
        "portraits/old/strip.png": (20, 400),
        "portraits/maria & josé.png": (64, 64),
    }
    for name, size in small.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", size, (29, 70, 180)).save(folder / name)
    whole = io.BytesIO()
    detail().crop((0, 0, 1100, 900)).save(whole, "JPEG")
    (folder / "broken").mkdir()
    (folder / "broken" / DAMAGED).write_bytes(whole.getvalue()[: len(whole.getvalue()) // 2])
