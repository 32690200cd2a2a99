/**
 * Puts the page together: what each part does is in its own module, what happens between the parts is here.
 */

import * as api from "./api.js";
import { noMarks } from "./board.js";
import { byId, fill, write } from "./dom.js";
import { Stream } from "./events.js";
import { exportPng, exportSgf, exportSvg } from "./export.js";
import * as keys from "./keys.js";
import * as link from "./link.js";
import { Opener } from "./open.js";
import { Proof } from "./proof.js";
import { Runs } from "./runs.js";
import { Session } from "./session.js";
import { Stage } from "./stage.js";
import { Tabs } from "./tabs.js";
import { startTheme } from "./theme.js";
import { PlayView } from "./view-play.js";
import { PositionView } from "./view-position.js";
import { ProblemsView } from "./view-problems.js";
import { ProofView } from "./view-proof.js";
import { SolveView } from "./view-solve.js";

/** @import { Source } from "./stage.js" */
/** @import { Marks, Position, Start } from "./types.js" */

const beginning = api.start();
const session = new Session();
const stream = new Stream();
const runs = new Runs(stream);
const proof = new Proof(stream);
const tabs = new Tabs(() => show());
/** @type {(() => void)[]} what is drawn with each position, once the views are there */
const views = [];
/** @type {(position: Position) => Marks} what the view draws over the tree's position */
let marks = () => noMarks();

/** @type {Source} */
const tree = {
    position: () => session.position,
    marks: () => (session.position ? marks(session.position) : noMarks()),
    play: (move) => session.play(move),
    back: () => session.undo(),
    forward: () => session.redo(),
    first: () => session.first(),
    end: () => session.end(),
};
/** @type {Source} */
const walk = {
    position: () => proof.walk?.position ?? null,
    marks: () => proof.marks(),
    play: (move) => proof.play(move),
    back: () => proof.back(),
    forward: () => proof.forward(),
    first: () => proof.restart(),
    end: () => proof.forward(),
};
const stage = new Stage(tree, (point, brush) => brush && session.paint(point, brush));

/** Draws everything that depends on the position and the view. */
function show() {
    stage.source = tabs.view === "proof" && proof.walk ? walk : tree;
    stage.show();
    const position = stage.source.position();
    if (!position) return;
    write(byId("subject"), `${position.title} ${position.size}`);
    document.title = `${position.title} ${position.size} · Andor`;
    for (const draw of views) draw();
    writeAddress();
}

let written = "";

/** Writes the place into the address bar. */
function writeAddress() {
    if (!session.position) return;
    const line = session.tree.wholeLine().map((node) => session.tree.nodes[node].move);
    const isProof = tabs.view === "proof" && proof.certificate !== null;
    written = link.address({
        problem: session.tree.start,
        moves: line.length ? line : undefined,
        at: line.length ? session.tree.line().length : undefined,
        view: tabs.view === "board" ? undefined : tabs.view,
        run: runs.chosen ?? undefined,
        certificate: isProof ? proof.certificate?.id : undefined,
        root: isProof && proof.root ? proof.root : undefined,
        entry: session.entry ?? undefined,
    });
    if (written !== location.hash) history.replaceState(null, "", written);
}

/** Goes where the address says. @param {link.Place} place @param {string} usual the problem if the address names none */
async function restore(place, usual) {
    const { problem = usual, moves = [], at = moves.length, entry = null } = place;
    const stored = session.stored(problem, moves, at);
    if (stored) await session.load(stored, entry);
    else {
        await session.open(moves.length ? `${problem} --moves ${moves.join(",")}` : problem, entry);
        if (at < moves.length) await session.go(session.tree.line()[at - 1] ?? null);
    }
}

/** @param {link.Place} place */
function restoreViews(place) {
    if (place.certificate !== undefined) proof.open(place.certificate, place.root);
    if (place.run !== undefined) runs.choose(place.run);
    tabs.show(place.view);
}

/** Makes the views and joins them. @param {Start} start */
function build(start) {
    const open = (/** @type {string} */ problem) => {
        if (session.position?.problem !== problem) session.open(problem);
        if (tabs.view === "proof") tabs.show("board");
    };
    const prove = (/** @type {number} */ certificate) => {
        proof.open(certificate);
        tabs.show("proof");
    };
    const positionView = new PositionView(start, session, (brush) => {
        stage.brush = brush;
        document.body.classList.toggle("is-setup", brush !== null);
    });
    const solveView = new SolveView(start, runs, { open, prove });
    const opener = new Opener(session, proof, (view) => tabs.show(view));
    const proofView = new ProofView(proof, { open, choose: () => opener.ask() });
    const playView = new PlayView(session, runs, () => stage.mark());
    const problemsView = new ProblemsView(session, runs, () => solveView.settings());
    const parts = { board: positionView, solve: solveView, proof: proofView, play: playView, problems: problemsView };
    for (const [name, view] of Object.entries(parts)) fill(byId(`view-${name}`), ...view.elements());
    byId("tab-problems").hidden = start.folder === null;

    marks = (position) => {
        if (tabs.view === "play") return playView.marks(position);
        return tabs.view === "solve" || tabs.view === "problems" ? solveView.run.marks(position) : noMarks();
    };
    views.push(() => {
        if (!session.position) return;
        if (tabs.view !== "board") positionView.takeBrush(null);
        positionView.show(session.position);
        solveView.show(session.position);
    });
    session.on("position", (position) => {
        const run = runs.about(position.problem);
        if (run) runs.choose(run.id);
        playView.show(position);
        if (start.folder !== null) problemsView.draw();
    });
    runs.on("list", () => {
        solveView.drawRun();
        if (start.folder !== null) problemsView.update();
    });
    runs.on("chosen", () => {
        solveView.drawRun();
        stage.mark();
        writeAddress();
    });
    runs.on("moment", () => {
        solveView.run.drawMoment();
        stage.mark();
    });
    runs.on("record", () => {
        solveView.drawRun();
        stage.mark();
    });
    proof.on("certificate", (certificate) => proofView.drawCertificate(certificate));
    proof.on("walk", (walk) => {
        proofView.drawWalk(walk);
        show();
    });
    if (start.folder !== null) problemsView.load().catch((error) => stage.refuse(error.message));
    if (start.certificate !== null && !location.hash.includes("certificate=")) prove(start.certificate);
    listen(positionView, problemsView);
}

/** @param {PositionView} positionView @param {ProblemsView} problemsView */
function listen(positionView, problemsView) {
    const refuse = (/** @type {unknown} */ error) => stage.refuse(error instanceof Error ? error.message : String(error));
    byId("export-sgf").addEventListener("click", () => exportSgf(session, runs).catch(refuse));
    byId("export-svg").addEventListener("click", () => exportSvg(stage.board.picture));
    byId("export-png").addEventListener("click", () => exportPng(stage.board.picture).catch(refuse));
    byId("copy-link").addEventListener("click", () => navigator.clipboard.writeText(location.href).then(
        () => write(byId("hint-line"), "The link is in the clipboard."), refuse));
    for (const item of byId("export-menu").querySelectorAll("button")) {
        item.addEventListener("click", () => byId("export-menu").removeAttribute("open"));
    }
    keys.listen({
        ArrowLeft: () => stage.source.back(), ArrowRight: () => stage.source.forward(),
        Home: () => stage.source.first(), End: () => stage.source.end(),
        ArrowUp: () => session.sibling(-1), ArrowDown: () => session.sibling(1),
        u: () => stage.source.back(), Backspace: () => stage.source.back(), r: () => stage.source.forward(),
        p: () => stage.play("pass"), s: () => byId("solve").click(), o: () => byId("open").click(),
        b: () => stage.board.element.focus(), "?": () => byId("help").click(), Escape: () => positionView.takeBrush(null),
        "[": () => problemsView.step(-1), "]": () => problemsView.step(1),
        ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [String(number), () => tabs.showNumber(number)])),
    });
}

startTheme();
byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    stage.board.element.focus();
});
session.on("refused", (words) => stage.refuse(words));
runs.on("refused", (words) => stage.refuse(words));
proof.on("refused", (words) => stage.refuse(words));
stream.on("connected", (isConnected) => {
    byId("connection").hidden = isConnected;
});
session.on("tree", () => byId("redo").toggleAttribute("disabled", session.tree.next() === null));
session.on("position", () => show());

const place = link.place(location.hash);
if (place.problem) restore(place, "");
beginning.then(async (start) => {
    if (!place.problem) await restore(place, start.problem);
    await session.queue;
    if (!session.position) await session.open(start.problem);
    build(start);
    restoreViews(place);
    show();
    stream.open();
    addEventListener("hashchange", () => {
        if (location.hash === written) return;
        const place = link.place(location.hash);
        restore(place, start.problem).then(() => restoreViews(place));
    });
    document.body.classList.add("is-ready");
}, (error) => stage.refuse(error.message));
