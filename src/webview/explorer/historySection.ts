import { languageOf } from "../../text/catalogue";
import { numberText } from "../../text/formats";
import { noted } from "../../text/joining";
import { button, element, replaceChildren } from "../shared/dom";
import { fill } from "../shared/fill";
import type { AddressHistoryView, AddressPage, FoundPage, HistoryLines, HistoryPart } from "./messages";
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
      timeText(context, timeMs),
    ]),
  );
}

/** Lines of one part; older ones come below them. */
function partSection(
  context: PageContext,
  address: string,
  part: HistoryPart,
  first: HistoryLines,
): HTMLElement | undefined {
  if (first.lines.length === 0) return undefined;
  const lines = [...first.lines];
  const body = element("div", {});
  const draw = (before: number | undefined): void => {
    const older = (): void =>
      context.history(
        { address, part, before: before ?? 0 },
        (next) => {
          lines.push(...next.lines);
          draw(next.before);
        },
        ({ message }) => body.append(element("p", { class: "bad", role: "alert" }, message)),
      );
    replaceChildren(
      body,
      part === "named" ? namedTable(context, lines) : transactionTable(context, lines, true),
      before === undefined ? undefined : button(context.texts.older, older),
    );
  };
  draw(first.before);
  return section(context.texts[part], body);
}

function countTables(context: PageContext, { functions, failures }: AddressHistoryView): (HTMLElement | undefined)[] {
  const { texts } = context;
  const number = (value: number): string => numberText(value, languageOf(context.locale));
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
  if (history.kind === "none")
    return [
      element(
        "section",
        { class: "noIndex" },
        element("p", { class: "muted" }, texts.noIndex),
        button(texts.makeIndex, () => context.makeIndex()),
      ),
    ];
  if (history.kind === "failed") return [element("p", { class: "bad", role: "alert" }, history.problem)];
  const number = (value: number): string => numberText(value, languageOf(context.locale));
  const { maker, parts, sent, received, low, high } = history;
  return [
    element("p", { class: "muted" }, fill(texts.indexed, number(low), number(Math.max(low, high)))),
    facts([
      [texts.sent, number(sent)],
      [texts.received, number(received)],
      [texts.maker, maker && [addressLink(context, maker.from ?? ""), " ", transactionLink(context, maker.hash)]],
    ]),
    ...countTables(context, history),
    ...(["sent", "received", "created", "named"] as const).map((part) =>
      partSection(context, address, part, parts[part]),
    ),
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
  };
  if (lines.length === 0) return [element("p", {}, fill(texts.foundNone, text))];
  return [
    element("h2", {}, noted(fill(texts.found, text), String(lines.length), languageOf(context.locale))),
    table(
      [texts.what, texts.hash, texts.name, texts.block, texts.time],
      lines.map(({ kind, key, block, time = 0, text: detail = "" }) => [
        kinds[kind],
        kind === "block"
          ? blockLink(context, Number(key))
          : kind === "address"
            ? addressLink(context, key)
            : transactionLink(context, key),
        element("code", {}, detail),
        block === undefined ? "" : blockLink(context, block),
        timeText(context, time),
      ]),
    ),
  ];
}
