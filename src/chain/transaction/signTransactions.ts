import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { bytesToHex, type Hex } from "../../crypto/hex";
import { signHashes } from "../../crypto/suites";
import { encodeSignedTransaction } from "./signedTransaction";
import { assertSignable } from "./signTransaction";
import { type TransactionDataInit, transactionData } from "./transactionData";
import { transactionHash } from "./transactionHash";

/**
 * Signs many transactions of one key, for load tests and mass imports: as `signTransaction` does one by one, in about
 * half the time. Blocks the thread while it works (some 70 µs each on a standard chain), so hand it a few hundred at a time.
 * @throws ChainError kind `usage`, code `badRecipient` or `badTransactionField`, before anything is signed.
 */
export function signTransactions(
  suite: CryptoSuite,
  privateKey: Uint8Array,
  transactions: readonly TransactionDataInit[],
  attribute = 0,
): { hash: Hex; signed: Uint8Array }[] {
  const complete = transactions.map((init) => transactionData(init));
  complete.forEach(assertSignable);
  const hashes = complete.map((data) => transactionHash(suite, data));
  const signatures = signHashes(suite.name, hashes, privateKey);
  return complete.map((data, i) => {
    const [dataHash, signature] = [hashes[i], signatures[i]];
    if (!dataHash || !signature) throw new RangeError("a transaction was not signed");
    return { hash: bytesToHex(dataHash), signed: encodeSignedTransaction({ data, dataHash, signature, attribute }) };
  });
}
