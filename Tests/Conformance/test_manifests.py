"""IIIF Presentation 3 manifests of a file with its pages, and of a folder. The models of iiif-prezi3 check their form."""

import json

import iiif_prezi3
import pytest
import tifffile
from PIL import Image

import pictures
from client import Connection, is_problem, segment, wait_until
from server import Server

HOST = {"Host": "images.example"}
BASE = "http://images.example"
TYPE = 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"'
BOOK = {
    "label": "A book", "summary": {"pt": ["Um livro"]}, "rights": "http://creativecommons.org/publicdomain/mark/1.0/",
    "metadata": [{"label": {"en": ["Author"]}, "value": "Somebody"}], "requiredStatement": {"label": "Held by", "value": "A library"},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("manifests")
    for name in ("book/page 10.png", "book/page 2.jpg", "book/page 1.png", "book/.hidden.png", "book/deeper/x.png", ".secret/x.png",
                 "top é.png"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(pictures.scene(600 + len(name), 400)).save(folder / name)
    (folder / "book/notes.txt").write_text("no image")
    (folder / "book/broken.jpg").write_bytes((folder / "book/page 2.jpg").read_bytes()[:100])
    (folder / "texts").mkdir()
    (folder / "texts/a.txt").write_text("no image")
    (folder / "out").symlink_to("/usr/share")
    (folder / "book.json").write_text(json.dumps(BOOK))
    (folder / "book/page 2.jpg.json").write_text(json.dumps({"label": "Frontispiece"}))
    sizes = [(300, 200), (150, 220), (80, 80)]
    pages = [Image.fromarray(pictures.scene(*size)) for size in sizes]
    # A PDF is rendered at 300 dots per inch.
    pages[0].save(folder / "pages.pdf", save_all=True, append_images=pages[1:], resolution=300)
    (folder / "pages.pdf.json").write_text(json.dumps(BOOK))
    with tifffile.TiffWriter(folder / "pages.tif") as writer:
        for width, height in sizes:
            writer.write(pictures.scene(width, height), photometric="rgb")
    return folder


@pytest.fixture(scope="module")
def connection(folder, tmp_path_factory):
    with Server(folder, tmp_path_factory.mktemp("caches") / "manifests") as server, Connection(server) as connection:
        yield connection


def manifest(connection, identifier):
    """Reads a manifest. It must be valid, and each of its URLs must lead to the described resource."""
    path = f"/iiif/3/{segment(identifier)}/manifest.json" if identifier else "/iiif/3/manifest.json"
    answer = connection.get(path, HOST)
    assert (answer.status, answer.fields["content-type"], answer.fields["cache-control"]) == (200, TYPE, "no-cache")
    assert answer.fields["access-control-allow-origin"] == "*"
    document = answer.json
    iiif_prezi3.Manifest(**document)
    assert document["@context"] == "http://iiif.io/api/presentation/3/context.json" and document["id"] == BASE + path
    identifiers = []
    for canvas in document["items"]:
        [[annotation]] = [page["items"] for page in canvas["items"]]
        body = annotation["body"]
        assert annotation["motivation"] == "painting" and annotation["target"] == canvas["id"]
        identifiers += [canvas["id"], canvas["items"][0]["id"], annotation["id"]]
        image = pictures.decoded(fetched(connection, body))
        assert (image.shape[1], image.shape[0]) == (body["width"], body["height"])
        [service] = body["service"]
        info = connection.get(service["id"].removeprefix(BASE) + "/info.json", HOST).json
        assert (info["id"], info["type"], info["profile"]) == (service["id"], service["type"], service["profile"])
        assert (info["width"], info["height"]) == (canvas["width"], canvas["height"])
        [thumbnail] = canvas["thumbnail"]
        assert max(pictures.decoded(fetched(connection, thumbnail)).shape) <= 256
    assert len(set(identifiers)) == len(identifiers), "nothing has another's id"
    assert document["thumbnail"] == document["items"][0]["thumbnail"]
    return document


def fetched(connection, resource):
    answer = connection.get(resource["id"].removeprefix(BASE), HOST)
    assert (answer.status, answer.fields["content-type"]) == (200, resource["format"]), resource["id"]
    assert answer.fields["cache-control"].endswith("immutable"), resource["id"]
    return answer.body


def labels(document):
    return [text for canvas in document["items"] for texts in canvas["label"].values() for text in texts]


@pytest.mark.parametrize("name, behavior", [("pages.pdf", ["paged"]), ("pages.tif", ["individuals"])])
def test_a_canvas_for_each_page(connection, name, behavior):
    document = manifest(connection, name)
    assert [(canvas["width"], canvas["height"]) for canvas in document["items"]] == [(300, 200), (150, 220), (80, 80)]
    assert labels(document) == ["1", "2", "3"] and document["behavior"] == behavior
    for number in (2, 3):
        page = manifest(connection, f"{name};{number}")
        assert page["items"][0]["id"] == document["items"][number - 1]["id"]
        assert (len(page["items"]), page["items"][0]["width"]) == (1, document["items"][number - 1]["width"])


def test_a_folder(connection):
    document = manifest(connection, "book")
    # In natural order, without hidden files, files that are no images, broken images and deeper folders.
    assert labels(document) == ["page 1.png", "Frontispiece", "page 10.png"] and document["behavior"] == ["individuals"]
    assert [canvas["width"] for canvas in document["items"]] == [615, 615, 616]
    assert labels(manifest(connection, "book/deeper")) == ["x.png"]
    everything = manifest(connection, None)
    assert labels(everything) == ["A book", "pages.tif", "top é.png"] and everything["label"] == {"none": ["Images"]}
    # The manifest of the file and that of the folder name the same canvas.
    assert manifest(connection, "top é.png")["items"][0]["id"] == everything["items"][2]["id"]


@pytest.mark.parametrize("identifier", ["book", "pages.pdf"])
def test_sidecars_appear_in_manifests(connection, identifier):
    document = manifest(connection, identifier)
    assert document["label"] == {"none": ["A book"]} and document["summary"] == {"pt": ["Um livro"]}
    assert document["rights"] == BOOK["rights"]
    assert document["metadata"] == [{"label": {"en": ["Author"]}, "value": {"none": ["Somebody"]}}]
    assert document["requiredStatement"] == {"label": {"none": ["Held by"]}, "value": {"none": ["A library"]}}


@pytest.mark.parametrize("identifier", [
    "missing", ".secret", "book/.hidden.png", "texts", "out", "out/doc", "..", "book/..", "", "/", "book/", "book/notes.txt", "pages.pdf;4",
    "pages.pdf;0", "book;1"])
def test_unknown_identifiers_are_not_found(connection, identifier):
    answer = connection.get(f"/iiif/3/{segment(identifier).replace('/', '%2F')}/manifest.json")
    assert is_problem(answer, 404), answer.body


def test_a_broken_image(connection):
    assert is_problem(connection.get("/iiif/3/book%2Fbroken.jpg/manifest.json"), 422)


def test_methods_and_versions(connection):
    whole = connection.get("/iiif/3/book/manifest.json")
    head = connection.get("/iiif/3/book/manifest.json", method="HEAD")
    assert (head.status, head.fields["content-length"]) == (200, f"{len(whole.body)}")
    assert connection.get("/iiif/3/book/manifest.json", method="OPTIONS").status == 204
    assert is_problem(connection.get("/iiif/3/book/manifest.json", method="POST"), 405)
    assert connection.get("/iiif/2/book/manifest.json").status == 404


def heights(document):
    """The heights of a manifest's canvases, in its order."""
    return [canvas["height"] for canvas in document["items"]]


def test_a_folder_that_changes(connection, folder):
    """A new image appears in the manifest, and a changed image gets new URLs."""
    (folder / "changing").mkdir()
    Image.fromarray(pictures.scene(100, 100)).save(folder / "changing/a.png")
    before = manifest(connection, "changing")
    Image.fromarray(pictures.scene(100, 90)).save(folder / "changing/a.png")
    Image.fromarray(pictures.scene(100, 80)).save(folder / "changing/b.png")

    def shows():
        """True when the manifest and the image's own description are new: they are looked up separately."""
        document = connection.get("/iiif/3/changing/manifest.json", HOST).json
        return heights(document) == [90, 80] and connection.get("/images/changing%2Fa.png").json["height"] == 90

    # A change shows within two seconds.
    wait_until(shows, seconds=2)
    after = manifest(connection, "changing")
    assert heights(after) == [90, 80]
    assert before["thumbnail"] != after["thumbnail"]


def test_urls_begin_with_the_base_url(folder, tmp_path):
    with Server(folder, tmp_path / "cache", "--base-url", "https://b.example/p") as server, Connection(server) as connection:
        text = connection.get("/iiif/3/book/manifest.json").body.decode()
        assert text.count("https://b.example/p/iiif/3/book%2Fpage%202.jpg") > 3 and f":{server.port}" not in text
