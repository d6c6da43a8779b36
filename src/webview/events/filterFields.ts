import { labelled, listed } from "../../text/joining";
import "@vscode-elements/elements/dist/vscode-checkbox/index.js";
import { submitButton, textField } from "../shared/controls";
import { element, replaceChildren, setText } from "../shared/dom";
import { fill } from "../shared/fill";
import { pageLanguage } from "../shared/pageLanguage";
import type { EventsChoice, EventsFilter, EventsTexts } from "./messages";

/** The form above the list: which events, with which values, of which blocks. */
export class FilterFields {
  readonly element = element("form", {
    class: "bar filter",
    novalidate: true,
    onsubmit: (event) => this.#submit(event),
  });
  #choices: readonly EventsChoice[] = [];
  #filter: EventsFilter | undefined;
  /** What was told or applied last: told again, as when a connection comes back, it leaves alone what is being typed. */
  #settled = "";
  readonly #events = element("details", { class: "choices" });
  readonly #values = element("div", { class: "bar values" });
  readonly #problems = new Map<string, HTMLElement>();

  constructor(
    private readonly texts: EventsTexts,
    private readonly onApply: (filter: EventsFilter) => void,
  ) {
    replaceChildren(
      this.element,
      this.#events,
      this.#field("from", texts.fromBlock, "", "block"),
      this.#field("to", texts.toBlock, texts.openEnd, "block"),
      this.#values,
      submitButton(texts.apply, { class: "primary" }),
    );
  }

  /** What is typed; undefined before the page knows what there is. */
  get filter(): EventsFilter | undefined {
    return this.#filter;
  }

  set(choices: readonly EventsChoice[], filter: EventsFilter): void {
    const settled = JSON.stringify([choices, filter]);
    if (settled === this.#settled) return;
    this.#settled = settled;
    this.#choices = choices;
    this.#filter = filter;
    this.#input("from").value = filter.from;
    this.#input("to").value = filter.to;
    const boxes = choices.map(({ signature, name, indexed }) =>
      element(
        "vscode-checkbox",
        {
          title: signature,
          value: signature,
          checked: filter.events.includes(signature),
          onchange: () => this.#chosen(),
        },
        choices.filter((other) => other.name === name).length > 1 ? signature : name,
        indexed.length === 0
          ? ""
          : element(
              "span",
              { class: "muted" },
              listed(
                indexed.map((each) => each.name),
                pageLanguage(),
              ),
            ),
      ),
    );
    replaceChildren(this.#events, element("summary", {}), ...boxes);
    this.#events.hidden = choices.length === 0;
    this.#summary();
    this.#showValues();
  }

  showProblems(problems: Readonly<Record<string, string>>): void {
    for (const [path, place] of this.#problems) {
      const text = problems[path] ?? "";
      setText(place, text);
      this.#input(path).invalid = text !== "";
    }
  }

  #input(path: string): ReturnType<typeof textField> {
    return this.element.querySelector<ReturnType<typeof textField>>(`[data-path="${path}"]`) ?? textField(path);
  }

  #field(path: string, label: string, placeholder: string, kind: string, title = ""): HTMLElement {
    const problem = element("span", { class: "fieldProblem", role: "alert" });
    this.#problems.set(path, problem);
    const input = textField(label, { "data-path": path, class: kind, placeholder, title });
    return element("label", { class: "field" }, element("span", {}, label), input, problem);
  }

  get #wanted(): string[] {
    const boxes = [...this.#events.querySelectorAll("vscode-checkbox")];
    return boxes.filter(({ checked }) => checked).map(({ value }) => value);
  }

  #summary(): void {
    const wanted = this.#wanted;
    const [only] = wanted;
    const { texts } = this;
    const name = this.#choices.find(({ signature }) => signature === only)?.name ?? "";
    const chosen =
      wanted.length === 0 ? texts.allEvents : wanted.length === 1 ? name : fill(texts.eventCount, wanted.length);
    const summary = this.#events.querySelector("summary");
    if (summary) replaceChildren(summary, labelled(texts.events, "", pageLanguage()), element("strong", {}, chosen));
  }

  #chosen(): void {
    if (this.#filter) this.#filter = { ...this.#filter, values: [] };
    this.#summary();
    this.#showValues();
  }

  /** Values can be asked for when it is clear of which event. */
  #showValues(): void {
    for (const path of [...this.#problems.keys()]) if (path !== "from" && path !== "to") this.#problems.delete(path);
    const [only, ...others] = this.#wanted;
    const choice = others.length > 0 ? undefined : this.#choices.find(({ signature }) => signature === only);
    const { texts } = this;
    replaceChildren(
      this.#values,
      (choice?.indexed ?? []).map(({ name, type, hashed }, index) =>
        this.#field(
          String(index),
          `${name || `#${index + 1}`} ${type}`,
          texts.any,
          "value",
          hashed ? texts.hashHint : texts.alternativesHint,
        ),
      ),
    );
    for (const [index, value] of (this.#filter?.values ?? []).entries()) this.#input(String(index)).value = value;
  }

  #submit(event: Event): void {
    event.preventDefault();
    this.#events.open = false;
    const values = [...this.#values.querySelectorAll("vscode-textfield")].map(({ value }) => value.trim());
    this.#filter = {
      events: this.#wanted,
      values,
      from: this.#input("from").value.trim(),
      to: this.#input("to").value.trim(),
    };
    this.#settled = JSON.stringify([this.#choices, this.#filter]);
    this.onApply(this.#filter);
  }
}
