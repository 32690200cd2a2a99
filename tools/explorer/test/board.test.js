/** The board: playing, the tree of variations, links, what comes in and what goes out, keys, touch, narrow screens. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { board, choose, desk, downloaded, drop, eventually, paste, ready, shot, stones } from "../explorer.js";

const { open, url } = await desk();

test("a click plays, undo and redo go along the line", async (t) => {
    const page = await open(t, "#problem=hex+5x5");
    await choose(page, "c3");
    await eventually(() => stones(page), { black: ["c3"], white: [] });
    await choose(page, "b2");
    await eventually(() => stones(page), { black: ["c3"], white: ["b2"] });
    await page.click("#undo");
    await eventually(() => stones(page), { black: ["c3"], white: [] });
    assert.equal(await page.textContent("#turn"), "White to move");
    await page.click("#redo");
    await eventually(() => stones(page), { black: ["c3"], white: ["b2"] });
    await page.click("#to-start");
    await eventually(() => stones(page), { black: [], white: [] });
    assert.equal(await page.isDisabled("#undo"), true);
});

test("another move makes a variation, and the tree leads to each", async (t) => {
    const page = await open(t, "#problem=hex+5x5&moves=a1,b2,c3");
    await page.click("#undo");
    await choose(page, "e5");
    await eventually(() => stones(page), { black: ["a1", "e5"], white: ["b2"] });
    assert.equal(await page.locator(".tree-stone").count(), 5);
    await page.click('.tree-stone[aria-label="Move 3: Black c3"]');
    await eventually(() => stones(page), { black: ["a1", "c3"], white: ["b2"] });
    await page.reload();
    await ready(page);
    assert.equal(await page.locator(".tree-stone").count(), 5, "the variations are there after a reload");
    await page.click("#delete-node");
    await eventually(() => page.locator(".tree-stone").count(), 4);
});

test("a move that the rules forbid is refused in the engine's words", async (t) => {
    const page = await open(t, "#problem=hex+5x5&moves=c3");
    assert.equal(await page.isVisible("#notice.is-shown"), false);
    await choose(page, "c3");
    await eventually(async () => /occupied/.test((await page.textContent("#notice")) ?? ""), true);
    await shot(page, "refused");
    await choose(page, "d3");
    await eventually(() => page.textContent("#notice"), "");
});

test("a pass is a button in Go", async (t) => {
    const page = await open(t, "#problem=go+5x5");
    await page.click('[data-move="pass"]');
    await eventually(() => page.textContent("#turn"), "White to move");
    await page.click('[data-move="pass"]');
    await eventually(async () => (await page.textContent("#outcome"))?.length !== 0, true);
});

test("the address names the line and restores it", async (t) => {
    const page = await open(t, "#problem=hex+6x6");
    for (const point of ["a1", "b2", "c3"]) {
        await choose(page, point);
        await eventually(async () => page.url().includes(point), true);
    }
    await page.click("#undo");
    await eventually(async () => page.url().endsWith("at=2"), true);
    const other = await open(t, new URL(page.url()).hash);
    assert.deepEqual(await stones(other), { black: ["a1"], white: ["b2"] });
    await other.click("#redo");
    await eventually(() => stones(other), { black: ["a1", "c3"], white: ["b2"] });
    await other.evaluate(() => (location.hash = "#problem=hex+4x4&moves=d4"));
    await eventually(() => stones(other), { black: ["d4"], white: [] });
});

test("a link that the engine refuses says why, and the page begins as usual", async (t) => {
    const page = await open(t, "#problem=hex+99x99");
    assert.match((await page.textContent("#notice")) ?? "", /99/);
    assert.equal(await page.textContent("#subject"), "Hex 5x5");
});

test("stones are set up, and the other player may move", async (t) => {
    const page = await open(t, "#problem=go+5x5");
    await page.click('[data-brush="white"]');
    await choose(page, "C3");
    await eventually(() => stones(page), { black: [], white: ["c3"] });
    await page.click('[data-brush="black"]');
    await choose(page, "D3");
    await eventually(() => stones(page), { black: ["d3"], white: ["c3"] });
    await page.click(".turn-button");
    await eventually(() => page.textContent("#turn"), "White to move");
    await page.click('[data-brush="empty"]');
    await choose(page, "C3");
    await eventually(() => stones(page), { black: ["d3"], white: [] });
});

test("the form changes the rules and keeps the stones", async (t) => {
    const page = await open(t, "#problem=go+5x5&moves=C3");
    await page.getByLabel("komi").fill("7.5");
    await page.getByRole("button", { name: "Apply" }).click();
    await eventually(async () => page.url().includes("komi+7.5"), true);
    assert.deepEqual(await stones(page), { black: ["c3"], white: [] });
    await page.getByLabel("komi").fill("7.3");
    await page.getByRole("button", { name: "Apply" }).click();
    await eventually(async () => /komi/.test((await page.textContent("#notice")) ?? ""), true);
});

test("a pasted text and a dropped file are read", async (t) => {
    const page = await open(t, "#problem=hex+5x5");
    await paste(page, "c3 b2");
    await eventually(() => stones(page), { black: ["c3"], white: ["b2"] });
    await paste(page, "https://hexworld.org/board/#4c1,a1b2");
    await eventually(() => page.textContent("#subject"), "Hex 4x4");
    assert.deepEqual(await stones(page), { black: ["a1"], white: ["b2"] });
    const sgf = "(;GM[1]FF[4]SZ[5]KM[0.5]C[the start];B[cc]C[in the middle](;W[bb])(;W[dd]))";
    await drop(page, "game.sgf", Buffer.from(sgf));
    await eventually(() => page.textContent("#subject"), "Go 5x5");
    assert.equal(await page.locator(".tree-stone").count(), 4);
    await page.click('.tree-stone[aria-label^="Move 1: Black C3"]');
    await eventually(() => page.textContent(".comment"), "in the middle");
    await paste(page, "this is nothing");
    await eventually(async () => (await page.textContent("#notice"))?.length !== 0, true);
});

test("the board and the tree are exported", async (t) => {
    const page = await open(t, "#problem=hex+5x5&moves=c3,b2");
    const take = (/** @type {string} */ id) =>
        downloaded(page, async () => {
            await page.click("#export-menu > summary");
            await page.click(id);
        });
    const sgf = await take("#export-sgf");
    assert.match(sgf.bytes.toString(), /^\(;[^]*B\[c3\][^]*W\[b2\]/);
    const svg = await take("#export-svg");
    assert.match(svg.bytes.toString(), /^<svg[^>]*xmlns=/);
    assert.match(svg.bytes.toString(), /fill="rgb/, "the colours are in the file");
    const png = await take("#export-png");
    assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
    assert.ok(png.bytes.length > 5000);
});

test("the keyboard alone plays, undoes and reaches every view", async (t) => {
    const page = await open(t, "#problem=hex+5x5");
    await page.keyboard.press("b");
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Hex board, 5x5");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await eventually(async () => /^b2, empty/.test((await page.textContent("#board [aria-live]")) ?? ""), true);
    await page.keyboard.press("Enter");
    await eventually(() => stones(page), { black: ["b2"], white: [] });
    await page.keyboard.press("u");
    await eventually(() => stones(page), { black: [], white: [] });
    await page.keyboard.press("r");
    await eventually(() => stones(page), { black: ["b2"], white: [] });
    await page.keyboard.press("2");
    assert.equal(await page.getAttribute("#tab-solve", "aria-selected"), "true");
    await page.focus("#tab-solve");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getAttribute("#tab-proof", "aria-selected"), "true");
    await page.keyboard.press("?");
    await page.waitForSelector("#help-dialog[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#help-dialog:not([open])", { state: "attached" });
    const outline = await page.evaluate(
        () => getComputedStyle(/** @type {Element} */ (document.activeElement)).outlineStyle,
    );
    assert.notEqual(outline, "none", "the focus is visible");
});

test("every control can be reached by Tab", async (t) => {
    const page = await open(t, "#problem=hex+5x5");
    const seen = new Set();
    for (let step = 0; step < 40; step++) {
        await page.keyboard.press("Tab");
        seen.add(await page.evaluate(() => document.activeElement?.id || document.activeElement?.className));
    }
    for (const wanted of ["skip", "open", "theme", "help", "board-frame", "tab-board"])
        assert.ok(seen.has(wanted), wanted);
});

test("nothing is wider than a screen of 360 pixels, and a tap plays", async (t) => {
    const page = await open(t, "#problem=go+9x9", {
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
    });
    await choose(page, "E5", "tap");
    await eventually(() => stones(page), { black: ["e5"], white: [] });
    for (const view of ["board", "solve", "proof", "play"]) {
        await page.click(`#tab-${view}`);
        const { wide, seen } = await page.evaluate(() => ({
            wide: document.documentElement.scrollWidth,
            seen: innerWidth,
        }));
        assert.ok(wide <= seen && seen === 360, `${view}: ${wide} in ${seen}`);
    }
});

test("dark and light follow the system, and the switch overrules it", async (t) => {
    const page = await open(t, "", { colorScheme: "dark" });
    const shade = () => page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]));
    assert.ok((await shade()) < 60);
    await page.click("#theme");
    assert.ok((await shade()) > 200);
    await page.reload();
    await ready(page);
    assert.ok((await shade()) > 200, "the choice is kept");
    await page.click("#theme");
    assert.ok((await shade()) < 60);
});

test("all marks of a board are drawn on its points", async (t) => {
    const page = await open(t, "#problem=phutball+7x7");
    const { white } = await board(page);
    assert.equal(white.length, 1, "the ball");
});

test("the page asks nobody but the server", async (t) => {
    const page = await open(t);
    /** @type {string[]} */
    const others = [];
    page.on("request", (request) => {
        if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url())) others.push(request.url());
    });
    await page.reload();
    await ready(page);
    assert.deepEqual(others, []);
});
