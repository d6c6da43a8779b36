import { markupText } from "../../text/markdown";
import { visibleLine } from "../../text/visibleText";
import type { DrawnGraph } from "./drawGraph";
import svg from "./graph.svg.eta";

/**
 * A graph as a picture. It is complete by itself, and within a page of the editor it takes the theme's colors; elsewhere those of the
 * reader's system. Names are foreign text and stand in it as text.
 * @param title what it shows, for readers that see no picture
 */
export function graphSvg({ width, height, boxes, lines }: DrawnGraph, title: string): string {
  return svg({
    width,
    height,
    title: markupText(visibleLine(title)),
    lines,
    boxes: boxes.map((box) => ({
      ...box,
      name: markupText(box.name),
      label: markupText(box.label),
      middleX: box.x + box.width / 2,
      middleY: box.y + box.height / 2,
    })),
  });
}
