/**
 * Puts the views beside the board together: what each does is in its own module, what happens between them is here.
 */

import { noMarks } from "./board.js";
import { byId, fill, write } from "./dom.js";
import { Stream } from "./events.js";
import { exportPng, exportSgf, exportSvg } from "./export.js";
import * as keys from "./keys.js";
import * as link from "./link.js";
import { Opener } from "./open.js";
import { Proof } from "./proof.js";
import { Runs } from "./runs.js";
import { Tabs } from "./tabs.js";
import { PlayView } from "./view-play.js";
import { PositionView } from "./view-position.js";
import { ProblemsView } from "./view-problems.js";
import { ProofView } from "./view-proof.js";
import { SolveView } from "./view-solve.js";

/** @import { Place } from "./link.js" */
/** @import { Session } from "./session.js" */
/** @import { Source, Stage } from "./stage.js" */
/** @import { Start } from "./types.js" */

/** @param {Start} start @param {Session} session @param {Stage} stage @param {Place} place */
export function build(start, session, stage, place) {
    const stream = new Stream();
    const runs = new Runs(stream);
    const proof = new Proof(stream);
    const tabs = new Tabs(() => show());
    const hasFolder = start.folder !== null;

    const open = (/** @type {string} */ problem) => {
        if (session.position?.problem !== problem) session.open(problem);
        if (tabs.view === "proof") tabs.show("board");
    };
    const prove = (/** @type {number} */ certificate) => {
        proof.open(certificate);
        tabs.show("proof");
    };
    const opener = new Opener(session, proof, (view) => tabs.show(view));
    const position = new PositionView(start, session, (brush) => {
        stage.brush = brush;
    });
    const solve = new SolveView(start, runs, { open, prove });
    const play = new PlayView(
        session,
        runs,
        () => tabs.view === "play",
        () => stage.mark(),
    );
    const problems = new ProblemsView(session, runs, () => solve.settings());
    const proofView = new ProofView(proof, { open, choose: () => opener.ask() });
    const views = { board: position, solve, proof: proofView, play, problems };
    for (const [name, view] of Object.entries(views)) fill(byId(`view-${name}`), ...view.elements());
    byId("tab-problems").hidden = !hasFolder;

    const tree = stage.source;
    tree.marks = () => {
        if (!session.position || tabs.view === "board") return noMarks();
        return tabs.view === "play" ? play.marks(session.position) : solve.run.marks(session.position);
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
        hasBefore: () => proof.moves.length > 0,
        hasNext: () => proof.later.length > 0,
    };

    /** The view changed, or what it shows on the board. */
    function show() {
        stage.source = tabs.view === "proof" && proof.walk ? walk : tree;
        if (tabs.view !== "board") position.takeBrush(null);
        stage.show();
        const shown = stage.source.position();
        if (shown) write(byId("subject"), `${shown.title} ${shown.size}`);
        writeAddress();
    }

    let written = location.hash;

    /** Writes the place into the address bar. */
    function writeAddress() {
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

    /** @param {Place} place */
    function restore(place) {
        if (place.certificate !== undefined) proof.open(place.certificate, place.root);
        if (place.run !== undefined) runs.choose(place.run);
        tabs.show(place.view);
    }

    session.on("position", (shown) => {
        position.show(shown);
        solve.show(shown);
        play.show();
        const run = runs.about(shown.problem);
        if (run) runs.choose(run.id);
        if (hasFolder) problems.draw();
        show();
    });
    runs.on("list", () => {
        solve.drawRun();
        if (hasFolder) problems.update();
    });
    runs.on("chosen", () => {
        solve.drawRun();
        stage.mark();
        writeAddress();
    });
    runs.on("moment", () => {
        solve.run.drawMoment();
        stage.mark();
    });
    runs.on("record", () => {
        solve.drawRun();
        stage.mark();
    });
    runs.on("refused", (words) => stage.refuse(words));
    proof.on("certificate", (certificate) => proofView.drawCertificate(certificate));
    proof.on("walk", (walk) => {
        proofView.drawWalk(walk);
        stage.refuse("");
        show();
    });
    proof.on("refused", (words) => stage.refuse(words));
    stream.on("connected", (isConnected) => {
        byId("connection").hidden = isConnected;
    });
    addEventListener("hashchange", () => {
        if (location.hash === written) return;
        const place = link.place(location.hash);
        session.restore(place, start.problem).then(() => restore(place));
    });

    if (session.position) {
        position.show(session.position);
        solve.show(session.position);
    }
    if (hasFolder) problems.load().catch((error) => stage.refuse(error.message));
    restore(place);
    if (start.certificate !== null && place.problem === undefined) prove(start.certificate);
    stream.open();
    listenToExports(session, runs, stage);
    keys.listen({
        ArrowLeft: () => stage.source.back(),
        ArrowRight: () => stage.source.forward(),
        Home: () => stage.source.first(),
        End: () => stage.source.end(),
        ArrowUp: () => session.sibling(-1),
        ArrowDown: () => session.sibling(1),
        u: () => stage.source.back(),
        Backspace: () => stage.source.back(),
        r: () => stage.source.forward(),
        p: () => stage.play("pass"),
        s: () => byId("solve").click(),
        o: () => byId("open").click(),
        b: () => stage.board.element.focus(),
        "?": () => byId("help").click(),
        Escape: () => position.takeBrush(null),
        "[": () => problems.step(-1),
        "]": () => problems.step(1),
        ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [String(number), () => tabs.showNumber(number)])),
    });
}

/** @param {Session} session @param {Runs} runs @param {Stage} stage */
function listenToExports(session, runs, stage) {
    const refuse = (/** @type {unknown} */ error) =>
        stage.refuse(error instanceof Error ? error.message : String(error));
    /** @type {Record<string, () => unknown>} */
    const ways = {
        "export-sgf": () => exportSgf(session, runs).catch(refuse),
        "export-svg": () => exportSvg(stage.board.picture),
        "export-png": () => exportPng(stage.board.picture).catch(refuse),
        "copy-link": () =>
            navigator.clipboard
                .writeText(location.href)
                .then(() => write(byId("hint-line"), "The link is in the clipboard."), refuse),
    };
    for (const [id, way] of Object.entries(ways)) byId(id).addEventListener("click", way);
    const menu = byId("export-menu");
    document.addEventListener("click", (event) => {
        const isSummary = event.target instanceof Element && event.target.closest("#export-menu > summary");
        if (!isSummary) menu.removeAttribute("open");
    });
    menu.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        menu.removeAttribute("open");
        menu.querySelector("summary")?.focus();
    });
}
