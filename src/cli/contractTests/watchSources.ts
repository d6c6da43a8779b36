import { type FSWatcher, watch } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { projectRootOf } from "../../solidity/project/projectRoot";

/** Editors write a file in several steps. */
const quietMs = 200;
const written = new Set(["node_modules", "out", "cache", "artifacts", ".git"]);

/** Does the work now and whenever a source of the project changes, one after the other, until the program is interrupted. */
export async function watchSources(paths: readonly string[], work: () => Promise<void>): Promise<number> {
  const root = projectRootOf(resolve(paths[0] ?? "."));
  let wake: (() => void) | undefined;
  let changed = false;
  const isSource = (name: string): boolean =>
    (name.endsWith(".sol") || name.endsWith("foundry.toml")) &&
    !dirname(name)
      .split(sep)
      .some((part) => written.has(part));
  const watcher: FSWatcher = watch(root, { recursive: true }, (_, name) => {
    if (name === null || !isSource(name)) return;
    changed = true;
    wake?.();
  });
  let ended = false;
  const stop = (): void => {
    ended = true;
    wake?.();
  };
  process.once("SIGINT", stop);
  try {
    while (!ended) {
      changed = false;
      await work();
      if (!changed && !ended) await new Promise<void>((resolveWait) => (wake = resolveWait));
      wake = undefined;
      await new Promise((resolveQuiet) => setTimeout(resolveQuiet, ended ? 0 : quietMs));
    }
    return 0;
  } finally {
    process.off("SIGINT", stop);
    watcher.close();
  }
}
