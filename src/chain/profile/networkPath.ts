import nodePath from "node:path";
import { clientError } from "../../errors/clientError";
import { namedPath } from "../../files/namedPath";
import { pathFromHome } from "../../files/userFolders";

const rulesOf = (platform: string) => (platform === "win32" ? nodePath.win32 : nodePath.posix);

/**
 * The absolute path that a file in the folder `home` names; a relative one stays as it is without a folder. Nothing is looked at.
 * @throws ChainError usage `networkPath` for what lies on another computer or is a device.
 */
export function pathNamedIn(home: string | undefined, path: string, platform: string = process.platform): string {
  const rules = platform === process.platform ? nodePath : rulesOf(platform);
  const given = pathFromHome(path);
  const named = namedPath(given, home || ".", rules);
  if (named === undefined) throw clientError("networkPath", { path });
  return home || rules.isAbsolute(given) ? named : given;
}
