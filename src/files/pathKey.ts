import { posix, win32 } from "node:path";

/**
 * What all spellings of one path have in common, for comparisons: Windows and macOS find a file by its name in either case, Windows takes
 * either slash, and editors write drives in lower case. Never shown, and no path to a file.
 */
export function pathKey(path: string, platform: string = process.platform): string {
  if (platform === "win32") return path.replaceAll("/", "\\").toLowerCase();
  return platform === "darwin" ? path.normalize("NFC").toLowerCase() : path;
}

/** The same of a whole path also where it is spelled with `..` or a slash too many. */
export const placeKey = (path: string, platform: string = process.platform): string =>
  pathKey((platform === "win32" ? win32 : posix).normalize(path), platform);
