import { bytesToHex, type Hex, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { thrownWords } from "../../text/thrownWords";
import { clientError } from "../errors/clientError";
import { verifyMerkleProof } from "./merkle";
import { receiptHash } from "./receiptHash";
import { type RpcReceipt, type RpcTransaction, receiptDataFromRpc, transactionDataFromRpc } from "./rpcObjects";
import { transactionHash } from "./transactionHash";

/** Whether something stands in a block, as far as its header's roots tell. The header is checked by `verifyBlockHeader`. */
export type InclusionVerdict =
  /**
   * `recomputed` is false for an Ethereum transaction: what is printed of it does not suffice for its hash, so only the
   * hash it carries is proven to be in the block.
   */
  | { kind: "included"; hash: Hex; recomputed: boolean }
  /** The members do not give the hash that the object carries: one of them is not what the chain holds. */
  | { kind: "hashDiffers"; hash: Hex; claimed: Hex }
  /** The answer carries no proof: ask with proof, of a node from 3.2 on. */
  | { kind: "noProof"; hash: Hex }
  /** The proof does not lead to the header's root. */
  | { kind: "proofFails"; hash: Hex };

function verdict(
  suite: CryptoSuite,
  digest: Uint8Array,
  recomputed: boolean,
  proof: readonly string[] | null | undefined,
  root: string,
): InclusionVerdict {
  const hash = bytesToHex(digest);
  if (!proof || proof.length === 0) return { kind: "noProof", hash };
  if (!verifyMerkleProof(suite, digest, proof, hexToBytes(root))) return { kind: "proofFails", hash };
  return { kind: "included", hash, recomputed };
}

/**
 * Checks a receipt against the `receiptsRoot` of its block without any request.
 * @param receipt answer of `getTransactionReceipt` or `sendTransaction` with proof (`txReceiptProof`)
 * @throws ChainError kind `decode`, code `malformedRpcObject`, when a member cannot be read.
 */
export function verifyReceiptProof(
  suite: CryptoSuite,
  receipt: RpcReceipt,
  block: { receiptsRoot: string },
): InclusionVerdict {
  try {
    const digests = receiptDataFromRpc(receipt).map((data) => receiptHash(suite, data));
    const [digest = new Uint8Array(0)] = digests;
    // a node prints the bare prefix when it refused the transaction
    const unnamed = receipt.hash === undefined || receipt.hash === "0x";
    const claimed = unnamed ? bytesToHex(digest) : ((receipt.hash ?? "").toLowerCase() as Hex);
    const agreeing = digests.find((each) => bytesToHex(each) === claimed);
    if (!agreeing) return { kind: "hashDiffers", hash: bytesToHex(digest), claimed };
    return verdict(suite, agreeing, true, receipt.txReceiptProof, block.receiptsRoot);
  } catch (error) {
    throw clientError("malformedRpcObject", { problem: thrownWords(error) }, { cause: error });
  }
}

/**
 * Checks a transaction against the `txsRoot` of its block without any request.
 * @param transaction answer of `getTransaction` with proof (`txProof`)
 * @throws ChainError kind `decode`, code `malformedRpcObject`, when a member cannot be read.
 */
export function verifyTransactionProof(
  suite: CryptoSuite,
  transaction: RpcTransaction,
  block: { txsRoot: string },
): InclusionVerdict {
  try {
    const claimed = transaction.hash.toLowerCase() as Hex;
    const digests = transactionDataFromRpc(transaction).map((data) => transactionHash(suite, data));
    const agreeing = digests.find((digest) => bytesToHex(digest) === claimed);
    if (agreeing) return verdict(suite, agreeing, true, transaction.txProof, block.txsRoot);
    // an Ethereum transaction belongs to no group and is hashed by Ethereum's rule
    if (transaction.groupID === "")
      return verdict(suite, hexToBytes(claimed), false, transaction.txProof, block.txsRoot);
    return { kind: "hashDiffers", hash: bytesToHex(digests[0] ?? new Uint8Array(0)), claimed };
  } catch (error) {
    throw clientError("malformedRpcObject", { problem: thrownWords(error) }, { cause: error });
  }
}
