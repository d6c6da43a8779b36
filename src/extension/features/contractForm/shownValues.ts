import type { DecodedValue } from "../../../chain/abi/decodedValue";
import { namedType, namedValue } from "../../../chain/abi/namedValue";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { EventNames } from "../../../chain/services/contract/eventNames";
import { shortened } from "../../../text/shortText";
import type { ShownEvent, ShownValue } from "../../../webview/contractForm/messages";
import { namedContract } from "../../flows/target/contractTarget";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** A page holds a long answer, but not any. */
const maxValueLength = 100_000;

function shownText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
  return shortened(text, maxValueLength);
}

/** Decoded values as the page shows them: texts as they are, structs and lists as JSON. */
export function shownValues(values: readonly DecodedValue[]): ShownValue[] {
  return values.map((each) => {
    const doc = each.source?.doc;
    const shown = { name: each.name, type: namedType(each), value: shownText(namedValue(each)) };
    return doc === undefined ? shown : { ...shown, doc };
  });
}

/** The events of a receipt, decoded where anything knows the contract that emitted them. */
export async function shownEvents(
  app: Chainside,
  group: ChainGroup,
  { logEntries, blockNumber }: TransactionReceipt,
): Promise<ShownEvent[]> {
  const names = new EventNames(group.session);
  return Promise.all(
    logEntries.map(async (log): Promise<ShownEvent> => {
      const emitter = await namedContract(app, group, log.address, blockNumber).catch(() => undefined);
      const event = await names.decode(log, emitter?.abi);
      if (event) {
        // Of an indexed text, list or struct the log has only the hash.
        const values = shownValues(event.arguments).map((each, index) =>
          event.arguments[index]?.hashed ? { ...each, type: `${each.type} #` } : each,
        );
        return { name: event.name, address: log.address, values };
      }
      const raw = [
        ...log.topics.map((value) => ({ name: "", type: "topic", value })),
        { name: "", type: "data", value: log.data },
      ];
      return { name: log.topics[0]?.slice(0, 10) ?? "–", address: log.address, values: raw };
    }),
  );
}
