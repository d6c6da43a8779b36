import { labelled, noted } from "../../text/joining";
import { shortHex } from "../../text/shortText";
import type { Channel } from "../shared/channel";
import { button } from "../shared/controls";
import { element, replaceChildren, setText } from "../shared/dom";
import { html } from "../shared/html";
import { pageLanguage } from "../shared/pageLanguage";
import { rowKey, rowText, visibleRange } from "./eventRows";
import type { EventRow, EventsProtocol, EventsTexts } from "./messages";

/** Height of a line in pixels, as in events.css: lines are drawn where they are seen and nowhere else. */
const rowHeight = 24;
const pageLines = 10;

/** How parts of the page speak to the host. */
export type SayEvents = Channel<EventsProtocol>["say"];

/** Everything about one event: its parameters with types, where it stands, and what was logged. */
export function eventDetails(texts: EventsTexts, row: EventRow, say: SayEvents): ReturnType<typeof html> {
  const line = (
    name: string,
    value: string,
    { what, text = value }: { readonly what?: "block" | "transaction" | "address"; readonly text?: string } = {},
  ): unknown => {
    const shown = what
      ? html`<button type="button" class="link" @click=${() => say("open", { what, key: value })}>${value}</button>`
      : html`<span class="value">${text}</span>`;
    const spoken = labelled(texts.copy, name, pageLanguage());
    return html`<tr>
      <th scope="row">${name}</th>
      <td>${shown}</td>
      <td>${button(texts.copy, () => say("copy", value), { class: "quiet", "aria-label": spoken })}</td>
    </tr>`;
  };
  const values = row.values.map(({ name, type, value, hashed, ...more }, index) =>
    line(noted(`${name || `#${index + 1}`} ${type}`, hashed ? texts.hashed : "", pageLanguage()), value, {
      text: more.noted ?? value,
    }),
  );
  return html`<h2>${row.signature || texts.unknown}</h2>
    <table>
      ${values}
      ${line(texts.block, String(row.block), { what: "block" })}
      ${line(texts.transaction, row.transaction, { what: "transaction" })}
      ${line(texts.contract, row.address, { what: "address" })}
      ${line(texts.position, String(row.log))}
      ${row.topics.map((topic, index) => line(`${texts.topic} ${index}`, topic))}
      ${line(texts.data, row.data)}
    </table>`;
}

/** The list of events, newest first. Tens of thousands of lines cost what those on screen cost. */
export class EventList {
  readonly #window = element("div", { class: "rows" });
  readonly #space = element("div", { class: "space" }, this.#window);
  readonly #empty = element("p", { class: "muted empty" });
  readonly element: HTMLElement;
  #rows: readonly EventRow[] = [];
  #selected = "";
  #asked = 0;

  /** @param withContract of several contracts: say which */
  constructor(
    private readonly texts: EventsTexts,
    private readonly withContract: boolean,
    private readonly say: SayEvents,
    private readonly onSelect: (row: EventRow | undefined) => void,
  ) {
    const heads = [texts.block, texts.event, ...(withContract ? [texts.contract] : []), texts.transaction];
    const head = element(
      "div",
      { class: "line head", role: "row" },
      heads.map((text) => element("span", { role: "columnheader" }, text)),
    );
    setText(this.#empty, texts.noRows);
    this.element = element(
      "div",
      {
        class: withContract ? "list withContract" : "list",
        role: "grid",
        tabindex: 0,
        "aria-label": texts.events,
        onscroll: () => this.#drawSoon(),
        onkeydown: (event) => this.#key(event as KeyboardEvent),
      },
      head,
      this.#space,
      this.#empty,
    );
    new ResizeObserver(() => this.#drawSoon()).observe(this.element);
  }

  show(rows: readonly EventRow[]): void {
    const before = this.#rows[0];
    const grown = before ? rows.findIndex((row) => rowKey(row) === rowKey(before)) : 0;
    this.#rows = rows;
    this.#space.style.height = `${rows.length * rowHeight}px`;
    this.#empty.hidden = rows.length > 0;
    this.element.setAttribute("aria-rowcount", String(rows.length + 1));
    // A reader has scrolled down: what is new comes above without moving the lines.
    if (grown > 0 && this.element.scrollTop > 0) this.element.scrollTop += grown * rowHeight;
    this.#draw();
    if (this.#selected !== "" && !rows.some((row) => rowKey(row) === this.#selected)) this.#select(undefined);
  }

  #drawSoon(): void {
    if (this.#asked !== 0) return;
    this.#asked = requestAnimationFrame(() => {
      this.#asked = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const { scrollTop, clientHeight } = this.element;
    const { first, end } = visibleRange({ scrollTop, height: clientHeight }, rowHeight, this.#rows.length);
    this.#window.style.transform = `translateY(${first * rowHeight}px)`;
    replaceChildren(
      this.#window,
      this.#rows.slice(first, end).map((row, index) => this.#line(row, first + index)),
    );
  }

  #line(row: EventRow, index: number): HTMLElement {
    const { block, transaction, event, contract, address } = row;
    const key = rowKey(row);
    const chosen = key === this.#selected;
    const link = (text: string, what: "block" | "transaction" | "address", to: string): HTMLElement =>
      element(
        "button",
        {
          type: "button",
          class: "link",
          tabindex: -1,
          title: to,
          onclick: (clicked) => {
            clicked.stopPropagation();
            this.say("open", { what, key: to });
          },
        },
        text,
      );
    const text = rowText(row);
    return element(
      "div",
      {
        class: chosen ? "line chosen" : "line",
        role: "row",
        id: chosen ? "chosen" : undefined,
        "aria-rowindex": index + 2,
        "aria-selected": String(chosen),
        onclick: () => this.#select(row),
      },
      element("span", { role: "gridcell" }, link(String(block), "block", String(block))),
      element(
        "span",
        { role: "gridcell", class: event === "" ? "text unknown" : "text", title: text },
        event === "" ? this.texts.unknown : element("strong", {}, event),
        event === "" ? ` ${text}` : text.slice(event.length),
      ),
      this.withContract &&
        element("span", { role: "gridcell" }, link(contract || shortHex(address), "address", address)),
      element("span", { role: "gridcell" }, link(shortHex(transaction), "transaction", transaction)),
    );
  }

  #select(row: EventRow | undefined): void {
    this.#selected = row ? rowKey(row) : "";
    if (row) this.element.setAttribute("aria-activedescendant", "chosen");
    else this.element.removeAttribute("aria-activedescendant");
    this.onSelect(row);
    this.#draw();
  }

  #key(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: pageLines,
      PageUp: -pageLines,
      Home: -this.#rows.length,
      End: this.#rows.length,
    };
    const at = this.#rows.findIndex((row) => rowKey(row) === this.#selected);
    const row = this.#rows[at];
    if (event.key === "Escape") this.#select(undefined);
    else if (event.key === "Enter" && row) this.say("open", { what: "transaction", key: row.transaction });
    const step = steps[event.key];
    if (step === undefined || this.#rows.length === 0) return;
    event.preventDefault();
    const next = at < 0 ? 0 : Math.max(0, Math.min(this.#rows.length - 1, at + step));
    this.#select(this.#rows[next]);
    const top = next * rowHeight;
    const room = this.element.clientHeight - 2 * rowHeight;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top > this.element.scrollTop + room) this.element.scrollTop = top - room;
  }
}
