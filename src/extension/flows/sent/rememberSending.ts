import type { ContractInterface } from "../../../chain/abi/contractInterface";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import type { ChainSession } from "../../../chain/session";
import { lookForReceipt } from "../../../chain/transaction/lookForReceipt";
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
const short = (text: string): string => shortened(text, maxTextLength);

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
const outcomeOf = ({ status, blockNumber, contractAddress, gasUsed }: TransactionReceipt): SentOutcome => ({
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
        ...(what.call === undefined ? {} : { call: short(what.call) }),
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
      note(outcomeOf(receipt));
      const { data = "0x" } = request ?? {};
      // A chain that doesn't say why it failed is asked again for the receipt.
      void answerOf(group.session, receipt, typeof data === "string" ? (data as Hex) : bytesToHex(data), abi)
        .catch(() => "")
        .then((answer) => {
          if (!entry || answer === "") return;
          entry = { ...entry, answer: short(answer) };
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

/** What is asked and told where sendings are looked for. */
export type Settled = Pick<Chainside, "sent"> & Partial<Pick<Chainside, "knownContracts">>;

/** The interface of a contract of the list; no one is asked for one. */
async function interfaceOf(
  { knownContracts }: Settled,
  group: ChainGroup,
  address: string,
): Promise<ContractInterface | undefined> {
  const known = address === "" ? undefined : knownContracts?.find(group, address);
  if (!known) return undefined;
  const { contractInterface } = await import("../../../chain/abi/contractInterface");
  return contractInterface(known.abi, group.session.suite);
}

/**
 * Asks the chain what came of sendings whose end no one here has heard: the window was closed or the connection broke. One that the chain
 * does not know stays open, as it may still wait (docs/protocol/guards.md, "Fate of a transaction").
 */
export async function settleSent(app: Settled, group: ChainGroup): Promise<void> {
  for (const { hash } of app.sent.list(group).filter(({ outcome }) => outcome.kind === "open")) {
    // Without its bytes nothing but a receipt is a proof; where there is none, another look may tell more.
    const look = await lookForReceipt(group.session.client, hash);
    const sent = app.sent.list(group).find((each) => each.hash === hash);
    if (look.kind !== "found" || sent?.outcome.kind !== "open") continue;
    const { receipt } = look;
    const answer = await answerOf(
      group.session,
      receipt,
      sent.data ?? "0x",
      await interfaceOf(app, group, sent.to),
    ).catch(() => "");
    await app.sent.remember(group, {
      ...sent,
      ...(answer === "" ? {} : { answer: short(answer) }),
      outcome: outcomeOf(receipt),
    });
  }
}
