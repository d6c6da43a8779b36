import type { DecodedValue } from "../../chain/abi/abiDecoder";
import type { DecodedCall, DecodedEvent } from "../../chain/abi/contractInterface";
import type { PrecompiledName } from "../../chain/abi/precompiledNames";

/** What came of a transaction. */
export interface RecordedOutcome {
  /** Of the receipt; 0 is success. */
  readonly status: number;
  /** What the function answered; empty where it answers nothing, or failed. */
  readonly values: readonly DecodedValue[];
  /** Of contracts whose interface is known. */
  readonly events: readonly DecodedEvent[];
  /** Why it failed, in the contract's words. */
  readonly reason: string;
  /** Numbers that belong to the moment: the block and its time. */
  readonly moment: readonly string[];
}

interface RecordedBase extends RecordedOutcome {
  /** Address of the account that signed. */
  readonly from: string;
  /** In wei. */
  readonly value: bigint;
}

/** A contract that was made. */
export interface Deployment extends RecordedBase {
  readonly kind: "deploy";
  /** As a scenario names it, beside its file: `contracts/Shop.sol:Shop`. */
  readonly path: string;
  readonly name: string;
  readonly address: string;
  readonly args: readonly DecodedValue[];
  readonly libraries: Readonly<Record<string, string>>;
}

/** A call of a function that was sent. */
export interface Sending extends RecordedBase {
  readonly kind: "send";
  readonly to: string;
  readonly call: DecodedCall;
  /** Several functions of the contract have the name. */
  readonly overloaded: boolean;
  /** The built-in contract that was called, where it was one. */
  readonly builtin?: PrecompiledName;
  /** Signature of the function whose selector is an argument, where a policy of a known contract is set. */
  readonly method?: string;
  /** The table behind the address, with the names of its columns, the key's first. */
  readonly table?: { readonly name: string; readonly columns: readonly string[] };
}

/** A proxy that was made of a contract, whose initializer ran with it. */
export interface ProxyDeployment extends RecordedBase {
  readonly kind: "deployProxy";
  readonly implementation: string;
  /** As operations name it: `contracts/Vault.sol:Vault`. */
  readonly source: string;
  readonly name: string;
  readonly address: string;
  readonly call?: DecodedCall;
}

/** A transaction as a recording tells of it. */
export type RecordedTransaction = Deployment | ProxyDeployment | Sending;
