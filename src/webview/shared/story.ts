import { element } from "./dom";
import type { ShownStory } from "./messages";

/** The first lines of a page: what is wrong, what to do, and what else was found. */
export function storyView({ state, headline, advice, more }: ShownStory): HTMLElement {
  return element(
    "section",
    { class: `story ${state}`, role: "status" },
    element("p", { class: "headline" }, headline),
    advice !== "" && element("p", { class: "advice" }, advice),
    more.length > 0 &&
      element(
        "ul",
        {},
        more.map((line) => element("li", {}, line)),
      ),
  );
}
