/**
 * The view "Solve": the settings that matter with the rest folded away, the chosen run, and the list of runs.
 */

import { button, el, field, fill, put, select, write } from "./dom.js";
import { count, duration } from "./format.js";
import { isActive } from "./runs.js";
import { RunView, STATES } from "./view-run.js";

/** @import { Runs } from "./runs.js" */
/** @import { Ways } from "./view-run.js" */
/** @import { Position, Run, Settings, Start } from "./types.js" */

const MEGABYTE = 2 ** 20;

export class SolveView {
    /** @param {Start} start @param {Runs} runs @param {Ways} ways */
    constructor(start, runs, ways) {
        this.start = start;
        this.runs = runs;
        this.ways = ways;
        /** @type {Position | null} */
        this.position = null;
        this.game = "";
        this.search = select(
            [
                ["", "automatic"],
                ...start.searches.map(({ name, title }) => /** @type {[string, string]} */ ([name, title])),
            ],
            { onchange: () => this.drawOptions() },
        );
        this.knowledge = el("input", {
            value: "full",
            list: "knowledge-names",
            spellcheck: "false",
            autocomplete: "off",
        });
        this.names = el("datalist", { id: "knowledge-names" });
        this.claim = select([
            ["", "who wins?"],
            ["black", "Black wins"],
            ["white", "White wins"],
        ]);
        this.seconds = number({ min: 0, step: "any", placeholder: "none" });
        this.nodes = number({ min: 1, step: 1, placeholder: "none" });
        this.megabytes = number({ min: 1, step: 1, placeholder: "automatic" });
        this.threads = number({ min: 1, max: 1024, step: 1, value: 1 });
        this.seed = number({ min: 0, step: 1, value: 1 });
        this.proof = el("input", { type: "checkbox", checked: true });
        this.score = el("input", { type: "checkbox" });
        this.shortest = el("input", { type: "checkbox" });
        this.scoreField = check("Exact score", this.score);
        this.options = el("div", { class: "fields options" });
        /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
        this.chosen = new Map();
        this.solve = button("Solve", () => this.begin(false), { class: "primary", id: "solve" });
        this.all = button("All moves", () => this.begin(true), { id: "all-moves", title: "the value of every move" });
        this.run = new RunView(runs, ways);
        this.list = el("ul", { class: "runs" });
        this.none = el("p", { class: "note" }, "No runs yet. A run goes on when this page is closed.");
        /** @type {Map<number, HTMLElement>} */
        this.entries = new Map();
    }

    elements() {
        return [
            el(
                "form",
                {
                    class: "settings",
                    onsubmit: (/** @type {Event} */ event) => {
                        event.preventDefault();
                        this.begin(false);
                    },
                },
                el("div", { class: "row" }, this.solve, this.all),
                el(
                    "div",
                    { class: "fields" },
                    field("Question", this.claim),
                    field("Time limit, seconds", this.seconds),
                ),
                el(
                    "details",
                    {},
                    el("summary", {}, "More settings"),
                    el(
                        "div",
                        { class: "fields" },
                        field("Search", this.search),
                        field("Knowledge", this.knowledge, "full, none, or names with commas"),
                        field("Limit of nodes", this.nodes),
                        field("Memory, MB", this.megabytes),
                        field("Threads", this.threads),
                        field("Seed", this.seed),
                    ),
                    this.names,
                    el(
                        "div",
                        { class: "checks" },
                        check("Proof with a certificate", this.proof),
                        this.scoreField,
                        check("Shortest win", this.shortest),
                    ),
                    el("h3", {}, "Options of the search"),
                    this.options,
                ),
            ),
            this.run.element,
            el("section", { "aria-label": "Runs" }, el("h2", {}, "Runs"), this.none, this.list),
        ];
    }

    /** @param {boolean} allMoves */
    begin(allMoves) {
        if (this.position) this.runs.begin(this.position.problem, { ...this.settings(), all_moves: allMoves });
    }

    /** What the form says; what is left out is up to the server. @returns {Settings} */
    settings() {
        const figure = (/** @type {HTMLInputElement} */ input) =>
            input.value === "" ? undefined : Number(input.value);
        const options = [...this.chosen]
            .filter(([, control]) => control.value !== "")
            .map(([name, control]) => [name, control.value]);
        const megabytes = figure(this.megabytes);
        return {
            search: this.search.value || undefined,
            knowledge: this.knowledge.value || undefined,
            claim: /** @type {import("./types.js").Player | ""} */ (this.claim.value) || undefined,
            seconds: figure(this.seconds),
            nodes: figure(this.nodes),
            memory: megabytes === undefined ? undefined : megabytes * MEGABYTE,
            threads: figure(this.threads),
            seed: figure(this.seed),
            score: this.score.checked && !this.scoreField.hidden,
            shortest: this.shortest.checked,
            proof: this.proof.checked,
            options: Object.fromEntries(options),
        };
    }

    /** The options that belong to the chosen search. */
    drawOptions() {
        const search = this.search.value;
        const family = search.startsWith("ews") ? "ews" : search;
        const fitting = this.start.search_options.filter(
            ({ name }) => family === "" || name.startsWith(`${family}.`) || name.startsWith("net."),
        );
        this.chosen.clear();
        fill(
            this.options,
            ...fitting.map((option) => {
                const control = option.values
                    ? select([
                          ["", `default: ${option.default}`],
                          ...option.values.map((value) => /** @type {[string, string]} */ ([value, value])),
                      ])
                    : el("input", { placeholder: option.default, spellcheck: "false" });
                this.chosen.set(option.name, control);
                return field(option.name, control, option.sentence);
            }),
        );
    }

    /** @param {Position} position */
    show(position) {
        this.position = position;
        if (position.game !== this.game) {
            this.game = position.game;
            const kind = this.start.games.find(({ name }) => name === position.game);
            fill(
                this.names,
                ...["full", "none", ...(kind?.knowledge ?? []).map(({ name }) => name)].map((value) =>
                    el("option", { value }),
                ),
            );
            this.scoreField.hidden = !["go", "killall"].includes(position.game);
            this.drawOptions();
        }
        this.run.draw(position);
    }

    drawRun() {
        this.run.draw(this.position);
        this.drawList();
    }

    drawList() {
        const runs = this.runs.list();
        this.none.hidden = runs.length > 0;
        for (const [id, entry] of this.entries) {
            if (this.runs.all.has(id)) continue;
            entry.remove();
            this.entries.delete(id);
        }
        runs.forEach((run, index) => {
            const entry = this.entries.get(run.id) ?? this.makeEntry(run);
            if (this.list.children[index] !== entry) this.list.insertBefore(entry, this.list.children[index] ?? null);
            this.drawEntry(entry, run);
        });
    }

    /** @param {Run} run */
    makeEntry(run) {
        const entry = el(
            "li",
            {},
            el(
                "button",
                {
                    type: "button",
                    class: "run",
                    onclick: () => {
                        this.runs.choose(run.id);
                        this.ways.open(run.problem);
                    },
                },
                el("span", { class: "chip" }),
                el("span", { class: "run-problem" }),
                el("span", { class: "run-words" }),
            ),
            button("×", () => this.runs.remove(run.id), {
                class: "quiet",
                "aria-label": `Remove run ${run.id}`,
                title: "stops the run and takes it from the list",
            }),
        );
        this.entries.set(run.id, entry);
        return entry;
    }

    /** @param {HTMLElement} entry @param {Run} run */
    drawEntry(entry, run) {
        const open = /** @type {Element} */ (entry.firstElementChild);
        put(open, "aria-current", run.id === this.runs.chosen ? "true" : "false");
        const [state, problem, words] = open.children;
        put(state, "class", `chip is-${run.state}`);
        write(state, STATES[run.state]);
        write(problem, run.problem);
        const known = isActive(run) ? "" : (run.error ?? run.words ?? "");
        const isFresh = run.nodes === 0 && isActive(run);
        write(
            words,
            [known, isFresh ? "" : `${count(run.nodes)} nodes`, isFresh ? "" : duration(run.seconds)]
                .filter(Boolean)
                .join(" · "),
        );
    }
}

/** @param {import("./dom.js").Attributes} attributes */
const number = (attributes) => el("input", { type: "number", inputmode: "decimal", ...attributes });

/** @param {string} text @param {HTMLInputElement} control */
const check = (text, control) => el("label", { class: "check" }, control, text);
