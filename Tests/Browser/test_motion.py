"""The client answers the vectors of motions and of fingers."""

import json
import math
import pathlib

import pytest

VECTORS = pathlib.Path(__file__).parents[1] / "Vectors"
MOTION = json.loads((VECTORS / "motion.json").read_text())
SEQUENCES = json.loads((VECTORS / "gestures.json").read_text())
TIMES = [0, 0.016, 0.05, 0.2, 0.7, 2.5]

SETUP = """async (vectors) => {
    const files = ['viewport', 'motion', 'gestures'].map((name) => import(new URL(`js/geometry/${name}.js`, document.baseURI)));
    const m = Object.assign({}, ...await Promise.all(files));
    const times = %s;
    const setUp = ({ image, view, dpr = 1, min, max, ideal, scale, anchor, offset }, rules) => {
        const scene = m.makeScene(image, view, dpr, { min, max, ideal, ...rules });
        const asked = m.clamp(scale ?? scene.scales.ideal, scene.scales.min, scene.scales.max);
        return { scene, at: m.normalise(scene, m.place(scene, asked, anchor, offset)) };
    };
    const answer = ({ to, at }) => ({ rest: to, places: times.map(at) });
    return vectors.map(%s);
}"""

ANSWERS = {
    "rubberBands": "({ distance, extent }) => m.rubberBand(distance, extent)",
    "slides": """({ from, speed, low, high }) => {
        const { to, at } = m.slide(from, speed, [low, high]);
        return { rest: to, places: times.map(at) };
    }""",
    "releases": "({ viewport, shown, focus, speed }) => answer(m.makeMotion(setUp(viewport).scene, shown, { focus, speed }))",
    "journeys": """({ viewport, shown }) => {
        const { scene, at } = setUp(viewport);
        return answer(m.makeMotion(scene, shown, { to: at }));
    }""",
    "endings": """({ viewport, shown, focus, ending }) => {
        const { scene, at } = setUp(viewport, { isTemporary: ending === 'temporary', isReset: ending === 'reset' });
        const hand = { ...m.noGesture, kind: 'pinch', fingers: [{ id: 1, x: 0, y: 0 }], start: at, focus };
        const { rest } = m.reduce(hand, { type: /te/.test(ending) ? 'up' : 'cancel', id: 1, time: 0 }, scene, shown);
        return { rest: m.makeMotion(scene, shown, rest).to };
    }""",
}

FOLLOW = """({ viewport, rules, steps }) => {
    const { scene, at } = setUp(viewport, rules);
    let gesture = m.noGesture;
    let shown = at;
    let motion = null;
    let since = 0;
    return steps.map(({ event }) => {
        const now = motion ? motion.at((event.time - since) / 1000) : shown;
        const answer = m.reduce(gesture, event, scene, now, motion?.to ?? now);
        gesture = answer.gesture;
        if (answer.viewport) [shown, motion] = [answer.viewport, null];
        if (answer.rest) [motion, since] = [m.makeMotion(scene, answer.viewport ?? now, answer.rest), event.time];
        return { shown: motion ? motion.at((event.time - since) / 1000) : shown, destination: motion?.to ?? shown };
    });
}"""


@pytest.fixture
def page(open_page, server):
    page = open_page()
    page.goto(server)
    return page


def differences(expected, actual, reach, path=""):
    """The values that differ by more than 1e-9, relative to the value or to the extent of the picture; a zoom relative to itself."""
    if isinstance(actual, (dict, list)):
        for key in actual if isinstance(actual, dict) else range(len(actual)):
            yield from differences(expected[key], actual[key], 0 if key == "zoom" else reach, f"{path}.{key}")
    elif not math.isclose(expected, actual, rel_tol=1e-9, abs_tol=1e-9 * reach):
        yield path, expected, actual


def reach_of(vector):
    if "distance" in vector:
        return 0
    if "low" in vector:
        return max(1, *(abs(vector[key]) for key in ("from", "low", "high", "speed")))
    return reach_of_shown(vector["viewport"], vector["shown"])


def reach_of_shown(viewport, shown):
    return max(3000, abs(shown["x"]), abs(shown["y"]), shown["zoom"] * max(viewport["image"].values()))


@pytest.mark.parametrize("kind", ANSWERS)
def test_the_client_answers_the_vectors_of_motions(page, kind):
    vectors = MOTION[kind]
    answers = page.evaluate(SETUP % (TIMES, ANSWERS[kind]), vectors)
    assert len(answers) >= 100
    wrong = [
        (number, *difference)
        for number, (vector, answer) in enumerate(zip(vectors, answers))
        for difference in differences(vector["expected"], answer, reach_of(vector))
    ]
    assert wrong == []


def test_the_client_answers_the_sequences_of_fingers(page):
    answers = page.evaluate(SETUP % (TIMES, FOLLOW), SEQUENCES)
    assert len(answers) >= 70
    wrong = [
        (sequence["name"], number, *difference)
        for sequence, steps in zip(SEQUENCES, answers)
        for number, (step, answer) in enumerate(zip(sequence["steps"], steps))
        for difference in differences(step, answer, reach_of_shown(sequence["viewport"], step["shown"]))
    ]
    assert wrong == []
