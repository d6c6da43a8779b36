import * as v from "valibot";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import type { ProxyRecords, ProxyStep } from "../../chain/proxy/proxyRecord";
import type { Address, Hex } from "../../crypto/bytes/hex";
import type { LocalizableText } from "../../text/catalogue";

/** Reads what contracts keep by the names that sources of the person's folder have for it. */
export interface Inspector {
  /**
   * The state variables of a contract.
   * @param expressions what is looked up beside them: `balances[0x…]`
   * @throws ChainError; Error with words for people
   */
  storage(contract: Address, expressions: readonly string[], signal?: AbortSignal): Promise<object>;
  /** What a transaction changed, which is executed again for it. @throws as `storage` */
  changes(transaction: Hex, signal?: AbortSignal): Promise<object>;
}

/** Executes a transaction again and tells what it did, call by call. */
export interface Tracer {
  /** @throws ChainError; Error with words for people */
  trace(transaction: Hex, signal?: AbortSignal): Promise<object>;
}

/** What a compiler made of a file. */
export interface SourceFile {
  /** As the project names it. */
  readonly source: string;
  /** No error was found. */
  readonly compiled: boolean;
  /** Undefined where no compiler fits. */
  readonly compiler: string | undefined;
  readonly evmVersion: string | undefined;
  /** A file of another tool: its code may be for chains with keccak256 alone. */
  readonly isForeign?: boolean;
  /** Of this file alone; interfaces and abstract contracts have no code. */
  readonly contracts: readonly ContractArtifact[];
  readonly diagnostics: readonly { readonly severity: "error" | "warning" | "info"; readonly message: string }[];
}

/** A state variable with its place, or a field of one behind it. */
export const placedVariable = v.object({
  name: v.string(),
  type: v.string(),
  /** Decimal number. */
  slot: v.string(),
  /** The slot as people read it: in a namespace (ERC-7201) its name and the place from its beginning. */
  slotText: v.string(),
  /** Bytes from the right end of the slot. */
  offset: v.number(),
  bytes: v.string(),
  /** Name of the contract that declares it; empty for fields. */
  contract: v.string(),
  /** How deep it is within structs. */
  depth: v.number(),
});

/** Where a contract keeps its variables, and what an upgrade to it does to what another one stored. */
export interface SourceLayout {
  readonly contract: string;
  readonly rows: readonly Readonly<v.InferOutput<typeof placedVariable>>[];
  /** Undefined where nothing was compared. */
  readonly changes?:
    | readonly {
        /** `error`: what is stored would be read as something else. */
        readonly severity: "error" | "warning" | "information";
        readonly kind: string;
        readonly name: string;
        readonly message: LocalizableText;
      }[]
    | undefined;
  /** The contract as what a proxy is to run. */
  readonly safety: {
    readonly risks: readonly {
      readonly severity: "error" | "warning";
      readonly kind: string;
      readonly message: LocalizableText;
    }[];
    /** Names of the functions that initialize it. */
    readonly initializers: readonly string[];
    /** It upgrades the proxy itself (UUPS). */
    readonly upgradesItself: boolean;
  };
  /** Of the comparison. `unknown`: the one in use tells no variable, so nothing is proven. */
  readonly verdict?: "kept" | "broken" | "unknown";
}

/** Which tests of the folder are run. */
export interface TestsWanted {
  /** Files and folders; all of the folder where none is named. */
  readonly files: readonly string[];
  /** Only tests whose `Contract.test` holds it; `*` stands for anything. */
  readonly match?: string;
  /** How long one test may take. */
  readonly limitMs: number;
  /** Their cheat codes read nothing but sources, ABIs and artifacts, and see no environment: for who shall learn no more of the folder. */
  readonly onlySources?: boolean;
}

/** What came of them. */
export interface TestsRan {
  /** What the compiler says is wrong. */
  readonly problems: readonly { readonly message: string; readonly file?: string; readonly line?: number }[];
  readonly tests: readonly {
    readonly file: string;
    readonly contract: string;
    readonly test: string;
    readonly status: "passed" | "failed" | "skipped";
    readonly gas: number;
    readonly runs: number;
    readonly durationMs: number;
    /** What it wrote. */
    readonly lines: readonly string[];
    readonly skipReason?: string;
    readonly failure?: {
      readonly message: string;
      readonly file?: string;
      readonly line?: number;
      /** Values that it failed with, or calls that broke an invariant. */
      readonly counterexample?: readonly string[];
    };
  }[];
}

/** Compiles sources of the person's folder. */
export interface Sources {
  /**
   * Compiles a file for the chain: what is wrong with it is in its diagnostics.
   * @throws ChainError usage `fileMissing`
   */
  compile(file: string, signal?: AbortSignal): Promise<SourceFile>;
  /**
   * Compares the code at an address with what a source compiles to.
   * @param source `contracts/Coin.sol`, or with the contract's name behind a colon
   * @throws ChainError
   */
  verify(contract: Address, source: string, signal?: AbortSignal): Promise<object>;
  /**
   * Where a contract of a file that compiles keeps its variables; beside a deployed one that was compiled here, or that the project keeps
   * records of, what an upgrade would do.
   * @throws ChainError usage `fileMissing`, `layoutUntold`, `noCodeAt`, `layoutUnknown`, `proxyUnreadable`, `diamondLayout`
   */
  layout(file: string, contract: string, deployed: Address | undefined, signal?: AbortSignal): Promise<SourceLayout>;
  /**
   * What the project keeps of the proxies of a contract on this chain; undefined where nothing is kept, as the chain ends with its run.
   * @param source as `verify` has it
   * @throws ChainError usage `proxyRecordsWrong`
   */
  proxyRecords(source: string, signal?: AbortSignal): Promise<ProxyRecords | undefined>;
  /** Writes down what becomes of a proxy of a contract. @throws ChainError usage `proxyRecordsWrong` */
  keepProxyStep(source: string, step: ProxyStep): Promise<void>;
  /**
   * Runs tests of contracts on embedded chains of their own, of the kind of the chain.
   * @throws ChainError usage `fileMissing`
   */
  test(wanted: TestsWanted, signal?: AbortSignal): Promise<TestsRan>;
}
