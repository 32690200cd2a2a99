/** Searches: live progress, stopping, the value of every move, several readers of one run, and the list of runs. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { board, choose, desk, eventually, ready, shot } from "../explorer.js";

/** A position that takes minutes. */
const LONG = "#problem=hex+9x9&view=solve";

const desks = await desk();
const { open } = desks;

/** @param {import("playwright-core").Page} page */
const state = (page) => page.textContent(".run-card .chip");
/** @param {import("playwright-core").Page} page */
const nodes = async (page) =>
    page
        .locator(".figures div", { has: page.locator("dt", { hasText: /^Nodes$/ }) })
        .locator("dd")
        .textContent();

test("a position is solved, and the answer is told in words and on the board", async (t) => {
    const page = await open(t, "#problem=hex+4x4&view=solve");
    await page.click("#solve");
    await eventually(() => state(page), "solved");
    await eventually(async () => /^Black wins/i.test((await page.textContent(".run-card .answer")) ?? ""), true);
    await eventually(async () => Object.values((await board(page)).kinds), ["won"]);
    await shot(page, "solved");
    await choose(page, "a1");
    await eventually(async () => (await board(page)).kinds, {});
    assert.equal(await page.isVisible("text=The board shows another position"), true);
});

test("a search shows its progress, and stops on request", async (t) => {
    const page = await open(t, LONG);
    await page.click("#solve");
    await eventually(() => state(page), "running");
    await eventually(async () => (await page.locator(".chart .curve").first().getAttribute("d"))?.includes("L"), true);
    const before = await nodes(page);
    await eventually(async () => (await nodes(page)) !== before, true);
    await eventually(async () => Object.keys((await board(page)).marks).length > 0, true);
    assert.ok((await page.locator(".moves tbody tr").count()) > 0, "the moves are told as text");
    await shot(page, "running");
    await page.click(".run-card .stop");
    await eventually(() => state(page), "stopped");
    assert.notEqual(await nodes(page), "0", "what is known is kept");
    assert.ok(Object.keys((await board(page)).marks).length > 0, "what is known is kept on the board");
});

test("the value of every move is painted on the board", async (t) => {
    const page = await open(t, "#problem=hex+3x3&view=solve");
    await page.click("#all-moves");
    await eventually(() => state(page), "solved");
    await eventually(async () => (await board(page)).kinds, {
        a1: "lost",
        b1: "lost",
        c1: "won",
        a2: "won",
        b2: "won",
        c2: "won",
        a3: "won",
        b3: "lost",
        c3: "lost",
    });
    assert.equal((await board(page)).marks.a1, "lost", "as text, too");
    await shot(page, "all-moves");
});

test("in Go every move has its margin", async (t) => {
    const page = await open(t, "#problem=go+3x3&view=solve");
    await page.click("summary:has-text('More settings')");
    await page.getByLabel("Exact score").check();
    await page.click("#all-moves");
    await eventually(() => state(page), "solved", 60_000);
    await eventually(async () => (await board(page)).marks.b2, "+9");
    await shot(page, "margins");
});

test("the settings of the form are those of the search", async (t) => {
    const page = await open(t, "#problem=hex+5x5&view=solve");
    await page.click("summary:has-text('More settings')");
    await page.getByRole("combobox", { name: "Search", exact: true }).selectOption("ews");
    await page.getByLabel("Knowledge").fill("none");
    await page.getByLabel("Limit of nodes").fill("50");
    await page.getByLabel("ews.games").fill("32");
    const [request] = await Promise.all([page.waitForRequest("**/api/runs"), page.click("#solve")]);
    const { settings } = request.postDataJSON();
    assert.equal(settings.search, "ews");
    assert.equal(settings.nodes, 50);
    assert.deepEqual(settings.options, { "ews.games": "32" });
    await eventually(() => state(page), "stopped");
});

test("what the engine refuses is told", async (t) => {
    const page = await open(t, "#problem=hex+5x5&view=solve");
    await page.click("summary:has-text('More settings')");
    await page.getByLabel("Knowledge").fill("wisdom");
    await page.click("#solve");
    await eventually(
        async () =>
            /wisdom/.test(
                ((await page.textContent("#notice")) ?? "") + ((await page.textContent(".run-card .answer")) ?? ""),
            ),
        true,
    );
});

test("two tabs watch one run, and it goes on when a tab is closed", async (t) => {
    const first = await open(t, LONG);
    await first.click("#solve");
    await eventually(() => state(first), "running");
    await eventually(async () => /run=\d+/.test(first.url()), true);
    const second = await open(t, new URL(first.url()).hash);
    await eventually(() => state(second), "running");
    const before = await nodes(second);
    await eventually(async () => (await nodes(second)) !== before, true);
    await first.goto("about:blank");
    const later = await nodes(second);
    await eventually(async () => (await nodes(second)) !== later, true);
    await second.click(".run-card .stop");
    await eventually(() => state(second), "stopped");
});

test("the list of runs stays, shows each of them again, and lets them go", async (t) => {
    const page = await open(t, "#problem=hex+2x2&view=solve");
    await page.click("#solve");
    await eventually(() => state(page), "solved");
    await page.goto(`${desks.url}#problem=hex+5x5&view=solve`);
    await page.reload();
    await ready(page);
    const entry = page.locator(".runs li", { hasText: "hex 2x2" });
    await entry.locator(".run").click();
    await eventually(() => page.textContent("#subject"), "Hex 2x2");
    await eventually(() => state(page), "solved");
    await entry.getByRole("button", { name: /Remove/ }).click();
    await eventually(() => entry.count(), 0);
});

test("one stream of events a tab, which a hidden tab closes", async (t) => {
    const page = await open(t, LONG);
    await page.evaluate(() => {
        const { close } = EventSource.prototype;
        Object.assign(window, { streamsClosed: 0 });
        EventSource.prototype.close = function () {
            Object.assign(window, { streamsClosed: /** @type {any} */ (window).streamsClosed + 1 });
            return close.call(this);
        };
        Object.defineProperty(document, "hidden", {
            configurable: true,
            get: () => /** @type {any} */ (window).isHidden ?? false,
        });
    });
    const streams = new Set();
    page.on("request", (request) => request.resourceType() === "eventsource" && streams.add(request));
    const hide = (/** @type {boolean} */ isHidden) =>
        page.evaluate((isHidden) => {
            Object.assign(window, { isHidden });
            document.dispatchEvent(new Event("visibilitychange"));
        }, isHidden);
    await hide(true);
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).streamsClosed), 1);
    assert.equal(streams.size, 0);
    await hide(false);
    await eventually(async () => streams.size, 1);
});
