/**
 * Numbers and moves in words.
 */

/** @import { Player, Range } from "./types.js" */

/** 812, 12.3k, 4.5M @param {number | null | undefined} number */
export function count(number) {
    if (number === null || number === undefined || !Number.isFinite(number)) return "–";
    for (const [unit, size] of /** @type {const} */ ([
        ["T", 1e12],
        ["G", 1e9],
        ["M", 1e6],
        ["k", 1e3],
    ])) {
        if (number >= size * 0.9995) return `${short(number / size)}${unit}`;
    }
    return number < 10 && !Number.isInteger(number) ? number.toFixed(1) : String(Math.round(number));
}

/** Three figures. @param {number} number */
const short = (number) => number.toFixed(number < 9.995 ? 2 : number < 99.95 ? 1 : 0);

/** @param {number | null | undefined} bytes */
export function size(bytes) {
    if (bytes === null || bytes === undefined) return "–";
    for (const [unit, of] of /** @type {const} */ ([
        ["GB", 2 ** 30],
        ["MB", 2 ** 20],
        ["kB", 2 ** 10],
    ])) {
        if (bytes >= of) return `${short(bytes / of)} ${unit}`;
    }
    return `${bytes} bytes`;
}

/** @param {number | null | undefined} seconds */
export function duration(seconds) {
    if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return "–";
    if (seconds < 1) return `${seconds.toFixed(2)} s`;
    if (seconds < 60) return `${seconds.toFixed(1)} s`;
    if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
    if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
    return `${Math.round(seconds / 86400)} days`;
}

/** @param {number | null | undefined} share */
export const percent = (share) => (share === null || share === undefined ? "–" : `${Math.round(share * 100)}%`);

/** 20% (10% to 50%) @param {Range} range @param {(number: number) => string} one */
export const range = ({ least, likely, most }, one) => `${one(likely)} (${one(least)} to ${one(most)})`;

/** @param {Player | null | undefined} player */
export const name = (player) => (player === "black" ? "Black" : player === "white" ? "White" : "nobody");

/** @param {Player} player @returns {Player} */
export const other = (player) => (player === "black" ? "white" : "black");

/** +7, 0, −3 @param {number} margin */
export const signed = (margin) => (margin > 0 ? `+${margin}` : margin < 0 ? `−${-margin}` : "0");
