/**
 * What comes into the page: a pasted text, a dropped file, or either by the dialog "Open". Bytes that begin like a
 * certificate are one; everything else is a text for the server to read.
 */

import * as api from "./api.js";
import { byId } from "./dom.js";

/** @import { Proof } from "./proof.js" */
/** @import { Session } from "./session.js" */

const CERTIFICATE = "ANDORCRT";
const MOST_TEXT = 4 * 2 ** 20;
const MOST_BYTES = 64 * 2 ** 20;

export class Opener {
    /** @param {Session} session @param {Proof} proof @param {(view: "board" | "proof") => void} show */
    constructor(session, proof, show) {
        this.session = session;
        this.proof = proof;
        this.show = show;
        this.dialog = /** @type {HTMLDialogElement} */ (byId("open-dialog"));
        this.text = /** @type {HTMLTextAreaElement} */ (byId("open-text"));
        this.chosen = /** @type {HTMLInputElement} */ (byId("open-file"));
        byId("open").addEventListener("click", () => this.ask());
        byId("open-form").addEventListener("submit", () => this.read(this.text.value));
        byId("open-cancel").addEventListener("click", () => this.dialog.close());
        this.chosen.addEventListener("change", () => {
            const file = this.chosen.files?.[0];
            if (file) this.file(file);
            this.chosen.value = "";
            this.dialog.close();
        });
        this.listen();
    }

    ask() {
        this.text.value = "";
        this.dialog.showModal();
        this.text.focus();
    }

    listen() {
        document.addEventListener("paste", (event) => {
            const isField = event.target instanceof Element && event.target.closest("input, textarea, select");
            if (isField || !event.clipboardData) return;
            const file = event.clipboardData.files[0];
            if (file) this.file(file);
            else this.read(event.clipboardData.getData("text/plain"));
            event.preventDefault();
        });
        const holdsSomething = (/** @type {DragEvent} */ event) =>
            event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain");
        document.addEventListener("dragover", (event) => {
            if (!holdsSomething(event)) return;
            event.preventDefault();
            document.body.classList.add("is-drop");
        });
        document.addEventListener("dragleave", (event) => {
            if (event.relatedTarget === null) document.body.classList.remove("is-drop");
        });
        document.addEventListener("drop", (event) => {
            document.body.classList.remove("is-drop");
            const file = event.dataTransfer?.files[0];
            if (file) this.file(file);
            else this.read(event.dataTransfer?.getData("text/plain") ?? "");
            event.preventDefault();
        });
    }

    /** @param {File} file */
    async file(file) {
        const head = await file.slice(0, CERTIFICATE.length).text();
        const isCertificate = head === CERTIFICATE || file.name.endsWith(".cert");
        const most = isCertificate ? MOST_BYTES : MOST_TEXT;
        if (file.size > most) {
            this.session.tell("refused", `${file.name} has ${file.size} bytes; the most is ${most}`);
        } else if (isCertificate) {
            this.show("proof");
            await this.proof.add(file);
        } else await this.read(await file.text(), file.name);
    }

    /** @param {string} text @param {string} [name] */
    async read(text, name) {
        if (text.trim() === "") return;
        try {
            const tree = await api.read(text, name, this.session.position?.problem);
            await this.session.load(tree);
            this.show("board");
        } catch (error) {
            this.session.tell("refused", error instanceof Error ? error.message : String(error));
        }
    }
}
