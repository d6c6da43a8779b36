import { t } from "../../text/catalogue";
import { OutOfBounds } from "../../text/limits/outOfBounds";
import type { CompilerSettings } from "../artifact/compiledProject";

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
interface ConfiguredCode {
  readonly evmVersion?: string;
  readonly optimizer?: CompilerSettings["optimizer"];
  readonly viaIR?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** One of several compilers that a configuration lists. */
export interface ConfiguredCompiler extends ConfiguredCode {
  readonly versions: readonly string[];
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
  readonly unread: readonly string[];
}
