import * as module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/** Since Node.js 22.1. */
type KeepCompiled = (folder: string) => unknown;

/**
 * Programs that are loaded from now on are kept as they were compiled, for their next start, where Node.js can: since 22.1. In a folder of
 * the user's own; in the one for temporary files, where Node.js would keep them, other users could put theirs.
 */
export function keepCompiled(): void {
  (module as { enableCompileCache?: KeepCompiled }).enableCompileCache?.(join(userCache(), "compiled"));
}

/** Where a user keeps settings of ours: the place of the system for such files. */
export function settingsFolder(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const folder =
    platform === "win32"
      ? (environment["APPDATA"] ?? join(home, "AppData", "Roaming"))
      : platform === "darwin"
        ? join(home, decodeURI("Library/Application%20Support"))
        : environment["XDG_CONFIG_HOME"] || join(home, ".config");
  return join(folder, "chainside");
}

/** Where programs keep what they did: the state folder of the XDG base directories, on Windows the local folder of programs. */
export function stateFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local } = environment;
  if (platform === "win32") return join(local || join(homedir(), "AppData/Local"), "chainside");
  return join(state || join(homedir(), ".local/state"), "chainside");
}

/** Where the command line keeps for all projects of a user what can be had again. */
export function userCache(environment: NodeJS.ProcessEnv = process.env): string {
  const base =
    environment["XDG_CACHE_HOME"] || environment["LOCALAPPDATA"] || join(environment["HOME"] ?? homedir(), ".cache");
  return join(base, "chainside");
}

/**
 * A path as it stands in a setting, with the home folder for a `~` in front: what no shell has read names it like that, too. Nothing else
 * is filled in.
 */
export const pathFromHome = (path: string, home = homedir()): string =>
  /^~(?=$|[\\/])/.test(path) ? `${home}${path.slice(1)}` : path;
