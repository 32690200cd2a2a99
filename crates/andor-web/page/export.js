/**
 * What leaves the page as a file: the tree as SGF with what was found, and the board as SVG and PNG.
 */

import * as api from "./api.js";
import { download } from "./dom.js";
import { signed } from "./format.js";
import { isActive } from "./runs.js";

/** @import { Runs } from "./runs.js" */
/** @import { Session } from "./session.js" */
/** @import { Report, TreeText } from "./types.js" */

const DRAWN = [
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-linejoin",
    "stroke-linecap",
    "stroke-dasharray",
    "opacity",
    "font-family",
    "font-size",
    "font-weight",
    "text-anchor",
    "dominant-baseline",
    "paint-order",
];
const PIXELS = 1600;

/**
 * The tree as an SGF file, with the answers of the runs as comments and labels.
 * @param {Session} session @param {Runs} runs
 */
export async function exportSgf(session, runs) {
    const text = session.tree.text();
    /** @type {Map<string, number | null>} */
    const nodes = new Map([[canonical(session, null), null]]);
    text.nodes.forEach((_, number) => nodes.set(canonical(session, number), number));
    const done = runs
        .list()
        .reverse()
        .filter((run) => !isActive(run) && nodes.has(run.problem));
    for (const run of done) {
        const { report } = await api.run(run.id);
        if (report) annotate(text, nodes.get(run.problem) ?? null, report, run.words ?? "");
    }
    download("andor.sgf", new Blob([await api.sgf(text)], { type: "application/x-go-sgf" }));
}

/** The text of the problem at a node as the server writes it. @param {Session} session @param {number | null} node */
function canonical(session, node) {
    const text = session.tree.problem(node);
    return session.known.get(text)?.problem ?? text;
}

/** @param {TreeText} text @param {number | null} number @param {Report} report @param {string} words */
function annotate(text, number, report, words) {
    const node = number === null ? text : text.nodes[number];
    node.comment = [node.comment, words].filter(Boolean).join("\n");
    for (const move of report.moves ?? []) {
        if (!move.solved || (move.winner === null && !move.draw)) continue;
        const value = move.draw ? "draw" : move.winner === report.to_move ? "won" : "lost";
        node.labels = { ...node.labels, [move.move]: move.margin == null ? value : signed(move.margin) };
    }
}

/** The board as a picture of its own: what the style sheet says stands in the file. @param {SVGSVGElement} board */
function standalone(board) {
    const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
    const [shown, copied] = [board, copy].map((tree) => [tree, ...tree.querySelectorAll("*")]);
    shown.forEach((element, index) => {
        const style = getComputedStyle(element);
        const hidden = element.getAttribute("display") === "none";
        if (!hidden) for (const name of DRAWN) copied[index].setAttribute(name, style.getPropertyValue(name));
        copied[index].removeAttribute("class");
    });
    for (const hidden of copy.querySelectorAll("[display=none]")) hidden.remove();
    const { width, height } = board.viewBox.baseVal;
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", String(width));
    copy.setAttribute("height", String(height));
    copy.removeAttribute("aria-hidden");
    return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** @param {SVGSVGElement} board */
export function exportSvg(board) {
    download("andor.svg", new Blob([standalone(board).text], { type: "image/svg+xml" }));
}

/** @param {SVGSVGElement} board */
export async function exportPng(board) {
    const { text, width, height } = standalone(board);
    const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = PIXELS / Math.max(width, height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(url);
    const png = /** @type {Blob | null} */ (await new Promise((resolve) => canvas.toBlob(resolve, "image/png")));
    if (png) download("andor.png", png);
}
