import { homedir } from "node:os";
import { join } from "node:path";

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
