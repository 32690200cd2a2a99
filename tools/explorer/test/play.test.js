/** A game against Andor with either colour, a hint, the analysis, and taking back. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { board, choose, desk, eventually, shot, stones } from "../explorer.js";

const { open } = await desk();

test("Andor answers a move", async (t) => {
    const page = await open(t, "#problem=hex+5x5&view=play");
    await page.getByLabel("Time for a move of Andor").selectOption("0.2");
    await page.click("#play-start");
    await eventually(() => page.textContent("#play-words"), "Your turn: Black.");
    await choose(page, "a1");
    await eventually(async () => (await stones(page)).white.length, 1);
    await eventually(() => page.textContent("#play-words"), "Your turn: Black.");
    await page.click("#take-back");
    await eventually(() => stones(page), { black: [], white: [] });
});

test("Andor begins if the reader takes White", async (t) => {
    const page = await open(t, "#problem=hex+5x5&view=play");
    await page.getByLabel("Your colour").selectOption("white");
    await page.getByLabel("Time for a move of Andor").selectOption("0.2");
    await page.click("#play-start");
    await eventually(async () => (await stones(page)).black.length, 1);
    await eventually(() => page.textContent("#play-words"), "Your turn: White.");
});

test("a hint is drawn, and the analysis is shown or hidden", async (t) => {
    const page = await open(t, "#problem=go+5x5&view=play");
    await page.getByLabel("Time for a move of Andor").selectOption("0.2");
    await page.click("#hint");
    await eventually(async () => /^Hint: /.test((await page.textContent("#play-words")) ?? ""), true);
    await eventually(async () => Object.values((await board(page)).kinds), ["hint"]);
    await page.getByLabel("Show the analysis").check();
    await eventually(async () => Object.keys((await board(page)).marks).length > 1, true);
    await shot(page, "hint");
    await page.getByLabel("Show the analysis").uncheck();
    await eventually(async () => Object.keys((await board(page)).marks).length, 1);
});

test("the analysis follows the game", async (t) => {
    const page = await open(t, "#problem=go+5x5&view=play");
    await page.getByLabel("Time for a move of Andor").selectOption("0.2");
    await page.getByLabel("Show the analysis").check();
    await eventually(async () => Object.keys((await board(page)).marks).length > 1, true);
    await page.click("#play-start");
    await choose(page, "A1");
    await eventually(async () => (await stones(page)).white.length, 1);
    await eventually(async () => Object.keys((await board(page)).marks).length > 1, true);
    assert.match((await page.textContent("#play-words")) ?? "", /Your turn/);
});

test("a game goes to its end", async (t) => {
    const page = await open(t, "#problem=hex+2x2&view=play");
    await page.getByLabel("Your colour").selectOption("white");
    await page.getByLabel("Time for a move of Andor").selectOption("0.2");
    await page.click("#play-start");
    for (let turn = 0; turn < 3; turn++) {
        await eventually(async () => /Your turn|has won/.test((await page.textContent("#play-words")) ?? ""), true);
        if (/has won/.test((await page.textContent("#play-words")) ?? "")) break;
        const { black, white } = await stones(page);
        const free = ["a1", "b1", "a2", "b2"].filter((point) => ![...black, ...white].includes(point));
        await choose(page, free[0]);
        await eventually(async () => (await stones(page)).white.length > white.length, true);
    }
    await eventually(() => page.textContent("#play-words"), "Black has won");
    assert.equal(await page.textContent("#outcome"), "Black has won");
});
