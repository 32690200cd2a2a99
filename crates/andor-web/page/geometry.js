/**
 * Where the points of a board lie, and the drawing below its stones: lines and star points, or hexagons with the
 * edges of both players, or the goal lines of Phutball; and the coordinates.
 *
 * A cell is 100 units wide. Columns and rows count from the top left.
 */

import { svg } from "./dom.js";

/** @import { Grid } from "./types.js" */
/** @typedef {{x: number, y: number}} Spot */

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {number} radius of a stone
 * @property {Spot[]} spots where each point lies
 * @property {string} cell the outline of a cell around 0,0, as a path
 * @property {(x: number, y: number) => number | null} nearest the point at a spot
 * @property {Element[]} ground the drawing below the stones
 */

const CELL = 100;
const MARGIN = 96;
/** On the sides without coordinates. */
const RIM = 62;
const SIDE = CELL / Math.sqrt(3);

/** @param {Grid} grid @returns {Layout} */
export function layout(grid) {
    return grid.shape === "hexagons" ? hexagons(grid) : crossings(grid);
}

/** The letters of the columns and the numbers of the rows. @param {Grid} grid */
function coordinates({ columns, rows, names }) {
    return {
        letters: names.slice(0, columns).map((name) => name.replace(/\d+$/, "")),
        numbers: Array.from({ length: rows }, (_, row) => names[row * columns].replace(/^\D+/, "")),
    };
}

/**
 * Coordinates are small on a small board, where cells are large.
 * @param {Grid} grid @param {{x: number, y: number, text: string}[]} texts
 */
function written({ columns }, texts) {
    const size = Math.min(Math.max(9 + 1.4 * columns, 18), 32);
    const group = svg("g", { class: "coordinates" }, ...texts.map(({ x, y, text }) => svg("text", { x, y }, text)));
    group.style.setProperty("--size", String(size));
    return group;
}

/** @param {Grid} grid @returns {Layout} */
function crossings(grid) {
    const { columns, rows, shape } = grid;
    const right = MARGIN + (columns - 1) * CELL;
    const bottom = MARGIN + (rows - 1) * CELL;
    const width = right + RIM;
    const height = bottom + RIM;
    const spots = grid.names.map((_, point) => ({
        x: MARGIN + (point % columns) * CELL,
        y: MARGIN + Math.floor(point / columns) * CELL,
    }));
    const lines = [
        ...Array.from({ length: columns }, (_, column) => `M${MARGIN + column * CELL} ${MARGIN}V${bottom}`),
        ...Array.from({ length: rows }, (_, row) => `M${MARGIN} ${MARGIN + row * CELL}H${right}`),
    ];
    /** @type {Element[]} */
    const ground = [svg("rect", { class: "plate", width, height, rx: 26 })];
    if (shape === "phutball") {
        for (const y of [MARGIN, bottom]) {
            ground.push(
                svg("rect", {
                    class: "goal",
                    x: MARGIN - 42,
                    y: y - 42,
                    width: right - MARGIN + 84,
                    height: 84,
                    rx: 20,
                }),
            );
        }
    }
    ground.push(svg("path", { class: "lines", d: lines.join("") }));
    for (const column of stars(columns)) {
        for (const row of shape === "phutball" ? [] : stars(rows)) {
            ground.push(svg("circle", { class: "star", cx: MARGIN + column * CELL, cy: MARGIN + row * CELL, r: 10 }));
        }
    }
    const { letters, numbers } = coordinates(grid);
    ground.push(
        written(grid, [
            ...letters.map((text, column) => ({ x: MARGIN + column * CELL, y: 26, text })),
            ...numbers.map((text, row) => ({ x: 24, y: MARGIN + row * CELL, text })),
        ]),
    );
    return {
        width,
        height,
        spots,
        ground,
        radius: 46,
        cell: "M-50-50H50V50H-50Z",
        nearest(x, y) {
            const column = Math.round((x - MARGIN) / CELL);
            const row = Math.round((y - MARGIN) / CELL);
            return column >= 0 && row >= 0 && column < columns && row < rows ? row * columns + column : null;
        },
    };
}

/** The columns or rows with star points. @param {number} length */
function stars(length) {
    if (length < 9 || length % 2 === 0) return [];
    const edge = length < 13 ? 2 : 3;
    return [edge, (length - 1) / 2, length - 1 - edge];
}

/** @param {Grid} grid @returns {Layout} */
function hexagons(grid) {
    const { columns, rows } = grid;
    const left = 120;
    const top = 118;
    const step = (CELL * Math.sqrt(3)) / 2;
    const width = left + (columns - 1) * CELL + ((rows - 1) * CELL) / 2 + 90;
    const height = top + (rows - 1) * step + 92;
    const spots = grid.names.map((_, point) => {
        const [column, row] = [point % columns, Math.floor(point / columns)];
        return { x: left + column * CELL + (row * CELL) / 2, y: top + row * step };
    });
    const half = SIDE / 2;
    const cell = `M0 ${-SIDE}L50 ${-half}V${half}L0 ${SIDE}L-50 ${half}V${-half}Z`;

    /** The corners of cells, one after the other. @param {number[]} points @param {[number, number][]} corners */
    const edge = (points, corners) =>
        points.flatMap((point) => corners.map(([x, y]) => `${spots[point].x + x},${spots[point].y + y}`)).join(" ");
    const firstColumn = Array.from({ length: rows }, (_, row) => row * columns);
    const firstRow = Array.from({ length: columns }, (_, column) => column);
    const lastColumn = firstColumn.map((point) => point + columns - 1);
    const lastRow = firstRow.map((point) => point + (rows - 1) * columns);
    const edges = [
        svg("polyline", {
            class: "edge white",
            points: edge(firstColumn, [
                [-50, -half],
                [-50, half],
            ]),
        }),
        svg("polyline", {
            class: "edge white",
            points: edge(lastColumn, [
                [50, -half],
                [50, half],
            ]),
        }),
        svg("polyline", {
            class: "edge black",
            points: edge(firstRow, [
                [-50, -half],
                [0, -SIDE],
                [50, -half],
            ]),
        }),
        svg("polyline", {
            class: "edge black",
            points: edge(lastRow, [
                [-50, half],
                [0, SIDE],
                [50, half],
            ]),
        }),
    ];
    const outline = spots.map(({ x, y }) => `M${x} ${y - SIDE}l50 ${half}v${SIDE}l-50 ${half}l-50 ${-half}v${-SIDE}z`);
    /** @type {Element[]} */
    const ground = [...edges, svg("path", { class: "cells", d: outline.join("") })];
    const { letters, numbers } = coordinates(grid);
    ground.push(
        written(grid, [
            ...letters.map((text, column) => ({ x: spots[column].x - 38, y: spots[column].y - 80, text })),
            ...numbers.map((text, row) => ({ x: spots[row * columns].x - 90, y: spots[row * columns].y, text })),
        ]),
    );
    return {
        width,
        height,
        spots,
        ground,
        cell,
        radius: 40,
        nearest(x, y) {
            let best = null;
            let least = 58 * 58;
            const near = Math.round((y - top) / step);
            for (let row = Math.max(0, near - 1); row <= Math.min(rows - 1, near + 1); row++) {
                const column = Math.round((x - left - (row * CELL) / 2) / CELL);
                if (column < 0 || column >= columns) continue;
                const point = row * columns + column;
                const distance = (spots[point].x - x) ** 2 + (spots[point].y - y) ** 2;
                if (distance < least) [best, least] = [point, distance];
            }
            return best;
        },
    };
}
