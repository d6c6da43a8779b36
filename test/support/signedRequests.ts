import { writtenFunction } from "../../src/chain/abi/writtenFunction";
import type { TransactionDataInit } from "../../src/chain/encoding/transactionData";
import { unsignedTransaction } from "../../src/chain/transaction/signTransaction";
import { type Hex, hexToBytes } from "../../src/crypto/bytes/hex";
import type { CryptoSuiteName } from "../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import type { ReadableRequest } from "../../src/crypto/readableRequest";
import { cryptoSuite } from "../../src/crypto/suites";
import { readableRequest, withRequest } from "../../src/signing/request";

export const requestKey = new Uint8Array(32).fill(7);

/** Call data of a written function. */
export function callData(suite: CryptoSuiteName, signature: string, ...args: unknown[]): Hex {
  const written = writtenFunction(signature, cryptoSuite(suite));
  if (!written) throw new Error(`no function: ${signature}`);
  return written.abi.encodeCall(written.called.name, args);
}

/** What an honest asker hands to a signer. */
export function orderOf(
  name: CryptoSuiteName,
  init: Omit<Partial<TransactionDataInit>, "input"> & { readonly input?: string } = {},
  keyId = "ops-1",
): { keyId: string; suite: CryptoSuiteName; hash: string; request: ReadableRequest } {
  const suite = cryptoSuite(name);
  const transaction = unsignedTransaction(suite, {
    chainId: "chain0",
    groupId: "group0",
    blockLimit: 500n,
    nonce: "1",
    to: `0x${"ab".repeat(20)}`,
    ...init,
    input: hexToBytes(init.input ?? "0x"),
  });
  const request = withRequest(
    {
      transaction,
      act: { title: "Pay", lines: [], notes: [], warnings: [], weight: "ordinary" },
      place: { connection: "production", chainId: transaction.data.chainId, groupId: transaction.data.groupId },
      from: { address: privateKeySigner(suite, requestKey).address },
    },
    readableRequest,
  );
  return { keyId, suite: name, hash: transaction.hash, request };
}
