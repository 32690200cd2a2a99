/**
 * The shortcuts of the keyboard. The board and the tree have arrow keys of their own; in a field every key is text.
 */

import { byId } from "./dom.js";

/** @param {Record<string, () => unknown>} ways what each key does */
export function listen(ways) {
    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
        const { target } = event;
        if (document.querySelector("dialog[open]")) return;
        if (target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select")) return;
        const way = ways[event.key];
        if (!way) return;
        event.preventDefault();
        way();
    });
    const dialog = /** @type {HTMLDialogElement} */ (byId("help-dialog"));
    byId("help").addEventListener("click", () => dialog.showModal());
    byId("help-close").addEventListener("click", () => dialog.close());
}
