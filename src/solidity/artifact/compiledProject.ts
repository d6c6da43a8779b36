import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { isNode, nodesOf } from "../program/syntaxTree";
import type { CompilerChoice } from "../version/compilerReasons";
import type { EvmVersion } from "../version/evmVersion";
import type { CompilerDiagnostic } from "./compilerDiagnostic";

/** What a project or a person decides about a compilation; `undefined` leaves it to the compiler. */
export interface CompilerSettings {
  readonly optimizer: {
    readonly enabled: boolean;
    readonly runs: number;
    readonly details?: Readonly<Record<string, unknown>>;
  };
  readonly evmVersion: EvmVersion | undefined;
  readonly viaIR: boolean;
  /** `prefix=target` or `context:prefix=target`. */
  readonly remappings: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** Addresses that the compiler puts in: source name → library → address. */
  readonly libraries: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A stretch of code that the compiler left open, counted in bytes of the code. */
export interface CodeLocation {
  readonly start: number;
  readonly length: number;
}

/** Places of libraries' addresses: source name → library → places. */
type LinkReferences = Readonly<Record<string, Readonly<Record<string, readonly CodeLocation[]>>>>;

/** Code of a contract as the compiler gives it in `evm.bytecode` and `evm.deployedBytecode`. */
export interface CompiledCode {
  /** Hex without `0x`, with 40-character markers where libraries' addresses belong; empty for interfaces and abstract contracts. */
  readonly object: string;
  /** Compressed source map, `s:l:f:j:m` an instruction; `f`: {@link CompiledSource.id}, higher in code that the compiler made, −1: none. */
  readonly sourceMap: string;
  readonly linkReferences: LinkReferences;
  /** Where values of immutables go, by id of the declaration in the AST; runtime code only, compilers from 0.6.5. */
  readonly immutableReferences: Readonly<Record<string, readonly CodeLocation[]>>;
  /** Entry points of internal functions, by id in the AST, compilers from 0.8.13. */
  readonly functionDebugData: Readonly<
    Record<
      string,
      {
        readonly id?: number | null;
        readonly entryPoint?: number | null;
      }
    >
  >;
}

/** One state variable of {@link StorageLayout}. */
interface StorageEntry {
  readonly astId: number;
  /** Fully qualified name of the contract that declares it. */
  readonly contract: string;
  readonly label: string;
  /** Bytes from the right end of the slot. */
  readonly offset: number;
  /** Decimal number of the slot. */
  readonly slot: string;
  /** Key into {@link StorageLayout.types}. */
  readonly type: string;
  /** What its comment says it was called before (`@custom:oz-renamed-from`). */
  readonly renamedFrom?: string;
  /** What its comment says its type was before, as sources write it (`@custom:oz-retyped-from`). */
  readonly retypedFrom?: string;
}

interface StorageType {
  readonly label: string;
  /** Decimal number. */
  readonly numberOfBytes: string;
  readonly key?: string;
  readonly value?: string;
  /** What a list holds. */
  readonly base?: string;
  readonly members?: readonly StorageEntry[];
  /** Names of an enum's members; no compiler lists them. */
  readonly enumMembers?: readonly string[];
  /** What a user-defined value type is made of, such as `uint128`; no compiler lists it. */
  readonly underlying?: string;
}

/** Where state variables are, as the compiler tells it (from 0.5.13). */
export interface StorageLayout {
  readonly storage: readonly StorageEntry[];
  readonly types: Readonly<Record<string, StorageType>>;
  /** The variables of namespaces (ERC-7201) are listed, too: no compiler does it by itself. */
  readonly namespaces?: boolean;
}

/** One contract, interface or library of a {@link CompiledProject}. */
export interface CompiledContract {
  readonly name: string;
  /** Key into {@link CompiledProject.sources}. */
  readonly sourceName: string;
  readonly abi: readonly unknown[];
  readonly bytecode: CompiledCode;
  readonly deployedBytecode: CompiledCode;
  /** `transfer(address,uint256)` → 8 hex digits, under the project's suite. */
  readonly methodIdentifiers: Readonly<Record<string, string>>;
  /** Undefined for compilers before 0.5.13, which do not tell. */
  readonly storageLayout: StorageLayout | undefined;
  /** The compiler's description of what it compiled, JSON text whose hash stands at the end of the code; empty where there is none. */
  readonly metadata: string;
  readonly userdoc: unknown;
  readonly devdoc: unknown;
}

/** One source that went into a compilation. */
export interface CompiledSource {
  /** How the compiler, source maps and the AST call it: `contracts/Coin.sol`, `@openzeppelin/contracts/…`, `fisco/Table.sol`. */
  readonly name: string;
  /** Where it is on disk, absolute; undefined for a text that is built in. */
  readonly path: string | undefined;
  /** What is on disk. Positions of source maps count bytes of its UTF-8 form. */
  readonly content: string;
  /** SHA-256 of the content's UTF-8 form, lower-case hex. */
  readonly sha256: string;
  /** The number that source maps and `src` of the AST use. */
  readonly id: number;
  /** The compiler's syntax tree (`nodeType`, `src`, …; compilers before 0.4.12 give none). */
  readonly ast: unknown;
}

/** The compiler that ran. */
interface CompilerIdentity {
  /** `0.8.26`. */
  readonly version: string;
  /** `0.8.26+commit.8a97fa7a`. */
  readonly longVersion: string;
  /** `sm`: hashes with SM3 in place of keccak256. */
  readonly suite: CryptoSuiteName;
}

/**
 * What one run of one compiler made: numbers of sources and of the AST are good within it and nowhere else. A folder whose files want
 * several compilers gives several, and after an edit the contracts that changed come in one of their own.
 */
export interface CompiledProject {
  readonly format: 1;
  /** SHA-256 over compiler, settings and sources: the same id is the same result. */
  readonly id: string;
  readonly suite: CryptoSuiteName;
  readonly compiler: CompilerIdentity;
  /** Why this compiler and this machine. */
  readonly choice: CompilerChoice;
  /** As given to the compiler (standard JSON `settings`), without the selection of outputs. */
  readonly settings: CompilerSettings;
  readonly sources: readonly CompiledSource[];
  /** The contracts that were asked for. Others of the same sources are in the project that was made for them. */
  readonly contracts: readonly CompiledContract[];
  /** Warnings and notes; a compilation with an error makes no project. */
  readonly diagnostics: readonly CompilerDiagnostic[];
}

/** Names of the sources that a source imports, by its syntax tree. */
const importsOf = ({ ast }: CompiledSource): string[] =>
  (isNode(ast) ? nodesOf(ast["nodes"]) : []).flatMap(({ nodeType, absolutePath }) =>
    nodeType === "ImportDirective" && typeof absolutePath === "string" ? [absolutePath] : [],
  );

/** A source and all that it imports, itself first, the others by name. */
export function reachableSources(project: Pick<CompiledProject, "sources">, name: string): CompiledSource[] {
  const byName = new Map(project.sources.map((source) => [source.name, source]));
  const found = new Set<string>();
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const source = byName.get(next);
    if (!source || found.has(next)) continue;
    found.add(next);
    waiting.push(...importsOf(source));
  }
  found.delete(name);
  return [name, ...[...found].sort()].flatMap((each) => byName.get(each) ?? []);
}
