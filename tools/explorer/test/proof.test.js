/** Certificates: dropping one, the verdict of the checker, the walk, "why not here?", and the way out as SGF. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
    board,
    certificate,
    choose,
    desk,
    downloaded,
    drop,
    eventually,
    file,
    forged,
    ready,
    serve,
    shot,
    watch,
} from "../explorer.js";

const right = certificate("hex", "4x4");
const { open, browser } = await desk();

/** @param {import("playwright-core").Page} page */
const verdict = (page) => page.locator("#verdict strong").textContent();
/** @param {import("playwright-core").Page} page */
const line = async (page) => (await page.textContent("#view-proof .line-words"))?.replace("Line: ", "");

test("a dropped certificate is checked, and its strategy is walked", async (t) => {
    const page = await open(t, "#problem=hex+5x5");
    await drop(page, "proof.cert", right);
    await eventually(() => verdict(page), "The independent checker accepts the certificate");
    await eventually(() => page.textContent("#subject"), "Hex 4x4");
    await page.click("#view-proof .primary");
    await eventually(async () => (await line(page))?.split(" ").length, 1);
    const { zone, marks, black } = await board(page);
    assert.equal(black.length, 1);
    assert.ok(zone.length > 0, "the zone is drawn");
    assert.ok(Object.keys(marks).length > 5, "the replies are marked");
    await shot(page, "proof");
    await page.locator(".replies .reply").first().click();
    await eventually(async () => ((await line(page))?.split(" ").length ?? 0) >= 2, true);
    await page.click("#undo");
    await eventually(async () => (await line(page))?.split(" ").length, 1);
});

test("a point of the board shows why not there", async (t) => {
    const page = await open(t);
    await drop(page, "proof.cert", right);
    await page.click("#view-proof .primary");
    await eventually(async () => (await line(page))?.split(" ").length, 1);
    const replies = await board(page);
    const answered = Object.entries(replies.kinds).find(([, kind]) => kind === "answered");
    assert.ok(answered, "some reply is answered");
    await choose(page, answered[0]);
    await eventually(async () => (await line(page))?.split(" ").length, 3);
    assert.equal((await line(page))?.split(" ")[1], answered[0]);
    const after = await board(page);
    assert.deepEqual([after.black.length, after.white.length], [2, 1], "the winner has answered");
});

test("the walk goes on until the position is settled or over", async (t) => {
    const page = await open(t);
    await drop(page, "proof.cert", right);
    await page.click("#view-proof .primary");
    for (let step = 0; step < 20; step++) {
        const before = await line(page);
        const reply = page.locator(".replies .reply").first();
        const play = page.locator("#view-proof .primary:not([hidden])");
        await eventually(
            async () =>
                (await reply.count()) + (await play.count()) > 0 ||
                /won/.test((await page.textContent("#outcome")) ?? ""),
            true,
        );
        if (/won/.test((await page.textContent("#outcome")) ?? "")) return;
        await ((await play.count()) ? play : reply).click();
        await eventually(async () => (await line(page)) !== before, true);
    }
    assert.fail("the walk does not end");
});

test("a forged certificate is told as wrong", async (t) => {
    const page = await open(t);
    const wrong = forged(right, (header) => header.replace(/^root black 1 proven - \d+ /m, "root black 1 proven - 0 "));
    await drop(page, "wrong.cert", wrong);
    await eventually(() => verdict(page), "The independent checker refuses the certificate: it is wrong");
    assert.equal(await page.locator("#verdict.is-wrong").count(), 1);
    await shot(page, "wrong");
});

test("a damaged certificate is told as malformed", async (t) => {
    const page = await open(t);
    const damaged = Buffer.from(right);
    damaged[damaged.length - 5] ^= 1;
    await drop(page, "damaged.cert", damaged);
    await eventually(
        async () =>
            /malformed|not a certificate/i.test(
                ((await page.textContent("#verdict")) ?? "") + ((await page.textContent("#notice")) ?? ""),
            ),
        true,
    );
});

test("a solved position leads to its proof, and the line goes out as SGF", async (t) => {
    const page = await open(t, "#problem=hex+3x3&view=solve");
    await page.click("#solve");
    await page.click(".run-card .primary:not([hidden])");
    await eventually(() => verdict(page), "The independent checker accepts the certificate");
    await page.click("#view-proof > div > section .primary");
    await eventually(async () => (await line(page))?.split(" ").length, 1);
    const { bytes } = await downloaded(page, () => page.click("text=Line as SGF"));
    assert.match(bytes.toString(), /^\(;[^]*B\[/);
    const tree = await downloaded(page, () => page.click("text=Tree as SGF"));
    assert.ok(tree.bytes.length > bytes.length);
    await page.click("text=Show on the board");
    assert.equal(await page.getAttribute("#tab-board", "aria-selected"), "true");
    assert.equal((await board(page)).black.length, 1);
});

test("a link leads to the certificate", async (t) => {
    const page = await open(t);
    await drop(page, "proof.cert", right);
    await eventually(async () => /certificate=\d+/.test(page.url()), true);
    const other = await open(t, new URL(page.url()).hash);
    await eventually(() => verdict(other), "The independent checker accepts the certificate");
});

test("the certificate of the command line is shown; the end of the server and its return are told", async (t) => {
    const server = await serve([file("given.cert", right)]);
    t.after(server.stop);
    const page = await browser.newPage();
    const faults = watch(page);
    await page.goto(server.url);
    await ready(page);
    await eventually(() => verdict(page), "The independent checker accepts the certificate");
    assert.equal(await page.isVisible("#connection"), false);
    await server.stop();
    await eventually(() => page.isVisible("#connection"), true);
    const again = await serve([], new URL(server.url).port);
    t.after(again.stop);
    await eventually(() => page.isVisible("#connection"), false);
    assert.deepEqual(faults, []);
    await page.close();
});
