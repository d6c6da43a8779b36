import type { FailingInput } from "../../contractTests/testProject";

/** What is to be debugged: the attributes of a `fisco-bcos` launch configuration (docs/debugging.md). */
export interface LaunchRequest {
  /** Of the chain. */
  readonly url?: string;
  readonly group?: string;
  /** For its dev_ methods; else the environment variable CHAINSIDE_DEV_TOKEN. */
  readonly token?: string;
  /** Folder of the project whose contracts are compiled. */
  readonly folder?: string;
  /** Files to compile, in place of all of the folder. */
  readonly files?: readonly string[];
  /** Hash of a transaction. */
  readonly transaction?: string;
  /** A call that is not sent. */
  readonly call?: CallRequest;
  /** A Solidity test. It needs no chain. */
  readonly test?: TestLaunch;
  readonly stopOnEntry?: boolean;
  readonly stopAtEnd?: boolean;
  /** Debug the code as it stands on the chain, where the default is the same contracts without the optimizer. */
  readonly asDeployed?: boolean;
  /** Version or path of the compiler. */
  readonly solc?: string;
  readonly trusted?: boolean;
  /** Executes the transaction again on a copy of the chain's state even where the chain records it. */
  readonly fork?: boolean;
  /** The chain is asked through the editor, which has the connection (docs/debugging.md). */
  readonly relay?: boolean;
  /** Its name, for people. */
  readonly connection?: string;
  /** Most blocks that are executed again for that. */
  readonly blocks?: number;
  /** The web3 port of the same node: it answers storage where there are more blocks than that. */
  readonly web3?: string;
}

export interface CallRequest {
  readonly from?: string;
  /** A deployed contract; without it `contract` is made first. */
  readonly to?: string;
  readonly data?: string;
  readonly value?: string | number;
  /** `contracts/Coin.sol:Coin`, or a name alone. */
  readonly contract?: string;
  /** Name or signature; `constructor` or nothing debugs the making of the contract. */
  readonly function?: string;
  readonly args?: readonly unknown[];
  readonly constructorArgs?: readonly unknown[];
}

/** A test of a `*.t.sol` file. */
export interface TestLaunch {
  /** File of the test contract. */
  readonly file: string;
  readonly contract: string;
  /** Name or signature. */
  readonly function: string;
  readonly suite?: "standard" | "sm";
  /** Values that it failed with (`FailingInput` of contractTests). */
  readonly input?: FailingInput;
}
