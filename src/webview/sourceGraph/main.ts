import { joinSentences } from "../../text/joining";
import "../shared/page.css";
import "./sourceGraph.css";
import { openChannel } from "../shared/channel";
import { button, drawing, element, replaceChildren, setText } from "../shared/dom";
import { fill } from "../shared/fill";
import { host } from "../shared/host";
import type { GraphOf, SourceGraphAnswer, SourceGraphProtocol, SourceGraphStart, SourceGraphState } from "./messages";

const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as SourceGraphStart;
const { texts, uri, title } = start;
const saved = host.getState() as SourceGraphState | undefined;

let of: GraphOf = saved?.of ?? "inheritance";
let contract: string | null = saved?.contract ?? null;
let question: number | undefined;
/** Smaller letters are not read. */
const minScale = 0.75;

const problem = element("p", { class: "problem", role: "alert", hidden: true });
const about = element("p", { class: "muted", role: "status" });
const kinds = element("span", { role: "group", "aria-label": texts.of });
const contracts = element("select", {
  "aria-label": texts.contract,
  onchange: () => choose(of, contracts.value || null),
});
const save = button(texts.save, () => channel.say("save", null));
const picture = element("div", { class: "picture" });

function choose(next: GraphOf, chosen: string | null): void {
  of = next;
  contract = chosen;
  host.setState({ uri, title, of, contract } satisfies SourceGraphState);
  ask();
}

function drawChoices(names: readonly string[]): void {
  replaceChildren(
    kinds,
    (["inheritance", "calls"] as const).map((kind) =>
      button(texts[kind], () => choose(kind, contract), { "aria-pressed": String(kind === of) }),
    ),
  );
  const chosen = contract ?? (of === "calls" ? (names[0] ?? "") : "");
  replaceChildren(contracts, [
    ...(of === "calls" ? [] : [element("option", { value: "" }, texts.all)]),
    ...names.map((name) => element("option", { value: name, selected: name === chosen }, name)),
  ]);
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
    { role: "group", "aria-label": texts[of], width, height, viewBox: `0 0 ${width} ${height}` },
    drawing("defs", {}, marker),
    lines.map((d) => drawing("path", { d, "marker-end": "url(#arrow)", "aria-hidden": "true" })),
    boxes.map(box),
  );
  svg.style.minWidth = `${width * minScale}px`;
  replaceChildren(picture, svg);
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
  element("div", { class: "toolbar" }, kinds, contracts, save),
  problem,
  about,
  picture,
);
drawChoices([]);
const channel = openChannel<SourceGraphProtocol>({ changed: ask });
host.setState({ uri, title, of, contract } satisfies SourceGraphState);
ask();
