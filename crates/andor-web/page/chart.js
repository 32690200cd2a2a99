/**
 * A small chart: a curve over the seconds of a search, with a band around it where the figure is a forecast. The
 * elements are made once; each moment only writes two paths and two texts.
 */

import { el, put, svg, write } from "./dom.js";

/** @typedef {{x: number, y: number, low?: number, high?: number}} Dot */

const WIDTH = 200;
const HEIGHT = 64;

export class Chart {
    /** @param {string} title @param {(y: number) => string} words how a figure is written @param {string} [nothing] */
    constructor(title, words, nothing = "no figures yet") {
        this.words = words;
        this.nothing = nothing;
        this.band = svg("path", { class: "band" });
        this.curve = svg("path", { class: "curve" });
        this.limit = svg("path", { class: "limit", display: "none" });
        this.end = svg("circle", { class: "end", r: 2.5, display: "none" });
        const base = svg("path", { class: "base", d: `M0 ${HEIGHT}H${WIDTH}` });
        this.picture = svg(
            "svg",
            { viewBox: `0 -4 ${WIDTH + 4} ${HEIGHT + 6}`, preserveAspectRatio: "none", "aria-hidden": "true" },
            base,
            this.band,
            this.limit,
            this.curve,
            this.end,
        );
        this.now = el("strong", {});
        this.top = el("span", { class: "chart-top" });
        this.element = el(
            "figure",
            { class: "chart" },
            el("figcaption", {}, el("span", {}, title), this.now),
            this.picture,
            this.top,
        );
    }

    /**
     * @param {Dot[]} dots @param {{limit?: number, now?: string}} [more] a line for a limit; the present figure in
     * words
     */
    draw(dots, { limit, now } = {}) {
        const last = dots.at(-1);
        write(this.now, now ?? (last ? this.words(last.y) : this.nothing));
        this.element.classList.toggle("is-empty", dots.length === 0);
        put(this.end, "display", last ? "inline" : "none");
        if (!last) {
            put(this.curve, "d", "");
            put(this.band, "d", "");
            write(this.top, "");
            return;
        }
        const highest = dots.reduce((most, dot) => Math.max(most, dot.y), 0);
        const widest = dots.reduce((most, dot) => Math.max(most, dot.high ?? 0), 0);
        const top = Math.max(Math.min(widest, 3 * highest), highest, 1e-9) * 1.05;
        const until = Math.max(last.x, 1e-9);
        const x = (/** @type {number} */ at) => ((at / until) * WIDTH).toFixed(1);
        const y = (/** @type {number} */ of) => (HEIGHT - Math.min(of / top, 1) * HEIGHT).toFixed(1);
        put(this.curve, "d", `M${dots.map((dot) => `${x(dot.x)} ${y(dot.y)}`).join("L")}`);
        const banded = dots.filter((dot) => dot.low !== undefined && dot.high !== undefined);
        const up = banded.map((dot) => `${x(dot.x)} ${y(dot.high ?? 0)}`);
        const down = banded.map((dot) => `${x(dot.x)} ${y(dot.low ?? 0)}`).reverse();
        put(this.band, "d", banded.length ? `M${[...up, ...down].join("L")}Z` : "");
        put(this.end, "cx", x(last.x));
        put(this.end, "cy", y(last.y));
        const isNear = limit !== undefined && limit <= top;
        put(this.limit, "display", isNear ? "inline" : "none");
        if (isNear) put(this.limit, "d", `M0 ${y(limit)}H${WIDTH}`);
        write(this.top, `up to ${this.words(Math.max(highest, Math.min(widest, top)))}`);
    }
}
