import { t } from "../../text/catalogue";
import { OutOfBounds } from "../../text/limits/outOfBounds";
import type { CompilerSettings } from "../artifact/compiledProject";
import type { EvmVersion } from "../version/evmVersion";

/** Why a configuration couldn't be read, in one line. */
export function unreadable(error: unknown): string {
  if (error instanceof OutOfBounds) {
    const max = error.details["max"] ?? 0;
    if (error.excess === "nestedTooDeep") return t("nested more than {0} levels deep", max);
    if (error.excess === "tooManyValues") return t("more than {0} values", max);
    return t("longer than {0} characters", max);
  }
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}

/** What code is made by, as a configuration says it. */
export interface ConfiguredCode {
  readonly evmVersion?: string;
  readonly optimizer?: CompilerSettings["optimizer"];
  readonly viaIR?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** One of several compilers that a configuration lists. */
export interface ConfiguredCompiler extends ConfiguredCode {
  readonly versions: readonly string[];
}

/** Settings beside the project's own, taken where those aren't allowed. */
export interface CompilerProfile<Code = Omit<ConfiguredCode, "optimizer">> {
  readonly code: Code;
  readonly runs?: number;
  /** Whether the optimizer is on. */
  readonly enabled?: boolean;
}

/** What must hold for the code of some sources, and of all that imports them. */
export interface Restriction {
  /** A pattern for paths below the project. */
  readonly paths: string;
  /** Which compilers, as a pragma has it. */
  readonly version: string | undefined;
  readonly viaIR: boolean | undefined;
  readonly bytecodeHash: string | undefined;
  readonly minRuns: number | undefined;
  readonly maxRuns: number | undefined;
  readonly minEvm: EvmVersion | undefined;
  readonly maxEvm: EvmVersion | undefined;
}

/** What a configuration file says, as far as it can be read. */
export interface ConfiguredProject extends ConfiguredCode {
  readonly sources?: string;
  /** Where tests are, in files of any name. */
  readonly tests?: string;
  readonly scripts?: string;
  readonly versions?: readonly string[];
  /** Each compiler with settings of its own, where there are several. */
  readonly compilers?: readonly ConfiguredCompiler[];
  /** Compilers of single sources, by their names. */
  readonly overrides?: ReadonlyMap<string, ConfiguredCompiler>;
  readonly libraries?: CompilerSettings["libraries"];
  readonly remappings?: readonly string[];
  readonly libraryFolders?: readonly string[];
  readonly skip?: readonly string[];
  /** False: libraries are found by stated remappings alone. */
  readonly findsLibraries?: boolean;
  /** Settings of which the first that its restrictions allow holds for a source; before all, the project's own. */
  readonly profiles?: readonly CompilerProfile[];
  readonly restrictions?: readonly Restriction[];
  readonly unread: readonly string[];
}
