// Where the boxes and lines of a graph stand: dagre lays out what is joined, in layers; boxes without lines go on in rows below.
import { Graph as Layers, layout } from "@dagrejs/dagre";
import { shortened } from "../../text/shortText";
import { visibleLine } from "../../text/visibleText";
import type { Graph, GraphEdge, GraphNode } from "./graph";

const boxHeight = 28;
const gap = 24;
const layerGap = 36;
const margin = 16;
const letterWidth = 7.2;
const maxLabelLength = 48;
/** As wide as a page beside an editor. */
const pageWidth = 460;
/** Of more lines, the first one to each box decides about places, the others lead straight: layers for all would take minutes. */
const maxLayeredEdges = 200;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Box {
  readonly node: GraphNode;
  readonly label: string;
  readonly width: number;
  /** Its upper left corner. */
  x: number;
  y: number;
}

/** Lines that decide about places. */
function deciding(edges: readonly GraphEdge[]): readonly GraphEdge[] {
  if (edges.length <= maxLayeredEdges) return edges;
  return [...new Map([...edges].reverse().map((edge) => [edge.to, edge])).values()].reverse();
}

/** Gives joined boxes their places and lines their ways, as paths of SVG. */
function layered(boxes: ReadonlyMap<string, Box>, edges: readonly GraphEdge[]): { lines: string[] } & Size {
  const graph = new Layers();
  graph.setGraph({ nodesep: gap, edgesep: gap / 2, ranksep: layerGap, marginx: margin, marginy: margin });
  for (const id of new Set(edges.flatMap(({ from, to }) => [from, to])))
    graph.setNode(id, { width: boxes.get(id)?.width ?? 0, height: boxHeight });
  for (const { from, to } of deciding(edges)) graph.setEdge(from, to, {});
  layout(graph);
  for (const id of graph.nodes()) {
    const [box, at] = [boxes.get(id), graph.node(id)];
    if (!box) continue;
    box.x = (at.x ?? 0) - box.width / 2;
    box.y = (at.y ?? 0) - boxHeight / 2;
  }
  const lines = edges.map(({ from, to }) => {
    const way = graph.hasEdge(from, to) ? graph.edge(from, to).points : undefined;
    return pathThrough(way ?? straight(boxes.get(from), boxes.get(to)));
  });
  const { width = 0, height = 0 } = graph.graph() as Partial<Size>;
  return { lines, width, height };
}

/** From the lower edge of a box to the upper one of another, or the other way round. */
function straight(from: Box | undefined, to: Box | undefined): Point[] {
  if (!from || !to) return [];
  const isDown = from.y < to.y;
  return [
    { x: from.x + from.width / 2, y: from.y + (isDown ? boxHeight : 0) },
    { x: to.x + to.width / 2, y: to.y + (isDown ? 0 : boxHeight) },
  ];
}

/** A line that bends at each point between its ends. */
function pathThrough(points: readonly Point[]): string {
  const at = ({ x, y }: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  const bends = points.slice(1, -1).map((point, place) => {
    const next = points[place + 2] ?? last;
    const end = next === last ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return ` Q${at(point)} ${at(end)}`;
  });
  return `M${at(first)}${bends.length > 0 ? bends.join("") : ` L${at(last)}`}`;
}

/** Puts boxes without lines in as many rows as they need, from this height on. Gives how much room all of it takes. */
function inRows(alone: readonly Box[], { width, height }: Size): Size {
  const room = Math.max(pageWidth, width);
  let [x, y, right] = [margin, height === 0 ? margin : height + layerGap - margin, width];
  for (const box of alone) {
    if (x > margin && x + box.width + margin > room) [x, y] = [margin, y + boxHeight + gap];
    Object.assign(box, { x, y });
    x += box.width + gap;
    right = Math.max(right, x - gap + margin);
  }
  return alone.length === 0 ? { width: right, height } : { width: right, height: y + boxHeight + margin };
}

function boxOf(node: GraphNode): Box {
  const label = shortened(visibleLine(node.label), maxLabelLength);
  return { node, label, width: Math.ceil(label.length * letterWidth) + 24, x: 0, y: 0 };
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
  const known = edges.filter(({ from, to }) => boxes.has(from) && boxes.has(to));
  const joined = new Set(known.flatMap(({ from, to }) => [from, to]));
  const { lines, ...taken } = known.length === 0 ? { lines: [], width: 0, height: 0 } : layered(boxes, known);
  const alone = [...boxes].flatMap(([id, box]) => (joined.has(id) ? [] : [box]));
  const { width, height } = inRows(alone, taken);
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: [...boxes.values()].map(({ node, label, x, y, width: wide }) => ({
      id: node.id,
      label,
      name: visibleLine(node.label),
      style: node.style,
      x,
      y,
      width: wide,
      height: boxHeight,
    })),
    lines,
    isCut,
  };
}
