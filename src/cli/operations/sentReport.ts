import { callText, valuesText } from "../../chain/abi/valueText";
import type { EventShown, OutcomeShown } from "../../operations/kit/decoded";
import { t } from "../../text/catalogue";

function eventLine({ address, event, topics = [], data = "" }: EventShown): string {
  if (!event) return [`${address}:`, ...topics, data].join(" ");
  return callText(
    event.name,
    event.arguments.map(({ value }) => value),
  );
}

/** What a transaction did, for a person: where it is, what came back, and its events. @param head what was called */
export function sentLines(
  head: string,
  { blockNumber, transactionHash, values, events, moreEvents }: OutcomeShown,
): string[] {
  return [
    values.length > 0 ? `${head} → ${valuesText(values as Parameters<typeof valuesText>[0])}` : head,
    t("Block {0}, transaction {1}", blockNumber, transactionHash),
    ...events.map(eventLine),
    ...(moreEvents ? [t("There are more events.")] : []),
  ];
}
