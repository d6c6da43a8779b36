import { shortened } from "../../text/shortText";
import { visibleLine } from "../../text/visibleText";
import type { Graph, GraphEdge, GraphNode } from "./graph";

const rowHeight = 64;
const boxHeight = 28;
const gap = 24;
const margin = 16;
const letterWidth = 7.2;
const maxLabelLength = 48;
/** As wide as a page beside an editor: boxes that nothing leads to or from go on in the next row. */
const pageWidth = 460;

interface Box {
  readonly node: GraphNode;
  readonly width: number;
  readonly label: string;
  layer: number;
  x: number;
}

/** Edges without those that lead back to where they came from. */
function withoutCircles(boxes: ReadonlyMap<string, Box>, edges: readonly GraphEdge[]): GraphEdge[] {
  const next = new Map<string, GraphEdge[]>();
  for (const edge of edges) next.set(edge.from, [...(next.get(edge.from) ?? []), edge]);
  const state = new Map<string, "open" | "done">();
  const kept: GraphEdge[] = [];
  for (const first of boxes.keys()) {
    if (state.has(first)) continue;
    const way = [{ id: first, at: 0 }];
    state.set(first, "open");
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const edge = next.get(top.id)?.[top.at++];
      if (!edge) {
        state.set(top.id, "done");
        way.pop();
        continue;
      }
      if (state.get(edge.to) === "open") continue;
      kept.push(edge);
      if (state.has(edge.to)) continue;
      state.set(edge.to, "open");
      way.push({ id: edge.to, at: 0 });
    }
  }
  return kept;
}

/** Each box below all that lead to it. */
function layered(boxes: ReadonlyMap<string, Box>, edges: readonly GraphEdge[]): Box[][] {
  const before = new Map<string, number>();
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    before.set(to, (before.get(to) ?? 0) + 1);
    next.set(from, [...(next.get(from) ?? []), to]);
  }
  const ready = [...boxes.keys()].filter((id) => !before.has(id));
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    for (const to of next.get(id) ?? []) {
      const box = boxes.get(to);
      if (box) box.layer = Math.max(box.layer, (boxes.get(id)?.layer ?? 0) + 1);
      const left = (before.get(to) ?? 1) - 1;
      before.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  const joined = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const layers: Box[][] = [];
  for (const [id, box] of boxes) {
    if (!joined.has(id)) continue;
    const layer = layers[box.layer] ?? [];
    layers[box.layer] = layer;
    layer.push(box);
  }
  return [
    ...layers,
    ...rows(
      [...boxes].flatMap(([id, box]) => (joined.has(id) ? [] : [box])),
      layers,
    ),
  ];
}

/** Boxes without lines, in as many rows below the layers as they need. */
function rows(alone: readonly Box[], layers: readonly Box[][]): Box[][] {
  const room = Math.max(pageWidth, ...layers.map(widthOf));
  const all: Box[][] = [];
  for (const box of alone) {
    const last = all.at(-1);
    const fits = last !== undefined && widthOf([...last, box]) <= room;
    const row = fits ? last : [];
    if (!fits) all.push(row);
    box.layer = layers.length + all.length - 1;
    row.push(box);
  }
  return all;
}

/** Puts each box of a layer near those that it is joined with: a few rounds, down and up. */
function ordered(layers: Box[][], edges: readonly GraphEdge[], boxes: ReadonlyMap<string, Box>): void {
  const near = new Map<string, Box[]>();
  const join = (id: string, box: Box | undefined): void => {
    if (box) near.set(id, [...(near.get(id) ?? []), box]);
  };
  for (const { from, to } of edges) {
    join(from, boxes.get(to));
    join(to, boxes.get(from));
  }
  const place = (layer: Box[]): void => {
    let x = margin;
    for (const box of layer) {
      box.x = x;
      x += box.width + gap;
    }
  };
  const middle = (box: Box): number => {
    const others = near.get(box.node.id) ?? [];
    if (others.length === 0) return box.x + box.width / 2;
    return others.reduce((sum, { x, width }) => sum + x + width / 2, 0) / others.length;
  };
  for (const layer of layers) place(layer);
  for (let round = 0; round < 4; round++) {
    for (const layer of round % 2 === 0 ? layers : [...layers].reverse()) {
      const wanted = new Map(layer.map((box) => [box, middle(box)]));
      layer.sort((left, right) => (wanted.get(left) ?? 0) - (wanted.get(right) ?? 0));
      place(layer);
    }
  }
  const width = Math.max(...layers.map(widthOf));
  for (const layer of layers) {
    const shift = (width - widthOf(layer)) / 2;
    for (const box of layer) box.x += shift;
  }
}

const widthOf = (layer: readonly Box[]): number =>
  layer.reduce((sum, { width }) => sum + width + gap, 2 * margin - gap);

function boxOf(node: GraphNode): Box {
  const label = shortened(visibleLine(node.label), maxLabelLength);
  return { node, label, width: Math.ceil(label.length * letterWidth) + 24, layer: 0, x: 0 };
}

const topOf = ({ layer }: Box): number => margin + layer * rowHeight;

function line(from: Box, to: Box): string {
  const [x1, x2] = [from.x + from.width / 2, to.x + to.width / 2];
  const isBack = to.layer <= from.layer;
  const [y1, y2] = isBack ? [topOf(from), topOf(to) + boxHeight] : [topOf(from) + boxHeight, topOf(to)];
  if (from === to) {
    const [x, y] = [from.x + from.width, topOf(from) + boxHeight / 2];
    return `M${x} ${y - 6} C${x + 22} ${y - 16} ${x + 22} ${y + 16} ${x} ${y + 6}`;
  }
  const bend = isBack ? -rowHeight / 2 : rowHeight / 2;
  return `M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
}

/** A box of a picture, with the whole name that it may be too small for. */
interface DrawnBox {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly style: GraphNode["style"];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A graph with places, in units of a picture. */
export interface DrawnGraph {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly DrawnBox[];
  /** Lines as SVG has them (`d` of a path). */
  readonly lines: readonly string[];
  readonly isCut: boolean;
}

/** Gives a graph its places: boxes in layers, each below those that lead to it. Names are made visible. */
export function drawGraph({ nodes, edges, isCut }: Graph): DrawnGraph {
  const boxes = new Map(nodes.map((node) => [node.id, boxOf(node)]));
  const layers = layered(boxes, withoutCircles(boxes, edges));
  ordered(layers, edges, boxes);
  return {
    width: Math.ceil(Math.max(2 * margin, ...layers.map(widthOf))) + gap,
    height: 2 * margin + Math.max(0, layers.length - 1) * rowHeight + boxHeight,
    boxes: [...boxes.values()].map((box) => ({
      id: box.node.id,
      label: box.label,
      name: visibleLine(box.node.label),
      style: box.node.style,
      x: box.x,
      y: topOf(box),
      width: box.width,
      height: boxHeight,
    })),
    lines: edges.flatMap(({ from, to }) => {
      const [one, other] = [boxes.get(from), boxes.get(to)];
      return one && other ? [line(one, other)] : [];
    }),
    isCut,
  };
}
