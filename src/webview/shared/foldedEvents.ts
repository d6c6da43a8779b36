import { element } from "./dom";

/** So many events stand open; of more, each is folded to its line, and all of them to one click. */
const maxOpen = 5;

/** Views of a transaction's events. */
export function foldedEvents<Event>(
  events: readonly Event[],
  view: (event: Event) => HTMLElement,
  line: (event: Event) => string,
): HTMLElement[] {
  if (events.length <= maxOpen) return events.map(view);
  return events.map((event) =>
    element("details", {}, element("summary", {}, element("code", {}, line(event))), view(event)),
  );
}

/** An event and its values in one line. */
export const eventLine = (name: string, values: readonly { readonly value: string }[]): string =>
  `${name}(${values.map(({ value }) => value).join(", ")})`;
