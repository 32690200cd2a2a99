/**
 * The stream of events of this tab. Browsers allow six connections to a host, so a tab has one stream: it is closed
 * while the tab is hidden and opened again when the tab is shown. After `goodbye`, and when the connection is lost,
 * the stream is tried again every few seconds.
 */

import { Emitter } from "./emitter.js";

/** @import { Check, Moment, Run } from "./types.js" */
/**
 * @typedef {{run: Run, gone: {id: number}, moment: {id: number, moment: Moment},
 *     check: {id: number, check: Check}, connected: boolean, opened: null}} Events
 */

const RETRY_AFTER = 3000;

/** @extends {Emitter<Events>} */
export class Stream extends Emitter {
    constructor() {
        super();
        /** @type {EventSource | null} */
        this.source = null;
        /** @type {number | null} */
        this.watched = null;
        /** @type {number | undefined} */
        this.timer = undefined;
        this.isConnected = true;
        document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.open()));
        addEventListener("pagehide", () => this.close());
        addEventListener("pageshow", (event) => event.persisted && this.open());
    }

    /** Hear the moments of this run from now on. @param {number | null} run */
    watch(run) {
        if (this.watched === run) return;
        this.watched = run;
        if (this.source) this.open();
    }

    open() {
        this.close();
        if (document.hidden) return;
        const source = new EventSource(this.watched === null ? "/api/events" : `/api/events?run=${this.watched}`);
        this.source = source;
        for (const name of /** @type {const} */ (["run", "gone", "moment", "check"])) {
            source.addEventListener(name, (event) => this.tell(name, JSON.parse(event.data)));
        }
        source.addEventListener("open", () => {
            this.connect(true);
            this.tell("opened", null);
        });
        source.addEventListener("goodbye", () => this.retry());
        source.addEventListener("error", () => this.retry());
    }

    close() {
        clearTimeout(this.timer);
        this.source?.close();
        this.source = null;
    }

    retry() {
        this.close();
        this.connect(false);
        this.timer = setTimeout(() => this.open(), RETRY_AFTER);
    }

    /** @param {boolean} isConnected */
    connect(isConnected) {
        if (this.isConnected === isConnected) return;
        this.isConnected = isConnected;
        this.tell("connected", isConnected);
    }
}
