import { homedir } from "node:os";
import { join } from "node:path";

/** Where the command line keeps for all projects of a user what can be had again. */
export function userCache(environment: NodeJS.ProcessEnv = process.env): string {
  const base =
    environment["XDG_CACHE_HOME"] || environment["LOCALAPPDATA"] || join(environment["HOME"] ?? homedir(), ".cache");
  return join(base, "chainside");
}
