import type { SignedTransaction } from "../../../chain/encoding/signedTransaction";
import { TarsReader } from "../../../chain/encoding/tars";
import { statusName } from "../../../chain/transaction/transactionStatus";
import type { CryptoSuite } from "../../../crypto/cryptoSuite";
import { ChainError } from "../../../errors/chainError";
import { behaves } from "../../../facts/releases/releases";
import { diagnosticText, RpcError } from "../../errors/rpcError";
import type { Group } from "../../ledger/group";
import { PoolRefusal, type ReceivedTransaction, receivedTransaction } from "../../ledger/poolAdmission";
import { poolStatus } from "../../ledger/txPool";
import type { Handler } from "../envelope";
import { addTransactionPart, receiptJson } from "../receiptJson";
import { ConversionError, NoHexDigit } from "../wireConversions";
import { receiptProof } from "./ledgerMethods";
import { decodeHex, type NodeContext } from "./nodeContext";

/** Tag of the first field of 32 bits that is written with 64: the version in the data, or the attribute. */
function wideField(signed: Uint8Array): number | undefined {
  const reader = new TarsReader(signed);
  const found = (tag: number): boolean => reader.tag === tag && reader.isWide;
  let wide: number | undefined;
  while (wide === undefined && reader.next()) {
    if (found(5)) wide = 5;
    else if (reader.tag === 1) {
      reader.struct(() => {
        while (reader.next()) {
          if (found(1)) wide = 1;
          reader.skip();
        }
      });
    } else reader.skip();
  }
  return wide;
}

/** What the node's decoder says of bytes that are no transaction. */
function decoderText(signed: Uint8Array): string {
  const [head = 0] = signed;
  const type = String.fromCharCode(head & 15);
  const mismatch = (what: string, words: string): string =>
    diagnosticText("tars::TarsDecodeMismatch", `read '${what}' type mismatch, ${words}.`);
  if (head >> 4 === 1 && (head & 15) !== 10) return mismatch("struct", `tag: 1, get type: ${type}, headTag: \u0001`);
  try {
    const wide = wideField(signed);
    if (wide !== undefined) return mismatch("Int32", `tag: ${wide}, get type: 3`);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
  }
  return diagnosticText("tars::TarsDecodeException", `buffer overflow when peekBuf, over ${signed.length}.`);
}

/** @throws RpcError −1 with the words of the node's decoder. */
function readTransaction(suite: CryptoSuite, signed: Uint8Array): ReceivedTransaction {
  try {
    const received = receivedTransaction(suite, signed);
    const { type } = received.transaction;
    if (BigInt.asIntN(8, BigInt(type)) === BigInt(type)) return received;
    // the field is a byte
    const got = BigInt.asIntN(16, BigInt(type)) === BigInt(type) ? 1 : 2;
    throw new RpcError(
      -1,
      diagnosticText("tars::TarsDecodeMismatch", `read 'Char' type mismatch, tag: 9, get type: ${got}.`),
    );
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    const [head = 0] = signed;
    // a field beyond all that a transaction has: the node's reader finds nothing and takes every default
    if (head >> 4 > 11) return receivedTransaction(suite, new Uint8Array(0));
    throw new RpcError(-1, decoderText(signed));
  }
}

/** @throws RpcError −1 for what is no hex, in the node's words. */
function readHex(text: string): Uint8Array {
  try {
    return decodeHex(text);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    if (!(error instanceof NoHexDigit)) {
      throw new RpcError(-1, diagnosticText("boost::wrapexcept<std::runtime_error>", error.message));
    }
    throw new RpcError(-1, diagnosticText(error.type, error.message) + error.about);
  }
}

/** A transaction may come without its hash, but not with another's. */
function requireOwnHash({ transaction: { dataHash, type }, hash }: ReceivedTransaction): void {
  if (type === 0 && (dataHash.length === 0 || Buffer.compare(dataHash, hash) === 0)) return;
  const text = "transaction hash mismatching, maybe transaction version not support.";
  throw new RpcError(-1, diagnosticText("boost::wrapexcept<std::invalid_argument>", text));
}

/** Since 3.17 the node reckons the hash itself, whatever it was sent, but for an empty one. */
function requireAnyHash({ transaction: { dataHash, type } }: ReceivedTransaction): void {
  if (dataHash.length === 0 && type === 0) throw new RpcError(10003, "Unknown exception");
}

/** Amounts of a version 1 transaction are hex texts. */
function requireHexAmounts({ data }: SignedTransaction): void {
  const amounts = [data.value, data.gasPrice, data.maxFeePerGas, data.maxPriorityFeePerGas];
  if (data.version === 0 || amounts.every((amount) => amount === "" || /^0x[0-9a-fA-F]*$/.test(amount))) return;
  const text = "transaction value or gasPrice or maxFeePerGas or maxPriorityFeePerGas is not hex string";
  throw new RpcError(-1, diagnosticText("boost::wrapexcept<std::invalid_argument>", text));
}

/** Sending (json-rpc.md, "Transactions"). The answer comes when the block is there. */
export function sendMethods(node: NodeContext): Record<string, Handler> {
  const { network, style } = node;
  const { settings, suite } = network;
  const reckonsHash = behaves(settings.nodeVersion, "reckonsHashItself");

  async function sendSigned(group: Group, signed: Uint8Array, withProof: boolean): Promise<unknown> {
    try {
      const received = readTransaction(suite, signed);
      requireHexAmounts(received.transaction);
      if (!reckonsHash) requireOwnHash(received);
      if (node.since("3.15.4") && received.transaction.data.chainId !== settings.chainId) {
        throw new RpcError(-1, diagnosticText("boost::wrapexcept<bcos::rpc::JsonRpcException>", "Chain ID mismatch!"));
      }
      if (reckonsHash) requireAnyHash(received);
      const committed = await group.submit(received);
      const json = receiptJson(style, committed.receipt, committed.blockNumber, committed.record.hash);
      addTransactionPart(style, json, committed.record, committed.transaction);
      // docs/devchain.md, "Members by version": what a program of this version leaves out or adds
      if (node.since("3.1.0") && !node.since("3.2.6")) delete json.input;
      if (committed.receipt.status !== 0) {
        if (node.since("3.2.0")) json.hash = "0x";
        else json.errorMessage = statusName(committed.receipt.status);
      }
      if (withProof && committed.blockNumber > 0 && node.since("3.2.1")) {
        const proof = receiptProof(suite, group.blocks.block(committed.blockNumber), committed.index);
        json.txReceiptProof = proof;
        json.receiptProof = proof;
      }
      return json;
    } catch (error) {
      if (error instanceof PoolRefusal) {
        const [code, name] = poolStatus[error.reason];
        throw new RpcError(code, name);
      }
      if (error instanceof ChainError)
        throw new RpcError(-1, diagnosticText("tars::TarsDecodeException", error.message));
      throw error;
    }
  }

  return {
    sendTransaction: async (p) => {
      const withProof = p.bool(3, false);
      const group = node.exactGroup("sendTransaction", p);
      return sendSigned(group, readHex(p.text(2)), withProof);
    },
  };
}
