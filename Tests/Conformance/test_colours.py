"""Orientations, depths, palettes and colour profiles, compared with Pillow's decoding of the same file."""

import io

import numpy
import pytest
from PIL import Image, ImageCms, ImageOps

import pictures
from client import get
from server import Server

WIDTH, HEIGHT = 90, 60


def rgb():
    return Image.fromarray(pictures.scene(WIDTH, HEIGHT))


def profile(name):
    """A profile whose numbers mean other colours than in sRGB: red and green are swapped, or the brightness curve differs."""
    data = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    count = int.from_bytes(data[128:132], "big")
    tags = {bytes(data[at:at + 4]): at for at in range(132, 132 + 12 * count, 12)}
    if name == "swapped":
        red, green = tags[b"rXYZ"], tags[b"gXYZ"]
        data[red + 4:red + 12], data[green + 4:green + 12] = data[green + 4:green + 12], data[red + 4:red + 12]
    return bytes(data)


def files(folder):
    """Writes the images, and returns the expected pixels of each."""
    expected = {}

    def add(name, image, like=None, **options):
        image.save(folder / name, **options)
        expected[name] = like or image

    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        for extension, options in (("jpg", {"quality": 97, "subsampling": 0}), ("tif", {}), ("png", {}), ("webp", {"lossless": True})):
            name = f"turned{orientation}.{extension}"
            rgb().save(folder / name, exif=exif, **options)
            expected[name] = ImageOps.exif_transpose(Image.open(folder / name)).convert("RGB")
    add("grey.png", rgb().convert("L"))
    add("grey-alpha.png", Image.merge("LA", (rgb().getchannel(0), rgb().getchannel(1))))
    add("palette.png", rgb().quantize(64))
    add("palette.gif", rgb().quantize(64))
    palette = rgb().quantize(64)
    add("palette-alpha.png", palette, like=None, transparency=3)
    expected["palette-alpha.png"] = Image.open(folder / "palette-alpha.png").convert("RGBA")
    add("one-bit.png", rgb().convert("1"))
    add("one-bit.tif", rgb().convert("1"))
    add("one-bit-g4.tif", rgb().convert("1"), compression="group4")
    add("one-bit.pbm", rgb().convert("1"))
    deep = pictures.scene(WIDTH, HEIGHT)[:, :, 0].astype("uint16") * 257
    for name in ("deep.png", "deep.tif"):
        Image.fromarray(deep).save(folder / name)
        expected[name] = Image.fromarray((deep >> 8).astype("uint8"))
    pictures.vips("copy", folder / "grey.png", f"{folder / 'source.v'}")
    rgb().save(folder / "rgb8.png")
    for name in ("deep-rgb.png", "deep-rgb.tif"):
        pictures.vips("colourspace", folder / "rgb8.png", folder / name, "rgb16")
        expected[name] = rgb()
    (folder / "source.v").unlink()
    add("plain.ppm", rgb())
    add("alpha.webp", Image.fromarray(pictures.scene(WIDTH, HEIGHT, alpha=True)), lossless=True)
    add("alpha.tif", Image.fromarray(pictures.scene(WIDTH, HEIGHT, alpha=True)))
    rgb().save(folder / "swapped.png", icc_profile=profile("swapped"))
    expected["swapped.png"] = ImageCms.profileToProfile(
        rgb(), ImageCms.ImageCmsProfile(io.BytesIO(profile("swapped"))), ImageCms.createProfile("sRGB"), renderingIntent=1)
    rgb().save(folder / "swapped.jpg", icc_profile=profile("swapped"), quality=97, subsampling=0)
    expected["swapped.jpg"] = expected["swapped.png"]
    rgb().save(folder / "broken-profile.png", icc_profile=b"no profile at all" * 20)
    expected["broken-profile.png"] = rgb()
    # Pillow converts CMYK to RGB by arithmetic, libvips by a press profile: the hues are alike, the numbers are not.
    add("press.jpg", rgb().convert("CMYK"), like=rgb(), quality=97, subsampling=0)
    add("press.tif", rgb().convert("CMYK"), like=rgb())
    return expected


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("colours")
    expected = files(folder)
    with Server(folder, tmp_path_factory.mktemp("caches") / "colours") as server:
        yield server, expected


def flat(image):
    """Pixels composed on white."""
    return Image.alpha_composite(Image.new("RGBA", image.size, "white"), image.convert("RGBA")).convert("RGB")


@pytest.mark.parametrize("format", ["jpg", "png"])
def test_pixels_are_those_that_pillow_reads(served, format):
    server, expected = served
    wrong = []
    for name, image in expected.items():
        has_alpha = image.mode in ("RGBA", "LA")
        # The pyramid is JPEG. PNG comes from the pyramid if there is alpha, else from the source itself.
        answer = get(server, f"/tiles/{name}/0/0/0.{format}")
        if answer.status != 200:
            wrong.append((name, answer.status, answer.body))
            continue
        tile = Image.open(io.BytesIO(answer.body))
        if tile.mode.startswith("I"):  # 16 bits, which Pillow does not convert.
            tile = Image.fromarray((numpy.asarray(tile) >> 8).astype("uint8"))
        if format == "jpg":
            image = flat(image)
            has_alpha = False
        a, b = (numpy.asarray(each.convert("RGBA" if has_alpha else "RGB")).astype("float64") for each in (tile, image))
        if a.shape != b.shape:
            wrong.append((name, a.shape, b.shape))
            continue
        if ("A" in tile.mode) != has_alpha:
            wrong.append((name, tile.mode))
        if has_alpha:
            a, b = pictures.flattened(a), pictures.flattened(b)
        # JPEG halves the chroma, and compresses a one-bit dither worst.
        bound = 11 if name.startswith("press") else 15 if name.startswith("one-bit") else pictures.jpeg_psnr(b) - 2.5
        if pictures.psnr(a, b) < bound:
            wrong.append((name, round(pictures.psnr(a, b), 1), round(bound, 1)))
    assert wrong == []


def test_sizes_are_those_of_the_upright_image(served):
    server, _ = served
    for orientation in range(1, 9):
        document = get(server, f"/images/turned{orientation}.jpg").json
        assert (document["width"], document["height"]) == ((WIDTH, HEIGHT) if orientation < 5 else (HEIGHT, WIDTH))
        tile = get(server, f"/tiles/turned{orientation}.jpg/0/0/0.jpg").body
        assert Image.open(io.BytesIO(tile)).getexif().get(0x0112, 1) == 1


def test_thumbnails(served):
    server, expected = served
    for name, image in expected.items():
        answer = get(server, f"/images/{name}/thumbnail.jpg")
        assert (answer.status, answer.fields["content-type"]) == (200, "image/jpeg"), name
        thumbnail = Image.open(io.BytesIO(answer.body))
        assert thumbnail.size == image.size, name
        a, b = numpy.asarray(thumbnail.convert("RGB")), numpy.asarray(flat(image))
        assert pictures.psnr(a, b) > (11 if name.startswith("press") else 15 if name.startswith("one-bit") else 27), name


def test_transparency_lies_on_the_background(serve, tmp_path):
    (tmp_path / "images").mkdir()
    Image.new("RGBA", (40, 40), (200, 100, 0, 128)).save(tmp_path / "images/a.png")
    for options, background in ([], (255, 255, 255)), (["--background", "0000FF"], (0, 0, 255)):
        server = serve(tmp_path / "images", *options)
        expected = [c * 128 / 255 + b * 127 / 255 for c, b in zip((200, 100, 0), background)]
        for target in ("/tiles/a.png/0/0/0.jpg", "/iiif/3/a.png/full/20,20/0/default.jpg", "/viewport/a.png/image.jpg?width=40&height=40"):
            pixel = Image.open(io.BytesIO(get(server, target).body)).getpixel((10, 10))
            assert max(abs(a - b) for a, b in zip(pixel, expected)) < 4, (target, pixel, expected)
        assert Image.open(io.BytesIO(get(server, "/tiles/a.png/0/0/0.png").body)).getpixel((10, 10)) == (200, 100, 0, 128)


def test_the_same_colours_with_every_tile_size(serve, tmp_path):
    """A tiled file of 16 bits with a profile is cut region by region."""
    (tmp_path / "images").mkdir()
    rgb().resize((900, 600)).save(tmp_path / "big.png", icc_profile=profile("swapped"))
    pictures.vips("colourspace", tmp_path / "big.png", tmp_path / "deep.tif", "rgb16")
    pictures.vips("tiffsave", tmp_path / "deep.tif", tmp_path / "images/tiled.tif", "--tile", "--tile-width=256", "--tile-height=256")
    pictures.vips("copy", tmp_path / "deep.tif", tmp_path / "images/strips.tif")
    server = serve(tmp_path / "images", "--tile-size", "256")
    for column in range(4):
        tiled, strips = (pictures.decoded(get(server, f"/tiles/{name}/2/{column}/1.png").body) for name in ("tiled.tif", "strips.tif"))
        assert pictures.psnr(tiled, strips) > 35
