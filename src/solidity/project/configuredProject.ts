import type { CompilerSettings } from "../artifact/compilerSettings";

/** What a configuration file says, as far as it can be read. */
export interface ConfiguredProject {
  readonly sources?: string;
  /** Where tests are, in files of any name. */
  readonly tests?: string;
  readonly versions?: readonly string[];
  readonly evmVersion?: string;
  readonly optimizer?: CompilerSettings["optimizer"];
  readonly viaIR?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly libraries?: CompilerSettings["libraries"];
  readonly remappings?: readonly string[];
  readonly libraryFolders?: readonly string[];
  readonly skip?: readonly string[];
  readonly unread: readonly string[];
}
