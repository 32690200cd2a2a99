/** A folder of problems: the list, the filter, solving all of them, right and wrong answers, next and previous. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { desk, eventually, file, folder, shot, stones } from "../explorer.js";

file("problems/1-win.sgf", "(;GM[11]SZ[4];B[b3])");
file("problems/2-loss.sgf", "(;GM[11]SZ[4];B[a1])");
file("problems/3-go.sgf", "(;FF[4]GM[1]SZ[4:3]KM[0.5]RU[ssk]AB[bb][bc]AW[ca][cb]PL[W])");
file("problems/4-broken.sgf", "(;GM[11]SZ[4];B[z9])");
const { open } = await desk([join(folder, "problems")]);

/** @param {import("playwright-core").Page} page @param {string} name */
const problem = (page, name) => page.locator(".problem", { hasText: name });

test("the folder is a list with pictures, in order", async (t) => {
    const page = await open(t, "#view=problems");
    await eventually(
        () => page.locator(".problem-name").allTextContents(),
        ["1-win.sgf", "2-loss.sgf", "3-go.sgf", "4-broken.sgf"],
    );
    await eventually(() => page.locator(".thumbnail svg").count(), 3);
    assert.equal(await problem(page, "4-broken").isDisabled(), true);
    assert.match((await problem(page, "4-broken").textContent()) ?? "", /cannot be read/);
});

test("the filter leaves what it names", async (t) => {
    const page = await open(t, "#view=problems");
    await page.getByLabel("Filter by name or game").fill("go");
    await eventually(() => page.locator(".problem:visible .problem-name").allTextContents(), ["3-go.sgf"]);
    await page.getByLabel("Filter by name or game").fill("");
    await page.getByLabel("Filter by state").selectOption("failed");
    await eventually(() => page.locator(".problem:visible .problem-name").allTextContents(), ["4-broken.sgf"]);
});

test("next and previous go through the problems", async (t) => {
    const page = await open(t, "#view=problems");
    await problem(page, "1-win").click();
    await eventually(() => stones(page), { black: ["b3"], white: [] });
    await page.click("#next-problem");
    await eventually(() => stones(page), { black: ["a1"], white: [] });
    await page.click("#previous-problem");
    await eventually(() => stones(page), { black: ["b3"], white: [] });
    assert.equal(await problem(page, "1-win").getAttribute("aria-current"), "true");
});

test("all problems are solved, and each says so", async (t) => {
    const page = await open(t, "#view=problems");
    await eventually(async () => /4 |3 unsolved/.test((await page.textContent("#problem-counts")) ?? ""), true);
    await page.click("#solve-all");
    await eventually(
        async () =>
            /3 (solved|right)|solved|right/.test((await page.textContent("#problem-counts")) ?? "") &&
            !/unsolved|searching/.test((await page.textContent("#problem-counts")) ?? ""),
        true,
        60_000,
    );
    assert.match((await problem(page, "1-win").locator(".chip").textContent()) ?? "", /Black wins/i);
    assert.match((await problem(page, "2-loss").locator(".chip").textContent()) ?? "", /White wins/i);
    await shot(page, "problems");
    await page.reload();
    await eventually(
        async () => /Black wins/i.test((await problem(page, "1-win").locator(".chip").textContent()) ?? ""),
        true,
    );
});
