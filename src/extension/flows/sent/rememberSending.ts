import type { ContractInterface } from "../../../chain/abi/contractInterface";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import type { ChainSession } from "../../../chain/session";
import { verdictOf } from "../../../chain/transaction/refusals";
import type { TransactionRequest } from "../../../chain/transaction/transact";
import { type Address, bytesToHex, type Hex } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import { shortened } from "../../../text/shortText";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { SentOutcome, SentTransaction } from "../../state/history/sentTransactions";

/** What a repetition needs beyond the transaction itself. */
export interface SentOrigin {
  /** URI of the compiled contract that is deployed. */
  readonly artifact?: string;
}

/** A line of a list has room for so much; the receipt has the rest. */
const maxTextLength = 200;

/** Cut to what a line of a list has room for. */
export const shortAnswer = (text: string): string => shortened(text, maxTextLength);

/** The decoded result, or the reason of a failure; empty where nothing tells it. */
export async function answerOf(
  session: ChainSession,
  receipt: TransactionReceipt,
  data: Hex,
  abi: ContractInterface | undefined,
): Promise<string> {
  if (receipt.status !== 0) {
    const { reasonOf } = await import("../../../chain/services/contract/revertOf");
    return (await reasonOf(session, receipt, abi)) ?? "";
  }
  const [{ decodedTexts }, { returnedValues }] = await Promise.all([
    import("../../../chain/abi/namedValue"),
    import("../../../chain/abi/returnedValues"),
  ]);
  return decodedTexts(returnedValues(abi, abi?.decodeCall(data)?.signature, receipt.output));
}

/** What came of a transaction, as the history keeps it. */
export const sentOutcome = ({ status, blockNumber, contractAddress, gasUsed }: TransactionReceipt): SentOutcome => ({
  kind: "done",
  status,
  block: blockNumber,
  gasUsed,
  ...(contractAddress ? { contractAddress } : {}),
});

/** Longer data is asked of the chain when it is needed: the editor's memory is no place for byte code. */
const maxDataLength = 2 * 4096;

/** Follows one sending and keeps what is known of it in the history. */
interface Sending {
  about(request: TransactionRequest): void;
  signed(hash: Hex): void;
  /** `abi` of the contract called, where it is known. */
  done(receipt: TransactionReceipt, abi?: ContractInterface): void;
  failed(error: unknown): void;
}

export function rememberSending(
  app: Pick<Chainside, "sent" | "errors">,
  group: ChainGroup,
  what: SentOrigin & { readonly title: string; readonly from: Address; readonly call?: string },
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
        ...(what.call === undefined ? {} : { call: shortAnswer(what.call) }),
        hash,
        time: Date.now(),
        to,
        ...(input.length <= maxDataLength ? { data: input } : {}),
        ...(value === undefined ? {} : { value: BigInt(value).toString() }),
        outcome: { kind: "open" },
      };
      note({ kind: "open" });
    },
    done: (receipt, abi) => {
      group.noteBlock(receipt.blockNumber);
      note(sentOutcome(receipt));
      const { data = "0x" } = request ?? {};
      // A chain that doesn't say why it failed is asked again for the receipt.
      void answerOf(group.session, receipt, typeof data === "string" ? (data as Hex) : bytesToHex(data), abi)
        .catch(() => "")
        .then((answer) => {
          if (!entry || answer === "") return;
          entry = { ...entry, answer: shortAnswer(answer) };
          note(entry.outcome);
        })
        .catch(app.errors.log);
    },
    failed: (error) => {
      if (entry?.outcome.kind !== "open" || !(error instanceof ChainError)) return;
      const verdict = verdictOf(error);
      if (verdict === "refused" || verdict === "expired") note({ kind: "refused", code: error.code });
    },
  };
}
