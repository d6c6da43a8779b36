// A contract that fails with data of a test's choice, as one does that hands on the error of a contract that it called.
import { contractInterface } from "../../src/chain/abi/contractInterface";
import type { ChainSession } from "../../src/chain/session";
import { transact } from "../../src/chain/transaction/transact";
import type { Address, Hex } from "../../src/crypto/bytes/hex";
import type { Signer } from "../../src/crypto/cryptoSuite";

/** What the caller's own ABI says: no error. */
export const escrowAbi = [{ type: "function", name: "open", inputs: [], outputs: [], stateMutability: "nonpayable" }];

/** The ABI of a contract with one error of these parameters. */
export const errorAbi = (
  name: string,
  inputs: readonly { readonly type: string; readonly name: string }[],
): readonly unknown[] => [{ type: "error", name, inputs }];

const byte = (value: number): string => value.toString(16).padStart(2, "0");

/** Creation code of a contract that reverts with the data, whatever it is asked. */
function failingCode(data: Hex): Hex {
  const length = byte((data.length - 2) / 2);
  const runtime = `60${length}600c60003960${length}6000fd${data.slice(2)}`;
  const size = byte(runtime.length / 2);
  return `0x60${size}600c60003960${size}6000f3${runtime}`;
}

/** The error's data: its selector under the session's suite, and words. */
export function errorData(session: ChainSession, abi: readonly unknown[], ...words: readonly bigint[]): Hex {
  const [error] = contractInterface(abi, session.suite).errors;
  return `${error?.selector ?? "0x"}${words.map((word) => word.toString(16).padStart(64, "0")).join("")}`;
}

/** Deploys it, keeping the caller's own ABI on the chain. */
export async function deployFailing(session: ChainSession, signer: Signer, data: Hex): Promise<Address> {
  const request = { data: failingCode(data), abi: JSON.stringify(escrowAbi) };
  const { contractAddress } = await transact(session, signer, request);
  return contractAddress as Address;
}
