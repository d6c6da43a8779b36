import type { ContractInterface } from "../../chain/abi/contractInterface";
import type { DecodedValue } from "../../chain/abi/decodedValue";
import { callText, valuesText } from "../../chain/abi/valueText";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import { EventNames } from "../../chain/services/contract/eventNames";
import type { ChainSession } from "../../chain/session";
import { Interfaces, outcomeOf } from "../../operations/kit/decoded";
import { t } from "../../text/catalogue";
import type { Said } from "./runContractCommand";

/** What a transaction did: where it is, what came back, and its events. */
export async function sentReport(
  session: ChainSession,
  receipt: TransactionReceipt,
  abi: ContractInterface | undefined,
  what: {
    readonly head: string;
    readonly input: string;
    readonly results: readonly DecodedValue[];
    readonly contract: string;
  },
): Promise<Said> {
  const { transactionHash, blockNumber, logEntries } = receipt;
  const own = abi ? new Map([[what.contract, abi]]) : undefined;
  const names = new EventNames(session);
  const events = await Promise.all(
    logEntries.map(async (log) => {
      const known = log.address.toLowerCase() === what.contract.toLowerCase() ? abi : undefined;
      return { log, event: await names.decode(log, known) };
    }),
  );
  const results = what.results.length > 0 ? ` → ${valuesText(what.results)}` : "";
  return {
    lines: [
      `${what.head}${results}`,
      t("Block {0}, transaction {1}", blockNumber, transactionHash),
      ...events.map(({ log, event }) =>
        event
          ? callText(
              event.name,
              event.arguments.map(({ value }) => value),
            )
          : [`${log.address}:`, ...log.topics, log.data].join(" "),
      ),
    ],
    result: await outcomeOf({ session }, receipt, what.input, new Interfaces({ session }, own)),
  };
}
