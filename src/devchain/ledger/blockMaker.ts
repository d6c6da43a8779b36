import { decodeSignedTransaction, type SignedTransaction } from "../../chain/encoding/signedTransaction";
import { merkleRoot } from "../../chain/transaction/merkle";
import { nonceNumber } from "../../chain/transaction/nonce";
import { receiptHash } from "../../chain/transaction/receiptHash";
import { type ChangedEntry, slotEntry, stateRootFormula, stateRootOf } from "../../chain/verification/stateRoot";
import { bytesToHexDigits, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { type ChainRules, priceOf, readChainRules } from "../execution/chainRules";
import type { ExecutionResult } from "../execution/executionResult";
import { isSlot } from "../execution/flatStateManager";
import type { ExecutableTransaction, TransactionExecutor } from "../execution/transactionExecutor";
import { type BlockRecord, encodeStateValue, type ReceiptRecord, type TransactionRecord } from "../records/blockRecord";
import { type DevChainSettings, headerVersion } from "../settings/options";
import type { StateChange, StateStore } from "../state/stateStore";
import { headerHash } from "./blockSigning";
import type { Turn } from "./members";
import type { PendingTransaction } from "./txPool";

/** What execution needs of a transaction. An amount that is not written as its version writes it counts as none. */
function executableTransaction({ data, type }: SignedTransaction, sender: string): ExecutableTransaction {
  const ethereum = type === 1;
  const value = (ethereum ? /^\d+$/ : data.version >= 1 ? /^0x[0-9a-fA-F]+$/ : /^$/).test(data.value)
    ? data.value
    : "0";
  return {
    sender,
    to: data.to,
    input: data.input,
    abi: data.abi,
    value: BigInt(value),
    ethereumNonce: ethereum ? BigInt(data.nonce) : undefined,
    gasLimit: data.gasLimit,
    ...(ethereum ? { gasPrice: BigInt(data.maxFeePerGas || data.gasPrice || "0") } : {}),
    nonce: nonceNumber(data.nonce),
  };
}

/** The same of a transaction that stands in a block. */
export function executableRecord(record: TransactionRecord): ExecutableTransaction {
  return executableTransaction(decodeSignedTransaction(record.signed), bytesToHexDigits(record.sender));
}

const nothing = new Uint8Array(0);

const encoder = new TextEncoder();

/** A changed row as a node hashes it, where it is a slot of a contract; of other rows a node has encodings of its own. */
const changedEntry = ({ table, key, value }: StateChange): ChangedEntry =>
  isSlot(table, key)
    ? slotEntry(table, key, value instanceof Uint8Array ? value : undefined)
    : { table, key: encoder.encode(key), data: value === undefined ? undefined : encodeStateValue(value) };

/**
 * A node's root where a block only wrote slots of contracts, but for zeros into slots that were zero: the encodings of its other rows are
 * not known.
 */
function stateRoot(suite: CryptoSuite, store: StateStore, checkpoint: number, rules: ChainRules): Uint8Array {
  const formula = stateRootFormula(rules.executorVersion, (flag) => rules.feature(flag));
  return stateRootOf(suite, store.changesSince(checkpoint).map(changedEntry), formula);
}

/** What a node keeps of an execution, with its hash. @param version of the transaction */
export function receiptOf(
  suite: CryptoSuite,
  version: number,
  result: ExecutionResult,
  rules: ChainRules,
  blockNumber: number,
): ReceiptRecord {
  const receipt = {
    version,
    gasUsed: String(result.gasUsed),
    contractAddress: result.contractAddress,
    status: result.status,
    output: result.output,
    logs: result.logs,
    effectiveGasPrice: version >= 1 && priceOf(rules.gasPrice) > 0n ? rules.gasPrice : "",
    message: "", // also of a failure: its words are the output
  };
  const hash = receiptHash(suite, {
    ...receipt,
    logEntries: receipt.logs.map((log) => ({ ...log, topics: [...log.topics] })),
    blockNumber: BigInt(blockNumber),
  });
  return { ...receipt, hash };
}

/** What goes into a block. */
interface BlockPlan {
  readonly parent: BlockRecord;
  readonly turn: Turn;
  /** At least one millisecond after the parent, whatever stands here. */
  readonly timestampMs: number;
  readonly pending: readonly PendingTransaction[];
  /** What changes the state before the first transaction. */
  before(): void;
}

/** What a block is made with. */
interface BlockContext {
  readonly store: StateStore;
  readonly suite: CryptoSuite;
  readonly executor: TransactionExecutor;
  readonly settings: DevChainSettings;
}

/** Runs transactions on the state and puts what came of them into a block, which isn't announced yet. */
export async function makeBlock(
  { store, suite, executor, settings }: BlockContext,
  { parent, turn, pending, before, ...plan }: BlockPlan,
): Promise<BlockRecord> {
  const number = parent.header.number + 1;
  const rules = readChainRules(store, number);
  const timestampMs = Math.max(plan.timestampMs, parent.header.timestampMs + 1);
  const checkpoint = store.checkpoint();
  before();
  const receipts: ReceiptRecord[] = [];
  let gasUsed = 0n;
  for (const [index, { transaction, sender }] of pending.entries()) {
    const executable = executableTransaction(transaction, sender);
    const result = await executor.execute(executable, { number, timestampMs }, rules, index);
    gasUsed += result.gasUsed;
    receipts.push(receiptOf(suite, transaction.data.version, result, rules, number));
  }
  executor.finishBlock();
  const transactions = pending.map(({ record }) => record);
  const root = (items: readonly { readonly hash: Uint8Array }[]): Uint8Array =>
    merkleRoot(
      suite,
      items.map(({ hash }) => hash),
    );
  const header = {
    version: headerVersion(rules.compatibilityVersion, settings.nodeVersion),
    number,
    parentHash: parent.header.hash,
    txsRoot: root(transactions),
    receiptsRoot: root(receipts),
    stateRoot: stateRoot(suite, store, checkpoint, rules),
    gasUsed: String(gasUsed),
    timestampMs,
    sealer: turn.leaderIndex,
    sealers: turn.set.sealers.map(({ nodeId }) => hexToBytes(nodeId)),
    weights: turn.set.sealers.map(({ weight }) => weight),
    extraData: nothing,
    signers: turn.signers,
  };
  return {
    header: { ...header, hash: headerHash(suite, header) },
    transactions,
    receipts,
    transactionCount: parent.transactionCount + pending.length,
    failedTransactionCount: parent.failedTransactionCount + receipts.filter(({ status }) => status !== 0).length,
  };
}
