/**
 * The board with what belongs to it: whose turn it is, the buttons to step through the moves, the moves that have no
 * point, and the question which of several moves is meant. What the board shows comes from a source: the tree of
 * variations, or the walk through a proof.
 */

import { Board } from "./board.js";
import { button, byId, el, fill, put, write } from "./dom.js";
import { name, signed } from "./format.js";

/** @import { Brush } from "./view-position.js" */
/** @import { Marks, Position } from "./types.js" */

/**
 * @typedef {object} Source
 * @property {() => Position | null} position
 * @property {() => Marks} marks
 * @property {(move: string) => Promise<void>} play
 * @property {() => Promise<void>} back
 * @property {() => Promise<void>} forward
 * @property {() => Promise<void>} first
 * @property {() => Promise<void>} end
 * @property {() => boolean} hasBefore is there a move to undo?
 * @property {() => boolean} hasNext is there a move to redo?
 */

export class Stage {
    /** @param {Source} source @param {(point: string, brush: Brush) => void} paint */
    constructor(source, paint) {
        this.source = source;
        this.paint = paint;
        /** @type {Brush} */
        this.brush = null;
        this.board = new Board((point) => this.choose(point));
        this.notice = byId("notice");
        this.turn = byId("turn");
        this.stone = byId("turn-stone");
        this.outcome = byId("outcome");
        this.standing = byId("standing");
        this.boardless = byId("boardless");
        this.others = byId("other-moves");
        this.hint = byId("hint-line");
        this.otherMoves = "";
        byId("board").prepend(this.board.element);
        const ways = { first: "to-start", back: "undo", forward: "redo", end: "to-end" };
        for (const [way, id] of Object.entries(ways)) {
            byId(id).addEventListener("click", () =>
                this.source[/** @type {"first" | "back" | "forward" | "end"} */ (way)](),
            );
        }
        this.board.picture.addEventListener("pointermove", (event) => this.explain(this.board.pointAt(event)));
        this.board.picture.addEventListener("pointerleave", () => this.explain(null));
    }

    /** What the mark under the pointer means. @param {number | null} point */
    explain(point) {
        const label = point === null ? undefined : this.board.position?.board?.names[point];
        const mark = label && this.board.marks.points.get(label.toLowerCase());
        write(this.hint, mark ? `${label}: ${mark.words}` : "");
    }

    /** A point was clicked. @param {string} point */
    choose(point) {
        if (this.brush) return this.paint(point, this.brush);
        const position = this.source.position();
        if (!position) return;
        const same = (/** @type {string | null} */ one) => one !== null && one.toLowerCase() === point.toLowerCase();
        const moves = position.legal.filter((legal) => same(legal.point)).map(({ move }) => move);
        if (moves.length > 1) this.ask(moves);
        else this.play(moves[0] ?? point);
    }

    /** @param {string} move */
    play(move) {
        this.refuse("");
        return this.source.play(move);
    }

    /** Which of several moves with the same point? @param {string[]} moves */
    ask(moves) {
        this.otherMoves = "?";
        fill(
            this.others,
            el("span", {}, "Which move?"),
            ...moves.map((move) => button(move, () => this.play(move))),
            button("Cancel", () => this.drawOthers(), { class: "quiet" }),
        );
        /** @type {HTMLElement | null} */ (this.others.querySelector("button"))?.focus();
    }

    /** Why the last request was refused; empty words hide the notice. @param {string} words */
    refuse(words) {
        write(this.notice, words);
        this.notice.classList.toggle("is-shown", words !== "");
    }

    /** The position changed. */
    show() {
        const position = this.source.position();
        if (!position) return;
        const { board, outcome, to_move: toMove } = position;
        this.board.element.hidden = board === null;
        this.board.brush = this.brush === "white" || (this.brush === null && toMove === "white") ? "white" : "black";
        this.board.show(position);
        this.board.mark(this.source.marks());
        put(this.stone, "class", `stone-icon ${toMove}`);
        this.stone.hidden = outcome !== null;
        this.turn.hidden = outcome !== null;
        write(this.turn, `${name(toMove)} to move`);
        write(this.outcome, outcome?.words ?? "");
        write(
            this.standing,
            outcome || position.standing === null ? "" : `counted now: ${signed(position.standing)} for Black`,
        );
        write(this.boardless, board ? "" : `${position.problem}\nThis game has no board. The moves are below.`);
        for (const id of ["to-start", "undo"]) byId(id).toggleAttribute("disabled", !this.source.hasBefore());
        for (const id of ["redo", "to-end"]) byId(id).toggleAttribute("disabled", !this.source.hasNext());
        this.drawOthers();
    }

    /** The marks changed, the stones did not. */
    mark() {
        if (this.source.position()) this.board.mark(this.source.marks());
    }

    /** Buttons for the moves that are not on the board: passes, and the moves of games without a board. */
    drawOthers() {
        const moves = (this.source.position()?.legal ?? [])
            .filter(({ point }) => point === null)
            .map(({ move }) => move);
        if (moves.join() === this.otherMoves) return;
        this.otherMoves = moves.join();
        fill(
            this.others,
            ...moves.map((move) =>
                button(move === "pass" ? "Pass" : move, () => this.play(move), { "data-move": move }),
            ),
        );
    }
}
