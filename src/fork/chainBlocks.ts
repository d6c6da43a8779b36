import { getBlockByNumber } from "../chain/rpc/blocks";
import type { ChainTransaction } from "../chain/rpc/transactions";
import { nonceNumber } from "../chain/transaction/nonce";
import { type Hex, hexToBytes, isAddress } from "../crypto/bytes/hex";
import type { BlockFacts, ExecutableTransaction } from "../devchain/execution/transactionExecutor";
import { t } from "../text/catalogue";
import { inParallel } from "../time/inParallel";
import { CannotFork, clientOf, type ForkBudget, type ForkContext, requestOptions } from "./forkContext";

/** A transaction of a block as it can be executed again. */
export interface ReplayTransaction {
  /** Lower-case hex. */
  readonly hash: string;
  readonly version: number;
  readonly executable: ExecutableTransaction;
}

/** A block as it can be executed again. */
export interface ReplayBlock {
  readonly facts: BlockFacts;
  readonly hash: Uint8Array;
  /** Lower-case hex. */
  readonly receiptsRoot: string;
  readonly transactions: readonly ReplayTransaction[];
}

/** Of hex of the nonce's text, or of the text itself. */
const nonceText = (printed: string): string =>
  /^(?:[0-9a-f]{2})+$/i.test(printed) ? Buffer.from(printed, "hex").toString("latin1") : printed;

/** Ethereum's nonces count up. */
function ethereumNonce(text: string): bigint {
  return /^(?:[0-9]{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text) ? BigInt(text) : 0n;
}

/** An amount as its version writes it; anything else counts as none, as on a node. */
function amountOf({ version, value = "" }: ChainTransaction, ethereum: boolean): bigint {
  if (value.length > 80) return 0n;
  if (ethereum) return /^(?:[0-9]+|0x[0-9a-fA-F]+)$/.test(value) ? BigInt(value) : 0n;
  return version >= 1 && /^0x[0-9a-fA-F]+$/.test(value) ? BigInt(value) : 0n;
}

/** What an Ethereum transaction gives for gas; what is no number counts as none. */
const priceIn = (text = ""): bigint => (/^(?:[0-9]{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text) ? BigInt(text) : 0n);

/** @throws CannotFork for a sender that is no address. */
function replayTransaction(shown: ChainTransaction): ReplayTransaction {
  const sender = shown.from.toLowerCase();
  if (!isAddress(sender)) throw new CannotFork(t("The node shows no sender for transaction {0}.", shown.hash));
  // an Ethereum transaction names no group
  const ethereum = shown.groupID === "";
  const nonce = nonceText(shown.nonce);
  return {
    hash: shown.hash.toLowerCase(),
    version: shown.version,
    executable: {
      sender: sender.slice(2),
      to: shown.to,
      input: hexToBytes(shown.input as Hex),
      abi: shown.abi,
      value: amountOf(shown, ethereum),
      ethereumNonce: ethereum ? ethereumNonce(nonce) : undefined,
      gasLimit: BigInt(shown.gasLimit ?? 0),
      ...(ethereum ? { gasPrice: priceIn(shown.maxFeePerGas || shown.gasPrice) } : {}),
      nonce: nonceNumber(nonce),
    },
  };
}

/** Reads blocks with their transactions from a node. */
export async function readBlocks(
  context: ForkContext,
  budget: ForkBudget,
  first: number,
  last: number,
): Promise<ReplayBlock[]> {
  const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  let done = 0;
  return inParallel(numbers, 6, async (number) => {
    const block = await getBlockByNumber(clientOf(context), number, "transactions", requestOptions(context));
    if (block.number !== number) {
      throw new CannotFork(t("Asked for block {0}, the node returned block {1}.", number, block.number));
    }
    const transactions = block.transactions.map((shown) => {
      budget.tookTransaction(shown.input.length + shown.abi.length);
      return replayTransaction(shown);
    });
    context.report({ doing: t("Reading blocks"), done: ++done, total: numbers.length });
    return {
      facts: { number, timestampMs: block.timestamp },
      hash: hexToBytes(block.hash),
      receiptsRoot: block.receiptsRoot.toLowerCase(),
      transactions,
    };
  });
}
