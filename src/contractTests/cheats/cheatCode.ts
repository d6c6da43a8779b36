import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { StateStore } from "../../devchain/state/stateStore";
import type { AbiValue } from "./abiCode";
import type { CheatEvm, CheatMessage } from "./cheatEvm";
import type { TestState } from "./testState";

/** Compiled code as cheat codes ask for it: bytes, libraries' addresses put in. */
export interface FoundCode {
  readonly creation: Uint8Array;
  readonly runtime: Uint8Array;
}

/** What cheat codes may know of the project and of the chain. */
export interface CheatContext {
  readonly suite: CryptoSuite;
  readonly store: StateStore;
  /** Folder of the project, absolute. */
  readonly root: string;
  /** Files of the project are read where they are sources, ABIs or artifacts, and no others. */
  readonly onlySources: boolean;
  /** Address of the first governor, 40 hex digits. */
  readonly governor: string;
  readonly nodeVersion: string;
  readonly compatibilityVersion: string;
  readonly executorVersion: 0 | 1;
  /** Random bytes of a test follow from it. */
  readonly seed: string;
  /** `File.sol:Name`, `File.sol`, `Name`, or the path of an artifact; undefined when nothing is called so. */
  code(name: string): FoundCode | undefined;
  /** Whether the structs that a function of an interface of the project gives have a member of this name. */
  answerHolds(functionName: string, member: string): boolean;
  /** What a revert with an error of a contract's own says: `Poor(have: 0, want: 5)`; hex for one that the project doesn't have. */
  revertText(data: Uint8Array, labels: ReadonlyMap<string, string>): string;
}

/** A call of a cheat code. */
export interface CheatCall {
  readonly evm: CheatEvm;
  readonly state: TestState;
  readonly context: CheatContext;
  readonly message: CheatMessage;
}

export type CheatAnswer = readonly AbiValue[] | Uint8Array | undefined;

export interface CheatCode {
  /** Canonical: `prank(address,address)`. */
  readonly signature: string;
  /** Types of the result. */
  readonly returns: string;
  run(call: CheatCall, args: readonly AbiValue[]): CheatAnswer | Promise<CheatAnswer>;
}

type Run = CheatCode["run"];

/** `define("addr(uint256)", "address", run)` */
export const define = (signature: string, returns: string, run: Run): CheatCode => ({ signature, returns, run });

/** For cheat codes that only do something. */
export const order = (signature: string, run: (call: CheatCall, args: readonly AbiValue[]) => void): CheatCode => ({
  signature,
  returns: "",
  run: (call, args) => {
    run(call, args);
    return undefined;
  },
});

const wrong = (): TypeError => new TypeError("a cheat code got another kind of value than its signature says");

export function numberAt(args: readonly AbiValue[], at: number): bigint {
  const value = args[at];
  if (typeof value !== "bigint") throw wrong();
  return value;
}

/** A text, or the 40 digits of an address. */
export function textAt(args: readonly AbiValue[], at: number): string {
  const value = args[at];
  if (typeof value !== "string") throw wrong();
  return value;
}

export function bytesAt(args: readonly AbiValue[], at: number): Uint8Array {
  const value = args[at];
  if (!(value instanceof Uint8Array)) throw wrong();
  return value;
}

export const flagAt = (args: readonly AbiValue[], at: number): boolean => args[at] === true;

export function listAt(args: readonly AbiValue[], at: number): readonly AbiValue[] {
  const value = args[at];
  if (!Array.isArray(value)) throw wrong();
  return value as readonly AbiValue[];
}
