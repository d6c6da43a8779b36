import * as vscode from "vscode";
import type { ContractInterface, DecodedEvent } from "../../../chain/abi/contractInterface";
import { eventTopics, type TopicFilter } from "../../../chain/abi/eventTopics";
import { bareText, namedType } from "../../../chain/abi/namedValue";
import { type NameOf, withNotes } from "../../../chain/abi/valueNotes";
import type { FeedLog } from "../../../chain/events/eventFeed";
import { EventNames } from "../../../chain/services/contract/eventNames";
import type { ChainSession } from "../../../chain/session";
import { askedOnce, type NamedContract } from "../../../pages/records/decodeCall";
import type { EventRow, EventsFilter, EventsPageState } from "../../../webview/events/messages";
import { namesOn } from "../../flows/lines/addressName";
import { knownContractAt, namedContract } from "../../flows/target/contractTarget";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** An event as the page shows it, decoded where that worked. */
function eventRowOf(log: FeedLog, contract: string, decoded: DecodedEvent | undefined, nameOf: NameOf): EventRow {
  return {
    block: log.blockNumber,
    transaction: log.transactionHash,
    transactionIndex: log.transactionIndex,
    log: log.logIndex,
    address: log.address,
    contract,
    event: decoded?.name ?? "",
    signature: decoded?.signature ?? "",
    values: (decoded?.arguments ?? []).map((each) => {
      const { name, indexed, hashed } = each;
      const value = hashed ? String(each.value) : bareText(each);
      const noted = hashed ? value : bareText(withNotes(each, nameOf));
      return { name, type: namedType(each), value, ...(noted === value ? {} : { noted }), indexed, hashed };
    }),
    topics: [...log.topics],
    data: log.data,
  };
}

/** Whose events are looked at: one contract's, or all contracts'. */
type Subject = EventsPageState["subject"];

/** What is known of the group that is connected now. */
export interface EventsContext {
  readonly group: ChainGroup;
  readonly address: string;
  readonly abi: ContractInterface | undefined;
  /** The contract of an address, as it was in a block. */
  readonly emitter: (address: string, block: number) => Promise<NamedContract | undefined>;
  /** What names events that the ABI of their emitter doesn't: those through a proxy. */
  readonly names: EventNames;
  /** What addresses in events are called. */
  readonly nameOf: NameOf;
}

export async function readEventsContext(
  app: Chainside,
  { target }: Subject,
  group: ChainGroup,
): Promise<EventsContext> {
  const emitter = askedOnce((of, block) => namedContract(app, group, of, block).catch(() => undefined));
  const known = { group, emitter, names: new EventNames(group.session), nameOf: namesOn(app, group) };
  if (target === "") return { ...known, address: "", abi: undefined };
  const { address, abi } = await knownContractAt(app, group, target);
  return { ...known, address, abi };
}

/** The row of a log, decoded by the contract that is looked at, else by what is known at its address. */
export async function decodeLog(
  { address, abi, emitter, names, nameOf }: EventsContext,
  subject: Subject,
  log: FeedLog,
): Promise<EventRow> {
  const known = await emitter(log.address, log.blockNumber);
  if (abi && log.address === address)
    return eventRowOf(log, subject.name, await names.decode(log, known?.abi ?? abi), nameOf);
  return eventRowOf(log, known?.name ?? "", await names.decode(log, known?.abi), nameOf);
}

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
