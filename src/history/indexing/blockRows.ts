import { createHash } from "node:crypto";
import { isUpgradeEvent } from "../../chain/proxy/upgrades";
import { type Block, proposerOf } from "../../chain/rpc/blocks";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import type { ChainTransaction } from "../../chain/rpc/transactions";
import { type Hex, hexToBytes, isAddress, prefixedAddress } from "../../crypto/bytes/hex";
import { blocksTable, logsTable, sealerSetsTable, transactionNumber, transactionsTable } from "../schema/baseTables";
import { toBigText } from "../store/bigText";
import { keptName, type StoredRow, type StoredValue } from "../store/historyStore";
import { readCall, readEvent, storedInteger } from "./decodedRows";
import type { MemberReader } from "./knownInterface";
import type { ProvenParts } from "./provenBlock";
import type { RowSet } from "./rowSet";

/** A block with all that the index keeps of it. */
export interface WholeBlock {
  /** Header and hashes. */
  readonly block: Block<"hashes">;
  /** In the block's order; undefined where it isn't kept any more. */
  readonly transactions: readonly (ChainTransaction | undefined)[];
  readonly receipts: readonly (TransactionReceipt | undefined)[];
  readonly bodies: "node" | "archive" | "missing";
  /** What was proven of it while it was fetched. */
  readonly verified: ProvenParts;
}

/** The contract that a transaction made, as the index has it; null where it made none. */
function madeBy({ to }: ChainTransaction, receipt: TransactionReceipt | undefined): string | null {
  if (to !== "" || receipt?.status !== 0 || !/[1-9a-f]/i.test(receipt.contractAddress.slice(2))) return null;
  return storedAddress(receipt.contractAddress);
}

/** An address as the index has it: small letters with `0x`; a path of a WASM chain, and whatever else stands there, as it is. */
function storedAddress(text: string): string {
  const address = prefixedAddress(text);
  return isAddress(address) ? address.toLowerCase() : keptName(text);
}

/** Integers of a node that may be text, in decimal or hex; null for nothing and for what is no 64-bit integer. */
function integer(value: string | number | bigint | null | undefined): number | bigint | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "number") return Number.isInteger(value) ? value : null;
  try {
    const number = BigInt(value);
    return BigInt.asIntN(64, number) === number ? storedInteger(String(number)) : null;
  } catch {
    return null;
  }
}

/** An amount, decimal or hex; null for none, and for what is no number. */
function amount(value: string | undefined): string | null {
  if (value === undefined || value === "") return null;
  try {
    return toBigText(value);
  } catch {
    return null;
  }
}

/** A node ID as the index has it. */
export const plainId = (nodeId: string): string => nodeId.replace(/^0x/, "").toLowerCase();

function sealerRow({ sealerList, consensusWeights }: Block<"hashes">): StoredRow | undefined {
  if (sealerList.length === 0) return undefined;
  const nodes = JSON.stringify(sealerList.map(plainId));
  const weights = `[${consensusWeights.map(String).join(",")}]`;
  const id = createHash("sha256").update(`${nodes}${weights}`).digest("hex").slice(0, 16);
  return [id, nodes, weights];
}

function blockRow({ block, receipts, bodies, verified }: WholeBlock, sealerSet: StoredValue): StoredRow {
  const failed = bodies === "missing" ? null : receipts.filter((receipt) => receipt?.status !== 0).length;
  const sealer = proposerOf(block);
  return [
    block.number,
    block.hash.toLowerCase(),
    block.parentInfo[0]?.blockHash.toLowerCase() ?? null,
    block.timestamp,
    block.version,
    block.transactions.length,
    failed,
    integer(block.gasUsed),
    block.txsRoot,
    block.receiptsRoot,
    block.stateRoot,
    sealer === undefined ? null : plainId(sealer),
    integer(block.sealer) ?? 0,
    sealerSet,
    `[${block.signatureList
      .map(({ sealerIndex }) => sealerIndex)
      .sort((a, b) => a - b)
      .join(",")}]`,
    hexToBytes(block.extraData),
    bodies,
    verified.block ? 1 : 0,
  ];
}

const missingRest: StoredRow = Array.from({ length: transactionsTable.columns.length - 8 }, () => null);
const selectorOf = (to: string, input: string): string | null =>
  to === "" || input.length < 10 ? null : input.slice(0, 10).toLowerCase();

/** What reads calls and events of an address in a block. */
type ReaderOf = (address: string, block: number) => MemberReader | undefined;

function transactionRow(whole: WholeBlock, place: number, readerOf: ReaderOf, rows: RowSet): StoredRow {
  const { block, verified } = whole;
  const tx = transactionNumber(block.number, place);
  const hash = (block.transactions[place] ?? "").toLowerCase();
  const [transaction, receipt] = [whole.transactions[place], whole.receipts[place]];
  const front = [tx, block.number, place, hash, block.timestamp];
  if (!transaction) return [...front, ...missingRest, 0, 0, null];
  const [sender, contract] = [storedAddress(transaction.from), storedAddress(transaction.to)];
  const output: Hex = receipt?.output ?? "0x";
  const facts = { tx, block: block.number, time: block.timestamp, contract, sender };
  const read = readCall(
    { ...facts, status: receipt?.status ?? null, input: transaction.input, output, message: receipt?.message ?? "" },
    contract === "" ? undefined : readerOf(contract, block.number),
    rows,
  );
  return [
    ...front,
    sender,
    contract,
    madeBy(transaction, receipt),
    selectorOf(contract, transaction.input),
    read.method,
    receipt?.status ?? null,
    read.error,
    read.code,
    integer(receipt?.gasUsed),
    receipt?.logEntries.length ?? null,
    amount(transaction.value),
    hexToBytes(transaction.input),
    hexToBytes(output),
    transaction.nonce,
    integer(transaction.blockLimit),
    integer(transaction.importTime),
    transaction.version,
    transaction.extraData ?? null,
    verified.transactions ? 1 : 0,
    receipt && verified.receipts ? 1 : 0,
    verified.senders[place] ?? null,
  ];
}

function addLogs(whole: WholeBlock, place: number, readerOf: ReaderOf, rows: RowSet): void {
  const { number: block, timestamp: time } = whole.block;
  const tx = transactionNumber(block, place);
  whole.receipts[place]?.logEntries.forEach((entry, log) => {
    const contract = storedAddress(entry.address);
    const topics = entry.topics.map((topic) => topic.toLowerCase());
    const data = hexToBytes(entry.data);
    const event = readEvent({ tx, log, block, time, contract, topics, data }, readerOf(contract, block), rows);
    const [first = null, second = null, third = null, fourth = null] = topics;
    rows.add(logsTable, [tx, log, block, contract, first, second, third, fourth, data, event]);
  });
}

/** What a block names, to be looked up and counted. */
interface BlockAddresses {
  /** Called, made, or sending events: may have an ABI. */
  readonly contracts: ReadonlySet<string>;
  readonly made: ReadonlySet<string>;
  /** Of proxies that were pointed to other code. */
  readonly upgraded: ReadonlySet<string>;
}

export function addressesOf({ transactions, receipts }: WholeBlock): BlockAddresses {
  const [contracts, made, upgraded] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [place, transaction] of transactions.entries()) {
    if (!transaction) continue;
    if (transaction.to !== "") contracts.add(storedAddress(transaction.to));
    const address = madeBy(transaction, receipts[place]);
    if (address !== null) made.add(address);
    for (const { address: of, topics } of receipts[place]?.logEntries ?? []) {
      contracts.add(storedAddress(of));
      if (isUpgradeEvent(topics[0] ?? "")) upgraded.add(storedAddress(of));
    }
  }
  for (const address of made) contracts.add(address);
  return { contracts, made, upgraded };
}

/** Puts all rows of a block but those of addresses, which other blocks count too. */
export function addBlock(whole: WholeBlock, readerOf: ReaderOf, rows: RowSet): void {
  const sealers = sealerRow(whole.block);
  if (sealers) rows.add(sealerSetsTable, sealers);
  rows.add(blocksTable, blockRow(whole, sealers?.[0] ?? null));
  for (const place of whole.block.transactions.keys()) {
    rows.add(transactionsTable, transactionRow(whole, place, readerOf, rows));
    addLogs(whole, place, readerOf, rows);
  }
}

/** Of one address: first and last block, sent, received, made. */
export class AddressCounts {
  readonly #counts = new Map<string, [number, number, number, number, number]>();

  #of(address: string, block: number): [number, number, number, number, number] {
    let found = this.#counts.get(address);
    if (!found) {
      found = [block, block, 0, 0, 0];
      this.#counts.set(address, found);
    }
    found[0] = Math.min(found[0], block);
    found[1] = Math.max(found[1], block);
    return found;
  }

  add({ block, transactions, receipts }: WholeBlock): void {
    const { number } = block;
    for (const [place, transaction] of transactions.entries()) {
      if (!transaction) continue;
      if (transaction.from !== "") this.#of(storedAddress(transaction.from), number)[2] += 1;
      if (transaction.to !== "") this.#of(storedAddress(transaction.to), number)[3] += 1;
      const made = madeBy(transaction, receipts[place]);
      if (made !== null) this.#of(made, number)[4] = 1;
    }
  }

  /** By their addresses: writers beside each other, who change the same rows, wait for one another in one direction. */
  get rows(): StoredRow[] {
    const sorted = [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1));
    return sorted.map(([address, counts]) => [address, ...counts]);
  }
}
