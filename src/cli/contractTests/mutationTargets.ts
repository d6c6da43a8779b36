import { statSync } from "node:fs";
import nodePath, { resolve } from "node:path";
import { pathBelow, withSlashes } from "../../text/pathBelow";
import { isTestSource } from "../../text/sourceNames";

/** Paths of a command line that name sources to change (absolute), and those that name tests. */
export function mutationTargets(
  paths: readonly string[],
  folder: string,
): { readonly targets: readonly string[]; readonly tests: readonly string[] } {
  const isTarget = (path: string): boolean => {
    const whole = resolve(folder, path);
    const below = withSlashes(pathBelow(folder, whole, nodePath) ?? path, nodePath);
    return path.endsWith(".sol") && !isTestSource(below) && !statSync(whole).isDirectory();
  };
  return {
    targets: paths.filter(isTarget).map((path) => resolve(folder, path)),
    tests: paths.filter((path) => !isTarget(path)),
  };
}
