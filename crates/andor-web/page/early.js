/**
 * The first two requests. They are on their way while the modules of the board are still loaded.
 */

import * as api from "./api.js";
import * as link from "./link.js";

/** @import { Position } from "./types.js" */

/** Where the address says that the page begins. */
export const place = link.place(location.hash);

export const start = api.start();

/** @returns {Promise<{problem: string, position: Position}>} */
async function ask() {
    const problem = link.problemOf(place, place.problem ? "" : (await start).problem);
    return { problem, position: await api.position(problem) };
}

/** The first position that the board shows; nothing if the server refuses it, which the board asks once more. */
export const first = ask().catch(() => null);
