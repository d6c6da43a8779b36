import { dirname, resolve, sep } from "node:path";
import { leftOutFolders } from "../../files/leftOutFolders";
import { projectRootOf } from "../../solidity/project/projectRoot";
import { pause } from "../../time/waitUntil";
import { watchTree } from "./watchTree";

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
  const heard = (data: Buffer): void => {
    for (const key of data.toString()) pressed(key);
  };
  keys.setRawMode(true);
  keys.on("data", heard);
  keys.resume();
  return () => {
    keys.off("data", heard);
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
