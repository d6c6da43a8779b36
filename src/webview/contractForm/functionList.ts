import { textField } from "../shared/controls";
import { element, replaceChildren } from "../shared/dom";
import type { FormFunction, FormTexts } from "./messages";

/** The functions of a contract, those that read and those that write apart; arrow keys go from one to the next. */
export function functionList(
  functions: readonly FormFunction[],
  texts: FormTexts,
  choose: (each: FormFunction) => void,
): { element: HTMLElement; select(each: FormFunction): void } {
  const lists = element("div", { class: "lists" });
  const filter = textField(texts.filter, { type: "search", placeholder: texts.filter, oninput: () => draw() });
  let current: FormFunction | undefined;

  const entry = (each: FormFunction): HTMLElement =>
    element(
      "li",
      {},
      element(
        "button",
        {
          type: "button",
          class: "function",
          title: each.signature,
          "aria-current": each === current ? "true" : undefined,
          onclick: () => {
            select(each);
            choose(each);
          },
        },
        element("span", { class: "name" }, each.name),
        element("span", { class: "muted" }, each.text),
      ),
    );
  const group = (title: string, list: readonly FormFunction[]): HTMLElement | false =>
    list.length > 0 && element("section", {}, element("h2", {}, title), element("ul", {}, list.map(entry)));

  function draw(): void {
    const wanted = filter.value.trim().toLowerCase();
    const shown = functions.filter(({ name, text, signature }) =>
      `${signature} ${name}${text}`.toLowerCase().includes(wanted),
    );
    replaceChildren(
      lists,
      group(
        texts.reads,
        shown.filter(({ reads }) => reads),
      ),
      group(
        texts.writes,
        shown.filter(({ reads }) => !reads),
      ),
    );
  }

  function select(each: FormFunction): void {
    current = each;
    draw();
  }

  const nav = element("nav", { "aria-label": texts.functions }, functions.length > 8 && filter, lists);
  nav.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const entries = [...nav.querySelectorAll<HTMLButtonElement>("button.function")];
    const at = entries.indexOf(document.activeElement as HTMLButtonElement);
    event.preventDefault();
    entries[Math.min(Math.max(at + step, 0), entries.length - 1)]?.focus();
  });
  return { element: nav, select };
}
