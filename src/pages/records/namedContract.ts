import type { ContractInterface } from "../../chain/abi/contractInterface";
import type { ContractProxy } from "../../chain/proxy/contractProxy";

/** A contract as far as it is known. */
export interface NamedContract {
  /** As people see it; empty where nothing names it. */
  readonly name: string;
  readonly abi: ContractInterface;
  readonly proxy?: ContractProxy;
}
