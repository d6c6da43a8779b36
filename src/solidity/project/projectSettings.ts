import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CompilerSettings } from "../artifact/compilerSettings";
import { type Remapping, readRemapping } from "../imports/remappings";
import { type EvmVersion, evmVersionOf } from "../version/evmVersion";
import type { ConfiguredProject } from "./configuredProject";
import { readFoundryConfig } from "./foundryConfig";
import { findLibraries } from "./foundryLibraries";
import { readScriptConfig } from "./scriptConfig";

/** What a project's own tool is configured to do. */
export interface ProjectSettings {
  readonly tool: "hardhat" | "foundry" | "truffle" | undefined;
  /** The file that says so, absolute. */
  readonly file: string | undefined;
  /** Parts of the configuration that are computed and therefore not known: it is read, never run. */
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

/** What is taken where nothing is configured: what the official console's compiler does. */
const plainOptimizer = { enabled: true, runs: 200 };

const configurations = [
  { tool: "foundry", names: ["foundry.toml"] },
  { tool: "hardhat", names: ["hardhat.config.ts", "hardhat.config.js", "hardhat.config.cjs", "hardhat.config.mjs"] },
  { tool: "truffle", names: ["truffle-config.js", "truffle-config.cjs", "truffle.js"] },
] as const;

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return undefined;
  }
}

async function readConfigured(root: string) {
  for (const { tool, names } of configurations) {
    for (const name of names) {
      const file = join(root, name);
      const text = await textOf(file);
      if (text === undefined) continue;
      const configured = tool === "foundry" ? await readFoundryConfig(text) : readScriptConfig(text, file, tool);
      return { tool, file, configured };
    }
  }
  return undefined;
}

/**
 * Reads how a project's own tool (Foundry, Hardhat or Truffle) compiles: versions, optimizer, machine, remappings. Configurations that are programs are
 * read as text and never run; what is computed in them is named in `unread`.
 */
export async function readProjectSettings(root: string): Promise<ProjectSettings> {
  const found = await readConfigured(root);
  const configured: ConfiguredProject = found?.configured ?? { unread: [] };
  const isFoundry = found?.tool === "foundry";
  const libraryFolders = (configured.libraryFolders ?? ["lib"]).map((folder) => join(root, folder));
  const lines = ((await textOf(join(root, "remappings.txt"))) ?? "").split(/\r?\n/);
  const stated = [...(configured.remappings ?? []), ...lines]
    .map(readRemapping)
    .filter((remapping) => remapping !== undefined);
  const known = new Set(stated.map(({ prefix }) => prefix));
  const inferred = isFoundry ? await findLibraries(root, configured.libraryFolders ?? ["lib"]) : [];
  const evm = configured.evmVersion === undefined ? undefined : evmVersionOf(configured.evmVersion);
  const { versions } = configured;
  const file = found?.file;
  return {
    tool: found?.tool,
    file,
    unread: configured.unread,
    sources: configured.sources === undefined ? undefined : join(root, configured.sources),
    versions: versions && file ? { versions, file } : undefined,
    evmVersion: evm && file ? { version: evm, file } : undefined,
    optimizer: configured.optimizer ?? (found ? { enabled: false, runs: 200 } : plainOptimizer),
    viaIR: configured.viaIR ?? false,
    metadata: configured.metadata,
    libraries: configured.libraries ?? {},
    remappings: [...inferred.filter(({ prefix }) => !known.has(prefix)), ...stated],
    libraryFolders,
  };
}
