/**
 * The text of a problem: game, size, then options with values, as the command line has them.
 */

/** @typedef {{game: string, size: string, options: [string, string][]}} Parts */

/** @param {string} text @returns {Parts} */
export function parse(text) {
    const words = text.trim().split(/\s+/);
    const first = words.findIndex((word) => word.startsWith("--"));
    const head = first < 0 ? words : words.slice(0, first);
    /** @type {[string, string][]} */
    const options = [];
    for (const word of first < 0 ? [] : words.slice(first)) {
        if (word.startsWith("--")) options.push([word.slice(2), ""]);
        else {
            const last = options[options.length - 1];
            last[1] = last[1] ? `${last[1]} ${word}` : word;
        }
    }
    return { game: head[0] ?? "", size: head.slice(1).join(" "), options };
}

/** @param {Parts} parts */
export function join({ game, size, options }) {
    return [game, size, ...options.map(([name, value]) => `--${name} ${value}`.trim())].filter(Boolean).join(" ");
}

/**
 * The same problem with these options; an empty value takes an option away.
 * @param {string} text @param {Record<string, string>} changes
 */
export function withOptions(text, changes) {
    const parts = parse(text);
    const kept = parts.options.filter(([name]) => !(name in changes));
    const fresh = Object.entries(changes).filter(([, value]) => value !== "");
    return join({ ...parts, options: [...fresh, ...kept] });
}
