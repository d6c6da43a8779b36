import { joinSentences } from "../../text/joining";
import "../shared/page.css";
import "./sourceGraph.css";
import "@vscode-elements/elements/dist/vscode-tab-header/index.js";
import "@vscode-elements/elements/dist/vscode-tab-panel/index.js";
import "@vscode-elements/elements/dist/vscode-tabs/index.js";
import { host, openChannel } from "../shared/channel";
import { button, choice, offer } from "../shared/controls";
import { drawing, element, setText } from "../shared/dom";
import { fill } from "../shared/fill";
import type { GraphOf, SourceGraphAnswer, SourceGraphProtocol, SourceGraphStart, SourceGraphState } from "./messages";
import { Picture } from "./picture";

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
