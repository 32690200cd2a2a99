/**
 * The chosen run: its answer or its state, its figures and three charts, the line that the search looks at, and a
 * table of the moves. Also the marks that the run puts on the board.
 */

import { noMarks } from "./board.js";
import { Chart } from "./chart.js";
import { button, el, put, write } from "./dom.js";
import { count, duration, name, other, percent, range, signed, size } from "./format.js";
import { isActive } from "./runs.js";

/** @import { Runs } from "./runs.js" */
/** @import { Mark, Marks, Moment, MoveOutlook, Position, Report, Run } from "./types.js" */
/** @typedef {{open: (problem: string) => void, prove: (certificate: number) => void}} Ways */
/** @typedef {{move: string, mark: Mark, words: string, order: number}} Row */

/** @type {Record<Run["state"], string>} */
export const STATES = {
    waiting: "waiting",
    running: "running",
    done: "solved",
    undecided: "not decided",
    stopped: "stopped",
    failed: "failed",
};

/** How much of the line that the search looks at is drawn. */
const MOST_PLIES = 8;
const LEGEND = "On the board: a share is the chance of the move, a number its work, a numbered stone the line.";

export class RunView {
    /** @param {Runs} runs @param {Ways} ways */
    constructor(runs, ways) {
        this.runs = runs;
        this.ways = ways;
        this.state = el("span", { class: "chip" });
        this.words = el("p", { class: "answer", role: "status" });
        this.elsewhere = el(
            "p",
            { class: "note", hidden: true },
            "The board shows another position. ",
            button("Show the position of this run", () => runs.run && ways.open(runs.run.problem), {
                class: "as-link",
            }),
        );
        this.figures = el("dl", { class: "figures" });
        /** @type {Map<string, HTMLElement>} */
        this.values = new Map();
        this.nodes = new Chart("Nodes", count);
        this.left = new Chart("Work left", duration, "not known");
        this.memory = new Chart("Memory", size);
        this.charts = el("div", { class: "charts" }, this.nodes.element, this.left.element, this.memory.element);
        this.line = el("p", { class: "line-words" });
        this.legend = el("p", { class: "note" }, LEGEND);
        this.rows = el("tbody", {});
        this.table = el(
            "div",
            { class: "scroll", tabindex: "0", role: "region", "aria-label": "Moves" },
            el(
                "table",
                { class: "moves" },
                el(
                    "thead",
                    {},
                    el("tr", {}, ...["Move", "State", "Known"].map((text) => el("th", { scope: "col" }, text))),
                ),
                this.rows,
            ),
        );
        this.stop = button("Stop", () => runs.chosen !== null && runs.stop(runs.chosen), { class: "stop" });
        this.prove = button(
            "Walk through the proof",
            () => {
                const certificate = runs.run?.certificate;
                if (certificate !== null && certificate !== undefined) ways.prove(certificate);
            },
            { class: "primary" },
        );
        this.element = el(
            "section",
            { class: "run-card", "aria-label": "The run", hidden: true },
            el("div", { class: "row" }, this.state, this.stop, this.prove),
            this.words,
            this.elsewhere,
            this.charts,
            this.figures,
            this.line,
            this.legend,
            this.table,
        );
    }

    /** @param {Position | null} position what the board shows */
    draw(position) {
        const { run, report } = this.runs;
        this.element.hidden = run === null;
        if (!run) return;
        put(this.state, "class", `chip is-${run.state}`);
        write(this.state, STATES[run.state]);
        this.stop.hidden = !isActive(run);
        this.prove.hidden = run.certificate === null;
        write(this.words, answer(run, report));
        this.elsewhere.hidden = !position || position.problem === run.problem;
        this.drawMoment();
    }

    drawMoment() {
        const { run, moments } = this.runs;
        if (!run) return;
        const last = moments.at(-1);
        this.charts.hidden = moments.length < 2 && !isActive(run);
        this.nodes.draw(moments.map(({ seconds, nodes }) => ({ x: seconds, y: nodes })));
        this.memory.draw(
            moments.map(({ seconds, memory_bytes }) => ({ x: seconds, y: memory_bytes })),
            { limit: run.settings.memory },
        );
        const forecasts = moments.flatMap(({ seconds, seconds_left: left }) =>
            left ? [{ x: seconds, y: left.likely, low: left.least, high: left.most }] : [],
        );
        const left = last?.seconds_left;
        this.left.draw(forecasts, {
            now: run.state === "done" || run.state === "undecided" ? "none" : left ? duration(left.likely) : "not known",
        });
        this.drawFigures(run, last);
        const line = last?.line ?? [];
        this.line.hidden = line.length === 0 || !isActive(run);
        this.legend.hidden = !isActive(run);
        write(this.line, `Looks at ${line.join(" ")}`);
        this.drawRows();
    }

    /** @param {Run} run @param {Moment | undefined} moment */
    drawFigures(run, moment) {
        const seconds = Math.max(run.seconds, moment?.seconds ?? 0);
        const nodes = Math.max(run.nodes, moment?.nodes ?? 0);
        // Where the search stood says nothing any more once the answer is known.
        const open = run.state === "done" || run.state === "undecided" ? undefined : moment;
        /** @type {Record<string, string | null>} */
        const figures = {
            Time: duration(seconds),
            Nodes: count(nodes),
            "Nodes a second": seconds > 0 ? count(nodes / seconds) : null,
            "Solved positions": moment?.solved === undefined ? null : count(moment.solved),
            Memory: moment || this.runs.report ? size(moment?.memory_bytes ?? this.runs.report?.memory_bytes) : null,
            "Win rate": open?.chance == null ? null : percent(open.chance),
            "Expected work": open?.expected_work == null ? null : `${count(open.expected_work)} nodes`,
            "Proof number": open?.proof_number == null ? null : count(open.proof_number),
            "Disproof number": open?.disproof_number == null ? null : count(open.disproof_number),
            Depth: open?.depth == null ? null : `${open.depth} plies`,
            Margin:
                open?.lower_bound == null || open.upper_bound == null
                    ? null
                    : `${signed(open.lower_bound)} to ${signed(open.upper_bound)}`,
            Part: open?.part ? `${open.part[0]} of ${open.part[1]}` : null,
            "Moves with a value": open?.valued_moves ? `${open.valued_moves[0]} of ${open.valued_moves[1]}` : null,
            "Entries of the proof": open?.certificate_entries == null ? null : count(open.certificate_entries),
            Done: moment?.share_done && isActive(run) ? range(moment.share_done, percent) : null,
            Search: this.runs.report?.search ?? run.settings.search ?? null,
        };
        for (const [title, value] of Object.entries(figures)) {
            let cell = this.values.get(title);
            if (!cell && value !== null) {
                cell = el("dd", {});
                this.values.set(title, cell);
                this.figures.append(el("div", {}, el("dt", {}, title), cell));
            }
            if (!cell) continue;
            put(/** @type {Element} */ (cell.parentElement), "class", value === null ? "gone" : "");
            write(cell, value ?? "");
        }
    }

    drawRows() {
        const rows = this.moves();
        this.table.hidden = rows.length === 0;
        while (this.rows.children.length > rows.length) this.rows.lastElementChild?.remove();
        rows.forEach((row, index) => {
            let line = this.rows.children[index];
            if (!line) {
                line = el(
                    "tr",
                    {},
                    el("th", { scope: "row" }),
                    el("td", {}, el("span", { class: "state" })),
                    el("td", {}),
                );
                this.rows.append(line);
            }
            write(line.children[0], row.move);
            const state = /** @type {Element} */ (line.children[1].firstElementChild);
            put(state, "class", `state is-${row.mark.kind}`);
            write(state, row.mark.kind === "out" ? "left out" : row.mark.kind === "hint" ? "best" : row.mark.kind);
            write(line.children[2], row.words);
        });
    }

    /** The moves with what is known about each, the best first. @returns {Row[]} */
    moves() {
        const { run, report } = this.runs;
        if (!run) return [];
        const rows =
            report?.moves && !isActive(run)
                ? report.moves.map((move) => fromReport(report, move))
                : (this.runs.moments.at(-1)?.moves ?? []).map(fromOutlook);
        return rows.sort((one, two) => one.order - two.order);
    }

    /** What the run draws on the board, if the board shows its position. @param {Position} position @returns {Marks} */
    marks(position) {
        const marks = noMarks();
        const { run, report } = this.runs;
        if (!run || run.problem !== position.problem) return marks;
        const points = new Map(
            position.legal.map(({ move, point }) => [move.toLowerCase(), point?.toLowerCase() ?? null]),
        );
        for (const { move, mark } of this.moves().reverse()) {
            const point = points.get(move.toLowerCase());
            if (point) marks.points.set(point, mark);
        }
        const best = report?.best_move;
        const point = best ? points.get(best.toLowerCase()) : null;
        if (point && !marks.points.has(point)) {
            const isGuess = report?.best_move_is_guess ?? false;
            const wins = report?.winner === position.to_move;
            marks.points.set(
                point,
                isGuess
                    ? { kind: "hint", text: "?", words: "the best guess" }
                    : {
                          kind: wins ? "won" : "hint",
                          text: wins ? "won" : "best",
                          words: wins ? "wins" : "the best move",
                      },
            );
        }
        const line = isActive(run) ? (this.runs.moments.at(-1)?.line ?? []) : [];
        marks.line = line.slice(0, MOST_PLIES).map((move, ply) => ({
            point: points.get(move.toLowerCase()) ?? move.toLowerCase(),
            player: ply % 2 ? other(position.to_move) : position.to_move,
        }));
        return marks;
    }
}

/** @param {Run} run @param {Report | null} report */
function answer(run, report) {
    if (run.error) return run.error;
    if (run.state === "waiting") return "Waits for a processor.";
    if (run.state === "running") return run.words ?? "Searching…";
    const words = run.words ?? (run.winner ? `${name(run.winner)} wins` : "Not solved");
    return report?.no_proof ? `${words}. There is no certificate: ${report.no_proof}` : words;
}

/** @param {MoveOutlook} outlook @returns {Row} */
function fromOutlook({ move, state, chance, work }) {
    const words = [chance == null ? "" : `chance ${percent(chance)}`, work == null ? "" : `work ${count(work)}`]
        .filter(Boolean)
        .join(", ");
    const guess = chance == null ? (work == null ? "?" : count(work)) : percent(chance);
    const text = state === "open" ? guess : state;
    const openOrder = chance == null ? 1 + (work ?? 0) / (1000 + (work ?? 0)) : 2 - chance;
    const order = { won: 0, open: openOrder, draw: 3, out: 4, lost: 5 }[state];
    return {
        move,
        mark: { kind: state, text, words: [state === "out" ? "left out" : state, words].filter(Boolean).join(", ") },
        words,
        order,
    };
}

/** @param {Report} report @param {import("./types.js").ReportMove} move @returns {Row} */
function fromReport(report, { move, winner, draw, solved, margin, plies }) {
    const kind = !solved ? "open" : draw ? "draw" : winner === report.to_move ? "won" : "lost";
    const length = plies
        ? `${plies.least === plies.most ? plies.least : `${plies.least} to ${plies.most ?? "?"}`} plies`
        : "";
    const words = [
        margin == null ? "" : `Black's margin ${signed(margin)}`,
        winner ? `${name(winner)} wins` : "",
        length,
    ]
        .filter(Boolean)
        .join(", ");
    const text = margin != null ? signed(margin) : kind === "open" ? "?" : kind;
    const gain = (margin ?? 0) * (report.to_move === "black" ? 1 : -1);
    return {
        move,
        mark: { kind, text, words: words || kind },
        words,
        order: { won: 0, open: 2000, draw: 3000, lost: 4000 }[kind] - gain,
    };
}
