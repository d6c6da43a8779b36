import { type FSWatcher, lstatSync, readdirSync, watch } from "node:fs";
import { join, sep } from "node:path";

/**
 * Tells of each file below a folder that is made, changed, replaced or removed, by its path below the folder, until it is closed. On Linux
 * each folder has a watch of its own: Node.js 20 watches files one by one where it is asked for all of them, and hears nothing more of one
 * that an editor replaced by another (written beside it and renamed).
 * @param leftOut whether a folder of this name is not looked into
 * @throws Error of the system when the folder itself can't be watched
 */
export function watchTree(
  root: string,
  leftOut: (folder: string) => boolean,
  changed: (path: string) => void,
): { close(): void } {
  if (process.platform !== "linux") {
    const watcher = watch(root, { recursive: true }, (_, name) => name !== null && changed(name));
    // A folder that goes ends its watch.
    return watcher.on("error", () => undefined);
  }
  const folders = new WatchedFolders(root, leftOut, changed);
  folders.add("", false);
  return folders;
}

class WatchedFolders {
  /** By the paths of their folders below the root. */
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(
    readonly root: string,
    readonly leftOut: (folder: string) => boolean,
    readonly changed: (path: string) => void,
  ) {}

  /** @param isNew files that are in it already have come with it */
  add(folder: string, isNew: boolean): void {
    const hear = (event: string, name: string | null): void => {
      if (name === null) return;
      const path = join(folder, name);
      this.changed(path);
      if (event !== "rename") return;
      // What is there now under the name may be another folder than before.
      this.#remove(path);
      if (this.#isFolder(path) && !this.leftOut(name)) this.#lookInto(path, true);
    };
    const watcher = watch(join(this.root, folder), hear);
    watcher.on("error", () => this.#remove(folder));
    this.#watchers.set(folder, watcher);
    for (const entry of readdirSync(join(this.root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) isNew && this.changed(path);
      else if (!this.leftOut(entry.name)) this.#lookInto(path, isNew);
    }
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** A folder that goes while it is looked at, or that may not be looked into, is no error. */
  #lookInto(folder: string, isNew: boolean): void {
    try {
      this.add(folder, isNew);
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (!["ENOENT", "ENOTDIR", "EACCES", "EPERM"].includes(code)) throw error;
      this.#remove(folder);
    }
  }

  #isFolder(path: string): boolean {
    return lstatSync(join(this.root, path), { throwIfNoEntry: false })?.isDirectory() === true;
  }

  #remove(folder: string): void {
    for (const [path, watcher] of this.#watchers) {
      if (path !== folder && !path.startsWith(`${folder}${sep}`)) continue;
      watcher.close();
      this.#watchers.delete(path);
    }
  }
}
