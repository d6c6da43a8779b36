import type { CompilerSettings } from "../artifact/compilerSettings";
import type { Remapping } from "../imports/remappings";
import type { EvmVersion } from "../version/evmVersion";

/** What a project's own tool is configured to do. */
export interface ProjectSettings {
  readonly tool: "hardhat" | "foundry" | "truffle" | undefined;
  /** The file that says so, absolute. */
  readonly file: string | undefined;
  /** Why the configuration, or a part of it, could not be read. */
  readonly unread: readonly string[];
  /** Folder of the sources, absolute. */
  readonly sources: string | undefined;
  readonly versions: { readonly versions: readonly string[]; readonly file: string } | undefined;
  readonly evmVersion: { readonly version: EvmVersion; readonly file: string } | undefined;
  readonly optimizer: CompilerSettings["optimizer"];
  readonly viaIR: boolean;
  readonly metadata: CompilerSettings["metadata"];
  readonly libraries: CompilerSettings["libraries"];
  readonly remappings: readonly Remapping[];
  readonly libraryFolders: readonly string[];
}

/** What is taken where nothing is configured. */
const plainSettings: ProjectSettings = {
  tool: undefined,
  file: undefined,
  unread: [],
  sources: undefined,
  versions: undefined,
  evmVersion: undefined,
  optimizer: { enabled: true, runs: 200 },
  viaIR: false,
  metadata: undefined,
  libraries: {},
  remappings: [],
  libraryFolders: [],
};

export async function readProjectSettings(_root: string, _trusted: boolean): Promise<ProjectSettings> {
  return plainSettings;
}
