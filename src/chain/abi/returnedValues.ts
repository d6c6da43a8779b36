import type { Hex } from "../../crypto/bytes/hex";
import type { DecodedValue } from "./abiDecoder";
import type { ContractInterface } from "./contractInterface";

/**
 * What a function returned, as far as an ABI tells: nothing where it doesn't know the function, or says another shape. Another contract may
 * stand there than the ABI is of. Never throws.
 */
export function returnedValues(
  abi: ContractInterface | undefined,
  signature: string | undefined,
  output: string,
): readonly DecodedValue[] {
  if (!abi || signature === undefined || output.length <= 2) return [];
  try {
    return abi.decodeOutput(signature, output as Hex);
  } catch {
    return [];
  }
}
