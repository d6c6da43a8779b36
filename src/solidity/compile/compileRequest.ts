import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import type { CompiledContract, CompiledProject, CompiledSource } from "../artifact/compiledProject";
import type { CompilerDiagnostic } from "../artifact/compilerDiagnostic";
import type { CompilerChoice } from "../version/compilerReasons";
import type { ChainTarget } from "../version/evmVersion";

/** What is to be compiled, and how. */
export interface CompileRequest {
  /** Files, absolute. */
  readonly files: readonly string[];
  /** Folder that source names start at, absolute; the project's. */
  readonly root: string;
  /** The folder that is open, absolute; the project's where there is none. What isn't trusted is read no further. */
  readonly workspace?: string | undefined;
  readonly suite: CryptoSuiteName;
  /** Version or path that a person named. */
  readonly compiler?: string;
  /** Machine that a person named. */
  readonly evmVersion?: string;
  /** The chain that the code is for. Without one, machines that no chain runs yet are left out. */
  readonly chain?: ChainTarget;
  /** Whether the workspace is trusted: its own compiler and its `.npmrc` are used only then. */
  readonly trusted: boolean;
  /** False never asks a registry. */
  readonly mayFetch: boolean;
  /** Texts of open editors by absolute path, in place of what is on disk. */
  readonly overlays?: Readonly<Record<string, string>>;
  /**
   * `traceable`: the optimizer as it is set, but every statement keeps code of its own, so that a failure has one line. `plain`: no
   * optimizer at all, for coverage. Absent: as it is set. Files whose code has no room on the stack so are compiled as the next of these
   * has it. `roomy`: as it is set, and where that has no room on the stack, by way of the intermediate language with the optimizer.
   */
  readonly code?: "traceable" | "plain" | "roomy";
  /** `diagnostics` compiles as far as errors show, and gives no code. */
  readonly outputs: "contracts" | "diagnostics";
}

/** What came of one file. */
export interface CompiledFile {
  /** Absolute. */
  readonly path: string;
  readonly sourceName: string;
  /** Undefined when no compiler fits, or none could be had. */
  readonly choice: CompilerChoice | undefined;
  /** Undefined when it does not compile, or only diagnostics were asked for. */
  readonly project: CompiledProject | undefined;
  /** Of this file alone. */
  readonly contracts: readonly CompiledContract[];
  /** It did not compile in the form of code that was asked for: another one was taken. */
  readonly fellBack: boolean;
  /** Everything that concerns it, with what it imports. */
  readonly diagnostics: readonly CompilerDiagnostic[];
  /** Trees of it and all that it imports, where only diagnostics were asked for and there was no error. */
  readonly analysis?: FileAnalysis | undefined;
}

/** What is known of sources without their code; files that were analysed together share one. */
export interface FileAnalysis {
  readonly sources: readonly CompiledSource[];
  /** Without code. */
  readonly contracts: readonly CompiledContract[];
}

export interface CompileResult {
  /** In the order of the request. */
  readonly files: readonly CompiledFile[];
  /** Sources behind the files, to find places in: name → absolute path, undefined for built-in texts. */
  readonly sources: Readonly<Record<string, string | undefined>>;
  /** How many files were taken from earlier compilations, as nothing that they depend on changed. */
  readonly reused: number;
}

/** What goes on, for a progress bar. */
export type CompileProgress =
  | {
      readonly kind: "fetching";
      readonly version: string;
      readonly received: number;
      readonly total: number | undefined;
    }
  | {
      readonly kind: "compiling";
      readonly version: string;
      /** All files that no earlier compilation gives, and how many of them are compiled by now. */
      readonly files: number;
      readonly done: number;
      /** What compilers are at, the one that began first first. */
      readonly running: readonly RunningUnit[];
    };

/** Files that are compiled together just now. */
export interface RunningUnit {
  /** The first of them, as sources are named. */
  readonly name: string;
  readonly files: number;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
}

/** The only folder in which files of an untrusted project are read. */
export const fenceOf = ({
  trusted,
  workspace,
  root,
}: Pick<CompileRequest, "trusted" | "workspace" | "root">): string | undefined =>
  trusted ? undefined : (workspace ?? root);
