import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import type { ExecutorVersion } from "../../facts/releases/release";

/** An embedded chain that stands for the person's: of today, or of the release to which it goes. @public Read by who starts it. */
export interface RehearsedChain {
  readonly suite: CryptoSuiteName;
  readonly auth: boolean;
  readonly executorVersion: ExecutorVersion;
  /** Release of the program, and data version; without `v`. */
  readonly nodeVersion: string;
  readonly compatibilityVersion: string;
  /** Flags that are on beside those of the data version. */
  readonly features: readonly string[];
}

/** A test of a contract, or a step of a scenario, as it ended on one chain. */
export interface RehearsedCase {
  readonly kind: "test" | "step";
  /** Below the folder. */
  readonly file: string;
  /** `CoinTest.test_Transfer()`; of a step `12: deploy Coin.sol`. */
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped" | "notRun";
  /** Why it failed or was skipped, in one line. */
  readonly reason: string;
  /** Of the test, or of each transaction of the step. */
  readonly gas: readonly string[];
  /** `0x… topic topic data`, in their order. */
  readonly events: readonly string[];
  /** The file itself says on which chain it runs: it can't be moved to another release. */
  readonly ownChain: boolean;
}

/** What came of a run on one chain. */
export interface RehearsedRun {
  readonly cases: readonly RehearsedCase[];
  /** Files that say something is wrong with them, or that are for other chains, with the reason. */
  readonly problems: readonly { readonly file: string; readonly message: string }[];
}

/** Blocks of the chain that are executed under other rules. */
interface ReplayWanted {
  /** Release to which the chain goes, without `v`. */
  readonly to: string;
  readonly blocks: number;
  /** Most blocks that are executed again to make the state; as many as usual when undefined. */
  readonly rebuild: number | undefined;
  /** Web3 port of the node. */
  readonly web3: string | undefined;
}

interface Named {
  readonly block: number;
  readonly hash: string;
}

/** What the blocks came to. */
interface ReplayedBlocks {
  /** From all blocks until then, or from what the node has now. */
  readonly state: "rebuilt" | "fetched";
  readonly first: number;
  readonly last: number;
  readonly program: string;
  readonly dataVersion: string;
  readonly flags: readonly string[];
  readonly transactions: number;
  readonly same: number;
  readonly changed: readonly (Named & {
    readonly differences: readonly { readonly member: string; readonly receipt: string; readonly here: string }[];
    readonly causes: readonly string[];
    readonly follows: boolean;
  })[];
  readonly refused: readonly (Named & { readonly reason: "to" | "version" })[];
  readonly incomparable: readonly (Named & { readonly members: readonly string[] })[];
  readonly unnamed: number;
  readonly doubts: readonly string[];
}

/** Tries out on this machine what an upgrade would change. Nothing is sent to the chain. */
export interface Rehearsal {
  /**
   * Runs tests of contracts and scenarios on an embedded chain.
   * @param files of a folder, and folders; all of it where none is named
   * @param compiledFor the chain for which sources are compiled, whatever they run on
   * @throws ChainError usage `fileMissing`
   */
  run(
    chain: RehearsedChain,
    files: readonly string[],
    compiledFor: RehearsedChain,
    signal?: AbortSignal,
  ): Promise<RehearsedRun>;
  /** Executes the latest blocks again. @throws ChainError; Error with words for people where it can't be done */
  replay(wanted: ReplayWanted, signal?: AbortSignal): Promise<ReplayedBlocks>;
}
