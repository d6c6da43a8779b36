import { readParameters } from "../../chain/abi/abiType";
import type { CompiledContract } from "../../solidity/artifact/compiledProject";

interface AbiEntry {
  readonly type?: string;
  readonly name?: string;
  readonly inputs?: unknown;
  readonly outputs?: unknown;
  readonly stateMutability?: string;
}

type ContractFunction = ReturnType<typeof readFunctions>[number];

const known = new WeakMap<CompiledContract, readonly ContractFunction[]>();

/** Functions of a contract with their parameters. They are read once: each test asks for its own. */
export function functionsOf(contract: CompiledContract): readonly ContractFunction[] {
  let found = known.get(contract);
  if (!found) {
    found = readFunctions(contract);
    known.set(contract, found);
  }
  return found;
}

function readFunctions(contract: CompiledContract) {
  return (contract.abi as readonly AbiEntry[])
    .filter(({ type }) => type === "function")
    .map(({ name = "", inputs, outputs, stateMutability = "" }) => {
      const parameters = readParameters(inputs, name);
      const signature = `${name}(${parameters.map(({ type }) => type).join(",")})`;
      const selector = contract.methodIdentifiers[signature] ?? "";
      return { name, signature, parameters, outputs, stateMutability, selector };
    });
}
