/**
 * What the tests share: an `andor explore` on a free port, a headless chromium, and the board as a reader sees it.
 *
 * ANDOR is the program, CHROMIUM the browser, EXPLORER_SHOTS a folder for screenshots, and EXPLORER_FACTOR says how
 * many times longer a slow machine may take.
 */

import assert from "node:assert/strict";
import { spawn, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after } from "node:test";
import { chromium } from "playwright-core";

/** @import { Page } from "playwright-core" */

export const factor = Number(process.env.EXPLORER_FACTOR ?? 1);
const andor = resolve(process.env.ANDOR ?? "../../target/release/andor");
const shots = process.env.EXPLORER_SHOTS;
const STARTS_WITHIN = 20_000;

/** A folder for this test file; it goes when the tests end. */
export const folder = mkdtempSync(join(tmpdir(), "andor-explorer-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Starts `andor explore` and waits until it prints its address.
 * @param {string[]} args @param {string} [port] any free one
 */
export async function serve(args, port = "0") {
    const child = spawn(andor, ["explore", ...args, "--port", port], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const url = /** @type {string} */ (
        await new Promise((done, fail) => {
            const timer = setTimeout(
                () => fail(new Error(`no address after ${STARTS_WITHIN} ms: ${output}`)),
                STARTS_WITHIN * factor,
            );
            const read = (/** @type {Buffer} */ bytes) => {
                output += bytes;
                const found = /http:\/\/\S+/.exec(output);
                if (found) {
                    clearTimeout(timer);
                    done(found[0]);
                }
            };
            child.stdout.on("data", read);
            child.stderr.on("data", read);
            child.on("exit", (code) => fail(new Error(`andor explore ended with ${code}: ${output}`)));
        })
    );
    const ended = new Promise((done) => child.on("exit", done));
    return {
        url,
        stop() {
            child.kill("SIGINT");
            const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
            return ended.then(() => clearTimeout(timer));
        },
    };
}

/**
 * A server and a browser for a test file. Each page is a fresh reader; what the page logs as an error fails the test
 * that opened it.
 * @param {string[]} [args] of andor explore
 */
export async function desk(args = []) {
    const server = await serve(args);
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
    after(async () => {
        await browser.close();
        await server.stop();
    });
    return {
        url: server.url,
        browser,
        stop: server.stop,
        /**
         * @param {import("node:test").TestContext} t @param {string} [place] what follows the address
         * @param {import("playwright-core").BrowserContextOptions} [options]
         */
        async open(t, place = "", options = {}) {
            const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
            context.setDefaultTimeout(15_000 * factor);
            const page = await context.newPage();
            const faults = watch(page);
            t.after(async () => {
                await context.close();
                assert.deepEqual(faults, [], "errors on the page");
            });
            await page.goto(server.url + place);
            await ready(page);
            return page;
        },
    };
}

/** @param {Page} page */
export function watch(page) {
    /** @type {string[]} */
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error.stack)));
    page.on("console", (message) => {
        // A refused request is told on the page; the browser logs it as well.
        const isRefusal = message.text().startsWith("Failed to load resource") || message.text().includes("net::ERR");
        if (message.type() === "error" && !isRefusal) faults.push(message.text());
    });
    return faults;
}

/** @param {Page} page */
export const ready = (page) => page.waitForSelector("body.is-ready");

/**
 * Waits until a question about the page has this answer.
 * @param {() => Promise<unknown>} question @param {unknown} expected @param {number} [within]
 */
export async function eventually(question, expected, within = 10_000) {
    const until = Date.now() + within * factor;
    for (;;) {
        const answer = await question().catch((error) => error.message);
        try {
            return assert.deepEqual(answer, expected);
        } catch (error) {
            if (Date.now() > until) throw error;
        }
        await new Promise((done) => setTimeout(done, 50));
    }
}

/**
 * What is drawn on the board: the points of each kind of element, and the texts of the marks.
 * @param {Page} page
 */
export function board(page) {
    return page.evaluate(async () => {
        // @ts-expect-error: the module is in the page
        const { place } = await import("/page/link.js");
        // @ts-expect-error: the module is in the page
        const { layout } = await import("/page/geometry.js");
        const { problem } = place(location.hash);
        const body = JSON.stringify({ problem });
        const answer = await fetch("/api/position", {
            method: "POST",
            body,
            headers: { "Content-Type": "application/json" },
        });
        const grid = (await answer.json()).board;
        const names = new Map(
            layout(grid).spots.map((/** @type {{x: number, y: number}} */ { x, y }, /** @type {number} */ point) => [
                `translate(${x} ${y})`,
                grid.names[point].toLowerCase(),
            ]),
        );
        const shown = (/** @type {string} */ kind) =>
            [...document.querySelectorAll(`#board .${kind}`)]
                .filter((element) => element.getAttribute("display") !== "none")
                .map((element) => ({ point: names.get(element.getAttribute("transform")), element }));
        const points = (/** @type {string} */ kind) =>
            shown(kind)
                .map(({ point }) => point)
                .sort();
        return {
            black: points("stone.black"),
            white: points("stone.white"),
            zone: points("cell.zone"),
            line: points("line"),
            marks: Object.fromEntries(shown("mark").map(({ point, element }) => [point, element.textContent])),
            kinds: Object.fromEntries(
                shown("mark").map(({ point, element }) => [
                    point,
                    (element.getAttribute("class") ?? "").replace("mark ", "").trim(),
                ]),
            ),
        };
    });
}

/** The stones alone. @param {Page} page */
export const stones = async (page) => {
    const { black, white } = await board(page);
    return { black, white };
};

/** Clicks a point of the board, or taps it. @param {Page} page @param {string} point @param {"click" | "tap"} [how] */
export async function choose(page, point, how = "click") {
    const spot = await page.evaluate(async (point) => {
        // @ts-expect-error: the module is in the page
        const { place } = await import("/page/link.js");
        // @ts-expect-error: the module is in the page
        const { layout } = await import("/page/geometry.js");
        const body = JSON.stringify({ problem: place(location.hash).problem });
        const answer = await fetch("/api/position", {
            method: "POST",
            body,
            headers: { "Content-Type": "application/json" },
        });
        const grid = (await answer.json()).board;
        const index = grid.names.findIndex((/** @type {string} */ name) => name.toLowerCase() === point.toLowerCase());
        const picture = /** @type {SVGSVGElement} */ (document.querySelector("#board svg"));
        const { x, y } = layout(grid).spots[index];
        const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(picture.getScreenCTM() ?? undefined);
        return { x: left, y: top };
    }, point);
    await (how === "tap" ? page.touchscreen.tap(spot.x, spot.y) : page.mouse.click(spot.x, spot.y));
}

/** Drops a file on the page. @param {Page} page @param {string} name @param {Buffer} bytes */
export async function drop(page, name, bytes) {
    const transfer = await page.evaluateHandle(
        ([name, text]) => {
            const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
            const transfer = new DataTransfer();
            transfer.items.add(new File([bytes], name));
            return transfer;
        },
        [name, bytes.toString("base64")],
    );
    await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
}

/** Pastes a text on the page. @param {Page} page @param {string} text */
export const paste = (page, text) =>
    page.evaluate((text) => {
        const data = new DataTransfer();
        data.setData("text/plain", text);
        document.body.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
        );
    }, text);

/** The text of the file that a click downloads. @param {Page} page @param {() => Promise<void>} click */
export async function downloaded(page, click) {
    const [file] = await Promise.all([page.waitForEvent("download"), click()]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** A certificate that Andor writes. @param {...string} problem the arguments of andor solve */
export function certificate(...problem) {
    const file = join(folder, "proof.cert");
    execFileSync(andor, ["solve", ...problem, "--quiet", "--proof", file], { stdio: ["ignore", "ignore", "pipe"] });
    return readFileSync(file);
}

/**
 * The same certificate with other words in its header, and with the right checksum, so that only the claim is wrong.
 * @param {Buffer} bytes @param {(header: string) => string} change
 */
export function forged(bytes, change) {
    const length = bytes.readUInt32LE(10);
    const header = Buffer.from(change(bytes.subarray(14, 14 + length).toString()));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(header.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(header));
    return Buffer.concat([bytes.subarray(0, 10), size, header, sum, bytes.subarray(18 + length)]);
}

/** @param {Buffer} bytes */
function crc32(bytes) {
    let sum = ~0;
    for (const byte of bytes) {
        sum ^= byte;
        for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
    }
    return ~sum >>> 0;
}

/** Writes a file for the server to read. @param {string} name @param {string | Buffer} content */
export function file(name, content) {
    const path = join(folder, name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, content);
    return path;
}

/** A screenshot, if somebody wants some. @param {Page} page @param {string} name */
export async function shot(page, name) {
    if (!shots) return;
    mkdirSync(shots, { recursive: true });
    await page.screenshot({ path: join(shots, `${name}.png`) });
}
