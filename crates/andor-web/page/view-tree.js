/**
 * The tree of variations as rows of small stones: a line goes to the right, a variation starts a row below. The
 * tree is drawn anew only when nodes came or went; a step through it changes two buttons.
 */

import { button, el, fill, put, svg } from "./dom.js";
import { name } from "./format.js";

/** @import { Session } from "./session.js" */
/** @import { Tree } from "./tree.js" */

const STEP = 30;

export class TreeView {
    /** @param {Session} session */
    constructor(session) {
        this.session = session;
        this.element = el("div", { class: "tree", role: "group", "aria-label": "Tree of variations" });
        /** @type {Tree | null} */
        this.tree = null;
        this.drawn = 0;
        /** @type {Map<number | null, HTMLElement>} */
        this.stones = new Map();
        /** @type {HTMLElement | null} */
        this.current = null;
        this.element.addEventListener("keydown", (event) => this.key(event));
    }

    /** @param {Tree} tree */
    draw(tree) {
        if (tree !== this.tree || tree.nodes.length !== this.drawn) this.build(tree);
        const stone = this.stones.get(tree.at) ?? null;
        if (this.current && this.current !== stone) {
            this.current.removeAttribute("aria-current");
            this.current.tabIndex = -1;
        }
        this.current = stone;
        if (!stone) return;
        put(stone, "aria-current", "true");
        stone.tabIndex = 0;
        this.reveal(stone);
    }

    /** Scrolls the tree, and nothing else, so that a stone is seen. @param {HTMLElement} stone */
    reveal(stone) {
        const box = this.element;
        const { offsetLeft: x, offsetTop: y } = stone;
        if (x < box.scrollLeft || x + STEP > box.scrollLeft + box.clientWidth) box.scrollLeft = x - box.clientWidth / 2;
        if (y < box.scrollTop || y + STEP > box.scrollTop + box.clientHeight) box.scrollTop = y - box.clientHeight / 2;
    }

    /** @param {Tree} tree */
    build(tree) {
        this.tree = tree;
        this.drawn = tree.nodes.length;
        this.stones.clear();
        /** @type {Map<number | null, {column: number, row: number}>} */
        const spots = new Map([[null, { column: 0, row: 0 }]]);
        /** @type {{node: number, parent: number | null}[]} the next line to lay out is the last */
        const open = [...tree.roots].reverse().map((node) => ({ node, parent: null }));
        const lines = [];
        let rows = 0;
        let columns = 0;
        while (open.length) {
            const { node, parent } = /** @type {{node: number, parent: number | null}} */ (open.pop());
            const from = spots.get(parent) ?? { column: 0, row: 0 };
            const isFirst = tree.childrenOf(parent)[0] === node;
            const to = { column: from.column + 1, row: isFirst ? from.row : ++rows };
            columns = Math.max(columns, to.column);
            spots.set(node, to);
            const [x, y] = [from.column * STEP + STEP / 2, from.row * STEP + STEP / 2];
            const turn = to.row * STEP + STEP / 2 - (isFirst ? 0 : STEP / 2);
            lines.push(
                `M${x} ${y}${isFirst ? "" : `V${turn}`}L${to.column * STEP + STEP / 2} ${to.row * STEP + STEP / 2}`,
            );
            open.push(...[...tree.nodes[node].children].reverse().map((child) => ({ node: child, parent: node })));
        }
        const [width, height] = [(columns + 1) * STEP, (rows + 1) * STEP];
        const branches = svg("svg", { width, height, "aria-hidden": "true" }, svg("path", { d: lines.join("") }));
        fill(this.element, branches, ...[...spots].map(([node, spot]) => this.stone(tree, node, spot)));
    }

    /** @param {Tree} tree @param {number | null} number @param {{column: number, row: number}} spot */
    stone(tree, number, { column, row }) {
        const node = number === null ? null : tree.nodes[number];
        const words = node
            ? `Move ${column}: ${name(node.player)} ${node.move}${node.comment ? ", with a comment" : ""}`
            : "Start";
        const stone = button(node ? String(column) : "◆", () => this.session.go(number), {
            class: `tree-stone ${node?.player ?? "start"}${node?.comment ? " has-comment" : ""}`,
            "aria-label": words,
            title: words,
            tabindex: "-1",
        });
        stone.style.left = `${column * STEP}px`;
        stone.style.top = `${row * STEP}px`;
        this.stones.set(number, stone);
        return stone;
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const ways = /** @type {Record<string, () => Promise<void>>} */ ({
            ArrowLeft: () => this.session.undo(),
            ArrowRight: () => this.session.redo(),
            ArrowUp: () => this.session.sibling(-1),
            ArrowDown: () => this.session.sibling(1),
        });
        const way = ways[event.key];
        if (!way) return;
        event.preventDefault();
        event.stopPropagation();
        way().then(() => this.current?.focus({ preventScroll: true }));
    }
}
