import { markupText } from "../../text/markup";
import { visibleLine } from "../../text/visibleText";
import type { DrawnGraph } from "./drawGraph";

/** Colors of the editor's theme; elsewhere those of the reader's system. */
const style = `
.graph { --fg: var(--vscode-editor-foreground, #1f2328); --bg: var(--vscode-editor-background, #ffffff); --line: var(--vscode-editorIndentGuide-activeBackground1, #8c959f); --accent: var(--vscode-textLink-foreground, #0969da); }
@media (prefers-color-scheme: dark) { .graph { --fg: var(--vscode-editor-foreground, #e6edf3); --bg: var(--vscode-editor-background, #0d1117); --line: var(--vscode-editorIndentGuide-activeBackground1, #6e7681); --accent: var(--vscode-textLink-foreground, #4493f8); } }
.graph text { fill: var(--fg); font: 12px var(--vscode-editor-font-family, monospace); text-anchor: middle; dominant-baseline: central; }
.graph rect { fill: var(--bg); stroke: var(--fg); }
.graph path { fill: none; stroke: var(--line); }
.graph marker path { fill: var(--line); stroke: none; }
.graph .interface rect, .graph .abstract rect, .graph .modifier rect { stroke-dasharray: 4 3; }
.graph .external rect, .graph .contract rect { stroke: var(--accent); stroke-width: 1.5; }
.graph .library rect { rx: 12px; }
`.trim();

/**
 * A graph as a picture. It is complete by itself, and within a page of the editor it takes the theme's colors. Names are foreign text and
 * stand in it as text.
 * @param title what it shows, for readers that see no picture
 */
export function graphSvg({ width, height, boxes, lines }: DrawnGraph, title: string): string {
  const drawn = boxes.map(
    ({ id, style: look, name, label, ...box }) =>
      `<g class="${look}" id="${id}"><title>${markupText(name)}</title><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="4"/><text x="${box.x + box.width / 2}" y="${box.y + box.height / 2}">${markupText(label)}</text></g>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="graph" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${markupText(visibleLine(title))}</title>`,
    `<style>${style}</style>`,
    `<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 L8 4 L0 8 z"/></marker></defs>`,
    ...lines.map((path) => `<path d="${path}" marker-end="url(#arrow)"/>`),
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}
