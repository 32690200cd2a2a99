/**
 * The view "Problems": the folder of the command line as a list with pictures, a filter, the state of each problem,
 * and the searches for all of them.
 */

import * as api from "./api.js";
import { Board } from "./board.js";
import { button, el, fill, put, select, write } from "./dom.js";
import { isActive } from "./runs.js";

/** @import { Runs } from "./runs.js" */
/** @import { Session } from "./session.js" */
/** @import { Problem, Run, Settings } from "./types.js" */
/** @typedef {"unsolved" | "working" | "solved" | "right" | "wrong" | "failed"} State */

/** @type {Record<State, string>} */
const WORDS = {
    unsolved: "unsolved",
    working: "searching",
    solved: "solved",
    right: "right answer",
    wrong: "wrong answer",
    failed: "cannot be read",
};

export class ProblemsView {
    /** @param {Session} session @param {Runs} runs @param {() => Settings} settings of the view "Solve" */
    constructor(session, runs, settings) {
        this.session = session;
        this.runs = runs;
        this.settings = settings;
        /** @type {Problem[]} */
        this.problems = [];
        /** @type {Map<number, HTMLElement>} */
        this.items = new Map();
        /** @type {Map<number, Run>} the newest run of each problem */
        this.newest = new Map();
        this.title = el("h2", {}, "Problems");
        this.counts = el("p", { class: "note", role: "status", id: "problem-counts" });
        this.filter = el("input", {
            type: "search",
            placeholder: "name or game",
            "aria-label": "Filter by name or game",
            oninput: () => this.draw(),
        });
        this.state = select([["", "every state"], ...Object.entries(WORDS)], {
            "aria-label": "Filter by state",
            onchange: () => this.draw(),
        });
        this.list = el("ul", { class: "problems" });
        this.pictures = new IntersectionObserver(
            (entries) => {
                for (const { isIntersecting, target } of entries)
                    if (isIntersecting) this.picture(/** @type {HTMLElement} */ (target));
            },
            { rootMargin: "200px" },
        );
    }

    elements() {
        return [
            this.title,
            el(
                "div",
                { class: "row" },
                button("Solve all", () => this.solveAll(), { class: "primary", id: "solve-all" }),
                button("Previous", () => this.step(-1), { id: "previous-problem" }),
                button("Next", () => this.step(1), { id: "next-problem" }),
            ),
            el("div", { class: "row filters" }, this.filter, this.state),
            this.counts,
            this.list,
        ];
    }

    async load() {
        const { folder, problems } = await api.problems();
        this.problems = problems;
        write(this.title, `Problems: ${folder ?? "none"}`);
        fill(this.list, ...problems.map((problem) => this.item(problem)));
        this.update();
    }

    /** @param {Problem} problem */
    item(problem) {
        const picture = el("span", { class: "thumbnail", "data-entry": problem.entry });
        const item = el(
            "li",
            {},
            el(
                "button",
                {
                    type: "button",
                    class: "problem",
                    onclick: () => this.open(problem.entry),
                    disabled: problem.error !== null,
                },
                picture,
                el("span", { class: "problem-name" }, problem.name),
                el("span", { class: "problem-text" }, problem.error ?? problem.problem),
                el("span", { class: "chip" }),
            ),
        );
        this.items.set(problem.entry, item);
        if (problem.error === null) this.pictures.observe(picture);
        return item;
    }

    /** Draws a picture once its place comes into view. @param {HTMLElement} place */
    async picture(place) {
        this.pictures.unobserve(place);
        const text = this.problems.find(({ entry }) => String(entry) === place.dataset.entry)?.problem;
        if (!text) return;
        const position = await api.position(text).catch(() => null);
        if (!position?.board) return;
        const board = new Board();
        board.show(position);
        place.append(board.element);
    }

    /** @param {number} entry */
    async open(entry) {
        try {
            await this.session.load(await api.problem(entry), entry);
        } catch (error) {
            this.session.tell("refused", error instanceof Error ? error.message : String(error));
        }
    }

    /** The runs changed. */
    update() {
        for (const run of this.runs.list()) {
            if (run.entry === null) continue;
            const known = this.newest.get(run.entry);
            if (!known || run.id >= known.id) this.newest.set(run.entry, run);
        }
        this.draw();
    }

    /** @param {Problem} problem @returns {State} */
    stateOf(problem) {
        if (problem.error !== null) return "failed";
        const run = this.newest.get(problem.entry);
        if (!run) return "unsolved";
        if (isActive(run)) return "working";
        if (run.state !== "done") return "unsolved";
        return run.is_right === null ? "solved" : run.is_right ? "right" : "wrong";
    }

    /** @param {Problem} problem */
    isWanted(problem) {
        const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
        const text = `${problem.name} ${problem.problem ?? ""}`.toLowerCase();
        return (
            words.every((word) => text.includes(word)) &&
            (this.state.value === "" || this.state.value === this.stateOf(problem))
        );
    }

    draw() {
        /** @type {Partial<Record<State, number>>} */
        const counts = {};
        let shown = 0;
        for (const problem of this.problems) {
            const item = /** @type {HTMLElement} */ (this.items.get(problem.entry));
            const state = this.stateOf(problem);
            counts[state] = (counts[state] ?? 0) + 1;
            item.hidden = !this.isWanted(problem);
            shown += item.hidden ? 0 : 1;
            const open = /** @type {HTMLElement} */ (item.firstElementChild);
            put(open, "aria-current", problem.entry === this.session.entry ? "true" : "false");
            const chip = /** @type {HTMLElement} */ (open.lastElementChild);
            put(chip, "class", `chip is-${state}`);
            const words = this.newest.get(problem.entry)?.words;
            write(
                chip,
                (state === "solved" || state === "right" || state === "wrong") && words
                    ? `${WORDS[state]}: ${words}`
                    : WORDS[state],
            );
        }
        const parts = Object.entries(counts).map(([state, count]) => `${count} ${WORDS[/** @type {State} */ (state)]}`);
        const hidden = this.problems.length - shown;
        write(this.counts, [parts.join(", "), hidden ? `${shown} shown` : ""].filter(Boolean).join(" · "));
    }

    /** Opens the problem after or before the present one, among those that are shown. @param {1 | -1} step */
    step(step) {
        const shown = this.problems.filter((problem) => problem.error === null && this.isWanted(problem));
        const now = shown.findIndex(({ entry }) => entry === this.session.entry);
        const next = shown[now < 0 ? (step > 0 ? 0 : shown.length - 1) : now + step];
        return next ? this.open(next.entry) : Promise.resolve();
    }

    async solveAll() {
        try {
            const { runs } = await api.solveProblems(this.settings());
            for (const run of runs) this.runs.take(run);
        } catch (error) {
            this.session.tell("refused", error instanceof Error ? error.message : String(error));
        }
    }
}
