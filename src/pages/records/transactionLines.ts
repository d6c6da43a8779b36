import { lookUpReceipt, lookUpTransaction } from "../../chain/archive/archiveFallback";
import type { RequestOptions } from "../../chain/client/client";
import type { ChainSession } from "../../chain/session";
import type { Hex } from "../../crypto/bytes/hex";
import { ChainError } from "../../errors/chainError";
import { shortened } from "../../text/shortText";
import { inParallel } from "../../time/inParallel";
import { askedOnce, decodedCallText, type NamedContract } from "./decodeCall";
import type { SeenTransaction } from "./seenTransaction";

/** What the lines of transactions are made of. */
interface LineContext {
  readonly session: ChainSession;
  readonly archive: string | undefined;
  /** The contract at an address, when anything knows its ABI. */
  contract(address: string, block?: number): Promise<NamedContract | undefined>;
}

/** Requests that are under way at once: a list is no reason to keep a node from its work. */
const atOnce = 4;
/** A line has room for so much of a call. */
const maxCallLength = 120;

/** What an answer says, or undefined where the node has none: a line then says less. */
const orNothing = (error: unknown): undefined => {
  if (error instanceof ChainError && (error.kind === "rpc" || error.kind === "decode")) return undefined;
  throw error;
};

async function lineOf(
  { session, archive }: LineContext,
  hash: string,
  contract: LineContext["contract"],
  options: RequestOptions,
): Promise<SeenTransaction> {
  const asked = { ...options, archive };
  const receipt = (await lookUpReceipt(session, hash, asked).catch(orNothing))?.value;
  // A node may leave out of its receipts what the transaction has.
  const isWhole = receipt?.from && receipt.input;
  const transaction = isWhole ? undefined : (await lookUpTransaction(session, hash, asked).catch(orNothing))?.value;
  const from = receipt?.from ?? transaction?.from;
  const to = receipt?.to ?? transaction?.to ?? "";
  const input = (receipt?.input ?? transaction?.input ?? "0x") as Hex;
  const known = from !== undefined && from !== "";
  const call =
    known && to !== ""
      ? (decodedCallText(await contract(to, receipt?.blockNumber), input) ??
        (input.length > 2 ? input.slice(0, 10) : ""))
      : "";
  return {
    hash,
    ...(known ? { from, to, call: shortened(call, maxCallLength) } : {}),
    ...(receipt ? { block: receipt.blockNumber, status: receipt.status } : {}),
    ...(receipt?.contractAddress ? { contractAddress: receipt.contractAddress } : {}),
  };
}

/**
 * What these transactions called, who sent them and what came of it, in their order; a few are asked for at a time. Ask only for what is
 * on screen. @throws ChainError when the node is out of reach.
 */
export async function transactionLines(
  context: LineContext,
  hashes: readonly string[],
  options: RequestOptions = {},
): Promise<SeenTransaction[]> {
  const contract = askedOnce((address, block) => context.contract(address, block).catch(orNothing));
  return inParallel(hashes, atOnce, (hash) => lineOf(context, hash, contract, options));
}
