import { ChainError } from "../../../chain/errors/chainError";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import type { TransactionRequest } from "../../../chain/transaction/transact";
import { type Address, bytesToHex, type Hex } from "../../../crypto/hex";
import type { Chainside } from "../chainside";
import type { ChainGroup } from "../connections/chainGroup";
import type { SentOutcome, SentTransaction } from "./sentTransaction";

/** What a repetition needs beyond the transaction itself. */
export interface SentOrigin {
  /** URI of the compiled contract that is deployed. */
  readonly artifact?: string;
}

/** Longer data is asked of the chain when it is needed: the editor's memory is no place for byte code. */
const longestData = 2 * 4096;

/** Follows one sending and keeps what is known of it in the history. */
interface Sending {
  about(request: TransactionRequest): void;
  signed(hash: Hex): void;
  done(receipt: TransactionReceipt): void;
  failed(error: unknown): void;
}

export function rememberSending(
  app: Pick<Chainside, "sent" | "errors">,
  group: ChainGroup,
  what: SentOrigin & { readonly title: string; readonly from: Address },
): Sending {
  let request: TransactionRequest | undefined;
  let entry: SentTransaction | undefined;
  const note = (outcome: SentOutcome): void => {
    if (!entry) return;
    entry = { ...entry, outcome };
    void app.sent.remember(group, entry).catch((error: unknown) => app.errors.log(error));
  };
  return {
    about: (unsigned) => {
      request = unsigned;
    },
    signed: (hash) => {
      const { to = "", data = "0x", value } = request ?? {};
      const input = typeof data === "string" ? data : bytesToHex(data);
      entry = {
        ...what,
        hash,
        time: Date.now(),
        to,
        ...(input.length <= longestData ? { data: input } : {}),
        ...(value === undefined ? {} : { value: BigInt(value).toString() }),
        outcome: { kind: "open" },
      };
      note({ kind: "open" });
    },
    done: ({ status, blockNumber, contractAddress }) =>
      note({
        kind: "done",
        status,
        block: blockNumber,
        ...(contractAddress ? { contractAddress } : {}),
      }),
    failed: (error) => {
      if (entry?.outcome.kind !== "open" || !(error instanceof ChainError)) return;
      // After a broken connection the fate is open; only the pool's own word is a refusal.
      if (error.kind === "txpool" || error.code === "transactionExpired") note({ kind: "refused", code: error.code });
    },
  };
}
