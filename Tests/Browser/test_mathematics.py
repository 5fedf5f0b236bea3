"""The client's mathematics of viewports and tiles answers the vectors that the server's mathematics answers."""

import json
import math
import pathlib

import pytest

VECTORS = json.loads((pathlib.Path(__file__).parents[1] / "Vectors/viewport.json").read_text())

# Makes a scene and a viewport of the input of a vector.
SETUP = """async (vectors) => {
    const files = ['geometry/viewport', 'picture/schedule'].map((name) => import(new URL(`js/${name}.js`, document.baseURI)));
    const m = Object.assign({}, ...await Promise.all(files));
    const setUp = ({ image, tileSize = 512, view, dpr = 1, min, max, ideal, scale, anchor, offset }, doubleTap) => {
        const scene = m.makeScene(gridOf(image, tileSize), view, dpr, { min, max, ideal, doubleTap });
        const asked = Math.min(scene.scales.max, Math.max(scene.scales.min, scale ?? scene.scales.ideal));
        return { scene, dpr, viewport: m.normalise(scene, m.place(scene, asked, anchor, offset)) };
    };
    const gridOf = (image, tileSize) => {
        const sizes = [image];
        while (Math.max(sizes[0].width, sizes[0].height) > tileSize) {
            const step = 2 ** sizes.length;
            sizes.unshift({ width: Math.ceil(image.width / step), height: Math.ceil(image.height / step) });
        }
        const levels = sizes.map(({ width, height }) => ({ columns: Math.ceil(width / tileSize), rows: Math.ceil(height / tileSize) }));
        return { ...image, tileSize, levels };
    };
    const state = ({ scene, viewport: { zoom, x, y } }) => ({ scale: zoom / scene.fit, zoom, translation: { x, y } });
    return vectors.map(%s);
}"""

ANSWERS = {
    "plans": """(vector) => {
        const it = setUp(vector.viewport);
        const { scene, viewport, dpr } = it;
        const level = m.levelFor(scene.image, viewport.zoom, dpr);
        const region = m.visibleRegion(scene, viewport);
        const tiles = m.tilesIn(scene, viewport, level);
        const { min, ideal, max } = scene.scales;
        return {
            ...state(it), level, levels: scene.image.levels.length, scales: { min, ideal, max }, region,
            tiles: tiles.map(({ column, row }) => [column, row]),
            firstPlace: {
                x: viewport.x + viewport.zoom * tiles[0].left, y: viewport.y + viewport.zoom * tiles[0].top,
                width: viewport.zoom * (tiles[0].right - tiles[0].left), height: viewport.zoom * (tiles[0].bottom - tiles[0].top),
            },
        };
    }""",
    # The new anchor with its own offset leads to the same place.
    "anchorChanges": """({ viewport, anchor, expected }) => {
        const { scene, viewport: shown } = setUp(viewport);
        return state({ scene, viewport: m.place(scene, shown.zoom / scene.fit, anchor, expected.offset) });
    }""",
    "pinches": """({ viewport, ratio, from, to }) => {
        const { scene, viewport: shown } = setUp(viewport);
        const zoom = m.limitZoom(scene, shown.zoom * ratio);
        return state({ scene, viewport: m.normalise(scene, m.zoomAbout(shown, zoom, from, to)) });
    }""",
    "doubleTaps": """({ viewport, point, target }) => {
        const { scene, viewport: shown } = setUp(viewport, target);
        return state({ scene, viewport: m.doubleTap(scene, shown, point) });
    }""",
}


def differences(expected, actual, reach, path=""):
    """The values that differ by more than 1e-9, relative to the value or to the extent of the picture."""
    if isinstance(expected, dict):
        for key in actual:
            yield from differences(expected[key], actual[key], reach, f"{path}.{key}")
    elif isinstance(expected, list):
        if expected != actual:
            yield path, expected, actual
    elif not math.isclose(expected, actual, rel_tol=1e-9, abs_tol=1e-9 * (reach if ".x" in path or ".y" in path else 0)):
        yield path, expected, actual


@pytest.mark.parametrize("kind", ANSWERS)
def test_the_client_answers_the_vectors_of_viewports(open_page, server, kind):
    page = open_page()
    page.goto(server)
    answers = page.evaluate(SETUP % ANSWERS[kind], VECTORS[kind])
    assert len(answers) >= 100
    wrong = []
    for number, (vector, answer) in enumerate(zip(VECTORS[kind], answers)):
        expected, viewport = vector["expected"], vector["viewport"]
        reach = max(*viewport["view"].values(), expected["zoom"] * max(viewport["image"].values()))
        wrong += [(number, *difference) for difference in differences(expected, answer, reach)]
    assert wrong == []
