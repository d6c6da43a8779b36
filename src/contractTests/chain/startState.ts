import type { StateChange } from "../../devchain/state/stateStore";
import type { ChainChoice } from "../testProject";

/** A chain's state behind one of its blocks, which tests begin with in place of a new chain's. Plain data: every test process gets it. */
export interface StartState {
  readonly nodeVersion: string;
  readonly compatibilityVersion: string;
  readonly executorVersion: 0 | 1;
  readonly auth: boolean;
  /** 40 hex digits of the first governor; zeros where there is none. */
  readonly governor: string;
  readonly blockNumber: number;
  readonly timestampMs: number;
  /** Hashes of the blocks, by number. */
  readonly hashes: readonly Uint8Array[];
  readonly rows: readonly StateChange[];
}

/** What a contract's comment wants of its chain and this one isn't, as the comment says it. */
export function unlikeWished(start: StartState, wished: ChainChoice, feature: (name: string) => boolean): string[] {
  const { auth, executorVersion, nodeVersion, compatibilityVersion, features = [], unknownWord } = wished;
  const differs = <T>(asked: T | undefined, is: T, name: string): string[] =>
    asked === undefined || asked === is ? [] : [name];
  return [
    ...differs(auth, start.auth, "auth"),
    ...differs(executorVersion, start.executorVersion, `executor=${executorVersion}`),
    ...differs(nodeVersion, start.nodeVersion, `node-version=${nodeVersion}`),
    ...differs(compatibilityVersion, start.compatibilityVersion, `compatibility=${compatibilityVersion}`),
    ...features.filter((name) => !feature(name)).map((name) => `feature=${name}`),
    ...(unknownWord === undefined ? [] : [unknownWord]),
  ];
}
