import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first of these programs that this machine has, with its folder. @param beside folders that are looked through before the PATH's */
export function findProgram(names: readonly string[], ...beside: readonly string[]): string | undefined {
  const folders = [...beside, "/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
