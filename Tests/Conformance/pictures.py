"""Images whose every pixel is known, and an independent way from an image to each level of its pyramid."""

import io
import math
import subprocess

import numpy
from PIL import Image


def scene(width, height, seed=1, alpha=False):
    """Soft colours with a little grain: a shift by one pixel, a swap of colours or a mirrored tile shows, and JPEG keeps it."""
    random = numpy.random.default_rng(seed)
    y, x = numpy.mgrid[0:height, 0:width].astype("float32")
    # A few waves on the whole image, so that its smallest levels still show them.
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
    """Half the size, rounded up: means of two by two, the last row and column standing for themselves where they are odd ones.
    With alpha, colours count as much as they are seen."""
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
    """The pixels of encoded bytes, three axes."""
    image = Image.open(io.BytesIO(data))
    pixels = numpy.asarray(image.convert(mode) if mode else image)
    return pixels[:, :, None] if pixels.ndim == 2 else pixels


def flattened(pixels, background=255):
    """Pixels laid on a background, without their alpha."""
    opacity = pixels[:, :, -1:] / 255
    return pixels[:, :, :-1] * opacity + background * (1 - opacity)


def psnr(a, b):
    """How alike two images of one size are, in decibels."""
    assert a.shape == b.shape, (a.shape, b.shape)
    error = float(numpy.mean((a.astype("float64") - b.astype("float64")) ** 2))
    return 99.0 if error == 0 else 10 * math.log10(255**2 / error)


def jpeg_psnr(pixels):
    """How alike an image and its JPEG of quality 80 with halved colours are: the best that a tile of that kind can be."""
    image = Image.fromarray(pixels.round().astype("uint8").squeeze(2) if pixels.shape[2] == 1 else pixels.round().astype("uint8"))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=80, subsampling=2)
    return psnr(decoded(out.getvalue()), pixels)


def noise_png(path, width, height):
    """A large grey PNG that takes its time to decode and to encode."""
    noise = numpy.random.default_rng(1).normal(128, 30, (1_000, 1_000)).clip(0, 255).astype("uint8")
    repeats = (math.ceil(height / 1_000), math.ceil(width / 1_000))
    Image.fromarray(numpy.tile(noise, repeats)[:height, :width]).save(path, compress_level=1)


def endless(path):
    """Black, and no bytes on the disk: a PPM of nine gigapixels, whose pyramid takes longer than any test. Its first row of tiles is soon
    there, and with --tile-size 512 on level 10."""
    with open(path, "wb") as file:
        header = b"P6 30000 300000 255\n"
        file.write(header)
        file.truncate(len(header) + 3 * 30_000 * 300_000)


def vips(*arguments):
    subprocess.run(["vips", *map(str, arguments)], check=True, capture_output=True)
