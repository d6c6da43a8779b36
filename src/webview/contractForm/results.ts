import { noted } from "../../text/joining";
import { button } from "../shared/controls";
import { element, link } from "../shared/dom";
import { fill } from "../shared/fill";
import { eventLine, foldedEvents } from "../shared/foldedEvents";
import { html, render } from "../shared/html";
import { pageLanguage } from "../shared/pageLanguage";
import type { FormOutcome, FormTexts, ShownEvent, ShownValue } from "./messages";

/** What the list of results needs of the page around it. */
interface ResultContext {
  readonly texts: FormTexts;
  copy(text: string): void;
  open(what: "transaction" | "receipt" | "form" | "debug", key: string): void;
}

const codeText = (text: string): unknown => html`<code>${text}</code>`;

function valueTable({ texts, copy }: ResultContext, values: readonly ShownValue[]): unknown {
  const row = ({ name, type, value, doc, ...more }: ShownValue): unknown => html`<tr>
    <th scope="row" title=${doc ?? ""}>${name} ${codeText(type)}</th>
    <td><pre>${more.noted ?? value}</pre></td>
    <td class="actions">
      ${button(texts.copy, () => copy(value), { class: "quiet", "aria-label": `${texts.copy} ${name || type}` })}
    </td>
  </tr>`;
  return values.length > 0 ? html`<table>${values.map(row)}</table>` : "";
}

function eventView(context: ResultContext, { name, address, contract = "", values }: ShownEvent): HTMLElement {
  const view = element("div", { class: "event" });
  render(html`<p><strong>${name}</strong> ${codeText(address)} ${contract}</p>${valueTable(context, values)}`, view);
  return view;
}

const lineOf = ({ name, values }: ShownEvent): string =>
  eventLine(
    name,
    values.map((each) => ({ value: each.noted ?? each.value })),
  );

function links({ texts, open }: ResultContext, hash: string): unknown {
  const to = (label: string, what: "transaction" | "receipt" | "debug"): HTMLElement =>
    link(label, () => open(what, hash));
  return html`<p class="buttons">
    ${[to(texts.showTransaction, "transaction"), to(texts.showReceipt, "receipt"), to(texts.debug, "debug")]}
  </p>`;
}

function body(context: ResultContext, result: FormOutcome): unknown {
  const { texts } = context;
  switch (result.kind) {
    case "answer":
      return result.values.length > 0
        ? valueTable(context, result.values)
        : html`<p class="muted">${texts.nothing}</p>`;
    case "preview":
      return html`<p>${result.detail}</p>`;
    case "failure":
      return html`<p class="problem">${result.message}</p>
        ${result.advice === "" ? "" : html`<p>${result.advice}</p>`}
        ${result.hash === undefined ? "" : links(context, result.hash)}`;
    case "sent": {
      const { address, events } = result;
      const deployed = (at: string): unknown => html`<p>${codeText(at)}
        ${button(texts.copy, () => context.copy(at), { class: "small" })}
        ${button(texts.openForm, () => context.open("form", at), { class: "small" })}</p>`;
      return html`${address === undefined ? "" : deployed(address)}
        ${valueTable(context, result.values)}
        ${events.length > 0 ? html`<h4>${noted(texts.events, String(events.length), pageLanguage())}</h4>` : ""}
        ${foldedEvents(events, (event) => eventView(context, event), lineOf)}
        <p class="muted">${fill(texts.gasUsed, result.gasUsed)}</p>
        ${links(context, result.hash)}`;
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
  const view = element("article", { class: "result" });
  const head = html`<span class=${`state ${state}`}>${text}</span> ${codeText(call)} <span class="muted">${time}</span>`;
  render(html`<h3>${head}</h3>${body(context, result)}`, view);
  return view;
}
