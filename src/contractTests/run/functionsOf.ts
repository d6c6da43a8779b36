import { type AbiParameter, readParameters } from "../../chain/abi/abiType";
import type { CompiledContract } from "../../solidity/artifact/compiledProject";
import { hashedSignature } from "../../solidity/artifact/contractName";

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

/** Undefined for parameters of types that no compiler of today writes: such a function is of no use here, and the others are. */
function parametersOf(inputs: unknown, name: string): readonly AbiParameter[] | undefined {
  try {
    return readParameters(inputs, name);
  } catch {
    return undefined;
  }
}

function readFunctions(contract: CompiledContract) {
  return (contract.abi as readonly AbiEntry[])
    .filter(({ type }) => type === "function")
    .flatMap(({ name = "", inputs, outputs, stateMutability = "" }) => {
      const parameters = parametersOf(inputs, name);
      if (!parameters) return [];
      const signature = hashedSignature(name, parameters, contract.methodIdentifiers);
      const selector = contract.methodIdentifiers[signature] ?? "";
      return [{ name, signature, parameters, outputs, stateMutability, selector }];
    });
}
