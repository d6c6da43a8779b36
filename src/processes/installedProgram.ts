import { access, constants } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

export const canRun = (path: string, how: number = constants.X_OK): Promise<boolean> =>
  access(path, how).then(
    () => true,
    () => false,
  );

/** Where programs are looked for. */
interface ProgramHost {
  /** Folders beside those of the PATH, looked at after them; absolute. */
  readonly folders?: readonly string[];
  readonly path?: string | undefined;
  readonly platform?: NodeJS.Platform;
}

/**
 * A program of others that the user has installed. Of the PATH folders count whose whole path stands there (what is relative would have the
 * open folder choose the program), and on Windows programs, no scripts of its shell.
 * @returns its absolute path
 */
export async function installedProgram(
  name: string,
  { folders = [], path = process.env["PATH"], platform = process.platform }: ProgramHost = {},
): Promise<string | undefined> {
  const file = platform === "win32" ? `${name}.exe` : name;
  for (const folder of [...(path ?? "").split(delimiter), ...folders]) {
    const there = join(folder, file);
    if (isAbsolute(folder) && (await canRun(there))) return there;
  }
  return undefined;
}
