// Whether the packages of `package-lock.json` are installed. Plain JavaScript: it has to work before anything is installed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const packagesOf = (path) => JSON.parse(readFileSync(path, "utf8")).packages ?? {};

/**
 * npm leaves a list of what it installed in `node_modules/.package-lock.json`, whichever command called it. What is optional may be
 * missing: it may be for another system.
 * @param {string} root folder of the project
 */
export function isInstalled(root) {
  const list = join(root, "node_modules/.package-lock.json");
  if (!existsSync(list)) return false;
  const installed = packagesOf(list);
  const wanted = Object.entries(packagesOf(join(root, "package-lock.json"))).filter(([path]) => path !== "");
  return wanted.every(([path, { version, optional, devOptional, link }]) => {
    const found = installed[path];
    return found ? found.version === version : Boolean(optional || devOptional || link);
  });
}
