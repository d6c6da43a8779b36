import type { EventShown, OutcomeShown } from "../../operations/kit/decoded";
import { t } from "../../text/catalogue";
import { typedText } from "./terminalNames";

function eventLine({ address, event, topics = [], data = "" }: EventShown): string {
  if (!event) return [`${address}:`, ...topics, data].join(" ");
  return `${event.name}(${event.arguments.map(typedText).join(", ")})`;
}

/** `total: 5, owner: 0x…`: results with their names. */
export const typedTexts = (values: OutcomeShown["values"]): string =>
  values.map((each) => (each.name ? `${each.name}: ${typedText(each)}` : typedText(each))).join(", ");

/** What a transaction did, for a person: where it is, what came back, and its events. @param head what was called */
export function sentLines(
  head: string,
  { blockNumber, transactionHash, values, events, moreEvents }: OutcomeShown,
): string[] {
  return [
    values.length > 0 ? `${head} → ${typedTexts(values)}` : head,
    t("Block {0}, transaction {1}", blockNumber, transactionHash),
    ...events.map(eventLine),
    ...(moreEvents ? [t("There are more events.")] : []),
  ];
}
