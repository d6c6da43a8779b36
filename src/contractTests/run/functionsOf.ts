import { readParameters } from "../../chain/abi/abiType";
import type { CompiledContract } from "../../solidity/artifact/compiledProject";

interface AbiEntry {
  readonly type?: string;
  readonly name?: string;
  readonly inputs?: unknown;
  readonly outputs?: unknown;
  readonly stateMutability?: string;
}

/** Functions of a contract with their parameters. */
export function functionsOf(contract: CompiledContract) {
  return (contract.abi as readonly AbiEntry[])
    .filter(({ type }) => type === "function")
    .map(({ name = "", inputs, outputs, stateMutability = "" }) => {
      const parameters = readParameters(inputs, name);
      const signature = `${name}(${parameters.map(({ type }) => type).join(",")})`;
      const selector = contract.methodIdentifiers[signature] ?? "";
      return { name, signature, parameters, outputs, stateMutability, selector };
    });
}
