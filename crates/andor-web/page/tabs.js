/**
 * The views as tabs: one is shown, the arrow keys go from tab to tab, and whoever draws the board hears which one.
 */

import { byId, put } from "./dom.js";

/** @typedef {"board" | "solve" | "proof" | "play" | "problems"} View */

/** @type {View[]} */
const VIEWS = ["board", "solve", "proof", "play", "problems"];

export class Tabs {
    /** @param {(view: View) => void} onShow */
    constructor(onShow) {
        this.onShow = onShow;
        /** @type {View} */
        this.view = "board";
        const list = byId("tabs");
        for (const view of VIEWS) byId(`tab-${view}`).addEventListener("click", () => this.show(view));
        list.addEventListener("keydown", (event) => {
            const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (!step) return;
            event.preventDefault();
            event.stopPropagation();
            const shown = VIEWS.filter((view) => !byId(`tab-${view}`).hidden);
            const next = shown[(shown.indexOf(this.view) + step + shown.length) % shown.length];
            this.show(next);
            byId(`tab-${next}`).focus();
        });
    }

    /** @param {string | undefined} name */
    show(name) {
        const view = VIEWS.find((one) => one === name && !byId(`tab-${one}`).hidden) ?? "board";
        this.view = view;
        for (const one of VIEWS) {
            const tab = byId(`tab-${one}`);
            put(tab, "aria-selected", String(one === view));
            tab.tabIndex = one === view ? 0 : -1;
            byId(`view-${one}`).hidden = one !== view;
        }
        document.body.dataset.view = view;
        this.onShow(view);
    }

    /** The view with this number, from 1. @param {number} number */
    showNumber(number) {
        const shown = VIEWS.filter((view) => !byId(`tab-${view}`).hidden);
        if (shown[number - 1]) this.show(shown[number - 1]);
    }
}
