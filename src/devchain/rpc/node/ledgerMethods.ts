import { decodeSignedTransaction } from "../../../chain/encoding/signedTransaction";
import { merkleProof } from "../../../chain/transaction/merkle";
import { bytesToHex, hexToBytes, zeroHash } from "../../../crypto/bytes/hex";
import type { CryptoSuite } from "../../../crypto/cryptoSuite";
import { ledgerError } from "../../errors/rpcError";
import { type BlockSignature, blockSignatures } from "../../ledger/blockSigning";
import type { Group } from "../../ledger/group";
import type { BlockRecord, ReceiptRecord, TransactionRecord } from "../../records/blockRecord";
import type { Handler } from "../envelope";
import { addTransactionPart, blockTransactionsJson, headerJson, receiptJson, transactionJson } from "../receiptJson";
import { requireBody } from "../requireBody";
import type { NodeContext } from "./nodeContext";

interface Found {
  readonly block: BlockRecord;
  readonly index: number;
  readonly record: TransactionRecord;
  readonly receipt: ReceiptRecord;
}

function find(group: Group, hash: string): Found | undefined {
  const place = group.locate(hexToBytes(hash));
  if (!place) return undefined;
  const block = group.blocks.block(place.number);
  return {
    block,
    index: place.index,
    record: block.transactions[place.index] as TransactionRecord,
    receipt: block.receipts[place.index] as ReceiptRecord,
  };
}

/**
 * The path from a receipt to the receipts' root of its block (`0x` and 64 hex digits each); of equal receipts, that of the first, as
 * nodes give it.
 */
export function receiptProof(suite: CryptoSuite, block: BlockRecord, index: number): string[] {
  const hashes = block.receipts.map(({ hash }) => hash);
  const own = hashes[index];
  const first = own ? hashes.findIndex((hash) => Buffer.compare(hash, own) === 0) : index;
  return merkleProof(suite, hashes, first);
}

/** Blocks, transactions, receipts: what is written for good (json-rpc.md, "Blocks"). */
export function ledgerMethods(node: NodeContext): Record<string, Handler> {
  const { network, style } = node;
  const { suite } = network;

  const blockJson = (group: Group, number: number, onlyHeader: boolean, onlyHash: boolean): unknown => {
    if (!onlyHeader && !onlyHash) requireBody(group, number);
    const block = group.blocks.block(number);
    const sign = (): BlockSignature[] => blockSignatures(suite, network.nodes, block.header);
    // secp256k1 signatures are the same whenever they are made
    const signatures = suite.name === "sm" ? group.signatures.of(block.header, sign) : sign();
    const json = headerJson(block.header, signatures);
    if (!onlyHeader) json.transactions = blockTransactionsJson(style, block, onlyHash);
    return json;
  };

  return {
    getBlockNumber: (p) => node.groupOf("getBlockNumber", p).blocks.head,
    // a node converts the parameters first, the last before the others, and then looks for the group
    getBlockHashByNumber: (p) => {
      const number = p.int64(2);
      const hash = node.groupOf("getBlockHashByNumber", p).blocks.hashOf(number);
      return hash ? bytesToHex(hash) : zeroHash;
    },
    getBlockByNumber: (p) => {
      const onlyHash = p.bool(4, true);
      const onlyHeader = p.bool(3, true);
      const number = p.int64(2);
      const group = node.groupOf("getBlockByNumber", p);
      if (number < 0) throw ledgerError(3003, "Wrong argument");
      if (number > group.blocks.head) throw ledgerError(3006, "Get block failed with errors!");
      return blockJson(group, number, onlyHeader, onlyHash);
    },
    getBlockByHash: (p) => {
      const [onlyHash, onlyHeader] = [p.bool(4, true), p.bool(3, true)];
      const group = node.groupOf("getBlockByHash", p);
      const number = group.blocks.numberOf(hexToBytes(p.hash(2)));
      if (number === undefined) throw ledgerError(3008, "GetBlockNumberByHash failed ");
      return blockJson(group, number, onlyHeader, onlyHash);
    },
    getTransaction: (p) => {
      const [withProof, hash] = [p.bool(3, false), p.hash(2)];
      const group = node.groupOf("getTransaction", p);
      const found = find(group, hash);
      const pending = found ? undefined : group.pool.get(hash);
      if (pending) return transactionJson(style, pending.record);
      if (!found) throw ledgerError(3008, "GetBatchTxsByHashList error");
      const json = transactionJson(style, found.record);
      if (withProof && node.since("3.2.0")) {
        json.transactionProof = [];
        json.txProof = merkleProof(
          suite,
          found.block.transactions.map(({ hash }) => hash),
          found.index,
        );
      }
      return json;
    },
    getTransactionReceipt: (p) => {
      const [withProof, hash] = [p.bool(3, false), p.hash(2)];
      const found = find(node.exactGroup("getTransactionReceipt", p), hash);
      if (!found) throw ledgerError(3008, "GetTransactionReceiptByHash");
      const json = receiptJson(style, found.receipt, found.block.header.number, found.record.hash);
      addTransactionPart(style, json, found.record, decodeSignedTransaction(found.record.signed));
      json.transactionProof = null;
      if (withProof && node.since("3.2.0")) {
        json.transactionProof = [];
        json.receiptProof = [];
        json.txReceiptProof = receiptProof(suite, found.block, found.index);
      }
      return json;
    },
    getTotalTransactionCount: (p) => {
      const group = node.groupOf("getTotalTransactionCount", p);
      const block = group.blocks.block(group.blocks.head);
      return {
        blockNumber: block.header.number,
        failedTransactionCount: block.failedTransactionCount,
        transactionCount: block.transactionCount,
      };
    },
  };
}
