/**
 * The view "Play": a game against Andor with either colour. A level is the time for a move. A hint and the analysis
 * are thoughts about the position; their marks go on the board.
 */

import { noMarks } from "./board.js";
import { button, el, field, select, write } from "./dom.js";
import { name, other, percent } from "./format.js";

/** @import { Runs } from "./runs.js" */
/** @import { Session } from "./session.js" */
/** @import { Mark, Marks, Player, Position, Thought, ThoughtMove } from "./types.js" */
/** @typedef {"move" | "hint" | "analysis"} Purpose what a thought is for */

/** @type {[string, string][]} */
const LEVELS = [
    ["0.2", "0.2 s: fast"],
    ["1", "1 s"],
    ["3", "3 s"],
    ["10", "10 s"],
    ["30", "30 s: strong"],
];

export class PlayView {
    /**
     * @param {Session} session @param {Runs} runs @param {() => boolean} isShown @param {() => void} redraw the marks
     * changed
     */
    constructor(session, runs, isShown, redraw) {
        this.isShown = isShown;
        this.session = session;
        this.runs = runs;
        this.redraw = redraw;
        /** @type {Player | null} the colour of the person, in a game */
        this.person = null;
        /** @type {AbortController | null} */
        this.work = null;
        /** @type {{problem: string, thought: Thought, purpose: Purpose} | null} */
        this.thought = null;
        this.colour = select([
            ["black", "Black"],
            ["white", "White"],
        ]);
        this.level = select(LEVELS);
        this.level.value = "1";
        this.analysis = el("input", { type: "checkbox", onchange: () => this.analyse() });
        this.words = el("p", { class: "answer", role: "status", id: "play-words" }, "Choose a colour and start.");
        this.start = button("Start", () => (this.person ? this.end() : this.begin()), {
            class: "primary",
            id: "play-start",
        });
        this.hintButton = button("Hint", () => this.think("hint"), { id: "hint" });
        this.back = button("Take back", () => this.takeBack(), { id: "take-back" });
    }

    elements() {
        return [
            el(
                "div",
                { class: "fields" },
                field("Your colour", this.colour),
                field("Time for a move of Andor", this.level),
            ),
            el("div", { class: "row" }, this.start, this.hintButton, this.back),
            el("label", { class: "check" }, this.analysis, "Show the analysis"),
            this.words,
        ];
    }

    begin() {
        this.person = /** @type {Player} */ (this.colour.value);
        write(this.start, "End the game");
        this.colour.disabled = true;
        this.turn();
    }

    end() {
        this.person = null;
        this.cancel();
        write(this.start, "Start");
        this.colour.disabled = false;
        write(this.words, "The game has ended here. The moves are in the tree.");
    }

    cancel() {
        this.work?.abort();
        this.work = null;
    }

    /** Another position is shown; thoughts about the one before are of no use. */
    show() {
        this.cancel();
        this.turn();
        if (this.work === null) this.analyse();
    }

    /** Thinks about the position for the marks on the board, if the reader wants to see them. */
    analyse() {
        const isKnown = this.thought?.problem === this.session.position?.problem;
        if (this.analysis.checked && !isKnown && this.isShown()) this.think("analysis");
        this.redraw();
    }

    /** Whose turn is it? Andor thinks at its turn, in the position at the end of the line alone. */
    turn() {
        const { position } = this.session;
        if (!this.person || !position) return;
        if (position.outcome) {
            this.cancel();
            write(this.words, position.outcome.words);
        } else if (position.to_move === this.person) {
            this.cancel();
            write(this.words, `Your turn: ${name(this.person)}.`);
        } else if (this.session.tree.next() === null) this.think("move");
        else write(this.words, "Earlier in the game: go on to the end of the line, or take back one more move.");
    }

    /** @param {Purpose} purpose */
    async think(purpose) {
        const { position } = this.session;
        if (!position || position.outcome) return;
        this.cancel();
        const work = new AbortController();
        this.work = work;
        if (purpose === "hint") write(this.words, "Looks for a hint…");
        if (purpose === "move") write(this.words, `Andor thinks as ${name(position.to_move)}…`);
        try {
            const thought = await this.runs.think(position.problem, { seconds: Number(this.level.value) }, work.signal);
            if (work.signal.aborted || !thought) return;
            this.thought = { problem: position.problem, thought, purpose };
            this.work = null;
            if (purpose === "hint")
                write(this.words, thought.best ? `Hint: ${thought.best}${judgement(thought)}.` : "Andor has no hint.");
            if (purpose === "move" && !thought.best) write(this.words, "Andor has no move.");
            else if (purpose === "move") await this.session.play(/** @type {string} */ (thought.best));
            this.redraw();
        } catch (error) {
            if (!work.signal.aborted) write(this.words, error instanceof Error ? error.message : String(error));
        }
    }

    /** Takes back to the last position where the person was to move. */
    takeBack() {
        this.cancel();
        const isOwnTurn = this.session.position?.to_move === this.person || this.person === null;
        return this.session.undo(this.person && isOwnTurn ? 2 : 1);
    }

    /** What the thoughts draw. @param {Position} position @returns {Marks} */
    marks(position) {
        const marks = noMarks();
        const { thought } = this;
        if (!thought || thought.problem !== position.problem) return marks;
        const points = new Map(position.legal.map(({ move, point }) => [move.toLowerCase(), point?.toLowerCase()]));
        if (this.analysis.checked) {
            for (const move of [...thought.thought.moves].reverse()) {
                const point = points.get(move.move.toLowerCase());
                if (point) marks.points.set(point, markOf(move, position.to_move));
            }
            marks.line = (thought.purpose === "hint" ? [] : thought.thought.pv).map((move, ply) => ({
                point: points.get(move.toLowerCase()) ?? move.toLowerCase(),
                player: ply % 2 ? other(position.to_move) : position.to_move,
            }));
        }
        const best = thought.thought.best;
        const point = best ? points.get(best.toLowerCase()) : null;
        if (point && thought.purpose === "hint")
            marks.points.set(point, { kind: "hint", text: "hint", words: "the hint" });
        return marks;
    }
}

/** @param {ThoughtMove} move @param {Player} player @returns {Mark} */
function markOf({ chance, winner, draw, visits }, player) {
    if (draw) return { kind: "draw", text: "draw", words: "a draw" };
    if (winner)
        return winner === player
            ? { kind: "won", text: "won", words: "wins" }
            : { kind: "lost", text: "lost", words: "loses" };
    const words = chance === null ? `${visits} visits` : `chance ${percent(chance)}, ${visits} visits`;
    return { kind: "open", text: chance === null ? "?" : percent(chance), words };
}

/** @param {Thought} thought */
function judgement({ winner, draw, chance }) {
    if (draw) return ", a draw";
    if (winner) return `, ${name(winner)} wins`;
    return chance === null ? "" : `, chance ${percent(chance)}`;
}
