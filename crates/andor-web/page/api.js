/**
 * The requests to the server: one function for each. The interface is docs/explorer.md.
 * A refused request throws a `Refusal` with the sentence of the server.
 */

/** @import { Certificate, Folder, Player, Position, Run, RunRecord } from "./types.js" */
/** @import { Settings, Start, TreeText, Walk } from "./types.js" */

/** A request that the server refused; the message is its sentence. */
export class Refusal extends Error {
    /** @param {number} status @param {string} sentence */
    constructor(status, sentence) {
        super(sentence);
        this.status = status;
    }
}

/**
 * @param {string} method @param {string} path @param {unknown} [body]
 * @returns {Promise<Response>}
 */
async function ask(method, path, body) {
    const isBytes = body instanceof Blob || body instanceof ArrayBuffer;
    const type = isBytes ? "application/octet-stream" : "application/json";
    let answer;
    try {
        answer = await fetch(path, {
            method,
            headers: body === undefined ? {} : { "Content-Type": type },
            body: body === undefined ? undefined : isBytes ? /** @type {BodyInit} */ (body) : JSON.stringify(body),
        });
    } catch {
        throw new Refusal(0, "the server does not answer; is andor explore still running?");
    }
    if (answer.ok) return answer;
    const sentence = await answer.json().then(
        (object) => object.error,
        () => null,
    );
    throw new Refusal(answer.status, sentence ?? `the server answered with status ${answer.status}`);
}

/** @param {string} path */
const get = async (path) => (await ask("GET", path)).json();
/** @param {string} path @param {unknown} [body] */
const post = async (path, body = {}) => (await ask("POST", path, body)).json();

/** @returns {Promise<Start>} */
export const start = () => get("/api/start");

/**
 * @param {string} problem
 * @param {{play?: string, set_up?: {black: string[], white: string[], to_move: Player}, pass_turn?: boolean}} [change]
 * @returns {Promise<Position>}
 */
export const position = (problem, change = {}) => post("/api/position", { problem, ...change });

/** @param {string} text @param {string} [name] @param {string} [problem] @returns {Promise<TreeText>} */
export const read = (text, name, problem) => post("/api/read", { text, name, problem });

/** @param {TreeText} tree @returns {Promise<string>} */
export const sgf = async (tree) => (await ask("POST", "/api/sgf", tree)).text();

/** @returns {Promise<Run[]>} */
export const runs = async () => (await get("/api/runs")).runs;

/** @param {string} problem @param {"solve" | "think"} kind @param {Settings} settings @returns {Promise<Run>} */
export const begin = (problem, kind, settings) => post("/api/runs", { problem, kind, settings });

/** @param {number} id @returns {Promise<RunRecord>} */
export const run = (id) => get(`/api/runs/${id}`);

/** @param {number} id @returns {Promise<Run>} */
export const stop = (id) => post(`/api/runs/${id}/stop`);

/** @param {number} id */
export const remove = (id) => ask("DELETE", `/api/runs/${id}`);

/** @param {Blob | ArrayBuffer} bytes @returns {Promise<Certificate>} */
export const addCertificate = async (bytes) => (await ask("POST", "/api/certificates", bytes)).json();

/** @param {number} id @returns {Promise<Certificate>} */
export const certificate = (id) => get(`/api/certificates/${id}`);

/** @param {number} id @param {number} root @param {string[]} moves @returns {Promise<Walk>} */
export const walk = (id, root, moves) => post(`/api/certificates/${id}/walk`, { root, moves });

/** @param {number} id */
export const certificateFile = async (id) => (await ask("GET", `/api/certificates/${id}/file`)).blob();

/** @param {number} id @param {Record<string, string>} query @returns {Promise<string>} */
export const certificateSgf = async (id, query) =>
    (await ask("GET", `/api/certificates/${id}/sgf?${new URLSearchParams(query)}`)).text();

/** @returns {Promise<Folder>} */
export const problems = () => get("/api/problems");

/** @param {number} entry @returns {Promise<TreeText>} */
export const problem = (entry) => get(`/api/problems/${entry}`);

/** @param {Settings} settings @param {number[]} [entries] @returns {Promise<{runs: Run[]}>} */
export const solveProblems = (settings, entries) => post("/api/problems/solve", { settings, entries });
