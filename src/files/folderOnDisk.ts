import { readdir } from "node:fs/promises";
import { namedPath } from "./namedPath";
import { maxBytes, readRegularEnd, readRegularStart, readTextIn } from "./regularFile";

/** The files of a folder by their paths below it, as those read them who don't know where the folder is. */
interface FolderOnDisk {
  /** The text of a configuration; undefined where it is not there or cannot be read. */
  readonly read: (name: string) => Promise<string | undefined>;
  /** The last bytes of a file that grows, as text. */
  readonly readEnd: (name: string, max: number) => Promise<string | undefined>;
  /** Names in a folder below it; none where there is no such folder. */
  readonly list: (name: string) => Promise<readonly string[]>;
}

/** A folder of this machine. A name that leads to a device or another machine is not there. */
export function folderOnDisk(folder: string): FolderOnDisk {
  const below = (name: string) => namedPath(name, folder);
  return {
    read: async (name) => {
      const text = await readTextIn(folder, name, maxBytes.configuration);
      const path = text?.startsWith("-----BEGIN ") ? below(name) : undefined;
      // behind a byte order mark, a PEM block is none for OpenSSL: of such a file the mark is kept
      return path && (await readRegularStart(path, 3)) === "\uFEFF" ? `\uFEFF${text}` : text;
    },
    readEnd: async (name, max) => {
      const path = below(name);
      return path && readRegularEnd(path, max).catch(() => undefined);
    },
    list: async (name) => {
      const path = below(name);
      return path === undefined ? [] : readdir(path).catch(() => []);
    },
  };
}
