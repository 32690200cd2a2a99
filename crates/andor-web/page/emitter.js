/**
 * Who wants to hear of something says so once; who changes something tells all of them.
 */

/** @template {Record<string, unknown>} Events */
export class Emitter {
    constructor() {
        /** @type {Map<keyof Events, ((data: any) => void)[]>} */
        this.listeners = new Map();
    }

    /**
     * @template {keyof Events} Name
     * @param {Name} name @param {(data: Events[Name]) => void} listener
     */
    on(name, listener) {
        this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
    }

    /**
     * @template {keyof Events} Name
     * @param {Name} name @param {Events[Name]} data
     */
    tell(name, data) {
        for (const listener of this.listeners.get(name) ?? []) listener(data);
    }
}
