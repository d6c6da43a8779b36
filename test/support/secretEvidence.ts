import { appendFileSync, copyFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";

/** Folder of the run that looks for private keys in the end (scripts/test/secretWatch.ts); none when tests run by themselves. */
const folder = (): string | undefined => process.env["CHAINSIDE_TEST_SECRETS"];

/** Names private keys that a test uses: 64 hex digits each. */
export function registerKeys(keys: readonly string[]): void {
  const home = folder();
  if (home !== undefined && keys.length > 0) appendFileSync(join(home, "keys.txt"), `${keys.join("\n")}\n`);
}

let kept = 0;

/** Keeps a text in which no key may stand. */
export function keepText(name: string, text: string): void {
  const home = folder();
  if (home !== undefined) appendFileSync(join(home, "evidence", `${name}-${process.pid}.txt`), `${text}\n`);
}

/** Keeps what a window wrote: logs, output channels and settings of VS Code's folders and of the workspace. */
export function keepWindowFiles(from: string): void {
  const home = folder();
  if (home === undefined) return;
  for (const name of readdirSync(from, { recursive: true }).map(String)) {
    const wanted = /\.log$|settings[^/\\]*\.json$|[/\\]\.vscode[/\\]|state\.json$|\.chain-nb$/.test(name);
    const ordinary = wanted && statSync(join(from, name), { throwIfNoEntry: false })?.isFile();
    if (!ordinary || /[/\\]node_modules[/\\]/.test(name)) continue;
    kept += 1;
    copyFileSync(
      join(from, name),
      join(home, "evidence", `window-${process.pid}-${kept}-${name.replace(/.*[/\\]/, "")}`),
    );
  }
}

interface Browser {
  evaluate<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Keeps the settings and states that a workbench in the browser has in its data base. */
export async function keepBrowserData(page: Browser): Promise<void> {
  if (folder() === undefined) return;
  const read = async (): Promise<unknown[]> => {
    const done = <Value>(request: { result: Value; onsuccess: unknown; onerror: unknown }): Promise<Value> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = reject;
      });
    // biome-ignore lint/suspicious/noExplicitAny: the browser's own API, in a program for Node
    const { indexedDB } = globalThis as any;
    const values: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const base = await done<{ objectStoreNames: Iterable<string>; transaction: (store: string) => never }>(
        indexedDB.open(name),
      );
      for (const store of base.objectStoreNames) {
        const opened = base.transaction(store) as { objectStore: (name: string) => { getAll: () => never } };
        for (const value of await done<unknown[]>(opened.objectStore(store).getAll()))
          values.push(value instanceof Uint8Array ? new TextDecoder().decode(value) : value);
      }
    }
    return values;
  };
  const values = await page.evaluate(read).catch(() => []);
  keepText("browser-data", values.map((value) => (typeof value === "string" ? value : inspect(value))).join("\n"));
}
