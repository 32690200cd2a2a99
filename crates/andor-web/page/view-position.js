/**
 * The view "Board": the tree of variations with its comments, the stones to set up, and the form for another game,
 * size, rules or komi.
 */

import { button, el, field, fill, plain, put, select, write } from "./dom.js";
import { name } from "./format.js";
import { join, parse, withOptions } from "./problem-text.js";
import { TreeView } from "./view-tree.js";

/** @import { Session } from "./session.js" */
/** @import { GameKind, Player, Position, Start } from "./types.js" */
/** @typedef {Player | "empty" | null} Brush */

export class PositionView {
    /** @param {Start} start @param {Session} session @param {(brush: Brush) => void} onBrush */
    constructor(start, session, onBrush) {
        this.start = start;
        this.session = session;
        this.tree = new TreeView(session);
        this.comment = el("p", { class: "comment", hidden: true });
        this.notes = el("ul", { class: "notes" });
        this.remove = button("Delete from here", () => session.remove(), { class: "quiet", id: "delete-node" });
        /** @type {Brush} */
        this.brush = null;
        this.brushes = new Map(
            /** @type {[Brush, string][]} */ ([
                [null, "Play"],
                ["black", "Black"],
                ["white", "White"],
                ["empty", "Erase"],
            ]).map(([brush, text]) => [
                brush,
                button(text, () => this.takeBrush(brush), {
                    "aria-pressed": brush === null ? "true" : "false",
                    "data-brush": brush ?? "play",
                }),
            ]),
        );
        this.onBrush = onBrush;
        this.turn = button("", () => session.passTurn(), { class: "turn-button" });
        this.game = select(
            start.games.map(({ name, title }) => [name, title]),
            { onchange: () => this.drawForm(null) },
        );
        this.size = el("input", { required: true, spellcheck: "false", autocomplete: "off" });
        this.sizeField = field("Size", this.size, "");
        this.options = el("div", { class: "fields" });
        /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
        this.values = new Map();
        this.formGame = "";
        this.shown = "";
    }

    elements() {
        return [
            el(
                "section",
                { "aria-label": "Variations" },
                this.tree.element,
                el("div", { class: "row" }, this.remove),
                this.comment,
                this.notes,
            ),
            el(
                "section",
                { "aria-label": "Set up stones" },
                el("h2", {}, "Set up"),
                el(
                    "div",
                    { class: "row" },
                    el(
                        "div",
                        { class: "segments", role: "group", "aria-label": "What a click places" },
                        ...this.brushes.values(),
                    ),
                    this.turn,
                ),
            ),
            el(
                "section",
                { "aria-label": "Game and rules" },
                el("h2", {}, "Game and rules"),
                el(
                    "form",
                    {
                        onsubmit: (/** @type {Event} */ event) => {
                            event.preventDefault();
                            this.apply();
                        },
                    },
                    el("div", { class: "fields" }, field("Game", this.game), this.sizeField),
                    this.options,
                    el(
                        "div",
                        { class: "row" },
                        el("button", { type: "submit", class: "primary" }, "Apply"),
                        button("Clear board", () => this.clear()),
                    ),
                    el("p", { class: "note" }, "Stones and moves stay if game and size do."),
                ),
            ),
        ];
    }

    /** @param {Brush} brush */
    takeBrush(brush) {
        this.brush = brush;
        for (const [one, control] of this.brushes) put(control, "aria-pressed", String(one === brush));
        this.onBrush(brush);
    }

    /** @param {Position} position */
    show(position) {
        this.tree.draw(this.session.tree);
        const { tree } = this.session;
        this.remove.disabled = tree.at === null;
        const comment = tree.at === null ? tree.comment : (tree.nodes[tree.at].comment ?? "");
        write(this.comment, comment);
        this.comment.hidden = comment === "";
        if (this.notes.childElementCount || position.notes.length)
            fill(this.notes, ...position.notes.map((note) => el("li", {}, note)));
        write(this.turn, `${name(position.to_move)} to move: change`);
        this.turn.hidden = position.outcome !== null;
        const isBall = position.board?.shape === "phutball";
        write(/** @type {Element} */ (this.brushes.get("black")), isBall ? "Man" : "Black");
        write(/** @type {Element} */ (this.brushes.get("white")), isBall ? "Ball" : "White");
        if (position.start !== this.shown) {
            this.shown = position.start;
            this.drawForm(position);
        }
    }

    /** @returns {GameKind | undefined} */
    kind() {
        return this.start.games.find(({ name }) => name === this.game.value);
    }

    /** The form of a position, or of the game that was chosen in it. @param {Position | null} position */
    drawForm(position) {
        if (position) this.game.value = position.game;
        const kind = this.kind();
        this.size.value = position?.size ?? kind?.example ?? "";
        write(/** @type {Element} */ (this.sizeField.lastElementChild), plain(kind?.size_help ?? ""));
        if (this.formGame !== this.game.value) {
            this.formGame = this.game.value;
            this.values.clear();
            fill(
                this.options,
                ...(kind?.options ?? []).map((option) => {
                    const control = option.values
                        ? select(option.values.map((value) => [value, value]))
                        : el("input", { spellcheck: "false", autocomplete: "off" });
                    this.values.set(option.name, control);
                    return field(option.name, control, option.sentence);
                }),
            );
        }
        for (const { name, default: usual } of kind?.options ?? []) {
            const control = this.values.get(name);
            if (control) control.value = position?.options[name] ?? usual;
        }
    }

    /** What the form says, where it differs from the defaults. */
    changes() {
        const usual = new Map((this.kind()?.options ?? []).map((option) => [option.name, option.default]));
        return Object.fromEntries(
            [...this.values].map(([option, control]) => [
                option,
                control.value === usual.get(option) ? "" : control.value,
            ]),
        );
    }

    apply() {
        const { position } = this.session;
        const isSame = position && position.game === this.game.value && position.size === this.size.value;
        if (!isSame) return this.clear();
        return this.session.open(withOptions(position.problem, this.changes()), this.session.entry);
    }

    clear() {
        const size = this.size.value || parse(this.session.tree.start).size;
        return this.session.open(withOptions(join({ game: this.game.value, size, options: [] }), this.changes()));
    }
}
