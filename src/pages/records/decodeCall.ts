import type { ContractInterface } from "../../chain/abi/contractInterface";
import { decodedCall } from "../../chain/abi/namedValue";
import type { ContractProxy } from "../../chain/proxy/contractProxy";
import type { Hex } from "../../crypto/bytes/hex";

/** A contract as far as it is known. */
export interface NamedContract {
  /** As people see it; empty where nothing names it. */
  readonly name: string;
  readonly abi: ContractInterface;
  readonly proxy?: ContractProxy;
}

type AskContract = (address: string, block?: number) => Promise<NamedContract | undefined>;

/** Asks for each contract once: for one whose code may have been another one before, once for each block as well. */
export function askedOnce(ask: AskContract): AskContract {
  const asked = new Map<string, ReturnType<AskContract>>();
  const once = (address: string, block?: number) => {
    const key = `${address.toLowerCase()} ${block ?? ""}`;
    const found = asked.get(key) ?? ask(address, block);
    asked.set(key, found);
    return found;
  };
  return async (address, block) => {
    const now = await once(address);
    return now?.proxy && block !== undefined ? once(address, block) : now;
  };
}

/** `HelloWorld.set("hello")`; undefined when the contract or the function is not known. */
export function decodedCallText(contract: NamedContract | undefined, input: Hex): string | undefined {
  const decoded = contract?.abi.decodeCall(input);
  if (!decoded) return undefined;
  const text = decodedCall(decoded.name, decoded.arguments);
  return contract?.name ? `${contract.name}.${text}` : text;
}
