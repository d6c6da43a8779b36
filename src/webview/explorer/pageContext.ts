import { dateTimeText, numberText } from "../../text/formats";
import { labelled, noted } from "../../text/joining";
import { shortHex } from "../../text/shortText";
import type { Failure } from "../shared/channel";
import { button } from "../shared/controls";
import { dataTable } from "../shared/dataTable";
import { element, link as linkTo } from "../shared/dom";
import { pageLanguage } from "../shared/pageLanguage";
import type {
  ExplorerProtocol,
  ExplorerQuestion,
  ExplorerTexts,
  HistoryLines,
  InspectedPart,
  PageVerdict,
  PartQuestion,
  TransactionLine,
} from "./messages";

/** What every view of the explorer works with. */
export interface PageContext {
  texts: ExplorerTexts;
  open(question: ExplorerQuestion): void;
  copy(text: string): void;
  /** Steps through a transaction. */
  debug(hash: string): void;
  openDocument(what: "block" | "transaction" | "address", id: string): void;
  /** Asks for what a section unfolds; `left`: it was closed before. */
  part(
    question: PartQuestion,
    answer: (part: InspectedPart) => void,
    failure: (failure: Failure) => void,
    left: () => void,
  ): void;
  /** Opens a list as a query. */
  query(list: ExplorerProtocol["says"]["query"]): void;
  /** Asks for lines of an address' history. */
  history(
    question: ExplorerProtocol["asks"]["history"]["question"],
    answer: (lines: HistoryLines) => void,
    failure: (failure: Failure) => void,
  ): void;
  /** Makes an index of the group. */
  makeIndex(): void;
}

/** What a node is called, its ID beside it; of one without a name the ID. */
export function nodeName(nodeId: string, name: string | undefined): HTMLElement {
  const id = element("code", { title: nodeId }, shortHex(nodeId));
  return name === undefined ? id : element("span", {}, `${name} `, element("span", { class: "muted" }, id));
}

/** Something to follow: a hash, a number, an address. */
function link(context: PageContext, question: ExplorerQuestion, label: string, title = label): HTMLElement {
  return linkTo(label, () => context.open(question), { title });
}

export function blockLink(context: PageContext, number: number): HTMLElement {
  return link(context, { kind: "block", number }, `#${number}`);
}

export function transactionLink(context: PageContext, hash: string, whole = false): HTMLElement {
  return link(context, { kind: "transaction", hash }, whole ? hash : shortHex(hash), hash);
}

export function addressLink(context: PageContext, address: string): HTMLElement | string {
  return /^0x[0-9a-fA-F]{40}$/.test(address) ? link(context, { kind: "address", address }, address) : address;
}

export function timeText(timestampMs: number): string {
  return timestampMs === 0 ? "" : dateTimeText(timestampMs, pageLanguage());
}

/** A hash or other long value with a button that copies it. */
export function copyable(context: PageContext, value: string): HTMLElement {
  return element(
    "span",
    { class: "copyable" },
    element("code", {}, value),
    button(context.texts.copy, () => context.copy(value), { class: "quiet" }),
  );
}

type Cell = Node | string | undefined | (Node | string)[];

/** Names and values, one pair a line; pairs without a value are left out. */
export function facts(pairs: [name: string, value: Cell][]): HTMLElement {
  return element(
    "dl",
    {},
    pairs
      .filter(([, value]) => value !== undefined && value !== "")
      .map(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
  );
}

export function table(head: string[], rows: Cell[][]): HTMLElement {
  const lines = rows.map((row) =>
    element(
      "tr",
      {},
      row.map((cell) => element("td", {}, cell)),
    ),
  );
  return dataTable(head, lines);
}

const outcomeMarks = {
  proven: { mark: "✓", kind: "good" },
  contained: { mark: "≈", kind: "open" },
  unproven: { mark: "–", kind: "open" },
  false: { mark: "✗", kind: "bad" },
} as const;

/** A tick stands only where everything holds; a link that holds in a chain that does not is a mere dot. */
function linkMark(state: PageVerdict["links"][number]["state"], verified: boolean): { mark: string; kind: string } {
  if (state === "false") return { mark: "✗", kind: "bad" };
  if (state === "unproven") return { mark: "–", kind: "open" };
  return verified ? { mark: "✓", kind: "good" } : { mark: "•", kind: "muted" };
}

/** Transactions of a list: what they called, who sent them and what came of it. `placed`: with block and time. */
export function transactionTable(
  context: PageContext,
  lines: readonly TransactionLine[],
  placed: boolean,
): HTMLElement {
  const { texts } = context;
  const named = ({ names }: TransactionLine, address: string | undefined): Cell => {
    const name = address === undefined ? undefined : names[address];
    if (address === undefined) return "";
    return name === undefined
      ? link(context, { kind: "address", address }, shortHex(address), address)
      : link(context, { kind: "address", address }, name, address);
  };
  const outcome = ({ status }: TransactionLine): Cell =>
    status === undefined
      ? ""
      : element(
          "span",
          { class: status === 0 ? "good" : "bad" },
          status === 0 ? texts.success : noted(texts.failed, String(status), pageLanguage()),
        );
  const hasGas = lines.some(({ gas }) => gas !== undefined);
  return table(
    [
      ...[texts.hash, texts.method, texts.from, texts.to, texts.status],
      ...(hasGas ? [texts.gasUsed] : []),
      ...(placed ? [texts.block, texts.time] : []),
    ],
    lines.map((line) => [
      transactionLink(context, line.hash),
      line.to === "" ? texts.deployment : element("code", { title: line.call ?? "" }, line.call ?? ""),
      named(line, line.from),
      line.to === "" ? "" : named(line, line.to),
      outcome(line),
      ...(hasGas ? [line.gas === undefined ? "" : numberText(line.gas, pageLanguage())] : []),
      ...(placed ? [line.block === undefined ? "" : blockLink(context, line.block), timeText(line.timeMs ?? 0)] : []),
    ]),
  );
}

/** What was checked here, without trusting the node. */
export function verdictList(context: PageContext, verdicts: readonly PageVerdict[]): HTMLElement[] {
  return verdicts.map(({ what, verified, outcome, summary, links, uncovered }) => {
    const { mark: overall, kind: weight } = outcomeMarks[outcome];
    return element(
      "section",
      { class: `verdict ${verified ? "verified" : outcome}` },
      element(
        "p",
        { class: weight },
        element("span", { class: "mark", "aria-hidden": "true" }, overall),
        labelled(context.texts[what], summary, pageLanguage()),
      ),
      element(
        "ul",
        { class: "verdicts" },
        links.map(({ name, state, reason }) => {
          const { mark, kind } = linkMark(state, verified);
          return element(
            "li",
            { class: kind },
            element("span", { class: "mark", "aria-hidden": "true" }, mark),
            labelled(name, reason, pageLanguage()),
          );
        }),
      ),
      uncovered === "" ? undefined : element("p", { class: "muted" }, uncovered),
    );
  });
}

export function section(title: string, ...children: (Node | string | undefined)[]): HTMLElement {
  return element("section", {}, element("h2", {}, title), children);
}
