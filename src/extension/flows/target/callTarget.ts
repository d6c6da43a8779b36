import type { AbiFunction } from "../../../chain/abi/contractInterface";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { askContract, contractAt, type FoundContract } from "./contractTarget";

/** Where the clicked thing is, as an address or a BFS path, and which of its functions it is. */
export function givenContract(target: Target): { address?: string; functionSignature?: string } {
  if (target.kind === "path") return { address: target.path };
  if (target.kind !== "contract") return {};
  const { address, functionSignature } = target;
  return { address, ...(functionSignature === undefined ? {} : { functionSignature }) };
}

/** The contract and, if the clicked line was one, the function; asks for what is missing. */
export async function callTarget(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  title: string,
): Promise<{ contract: FoundContract; chosen: AbiFunction | undefined }> {
  const { address, functionSignature } = givenContract(target);
  const contract =
    address === undefined ? await askContract(app, group, title) : await contractAt(app, group, address, title);
  return {
    contract,
    chosen: functionSignature === undefined ? undefined : contract.abi.getFunction(functionSignature),
  };
}
