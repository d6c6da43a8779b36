import { noted } from "../../text/joining";
import { button } from "../shared/button";
import { element, link } from "../shared/dom";
import { fill } from "../shared/fill";
import { eventLine, foldedEvents } from "../shared/foldedEvents";
import { pageLanguage } from "../shared/pageLanguage";
import type { FormOutcome, FormTexts, ShownEvent, ShownValue } from "./messages";

/** What the list of results needs of the page around it. */
export interface ResultContext {
  readonly texts: FormTexts;
  copy(text: string): void;
  open(what: "transaction" | "receipt" | "form" | "debug", key: string): void;
}

function valueTable({ texts, copy }: ResultContext, values: readonly ShownValue[]): HTMLElement {
  return element(
    "table",
    {},
    values.map(({ name, type, value, doc }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row", title: doc ?? "" }, name, " ", element("code", {}, type)),
        element("td", {}, element("pre", {}, value)),
        element(
          "td",
          { class: "actions" },
          button(texts.copy, () => copy(value), { class: "quiet", "aria-label": `${texts.copy} ${name || type}` }),
        ),
      ),
    ),
  );
}

function eventView(context: ResultContext, { name, address, values }: ShownEvent): HTMLElement {
  return element(
    "div",
    { class: "event" },
    element("p", {}, element("strong", {}, name), " ", element("code", {}, address)),
    values.length > 0 && valueTable(context, values),
  );
}

const lineOf = ({ name, values }: ShownEvent): string => eventLine(name, values);

function links({ texts, open }: ResultContext, hash: string): HTMLElement {
  const to = (label: string, what: "transaction" | "receipt" | "debug"): HTMLElement =>
    link(label, () => open(what, hash));
  return element(
    "p",
    { class: "buttons" },
    to(texts.showTransaction, "transaction"),
    to(texts.showReceipt, "receipt"),
    to(texts.debug, "debug"),
  );
}

function body(context: ResultContext, result: FormOutcome): (HTMLElement | false)[] {
  const { texts } = context;
  switch (result.kind) {
    case "answer":
      return [
        result.values.length > 0 ? valueTable(context, result.values) : element("p", { class: "muted" }, texts.nothing),
      ];
    case "preview":
      return [element("p", {}, result.detail)];
    case "failure":
      return [
        element("p", { class: "problem" }, result.message),
        result.advice !== "" && element("p", {}, result.advice),
        result.hash !== undefined && links(context, result.hash),
      ];
    case "sent": {
      const { address } = result;
      return [
        address !== undefined &&
          element(
            "p",
            {},
            element("code", {}, address),
            " ",
            button(texts.copy, () => context.copy(address), { class: "small" }),
            " ",
            button(texts.openForm, () => context.open("form", address), { class: "small" }),
          ),
        result.values.length > 0 && valueTable(context, result.values),
        result.events.length > 0 &&
          element("h4", {}, noted(texts.events, String(result.events.length), pageLanguage())),
        ...foldedEvents(result.events, (event) => eventView(context, event), lineOf),
        element("p", { class: "muted" }, fill(texts.gasUsed, result.gasUsed)),
        links(context, result.hash),
      ];
    }
  }
}

function headline(texts: FormTexts, result: FormOutcome): [text: string, state: string] {
  switch (result.kind) {
    case "answer":
      return [fill(texts.answered, result.block), "good"];
    case "preview":
      return [result.text, { success: "good", failure: "bad", unknown: "" }[result.outcome]];
    case "sent": {
      const text = result.address === undefined ? texts.sent : texts.deployed;
      return [fill(text, result.block), "good"];
    }
    case "failure":
      return [texts.failed, "bad"];
  }
}

/** One result: what was asked, when, and what came of it. */
export function resultView(context: ResultContext, call: string, time: string, result: FormOutcome): HTMLElement {
  const [text, state] = headline(context.texts, result);
  return element(
    "article",
    { class: "result" },
    element(
      "h3",
      {},
      element("span", { class: `state ${state}` }, text),
      " ",
      element("code", {}, call),
      " ",
      element("span", { class: "muted" }, time),
    ),
    body(context, result),
  );
}
