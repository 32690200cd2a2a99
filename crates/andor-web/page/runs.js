/**
 * The searches that the server makes: the list, which the stream of events keeps up to date, and the chosen run with
 * its moments and its report.
 */

import * as api from "./api.js";
import { Emitter } from "./emitter.js";

/** @import { Stream } from "./events.js" */
/** @import { Moment, Report, Run, Settings, Thought } from "./types.js" */
/** @typedef {{list: null, chosen: Run | null, moment: Moment, record: null, refused: string, ended: Run}} Changes */

const MOST_MOMENTS = 600;
const LIST_AFTER = 20;
const ACTIVE = ["waiting", "running"];

/** @param {Run | null | undefined} run */
export const isActive = (run) => run !== null && run !== undefined && ACTIVE.includes(run.state);

/** @extends {Emitter<Changes>} */
export class Runs extends Emitter {
    /** @param {Stream} stream */
    constructor(stream) {
        super();
        this.stream = stream;
        /** @type {Map<number, Run>} */
        this.all = new Map();
        /** @type {number | null} */
        this.chosen = null;
        /** @type {Moment[]} */
        this.moments = [];
        /** @type {Report | null} */
        this.report = null;
        /** @type {Map<number, (run: Run) => void>} */
        this.waiting = new Map();
        /** @type {number | undefined} */
        this.announced = undefined;
        stream.on("run", (run) => this.take(run));
        stream.on("gone", ({ id }) => this.drop(id));
        stream.on("moment", ({ id, moment }) => id === this.chosen && this.add(moment));
        stream.on("opened", () => this.reload());
    }

    /** The runs that solve, the newest first. */
    list() {
        return [...this.all.values()].filter((run) => run.kind === "solve").sort((one, two) => two.id - one.id);
    }

    /** @returns {Run | null} */
    get run() {
        return this.chosen === null ? null : (this.all.get(this.chosen) ?? null);
    }

    /** The newest run about a problem. @param {string} problem */
    about(problem) {
        return this.list().find((run) => run.problem === problem) ?? null;
    }

    /** @param {Run} run */
    take(run) {
        const before = this.all.get(run.id);
        // An answer may be older than an event that overtook it; a run that ended does not begin again.
        if (before && !isActive(before) && isActive(run)) return;
        this.all.set(run.id, run);
        this.announce();
        if (isActive(run)) return;
        this.waiting.get(run.id)?.(run);
        this.waiting.delete(run.id);
        if (isActive(before)) this.tell("ended", run);
        if (run.id === this.chosen && before?.state !== run.state) this.load();
    }

    /** @param {number} id */
    drop(id) {
        this.all.delete(id);
        if (this.chosen === id) this.choose(null);
        this.announce();
    }

    /** Tells that the list changed, once for many changes at the same time. */
    announce() {
        this.announced ??= setTimeout(() => {
            this.announced = undefined;
            this.tell("list", null);
        }, LIST_AFTER);
    }

    /** After the stream was away: which runs are gone, and what the chosen run did. */
    async reload() {
        const runs = await api.runs().catch(() => null);
        if (!runs) return;
        const kept = new Set(runs.map((run) => run.id));
        for (const id of [...this.all.keys()]) if (!kept.has(id)) this.drop(id);
        for (const run of runs) this.take(run);
        if (this.chosen !== null) this.load();
    }

    /** @param {Moment} moment */
    add(moment) {
        // The line and the moves are of use in the last moment alone; what was known of the moves stays known.
        const before = this.moments.pop();
        if (before) this.moments.push({ ...before, line: undefined, moves: undefined });
        this.moments.push(moment.moves?.length ? moment : { ...moment, moves: before?.moves });
        if (this.moments.length > MOST_MOMENTS) {
            const { length } = this.moments;
            this.moments = this.moments.filter((_, index) => index % 2 === 0 || index === length - 1);
        }
        this.tell("moment", moment);
    }

    /** Shows a run. @param {number | null} id */
    choose(id) {
        if (this.chosen === id) return;
        this.chosen = id;
        this.moments = [];
        this.report = null;
        this.stream.watch(id);
        this.tell("chosen", this.run);
        if (id !== null) this.load();
    }

    /** Asks for the moments and the report of the chosen run. */
    async load() {
        const { chosen } = this;
        if (chosen === null) return;
        try {
            const record = await api.run(chosen);
            if (this.chosen !== chosen) return;
            const last = record.moments.at(-1)?.seconds ?? 0;
            const newer = this.moments.filter((moment) => moment.seconds > last);
            this.moments = [...record.moments, ...newer];
            this.report = record.report;
            this.all.set(chosen, record.run);
            this.tell("record", null);
        } catch (error) {
            this.fail(error);
            if (this.chosen === chosen) this.choose(null);
        }
    }

    /** Starts a search and shows it. @param {string} problem @param {Settings} settings */
    async begin(problem, settings) {
        try {
            const run = await api.begin(problem, "solve", settings);
            this.take(run);
            this.choose(run.id);
            return run;
        } catch (error) {
            this.fail(error);
            return null;
        }
    }

    /**
     * A move to play, and what was thought about the others. The run leaves the list when it is done.
     * @param {string} problem @param {Settings} settings @param {AbortSignal} [signal]
     * @returns {Promise<Thought | null>}
     */
    async think(problem, settings, signal) {
        const { id } = await api.begin(problem, "think", settings);
        const end = /** @type {Promise<void>} */ (
            new Promise((resolve) => {
                this.waiting.set(id, () => resolve());
                signal?.addEventListener("abort", () => resolve());
            })
        );
        let record = await api.run(id);
        while (isActive(record.run) && !signal?.aborted) {
            await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 1000))]);
            if (!signal?.aborted) record = await api.run(id);
        }
        this.waiting.delete(id);
        await api.remove(id).catch(() => null);
        if (record.run.error) throw new Error(record.run.error);
        return signal?.aborted ? null : record.thought;
    }

    /** @param {number} id */
    stop(id) {
        return api.stop(id).then(
            (run) => this.take(run),
            (error) => this.fail(error),
        );
    }

    /** @param {number} id */
    remove(id) {
        return api.remove(id).then(
            () => this.drop(id),
            (error) => this.fail(error),
        );
    }

    /** @param {unknown} error */
    fail(error) {
        this.tell("refused", error instanceof Error ? error.message : String(error));
    }
}
