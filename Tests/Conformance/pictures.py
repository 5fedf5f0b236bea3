"""Images with known pixels, and an independent computation of the levels of their pyramids."""

import io
import math
import subprocess

import numpy
from PIL import Image


def scene(width, height, seed=1, alpha=False):
    """Soft colours with a little grain. JPEG preserves it, and a shift by one pixel, swapped colours or a mirrored tile changes it."""
    random = numpy.random.default_rng(seed)
    y, x = numpy.mgrid[0:height, 0:width].astype("float32")
    # A few waves over the whole image, which its smallest levels still show.
    unit = max(width, height, 200) / 60
    waves = [
        128 + 100 * numpy.sin(x / unit / 1.1 + seed) * numpy.cos(y / unit / 2),
        128 + 100 * numpy.cos(x / unit / 1.7) * numpy.sin(y / unit + seed),
        40 + 170 * (x / max(1, width - 1) + y / max(1, height - 1)) / 2,
    ]
    pixels = numpy.stack(waves, axis=2) + random.normal(0, 3, (height, width, 1))
    if alpha:
        opacity = 255 * (0.5 + 0.5 * numpy.sin((x / 1.3 + y / 1.9) / unit))
        pixels = numpy.concatenate([pixels, opacity[:, :, None]], axis=2)
    return pixels.round().clip(0, 255).astype("uint8")


def halved(pixels):
    """Half the size, rounded up: means of two by two pixels. An odd last row or column is averaged with itself.
    With alpha, colours are weighted by their alpha."""
    pixels = numpy.pad(pixels, ((0, pixels.shape[0] % 2), (0, pixels.shape[1] % 2), (0, 0)), mode="edge")
    if pixels.shape[2] in (2, 4):
        colours, alpha = pixels[:, :, :-1] * pixels[:, :, -1:], pixels[:, :, -1:]
        colours, alpha = boxed(colours), boxed(alpha)
        return numpy.concatenate([numpy.divide(colours, alpha, out=numpy.zeros_like(colours), where=alpha > 0), alpha], axis=2)
    return boxed(pixels)


def boxed(pixels):
    return (pixels[0::2, 0::2] + pixels[1::2, 0::2] + pixels[0::2, 1::2] + pixels[1::2, 1::2]) / 4


def levels(pixels, tile_size):
    """Every level of the grid as floats, level 0 first. `pixels` has three axes."""
    result = [pixels.astype("float64")]
    while max(result[0].shape[:2]) > tile_size:
        result.insert(0, halved(result[0]))
    return result


def decoded(data, mode=None):
    """The pixels of encoded bytes, with three axes."""
    image = Image.open(io.BytesIO(data))
    pixels = numpy.asarray(image.convert(mode) if mode else image)
    return pixels[:, :, None] if pixels.ndim == 2 else pixels


def flattened(pixels, background=255):
    """Pixels composed on a background, without alpha."""
    opacity = pixels[:, :, -1:] / 255
    return pixels[:, :, :-1] * opacity + background * (1 - opacity)


def psnr(a, b):
    """The peak signal-to-noise ratio of two images of one size, in decibels."""
    assert a.shape == b.shape, (a.shape, b.shape)
    error = float(numpy.mean((a.astype("float64") - b.astype("float64")) ** 2))
    return 99.0 if error == 0 else 10 * math.log10(255**2 / error)


def jpeg_psnr(pixels):
    """The PSNR of an image and its JPEG of quality 80 with halved chroma: the best that such a tile can reach."""
    image = Image.fromarray(pixels.round().astype("uint8").squeeze(2) if pixels.shape[2] == 1 else pixels.round().astype("uint8"))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=80, subsampling=2)
    return psnr(decoded(out.getvalue()), pixels)


def noise_png(path, width, height):
    """A large grey PNG that is slow to decode and to encode."""
    noise = numpy.random.default_rng(1).normal(128, 30, (1_000, 1_000)).clip(0, 255).astype("uint8")
    repeats = (math.ceil(height / 1_000), math.ceil(width / 1_000))
    Image.fromarray(numpy.tile(noise, repeats)[:height, :width]).save(path, compress_level=1)


def endless(path):
    """Writes a black PPM of nine gigapixels that takes no room on the disk. Its pyramid takes longer than any test. Its first row of
    tiles is soon available; with --tile-size 512 it is on level 10."""
    with open(path, "wb") as file:
        header = b"P6 30000 300000 255\n"
        file.write(header)
        file.truncate(len(header) + 3 * 30_000 * 300_000)


def vips(*arguments):
    subprocess.run(["vips", *map(str, arguments)], check=True, capture_output=True)
