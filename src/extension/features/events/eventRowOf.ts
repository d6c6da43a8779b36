import type { DecodedEvent } from "../../../chain/abi/contractInterface";
import { namedType, namedValue } from "../../../chain/abi/namedValue";
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
    values: (decoded?.arguments ?? []).map((each) => {
      const { name, value, indexed, hashed } = each;
      const shown = hashed ? value : namedValue(each);
      return {
        name,
        type: namedType(each),
        value: typeof shown === "string" ? shown : JSON.stringify(shown),
        indexed,
        hashed,
      };
    }),
    topics: [...log.topics],
    data: log.data,
  };
}
