/**
 * Elements of HTML and SVG in one call, and the few things that every view does with them.
 */

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * @param {Element} element
 * @param {Attributes} attributes `onclick` and so on take functions; true is an attribute without value; false and
 * null are left out
 */
function setAll(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") element.addEventListener(name.slice(2), value);
        else if (value === true) element.setAttribute(name, "");
        else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
    }
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    setAll(element, attributes);
    append(element, children);
    return element;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    setAll(element, attributes);
    append(element, children);
    return element;
}

/** @param {Element} element @param {Child[]} children */
function append(element, children) {
    for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
}

/** Gives an element new children. @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
    element.replaceChildren();
    append(element, children);
}

/**
 * Changes the text only where it differs, so that nothing is laid out in vain.
 * @param {Element} element @param {string} text
 */
export function write(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/**
 * Changes an attribute only where it differs.
 * @param {Element} element @param {string} name @param {string | number} value
 */
export function put(element, name, value) {
    if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`there is no element "${id}"`);
    return element;
}

let helps = 0;

/** A sentence without the marks of Markdown. @param {string} sentence */
export const plain = (sentence) => sentence.replaceAll("`", "");

/**
 * A control with its name above and a sentence of help below.
 * @param {string} text @param {HTMLElement} control @param {string} [help]
 */
export function field(text, control, help) {
    const sentence =
        help === undefined ? null : el("span", { class: "field-help", id: `help-${helps++}` }, plain(help));
    if (sentence) control.setAttribute("aria-describedby", sentence.id);
    return el("div", { class: "field" }, el("label", {}, el("span", { class: "field-name" }, text), control), sentence);
}

/**
 * @param {[string, string][]} choices value and text of each
 * @param {Attributes} [attributes]
 */
export function select(choices, attributes = {}) {
    return el("select", attributes, ...choices.map(([value, text]) => el("option", { value }, text)));
}

/** @param {string} text @param {() => void} onclick @param {Attributes} [attributes] */
export function button(text, onclick, attributes = {}) {
    return el("button", { type: "button", onclick, ...attributes }, text);
}

/**
 * Gives a file to the reader of the page.
 * @param {string} name @param {Blob} blob
 */
export function download(name, blob) {
    const url = URL.createObjectURL(blob);
    const link = el("a", { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
