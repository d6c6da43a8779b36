import { labelled, noted } from "../../text/joining";
import { button } from "../shared/button";
import type { Channel } from "../shared/channel";
import { element, link } from "../shared/dom";
import { pageLanguage } from "../shared/pageLanguage";
import type { EventRow, EventsProtocol, EventsTexts } from "./messages";

/** How parts of the page speak to the host. */
export type SayEvents = Channel<EventsProtocol>["say"];

/** Everything about one event: its parameters with types, where it stands, and what was logged. */
export function eventDetails(texts: EventsTexts, row: EventRow, say: SayEvents): HTMLElement[] {
  const line = (name: string, value: string, what?: "block" | "transaction" | "address"): HTMLElement =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      element(
        "td",
        {},
        what ? link(value, () => say("open", { what, key: value })) : element("span", { class: "value" }, value),
      ),
      element(
        "td",
        {},
        button(texts.copy, () => say("copy", value), {
          class: "quiet",
          "aria-label": labelled(texts.copy, name, pageLanguage()),
        }),
      ),
    );
  return [
    element("h2", {}, row.signature || texts.unknown),
    element(
      "table",
      {},
      row.values.map(({ name, type, value, hashed }, index) =>
        line(noted(`${name || `#${index + 1}`} ${type}`, hashed ? texts.hashed : "", pageLanguage()), value),
      ),
      line(texts.block, String(row.block), "block"),
      line(texts.transaction, row.transaction, "transaction"),
      line(texts.contract, row.address, "address"),
      line(texts.position, String(row.log)),
      row.topics.map((topic, index) => line(`${texts.topic} ${index}`, topic)),
      line(texts.data, row.data),
    ),
  ];
}
