import { UserFacingError } from "../../errors/userFacingError";
import { type NamedPath, namedPath } from "../../files/namedPath";
import { isCompilerPath } from "../../solidity/compilerReleases/compilerStore";
import { t } from "../../text/catalogue";
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
