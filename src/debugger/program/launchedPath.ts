import { type NamedPath, namedPath } from "../../files/namedPath";
import { isCompilerPath } from "../../solidity/compilers/compilerStore";
import { t } from "../../text/catalogue";
import { CannotDebug } from "./cannotDebug";

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

/** A compiler's version, or a path that may be looked at: what is there runs only by its hash, like every compiler. @throws CannotDebug */
export const launchedCompiler = (solc: string, folder: string): string =>
  isCompilerPath(solc) ? launchedPath(solc, folder) : solc;
