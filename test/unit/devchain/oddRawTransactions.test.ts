import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decodeSignedTransaction } from "../../../src/chain/encoding/signedTransaction";
import { numberToHex } from "../../../src/crypto/bytes/hex";
import { RpcError } from "../../../src/devchain/errors/rpcError";
import { ethereumMembers, readEthereumTransaction } from "../../../src/devchain/web3/ethereumTransaction";

interface Recorded {
  readonly name: string;
  readonly raw: string;
  readonly error?: string;
  readonly hash?: string;
  readonly from?: string;
  readonly to?: string;
  readonly nonce?: string;
  readonly gas?: string;
  readonly value?: string;
  readonly chainId?: string;
  readonly maxFeePerBlobGas?: string;
  readonly blobVersionedHashes?: readonly unknown[];
}

/** Raw transactions with odd fields and what a node of 3.17.0 made of them. */
const recorded = JSON.parse(
  readFileSync(new URL("../../fixtures/oddRawTransactions.json", import.meta.url), "utf8"),
) as readonly Recorded[];

function read(raw: string): ReturnType<typeof readEthereumTransaction> | string {
  try {
    return readEthereumTransaction(raw, true);
  } catch (error) {
    if (error instanceof RpcError) return `${error.code} ${error.message}`;
    throw error;
  }
}

test.each(recorded)(
  "$name is read as a node reads it",
  ({ name: _, raw, error, hash, maxFeePerBlobGas, ...reported }) => {
    const found = read(raw);
    if (typeof found === "string") {
      expect(found).toBe(error);
      return;
    }
    expect(found.hash).toBe(hash);
    const transaction = decodeSignedTransaction(found.wrapped);
    const { data } = transaction;
    const { blobVersionedHashes, ...members } = reported;
    expect({
      from: found.from,
      to: data.to,
      nonce: data.nonce,
      gas: numberToHex(BigInt.asUintN(64, data.gasLimit)),
      value: numberToHex(found.value),
      chainId: numberToHex(BigInt(data.chainId)),
    }).toEqual(members);
    if (blobVersionedHashes)
      expect(ethereumMembers(transaction)?.members).toMatchObject({ maxFeePerBlobGas, blobVersionedHashes });
  },
);
