/**
 * The view "Proof": what the certificate says in words, the verdict of the checker, and the walk: the winner's move
 * or every reply of the loser.
 */

import * as api from "./api.js";
import { button, download, el, field, fill, put, write } from "./dom.js";
import { duration, name, other, size } from "./format.js";

/** @import { Proof } from "./proof.js" */
/** @import { Certificate, Reply, Walk } from "./types.js" */
/** @typedef {{open: (problem: string) => void, choose: () => void}} Ways */

const VERDICTS = {
    running: ["…", "The checker is at work"],
    right: ["✓", "The independent checker accepts the certificate"],
    wrong: ["✗", "The independent checker refuses the certificate: it is wrong"],
    malformed: ["✗", "The independent checker cannot read the certificate: it is malformed"],
    limit: ["?", "The independent checker gave up at a limit"],
};
/** @type {Record<Reply["kind"], string>} */
const KINDS = {
    answered: "answered",
    covered: "outside the zone",
    dominated: "no better",
    settled: "settled",
    open: "open",
};

export class ProofView {
    /** @param {Proof} proof @param {Ways} ways */
    constructor(proof, ways) {
        this.proof = proof;
        this.ways = ways;
        this.sign = el("span", { class: "verdict-sign", "aria-hidden": "true" });
        this.verdict = el("strong", {});
        this.sentence = el("p", {});
        this.check = el(
            "div",
            { class: "verdict", role: "status", id: "verdict" },
            this.sign,
            el("div", {}, this.verdict, this.sentence),
        );
        this.header = el("p", { class: "header-words" });
        this.root = el("select", { onchange: () => proof.chooseRoot(Number(this.root.value)) });
        this.rootField = field("Root", this.root);
        this.title = el("h2", {});
        this.words = el("p", { class: "answer", "aria-live": "polite" });
        this.line = el("p", { class: "line-words" });
        this.reason = el("p", { class: "reason-words" });
        this.entries = el("ul", { class: "notes statements" });
        this.statements = el(
            "details",
            {},
            el("summary", {}, "Why: the statements of the certificate here"),
            this.entries,
        );
        this.answer = button("", () => proof.answer(), { class: "primary" });
        this.why = el("p", { class: "note" }, "Why not here? Choose any point of the board, or a reply in the list.");
        this.marked = el("span", {});
        this.keys = {
            answered: el("li", {}, el("span", { class: "sign is-answered" }, "b2"), "a reply, and its answer"),
            covered: el("li", {}, el("span", { class: "sign" }, "·"), "outside the zone: any answer wins"),
            dominated: el("li", {}, el("span", { class: "sign is-dominated" }, "<"), "no better than another reply"),
        };
        this.legend = el(
            "ul",
            { class: "legend" },
            el("li", {}, el("span", { class: "swatch zone" }), "the zone: the verdict depends on these points"),
            el("li", {}, el("span", { class: "swatch filled" }), "as good as a stone"),
            el("li", {}, el("span", { class: "swatch reason" }), this.marked),
            ...Object.values(this.keys),
        );
        this.replies = el("ul", { class: "replies", "aria-label": "Replies" });
        this.filter = el("input", {
            type: "search",
            placeholder: "a move",
            oninput: () => this.drawReplies(),
            "aria-label": "Find a reply",
        });
        this.body = el(
            "div",
            { hidden: true },
            this.check,
            this.rootField,
            el(
                "section",
                { "aria-label": "The walk" },
                this.title,
                this.words,
                this.answer,
                this.reason,
                this.line,
                this.why,
                this.legend,
                this.statements,
                this.filter,
                this.replies,
            ),
            el(
                "div",
                { class: "row" },
                button("Line as SGF", () => this.sgf(true)),
                button("Tree as SGF", () => this.sgf(false)),
                button("Certificate", () => this.file()),
                button("Show on the board", () => proof.walk && ways.open(proof.walk.position.problem)),
            ),
            el("details", { class: "statement" }, el("summary", {}, "What the certificate claims"), this.header),
        );
        this.empty = el(
            "div",
            { class: "empty" },
            el(
                "p",
                {},
                "A certificate is a strategy that another program has checked: an answer to every move of the loser.",
            ),
            el("p", {}, "Solve a position, or drop a certificate on this page."),
            button("Open a certificate…", ways.choose),
        );
    }

    elements() {
        return [this.empty, this.body];
    }

    /** @param {Certificate} certificate */
    drawCertificate(certificate) {
        this.empty.hidden = true;
        this.body.hidden = false;
        const { state, words, seconds } = certificate.check;
        put(this.check, "class", `verdict is-${state}`);
        write(this.sign, VERDICTS[state][0]);
        write(this.verdict, VERDICTS[state][1]);
        write(
            this.sentence,
            [inShort(words), seconds === null ? "" : duration(seconds), size(certificate.bytes)]
                .filter(Boolean)
                .join(" · "),
        );
        write(this.header, `${certificate.words}\n\n${words}`);
        this.rootField.hidden = certificate.roots.length < 2;
        if (this.root.childElementCount !== certificate.roots.length) {
            fill(this.root, ...certificate.roots.map((root, number) => el("option", { value: number }, root.words)));
        }
        this.root.value = String(this.proof.root);
    }

    /** @param {Walk} walk */
    drawWalk(walk) {
        const { certificate, moves } = this.proof;
        write(this.title, certificate?.roots[this.proof.root]?.words ?? `${name(walk.winner)} wins`);
        write(this.words, walk.turn === "loser" ? `${name(other(walk.winner))} to move: ${walk.words}` : walk.words);
        this.answer.hidden = walk.turn !== "winner";
        write(this.answer, walk.plays?.move ? `Play ${walk.plays.move}` : "Play any move");
        write(this.line, moves.length ? `Line: ${moves.join(" ")}` : "");
        this.reason.hidden = walk.reason === null;
        write(this.reason, walk.reason?.words ?? "");
        this.why.hidden = walk.turn !== "loser";
        fill(
            this.entries,
            ...walk.entries.map(({ number, words, points }, index) =>
                el(
                    "li",
                    {},
                    el("span", {}, number === null ? words : `${words} (entry ${number})`),
                    points !== undefined &&
                        points.length > 0 &&
                        button("Show", () => this.proof.point(index), {
                            class: "as-link",
                            "aria-pressed": String(this.proof.statement === index),
                            "aria-label": `Show the points: ${words}`,
                        }),
                ),
            ),
        );
        this.statements.hidden = walk.entries.length === 0;
        const [zone, filled, reason] = /** @type {HTMLElement[]} */ ([...this.legend.children]);
        zone.hidden = !walk.zone;
        filled.hidden = walk.filled.black.length + walk.filled.white.length === 0;
        reason.hidden = this.proof.marks().reason.length === 0;
        write(this.marked, this.proof.statement === null ? "the reason" : "the points of the statement");
        const kinds = new Set(walk.replies.map(({ kind }) => kind));
        for (const kind of /** @type {const} */ (["answered", "covered", "dominated"]))
            this.keys[kind].hidden = !kinds.has(kind);
        this.filter.value = "";
        this.drawReplies();
    }

    drawReplies() {
        const all = this.proof.walk?.replies ?? [];
        const wanted = this.filter.value.trim().toLowerCase();
        const replies = all.filter(({ move }) => move.toLowerCase().startsWith(wanted));
        this.filter.hidden = all.length < 12;
        fill(
            this.replies,
            ...replies.map((reply) =>
                el(
                    "li",
                    {},
                    button(reply.move, () => this.proof.play(reply.move), {
                        class: "reply",
                        "aria-label": `${reply.move}: ${reply.words}`,
                    }),
                    el("span", { class: `state is-${reply.kind}` }, KINDS[reply.kind]),
                    el("span", {}, reply.words),
                ),
            ),
        );
    }

    /** @param {boolean} lineOnly */
    async sgf(lineOnly) {
        const { certificate, root, moves } = this.proof;
        if (!certificate) return;
        try {
            /** @type {Record<string, string>} */
            const query = { root: String(root) };
            if (lineOnly) query.moves = moves.join(",");
            const text = await api.certificateSgf(certificate.id, query);
            download(lineOnly ? "line.sgf" : "proof.sgf", new Blob([text], { type: "application/x-go-sgf" }));
        } catch (error) {
            this.proof.tell("refused", error instanceof Error ? error.message : String(error));
        }
    }

    async file() {
        const { certificate } = this.proof;
        if (certificate) download("proof.cert", await api.certificateFile(certificate.id));
    }
}

/** The first line and the last, where a certificate with many roots has a line for each. @param {string} words */
function inShort(words) {
    const lines = words.split("\n");
    return lines.length < 4 ? words : [lines[0], `… and ${lines.length - 2} more`, lines.at(-1)].join("\n");
}
