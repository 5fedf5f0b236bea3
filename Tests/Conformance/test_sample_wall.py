"""The tool that paints the sample: it writes one JPEG, or says in one line why it cannot."""

import subprocess

from PIL import Image

from server import ROOT


def run(*arguments):
    return subprocess.run([ROOT / ".build/release/sample-wall", *arguments], capture_output=True, text=True, timeout=300)


def is_one_line(text):
    return text.count("\n") == 1 and text.startswith("sample-wall: ")


def test_the_sample_is_a_jpeg_of_384_megapixels(tmp_path, monkeypatch):
    # Pillow refuses images of this size unless it is told that they are expected.
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", None)
    result = run(tmp_path / "sample.jpg")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    with Image.open(tmp_path / "sample.jpg") as image:
        assert (image.format, image.size, image.mode) == ("JPEG", (24_000, 16_000), "RGB")


def test_a_file_that_cannot_be_written_is_an_error(tmp_path):
    path = tmp_path / "missing/sample.jpg"
    result = run(path)
    assert (result.returncode, result.stdout) == (1, "")
    assert is_one_line(result.stderr) and str(path) in result.stderr


def test_other_arguments_than_one_file_are_a_usage_error(tmp_path):
    for arguments in ([], [tmp_path / "a.jpg", tmp_path / "b.jpg"]):
        result = run(*arguments)
        assert (result.returncode, result.stdout) == (64, "")
        assert is_one_line(result.stderr)
