/**
 * The beginning of the page: the board of the address, as soon as it can be there. Everything else follows after
 * the first frame, from `views.js`.
 */

import { noMarks } from "./board.js";
import { byId, write } from "./dom.js";
import * as early from "./early.js";
import { Session } from "./session.js";
import { Stage } from "./stage.js";
import { startTheme } from "./theme.js";

const session = new Session();
const stage = new Stage(
    {
        position: () => session.position,
        marks: noMarks,
        play: (move) => session.play(move),
        back: () => session.undo(),
        forward: () => session.redo(),
        first: () => session.first(),
        end: () => session.end(),
        hasBefore: () => session.tree.at !== null,
        hasNext: () => session.tree.next() !== null,
    },
    (point, brush) => brush && session.paint(point, brush),
);

startTheme();
let refused = "";
session.on("refused", (words) => {
    refused = words;
    stage.refuse(words);
});
session.on("position", ({ title, size }) => {
    write(byId("subject"), `${title} ${size}`);
    document.title = `${title} ${size} · Andor`;
    stage.refuse("");
    stage.show();
});
byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    stage.board.element.focus();
});

/** The end of the present frame, or soon where there are no frames because the tab is hidden. */
const frame = () =>
    new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve));
        setTimeout(resolve, 300);
    });

async function begin() {
    const first = await early.first;
    if (first) session.remember(first.problem, first.position);
    const { place } = early;
    if (place.problem) await session.restore(place, "");
    const start = await early.start;
    if (!place.problem) await session.restore(place, start.problem);
    if (!session.position) {
        await session.open(start.problem);
        stage.refuse(refused);
    }
    await frame();
    const { build } = await import("./views.js");
    build(start, session, stage, place);
    document.body.classList.add("is-ready");
}

begin().catch((error) => stage.refuse(error.message));
