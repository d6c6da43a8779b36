import { joinSentences } from "../../text/joining";
import { element, replaceChildren } from "../shared/dom";
import type { InspectedPart, PartQuestion } from "./messages";
import { addressLink, type PageContext, table } from "./pageContext";

function partView(context: PageContext, { notes, tables }: InspectedPart): HTMLElement[] {
  return [
    ...notes.map((note) => element("p", { class: "muted" }, note)),
    ...tables.map(({ title, address, head, rows }) =>
      element(
        "div",
        {},
        title === "" ? undefined : element("h3", {}, title, " ", address ? addressLink(context, address) : ""),
        table(
          head,
          rows.map((row) => row.map((cell) => element("code", {}, cell))),
        ),
      ),
    ),
  ];
}

/** A section that asks for what is in it when it is unfolded first, and again after it failed or was left. */
export function inspectedSection(context: PageContext, title: string, question: PartQuestion): HTMLElement {
  const { texts } = context;
  const content = element("div", { "aria-live": "polite" });
  let asked = false;
  const details = element("details", { class: "inspected ofEditor" }, element("summary", {}, title), content);
  details.addEventListener("toggle", () => {
    if (!details.open || asked) return;
    asked = true;
    replaceChildren(content, element("p", { class: "muted" }, texts.loading));
    const again = (...shown: HTMLElement[]): void => {
      asked = false;
      replaceChildren(content, ...shown);
      if (shown.length === 0) details.open = false;
    };
    context.part(
      question,
      (part) => replaceChildren(content, ...partView(context, part)),
      ({ message, advice }) => again(element("p", { class: "failure", role: "alert" }, joinSentences(message, advice))),
      () => again(),
    );
  });
  return details;
}
