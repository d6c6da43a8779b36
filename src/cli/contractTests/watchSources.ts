import { type FSWatcher, lstatSync, readdirSync, watch } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { leftOutFolders } from "../../files/leftOutFolders";
import { projectRootOf } from "../../solidity/project/projectRoot";
import { pause } from "../../time/waitUntil";

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

/** Editors write a file in several steps. */
const quietMs = 200;
const interrupt = "\u0003";

/** Keys that a person presses while sources are watched, where there is a keyboard. */
export interface Keys {
  readonly isTTY?: boolean | undefined;
  setRawMode?(on: boolean): unknown;
  on(event: "data", listener: (data: Buffer) => void): unknown;
  off(event: "data", listener: (data: Buffer) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** Tells of single keys until it is called. */
function listen(keys: Keys, pressed: (key: string) => void): () => void {
  if (!keys.isTTY || !keys.setRawMode) return () => undefined;
  const onData = (data: Buffer): void => {
    for (const key of data.toString()) pressed(key);
  };
  keys.setRawMode(true);
  keys.on("data", onData);
  keys.resume();
  return () => {
    keys.off("data", onData);
    keys.setRawMode?.(false);
    keys.pause();
  };
}

const isSource = (name: string): boolean =>
  (name.endsWith(".sol") || name.endsWith("foundry.toml") || name.endsWith("remappings.txt")) &&
  !dirname(name)
    .split(sep)
    .some((part) => leftOutFolders.has(part));

/**
 * Does the work now and whenever a source of the project changes, or Enter is pressed, one after the other, until the program is
 * interrupted or `q` is pressed, which ends work that still runs.
 * @param work gets the files that changed, by their names below the project; none at first, and when Enter was pressed
 */
export async function watchSources(
  paths: readonly string[],
  work: (changed: readonly string[], signal: AbortSignal) => Promise<void>,
  keys: Keys = process.stdin,
): Promise<number> {
  const root = projectRootOf(resolve(paths[0] ?? "."));
  const ended = new AbortController();
  const changed = new Set<string>();
  let [again, pressed, wake] = [false, false, (): void => undefined];
  const leftOut = (folder: string): boolean => leftOutFolders.has(folder);
  const watcher = watchTree(root, leftOut, (name) => {
    if (!isSource(name)) return;
    changed.add(name);
    again = true;
    wake();
  });
  const stop = (): void => {
    ended.abort();
    wake();
  };
  const deaf = listen(keys, (key) => {
    if (key === "q" || key === interrupt) stop();
    else if (key === "\r" || key === "\n") {
      again = true;
      pressed = true;
      wake();
    }
  });
  process.once("SIGINT", stop);
  try {
    while (!ended.signal.aborted) {
      const names = pressed ? [] : [...changed].sort();
      changed.clear();
      again = false;
      pressed = false;
      await work(names, ended.signal);
      if (!again && !ended.signal.aborted) await new Promise<void>((waited) => (wake = waited));
      wake = () => undefined;
      await pause(quietMs, ended.signal);
    }
    return 0;
  } finally {
    process.off("SIGINT", stop);
    deaf();
    watcher.close();
  }
}
