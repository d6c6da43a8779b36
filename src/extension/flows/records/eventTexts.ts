import * as vscode from "vscode";
import type { DecodedEvent } from "../../../chain/abi/contractInterface";
import { decodedCall } from "../../../chain/abi/namedValue";
import { type NameOf, withNotes } from "../../../chain/abi/valueNotes";
import type { LogEntry, TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { EventNames } from "../../../chain/services/contract/eventNames";
import { askedOnce } from "../../../pages/records/decodeCall";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { namedContract } from "../target/contractTarget";

/** One event of a receipt. */
interface EventText {
  readonly log: LogEntry;
  /** Undefined when the contract or the event isn't known. */
  readonly event: DecodedEvent | undefined;
  /** `Kiosk.Stocked(7, "tea")`, else the first topic. */
  readonly text: string;
}

/**
 * The events of a receipt as far as their contracts are known.
 * @param nameOf for the notes behind their values, where nothing else shows these
 */
export async function eventTexts(
  app: Chainside,
  group: ChainGroup,
  { logEntries: logs, blockNumber }: Pick<TransactionReceipt, "logEntries" | "blockNumber">,
  nameOf?: NameOf,
): Promise<EventText[]> {
  const texts: EventText[] = [];
  const names = new EventNames(group.session);
  const contract = askedOnce((address, block) => namedContract(app, group, address, block));
  for (const log of logs) {
    const emitter = await contract(log.address, blockNumber);
    const event = await names.decode(log, emitter?.abi);
    const name = event && (emitter?.name ? `${emitter.name}.${event.name}` : event.name);
    const values = (event?.arguments ?? []).map((each) => (nameOf ? withNotes(each, nameOf) : each));
    const text = name === undefined ? (log.topics[0] ?? vscode.l10n.t("(anonymous)")) : decodedCall(name, values);
    texts.push({ log, event, text });
  }
  return texts;
}
