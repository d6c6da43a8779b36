import type { ContractInterface } from "../../../chain/abi/contractInterface";
import type { FeedLog } from "../../../chain/events/eventFeed";
import type { EventRow, EventsPageState } from "../../../webview/events/messages";
import { type NamedContract, namedContract } from "../../flows/records/decodeCall";
import { knownContractAt } from "../../flows/target/contractTarget";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { eventRowOf } from "./eventRowOf";

/** Whose events are looked at: one contract's, or all contracts'. */
type Subject = EventsPageState["subject"];

/** What is known of the group that is connected now. */
export interface Ground {
  readonly group: ChainGroup;
  readonly address: string;
  readonly abi: ContractInterface | undefined;
  readonly emitters: Map<string, Promise<NamedContract | undefined>>;
}

export async function readGround(app: Chainside, { target }: Subject, group: ChainGroup): Promise<Ground> {
  const emitters = new Map<string, Promise<NamedContract | undefined>>();
  if (target === "") return { group, address: "", abi: undefined, emitters };
  const { address, abi } = await knownContractAt(app, group, target);
  return { group, address, abi, emitters };
}

/** The row of a log, decoded by the contract that is looked at, else by what is known at its address. */
export async function decodeLog(
  app: Chainside,
  { group, address, abi, emitters }: Ground,
  subject: Subject,
  log: FeedLog,
): Promise<EventRow> {
  if (abi && log.address === address) return eventRowOf(log, subject.name, abi.decodeEvent(log));
  let emitter = emitters.get(log.address);
  if (!emitter) {
    emitter = namedContract(app, group, log.address).catch(() => undefined);
    emitters.set(log.address, emitter);
  }
  const known = await emitter;
  return eventRowOf(log, known?.name ?? "", known?.abi.decodeEvent(log));
}
