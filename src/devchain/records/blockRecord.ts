import { TarsReader, TarsWriter } from "../../chain/encoding/tars";
import type { StateChange, StateValue } from "../state/stateStore";

/** A block header as the chain keeps it. Roots are 32 bytes; the genesis block has empty ones. */
export interface HeaderRecord {
  readonly version: number;
  readonly number: number;
  readonly parentHash: Uint8Array;
  readonly txsRoot: Uint8Array;
  readonly receiptsRoot: Uint8Array;
  readonly stateRoot: Uint8Array;
  /** Decimal text; empty at genesis. */
  readonly gasUsed: string;
  readonly timestampMs: number;
  /** Index of the leader in `sealers`. */
  readonly sealer: number;
  readonly sealers: readonly Uint8Array[];
  readonly weights: readonly number[];
  readonly extraData: Uint8Array;
  readonly hash: Uint8Array;
  /** Which sealers signed, as indexes of `sealers`. The signatures themselves follow from the keys. */
  readonly signers: readonly number[];
}

export interface LogRecord {
  /** 40 hex digits without prefix. */
  readonly address: string;
  readonly topics: readonly Uint8Array[];
  readonly data: Uint8Array;
}

export interface ReceiptRecord {
  readonly version: number;
  /** Decimal text. */
  readonly gasUsed: string;
  /** 40 hex digits without prefix, or empty. */
  readonly contractAddress: string;
  readonly status: number;
  readonly output: Uint8Array;
  readonly logs: readonly LogRecord[];
  readonly effectiveGasPrice: string;
  readonly message: string;
  readonly hash: Uint8Array;
}

export interface TransactionRecord {
  /** The signed transaction as it was sent. */
  readonly signed: Uint8Array;
  readonly hash: Uint8Array;
  readonly sender: Uint8Array;
  readonly importTimeMs: number;
}

/** A block with everything in it, as one record of the block log. */
export interface BlockRecord {
  readonly header: HeaderRecord;
  readonly transactions: readonly TransactionRecord[];
  readonly receipts: readonly ReceiptRecord[];
  /** Totals of the chain up to and with this block. */
  readonly transactionCount: number;
  readonly failedTransactionCount: number;
}

function writeHeader(out: TarsWriter, header: HeaderRecord): void {
  out.int(1, header.version);
  out.int(2, header.number);
  out.bytes(3, header.parentHash);
  out.bytes(4, header.txsRoot);
  out.bytes(5, header.receiptsRoot);
  out.bytes(6, header.stateRoot);
  out.text(7, header.gasUsed);
  out.int(8, header.timestampMs);
  out.int(9, header.sealer);
  out.optionalList(10, header.sealers, (sealer) => out.bytes(0, sealer));
  out.optionalList(11, header.weights, (weight) => out.int(0, weight));
  out.optionalBytes(12, header.extraData);
  out.bytes(13, header.hash);
  out.optionalList(14, header.signers, (index) => out.int(0, index));
}

const none: Uint8Array = new Uint8Array(0);

function readHeader(reader: TarsReader): HeaderRecord {
  const header = {
    version: 0,
    number: 0,
    parentHash: none,
    txsRoot: none,
    receiptsRoot: none,
    stateRoot: none,
    gasUsed: "",
    timestampMs: 0,
    sealer: 0,
    sealers: [] as Uint8Array[],
    weights: [] as number[],
    extraData: none,
    hash: none,
    signers: [] as number[],
  };
  while (reader.next()) {
    if (reader.tag === 1) header.version = Number(reader.int());
    else if (reader.tag === 2) header.number = Number(reader.int());
    else if (reader.tag === 3) header.parentHash = reader.bytes();
    else if (reader.tag === 4) header.txsRoot = reader.bytes();
    else if (reader.tag === 5) header.receiptsRoot = reader.bytes();
    else if (reader.tag === 6) header.stateRoot = reader.bytes();
    else if (reader.tag === 7) header.gasUsed = reader.text();
    else if (reader.tag === 8) header.timestampMs = Number(reader.int());
    else if (reader.tag === 9) header.sealer = Number(reader.int());
    else if (reader.tag === 10) header.sealers = reader.list(() => reader.bytes());
    else if (reader.tag === 11) header.weights = reader.list(() => Number(reader.int()));
    else if (reader.tag === 12) header.extraData = reader.bytes();
    else if (reader.tag === 13) header.hash = reader.bytes();
    else if (reader.tag === 14) header.signers = reader.list(() => Number(reader.int()));
    else reader.skip();
  }
  return header;
}

function writeReceipt(out: TarsWriter, receipt: ReceiptRecord): void {
  out.int(1, receipt.version);
  out.text(2, receipt.gasUsed);
  out.optionalText(3, receipt.contractAddress);
  out.optionalInt(4, receipt.status);
  out.optionalBytes(5, receipt.output);
  out.optionalList(6, receipt.logs, (log) =>
    out.struct(0, () => {
      out.text(1, log.address);
      out.optionalList(2, log.topics, (topic) => out.bytes(0, topic));
      out.optionalBytes(3, log.data);
    }),
  );
  out.optionalText(7, receipt.effectiveGasPrice);
  out.optionalText(8, receipt.message);
  out.bytes(9, receipt.hash);
}

function readLog(reader: TarsReader): LogRecord {
  const log = { address: "", topics: [] as Uint8Array[], data: none };
  reader.struct(() => {
    while (reader.next()) {
      if (reader.tag === 1) log.address = reader.text();
      else if (reader.tag === 2) log.topics = reader.list(() => reader.bytes());
      else if (reader.tag === 3) log.data = reader.bytes();
      else reader.skip();
    }
  });
  return log;
}

function readReceipt(reader: TarsReader): ReceiptRecord {
  const receipt = {
    version: 0,
    gasUsed: "0",
    contractAddress: "",
    status: 0,
    output: none,
    logs: [] as LogRecord[],
    effectiveGasPrice: "",
    message: "",
    hash: none,
  };
  while (reader.next()) {
    if (reader.tag === 1) receipt.version = reader.int32();
    else if (reader.tag === 2) receipt.gasUsed = reader.text();
    else if (reader.tag === 3) receipt.contractAddress = reader.text();
    else if (reader.tag === 4) receipt.status = reader.int32();
    else if (reader.tag === 5) receipt.output = reader.bytes();
    else if (reader.tag === 6) receipt.logs = reader.list(() => readLog(reader));
    else if (reader.tag === 7) receipt.effectiveGasPrice = reader.text();
    else if (reader.tag === 8) receipt.message = reader.text();
    else if (reader.tag === 9) receipt.hash = reader.bytes();
    else reader.skip();
  }
  return receipt;
}

function writeTransaction(out: TarsWriter, transaction: TransactionRecord): void {
  out.bytes(1, transaction.signed);
  out.bytes(2, transaction.hash);
  out.bytes(3, transaction.sender);
  out.int(4, transaction.importTimeMs);
}

function readTransaction(reader: TarsReader): TransactionRecord {
  const transaction = { signed: none, hash: none, sender: none, importTimeMs: 0 };
  while (reader.next()) {
    if (reader.tag === 1) transaction.signed = reader.bytes();
    else if (reader.tag === 2) transaction.hash = reader.bytes();
    else if (reader.tag === 3) transaction.sender = reader.bytes();
    else if (reader.tag === 4) transaction.importTimeMs = Number(reader.int());
    else reader.skip();
  }
  return transaction;
}

/** The block as bytes: in memory or in the block log there is never an object graph of a body. */
export function encodeBlockRecord(block: BlockRecord): Uint8Array {
  const out = new TarsWriter();
  out.struct(1, () => writeHeader(out, block.header));
  out.optionalList(2, block.transactions, (transaction) => out.struct(0, () => writeTransaction(out, transaction)));
  out.optionalList(3, block.receipts, (receipt) => out.struct(0, () => writeReceipt(out, receipt)));
  out.int(4, block.transactionCount);
  out.int(5, block.failedTransactionCount);
  return out.toBytes();
}

export function decodeBlockRecord(bytes: Uint8Array): BlockRecord {
  const reader = new TarsReader(bytes);
  let header: HeaderRecord | undefined;
  let transactions: TransactionRecord[] = [];
  let receipts: ReceiptRecord[] = [];
  let transactionCount = 0;
  let failedTransactionCount = 0;
  const inside = <T>(read: () => T): T => {
    let value: T | undefined;
    reader.struct(() => {
      value = read();
    });
    return value as T;
  };
  while (reader.next()) {
    if (reader.tag === 1) header = inside(() => readHeader(reader));
    else if (reader.tag === 2) transactions = reader.list(() => inside(() => readTransaction(reader)));
    else if (reader.tag === 3) receipts = reader.list(() => inside(() => readReceipt(reader)));
    else if (reader.tag === 4) transactionCount = Number(reader.int());
    else if (reader.tag === 5) failedTransactionCount = Number(reader.int());
    else reader.skip();
  }
  if (!header) throw new RangeError("the block record has no header");
  return { header, transactions, receipts, transactionCount, failedTransactionCount };
}

/** Changed rows as bytes: kind 0 gone, 1 text, 2 bytes, 3 account. */
const encoder = new TextEncoder();

/** A row's content in the chain's own bytes. */
export function encodeStateValue(value: StateValue): Uint8Array {
  if (value instanceof Uint8Array) return value;
  return encoder.encode(typeof value === "string" ? value : `${value.nonce},${value.balance},${value.codeHash}`);
}

export function encodeStateChanges(changes: readonly StateChange[]): Uint8Array {
  const out = new TarsWriter();
  out.optionalList(1, changes, ({ table, key, value }) =>
    out.struct(0, () => {
      out.text(1, table);
      out.text(2, key);
      if (typeof value === "string") out.text(3, value);
      else if (value instanceof Uint8Array) out.bytes(4, value);
      else if (value) out.text(5, `${value.nonce},${value.balance},${value.codeHash}`);
    }),
  );
  return out.toBytes();
}

export function decodeStateChanges(bytes: Uint8Array): StateChange[] {
  const reader = new TarsReader(bytes);
  const changes: StateChange[] = [];
  while (reader.next()) {
    if (reader.tag !== 1) reader.skip();
    else
      reader.list(() =>
        reader.struct(() => {
          let table = "";
          let key = "";
          let value: StateValue | undefined;
          while (reader.next()) {
            if (reader.tag === 1) table = reader.text();
            else if (reader.tag === 2) key = reader.text();
            else if (reader.tag === 3) value = reader.text();
            else if (reader.tag === 4) value = reader.bytes().slice();
            else if (reader.tag === 5) {
              const [nonce = "0", balance = "0", codeHash = ""] = reader.text().split(",");
              value = { nonce: BigInt(nonce), balance: BigInt(balance), codeHash };
            } else reader.skip();
          }
          changes.push({ table, key, value });
        }),
      );
  }
  return changes;
}
