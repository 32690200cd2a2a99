/**
 * What this tab is about: the tree of variations and the position at its present node. Changes are made one after
 * the other; each asks the server for the position and then tells who draws it.
 */

import * as api from "./api.js";
import { Emitter } from "./emitter.js";
import { problemOf } from "./link.js";
import { Tree } from "./tree.js";

/** @import { Place } from "./link.js" */
/** @import { Player, Position, Sides, TreeText } from "./types.js" */
/** @typedef {{position: Position, refused: string}} Changes */

const KEPT = 400;
const STORED = "andor-tree";

/** @extends {Emitter<Changes>} */
export class Session extends Emitter {
    constructor() {
        super();
        this.tree = new Tree({ start: "", nodes: [], at: null });
        /** @type {Position | null} */
        this.position = null;
        /** @type {number | null} the problem of the folder that is shown */
        this.entry = null;
        /** @type {Map<string, Position>} */
        this.known = new Map();
        /** @type {Promise<void>} */
        this.queue = Promise.resolve();
    }

    /**
     * Makes a change after those before it. What the server refuses is told in its words.
     * @param {() => Promise<void>} change
     */
    change(change) {
        this.queue = this.queue.then(change).catch((error) => this.tell("refused", error.message));
        return this.queue;
    }

    /** The position of a problem; those of late are known. @param {string} problem */
    async at(problem) {
        const known = this.known.get(problem);
        if (known) return known;
        return this.remember(problem, await api.position(problem));
    }

    /** @param {string} problem @param {Position} position */
    remember(problem, position) {
        this.known.set(problem, position);
        if (this.known.size > KEPT) this.known.delete(/** @type {string} */ (this.known.keys().next().value));
        return position;
    }

    /** @param {Position} position */
    show(position) {
        this.position = position;
        this.store();
        this.tell("position", position);
    }

    /** Takes a tree in place of the present one. @param {TreeText} text @param {number | null} [entry] */
    load(text, entry = null) {
        return this.change(async () => {
            const tree = new Tree(text);
            const position = await this.at(tree.problem());
            this.tree = tree;
            this.entry = entry;
            this.show(position);
        });
    }

    /**
     * Takes a problem in place of the tree; its moves become a line.
     * @param {string} problem @param {number | null} [entry]
     */
    open(problem, entry = null) {
        return this.change(async () => this.begin(await this.at(problem), entry));
    }

    /** @param {Position} position @param {number | null} [entry] */
    begin(position, entry = null) {
        const nodes = position.moves.map(({ player, move }, ply) => ({ parent: ply ? ply - 1 : null, player, move }));
        this.tree = new Tree({ start: position.start, nodes, at: nodes.length ? nodes.length - 1 : null });
        this.entry = entry;
        this.show(position);
    }

    /** Plays a move of the player to move. @param {string} move */
    play(move) {
        return this.change(async () => {
            if (!this.position) return;
            const before = this.position;
            const child = this.tree.child(move);
            const position =
                child === null
                    ? await api.position(this.tree.problem(), { play: move })
                    : await this.at(this.tree.problem(child));
            const played = position.moves.at(-1) ?? { player: before.to_move, move };
            this.tree.play(played.player, played.move);
            this.remember(this.tree.problem(), position);
            this.show(position);
        });
    }

    /** Shows a node. @param {number | null} node */
    go(node) {
        return this.change(async () => {
            const position = await this.at(this.tree.problem(node));
            this.tree.go(node);
            this.show(position);
        });
    }

    /** @param {number} plies */
    undo(plies = 1) {
        const line = this.tree.line();
        return line.length ? this.go(line.at(-plies - 1) ?? null) : this.queue;
    }

    redo() {
        const next = this.tree.next();
        return next === null ? this.queue : this.go(next);
    }

    first() {
        return this.go(null);
    }

    end() {
        return this.go(this.tree.wholeLine().at(-1) ?? null);
    }

    /** Goes to the variation before or after. @param {1 | -1} step */
    sibling(step) {
        const node = this.tree.sibling(step);
        return node === null ? this.queue : this.go(node);
    }

    /** Takes the present node out of the tree, with all that follows it. */
    remove() {
        const { at } = this.tree;
        return at === null ? this.queue : this.load(this.tree.without(at), this.entry);
    }

    /** The other player moves, in a new tree. */
    passTurn() {
        return this.change(async () => this.begin(await api.position(this.tree.problem(), { pass_turn: true })));
    }

    /** Puts other stones on the board, in a new tree. @param {Sides} stones @param {Player} toMove */
    setUp(stones, toMove) {
        return this.change(async () => {
            this.begin(await api.position(this.tree.problem(), { set_up: { ...stones, to_move: toMove } }));
        });
    }

    /** Changes one point of the board. @param {string} point @param {Player | "empty"} what */
    paint(point, what) {
        const { position } = this;
        if (!position) return this.queue;
        const rest = (/** @type {string[]} */ points) =>
            points.filter((one) => one.toLowerCase() !== point.toLowerCase());
        const stones = { black: rest(position.black), white: rest(position.white) };
        const isBall = position.board?.shape === "phutball" && what === "white";
        if (isBall) stones.white = [];
        if (what !== "empty" && !position[what].some((one) => one.toLowerCase() === point.toLowerCase()))
            stones[what].push(point);
        return this.setUp(stones, position.to_move);
    }

    /** Goes where the address says. @param {Place} place @param {string} usual the problem if the address names none */
    async restore(place, usual) {
        const { problem: start = usual, moves = [], at = moves.length } = place;
        const entry = place.entry ?? null;
        const stored = this.stored(start, moves, at);
        if (stored) return this.load(stored, entry);
        await this.open(problemOf(place, usual), entry);
        if (at < moves.length) await this.go(this.tree.line()[at - 1] ?? null);
    }

    /** Keeps the tree for when the page is loaded again. */
    store() {
        try {
            sessionStorage.setItem(STORED, JSON.stringify(this.tree.text()));
        } catch {
            // A tree too large to keep, or storage that is switched off: the address still has the line.
        }
    }

    /**
     * The tree that was kept, if its start and line are these.
     * @param {string} start @param {string[]} moves @param {number} at
     */
    stored(start, moves, at) {
        try {
            const tree = new Tree(JSON.parse(sessionStorage.getItem(STORED) ?? ""));
            if (tree.start !== start) return null;
            tree.go(null);
            for (const move of moves) {
                const child = tree.child(move);
                if (child === null) return null;
                tree.go(child);
            }
            tree.go(tree.line()[at - 1] ?? null);
            return tree.text();
        } catch {
            return null;
        }
    }
}
