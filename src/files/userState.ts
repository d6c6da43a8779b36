import { homedir } from "node:os";
import { join } from "node:path";

/** Where programs keep what they did: the state folder of the XDG base directories, on Windows the local folder of programs. */
export function stateFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local } = environment;
  if (platform === "win32") return join(local || join(homedir(), "AppData/Local"), "chainside");
  return join(state || join(homedir(), ".local/state"), "chainside");
}
