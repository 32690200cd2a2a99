/**
 * Light and dark: as the system says, until the switch says otherwise. The choice is kept.
 */

import { byId, put } from "./dom.js";

const STORED = "andor-theme";
const CHOICES = ["system", "light", "dark"];

/** @returns {string} */
function kept() {
    try {
        return localStorage.getItem(STORED) ?? "system";
    } catch {
        return "system";
    }
}

/** @param {string} theme */
function use(theme) {
    put(document.documentElement, "data-theme", theme);
    const control = byId("theme");
    put(control, "aria-label", `Colours: ${theme}`);
    put(control, "title", `Colours: ${theme}`);
}

export function startTheme() {
    use(kept());
    byId("theme").addEventListener("click", () => {
        const theme =
            CHOICES[(CHOICES.indexOf(document.documentElement.dataset.theme ?? "system") + 1) % CHOICES.length];
        try {
            localStorage.setItem(STORED, theme);
        } catch {
            // Without storage the choice holds until the page is left.
        }
        use(theme);
    });
}
