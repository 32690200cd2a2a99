/** Every main view in light and dark: no serious finding of axe-core, and a screenshot at three widths. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { certificate, desk, drop, eventually, file, folder, shot } from "../explorer.js";

/** @import { Page } from "playwright-core" */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const proof = certificate("hex", "5x5");
for (const [number, move] of ["c3", "a1", "b4", "e5", "d2", "a5"].entries()) {
    file(`problems/hex-${number + 1}.sgf`, `(;GM[11]SZ[5];B[${move}])`);
}
file("problems/corner.sgf", "(;FF[4]GM[1]SZ[4:3]KM[0.5]RU[ssk]AB[bb][bc]AW[ca][cb]PL[W])");
const { open } = await desk([join(folder, "problems")]);

const GO = "#problem=go+9x9+--komi+7&moves=E5,C3,G7,G3,C7,E3,E7";

/** @type {Record<string, {place: string, act?: (page: Page) => Promise<unknown>}>} */
const VIEWS = {
    board: { place: GO },
    "set-up": { place: "#problem=go+9x9+--komi+7", act: (page) => page.click('[data-brush="white"]') },
    phutball: { place: "#problem=phutball+9x9" },
    solve: {
        place: "#problem=hex+9x9&view=solve",
        async act(page) {
            await page.click("summary:has-text('More settings')");
            await page.click("#solve");
            await page.waitForSelector(".moves tbody tr");
            await page.waitForTimeout(2500);
            await page.click("summary:has-text('More settings')");
        },
    },
    "all-moves": {
        place: "#problem=hex+5x5&view=solve",
        async act(page) {
            await page.click("#all-moves");
            await page.waitForSelector(".run-card .chip.is-done", { timeout: 60_000 });
            await page.waitForTimeout(300);
        },
    },
    proof: {
        place: "#view=proof",
        async act(page) {
            await drop(page, "proof.cert", proof);
            await page.waitForSelector("#verdict.is-right");
            await page.click("#view-proof > div > section .primary");
            await page.waitForSelector(".replies li");
        },
    },
    "no-proof": { place: "#view=proof" },
    play: {
        place: "#problem=hex+7x7&moves=c3,d4&view=play",
        async act(page) {
            await page.getByLabel("Show the analysis").check();
            await page.click("#hint");
            await page.waitForSelector(".board .mark.hint");
        },
    },
    problems: { place: "#view=problems", act: (page) => eventually(() => page.locator(".thumbnail svg").count(), 7) },
    help: { place: GO, act: (page) => page.click("#help") },
    "open-dialog": { place: GO, act: (page) => page.click("#open") },
};

for (const [name, { place, act }] of Object.entries(VIEWS)) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        test(`${name} in ${colorScheme}`, async (t) => {
            const page = await open(t, place, { colorScheme });
            await act?.(page);
            await page.evaluate(AXE);
            const findings = await page.evaluate(async () => {
                const { violations } = await /** @type {any} */ (window).axe.run();
                return violations
                    .filter((/** @type {any} */ { impact }) => ["serious", "critical"].includes(impact))
                    .map(
                        (/** @type {any} */ { id, nodes }) =>
                            `${id}: ${nodes[0].html} ${nodes[0].any[0]?.message ?? ""}`,
                    );
            });
            for (const width of [1400, 800, 360]) {
                await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
                await shot(page, `${name}-${colorScheme}-${width}`);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(wide <= width, `${wide} wide in ${width}`);
            }
            const stop = page.locator(".run-card .stop:visible");
            if (await stop.count()) await stop.click();
            assert.deepEqual(findings, []);
        });
    }
}
