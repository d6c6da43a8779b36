import * as module from "node:module";
import { join } from "node:path";
import { userCache } from "./userFolders";

/** Since Node.js 22.1. */
type KeepCompiled = (folder: string) => unknown;

/**
 * Programs that are loaded from now on are kept as they were compiled, for their next start, where Node.js can: since 22.1. In a folder of
 * the user's own; in the one for temporary files, where Node.js would keep them, other users could put theirs.
 */
export function keepCompiled(): void {
  (module as { enableCompileCache?: KeepCompiled }).enableCompileCache?.(join(userCache(), "compiled"));
}
