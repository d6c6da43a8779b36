import { encodeRlp, type RlpStructuredDataish, toBeArray } from "ethers";
import { type RawTransaction, RlpComplaint, readRawTransaction } from "../../chain/encoding/rawTransaction";
import { encodeSignedTransaction, type SignedTransaction } from "../../chain/encoding/signedTransaction";
import { transactionData } from "../../chain/encoding/transactionData";
import { type Address, bytesToHex, type Hex, hexToBytes, numberToHex } from "../../crypto/bytes/hex";
import { secp256k1Recover } from "../../crypto/secp256k1";
import { standardSuite } from "../../crypto/suites";
import { RpcError } from "../errors/rpcError";
import { lenientBytes } from "../rpc/wireConversions";

/** An Ethereum transaction as it came in. */
interface EthereumTransaction {
  /** 0 legacy, 1 with an access list (EIP-2930), 2 with fees (EIP-1559), 3 with blobs. */
  readonly type: number;
  /** In lower case. */
  readonly from: Address;
  readonly hash: Hex;
  readonly value: bigint;
  /** Its fields, as a node understands them. */
  readonly fields: RawTransaction;
  /** The native form that the chain keeps. */
  readonly wrapped: Uint8Array;
}

const empty = new Uint8Array(0);

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? empty : bytes.subarray(first);
}

/** What is signed of a transaction, without what says for which chain. */
function fieldsOf(raw: RawTransaction): RlpStructuredDataish[] {
  const { type, maxPriorityFeePerGas, maxFeePerGas } = raw;
  const rest = [toBeArray(raw.gas), raw.to ?? empty, toBeArray(raw.value), raw.data];
  if (type === 0) return [toBeArray(raw.nonce), toBeArray(maxFeePerGas), ...rest];
  const fees = type === 1 ? [maxFeePerGas] : [maxPriorityFeePerGas, maxFeePerGas];
  return [
    ...[raw.chainId ?? 0n, raw.nonce, ...fees].map((number) => toBeArray(number)),
    ...rest,
    raw.accessList.map(({ address, storageKeys }) => [address, [...storageKeys]]),
    ...(type === 3 ? [toBeArray(raw.maxFeePerBlobGas), [...raw.blobVersionedHashes]] : []),
  ];
}

const encoded = (type: number, fields: RlpStructuredDataish[]): Uint8Array =>
  hexToBytes(`${type === 0 ? "0x" : `0x0${type}`}${encodeRlp(fields).slice(2)}`);

/** The bytes whose hash is signed: of what a node understood, whatever was sent. */
function signedPayload(raw: RawTransaction): Uint8Array {
  const chain = raw.type === 0 && raw.chainId !== undefined ? [toBeArray(raw.chainId), empty, empty] : [];
  return encoded(raw.type, [...fieldsOf(raw), ...chain]);
}

/** The bytes whose hash is the transaction's: of what a node understood. */
function wholePayload(raw: RawTransaction): Uint8Array {
  const { type, chainId, parity } = raw;
  const v = type !== 0 ? parity : parity + (chainId === undefined ? 27n : chainId * 2n + 35n);
  return encoded(type, [...fieldsOf(raw), toBeArray(v), withoutZeros(raw.r), withoutZeros(raw.s)]);
}

/**
 * Reads what `eth_sendRawTransaction` is given and wraps it as nodes do: the chain id becomes text, the nonce `0x` text, the group stays
 * empty (docs/protocol/web3-rpc.md, "Transactions").
 * @throws RpcError −32603 for no text and for a signature of no account, −32602 for what is no transaction.
 */
export function readEthereumTransaction(raw: string, lenient = false): EthereumTransaction {
  if (raw === "" && !lenient) throw new RpcError(-32603, "Empty input hex string");
  const bytes = lenient ? lenientBytes(raw) : hexToBytes(raw);
  let read: RawTransaction;
  try {
    read = readRawTransaction(bytes);
  } catch (error) {
    throw new RpcError(-32602, error instanceof RlpComplaint ? error.message : "Invalid raw transaction");
  }
  const { type, maxFeePerGas, maxPriorityFeePerGas } = read;
  const signedHash = standardSuite.hash(signedPayload(read));
  const signature = Uint8Array.of(...read.r, ...read.s, Number(BigInt.asUintN(8, read.parity)));
  const key = signature.length === 65 ? secp256k1Recover(signedHash, signature) : undefined;
  if (!key) throw new RpcError(-32603, "InvalidSignature");
  const hash = standardSuite.hash(wholePayload(read));
  const withFees = type >= 2;
  const data = transactionData({
    chainId: String(read.chainId ?? 0n),
    groupId: "",
    blockLimit: 0n,
    nonce: numberToHex(read.nonce),
    to: read.to ? bytesToHex(read.to) : "",
    input: read.data,
    value: String(read.value),
    gasPrice: String(withFees ? 0n : maxFeePerGas),
    gasLimit: BigInt.asIntN(64, read.gas),
    maxFeePerGas: withFees ? String(maxFeePerGas) : "",
    maxPriorityFeePerGas: withFees ? String(maxPriorityFeePerGas) : "",
  });
  const wrapped = encodeSignedTransaction({
    data,
    dataHash: hash,
    signature,
    type: 1,
    extraTransactionBytes: read.bytes,
  });
  const from = standardSuite.address(key);
  return { type, from, hash: bytesToHex(hash), value: read.value, fields: read, wrapped };
}

/** What only the Ethereum form tells: type and access list. Undefined for a native transaction. */
export function ethereumMembers(transaction: SignedTransaction): { type: number; members: object } | undefined {
  if (transaction.type !== 1) return undefined;
  const { type, accessList, maxFeePerBlobGas, blobVersionedHashes } = readRawTransaction(
    transaction.extraTransactionBytes,
  );
  if (type === 0) return { type, members: {} };
  const entries = accessList.map(({ address, storageKeys }) => ({
    address: bytesToHex(address),
    storageKeys: behindNulls(storageKeys.map(bytesToHex)),
  }));
  const blobs =
    type === 3
      ? {
          maxFeePerBlobGas: String(maxFeePerBlobGas), // as decimal text
          blobVersionedHashes: behindNulls(blobVersionedHashes.map(bytesToHex)),
        }
      : {};
  return { type, members: { accessList: behindNulls(entries), ...blobs } };
}

/** A node makes room for the elements of these lists, and puts them behind it. */
const behindNulls = (items: readonly unknown[]): unknown[] => [...items.map(() => null), ...items];
