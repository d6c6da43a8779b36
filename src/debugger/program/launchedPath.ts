import { linkLibraries } from "../../chain/artifact/linkLibraries";
import type { ExecutionRecording } from "../../chain/dev/executionRecording";
import { UserFacingError } from "../../errors/userFacingError";
import { type NamedPath, namedPath } from "../../files/namedPath";
import type { CompiledContract, CompiledProject } from "../../solidity/artifact/compiledProject";
import { isCompilerPath } from "../../solidity/compilers/compilerStore";
import { t } from "../../text/catalogue";
import { addressText } from "../values/value";
import type { LaunchRequest } from "./launchRequest";

/** Something that a person can mend. */
export class CannotDebug extends UserFacingError {
  constructor(message: string, code = "cannotDebug") {
    super(message, code);
  }
}

/**
 * The file or folder that a launch configuration names. Its relative paths start at `folder`, the project's at the folder that the editor
 * starts this program in.
 * @throws CannotDebug for what lies on another computer than that folder, or is a device.
 */
export function launchedPath(named: string, folder: string): NamedPath {
  const path = namedPath(named, folder === "." ? process.cwd() : folder);
  if (path === undefined) throw new CannotDebug(t("{0} lies on another computer or is a device.", named));
  return path;
}

/** What a session compiles: every path of its configuration, checked once. */
export interface LaunchedProject {
  readonly folder: NamedPath;
  /** Whether the configuration names the folder. */
  readonly isNamed: boolean;
  /** Files to compile; empty: all of the folder. */
  readonly files: readonly NamedPath[];
  /** A compiler's version, or a path that may be looked at: what is there runs only by its hash, like every compiler. */
  readonly compiler?: string;
  readonly trusted: boolean;
}

/** Checks the paths of a launch configuration, where it enters. @throws CannotDebug as {@link launchedPath} */
export function launchedProject({
  folder: named,
  files = [],
  solc,
  trusted = true,
}: Pick<LaunchRequest, "folder" | "files" | "solc" | "trusted">): LaunchedProject {
  const folder = launchedPath(named ?? ".", ".");
  const compiler = solc !== undefined && isCompilerPath(solc) ? launchedPath(solc, folder) : solc;
  return {
    folder,
    isNamed: named !== undefined,
    files: files.map((file) => launchedPath(file, folder)),
    trusted,
    ...(compiler === undefined ? {} : { compiler }),
  };
}

/** Libraries that were made for one execution: addresses by `source:Name`, and the code there. */
interface PlacedLibraries {
  readonly addresses: Record<string, string>;
  readonly code: Record<string, string>;
}

/** No one has a contract there. */
const firstLibrary = 0x11b0_0000_0000_0000_0000n << 80n;

/** Creation code with the addresses of libraries in it. @throws ChainError usage `unlinkedBytecode` */
export function linkedCode({ name, bytecode }: CompiledContract, addresses: Readonly<Record<string, string>>): string {
  const { object, linkReferences } = bytecode;
  const names: Record<string, string> = {};
  for (const [file, libraries] of Object.entries(linkReferences)) {
    for (const [library, places] of Object.entries(libraries)) {
      for (const { start } of places) names[object.slice(start * 2, start * 2 + 40)] = `${file}:${library}`;
    }
  }
  return linkLibraries(name, object, names, addresses);
}

/**
 * Libraries that a contract waits for, put at addresses of their own for this execution alone; those first that they wait for themselves.
 * @param record runs a call of which nothing stays
 * @throws CannotDebug for a library that can't be made; ChainError of the chain.
 */
export async function throwawayLibraries(
  record: (call: Readonly<Record<string, unknown>>) => Promise<ExecutionRecording>,
  { contract, project }: { readonly contract: CompiledContract; readonly project: CompiledProject },
  from: string,
  placed: PlacedLibraries = { addresses: {}, code: {} },
): Promise<PlacedLibraries> {
  for (const [file, names] of Object.entries(contract.bytecode.linkReferences)) {
    for (const name of Object.keys(names)) {
      const path = `${file}:${name}`;
      const library = project.contracts.find((each) => each.sourceName === file && each.name === name);
      if (!library || placed.addresses[path] !== undefined) continue;
      const address = addressText(firstLibrary + BigInt(Object.keys(placed.addresses).length));
      placed.addresses[path] = address;
      await throwawayLibraries(record, { contract: library, project }, from, placed);
      const { addresses, code } = placed;
      const made = await record({ from, data: `0x${linkedCode(library, addresses)}`, value: 0, code });
      const runtime = made.frames[0]?.output ?? "0x";
      if (made.status !== 0 || runtime.length <= 2) throw new CannotDebug(t("The library {0} can't be created.", name));
      // a library knows its own address by heart
      code[address] = runtime.replace(/^0x73[0-9a-f]{40}30/i, `0x73${address.slice(2)}30`);
    }
  }
  return placed;
}
