import { EVMError, type ExecResult, type PrecompileInput } from "@ethereumjs/evm";
import { secp256k1Recover } from "../../crypto/secp256k1";
import { standardSuite } from "../../crypto/suites";

/** Its address, 40 hex digits. */
export const recoveryAddress = "1".padStart(40, "0");
const price = 3000n;
/** Hash, v and r have to be there; of s what is missing counts as zeros. */
const shortest = 97;
const nothing = new Uint8Array(0);

function recovered(data: Uint8Array): Uint8Array {
  if (data.length < shortest) return nothing;
  const input = new Uint8Array(128);
  input.set(data.subarray(0, 128));
  const v = (input[63] ?? 0) - 27;
  if (v < 0 || v > 3) return nothing;
  const signature = new Uint8Array(65);
  signature.set(input.subarray(64));
  signature[64] = v;
  const key = secp256k1Recover(input.subarray(0, 32), signature);
  if (!key) return nothing;
  const address = standardSuite.hash(key);
  address.fill(0, 0, 12);
  return address;
}

/**
 * 0x1 as a node has it: always ECDSA and keccak256. Of v it reads the last byte alone, and takes 27 to 30, where Ethereum wants 27 or 28 in
 * all 32 bytes (evm-differences.md, "Ethereum's own contracts").
 */
export function recoverSigner({ data, gasLimit }: Pick<PrecompileInput, "data" | "gasLimit">): ExecResult {
  if (gasLimit < price) {
    const exceptionError = new EVMError(EVMError.errorMessages.OUT_OF_GAS);
    return { executionGasUsed: gasLimit, returnValue: nothing, exceptionError };
  }
  return { executionGasUsed: price, returnValue: recovered(data) };
}
