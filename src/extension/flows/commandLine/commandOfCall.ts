import type { AbiFunction } from "../../../chain/abi/contractInterface";
import type { ContractRequest } from "../../../chain/notebook/requestText";
import { lookUpAbi } from "../../../chain/services/contract/lookUpAbi";
import type { ContractTarget } from "../../../chain/services/contract/readFunction";
import { shellWord } from "../../../text/shellLine";
import { visibleLine } from "../../../text/visibleText";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { argumentWord } from "./commandLine";
import { ownShell } from "./ownShell";

/**
 * The command for a function with arguments as they are typed: by name where the chain itself tells the program the contract's
 * interface and the terminal's shell has a way to write each argument, nothing unseen among them; else as plain data.
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
  const known = (await lookUpAbi(group.session, address)).abi;
  const same =
    known?.functions.some((each) => each.signature === signature) && known.encodeCall(signature, args) === data;
  const shell = ownShell();
  const isWritable = args.every((arg) => visibleLine(arg) === arg && shellWord(arg, shell) !== undefined);
  return same && isWritable ? { kind, target: address, function: signature, args } : { kind, target: address, data };
}
