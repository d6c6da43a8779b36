import * as vscode from "vscode";
import type { ContractInterface } from "../../../chain/abi/contractInterface";
import { eventTopics, type TopicFilter } from "../../../chain/abi/eventTopics";
import type { ChainSession } from "../../../chain/session";
import type { EventsFilter } from "../../../webview/events/messages";

/** What a typed filter asks of the chain. */
interface ReadFilter {
  readonly topics: TopicFilter;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

const blockNumber = /^\d{1,15}$/;

/**
 * Reads a filter as it is typed.
 * @param words an error as a sentence in the reader's language
 * @returns the filter, or what is wrong by field: `from`, `to`, or the position of the parameter
 */
export async function readFilter(
  filter: EventsFilter,
  abi: ContractInterface | undefined,
  { suite }: Pick<ChainSession, "suite">,
  words: (error: unknown) => Promise<string>,
): Promise<{ read?: ReadFilter; problems: Record<string, string> }> {
  const problems: Record<string, string> = {};
  const block = (field: "from" | "to"): number | undefined => {
    const text = filter[field].trim();
    if (text === "") return undefined;
    if (blockNumber.test(text)) return Number(text);
    problems[field] = vscode.l10n.t("Enter a block number, digits only.");
    return undefined;
  };
  const from = block("from");
  const to = block("to");
  if (from !== undefined && to !== undefined && to < from) {
    problems["to"] = vscode.l10n.t("The range ends before it starts.");
  }
  const events = (abi?.events ?? []).filter(({ signature }) => filter.events.includes(signature));
  // One value at a time, so that each field tells what is wrong with itself.
  for (const [index] of filter.values.entries()) {
    const alone = filter.values.map((value, each) => (each === index ? value : ""));
    try {
      eventTopics(events, alone, suite);
    } catch (error) {
      problems[String(index)] = await words(error);
    }
  }
  if (Object.keys(problems).length > 0) return { problems };
  return { read: { topics: eventTopics(events, filter.values, suite), from, to }, problems };
}
