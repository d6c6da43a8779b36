import type { AbiFunction } from "../../../chain/abi/contractInterface";
import type { ContractRequest } from "../../../chain/notebook/requestText";
import { lookUpAbi } from "../../../chain/services/contract/lookUpAbi";
import type { ContractTarget } from "../../../chain/services/contract/readFunction";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { argumentWord } from "./commandLine";

/**
 * The command for a function with arguments as they are typed: by name where the chain itself tells the program the contract's
 * interface, else as plain data.
 * @throws ChainError usage for an argument that does not fit.
 */
export async function commandOfCall(
  group: ChainGroup,
  kind: "call" | "send",
  { address, abi }: ContractTarget,
  { signature }: AbiFunction,
  values: readonly unknown[],
): Promise<ContractRequest> {
  const data = abi.encodeCall(signature, values);
  const args = values.map(argumentWord);
  const told = (await lookUpAbi(group.session, address)).abi;
  const same =
    told?.functions.some((each) => each.signature === signature) && told.encodeCall(signature, args) === data;
  return same ? { kind, target: address, function: signature, args } : { kind, target: address, data };
}
