/**
 * The tree of variations: moves, each with its parent. Positions are not kept here; the text of a problem names the
 * position of each node.
 */

/** @import { Player, TreeNode, TreeText } from "./types.js" */
/** @typedef {TreeNode & {children: number[], next: number | null}} Node `next` is the child that was visited last */

export class Tree {
    /** @param {TreeText} text */
    constructor({ start, comment, nodes, at }) {
        this.start = start;
        this.comment = comment ?? "";
        /** @type {Node[]} */
        this.nodes = nodes.map((node) => ({ ...node, children: [], next: null }));
        /** @type {number[]} */
        this.roots = [];
        /** @type {number | null} */
        this.firstVisited = null;
        this.nodes.forEach((node, number) => this.childrenOf(node.parent).push(number));
        /** @type {number | null} */
        this.at = null;
        this.go(at);
    }

    /** @param {number | null} number */
    childrenOf(number) {
        return number === null ? this.roots : this.nodes[number].children;
    }

    /** Moves to a node; the way there is the way that `redo` takes. @param {number | null} number */
    go(number) {
        this.at = number;
        for (let child = number; child !== null; child = this.nodes[child].parent) {
            const parent = this.nodes[child].parent;
            if (parent === null) this.firstVisited = child;
            else this.nodes[parent].next = child;
        }
    }

    /** The child that `redo` goes to. @param {number | null} [number] @returns {number | null} */
    next(number = this.at) {
        const visited = number === null ? this.firstVisited : this.nodes[number].next;
        return visited ?? this.childrenOf(number)[0] ?? null;
    }

    /** The node of this move after the present node, if there is one. @param {string} move */
    child(move) {
        const same = (/** @type {number} */ number) => this.nodes[number].move.toLowerCase() === move.toLowerCase();
        return this.childrenOf(this.at).find(same) ?? null;
    }

    /** Adds a move after the present node and goes there. @param {Player} player @param {string} move */
    play(player, move) {
        let number = this.child(move);
        if (number === null) {
            number = this.nodes.length;
            this.nodes.push({ parent: this.at, player, move, children: [], next: null });
            this.childrenOf(this.at).push(number);
        }
        this.go(number);
    }

    /** The nodes from the start to a node. @param {number | null} [number] */
    line(number = this.at) {
        const line = [];
        for (let node = number; node !== null; node = this.nodes[node].parent) line.unshift(node);
        return line;
    }

    /** The line through the present node to its end. */
    wholeLine() {
        const line = this.line();
        for (let node = this.next(); node !== null; node = this.next(node)) line.push(node);
        return line;
    }

    /** The text of the problem at a node. @param {number | null} [number] */
    problem(number = this.at) {
        const moves = this.line(number).map((node) => this.nodes[node].move);
        return moves.length ? `${this.start} --moves ${moves.join(",")}` : this.start;
    }

    /** The node beside the present one, in the order of the variations. @param {1 | -1} step */
    sibling(step) {
        if (this.at === null) return null;
        const all = this.childrenOf(this.nodes[this.at].parent);
        return all[all.indexOf(this.at) + step] ?? null;
    }

    /** The tree without a node and all that follows it. @param {number} gone @returns {TreeText} */
    without(gone) {
        const { parent } = this.nodes[gone];
        /** @type {Map<number, number>} the old number of each kept node, and its new one; parents come first */
        const kept = new Map();
        this.nodes.forEach((node, number) => {
            const isKept = number !== gone && (node.parent === null || kept.has(node.parent));
            if (isKept) kept.set(number, kept.size);
        });
        /** @param {number | null} number */
        const renamed = (number) => (number === null ? null : (kept.get(number) ?? null));
        const nodes = [...kept.keys()].map((number) => ({
            ...this.bare(number),
            parent: renamed(this.nodes[number].parent),
        }));
        return { ...this.text(), nodes, at: renamed(parent) };
    }

    /** @param {number} number @returns {TreeNode} */
    bare(number) {
        const { children: _, next: __, ...node } = this.nodes[number];
        return node;
    }

    /** @returns {TreeText} */
    text() {
        const nodes = this.nodes.map((_, number) => this.bare(number));
        return { start: this.start, comment: this.comment || undefined, nodes, at: this.at };
    }
}
