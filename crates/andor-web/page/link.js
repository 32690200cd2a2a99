/**
 * The address bar names what the page shows, after the `#`: the start, the line and how far it was played, the view,
 * and the run, certificate or problem that is shown. A link restores it on the same server; the position, on any.
 */

/**
 * @typedef {object} Place
 * @property {string} [problem] the start
 * @property {string[]} [moves] the line through the shown position
 * @property {number} [at] how many of the moves were played
 * @property {string} [view]
 * @property {number} [run]
 * @property {number} [certificate]
 * @property {number} [root]
 * @property {number} [entry]
 */

/** @param {string} text */
const encode = (text) => encodeURIComponent(text).replace(/%20/g, "+").replace(/%2C/g, ",").replace(/%3A/g, ":");

/** @param {Place} place */
export function address(place) {
    const parts = Object.entries(place).filter(([, value]) => value !== undefined && value !== null);
    return `#${parts.map(([key, value]) => `${key}=${encode(Array.isArray(value) ? value.join(",") : String(value))}`).join("&")}`;
}

/**
 * The problem with the whole line of a place.
 * @param {Place} place @param {string} usual the problem if the place names none
 */
export function problemOf({ problem, moves = [] }, usual) {
    const start = problem ?? usual;
    return moves.length ? `${start} --moves ${moves.join(",")}` : start;
}

/** @param {string} hash @returns {Place} */
export function place(hash) {
    const parts = new URLSearchParams(hash.replace(/^#/, ""));
    /** @param {string} key */
    const number = (key) => {
        const value = Number.parseInt(parts.get(key) ?? "", 10);
        return Number.isNaN(value) ? undefined : value;
    };
    return {
        problem: parts.get("problem") ?? undefined,
        moves: parts.get("moves")?.split(",").filter(Boolean),
        at: number("at"),
        view: parts.get("view") ?? undefined,
        run: number("run"),
        certificate: number("certificate"),
        root: number("root"),
        entry: number("entry"),
    };
}
