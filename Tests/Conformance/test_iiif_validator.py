"""The public validator of the IIIF Image API against this server, for both versions, with all optional features."""

import random
import urllib.request

import numpy
import pytest
from iiif_validator import validator
from PIL import Image

from server import Server

LOADER = "it calls urllib.urlopen, which Python 3 does not have"
# Tests that no server can pass, each with the reason: the clause that it contradicts, or its fault.
FAULTS = {
    "2.0": {"format_webp": LOADER, "format_jp2": LOADER, "format_pdf": LOADER + "; and pdf is optional (2.1, compliance 3.5)"},
    "3.0": {
        "format_webp": LOADER, "format_jp2": LOADER, "format_pdf": LOADER + "; and pdf is optional (3.0, compliance 3.5)",
        "size_noup": "it wants an error for !2000,3000, which must be as large as possible but not larger than the region (3.0, 4.2), "
                     "and raises its own error without the arguments that that has to have",
        "size_up": "it wants ^max to be the size of the image, where it is the greatest that maxArea allows (3.0, 4.2)",
    },
}


@pytest.fixture(autouse=True)
def longer_timeout(monkeypatch):
    """Raises the validator's limit of five seconds for an answer, which a busy machine may exceed."""
    monkeypatch.setattr(validator, "urlopen", lambda request, timeout: urllib.request.urlopen(request, timeout=60))


@pytest.fixture(scope="module")
def validated(tmp_path_factory):
    """A server over the validator's picture: squares of 100 pixels, each of a colour of its own."""
    folder = tmp_path_factory.mktemp("validator")
    colours = numpy.array(validator.ValidationInfo().colorInfo, dtype="uint8").transpose(1, 0, 2)
    # The name has a character that the validator escapes.
    Image.fromarray(colours.repeat(100, axis=0).repeat(100, axis=1)).save(folder / "validator-67352ccc.png")
    with Server(folder, tmp_path_factory.mktemp("caches") / "validator", "--max-output-pixels", "4100000") as server:
        yield server


def names_of(version):
    return sorted((version, name) for name in validator.TestSuite(validator.ValidationInfo()).list_tests(version))


@pytest.mark.parametrize("version, name", names_of("2.0") + names_of("3.0"))
def test_validator(validated, version, name):
    random.seed(f"{version} {name}")
    suite = validator.TestSuite(validator.ValidationInfo())
    result = validator.ImageAPI(
        "validator-67352ccc.png", f"{validated.host}:{validated.port}", f"iiif/{version[0]}", "http", "", version, debug=False)
    try:
        suite.run_test(name, result)
        failure = result.exception
    except Exception as error:  # The validator's own server.
        failure = error
    if name in FAULTS[version]:
        assert failure is not None, f"{name} passes now: take it off the list"
    else:
        assert failure is None, f"{failure} at {result.urls}"


def test_levels():
    """The validator's tests include everything that level 2 demands."""
    for version in ("2.0", "3.0"):
        tests = validator.TestSuite(validator.ValidationInfo()).list_tests(version)
        assert len(tests) >= 42 and {test["level"] for test in tests.values()} == {0, 1, 2, 3}
        assert all(tests[name]["level"] >= (3 if name != "size_noup" else 1) for name in FAULTS[version])
