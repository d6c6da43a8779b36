import type { DecodedEvent } from "../../../chain/abi/contractInterface";
import type { FeedLog } from "../../../chain/events/eventFeed";
import type { EventRow } from "../../../webview/events/messages";

/** An event as the page shows it, decoded where that worked. */
export function eventRowOf(log: FeedLog, contract: string, decoded: DecodedEvent | undefined): EventRow {
  return {
    block: log.blockNumber,
    transaction: log.transactionHash,
    transactionIndex: log.transactionIndex,
    log: log.logIndex,
    address: log.address,
    contract,
    event: decoded?.name ?? "",
    signature: decoded?.signature ?? "",
    values: (decoded?.arguments ?? []).map(({ name, type, value, indexed, hashed }) => ({
      name,
      type,
      value: typeof value === "string" ? value : JSON.stringify(value),
      indexed,
      hashed,
    })),
    topics: [...log.topics],
    data: log.data,
  };
}
