import { element } from "../shared/dom";
import { fill } from "../shared/fill";
import type { FormTexts, Outcome, ShownEvent, ShownValue } from "./messages";

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
          element(
            "button",
            {
              type: "button",
              class: "small",
              "aria-label": `${texts.copy} ${name || type}`,
              onclick: () => copy(value),
            },
            texts.copy,
          ),
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

/** So many events stand open; of more, each is folded to one line. */
const openEvents = 5;

function eventViews(context: ResultContext, events: readonly ShownEvent[]): HTMLElement[] {
  if (events.length <= openEvents) return events.map((event) => eventView(context, event));
  return events.map((event) => {
    const line = `${event.name}(${event.values.map(({ value }) => value).join(", ")})`;
    return element("details", {}, element("summary", {}, element("code", {}, line)), eventView(context, event));
  });
}

function links({ texts, open }: ResultContext, hash: string): HTMLElement {
  const link = (label: string, what: "transaction" | "receipt" | "debug"): HTMLElement =>
    element("button", { type: "button", class: "link", onclick: () => open(what, hash) }, label);
  return element(
    "p",
    { class: "buttons" },
    link(texts.showTransaction, "transaction"),
    link(texts.showReceipt, "receipt"),
    link(texts.debug, "debug"),
  );
}

function body(context: ResultContext, outcome: Outcome): (HTMLElement | false)[] {
  const { texts } = context;
  switch (outcome.kind) {
    case "answer":
      return [
        outcome.values.length > 0
          ? valueTable(context, outcome.values)
          : element("p", { class: "muted" }, texts.nothing),
      ];
    case "preview":
      return [element("p", {}, outcome.detail)];
    case "failure":
      return [
        element("p", { class: "problem" }, outcome.message),
        outcome.advice !== "" && element("p", {}, outcome.advice),
        outcome.hash !== undefined && links(context, outcome.hash),
      ];
    case "sent": {
      const { address } = outcome;
      return [
        address !== undefined &&
          element(
            "p",
            {},
            element("code", {}, address),
            " ",
            element("button", { type: "button", class: "small", onclick: () => context.copy(address) }, texts.copy),
            " ",
            element(
              "button",
              { type: "button", class: "small", onclick: () => context.open("form", address) },
              texts.openForm,
            ),
          ),
        outcome.values.length > 0 && valueTable(context, outcome.values),
        outcome.events.length > 0 && element("h4", {}, `${texts.events} (${outcome.events.length})`),
        ...eventViews(context, outcome.events),
        element("p", { class: "muted" }, fill(texts.gasUsed, outcome.gasUsed)),
        links(context, outcome.hash),
      ];
    }
  }
}

function headline(texts: FormTexts, outcome: Outcome): [text: string, state: string] {
  switch (outcome.kind) {
    case "answer":
      return [fill(texts.answered, outcome.block), "good"];
    case "preview":
      return [outcome.text, { success: "good", failure: "bad", unknown: "" }[outcome.outcome]];
    case "sent": {
      const text = outcome.address === undefined ? texts.sent : texts.deployed;
      return [fill(text, outcome.block), "good"];
    }
    case "failure":
      return [texts.failed, "bad"];
  }
}

/** One result: what was asked, when, and what came of it. */
export function resultView(context: ResultContext, call: string, time: string, outcome: Outcome): HTMLElement {
  const [text, state] = headline(context.texts, outcome);
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
    body(context, outcome),
  );
}
