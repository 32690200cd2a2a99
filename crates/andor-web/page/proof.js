/**
 * The walk through a certificate: which certificate, which root, which moves, and what the strategy says there.
 * After a move of the loser the winner's answer is played at once, so that a step is a question and its answer.
 */

import * as api from "./api.js";
import { noMarks } from "./board.js";
import { Emitter } from "./emitter.js";

/** @import { Stream } from "./events.js" */
/** @import { Certificate, Mark, Marks, Reply, Walk } from "./types.js" */
/** @typedef {{certificate: Certificate, walk: Walk, refused: string}} Changes */

/** @type {Record<Reply["kind"], Mark["text"]>} what stands on the board where the reply has no answer of its own */
const SIGNS = { answered: "", covered: "·", dominated: "<", settled: "✓", open: "?" };

/** @extends {Emitter<Changes>} */
export class Proof extends Emitter {
    /** @param {Stream} stream */
    constructor(stream) {
        super();
        /** @type {Certificate | null} */
        this.certificate = null;
        this.root = 0;
        /** @type {string[]} */
        this.moves = [];
        /** @type {string[]} moves that were taken back */
        this.later = [];
        /** @type {Walk | null} */
        this.walk = null;
        /** @type {number | null} the statement whose points are shown */
        this.statement = null;
        /** @type {Promise<void>} */
        this.queue = Promise.resolve();
        stream.on("check", ({ id, check }) => {
            if (this.certificate?.id !== id) return;
            this.certificate.check = check;
            this.tell("certificate", this.certificate);
        });
        stream.on("opened", () => {
            if (this.certificate?.check.state === "running") this.refresh();
        });
    }

    /** @param {() => Promise<void>} change */
    change(change) {
        this.queue = this.queue.then(change).catch((error) => this.tell("refused", error.message));
        return this.queue;
    }

    /** Shows a certificate that the server has. @param {number} id @param {number} [root] @param {string[]} [moves] */
    open(id, root = 0, moves = []) {
        return this.change(async () => this.take(await api.certificate(id), root, moves));
    }

    /** Gives a certificate to the server. @param {Blob} bytes */
    add(bytes) {
        return this.change(async () => this.take(await api.addCertificate(bytes), 0, []));
    }

    /** @param {Certificate} certificate @param {number} root @param {string[]} moves */
    async take(certificate, root, moves) {
        this.certificate = certificate;
        this.walk = null;
        this.root = root;
        this.moves = [];
        this.later = [];
        this.tell("certificate", certificate);
        if (certificate.roots.length) await this.visit(moves);
        if (certificate.check.state === "running") await this.refresh();
    }

    /** Asks once more how the check ended: the event may have come before the answer. */
    async refresh() {
        if (!this.certificate) return;
        this.certificate = await api.certificate(this.certificate.id);
        this.tell("certificate", this.certificate);
    }

    /** @param {number} root */
    chooseRoot(root) {
        return this.change(async () => {
            this.root = root;
            await this.visit([]);
        });
    }

    /** @param {string[]} moves @param {string[]} [later] moves to redo */
    async visit(moves, later = []) {
        if (!this.certificate) return;
        const walk = await api.walk(this.certificate.id, this.root, moves);
        this.moves = moves;
        this.later = later;
        this.show(walk);
    }

    /** @param {Walk} walk */
    show(walk) {
        this.walk = walk;
        this.statement = null;
        this.tell("walk", walk);
    }

    /** Shows the points of a statement, or no longer. @param {number} index */
    point(index) {
        this.statement = this.statement === index ? null : index;
        if (this.walk) this.tell("walk", this.walk);
    }

    /**
     * A move on the board or in the list: the loser's, which is answered at once, or the winner's.
     * @param {string} move
     */
    play(move) {
        return this.change(async () => {
            const { walk, certificate } = this;
            if (!walk || !certificate) return;
            const { plays } = walk;
            if (walk.turn === "winner" && plays?.move && plays.move.toLowerCase() !== move.toLowerCase()) {
                throw new Error(`here the strategy plays ${plays.move}, not ${move}`);
            }
            await this.visit([...this.moves, move]);
            const answer = this.walk?.turn === "winner" ? this.walk.plays?.move : null;
            if (walk.turn === "loser" && answer) await this.visit([...this.moves, answer]);
        });
    }

    /** The winner's move, where the winner is to move; any move where any will do. */
    answer() {
        const { walk } = this;
        const move = walk?.plays?.move ?? walk?.position.legal[0]?.move;
        return move === undefined ? this.queue : this.play(move);
    }

    back() {
        return this.change(async () => {
            if (!this.moves.length) return;
            const { moves } = this;
            const isLosersTurn = this.walk?.turn === "loser";
            const kept = moves.slice(0, Math.max(0, moves.length - (isLosersTurn && moves.length > 1 ? 2 : 1)));
            await this.visit(kept, [...moves.slice(kept.length), ...this.later]);
        });
    }

    forward() {
        return this.change(async () => {
            if (!this.later.length) return;
            await this.visit([...this.moves, this.later[0]], this.later.slice(1));
            if (this.walk?.turn === "winner" && this.later.length) {
                await this.visit([...this.moves, this.later[0]], this.later.slice(1));
            }
        });
    }

    restart() {
        return this.change(async () => {
            await this.visit([], [...this.moves, ...this.later]);
        });
    }

    /** The reply of a move. @param {string} move @returns {Reply | undefined} */
    reply(move) {
        return this.walk?.replies.find((reply) => reply.move.toLowerCase() === move.toLowerCase());
    }

    /** What the walk draws on the board. @returns {Marks} */
    marks() {
        const marks = noMarks();
        const { walk } = this;
        if (!walk) return marks;
        marks.zone = walk.zone ?? [];
        marks.filled = walk.filled;
        marks.reason = (this.statement === null ? walk.reason?.points : walk.entries[this.statement]?.points) ?? [];
        const points = new Map(
            walk.position.legal.map(({ move, point }) => [move.toLowerCase(), point?.toLowerCase()]),
        );
        for (const { move, kind, answer, words } of walk.replies) {
            const point = points.get(move.toLowerCase()) ?? move.toLowerCase();
            const said = answer ? `the answer is ${answer}` : words;
            marks.points.set(point, {
                kind,
                text: SIGNS[kind] || (answer && answer.length < 4 ? answer : "•"),
                words: said,
            });
        }
        const plays = walk.plays?.move;
        if (plays) {
            const point = points.get(plays.toLowerCase()) ?? plays.toLowerCase();
            marks.points.set(point, { kind: "hint", text: "plays", words: "the winner plays here" });
        }
        return marks;
    }
}
