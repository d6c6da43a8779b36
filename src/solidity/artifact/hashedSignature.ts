import { type AbiParameter, signatureOf } from "../../chain/abi/abiType";
import type { CompiledContract } from "./compiledProject";

/** A function's signature as it was hashed: in a library's, structs and enums stand by their names. */
export function hashedSignature(
  name: string,
  parameters: readonly AbiParameter[],
  methods: CompiledContract["methodIdentifiers"],
): string {
  const ofContract = signatureOf(name, parameters, false);
  return methods[ofContract] === undefined ? signatureOf(name, parameters, true) : ofContract;
}
