import { stat } from "node:fs/promises";
import { win32 } from "node:path";

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** The machine as far as it matters here; tests bring others. */
export interface HostSystem {
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isFile: (path: string) => Promise<boolean>;
}

const thisSystem: HostSystem = { platform: process.platform, environment: process.env, isFile };

/** The value of a variable whose name Windows writes as it likes: `Path`, `PATH`. */
function variable({ environment }: HostSystem, name: string): string {
  const found = Object.keys(environment).find((each) => each.toLowerCase() === name.toLowerCase());
  return (found === undefined ? undefined : environment[found]) ?? "";
}

/**
 * The program that runs scripts of node folders. On Windows that is the `bash.exe` of Git for Windows, which its installer leaves off
 * the PATH, or whichever the PATH has; undefined where there is none.
 */
export async function bashProgram(player: HostSystem = thisSystem): Promise<string | undefined> {
  if (player.platform !== "win32") return "bash";
  const git = ["ProgramFiles", "ProgramW6432", "LocalAppData"].flatMap((name) => {
    const folder = variable(player, name);
    if (folder === "") return [];
    const programs = name === "LocalAppData" ? win32.join(folder, "Programs") : folder;
    return [win32.join(programs, "Git", "bin", "bash.exe")];
  });
  const onPath = variable(player, "Path")
    .split(";")
    .map((folder) => folder.trim().replaceAll('"', ""))
    .filter((folder) => win32.isAbsolute(folder) && !folder.startsWith("\\\\") && !folder.startsWith("//"))
    .map((folder) => win32.join(folder, "bash.exe"));
  for (const path of [...git, ...onPath]) if (await player.isFile(path)) return path;
  return undefined;
}
