import { isAbsolute, resolve } from "node:path";
import { clientError } from "../errors/clientError";

/** `\\server\share` of a path on another computer or of a device, in one spelling; undefined for any other path. */
function networkRoot(path: string): string | undefined {
  const [, server, share = ""] = /^\s*[\\/]{2}([^\\/]*)[\\/]*([^\\/]*)/.exec(path) ?? [];
  return server === undefined ? undefined : `${server}\\${share}`.toLowerCase();
}

/**
 * Whether a path that a file names leads to another computer, or to a device: looking at `\\server\share` is enough for Windows to log on
 * there with the user's account. The share on which the file itself lies is no such place.
 */
function leadsElsewhere(path: string, home: string, platform: string): boolean {
  if (platform !== "win32") return false;
  const root = networkRoot(path);
  return root !== undefined && root !== networkRoot(home);
}

/**
 * The absolute path that a file in the folder `home` names; a relative one stays as it is without a folder. Nothing is looked at.
 * @throws ChainError usage `networkPath`, on Windows.
 */
export function pathNamedIn(home: string | undefined, path: string, platform: string = process.platform): string {
  if (leadsElsewhere(path, home ?? "", platform)) throw clientError("networkPath", { path });
  return isAbsolute(path) || !home ? path : resolve(home, path);
}
