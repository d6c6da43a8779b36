import { visibleText } from "../../text/visibleText";

type Child = Node | string | number | undefined | false | Child[];
type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

/** Attributes whose value a user reads or hears. */
const read: ReadonlySet<string> = new Set(["title", "aria-label", "placeholder", "alt", ".label"]);

/**
 * Text as everywhere (docs/security.md): without what steers its direction, takes no room or is unseen. This file is the only way of text
 * into a page; lint refuses the others.
 */
const textOf = (text: string | number): string => visibleText(String(text));

/** The element has this text and nothing else. */
export function setText(node: Element, text: string | number): void {
  node.textContent = textOf(text);
}

/** An element with attributes, properties (`.label`), listeners (`onclick`) and children. Text is text: nothing is parsed as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  apply(node, attributes, children);
  return node;
}

/** A table. Texts above it are the headings of its columns. */
export function tableOf(heads: readonly (string | HTMLElement)[], rows: readonly HTMLElement[]): HTMLTableElement {
  const shown = heads.map((head) => (typeof head === "string" ? element("th", { scope: "col" }, head) : head));
  return element("table", {}, element("thead", {}, element("tr", {}, shown)), element("tbody", {}, [...rows]));
}

/** Something to follow that stands within a text or a table. */
export const link = (
  label: string,
  onclick: (event: Event) => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement => element("button", { type: "button", class: "link", ...attributes, onclick }, label);

/** The same for SVG. */
export function drawing(name: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  apply(node, attributes, children);
  return node;
}

function apply(node: Element, attributes: Attributes, children: Child[]): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(key.replace(/^on/, ""), value);
    else if (key.startsWith("."))
      Object.assign(node, { [key.slice(1)]: read.has(key) ? textOf(String(value)) : value });
    else node.setAttribute(key, value === true ? "" : read.has(key) ? textOf(String(value)) : String(value));
  }
  append(node, children);
}

function append(node: Element, children: Child[]): void {
  for (const child of children) {
    if (child === undefined || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else node.append(child instanceof Node ? child : textOf(child));
  }
}

export function replaceChildren(node: Element, ...children: Child[]): void {
  node.replaceChildren();
  append(node, children);
}
