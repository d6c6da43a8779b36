import { joinSentences } from "../../text/joining";
import "../shared/page.css";
import "./sourceGraph.css";
import "@vscode-elements/elements/dist/vscode-tab-header/index.js";
import "@vscode-elements/elements/dist/vscode-tab-panel/index.js";
import "@vscode-elements/elements/dist/vscode-tabs/index.js";
import { host, openChannel } from "../shared/channel";
import { button, choice, offer } from "../shared/controls";
import { drawing, element, replaceChildren, setText } from "../shared/dom";
import { fill } from "../shared/fill";
import type { GraphOf, SourceGraphAnswer, SourceGraphProtocol, SourceGraphStart, SourceGraphState } from "./messages";

const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as SourceGraphStart;
const { texts, uri, title } = start;
const saved = host.getState() as SourceGraphState | undefined;

let of: GraphOf = saved?.of ?? "inheritance";
let contract: string | null = saved?.contract ?? null;
let question: number | undefined;
const kinds: readonly GraphOf[] = ["inheritance", "calls"];

const problem = element("p", { class: "problem", role: "alert", hidden: true });
const about = element("p", { class: "muted", role: "status" });
const contracts = choice(texts.contract, [], "", (name) => choose(of, name || null));
const save = button(texts.save, () => channel.say("save", null));
const minScale = 0.05;
const maxScale = 4;
/** Smaller letters are not read: what fits no other way is scrolled at first. */
const minFirstScale = 0.6;

/** A drawing that is scrolled, dragged, and made larger or smaller: by buttons, keys, and the wheel with Ctrl. */
class Picture {
  readonly element = element("div", {
    class: "picture",
    tabindex: 0,
    onkeydown: (event) => this.#press(event as KeyboardEvent),
    onwheel: (event) => this.#turn(event as WheelEvent),
    onpointerdown: (event) => this.#drag(event as PointerEvent),
  });
  #svg: SVGElement | undefined;
  #size = { width: 1, height: 1 };
  #scale = 1;

  /** @param size how large it is at its own scale, in pixels */
  show(svg: SVGElement, size: { readonly width: number; readonly height: number }): void {
    this.#svg = svg;
    this.#size = size;
    replaceChildren(this.element, svg);
    this.#setScale(Math.max(minFirstScale, Math.min(1, this.#wholeScale())));
  }

  /** Makes all of it fit. */
  fit(): void {
    this.#setScale(this.#wholeScale());
  }

  /** Makes it larger by a factor; what is at a place of the window stays there. */
  zoom(factor: number, at = { x: this.element.clientWidth / 2, y: this.element.clientHeight / 2 }): void {
    const { element: frame } = this;
    const before = this.#scale;
    const [left, top] = [frame.scrollLeft + at.x, frame.scrollTop + at.y];
    this.#setScale(before * factor);
    const grown = this.#scale / before;
    frame.scrollTo(left * grown - at.x, top * grown - at.y);
  }

  #wholeScale(): number {
    const { clientWidth, clientHeight } = this.element;
    return Math.min(clientWidth / this.#size.width, Math.max(clientHeight, 200) / this.#size.height, maxScale) || 1;
  }

  #setScale(scale: number): void {
    this.#scale = Math.min(maxScale, Math.max(minScale, scale));
    this.#svg?.setAttribute("width", String(this.#size.width * this.#scale));
    this.#svg?.setAttribute("height", String(this.#size.height * this.#scale));
  }

  #press(event: KeyboardEvent): void {
    const acts: Readonly<Record<string, () => void>> = {
      "+": () => this.zoom(1.4),
      "=": () => this.zoom(1.4),
      "-": () => this.zoom(1 / 1.4),
      "0": () => this.#setScale(this.#wholeScale()),
    };
    if (event.ctrlKey || event.metaKey || !acts[event.key]) return;
    event.preventDefault();
    acts[event.key]?.();
  }

  #turn(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { left, top } = this.element.getBoundingClientRect();
    this.zoom(1.0015 ** -event.deltaY, { x: event.clientX - left, y: event.clientY - top });
  }

  #drag({ button, target, clientX, clientY, pointerId }: PointerEvent): void {
    const { element: frame } = this;
    if (button !== 0 || (target as Element).closest("g")) return;
    const [left, top] = [frame.scrollLeft + clientX, frame.scrollTop + clientY];
    const move = (event: PointerEvent): void => frame.scrollTo(left - event.clientX, top - event.clientY);
    frame.setPointerCapture(pointerId);
    frame.addEventListener("pointermove", move);
    frame.addEventListener("lostpointercapture", () => frame.removeEventListener("pointermove", move), { once: true });
  }
}

const picture = new Picture();
const panels = kinds.map(() => element("vscode-tab-panel"));
const tabs = element(
  "vscode-tabs",
  {
    ".selectedIndex": kinds.indexOf(of),
    "aria-label": texts.of,
    "onvsc-tabs-select": (event) =>
      choose(kinds[(event as CustomEvent<{ selectedIndex: number }>).detail.selectedIndex] ?? of, contract),
  },
  kinds.map((kind, place) => [element("vscode-tab-header", { slot: "header" }, texts[kind]), panels[place]]),
);

function choose(next: GraphOf, chosen: string | null): void {
  of = next;
  contract = chosen;
  host.setState({ uri, title, of, contract } satisfies SourceGraphState);
  ask();
}

function drawChoices(names: readonly string[]): void {
  const every = of === "calls" ? [] : [["", texts.all] as const];
  const chosen = contract ?? (of === "calls" ? (names[0] ?? "") : "");
  offer(contracts, [...every, ...names.map((name) => [name, name] as const)], chosen);
  panels[kinds.indexOf(of)]?.append(picture.element);
}

function box({ id, label, name, style, x, y, width, height }: SourceGraphAnswer["boxes"][number]): SVGElement {
  const open = (): void => channel.say("open", id);
  return drawing(
    "g",
    {
      class: style,
      role: "link",
      tabindex: 0,
      "aria-label": name,
      onclick: open,
      onkeydown: (event) => {
        if ((event as KeyboardEvent).key === "Enter") open();
      },
    },
    drawing("title", {}, name),
    drawing("rect", { x, y, width, height, rx: 4 }),
    drawing("text", { x: x + width / 2, y: y + height / 2 }, label),
  );
}

function show({ width, height, boxes, lines, isCut, contracts: names }: SourceGraphAnswer): void {
  problem.hidden = true;
  drawChoices(names);
  save.disabled = boxes.length === 0;
  setText(about, boxes.length === 0 ? texts.empty : isCut ? texts.cut : fill(texts.spoken, boxes.length, lines.length));
  const head = drawing("path", { d: "M0 0 L8 4 L0 8 z" });
  const arrow = { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" };
  const marker = drawing("marker", arrow, head);
  const svg = drawing(
    "svg",
    { role: "group", "aria-label": texts[of], viewBox: `0 0 ${width} ${height}` },
    drawing("defs", {}, marker),
    lines.map((d) => drawing("path", { d, "marker-end": "url(#arrow)", "aria-hidden": "true" })),
    boxes.map(box),
  );
  picture.show(svg, { width, height });
}

function ask(): void {
  if (question !== undefined) channel.cancel(question);
  question = channel.ask("graph", { of, contract }, show, ({ message, advice }) => {
    problem.hidden = false;
    setText(problem, joinSentences(message, advice));
  });
}

document.body.append(
  element("header", {}, element("h1", {}, texts.heading), element("span", { class: "muted" }, title)),
  element(
    "div",
    { class: "toolbar" },
    contracts,
    save,
    button(texts.zoomOut, () => picture.zoom(1 / 1.4)),
    button(texts.zoomIn, () => picture.zoom(1.4)),
    button(texts.fit, () => picture.fit()),
  ),
  problem,
  about,
  tabs,
);
drawChoices([]);
const channel = openChannel<SourceGraphProtocol>({ changed: ask });
host.setState({ uri, title, of, contract } satisfies SourceGraphState);
ask();
