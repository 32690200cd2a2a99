/**
 * A board as one SVG. Each point has at most one stone, one cell (zone, reason), one small stone (as good as a
 * player's), one mark and one number of the line; their elements are made once and reused, and only what changed is
 * written. The pointer and the arrow keys both end in `onPoint`.
 */

import { el, fill, put, svg, write } from "./dom.js";
import { layout } from "./geometry.js";
import { name } from "./format.js";

/** @import { Marks, Player, Position } from "./types.js" */
/** @import { Layout } from "./geometry.js" */

/** @returns {Marks} */
export const noMarks = () => ({ points: new Map(), zone: [], reason: [], filled: { black: [], white: [] }, line: [] });

/** Of a unit: cells of small boards need not be huge. */
const MOST_PIXELS = 0.92;
/** More columns than this have signs in place of words in their marks. */
const MOST_WORDS = 11;
/** @type {Record<string, string>} */
const SIGNS = { won: "✓", lost: "✗", draw: "=", covered: "·", dominated: "<", settled: "✓", out: "–" };

export class Board {
    /** @param {(point: string) => void} [onPoint] without it the board is a picture */
    constructor(onPoint) {
        this.onPoint = onPoint;
        this.picture = svg("svg", { class: "board", "aria-hidden": "true", focusable: "false" });
        this.layers = Object.fromEntries(
            ["ground", "cells", "stones", "marks", "over"].map((layer) => [layer, svg("g", { class: layer })]),
        );
        this.picture.append(...Object.values(this.layers));
        this.said = el("p", { class: "unseen", "aria-live": "polite" });
        this.description = el("p", { class: "unseen", id: onPoint ? "board-words" : null });
        this.element = el("div", { class: "board-frame" }, this.picture);
        this.shown = "";
        this.marks = noMarks();
        /** @type {Position | null} */
        this.position = null;
        /** @type {Layout | null} */
        this.layout = null;
        /** @type {Map<string, number>} the number of a point, by its name in lower case */
        this.numbers = new Map();
        /** @type {Map<string, SVGElement>} by kind and point */
        this.pool = new Map();
        /** @type {Map<string, string>} what each element of the pool shows now */
        this.drawn = new Map();
        this.cursor = 0;
        /** @type {Player} the colour of the stone under the pointer */
        this.brush = "black";
        this.ghost = svg("circle", { class: "ghost", display: "none" });
        this.ring = svg("path", { class: "cursor", display: "none" });
        this.last = svg("circle", { class: "last", r: 13, display: "none" });
        if (onPoint) this.listen();
    }

    listen() {
        const frame = this.element;
        const attributes = {
            tabindex: "0",
            role: "application",
            "aria-roledescription": "board",
            "aria-describedby": "board-words",
        };
        for (const [key, value] of Object.entries(attributes)) frame.setAttribute(key, value);
        frame.append(this.said, this.description);
        this.picture.addEventListener("click", (event) => {
            const point = this.pointAt(event);
            if (point !== null) this.choose(point);
        });
        this.picture.addEventListener("pointermove", (event) => {
            if (event.pointerType === "mouse") this.hover(this.pointAt(event));
        });
        this.picture.addEventListener("pointerleave", () => this.hover(null));
        frame.addEventListener("keydown", (event) => this.key(event));
        frame.addEventListener("focus", () => this.moveCursor(this.cursor));
    }

    /** @param {MouseEvent} event @returns {number | null} */
    pointAt(event) {
        const matrix = this.picture.getScreenCTM();
        if (!matrix || !this.layout) return null;
        const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
        return this.layout.nearest(spot.x, spot.y);
    }

    /** @param {number} point */
    choose(point) {
        this.cursor = point;
        this.place(this.ring, point);
        const chosen = this.position?.board?.names[point];
        if (chosen) this.onPoint?.(chosen);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const grid = this.position?.board;
        if (!grid || event.ctrlKey || event.metaKey || event.altKey) return;
        const column = this.cursor % grid.columns;
        const row = Math.floor(this.cursor / grid.columns);
        /** @type {Record<string, [number, number]>} */
        const steps = {
            ArrowLeft: [column - 1, row],
            ArrowRight: [column + 1, row],
            ArrowUp: [column, row - 1],
            ArrowDown: [column, row + 1],
            Home: [0, row],
            End: [grid.columns - 1, row],
        };
        if (event.key in steps) {
            const [x, y] = steps[event.key];
            this.moveCursor(
                Math.min(Math.max(y, 0), grid.rows - 1) * grid.columns + Math.min(Math.max(x, 0), grid.columns - 1),
            );
        } else if (event.key === "Enter" || event.key === " ") {
            this.choose(this.cursor);
            this.say(this.cursor);
        } else return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** @param {number} point */
    moveCursor(point) {
        this.cursor = point;
        this.place(this.ring, point);
        this.say(point);
    }

    /** Tells a screen reader what is on a point. @param {number} point */
    say(point) {
        const label = this.position?.board?.names[point];
        if (!label || !this.position) return;
        const key = label.toLowerCase();
        const has = (/** @type {string[]} */ points) => points.some((one) => one.toLowerCase() === key);
        const stone = has(this.position.black) ? "black stone" : has(this.position.white) ? "white stone" : "empty";
        const zone = has(this.marks.zone) ? "in the zone" : "";
        const reason = has(this.marks.reason) ? "part of the reason" : "";
        write(this.said, [label, stone, this.marks.points.get(key)?.words, zone, reason].filter(Boolean).join(", "));
    }

    /** @param {SVGElement} element @param {number | null} point */
    place(element, point) {
        const spot = point === null ? null : this.layout?.spots[point];
        put(element, "display", spot ? "inline" : "none");
        if (spot) put(element, "transform", `translate(${spot.x} ${spot.y})`);
    }

    /** The stone that a click would place. @param {number | null} point */
    hover(point) {
        const label = point === null ? undefined : this.position?.board?.names[point];
        const isFree = label !== undefined && !this.drawn.get(`stone ${point}`);
        this.place(this.ghost, isFree ? point : null);
        put(this.ghost, "class", `ghost ${this.brush}`);
    }

    /** Shows the stones of a position. @param {Position} position */
    show(position) {
        const grid = position.board;
        this.position = position;
        if (!grid) return;
        const shape = `${grid.shape} ${grid.columns} ${grid.names.join(" ")}`;
        if (shape !== this.shown) this.build(shape, position);
        /** @type {Map<number, string>} */
        const stones = new Map();
        for (const player of /** @type {const} */ (["black", "white"])) {
            for (const point of this.find(position[player])) stones.set(point, player);
        }
        const last = this.find([position.moves.at(-1)?.move ?? ""])[0] ?? null;
        this.draw("stone", stones, () => svg("circle", { r: this.layout?.radius ?? 0 }), "stones");
        this.place(this.last, last !== null && stones.has(last) ? last : null);
        put(this.last, "class", `last on-${stones.get(last ?? -1)}`);
        /** @type {Map<number, string>} */
        const safe = new Map();
        for (const player of /** @type {const} */ (["black", "white"])) {
            for (const point of this.find(position.safe?.[player] ?? []))
                safe.set(point, stones.has(point) ? `${player} on-stone` : player);
        }
        this.draw("safe", safe, () => svg("rect", { x: -11, y: -11, width: 22, height: 22, rx: 4 }), "marks");
        this.hover(null);
        this.describe(position);
    }

    /** @param {Position} position */
    describe(position) {
        const { board, black, white, title, size } = position;
        if (!this.onPoint || !board) return;
        put(this.element, "aria-label", `${title} board, ${size}`);
        const stones = (/** @type {string[]} */ points) => (points.length ? points.join(" ") : "none");
        write(
            this.description,
            `Arrow keys move the cursor, Enter plays. Black stones: ${stones(black)}. White stones: ${stones(white)}. ` +
                (position.outcome ? position.outcome.words : `${name(position.to_move)} to move.`),
        );
    }

    /** @param {string} shape @param {Position} position */
    build(shape, position) {
        const grid = position.board;
        if (!grid) return;
        this.shown = shape;
        this.layout = layout(grid);
        this.numbers = new Map(grid.names.map((label, point) => [label.toLowerCase(), point]));
        this.pool.clear();
        this.drawn.clear();
        const { width, height, cell, radius, ground } = this.layout;
        put(this.picture, "viewBox", `0 0 ${width} ${height}`);
        put(this.picture, "data-shape", grid.shape);
        this.element.style.setProperty("--ratio", String(width / height));
        this.element.style.setProperty("--most", `${width * MOST_PIXELS}px`);
        for (const layer of Object.values(this.layers)) fill(layer);
        fill(this.layers.ground, ...ground);
        put(this.ring, "d", cell);
        put(this.ghost, "r", radius);
        fill(this.layers.over, this.ghost, this.last, this.ring);
        this.cursor = Math.floor(grid.rows / 2) * grid.columns + Math.floor(grid.columns / 2);
        this.place(this.ring, this.onPoint ? this.cursor : null);
    }

    /** The numbers of points; a move of several points counts as its last. @param {string[]} points */
    find(points) {
        const found = [];
        for (const point of points) {
            const key = point.toLowerCase();
            const number = this.numbers.get(key) ?? this.numbers.get(key.slice(key.lastIndexOf("-") + 1));
            if (number !== undefined) found.push(number);
        }
        return found;
    }

    /** Draws the marks over the stones. @param {Marks} marks */
    mark(marks) {
        this.marks = marks;
        /** @type {Map<number, string>} */
        const cells = new Map();
        for (const point of this.find(marks.zone)) cells.set(point, "zone");
        for (const point of this.find(marks.reason)) cells.set(point, cells.has(point) ? "zone reason" : "reason");
        this.draw("cell", cells, () => svg("path", { d: this.layout?.cell }), "cells");
        /** @type {Map<number, string>} */
        const filled = new Map();
        for (const player of /** @type {const} */ (["black", "white"])) {
            for (const point of this.find(marks.filled[player])) filled.set(point, player);
        }
        this.draw("filled", filled, () => svg("circle", { r: (this.layout?.radius ?? 0) - 1 }), "cells");
        const isWide = (this.position?.board?.columns ?? 0) > MOST_WORDS;
        /** @type {Map<number, string>} */
        const signs = new Map();
        for (const [point, { kind, text }] of marks.points) {
            const [number] = this.find([point]);
            const sign = isWide && /^[a-z]/.test(text) ? (SIGNS[kind] ?? "") : text;
            if (number !== undefined) signs.set(number, `${kind} |${sign}`);
        }
        this.draw("mark", signs, () => svg("g", {}, svg("circle", { r: 39 }), svg("text", {})), "marks");
        /** @type {Map<number, string>} */
        const line = new Map();
        marks.line.forEach(({ point, player }, ply) => {
            const [number] = this.find([point]);
            if (number !== undefined && !line.has(number)) line.set(number, `${player} |${ply + 1}`);
        });
        this.draw("line", line, () => svg("g", {}, svg("circle", { r: 36 }), svg("text", {})), "marks");
    }

    /**
     * Shows one kind of element on these points and hides it elsewhere. What is shown is its classes, and after a
     * stroke its text.
     * @param {string} kind @param {Map<number, string>} wanted @param {() => SVGElement} make @param {string} layer
     */
    draw(kind, wanted, make, layer) {
        for (const [key, shown] of this.drawn) {
            if (!key.startsWith(`${kind} `) || !shown || wanted.has(Number(key.slice(kind.length + 1)))) continue;
            this.pool.get(key)?.setAttribute("display", "none");
            this.drawn.set(key, "");
        }
        for (const [point, shown] of wanted) {
            const key = `${kind} ${point}`;
            if (this.drawn.get(key) === shown) continue;
            let element = this.pool.get(key);
            if (!element) {
                element = make();
                this.place(element, point);
                this.layers[layer].append(element);
                this.pool.set(key, element);
            }
            const [classes, text] = shown.split(" |");
            put(element, "display", "inline");
            put(element, "class", `${kind} ${classes}`);
            if (text !== undefined && element.lastChild instanceof Element) {
                write(element.lastChild, text);
                put(element.lastChild, "class", text.length > 3 ? "long" : "");
            }
            this.drawn.set(key, shown);
        }
    }
}
