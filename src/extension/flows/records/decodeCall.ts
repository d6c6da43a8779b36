import { type ContractInterface, contractInterface } from "../../../chain/abi/contractInterface";
import { decodedCall } from "../../../chain/abi/namedValue";
import { type Hex, isAddress, prefixedAddress } from "../../../crypto/bytes/hex";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { decodingAbi, findAbi } from "../target/contractTarget";

/** A contract as far as it is known. */
export interface NamedContract {
  readonly name: string;
  readonly abi: ContractInterface;
}

/** The contract at an address, when anything knows its ABI. */
export async function namedContract(
  app: Chainside,
  group: ChainGroup,
  address: string,
): Promise<NamedContract | undefined> {
  const wanted = prefixedAddress(address).toLowerCase();
  if (!isAddress(wanted)) return undefined;
  const found = await findAbi(app, group, wanted);
  return found && { name: found.name, abi: contractInterface(decodingAbi(found), group.session.suite) };
}

/** `HelloWorld.set("hello")`; undefined when the contract or the function is not known. */
export function decodedCallText(contract: NamedContract | undefined, input: Hex): string | undefined {
  const decoded = contract?.abi.decodeCall(input);
  if (!decoded) return undefined;
  const text = decodedCall(decoded.name, decoded.arguments);
  return contract?.name ? `${contract.name}.${text}` : text;
}
