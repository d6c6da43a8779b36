import { labelled, noted } from "../../text/joining";
import type { Channel } from "../shared/channel";
import { button } from "../shared/controls";
import { html } from "../shared/html";
import { pageLanguage } from "../shared/pageLanguage";
import type { EventRow, EventsProtocol, EventsTexts } from "./messages";

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
