import { numberText } from "../../text/formats";
import { joinSentences, noted } from "../../text/joining";
import "@vscode-elements/elements/dist/vscode-checkbox/index.js";
import { button, choice, textField } from "../shared/controls";
import { element, replaceChildren } from "../shared/dom";
import { fill } from "../shared/fill";
import { pageLanguage } from "../shared/pageLanguage";
import type {
  AddressHistoryView,
  AddressPage,
  FoundPage,
  HistoryCursor,
  HistoryFilter,
  HistoryLines,
  HistoryPart,
} from "./messages";
import {
  addressLink,
  blockLink,
  facts,
  type PageContext,
  section,
  table,
  timeText,
  transactionLink,
  transactionTable,
} from "./pageContext";

/** Events that name the address, with the parameter that does. */
function namedTable(context: PageContext, lines: HistoryLines["lines"]): HTMLElement {
  const { texts } = context;
  return table(
    [texts.hash, texts.event, texts.parameter, texts.contract, texts.block, texts.time],
    lines.map(({ hash, event = "", call = "", to = "", block, timeMs = 0 }) => [
      transactionLink(context, hash),
      element("code", {}, event),
      element("code", {}, call),
      addressLink(context, to),
      block === undefined ? "" : blockLink(context, block),
      timeText(timeMs),
    ]),
  );
}

/** Calls that gave the address rights, or took them. */
function rightsTable(context: PageContext, lines: HistoryLines["lines"]): HTMLElement {
  const { texts } = context;
  return table(
    [texts.time, texts.action, texts.arguments, texts.from, texts.status, texts.block, texts.hash],
    lines.map(({ hash, action = "", arguments: args = "", from = "", status = 0, block, timeMs = 0 }) => [
      timeText(timeMs),
      element("code", {}, action),
      element("code", {}, args),
      addressLink(context, from),
      element("span", { class: status === 0 ? "good" : "bad" }, status === 0 ? texts.success : String(status)),
      block === undefined ? "" : blockLink(context, block),
      transactionLink(context, hash),
    ]),
  );
}

/** What tokens say that the address got and gave, and had then. */
function balancesTable(context: PageContext, lines: HistoryLines["lines"]): HTMLElement {
  const { texts } = context;
  return table(
    [texts.time, texts.token, texts.balanceChange, texts.balance, texts.block, texts.hash],
    lines.map(({ hash, to = "", change = "", balance, block, timeMs = 0 }) => [
      timeText(timeMs),
      addressLink(context, to),
      element("code", {}, change.startsWith("-") || change === "0" ? change : `+${change}`),
      balance === undefined
        ? element("span", { class: "muted", title: texts.notAdded }, "–")
        : element("code", {}, balance),
      block === undefined ? "" : blockLink(context, block),
      transactionLink(context, hash),
    ]),
  );
}

/** Lists that are filtered, and ordered, by what is chosen above them. */
const filtered: ReadonlySet<HistoryPart> = new Set(["sent", "received", "created"]);

/** Lines of one part, with the next ones below them. */
class PartSection {
  readonly element: HTMLElement;
  readonly #body = element("div", {});
  #lines: HistoryLines["lines"];
  #filter: HistoryFilter = {};
  /** Of several questions only the last one's answer is shown: the others are of another filter. */
  #asked = 0;

  constructor(
    private readonly context: PageContext,
    private readonly address: string,
    readonly part: HistoryPart,
    first: HistoryLines,
  ) {
    this.#lines = [...first.lines];
    const { texts } = context;
    const asQuery = button(texts.asQuery, () => context.query({ address, part, filter: this.#filter }), {
      class: "quiet ofEditor",
    });
    this.element = section(texts[part], asQuery, this.#body);
    this.#draw(first.next);
  }

  /** Asks anew, by another filter. */
  choose(filter: HistoryFilter): void {
    this.#filter = filter;
    this.#ask(undefined, ({ lines, next }) => {
      this.#lines = [...lines];
      this.#draw(next);
    });
  }

  #ask(after: HistoryCursor | undefined, take: (lines: HistoryLines) => void): void {
    const { address, part } = this;
    const filter = filtered.has(part) ? { filter: this.#filter } : {};
    this.#asked += 1;
    const asked = this.#asked;
    this.context.history(
      { address, part, ...filter, ...(after ? { after } : {}) },
      (lines) => {
        if (asked === this.#asked) take(lines);
      },
      ({ message, advice }) => {
        if (asked === this.#asked)
          this.#body.append(element("p", { class: "bad", role: "alert" }, joinSentences(message, advice)));
      },
    );
  }

  #table(): HTMLElement {
    if (this.#lines.length === 0) return element("p", { class: "muted" }, this.context.texts.noneFits);
    if (this.part === "named") return namedTable(this.context, this.#lines);
    if (this.part === "rights") return rightsTable(this.context, this.#lines);
    if (this.part === "balances") return balancesTable(this.context, this.#lines);
    return transactionTable(this.context, this.#lines, true);
  }

  #draw(next: HistoryCursor | undefined): void {
    const more = (): void =>
      this.#ask(next, (found) => {
        this.#lines.push(...found.lines);
        this.#draw(found.next);
      });
    replaceChildren(this.#body, this.#table(), next && button(this.context.texts.older, more));
  }
}

/** What is chosen of the lists below. */
function filterForm({ texts }: PageContext, choose: (filter: HistoryFilter) => void): HTMLElement {
  let order: NonNullable<HistoryFilter["order"]> = "newest";
  const call = textField(texts.containing, { type: "search", placeholder: texts.containing, onchange: () => apply() });
  const failed = element("vscode-checkbox", { onchange: () => apply() }, texts.onlyFailed);
  const [from, to] = [texts.since, texts.until].map((label) =>
    textField(label, { type: "datetime-local", onchange: () => apply() }),
  );
  const orders = choice(
    texts.order,
    [
      ["newest", texts.newestFirst],
      ["oldest", texts.oldestFirst],
      ["gas", texts.maxGas],
    ],
    order,
    (value) => {
      order = value as typeof order;
      apply();
    },
  );
  const apply = (): void => {
    const [first, last] = [Date.parse(from?.value ?? ""), Date.parse(to?.value ?? "")];
    choose({
      order,
      ...(call.value.trim() === "" ? {} : { call: call.value.trim() }),
      ...(failed.checked ? { failed: true } : {}),
      ...(Number.isNaN(first) ? {} : { from: first }),
      // to the end of that minute
      ...(Number.isNaN(last) ? {} : { to: last + 59_999 }),
    });
  };
  const form = element(
    "form",
    { class: "bar filter", "aria-label": texts.filter },
    call,
    failed,
    from,
    "–",
    to,
    orders,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    apply();
  });
  return form;
}

function countTables(context: PageContext, { functions, failures }: AddressHistoryView): (HTMLElement | undefined)[] {
  const { texts } = context;
  const number = (value: number): string => numberText(value, pageLanguage());
  const call = (text: string): HTMLElement => element("code", {}, text);
  return [
    functions.length === 0
      ? undefined
      : section(
          texts.functionsByCount,
          table(
            [texts.method, texts.calls, texts.callers, texts.failed, texts.gasAverage],
            functions.map((each) => [
              call(each.call),
              number(each.calls),
              number(each.callers),
              number(each.failed),
              number(each.gas),
            ]),
          ),
        ),
    failures.length === 0
      ? undefined
      : section(
          texts.failuresByReason,
          table(
            [texts.status, texts.reason, texts.method, texts.failures],
            failures.map((each) => [String(each.status), each.error, call(each.call), number(each.failures)]),
          ),
        ),
  ];
}

/** What the group's index has of an address, or what it would have. */
export function historySections(context: PageContext, { history, address }: AddressPage): (HTMLElement | undefined)[] {
  const { texts } = context;
  if (!history) return [];
  if (history.kind === "none" && history.making)
    return [element("p", { class: "muted noIndex", role: "status" }, texts.making)];
  if (history.kind === "none")
    return [
      element(
        "section",
        { class: "noIndex" },
        element("p", { class: "muted" }, texts.noIndex),
        button(texts.makeIndex, () => context.makeIndex(), { class: "ofEditor" }),
      ),
    ];
  if (history.kind === "failed") return [element("p", { class: "bad", role: "alert" }, history.problem)];
  const number = (value: number): string => numberText(value, pageLanguage());
  const { maker, parts, sent, received, low, high } = history;
  const lists = (["sent", "received", "created", "balances", "named", "rights"] as const)
    .filter((part) => parts[part].lines.length > 0)
    .map((part) => new PartSection(context, address, part, parts[part]));
  return [
    element("p", { class: "muted" }, fill(texts.indexed, number(low), number(Math.max(low, high)))),
    facts([
      [texts.sent, number(sent)],
      [texts.received, number(received)],
      [texts.maker, maker && [addressLink(context, maker.from ?? ""), " ", transactionLink(context, maker.hash)]],
    ]),
    ...countTables(context, history),
    ...(lists.some(({ part }) => filtered.has(part))
      ? [
          filterForm(context, (filter) => {
            for (const list of lists) if (filtered.has(list.part)) list.choose(filter);
          }),
        ]
      : []),
    ...lists.map((list) => list.element),
  ];
}

/** What a search in the index found. */
export function foundView(context: PageContext, { text, lines }: FoundPage): HTMLElement[] {
  const { texts } = context;
  const kinds = {
    block: texts.block,
    transaction: texts.transaction,
    address: texts.address,
    event: texts.event,
    change: texts.change,
    argument: texts.parameter,
  };
  if (lines.length === 0) return [element("p", {}, fill(texts.foundNone, text))];
  return [
    element("h2", {}, noted(fill(texts.found, text), String(lines.length), pageLanguage())),
    table(
      [texts.what, texts.hash, texts.name, texts.block, texts.time],
      lines.map(({ kind, key, block, time = 0, text: detail = "" }) => [
        kinds[kind],
        kind === "block"
          ? blockLink(context, Number(key))
          : kind === "address"
            ? addressLink(context, key)
            : transactionLink(context, key),
        element("code", { class: "words" }, detail),
        block === undefined ? "" : blockLink(context, block),
        timeText(time),
      ]),
    ),
  ];
}
