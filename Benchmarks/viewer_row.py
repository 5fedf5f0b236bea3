"""The row about the viewer: the flicks of the row before, with a finger in Chromium as a phone, with and without gesture events."""

import asyncio
import json
import time

from playwright.async_api import Error, async_playwright

from flick_row import FLICKS, NAME, WORK, WORKERS, flick_line, slow_server, tile_path
from page import TIMEOUT, View
from tools import Failed

# The times when the picture of each path could be drawn, and when the finger lifted. Unsent events are answered here.
RECORD = """((tells) => {
    window.there = new Map();
    const [fetchNow, decodeNow, paths] = [fetch, createImageBitmap, new WeakMap()];
    window.fetch = async (url, options) => {
        if (options?.method === 'POST' && !tells) return Response.json({});
        const response = await fetchNow(url, options);
        const blobNow = response.blob.bind(response);
        response.blob = async () => {
            const blob = await blobNow();
            paths.set(blob, new URL(url, location).pathname);
            return blob;
        };
        return response;
    };
    window.createImageBitmap = async (source) => {
        const bitmap = await decodeNow(source);
        there.set(paths.get(source), performance.now());
        return bitmap;
    };
    addEventListener('pointerup', ({ timeStamp }) => { window.lifted = timeStamp; }, true);
})"""
VIEWER = "document.querySelector('azulejo-viewer')"


class Phone:
    """A page that shows the middle of the image, one image pixel on each device pixel."""

    def __init__(self, chromium, view, path):
        self.chromium, self.view, self.path = chromium, view, path

    async def open(self, base, tells):
        view = self.view
        # Each page has a context of its own, with an empty cache.
        self.context = await self.chromium.new_context(
            viewport={"width": view.width, "height": view.height}, device_scale_factor=view.dpr, has_touch=True, is_mobile=True)
        self.context.set_default_timeout(1000 * TIMEOUT)
        self.page = await self.context.new_page()
        await self.page.add_init_script(f"{RECORD}({json.dumps(tells)})")
        sides = (view.width * view.dpr, view.height * view.dpr)
        region = [*(round(-at / view.zoom) for at in view.middle), *sides]
        await self.page.goto(f"{base}/view/{NAME}#xywh={','.join(map(str, region))}", wait_until="networkidle")
        await self.last_arrival("viewport")
        self.protocol = await self.context.new_cdp_session(self.page)

    async def close(self):
        await self.context.close()

    async def last_arrival(self, viewport):
        """When the last tile came of what is seen there."""
        place = await self.page.evaluate(f"{VIEWER}.{viewport}")
        paths = [self.path.format(column=column, row=row) for column, row in self.view.tiles((place["x"], place["y"]))]
        await self.page.wait_for_function("(paths) => paths.every((path) => there.has(path))", arg=paths)
        return await self.page.evaluate("(paths) => Math.max(...paths.map((path) => there.get(path)))", paths)

    async def swipe(self, flick):
        """The browser hears of each touch when it is due, whether or not the page has answered the one before."""
        began, sent = time.time(), []
        start = (self.view.width / 2, self.view.height / 2)

        async def touch(kind, milliseconds, *places):
            due = began + milliseconds / 1000
            await asyncio.sleep(max(0, due - time.time()))
            points = [{"id": 1, "x": x, "y": y} for x, y in places]
            event = {"type": kind, "touchPoints": points, "timestamp": due}
            sent.append(asyncio.create_task(self.protocol.send("Input.dispatchTouchEvent", event)))

        await touch("touchStart", 0, start)
        for now in range(flick.STEP, flick.milliseconds + 1, flick.STEP):
            await touch("touchMove", now, flick.place(start, now))
        await touch("touchEnd", flick.milliseconds)
        await asyncio.gather(*sent)

    async def perform(self, flick):
        """Seconds from the lift until the last tile of where the picture rests can be drawn."""
        await self.swipe(flick)
        await self.page.wait_for_function("() => window.lifted")
        last = await self.last_arrival("destination")
        return (last - await self.page.evaluate("lifted")) / 1000


def viewer_flicks(bench):
    view, path = View(bench.corpus.pixels(NAME)), tile_path(bench)

    async def seconds(chromium, flick, tells):
        with slow_server(bench, "--workers", WORKERS) as ours:
            phone = Phone(chromium, view, path)
            await phone.open(ours.base, tells)
            try:
                return await phone.perform(flick)
            finally:
                await phone.close()

    async def all_seconds(tells):
        async with async_playwright() as playwright:
            chromium = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            return [await seconds(chromium, flick, tells) for flick in FLICKS]

    def mean(tells):
        try:
            return sum(asyncio.run(all_seconds(tells))) / len(FLICKS)
        except Error as error:
            raise Failed(str(error)) from error

    return [flick_line("j", f"flick in the viewer, on a phone, {WORK}, {WORKERS} workers", min(bench.rounds, 5), mean)]
